import { z } from 'zod';

import type { SharedKeyword, SharedKeywords, SharedKeywordsQuery, SharedPlace } from '../../ports/rankings.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { parseTarget, type Target } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { inTarget } from '../read/rows/scope.ts';
import { meanPosition } from './console-figures.ts';
import { IS_NAMED, readQueries, readUrls } from './console-names.ts';
import { consoleProvenance, rankingWindow } from './console-note.ts';
import { findCovering, type NamedProperty } from './console-properties.ts';
import {
  type ConsoleSite,
  type GrainWindow,
  listProperties,
  openFirst,
  pickWindow,
  readCounts,
  selectPages,
  selectSums,
} from './console-site.ts';

/** One of the targets: which pages of the property it is. */
interface SharedTarget {
  readonly written: string;
  /** What a property has to cover to know all of it. */
  readonly target: Target;
  readonly pages: Sql;
}

/**
 * Queries for which several pages or hosts of one property of the caller's showed. Undefined unless one property covers all of
 * the targets: of others a console knows nothing.
 */
export async function readConsoleOverlap(
  database: IndexDatabase,
  query: SharedKeywordsQuery,
  scope: RecallScope,
): Promise<Recalled<SharedKeywords> | undefined> {
  if (!query.item_types.includes('organic')) return undefined;
  const targets = query.targets.map((written) => readSharedTarget(written, scope));
  const excluded = query.excluded.map((written) => readSharedTarget(written, scope));
  const site = await openShared(database, [...targets, ...excluded], query, scope);
  const window = site && pickWindow(site, ['detail']);
  if (site === undefined || window === undefined) return undefined;
  const answer = await readShared(site, window, { targets, excluded, query });
  const value: SharedKeywords = {
    basis: 'console',
    window: rankingWindow(site, window),
    items: await describeShared(site, answer.page, targets.length),
    total_count: answer.total,
    serps_considered: null,
    unknown_targets: targets.flatMap(({ written }, at) => (answer.shown[at] === 0 ? [written] : [])),
  };
  return { value, sources: [consoleProvenance(site, window)] };
}

async function openShared(
  database: IndexDatabase,
  targets: readonly SharedTarget[],
  place: SharedKeywordsQuery,
  scope: RecallScope,
): Promise<ConsoleSite | undefined> {
  const target = targets[0]?.target;
  if (target === undefined) return undefined;
  const pages = sql`(${joined(
    targets.map((each) => each.pages),
    ' OR ',
  )})`;
  const candidates = findCovering(await listProperties(database, scope), target)
    .filter((property) => targets.every((each) => coversWhole(property, each)))
    .map((property) => ({ ...property, target, place, pages }));
  return openFirst(database, candidates, scope, ['detail']);
}

function coversWhole(property: NamedProperty, { target }: SharedTarget): boolean {
  return findCovering([property], target).some(({ covers }) => covers === 'whole');
}

function readSharedTarget(written: string, scope: RecallScope): SharedTarget {
  if (!written.includes('*')) {
    const target = parseTarget(written);
    const where = inTarget(target, true, sql`host_key`, sql`path_key`);
    return { written, target, pages: sql`page_id IN (${selectPages(scope, where)})` };
  }
  // A pattern lies below the folder that it begins with.
  const folder = written.slice(0, written.indexOf('*')).replace(/[^/]*$/, '');
  const target = parseTarget(folder);
  const pattern = patternOf(written);
  const spelled = sql`concat('//', arrayStringConcat(arrayReverse(splitByChar('.', trimRight(host_key, '.'))), '.'), path_key)`;
  return { written, target, pages: sql`page_id IN (${selectPages(scope, sql`match(${spelled}, ${pattern})`)})` };
}

/** Whatever the scheme and a slash at the end. */
function patternOf(written: string): string {
  const parts = written
    .replace(/^https?:/i, '')
    .replace(/\/$/, '')
    .split('*');
  return `^${parts.map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*')}$`;
}

const PlaceSums = z.tuple([z.number(), z.number(), z.number(), z.string()]);
type PlaceSums = z.infer<typeof PlaceSums>;

const Answer = z.object({
  total: z.int(),
  shown: z.array(z.number()),
  page: z.array(z.tuple([z.number(), z.number(), z.string(), z.array(PlaceSums)])),
});
type Answer = z.infer<typeof Answer>;

interface SharedQuestion {
  readonly targets: readonly SharedTarget[];
  readonly excluded: readonly SharedTarget[];
  readonly query: SharedKeywordsQuery;
}

async function readShared(site: ConsoleSite, { current }: GrainWindow, question: SharedQuestion): Promise<Answer> {
  const { targets, excluded, query } = question;
  const pairs = selectSums(site, { grain: 'detail', slices: [current], by: sql`query_id, page_id`, where: IS_NAMED });
  const places = targets.map(
    ({ pages }) =>
      sql`(sumIf(c0, ${pages}), sumIf(i0, ${pages}), sumIf(p0, ${pages}), toString(argMaxIf(page_id, (c0, i0, page_id), ${pages})))`,
  );
  const banned =
    excluded.length === 0
      ? sql`0`
      : sql`sumIf(i0, ${joined(
          excluded.map(({ pages }) => pages),
          ' OR ',
        )})`;
  const grouped = sql`SELECT query_id, [${joined(places, ', ')}] AS places, ${banned} AS banned FROM (${pairs}) GROUP BY query_id`;
  const shown = targets.map((_, at) => sql`sum(tupleElement(places[${at + 1}], 2))`);
  const isAsked = sql`(banned = 0 AND ${modeSql(query)} AND ${positionSql(query.max_position)})`;
  const statement = sql`SELECT countIf(${isAsked}) AS total, [${joined(shown, ', ')}] AS shown,
      groupArraySortedIf(${query.limit})((${ORDERS[query.order]}, toString(query_id), places), ${isAsked}) AS page FROM (${grouped})`;
  return readCounts(site, Answer, statement);
}

function modeSql({ mode }: SharedKeywordsQuery): Sql {
  const shows = sql`tupleElement(place, 2) > 0`;
  if (mode === 'all') return sql`arrayAll(place -> ${shows}, places)`;
  if (mode === 'any') return sql`arrayExists(place -> ${shows}, places)`;
  return sql`(tupleElement(places[1], 2) > 0 AND arrayCount(place -> ${shows}, places) = 1)`;
}

function positionSql(max: number | undefined): Sql {
  if (max === undefined) return sql`1`;
  const first = sql`places[1]`;
  return sql`(tupleElement(${first}, 2) > 0 AND tupleElement(${first}, 3) <= ${max} * tupleElement(${first}, 2))`;
}

const CLICKS = sql`arraySum(place -> toFloat64(tupleElement(place, 1)), places)`;
const IMPRESSIONS = sql`arraySum(place -> toFloat64(tupleElement(place, 2)), places)`;

/** A console knows neither volumes nor prices: impressions stand for the one, clicks for the other. */
const ORDERS: Readonly<Record<SharedKeywordsQuery['order'], Sql>> = {
  traffic: sql`-${CLICKS}, -${IMPRESSIONS}`,
  cpc: sql`-${CLICKS}, -${IMPRESSIONS}`,
  volume: sql`-${IMPRESSIONS}, -${CLICKS}`,
  position: sql`if(tupleElement(places[1], 2) = 0, 1e9, tupleElement(places[1], 3) / tupleElement(places[1], 2)), -${IMPRESSIONS}`,
};

async function describeShared(
  site: ConsoleSite,
  rows: Answer['page'],
  count: number,
): Promise<readonly SharedKeyword[]> {
  const [queries, urls] = await Promise.all([
    readQueries(
      site,
      rows.map(([, , id]) => id),
    ),
    readUrls(
      site,
      rows.flatMap(([, , , places]) => places.map(([, , , page]) => page)),
    ),
  ]);
  return rows.map(([, , id, places]) => ({
    keyword: queries.get(id) ?? '',
    places: places.slice(0, count).map((sums) => sharedPlace(sums, urls)),
    features: null,
    checked_at: null,
    facts: [],
  }));
}

function sharedPlace(
  [clicks, impressions, position_sum, page]: PlaceSums,
  urls: ReadonlyMap<string, string>,
): SharedPlace | null {
  const position = meanPosition({ clicks, impressions, position_sum });
  if (position === null) return null;
  return { position, url: urls.get(page) ?? null, type: 'organic', estimated_traffic: null, clicks, impressions };
}
