import { readDataLines } from '../../kernel/data.ts';
import type { MeasuredClicks, RankedKeyword } from '../../ports/rankings.ts';
import { arrayOf, type Sql, sql } from '../database/sql.ts';
import type { GrainWindow } from './console-site.ts';

/** Clicks, impressions and summed positions of a window. */
export interface Sums {
  readonly clicks: number;
  readonly impressions: number;
  readonly position_sum: number;
}

/** Below one place a mean moves with the mix of searches alone. */
const MOVE_PLACES_MIN = 1;

/** The mean position over all impressions, two decimals; null where the engine tells none. */
export function meanPosition({ impressions, position_sum }: Sums): number | null {
  return impressions === 0 || position_sum === 0 ? null : Math.round((position_sum / impressions) * 100) / 100;
}

/**
 * How a mean position changed between two windows. `up` and `down` are changes of at least one place with impressions in both.
 *
 * @returns null where there is nothing to compare with, or where a missing row may only have been cut off
 */
export function judgeMove(
  now: Sums,
  before: Sums,
  { previous, current, row_days }: Pick<GrainWindow, 'previous' | 'current' | 'row_days'>,
): RankedKeyword['movement'] {
  if (previous === undefined) return null;
  const mayBeCut = (slice: { readonly is_cut: boolean }): boolean => slice.is_cut && row_days > 1;
  if (now.impressions === 0) return mayBeCut(current) ? null : 'lost';
  if (before.impressions === 0) return mayBeCut(previous) ? null : 'new';
  const [from, to] = [meanPosition(before), meanPosition(now)];
  if (from === null || to === null) return null;
  if (from - to >= MOVE_PLACES_MIN) return 'up';
  return to - from >= MOVE_PLACES_MIN ? 'down' : 'same';
}

/** @param yearAgo undefined where the property has no figures of that time */
export function measuredClicks(now: Sums, before: Sums | undefined, yearAgo: Sums | undefined): MeasuredClicks {
  return {
    clicks: now.clicks,
    impressions: now.impressions,
    previous_clicks: before?.clicks ?? null,
    previous_impressions: before?.impressions ?? null,
    year_ago_clicks: yearAgo?.clicks ?? null,
    year_ago_impressions: yearAgo?.impressions ?? null,
  };
}

export const NO_SUMS: Sums = { clicks: 0, impressions: 0, position_sum: 0 };

const CLICK_SHARES = readDataLines(import.meta.url, 'data/click-shares.tsv').map(Number);
const GOOD_POSITION = 3;

/**
 * Clicks that position 3 would bring beyond those of the position now, by a published curve: what puts keywords in order
 * before they are cut to the limit. Whoever shows a gain computes it with the site's own curve.
 */
export function gainSql(impressions: Sql, position_sum: Sql): Sql {
  const share = sql`arrayElement(${arrayOf(CLICK_SHARES)},
    least(${CLICK_SHARES.length}, greatest(1, toUInt32(round(${position_sum} / ${impressions})))))`;
  return sql`if(${impressions} = 0 OR ${position_sum} = 0, 0, ${impressions} * greatest(0, ${CLICK_SHARES[GOOD_POSITION - 1] ?? 0} - ${share}))`;
}
