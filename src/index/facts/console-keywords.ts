import { z } from 'zod';

import type { RankedKeyword, RankedKeywords, RankedKeywordsQuery } from '../../ports/rankings.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { parseTarget } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import {
  gainSql,
  judgeMove,
  lostSql,
  meanPosition,
  measuredClicks,
  readYearAgo,
  SortedRow,
  sortedRows,
  sumsBefore,
  sumsNow,
} from './console-figures.ts';
import { readPlacesOf } from './console-keyword-pages.ts';
import { IS_NAMED, readQueries } from './console-names.ts';
import { consoleProvenance, rankingWindow } from './console-note.ts';
import {
  type ConsoleSite,
  type GrainWindow,
  openConsoleSite,
  pickWindow,
  QUERY_GRAINS,
  readCounts,
  selectSums,
} from './console-site.ts';
import { readTotals, TableSums, tableSumsOf } from './console-totals.ts';

const Answer = TableSums.extend({
  total: z.int(),
  top3: z.int(),
  top10: z.int(),
  top20: z.int(),
  top50: z.int(),
  top100: z.int(),
  page: z.array(SortedRow),
});
type Answer = z.infer<typeof Answer>;

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
  const { total, top3, top10, top20, top50, top100, page } = answer;
  const [items, totals] = await Promise.all([describeRows(site, window, page), readTotals(site, window, answer)]);
  const value: RankedKeywords = {
    basis: 'console',
    window: rankingWindow(site, window),
    items,
    total_count: total,
    positions: { top3, top10, top20, top50, top100 },
    totals,
    serps_considered: null,
  };
  return { value, sources: [consoleProvenance(site, window)] };
}

async function readAnswer(site: ConsoleSite, window: GrainWindow, query: RankedKeywordsQuery): Promise<Answer> {
  const { grain, current, previous } = window;
  const sums = selectSums(site, { grain, slices: [current, previous], by: sql`query_id` });
  const isLost = query.include_lost ? lostSql(window) : sql`0`;
  const isAsked = sql`${IS_NAMED} AND ((i0 > 0 AND p0 <= ${query.max_position} * i0) OR ${isLost})`;
  const upTo = (position: number): Sql => sql`countIf(${IS_NAMED} AND i0 > 0 AND p0 <= ${position} * i0)`;
  const statement = sql`SELECT countIf(${isAsked}) AS total, ${upTo(3)} AS top3, ${upTo(10)} AS top10, ${upTo(20)} AS top20,
      ${upTo(50)} AS top50, ${upTo(100)} AS top100, ${tableSumsOf(IS_NAMED)},
      ${sortedRows(query, ORDERS[query.order], sql`query_id`, isAsked)} AS page
    FROM (${sums})`;
  return readCounts(site, Answer, statement);
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

async function describeRows(
  site: ConsoleSite,
  window: GrainWindow,
  rows: readonly SortedRow[],
): Promise<readonly RankedKeyword[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [queries, places, yearAgo] = await Promise.all([
    readQueries(site, ids),
    readPlacesOf(site, window, ids),
    readYearAgo(site, window, sql`query_id`, ids),
  ]);
  return rows.map((row) => {
    const found = places.get(row.id);
    return {
      keyword: queries.get(row.id) ?? '',
      url: found?.url ?? null,
      position: meanPosition(sumsNow(row)),
      position_kind: 'average',
      previous_position: window.previous === undefined ? null : meanPosition(sumsBefore(row)),
      movement: judgeMove(row, window),
      checked_at: null,
      measured: measuredClicks(row, window, yearAgo(row.id)),
      estimated_traffic: null,
      traffic_value: null,
      features: null,
      url_figures: found?.url_figures ?? null,
      others: found?.others ?? [],
      facts: [],
      device: null,
    };
  });
}
