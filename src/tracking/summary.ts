import { intervalOfShare } from '../kernel/interval.ts';
import { findUsualDepth, type LeveledPoint, levelPoints } from './level.ts';
import { measureNoise, type RankNoise } from './noise.ts';
import type { RankPoint } from './point.ts';

/** What a series comes to. Places are told of checks that found the target; how many those are stands beside them. */
export interface SeriesSummary {
  /** Of the newest check that can tell; null: not found, or none can. */
  readonly current: number | null;
  readonly current_checked_at: string | null;
  readonly best: number | null;
  readonly best_checked_at: string | null;
  readonly worst: number | null;
  readonly worst_checked_at: string | null;
  /** Mean over the checks that found it. */
  readonly average: number | null;
  readonly found_share: {
    readonly value: number;
    readonly n: number;
    readonly low: number;
    readonly high: number;
  } | null;
  /** Mean of 1/position, 0 where it was not found. */
  readonly mrr: number | null;
  readonly usual_depth: number;
  readonly noise: RankNoise;
  /** Checks, and those that were too shallow to tell. */
  readonly checks: number;
  readonly shallow_checks: number;
}

/** Points of one series, oldest first, and the same as `levelPoints` gives them. */
export function summarizeSeries(
  points: readonly RankPoint[],
  leveled: readonly LeveledPoint[] = levelPoints(points),
): SeriesSummary {
  const usual_depth = findUsualDepth(points);
  const telling = leveled.map(({ point }) => point);
  const found = telling.flatMap(({ position, checked_at }) => (position === null ? [] : [{ position, checked_at }]));
  const ranked = found.toSorted((one, other) => one.position - other.position);
  const best = ranked[0] ?? NONE;
  const worst = ranked.at(-1) ?? NONE;
  const current = telling.at(-1) ?? NONE;
  const n = telling.length;
  const sum = (read: (position: number) => number): number =>
    found.reduce((total, { position }) => total + read(position), 0);
  return {
    current: current.position,
    current_checked_at: current.checked_at,
    best: best.position,
    best_checked_at: best.checked_at,
    worst: worst.position,
    worst_checked_at: worst.checked_at,
    average: found.length === 0 ? null : round(sum((position) => position) / found.length, 10),
    found_share: n === 0 ? null : { value: round(found.length / n, 1000), n, ...intervalOfShare(found.length, n) },
    mrr: n === 0 ? null : round(sum((position) => 1 / position) / n, 1000),
    usual_depth,
    noise: measureNoise(leveled, leveled.at(-1)?.value ?? usual_depth),
    checks: points.length,
    shallow_checks: points.length - n,
  };
}

const NONE = { position: null, checked_at: null };

function round(value: number, by: number): number {
  return Math.round(value * by) / by;
}
