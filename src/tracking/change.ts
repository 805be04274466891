import { median } from '../keywords/months.ts';
import { findUsualDepth, isConclusive, type LeveledPoint, levelPoints } from './level.ts';
import { measureNoise, type RankNoise, usualNoise } from './noise.ts';
import type { RankPoint } from './point.ts';

export const CHANGE_KINDS = ['same', 'moved', 'lost', 'new', 'unknown'] as const;
type ChangeKind = (typeof CHANGE_KINDS)[number];

/** From one check to the next. */
export interface RankChange {
  readonly from: number | null;
  readonly to: number | null;
  readonly from_checked_at: string;
  readonly to_checked_at: string;
  /** `lost`: it was found and is not; `new`: the other way round; `unknown`: the check was too shallow to tell. */
  readonly kind: ChangeKind;
  /** Two checks that differ by no more than twice the noise: nobody can say that anything moved. */
  readonly within_noise: boolean;
  /** The last three checks confirm it. */
  readonly significant: boolean;
  readonly noise: RankNoise;
  /** The same in words: `lost (was 8, now beyond 30)`. */
  readonly words: string;
}

/** The newest point against the one before it; null for the first. Points of one series, oldest first, and as `levelPoints` gives them. */
export function compareLatest(
  points: readonly RankPoint[],
  leveled: readonly LeveledPoint[] = levelPoints(points),
): RankChange | null {
  const [before, latest] = points.slice(-2);
  if (before === undefined || latest === undefined) return null;
  const depth = findUsualDepth(points);
  const ends = { from: before.position, to: latest.position };
  const times = { from_checked_at: before.checked_at, to_checked_at: latest.checked_at };
  const known = leveled.at(-2);
  const newest = leveled.at(-1);
  if (!isConclusive(latest, depth) || known === undefined || newest === undefined) {
    const noise = measureNoise(leveled, newest?.value ?? depth);
    const words = `not among the first ${latest.depth_checked}, which is too few to tell whether it moved`;
    return { ...ends, ...times, kind: 'unknown', within_noise: true, significant: false, noise, words };
  }
  const noise = measureNoise(leveled, (known.value + newest.value) / 2);
  // The check before may have been too shallow to tell; the comparison is with the last one that was not.
  const from = known.point.position;
  const to = newest.point.position;
  const within_noise = Math.abs(newest.value - known.value) <= 2 * noise.sigma;
  return {
    from,
    to,
    from_checked_at: known.point.checked_at,
    to_checked_at: newest.point.checked_at,
    kind: kindOf(known, newest),
    within_noise,
    significant: judgeLatest(leveled) !== null,
    noise,
    words: describeChange(known, newest, within_noise),
  };
}

function kindOf(before: LeveledPoint, after: LeveledPoint): ChangeKind {
  const [from, to] = [before.point.position, after.point.position];
  if (before.value === after.value && (from === null) !== (to === null)) return 'unknown';
  if (from !== null && to === null) return 'lost';
  if (from === null && to !== null) return 'new';
  return from === to ? 'same' : 'moved';
}

/** Never the words of a gain or loss inside the noise. */
function describeChange(before: LeveledPoint, after: LeveledPoint, withinNoise: boolean): string {
  const [from, to] = [before.point.position, after.point.position];
  const beyond = (at: LeveledPoint): string => `beyond ${at.point.depth_checked}`;
  const was = from === null ? beyond(before) : String(from);
  const now = to === null ? beyond(after) : String(to);
  if (from === to) return to === null ? `still ${now}` : `still ${to}`;
  if (withinNoise) return `${was} before, ${now} now, which is within the noise`;
  if (to === null) return `lost (was ${was}, now ${now})`;
  if (from === null) return `new at ${to} (was ${was})`;
  return `${to < from ? 'up' : 'down'} from ${from} to ${to}`;
}

/** A change that more than one check shows. */
export interface SignificantChange {
  /** First check after the change. */
  readonly at: string;
  /** Last check before it. */
  readonly after: string;
  /** Median of up to three checks before; null: beyond the depth. */
  readonly from: number | null;
  /** Median of the three checks since. */
  readonly to: number | null;
  readonly direction: 'up' | 'down';
  /** `beyond_noise`: the medians differ by more than twice the noise. `persisted`: each of three checks differs by more than the noise. */
  readonly shown_by: 'beyond_noise' | 'persisted';
  readonly sigma: number;
}

const WINDOW = 3;

/** What the last three checks say against the three before; null: nothing more than noise. Points as `levelPoints` gives them. */
export function judgeLatest(points: readonly LeveledPoint[]): SignificantChange | null {
  return judgeAt(points, points.length - WINDOW, measureNoise(points, 0));
}

/**
 * Whether the three checks from one on differ from the three before (rank-tracking 8): their medians by more than twice the
 * noise, or, against at least one check, each of them in the same direction by more than the noise.
 */
function judgeAt(points: readonly LeveledPoint[], start: number, noise: RankNoise): SignificantChange | null {
  const before = points.slice(Math.max(0, start - WINDOW), Math.max(0, start));
  const since = points.slice(Math.max(0, start), start + WINDOW);
  const [first, last] = [since[0], before.at(-1)];
  if (first === undefined || last === undefined || since.length < WINDOW) return null;
  const [from, to] = [median(before.map(({ value }) => value)), median(since.map(({ value }) => value))];
  const sigma = sigmaAt(noise, (from + to) / 2);
  const isBeyond = before.length === WINDOW && Math.abs(to - from) > 2 * sigma;
  const direction = Math.sign(to - from);
  const hasPersisted = direction !== 0 && since.every(({ value }) => (value - from) * direction > sigma);
  if (!isBeyond && !hasPersisted) return null;
  return {
    at: first.point.checked_at,
    after: last.point.checked_at,
    from: placeOf(before, from),
    to: placeOf(since, to),
    direction: direction < 0 ? 'up' : 'down',
    shown_by: isBeyond ? 'beyond_noise' : 'persisted',
    sigma,
  };
}

/** The usual noise is one of the level, not of the series. */
function sigmaAt({ basis, sigma }: RankNoise, level: number): number {
  return basis === 'measured' ? sigma : usualNoise(level);
}

/** A median that lies beyond the depth is no place. */
function placeOf(points: readonly LeveledPoint[], middle: number): number | null {
  const isBeyond = points.some(({ point, value }) => point.position === null && value <= middle);
  return isBeyond ? null : middle;
}

/** All of a series, oldest first; where neighbouring checks show the same change, the one that shows it most. */
export function listSignificantChanges(points: readonly LeveledPoint[]): SignificantChange[] {
  const noise = measureNoise(points, 0);
  const found: SignificantChange[] = [];
  for (let start = 1; start + WINDOW <= points.length; start += 1) {
    const first = judgeAt(points, start, noise);
    if (first === null) continue;
    const steps = [0, 1, 2].filter((step) => judgeAt(points, start + step, noise) !== null);
    const step = steps.reduce((best, each) =>
      separationAt(points, start + each) > separationAt(points, start + best) ? each : best,
    );
    found.push(judgeAt(points, start + step, noise) ?? first);
    start += step + WINDOW - 1;
  }
  return found;
}

/** How far the checks from one on lie from those before: a window that holds both lies nearer. */
function separationAt(points: readonly LeveledPoint[], start: number): number {
  const mean = (part: readonly LeveledPoint[]): number => part.reduce((sum, { value }) => sum + value, 0) / part.length;
  return Math.abs(mean(points.slice(start, start + WINDOW)) - mean(points.slice(Math.max(0, start - WINDOW), start)));
}
