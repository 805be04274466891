import { z } from 'zod';

import type { RankedPage, RankedPagesQuery } from '../../../ports/rankings.ts';
import { type Sql, sql } from '../../database/sql.ts';
import type { RankingParts } from './keywords.ts';
import { countChecks, organicItems, rateAt, standingStatement } from './standing.ts';

const Keyword = z.tuple([z.int(), z.string()]);

const PageRow = z.object({
  url: z.string(),
  keyword_count: z.int(),
  top3: z.int(),
  top10: z.int(),
  compared: z.int(),
  appeared: z.int(),
  lost: z.int(),
  improved: z.int(),
  declined: z.int(),
  keywords: z.array(Keyword),
  considered: z.int(),
  total: z.int(),
});

/** Further keywords of a page, beside its first. */
const KEYWORDS_MAX = 10;

export interface StandingPages {
  readonly items: readonly RankedPage[];
  readonly total_count: number;
  readonly serps_considered: number;
}

/** Pages of a target on the newest stored result page of each keyword, beside the one before it. */
export async function standingPages(query: RankedPagesQuery, parts: RankingParts): Promise<StandingPages> {
  const { database, series, rates, signal } = parts;
  const { offset = 0 } = query;
  const standing = standingStatement({ series, target: query.target });
  const items = organicItems(
    { series, target: query.target },
    sql`host_key, path_key, keyword_key, keyword, check_id, rank_group, url`,
  );
  // A page is gone only where the newer check was read at least to its old place, and new only where the older one was.
  const pairs = sql`SELECT host_key, path_key, keyword_key, any(keyword) AS word, argMin(url, rank_group) AS address, any(compared) AS is_compared, any(all_checks) AS considered,
      toInt32(minIf(rank_group, check_id = now_check)) AS place, toInt32(minIf(rank_group, check_id = before_check)) AS old,
      old > 0 AND place = 0 AND (any(now_whole) OR any(now_seen) >= old) AS is_lost,
      place > 0 AND old = 0 AND any(compared) AND (any(before_whole) OR any(before_seen) >= place) AS is_new
    FROM (${items}) AS items
      INNER JOIN (SELECT keyword_key, now.2 AS now_check, now.4 AS now_seen, now.5 AS now_whole, before.2 AS before_check, before.4 AS before_seen,
        before.5 AS before_whole, has_before AS compared, sum(checks) OVER () AS all_checks FROM (${standing})) AS standing ON items.keyword_key = standing.keyword_key
    WHERE check_id IN (now_check, before_check) GROUP BY host_key, path_key, keyword_key`;
  const pages = sql`SELECT argMax(address, place) AS url, countIf(place > 0) AS keyword_count, countIf(place > 0 AND place <= 3) AS top3,
      countIf(place > 0 AND place <= 10) AS top10, countIf(is_compared) AS compared, countIf(is_new) AS appeared, countIf(is_lost) AS lost,
      countIf(place > 0 AND old > place) AS improved, countIf(old > 0 AND place > old) AS declined,
      any(considered) AS considered, groupArraySortedIf(${KEYWORDS_MAX + 1})((place, word), place > 0) AS keywords, sum(${rateAt(rates, sql`place`)}) AS rate,
      sumIf(${rateAt(rates, sql`old`)} - ${rateAt(rates, sql`place`)}, is_lost OR (place > 0 AND old > 0)) AS fallen, host_key, path_key
    FROM (${pairs}) GROUP BY host_key, path_key HAVING ${STATES[query.state]}`;
  const statement = sql`SELECT *, count() OVER () AS total FROM (${pages}) ORDER BY ${ORDERS[query.order]}, host_key, path_key
    LIMIT ${offset + query.limit}`;
  const rows = await database.rows(PageRow, statement, signal);
  const [first] = rows;
  // Where no page is wanted, the pages that were looked through are counted by themselves.
  const considered = first?.considered ?? (await countChecks(standing, parts));
  return { items: rows.slice(offset).map(readPage), total_count: first?.total ?? 0, serps_considered: considered };
}

const STATES: Readonly<Record<RankedPagesQuery['state'], Sql>> = {
  live: sql`keyword_count > 0`,
  lost: sql`keyword_count = 0 AND lost > 0`,
  all: sql`keyword_count > 0 OR lost > 0`,
};

/** Without volumes, the sum of the click rates of its places stands for the traffic of a page. */
const ORDERS: Readonly<Record<RankedPagesQuery['order'], Sql>> = {
  traffic: sql`rate DESC`,
  keywords: sql`keyword_count DESC, rate DESC`,
  top3: sql`top3 DESC, rate DESC`,
  loss: sql`fallen DESC`,
};

function readPage(row: z.infer<typeof PageRow>): RankedPage {
  const [first, ...others] = row.keywords;
  const ifCompared = (count: number): number | null => (row.compared === 0 ? null : count);
  return {
    url: row.url,
    measured: null,
    estimated_traffic: null,
    traffic_value: null,
    position: null,
    previous_position: null,
    keyword_count: row.keyword_count,
    top3: row.top3,
    top10: row.top10,
    new: ifCompared(row.appeared),
    lost: ifCompared(row.lost),
    improved: ifCompared(row.improved),
    declined: ifCompared(row.declined),
    top_keyword: first?.[1] ?? null,
    keywords: others.map(([position, keyword]) => ({ keyword, position, clicks: null })),
    is_lost: row.keyword_count === 0,
  };
}
