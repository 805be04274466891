import { z } from 'zod';

import type { RankedPage } from '../../ports/rankings.ts';
import { type Sql, sql } from '../database/sql.ts';
import { meanPosition } from './console-figures.ts';
import { IS_NAMED, readQueries } from './console-names.ts';
import { type ConsoleSite, type GrainWindow, selectSums } from './console-site.ts';
import { cutSlice, type Slice } from './console-windows.ts';

export type PageKeywords = Pick<
  RankedPage,
  'keyword_count' | 'top3' | 'top10' | 'new' | 'lost' | 'improved' | 'declined' | 'top_keyword' | 'keywords'
>;

/** The keyword that brings most, and ten more. */
const KEYWORDS_MAX = 11;

const Row = z.object({
  id: z.string(),
  shown: z.int(),
  top3: z.int(),
  top10: z.int(),
  fresh: z.int(),
  lost: z.int(),
  improved: z.int(),
  declined: z.int(),
  best: z.array(z.tuple([z.number(), z.number(), z.string(), z.number(), z.number(), z.number()])),
});

const COUNTS = { keyword_count: null, top3: null, top10: null, new: null, lost: null, improved: null, declined: null };
const ZEROS = { keyword_count: 0, top3: 0, top10: 0, new: 0, lost: 0, improved: 0, declined: 0 };

export const NO_KEYWORDS: { readonly unknown: PageKeywords; readonly none: PageKeywords } = {
  unknown: { ...COUNTS, top_keyword: null, keywords: [] },
  none: { ...ZEROS, top_keyword: null, keywords: [] },
};

interface DetailSlices {
  readonly current: Slice;
  readonly previous: Slice | undefined;
}

/** Details of the days of a window; undefined where there are none. */
function detailsOf({ days }: ConsoleSite, window: GrainWindow): DetailSlices | undefined {
  const rows = days.get('detail') ?? [];
  const current = cutSlice(rows, window.current);
  return current && { current, previous: window.previous && cutSlice(rows, window.previous) };
}

/** Pages with the keywords that they show for now, and with those in the first three; undefined where nobody knows. */
export function selectKeywordCounts(site: ConsoleSite, window: GrainWindow): Sql | undefined {
  const details = detailsOf(site, window);
  if (details === undefined) return undefined;
  const pairs = selectPairs(site, [details.current], sql`page_id != 0`);
  return sql`SELECT page_id, countIf(i0 > 0) AS keywords, countIf(i0 > 0 AND p0 <= 3 * i0) AS leading FROM (${pairs}) GROUP BY page_id`;
}

/** Keywords of some pages by the page's id, and how their mean positions moved: see `judgeMove`. */
export async function readPageKeywords(
  site: ConsoleSite,
  window: GrainWindow,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PageKeywords> | undefined> {
  const details = detailsOf(site, window);
  if (details === undefined) return undefined;
  const slices = [details.current, details.previous];
  const pairs = selectPairs(site, slices, sql`page_id IN ${ids.map(BigInt)}`);
  const both = sql`i0 > 0 AND i1 > 0`;
  const statement = sql`SELECT toString(page_id) AS id, countIf(i0 > 0) AS shown, countIf(i0 > 0 AND p0 <= 3 * i0) AS top3,
      countIf(i0 > 0 AND p0 <= 10 * i0) AS top10, countIf(i0 > 0 AND i1 = 0) AS fresh, countIf(i0 = 0 AND i1 > 0) AS lost,
      countIf(${both} AND p1 / i1 - p0 / i0 >= 1) AS improved, countIf(${both} AND p0 / i0 - p1 / i1 >= 1) AS declined,
      groupArraySortedIf(${KEYWORDS_MAX})((-toFloat64(c0), -toFloat64(i0), toString(query_id), c0, i0, p0), i0 > 0) AS best
    FROM (${pairs}) GROUP BY page_id`;
  const rows = await site.database.rows(Row, statement, site.scope.signal);
  const queries = await readQueries(
    site,
    rows.flatMap(({ best }) => best.map(([, , query]) => query)),
  );
  const isCompared = details.previous !== undefined;
  return new Map(rows.map((row) => [row.id, describeKeywords(row, queries, isCompared)]));
}

function selectPairs(site: ConsoleSite, slices: readonly (Slice | undefined)[], pages: Sql): Sql {
  return selectSums(site, {
    grain: 'detail',
    slices,
    by: sql`page_id, query_id`,
    where: sql`${pages} AND ${IS_NAMED}`,
  });
}

function describeKeywords(
  row: z.infer<typeof Row>,
  queries: ReadonlyMap<string, string>,
  isCompared: boolean,
): PageKeywords {
  const best = row.best.map(([, , query, clicks, impressions, position_sum]) => ({
    keyword: queries.get(query) ?? '',
    position: meanPosition({ clicks, impressions, position_sum }),
    clicks,
  }));
  const [top, ...others] = best;
  return {
    keyword_count: row.shown,
    top3: row.top3,
    top10: row.top10,
    new: isCompared ? row.fresh : null,
    lost: isCompared ? row.lost : null,
    improved: isCompared ? row.improved : null,
    declined: isCompared ? row.declined : null,
    top_keyword: top?.keyword ?? null,
    keywords: others,
  };
}
