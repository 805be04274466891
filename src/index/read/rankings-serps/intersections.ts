import { z } from 'zod';

import type { SharedKeyword, SharedKeywordsQuery } from '../../../ports/rankings.ts';
import { SERP_ITEM_TYPES, type SerpItemType } from '../../../ports/serp.ts';
import { joined, type Sql, sql } from '../../database/sql.ts';
import { readShown, type RankingParts } from './keywords.ts';
import { seriesChecks, targetItems } from './standing.ts';

const Place = z.tuple([z.int(), z.int(), z.string(), z.enum(SERP_ITEM_TYPES)]);
const Row = z.tuple([z.int(), z.string(), z.string(), z.string(), z.int(), z.array(Place)]);
const Shared = z.object({ items: z.array(Row), total: z.int(), checks: z.int() });

export interface StandingShared {
  readonly items: readonly SharedKeyword[];
  readonly total_count: number;
  readonly serps_considered: number;
}

/**
 * Keywords on whose newest stored result page several targets stand, or one and not another. All of them are read from the same page,
 * so their places compare; pages that stopped at a match are left out, as they say nothing of who stands below.
 */
export async function sharedKeywords(query: SharedKeywordsQuery, parts: RankingParts): Promise<StandingShared> {
  const { database, series, signal } = parts;
  const types: readonly SerpItemType[] = query.item_types.length === 0 ? ['organic'] : query.item_types;
  const items = (target: string, columns: Sql): Sql => targetItems({ series, target, types }, columns);
  const asking = query.mode === 'any' ? query.targets : query.targets.slice(0, 1);
  const keys = joined(
    asking.map((target) => items(target, sql`keyword_key`)),
    ' UNION ALL ',
  );
  const newest = sql`SELECT keyword_key, argMax(check_id, (observed_at, check_id)) AS page, max(observed_at) AS at
    FROM (${seriesChecks(
      series,
      sql`keyword_key, check_id, observed_at`,
      sql`ended != 'stopped_on_match' AND keyword_key IN (${keys})`,
    )}) GROUP BY keyword_key`;
  const numbered = [
    ...query.targets.map((target, at) => [at + 1, target] as const),
    ...query.excluded.map((target, at) => [-at - 1, target] as const),
  ].map(
    ([number, target]) =>
      sql`SELECT toInt32(${number}) AS number, check_id, any(keyword) AS word,
        argMin((toInt32(rank_group), url, toString(type)), rank_absolute) AS best
        FROM (${items(target, sql`check_id, keyword, rank_group, rank_absolute, url, type`)}) GROUP BY check_id`,
  );
  const pages = sql`SELECT newest.keyword_key AS key, any(newest.page) AS page, any(newest.at) AS at, any(word) AS word,
      arraySort(groupArray((number, best.1, best.2, best.3))) AS places, arrayMap(place -> place.1, places) AS numbers,
      arrayFirst(place -> place.1 = 1, places).2 AS first_place, arrayMin(place -> place.2, places) AS best_place
    FROM (${newest}) AS newest INNER JOIN (${joined(numbered, ' UNION ALL ')}) AS found ON newest.page = found.check_id
    GROUP BY newest.keyword_key`;
  const wanted = sql`(${wantedPlaces(query)})`;
  const statement = sql`SELECT groupArraySortedIf(${query.limit})((if(first_place > 0, first_place, 1000 + best_place), key, word, toString(page),
      toUnixTimestamp64Milli(at), arrayFilter(place -> place.1 > 0, places)), ${wanted}) AS items,
      countIf(${wanted}) AS total, (SELECT count() FROM (${newest})) AS checks FROM (${pages})`;
  const [found] = await database.rows(Shared, statement, signal);
  if (found === undefined) throw new Error('A count has one row.');
  const shown = await readShown(
    parts,
    found.items.map(([, key, , page]) => [key, page] as const),
  );
  return {
    items: found.items.map(([, , keyword, page, checked_ms, places]) => ({
      keyword,
      places: query.targets.map((_, at) => readPlace(places.find(([number]) => number === at + 1))),
      features: shown.get(page) ?? null,
      checked_at: new Date(checked_ms).toISOString(),
      facts: [],
    })),
    total_count: found.total,
    serps_considered: found.checks,
  };
}

/** Conditions on the numbers of the targets that stand on a page; excluded ones are negative. */
function wantedPlaces({ mode, targets, excluded, max_position }: SharedKeywordsQuery): Sql {
  const numbers = targets.map((_, at) => at + 1);
  const conditions = {
    all: sql`hasAll(numbers, [${joined(
      numbers.map((number) => sql`${number}`),
      ', ',
    )}])`,
    any: sql`arrayExists(number -> number > 0, numbers)`,
    first_only: sql`has(numbers, 1) AND NOT arrayExists(number -> number > 1, numbers)`,
  } as const;
  return joined(
    [
      conditions[mode],
      ...(excluded.length === 0 ? [] : [sql`NOT arrayExists(number -> number < 0, numbers)`]),
      ...(max_position === undefined ? [] : [sql`first_place > 0 AND first_place <= ${max_position}`]),
    ],
    ' AND ',
  );
}

function readPlace(place: z.infer<typeof Place> | undefined): SharedKeyword['places'][number] {
  if (place === undefined) return null;
  const [, position, url, type] = place;
  return { position, url: url === '' ? null : url, type, estimated_traffic: null, clicks: null, impressions: null };
}
