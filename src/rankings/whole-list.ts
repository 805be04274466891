import { z } from 'zod';

import type { RankingBasis } from '../ports/rankings.ts';

interface RowPage {
  readonly limit: number;
  readonly offset: number;
}

/** How far the order of a list holds. */
export const Sorted = z
  .enum(['list', 'page'])
  .describe(
    'list: the whole list is in order. page: the source decides which rows are on a page; only these are in order.',
  );
type Sorted = z.infer<typeof Sorted>;

/** Rows that are read to put a page of them in order. */
const WHOLE_ROWS_MAX = 1000;

interface RowList {
  readonly basis: RankingBasis;
  readonly total_count: number | null;
  readonly items: readonly unknown[];
}

/**
 * The list that a page is of, where that has to be put in order by figures of ours: a source orders by what it knows, so that rows of a
 * later page may belong before those of the first. Lists of the index are read whole, which costs nothing, if they are short enough; a
 * provider is paid by the row, and its order stands from one page to the next.
 *
 * @param first the page as the source has it
 * @returns `skipped`: rows of the list, in our order, before those of the page
 */
export async function readWholeList<List extends RowList>(
  first: List,
  { offset }: Pick<RowPage, 'offset'>,
  ask: (page: RowPage) => Promise<List>,
): Promise<{ readonly found: List; readonly skipped: number; readonly sorted: Sorted }> {
  const { basis, total_count: total } = first;
  const isWhole = total !== null && offset === 0 && first.items.length >= total;
  if (isWhole || basis === 'provider' || total === null || total === 0 || total > WHOLE_ROWS_MAX)
    return { found: first, skipped: 0, sorted: isWhole ? 'list' : 'page' };
  return { found: await ask({ limit: total, offset: 0 }), skipped: offset, sorted: 'list' };
}

/** How many rows of a list pass a filter of ours: what it left out is known of the rows alone that were read. */
export function countKept({ total_count: total, items }: Omit<RowList, 'basis'>, kept: number): number | null {
  if (total === null || kept === items.length) return total;
  return total <= items.length ? kept : null;
}
