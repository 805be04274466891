import type { KeywordMetrics } from './metrics.ts';

type Volume = Pick<KeywordMetrics, 'search_volume' | 'volume_low' | 'volume_high' | 'demand_band'>;

/** A volume as a table shows it; the demand band if no number is known, never a number derived from it. */
export function formatVolume({ search_volume, demand_band }: Volume): string {
  if (search_volume !== null) return search_volume.toLocaleString('en-US');
  return demand_band === null ? 'unknown' : `unknown (${NAMES[demand_band]})`;
}

const NAMES: Readonly<Record<NonNullable<Volume['demand_band']>, string>> = {
  none_seen: 'no demand seen',
  low: 'low demand',
  medium: 'medium demand',
  high: 'high demand',
  very_high: 'very high demand',
};

/** `1,200–1,900`, `at least 500`; null where no bound is known. */
export function formatRange({ volume_low, volume_high }: Volume): string | null {
  if (volume_low === null) return null;
  const low = volume_low.toLocaleString('en-US');
  return volume_high === null ? `at least ${low}` : `${low}–${volume_high.toLocaleString('en-US')}`;
}
