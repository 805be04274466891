import { median } from '../keywords/months.ts';

/** How much a place moves from check to check without meaning anything. */
export interface RankNoise {
  /** Standard deviation of the difference of two checks, in positions. */
  readonly sigma: number;
  /** Pairs of checks that it was measured from; under eight it is the usual one of the level. */
  readonly pairs: number;
  readonly basis: 'measured' | 'default';
}

/** A check, as far as noise goes. */
export interface NoisePoint {
  readonly at_ms: number;
  /** Null: not among the results that were read. */
  readonly position: number | null;
  /** For the arithmetic. */
  readonly value: number;
}

const PAIRS_MIN = 8;
/** A check a day, with the leeway of a night or of a clock change. */
const PAIR_MS_MAX = 36 * 3_600_000;
const WINDOW_MS = 60 * 86_400_000;
/** Makes a median absolute deviation the standard deviation of a normal distribution. */
const MAD = 1.4826;

/**
 * The noise of a series from its own pairs (rank-tracking 8): 1.4826 times the median absolute difference of checks that
 * follow one another within 36 hours, over the 60 days before the newest one. Fewer than eight pairs tell nothing: then it
 * is the usual noise at the level of the points that are judged.
 */
export function measureNoise(points: readonly NoisePoint[], level: number): RankNoise {
  const last = points.at(-1)?.at_ms ?? 0;
  const recent = points.filter(({ at_ms }) => last - at_ms <= WINDOW_MS);
  const steps = recent.slice(1).flatMap((point, at) => {
    const before = recent[at];
    if (before === undefined || point.at_ms - before.at_ms > PAIR_MS_MAX) return [];
    if (point.position === null || before.position === null) return [];
    return [Math.abs(point.value - before.value)];
  });
  if (steps.length < PAIRS_MIN) return { sigma: usualNoise(level), pairs: steps.length, basis: 'default' };
  return { sigma: Math.round(median(steps) * MAD * 100) / 100, pairs: steps.length, basis: 'measured' };
}

/** Standard deviation by position, where a series cannot say (rank-tracking 8). */
const LEVELS = [
  { to: 3, sigma: 0.5 },
  { to: 10, sigma: 1.5 },
  { to: 20, sigma: 3 },
] as const;
const DEEP_SIGMA = 6;

export function usualNoise(level: number): number {
  return LEVELS.find(({ to }) => level <= to)?.sigma ?? DEEP_SIGMA;
}
