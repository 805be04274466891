import { z } from 'zod';

import type { PositionCounts, RankedKeyword, RankedKeywordsQuery } from '../../../ports/rankings.ts';
import { SERP_ITEM_TYPES, type SerpItemType } from '../../../ports/serp.ts';
import type { IndexDatabase } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import type { SerpSeries } from './series.ts';
import { organicItems, rateAt, seriesChecks, standingStatement } from './standing.ts';

const Row = z.tuple([
  z.array(z.number()),
  z.string(),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.string(),
]);

const Standing = z.object({
  items: z.array(Row),
  total: z.int(),
  checks: z.int(),
  top3: z.int(),
  top10: z.int(),
  top20: z.int(),
  top50: z.int(),
  top100: z.int(),
});

export interface StandingKeywords {
  readonly items: readonly RankedKeyword[];
  readonly total_count: number;
  readonly positions: PositionCounts;
  readonly serps_considered: number;
}

export interface RankingParts {
  readonly database: IndexDatabase;
  readonly series: SerpSeries;
  /** Click rates by place, from the first. */
  readonly rates: readonly number[];
  readonly signal: AbortSignal;
}

/**
 * Keywords for which a target stands on stored result pages, or stood and is gone.
 *
 * No page tells how often its keyword is searched for, so orders that would need volumes go by place.
 */
export async function standingKeywords(query: RankedKeywordsQuery, parts: RankingParts): Promise<StandingKeywords> {
  const { database, series, rates, signal } = parts;
  const { offset = 0 } = query;
  const statement = sql`SELECT groupArraySortedIf(${offset + query.limit})((${orderOf(query.order, rates)}, keyword_key, toString(now.2),
      toString(if(place > 0, now.2, before.2)), toUnixTimestamp64Milli(now.1), toInt32(place), toInt32(place_before), toInt32(has_before),
      if(place > 0, now.6, before.6)), ${matching(query)}) AS items,
      countIf(${matching(query)}) AS total, sum(checks) AS checks, ${countWithin(3)}, ${countWithin(10)}, ${countWithin(20)},
      ${countWithin(50)}, ${countWithin(100)}
    FROM (${standingStatement({ series, target: query.target })})`;
  const [found] = await database.rows(Standing, statement, signal);
  if (found === undefined) throw new Error('A count has one row.');
  const { total, checks, items: first, ...positions } = found;
  const items = first.slice(offset);
  const [shown, seen] = await Promise.all([
    readShown(
      parts,
      items.map(([, key, check]) => [key, check] as const),
    ),
    readPlaces(
      query.target,
      items.map(([, , , check]) => check),
      parts,
    ),
  ]);
  return {
    items: items.map(([, key, check, seenCheck, checked_ms, place, place_before, has_before, url]) => {
      const places = seen.get(seenCheck) ?? [];
      return {
        keyword: places[0]?.keyword ?? key,
        url: url === '' ? null : url,
        position: place === 0 ? null : place,
        position_kind: 'tracked',
        previous_position: place_before === 0 ? null : place_before,
        movement: movementOf(place, has_before === 1 ? place_before : undefined),
        checked_at: new Date(checked_ms).toISOString(),
        measured: null,
        estimated_traffic: null,
        traffic_value: null,
        features: shown.get(check) ?? null,
        url_figures: null,
        others: place === 0 ? [] : listOthers(places, url),
        facts: [],
        device: series.device === '' ? null : series.device,
      };
    }),
    total_count: total,
    positions,
    serps_considered: checks,
  };
}

function matching({ max_position, include_lost }: RankedKeywordsQuery): Sql {
  const lost = include_lost ? sql`place = 0 AND place_before <= ${max_position}` : sql`0`;
  return sql`((place > 0 AND place <= ${max_position}) OR (${lost}))`;
}

/** The least comes first. */
function orderOf(order: RankedKeywordsQuery['order'], rates: readonly number[]): Sql {
  const byPlace = sql`toFloat64(place = 0), toFloat64(place)`;
  if (order === 'gain') return sql`[toFloat64(place = 0), toFloat64(place <= 3), toFloat64(place)]`;
  if (order !== 'loss') return sql`[${byPlace}]`;
  return sql`[${rateAt(rates, sql`place`)} - ${rateAt(rates, sql`place_before`)}, ${byPlace}]`;
}

function countWithin(worst: 3 | 10 | 20 | 50 | 100): Sql {
  return sql`countIf(place > 0 AND place <= ${worst}) AS ${COUNT_NAMES[worst]}`;
}

const COUNT_NAMES = { 3: sql`top3`, 10: sql`top10`, 20: sql`top20`, 50: sql`top50`, 100: sql`top100` } as const;

/** @param before undefined where there is no earlier check to compare with, 0 where the target was not on it */
function movementOf(place: number, before: number | undefined): RankedKeyword['movement'] {
  if (place === 0) return 'lost';
  if (before === undefined) return null;
  if (before === 0) return 'new';
  if (before === place) return 'same';
  return place < before ? 'up' : 'down';
}

const PlaceRow = z.object({ check: z.string(), url: z.string(), keyword: z.string(), place: z.int() });
type PlaceRow = z.infer<typeof PlaceRow>;

/** Organic places of the target on some pages, best first. @returns by check */
async function readPlaces(
  target: string,
  checks: readonly string[],
  { database, series, signal }: RankingParts,
): Promise<ReadonlyMap<string, readonly PlaceRow[]>> {
  if (checks.length === 0) return new Map();
  const items = organicItems({ series, target }, sql`check_id, url, keyword, rank_group`);
  const statement = sql`SELECT toString(check_id) AS check, url, any(keyword) AS keyword, toInt32(min(rank_group)) AS place
    FROM (${items}) WHERE check_id IN ${checks.map(BigInt)} GROUP BY check_id, url ORDER BY place, url`;
  return Map.groupBy(await database.rows(PlaceRow, statement, signal), ({ check }) => check);
}

function listOthers(places: readonly PlaceRow[], best: string): RankedKeyword['others'] {
  return places
    .filter(({ url }) => url !== best)
    .map(({ url, place }) => ({ url, position: place, clicks: null, impressions: null }));
}

const ShownRow = z.object({ check: z.string(), shown: z.array(z.string()) });

/** Types of items on pages, beside plain results. @returns by check */
export async function readShown(
  { database, series, signal }: Pick<RankingParts, 'database' | 'series' | 'signal'>,
  pages: readonly (readonly [keyword_key: string, check: string])[],
): Promise<ReadonlyMap<string, readonly SerpItemType[]>> {
  if (pages.length === 0) return new Map();
  const [keys, checks] = [pages.map(([key]) => key), pages.map(([, check]) => BigInt(check))];
  const where = sql`keyword_key IN ${keys} AND check_id IN ${checks}`;
  const statement = seriesChecks(series, sql`toString(check_id) AS check, shown`, where);
  const rows = await database.rows(ShownRow, statement, signal);
  return new Map(
    rows.map(({ check, shown }) => [
      check,
      SERP_ITEM_TYPES.filter((type) => type !== 'organic' && type !== 'other' && shown.includes(type)),
    ]),
  );
}
