import { z } from 'zod';

import type { SerpItemType } from '../../../ports/serp.ts';
import type { IndexDatabase } from '../../database/database.ts';
import { arrayOf, type Sql, sql } from '../../database/sql.ts';
import { selectFacts } from '../../facts/select.ts';
import { inSeries, onTarget, type SerpSeries, SHARED_SCOPE } from './series.ts';

/** What is read of the stored result pages of one series for one target. */
export interface StandingScope {
  readonly series: SerpSeries;
  readonly target: string;
  /** Pages that stopped at a match say nothing of who stands below it. */
  readonly whole_only?: true;
}

/** Organic places of a target in a series, a row for each item; written twice, they may come twice. */
export function organicItems({ series, target }: StandingScope, columns: Sql): Sql {
  return targetItems({ series, target, types: ['organic'] }, columns);
}

export interface ItemsScope {
  readonly series: SerpSeries;
  readonly target: string;
  readonly types: readonly SerpItemType[];
}

export function targetItems({ series, target, types }: ItemsScope, columns: Sql): Sql {
  return selectFacts('serp_items', SHARED_SCOPE, {
    columns,
    where: sql`${onTarget(target)} AND type IN ${types} AND ${inSeries(series)}`,
    may_repeat: true,
  });
}

/** Pages of a series for some keywords, which are a list or a statement. */
export function seriesChecks(series: SerpSeries, columns: Sql, where: Sql): Sql {
  return selectFacts('serp_looks', SHARED_SCOPE, {
    columns,
    where: sql`${inSeries(series)} AND ${where}`,
    may_repeat: true,
  });
}

/**
 * Where a target stands now and where it stood before, a row for each keyword for which it was ever seen in the series.
 *
 * A check tells something of the target if the target is on it, or if it was read at least as deep as the target's last known
 * place, or to its end: a shallow page without the target does not say that the target is gone. `now` is the newest check that
 * tells, `before` the one before it, each a tuple (time, check, place with 0 for none, results read, whether read to the end, URL).
 * For a target that is gone, `before` is the last check on which it was. The id of a `before` that there is not is 0.
 */
export function standingStatement(scope: StandingScope): Sql {
  const places = sql`SELECT check_id, toUInt16(min(rank_group)) AS place, argMin(url, (rank_group, url)) AS url
    FROM (${organicItems(scope, sql`check_id, rank_group, url`)}) GROUP BY check_id`;
  const keys = sql`keyword_key IN (${organicItems(scope, sql`keyword_key`)})`;
  const checks = seriesChecks(
    scope.series,
    sql`keyword_key, check_id, observed_at, organic_seen, ended = 'no_more_results' AS is_whole`,
    scope.whole_only === true ? sql`${keys} AND ended != 'stopped_on_match'` : keys,
  );
  const timeline = sql`SELECT keyword_key, arrayReverseSort(groupUniqArray((observed_at, check_id, ifNull(place, 0), organic_seen, is_whole,
      ifNull(url, '')))) AS looks
    FROM (${checks}) AS checks LEFT JOIN (${places}) AS places ON checks.check_id = places.check_id GROUP BY keyword_key`;
  return sql`SELECT keyword_key, length(looks) AS checks, arrayFirst(look -> look.3 > 0, looks) AS last,
      arrayFilter(look -> look.3 > 0 OR look.5 OR look.4 >= last.3, looks) AS telling, telling[1] AS now,
      if(now.3 = 0, last, telling[2]) AS before, now.3 AS place, before.3 AS place_before, before.2 != 0 AS has_before
    FROM (${timeline}) WHERE last.3 > 0`;
}

const CountRow = z.object({ checks: z.int() });

/** How many pages a statement of standings looked through. */
export async function countChecks(
  standing: Sql,
  { database, signal }: { readonly database: IndexDatabase; readonly signal: AbortSignal },
): Promise<number> {
  const [row] = await database.rows(CountRow, sql`SELECT sum(checks) AS checks FROM (${standing})`, signal);
  return row?.checks ?? 0;
}

/** Click rates by place, 0 past the last. */
export function rateAt(rates: readonly number[], place: Sql): Sql {
  return sql`(${arrayOf(rates)})[${place}]`;
}
