import { z } from 'zod';

import { readDataLines } from '../../kernel/data.ts';
import type { MeasuredClicks, RankedKeyword } from '../../ports/rankings.ts';
import { arrayOf, type Sql, sql } from '../database/sql.ts';
import { type ConsoleSite, type GrainWindow, selectSums } from './console-site.ts';

/** What `selectSums` answers of one slice. */
const SliceSums = z.object({ c0: z.number(), i0: z.number(), p0: z.number() });

/** What it answers of a window and the one before. */
export const WindowSums = SliceSums.extend({ c1: z.number(), i1: z.number(), p1: z.number() });
export type WindowSums = z.infer<typeof WindowSums>;
export const SUM_COLUMNS: Sql = sql`c0, i0, p0, c1, i1, p1`;

/** Clicks, impressions and summed positions of a window. */
export interface Sums {
  readonly clicks: number;
  readonly impressions: number;
  readonly position_sum: number;
}

export function sumsNow({ c0, i0, p0 }: z.infer<typeof SliceSums>): Sums {
  return { clicks: c0, impressions: i0, position_sum: p0 };
}

export function sumsBefore({ c1, i1, p1 }: WindowSums): Sums {
  return { clicks: c1, impressions: i1, position_sum: p1 };
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
export function judgeMove(row: WindowSums, { previous, current, row_days }: GrainWindow): RankedKeyword['movement'] {
  if (previous === undefined) return null;
  if (row.i0 === 0) return mayBeCut(current, row_days) ? null : 'lost';
  if (row.i1 === 0) return mayBeCut(previous, row_days) ? null : 'new';
  const [from, to] = [meanPosition(sumsBefore(row)), meanPosition(sumsNow(row))];
  if (from === null || to === null) return null;
  if (from - to >= MOVE_PLACES_MIN) return 'up';
  return to - from >= MOVE_PLACES_MIN ? 'down' : 'same';
}

/** Only exports of a period leave out rows without saying so. */
function mayBeCut({ is_cut }: { readonly is_cut: boolean }, rowDays: number): boolean {
  return is_cut && rowDays > 1;
}

/** What had impressions before and has none now: a row that may have been cut off is not known to be lost. */
export function lostSql({ previous, current, row_days }: GrainWindow): Sql {
  return previous === undefined || mayBeCut(current, row_days) ? sql`0` : sql`(i0 = 0 AND i1 > 0)`;
}

/** @param yearAgo undefined where the property has no figures of that time */
export function measuredClicks(row: WindowSums, { previous }: GrainWindow, yearAgo?: Sums): MeasuredClicks {
  return {
    clicks: row.c0,
    impressions: row.i0,
    previous_clicks: previous === undefined ? null : row.c1,
    previous_impressions: previous === undefined ? null : row.i1,
    year_ago_clicks: yearAgo?.clicks ?? null,
    year_ago_impressions: yearAgo?.impressions ?? null,
  };
}

const NO_SUMS: Sums = { clicks: 0, impressions: 0, position_sum: 0 };
const YearRow = SliceSums.extend({ id: z.string() });

/** Figures of a year ago by `query_id` or `page_id`. Only of rows that are answered: a year ago puts nothing in order. */
export async function readYearAgo(
  site: ConsoleSite,
  { grain, year_ago }: GrainWindow,
  by: Sql,
  ids: readonly string[],
): Promise<(id: string) => Sums | undefined> {
  if (year_ago === undefined) return () => undefined;
  const where = sql`${by} IN ${ids.map(BigInt)}`;
  const sums = selectSums(site, { grain, slices: [year_ago], by, where });
  const statement = sql`SELECT toString(${by}) AS id, c0, i0, p0 FROM (${sums})`;
  const rows = await site.database.rows(YearRow, statement, site.scope.signal);
  const known = new Map(rows.map((row) => [row.id, sumsNow(row)]));
  return (id) => known.get(id) ?? NO_SUMS;
}

export const SortedRow = WindowSums.extend({ id: z.string() });
export type SortedRow = z.infer<typeof SortedRow>;

interface RowPage {
  readonly limit: number;
  readonly offset?: number;
}

/** Rows of two windows by two orders, then by id; ids become texts only here, as JSON cuts numbers of 64 bits. */
export function sortedRows({ limit, offset = 0 }: RowPage, orders: Sql, id: Sql, isAsked: Sql): Sql {
  const first = sql`groupArraySortedIf(${offset + limit})((${orders}, ${id}, ${SUM_COLUMNS}), ${isAsked})`;
  return sql`arrayMap(row -> CAST((toString(row.3), row.4, row.5, row.6, row.7, row.8, row.9),
    'Tuple(id String, c0 UInt64, i0 UInt64, p0 Float64, c1 UInt64, i1 UInt64, p1 Float64)'), arraySlice(${first}, ${offset + 1}))`;
}

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
