import type { NoisePoint } from './noise.ts';
import type { RankPoint } from './point.ts';

/** A point that says something, with its place as arithmetic takes it. */
export interface LeveledPoint extends NoisePoint {
  readonly point: RankPoint;
  /** When it was checked, in milliseconds. */
  readonly at_ms: number;
  /** The place, or one more than the usual depth for everything beyond it: a place there is no number that anybody measured. */
  readonly value: number;
}

/** Results that most checks of a series ask for; of two depths that are equally usual the deeper one. */
export function findUsualDepth(points: readonly Pick<RankPoint, 'depth_asked'>[]): number {
  const depths = [...Map.groupBy(points, ({ depth_asked }) => depth_asked)];
  const [usual] = depths.sort(([one, ones], [other, others]) => others.length - ones.length || other - one);
  return usual?.[0] ?? 0;
}

/** A check that is shallower than usual and does not show the target cannot tell whether it fell out. */
export function isConclusive({ position, depth_asked, ended }: RankPoint, usualDepth: number): boolean {
  return position !== null || ended === 'no_more_results' || depth_asked >= usualDepth;
}

/** The points that say something, in their order. */
export function levelPoints(points: readonly RankPoint[], usualDepth = findUsualDepth(points)): LeveledPoint[] {
  return points
    .filter((point) => isConclusive(point, usualDepth))
    .map((point) => ({
      point,
      position: point.position,
      at_ms: Date.parse(point.checked_at),
      value: Math.min(point.position ?? Number.POSITIVE_INFINITY, usualDepth + 1),
    }));
}
