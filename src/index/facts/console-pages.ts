import { z } from 'zod';

import type { ConsoleTotals, RankedPage, RankedPages, RankedPagesQuery } from '../../ports/rankings.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { parseTarget } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { meanPosition, measuredClicks, NO_SUMS, type Sums } from './console-figures.ts';
import { readUrls } from './console-names.ts';
import { consoleProvenance, rankingWindow } from './console-note.ts';
import { NO_KEYWORDS, type PageKeywords, readPageKeywords, selectKeywordCounts } from './console-page-keywords.ts';
import {
  type ConsoleSite,
  type GrainWindow,
  openConsoleSite,
  pickWindow,
  selectSums,
  sortedRows,
} from './console-site.ts';
import { readTotals } from './console-totals.ts';

const Row = z.tuple([
  z.number(),
  z.number(),
  z.string(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
]);

const Answer = z.object({
  total: z.int(),
  clicks: z.number(),
  impressions: z.number(),
  previous_clicks: z.number(),
  previous_impressions: z.number(),
  page: z.array(Row),
});
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
    readPageTotals(site, window, answer),
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
  const statement = sql`SELECT countIf(${isAsked}) AS total, sum(c0) AS clicks, sum(i0) AS impressions, sum(c1) AS previous_clicks,
      sum(i1) AS previous_impressions,
      ${sortedRows(query, ORDERS[query.order], sql`page_id`, isAsked)} AS page
    FROM ${joinedRows}`;
  const [answer] = await site.database.rows(Answer, statement, site.scope.signal);
  if (answer === undefined) throw new Error('The engine counted nothing at all.');
  return answer;
}

/** A page without impressions now is lost; where rows may have been cut off nobody knows. */
function stateSql({ current, previous, row_days }: GrainWindow, { state, traffic_min }: RankedPagesQuery): Sql {
  const isLive = sql`i0 > 0 AND c0 >= ${traffic_min}`;
  const areLostKnown = previous !== undefined && !(current.is_cut && row_days > 1);
  const isLost = areLostKnown ? sql`i0 = 0 AND i1 > 0 AND c1 >= ${traffic_min}` : sql`0`;
  if (state === 'live') return isLive;
  return state === 'lost' ? isLost : sql`(${isLive}) OR (${isLost})`;
}

const ORDERS: Readonly<Record<RankedPagesQuery['order'], Sql>> = {
  traffic: sql`-toFloat64(c0), -toFloat64(i0)`,
  keywords: sql`-toFloat64(keywords), -toFloat64(c0)`,
  top3: sql`-toFloat64(leading), -toFloat64(c0)`,
  loss: sql`toFloat64(c0) - toFloat64(c1), -toFloat64(i1)`,
};

/** Pages hold the withheld queries as well; what of the target stands in no keyword is told by the keywords. */
async function readPageTotals(site: ConsoleSite, window: GrainWindow, answer: Answer): Promise<ConsoleTotals> {
  const totals = await readTotals(site, window, {
    ...answer,
    named_clicks: answer.clicks,
    named_impressions: answer.impressions,
  });
  return totals;
}

async function describePages(
  site: ConsoleSite,
  window: GrainWindow,
  rows: Answer['page'],
): Promise<readonly RankedPage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(([, , id]) => id);
  const [urls, keywords, yearAgo] = await Promise.all([
    readUrls(site, ids),
    readPageKeywords(site, window, ids),
    readYearAgo(site, window, ids),
  ]);
  return rows.map(([, , id, c0, i0, p0, c1, i1, p1]) => {
    const now = { clicks: c0, impressions: i0, position_sum: p0 };
    const before = { clicks: c1, impressions: i1, position_sum: p1 };
    const hasBefore = window.previous !== undefined;
    return {
      url: urls.get(id) ?? '',
      measured: measuredClicks(now, hasBefore ? before : undefined, yearAgo && (yearAgo.get(id) ?? NO_SUMS)),
      estimated_traffic: null,
      traffic_value: null,
      position: meanPosition(now),
      previous_position: hasBefore ? meanPosition(before) : null,
      ...pageKeywords(keywords, id),
      is_lost: i0 === 0,
    };
  });
}

/** Null where no table tells which queries a page showed for. */
function pageKeywords(known: ReadonlyMap<string, PageKeywords> | undefined, id: string): PageKeywords {
  return known === undefined ? NO_KEYWORDS.unknown : (known.get(id) ?? NO_KEYWORDS.none);
}

const YearRow = z.object({ id: z.string(), c0: z.number(), i0: z.number(), p0: z.number() });

async function readYearAgo(
  site: ConsoleSite,
  { grain, year_ago }: GrainWindow,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Sums> | undefined> {
  if (year_ago === undefined) return undefined;
  const where = sql`page_id IN ${ids.map(BigInt)}`;
  const sums = selectSums(site, { grain, slices: [year_ago], by: sql`page_id`, where });
  const statement = sql`SELECT toString(page_id) AS id, c0, i0, p0 FROM (${sums})`;
  const rows = await site.database.rows(YearRow, statement, site.scope.signal);
  return new Map(rows.map(({ id, c0, i0, p0 }) => [id, { clicks: c0, impressions: i0, position_sum: p0 }]));
}
