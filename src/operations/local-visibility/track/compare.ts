import { usualNoise } from '../../../tracking/noise.ts';
import { measure } from './metrics.ts';
import type { Cell, VisibilityReport } from './report.ts';

/** A search now, and the newest kept check of the same search before it. */
export interface CellPair {
  readonly now: Cell;
  readonly before: Cell | undefined;
}

type CellChange = NonNullable<Cell['change']>;

/**
 * A position against the one before. Two checks within twice the usual noise of their level say nothing; outside the listings
 * counts as the place after the last of them (rank-tracking 8).
 */
export function compareCells({ now, before }: CellPair): Cell['change'] {
  if (before === undefined) return null;
  const { position: to } = now;
  const { position: from, checked_at: from_checked_at } = before;
  const isKnown = now.in_pack !== null && before.in_pack !== null;
  const [start, end] = [placeOf(before), placeOf(now)];
  return {
    from,
    to,
    from_checked_at,
    kind: isKnown ? kindOf(from, to) : 'unknown',
    within_noise: !isKnown || Math.abs(end - start) <= 2 * usualNoise((start + end) / 2),
  };
}

function placeOf({ position, pack }: Cell): number {
  return position ?? pack.length + 1;
}

function kindOf(from: number | null, to: number | null): CellChange['kind'] {
  if (from === null) return to === null ? 'same' : 'entered';
  if (to === null) return 'left';
  return from === to ? 'same' : 'moved';
}

/** The searches that showed local results both times; null where there is none. Shares differ where their intervals do not overlap. */
export function compareChecks(pairs: readonly CellPair[]): VisibilityReport['comparison'] {
  const both = pairs.flatMap(({ now, before }) =>
    before !== undefined && now.in_pack !== null && before.in_pack !== null ? [{ now, before }] : [],
  );
  const [first, ...rest] = both.map(({ before }) => before.checked_at).toSorted();
  if (first === undefined) return null;
  const then = measure(both.map(({ before }) => before));
  const today = measure(both.map(({ now }) => now));
  const kinds = both.map(({ now }) => now.change?.kind);
  const count = (kind: CellChange['kind']): number => kinds.filter((each) => each === kind).length;
  const beyond = both.filter(({ now }) => now.change?.within_noise === false);
  return {
    cells: both.length,
    checked_from: first,
    checked_to: rest.at(-1) ?? first,
    visibility_share_before: then.visibility_share,
    visibility_share_now: today.visibility_share,
    average_rank_before: then.average_rank,
    average_rank_now: today.average_rank,
    solv_before: then.solv,
    solv_now: today.solv,
    entered: count('entered'),
    left: count('left'),
    moved: count('moved'),
    cells_beyond_noise: beyond.length,
    within_noise: isOverlapping(then.visibility_share, today.visibility_share) && isOverlapping(then.solv, today.solv),
  };
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

function isOverlapping(one: Interval | null, other: Interval | null): boolean {
  return one === null || other === null || (one.low <= other.high && other.low <= one.high);
}
