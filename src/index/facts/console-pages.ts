import { z } from 'zod';

import type { RankedPage, RankedPages, RankedPagesQuery } from '../../ports/rankings.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { parseTarget } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import {
  lostSql,
  meanPosition,
  measuredClicks,
  readYearAgo,
  SortedRow,
  sortedRows,
  sumsBefore,
  sumsNow,
} from './console-figures.ts';
import { readUrls } from './console-names.ts';
import { consoleProvenance, rankingWindow } from './console-note.ts';
import { NO_KEYWORDS, type PageKeywords, readPageKeywords, selectKeywordCounts } from './console-page-keywords.ts';
import {
  type ConsoleSite,
  type GrainWindow,
  openConsoleSite,
  pickWindow,
  readCounts,
  selectSums,
} from './console-site.ts';
import { readTotals, TableSums, tableSumsOf } from './console-totals.ts';

const Answer = TableSums.extend({ total: z.int(), page: z.array(SortedRow) });
type Answer = z.infer<typeof Answer>;

/** Tables of pages hold the searches that are withheld as well; only details are split by country. */
const WHOLE_PAGES = ['page', 'detail'] as const;
const SPLIT_PAGES = ['detail', 'page'] as const;

/** Pages of a site of the caller's that showed in search results, as the engine counted them. */
export async function readConsolePages(
  database: IndexDatabase,
  query: RankedPagesQuery,
  scope: RecallScope,
): Promise<Recalled<RankedPages> | undefined> {
  const question = { target: parseTarget(query.target), place: query };
  const site = await openConsoleSite(database, question, scope, WHOLE_PAGES);
  const window = site && pickWindow(site, site.by_country.has('detail') ? SPLIT_PAGES : WHOLE_PAGES);
  if (site === undefined || window === undefined) return undefined;
  const answer = await readAnswer(site, window, query);
  const [items, totals] = await Promise.all([
    describePages(site, window, answer.page),
    readTotals(site, window, answer),
  ]);
  const value: RankedPages = {
    basis: 'console',
    window: rankingWindow(site, window),
    items,
    total_count: answer.total,
    totals,
    serps_considered: null,
  };
  return { value, sources: [consoleProvenance(site, window)] };
}

async function readAnswer(site: ConsoleSite, window: GrainWindow, query: RankedPagesQuery): Promise<Answer> {
  const { grain, current, previous } = window;
  const slices = [current, previous];
  const sums = selectSums(site, { grain, slices, by: sql`page_id`, where: sql`page_id != 0` });
  const counts = query.order === 'keywords' || query.order === 'top3' ? selectKeywordCounts(site, window) : undefined;
  const joinedRows =
    counts === undefined
      ? sql`(SELECT *, 0 AS keywords, 0 AS leading FROM (${sums}))`
      : sql`(SELECT s.*, ifNull(k.keywords, 0) AS keywords, ifNull(k.leading, 0) AS leading
          FROM (${sums}) AS s LEFT JOIN (${counts}) AS k ON k.page_id = s.page_id)`;
  const isAsked = sql`(${stateSql(window, query)})`;
  // Pages hold the withheld queries as well; what of the target stands in no keyword is told by the keywords.
  const statement = sql`SELECT countIf(${isAsked}) AS total, ${tableSumsOf(sql`1`)},
      ${sortedRows(query, ORDERS[query.order], sql`page_id`, isAsked)} AS page
    FROM ${joinedRows}`;
  return readCounts(site, Answer, statement);
}

function stateSql(window: GrainWindow, { state, traffic_min }: RankedPagesQuery): Sql {
  const isLive = sql`i0 > 0 AND c0 >= ${traffic_min}`;
  const isLost = sql`${lostSql(window)} AND c1 >= ${traffic_min}`;
  if (state === 'live') return isLive;
  return state === 'lost' ? isLost : sql`(${isLive}) OR (${isLost})`;
}

const ORDERS: Readonly<Record<RankedPagesQuery['order'], Sql>> = {
  traffic: sql`-toFloat64(c0), -toFloat64(i0)`,
  keywords: sql`-toFloat64(keywords), -toFloat64(c0)`,
  top3: sql`-toFloat64(leading), -toFloat64(c0)`,
  loss: sql`toFloat64(c0) - toFloat64(c1), -toFloat64(i1)`,
};

async function describePages(
  site: ConsoleSite,
  window: GrainWindow,
  rows: readonly SortedRow[],
): Promise<readonly RankedPage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [urls, keywords, yearAgo] = await Promise.all([
    readUrls(site, ids),
    readPageKeywords(site, window, ids),
    readYearAgo(site, window, sql`page_id`, ids),
  ]);
  return rows.map((row) => ({
    url: urls.get(row.id) ?? '',
    measured: measuredClicks(row, window, yearAgo(row.id)),
    estimated_traffic: null,
    traffic_value: null,
    position: meanPosition(sumsNow(row)),
    previous_position: window.previous === undefined ? null : meanPosition(sumsBefore(row)),
    ...pageKeywords(keywords, row.id),
    is_lost: row.i0 === 0,
  }));
}

/** Null where no table tells which queries a page showed for. */
function pageKeywords(known: ReadonlyMap<string, PageKeywords> | undefined, id: string): PageKeywords {
  return known === undefined ? NO_KEYWORDS.unknown : (known.get(id) ?? NO_KEYWORDS.none);
}
