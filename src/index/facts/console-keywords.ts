import { z } from 'zod';

import type { PositionCounts, RankedKeyword, RankedKeywords, RankedKeywordsQuery } from '../../ports/rankings.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { parseTarget } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { gainSql, judgeMove, meanPosition, measuredClicks, NO_SUMS, type Sums } from './console-figures.ts';
import { readPlacesOf, type QueryPlaces } from './console-keyword-pages.ts';
import { IS_NAMED, readQueries } from './console-names.ts';
import { consoleProvenance, rankingWindow } from './console-note.ts';
import {
  type ConsoleSite,
  type GrainWindow,
  openConsoleSite,
  pickWindow,
  QUERY_GRAINS,
  selectSums,
  sortedRows,
} from './console-site.ts';
import { readTotals, type TableSums } from './console-totals.ts';

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
  top3: z.int(),
  top10: z.int(),
  top20: z.int(),
  top50: z.int(),
  top100: z.int(),
  clicks: z.number(),
  impressions: z.number(),
  previous_clicks: z.number(),
  previous_impressions: z.number(),
  named_clicks: z.number(),
  named_impressions: z.number(),
  page: z.array(Row),
});
type Answer = z.infer<typeof Answer>;

interface QueryRow {
  readonly id: string;
  readonly now: Sums;
  readonly before: Sums;
}

/** Queries for which a site of the caller's showed, as the engine counted them. */
export async function readConsoleKeywords(
  database: IndexDatabase,
  query: RankedKeywordsQuery,
  scope: RecallScope,
): Promise<Recalled<RankedKeywords> | undefined> {
  const question = { target: parseTarget(query.target), place: query };
  const site = await openConsoleSite(database, question, scope, QUERY_GRAINS);
  const window = site && pickWindow(site, QUERY_GRAINS);
  if (site === undefined || window === undefined) return undefined;
  const answer = await readAnswer(site, window, query);
  const rows = answer.page.map(rowOf);
  const [items, totals] = await Promise.all([
    describeRows(site, window, rows),
    readTotals(site, window, answer satisfies TableSums),
  ]);
  const value: RankedKeywords = {
    basis: 'console',
    window: rankingWindow(site, window),
    items,
    total_count: answer.total,
    positions: positionsOf(answer),
    totals,
    serps_considered: null,
  };
  return { value, sources: [consoleProvenance(site, window)] };
}

async function readAnswer(site: ConsoleSite, window: GrainWindow, query: RankedKeywordsQuery): Promise<Answer> {
  const { grain, current, previous } = window;
  const slices = [current, previous];
  const sums = selectSums(site, { grain, slices, by: sql`query_id` });
  const { orders, isAsked } = askedRows(window, query);
  const upTo = (position: number): Sql => sql`countIf(${IS_NAMED} AND i0 > 0 AND p0 <= ${position} * i0)`;
  const named = (column: Sql): Sql => sql`sumIf(${column}, ${IS_NAMED})`;
  const statement = sql`SELECT countIf(${isAsked}) AS total, ${upTo(3)} AS top3, ${upTo(10)} AS top10, ${upTo(20)} AS top20,
      ${upTo(50)} AS top50, ${upTo(100)} AS top100, sum(c0) AS clicks, sum(i0) AS impressions, sum(c1) AS previous_clicks,
      sum(i1) AS previous_impressions, ${named(sql`c0`)} AS named_clicks, ${named(sql`i0`)} AS named_impressions,
      ${sortedRows(query, orders, sql`query_id`, isAsked)} AS page
    FROM (${sums})`;
  const [answer] = await site.database.rows(Answer, statement, site.scope.signal);
  if (answer === undefined) throw new Error('The engine counted nothing at all.');
  return answer;
}

/** Which rows are asked for, and what they are ordered by, smallest first; equal ones by their id. */
function askedRows(
  { previous, current, row_days }: GrainWindow,
  { include_lost, max_position, order }: RankedKeywordsQuery,
): { readonly orders: Sql; readonly isAsked: Sql } {
  // A row that was cut off is not known to be lost.
  const areLostKnown = include_lost && previous !== undefined && !(current.is_cut && row_days > 1);
  const isLost = areLostKnown ? sql`(i0 = 0 AND i1 > 0)` : sql`0`;
  const isAsked = sql`${IS_NAMED} AND ((i0 > 0 AND p0 <= ${max_position} * i0) OR ${isLost})`;
  return { orders: ORDERS[order], isAsked };
}

/** A console knows neither volumes nor prices: impressions stand for the one, clicks for the other. */
const ORDERS: Readonly<Record<RankedKeywordsQuery['order'], Sql>> = {
  traffic: sql`-toFloat64(c0), -toFloat64(i0)`,
  cpc: sql`-toFloat64(c0), -toFloat64(i0)`,
  volume: sql`-toFloat64(i0), -toFloat64(c0)`,
  position: sql`if(i0 = 0, 1e9, p0 / i0), -toFloat64(i0)`,
  gain: sql`-${gainSql(sql`i0`, sql`p0`)}, -toFloat64(i0)`,
  loss: sql`toFloat64(c0) - toFloat64(c1), -toFloat64(i1)`,
};

function rowOf([_first, _second, id, c0, i0, p0, c1, i1, p1]: z.infer<typeof Row>): QueryRow {
  return {
    id,
    now: { clicks: c0, impressions: i0, position_sum: p0 },
    before: { clicks: c1, impressions: i1, position_sum: p1 },
  };
}

function positionsOf({ top3, top10, top20, top50, top100 }: Answer): PositionCounts {
  return { top3, top10, top20, top50, top100 };
}

async function describeRows(
  site: ConsoleSite,
  window: GrainWindow,
  rows: readonly QueryRow[],
): Promise<readonly RankedKeyword[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [queries, places, yearAgo] = await Promise.all([
    readQueries(site, ids),
    readPlacesOf(site, window, ids),
    readYearAgo(site, window, ids),
  ]);
  return rows.map((row) => {
    const found = places.get(row.id);
    return rankedKeyword(window, row, queries.get(row.id) ?? '', found, yearAgo && (yearAgo.get(row.id) ?? NO_SUMS));
  });
}

const YearRow = z.object({ id: z.string(), c0: z.number(), i0: z.number(), p0: z.number() });

/** Only of the rows that are answered: a year ago puts nothing in order. */
async function readYearAgo(
  site: ConsoleSite,
  { grain, year_ago }: GrainWindow,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Sums> | undefined> {
  if (year_ago === undefined) return undefined;
  const where = sql`query_id IN ${ids.map(BigInt)}`;
  const sums = selectSums(site, { grain, slices: [year_ago], by: sql`query_id`, where });
  const statement = sql`SELECT toString(query_id) AS id, c0, i0, p0 FROM (${sums})`;
  const rows = await site.database.rows(YearRow, statement, site.scope.signal);
  return new Map(rows.map(({ id, c0, i0, p0 }) => [id, { clicks: c0, impressions: i0, position_sum: p0 }]));
}

function rankedKeyword(
  window: GrainWindow,
  { now, before }: QueryRow,
  keyword: string,
  places: QueryPlaces | undefined,
  yearAgo: Sums | undefined,
): RankedKeyword {
  const { previous } = window;
  return {
    keyword,
    url: places?.url ?? null,
    position: meanPosition(now),
    position_kind: 'average',
    previous_position: previous === undefined ? null : meanPosition(before),
    movement: judgeMove(now, before, window),
    checked_at: null,
    measured: measuredClicks(now, previous && before, yearAgo),
    estimated_traffic: null,
    traffic_value: null,
    features: null,
    url_figures: places?.url_figures ?? null,
    others: places?.others ?? [],
    facts: [],
    device: null,
  };
}
