import type { Classification, GapClass } from './report.ts';

/** The first three results have most of the clicks, so there each place counts. */
const TOP = 3;
/** Past it, neighbours change places from day to day (rank-tracking 5). */
const PARITY_PLACES = 1;
/** Past page two hardly anybody clicks, whoever stands above. */
const HARDLY_SEEN_FROM = 20;

/** What a keyword is to target1, which has to rank. @param rank2 null: target2 does not rank */
export function classifyGap(rank1: number, rank2: number | null): Classification {
  if (rank2 === null) return 'target1_exclusive';
  const better = Math.min(rank1, rank2);
  if (better > HARDLY_SEEN_FROM) return 'parity';
  const gap = rank1 - rank2;
  if (gap === 0 || (better > TOP && Math.abs(gap) <= PARITY_PLACES)) return 'parity';
  return gap > 0 ? 'shared_deficit' : 'current_advantage';
}

export const GAP_CLASSES: Readonly<Record<Classification, { readonly target1: GapClass; readonly target2: GapClass }>> =
  {
    shared_deficit: { target1: 'weak', target2: 'strong' },
    current_advantage: { target1: 'strong', target2: 'weak' },
    target1_exclusive: { target1: 'unique', target2: 'missing' },
    parity: { target1: 'shared', target2: 'shared' },
  };
