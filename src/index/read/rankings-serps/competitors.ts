import { z } from 'zod';

import type { SearchCompetitor, SearchCompetitorsQuery } from '../../../ports/rankings.ts';
import { parseTarget } from '../../../web/target.ts';
import { sql } from '../../database/sql.ts';
import type { RankingParts } from './keywords.ts';
import { organicItems, rateAt, seriesChecks, standingStatement } from './standing.ts';

const Example = z.tuple([z.number(), z.string(), z.int(), z.int()]);

const RivalRow = z.object({
  domain: z.string(),
  intersections: z.int(),
  shared_top10: z.int(),
  average_position: z.number(),
  ahead: z.int(),
  behind: z.int(),
  rivalry: z.number(),
  examples: z.array(Example),
  keywords: z.int(),
  total: z.int(),
});

const KeywordsRow = z.object({ keywords: z.int() });

const EXAMPLES_MAX = 5;

export interface StandingCompetitors {
  readonly items: readonly SearchCompetitor[];
  readonly total_count: number;
  /** Result pages that were compared, one for each keyword of the target. */
  readonly target_keywords: number;
}

/**
 * Domains that stand with a target on the newest stored result page of its keywords.
 *
 * Each shared keyword counts as much as the lower of the two places is clicked, so that two sites far down are no rivals.
 */
export async function standingCompetitors(
  query: SearchCompetitorsQuery,
  { database, series, rates, signal }: RankingParts,
): Promise<StandingCompetitors> {
  const { target, max_position } = query;
  const own = sql`SELECT keyword_key, now.2 AS page, toInt32(place) AS own_place, count() OVER () AS own_keywords
    FROM (${standingStatement({ series, target, whole_only: true })}) WHERE place > 0 AND place <= ${max_position}`;
  const keys = organicItems({ series, target }, sql`keyword_key`);
  const pages = seriesChecks(
    series,
    sql`check_id, arraySlice(domains, 1, ${max_position}) AS near`,
    sql`keyword_key IN (${keys})`,
  );
  const standing = sql`SELECT keyword_key, any(own_place) AS own_place, any(own_keywords) AS own_keywords, domain, toInt32(min(place)) AS place
    FROM (SELECT check_id, domain, place FROM (${pages}) ARRAY JOIN near AS domain, arrayEnumerate(near) AS place) AS pages
    INNER JOIN (${own}) AS own ON pages.check_id = own.page
    WHERE domain NOT IN ('', ${parseTarget(target).domain}) GROUP BY keyword_key, domain`;
  const rate = sql`least(${rateAt(rates, sql`place`)}, ${rateAt(rates, sql`own_place`)})`;
  const rivals = sql`SELECT domain, count() AS intersections, countIf(place <= 10 AND own_place <= 10) AS shared_top10,
      round(avg(place), 2) AS average_position, countIf(place < own_place) AS ahead, countIf(place > own_place) AS behind,
      any(own_keywords) AS keywords, round(sum(${rate}), 4) AS rivalry, groupArraySorted(${EXAMPLES_MAX})((-${rate}, keyword_key, place, own_place)) AS examples
    FROM (${standing}) GROUP BY domain HAVING intersections >= ${query.intersections_min}`;
  const statement = sql`SELECT *, count() OVER () AS total FROM (${rivals}) ORDER BY rivalry DESC, intersections DESC, domain
    LIMIT ${query.limit}`;
  const rows = await database.rows(RivalRow, statement, signal);
  const [first] = rows;
  const counted = first ?? (await database.rows(KeywordsRow, sql`SELECT count() AS keywords FROM (${own})`, signal))[0];
  return { items: rows.map(readRival), total_count: first?.total ?? 0, target_keywords: counted?.keywords ?? 0 };
}

function readRival({
  examples,
  total: _total,
  keywords: _keywords,
  ...row
}: z.infer<typeof RivalRow>): SearchCompetitor {
  return {
    ...row,
    keyword_count: null,
    shared_traffic: null,
    traffic: null,
    target_shared_traffic: null,
    examples: examples.map(([, keyword, position, target_position]) => ({ keyword, position, target_position })),
  };
}
