import { z } from 'zod';

import {
  CONSOLE_ENGINES,
  CONSOLE_GRAINS,
  type ConsoleEngine,
  type ConsoleGrain,
  type ConsoleSearchType,
} from '../../ports/console.ts';
import type { RankingMarket } from '../../ports/rankings.ts';
import type { RecallScope } from '../../ports/store.ts';
import type { Target } from '../../web/target.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { pageId } from '../database/ids.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { inTarget } from '../read/rows/scope.ts';
import { selectLiveDays } from './console-live.ts';
import { type CoveringProperty, findCovering, type NamedProperty } from './console-properties.ts';
import { findSums, listSums, selectStored, type StoredSums } from './console-sums.ts';
import {
  chooseWindow,
  type ConsoleWindow,
  daysBetween,
  type LiveDay,
  type Slice,
  WINDOW_DAYS,
} from './console-windows.ts';
import { matching, selectFacts } from './select.ts';

/** Where the figures of a target stand: a property of the workspace that asks. */
export interface ConsoleSite extends CoveringProperty {
  readonly database: IndexDatabase;
  readonly scope: RecallScope;
  readonly target: Target;
  readonly place: ConsolePlace;
  /** Days of each grain, of searches on the web. */
  readonly days: ReadonlyMap<ConsoleGrain, readonly LiveDay[]>;
  /** Grains whose rows can be cut to the country that is asked for; none where no place is. */
  readonly by_country: ReadonlySet<ConsoleGrain>;
  /** Sums of some of the days that lie ready. */
  readonly sums: readonly StoredSums[];
  /** Which pages count; undefined for all of the property. */
  readonly pages: Sql | undefined;
}

export type ConsolePlace = Pick<RankingMarket, 'location' | 'is_any_place'>;

const TableRow = z.object({ engine: z.enum(CONSOLE_ENGINES), property: z.string() });

const DayRow = z.object({
  grain: z.enum(CONSOLE_GRAINS),
  source: z.string(),
  day: z.string(),
  days: z.int(),
  is_final: z.int(),
  is_cut: z.int(),
  batches: z.array(z.string()),
  observed_ms: z.int(),
});

export async function listProperties(database: IndexDatabase, scope: RecallScope): Promise<readonly NamedProperty[]> {
  const statement = selectFacts('console_loads', scope, {
    columns: sql`DISTINCT engine, property`,
    where: sql`workspace_id != ''`,
    end: BRIEFLY,
    may_repeat: true,
  });
  return database.rows(TableRow, statement, scope.signal);
}

/** Opens the best property of a target that has figures of one of the grains; undefined where none has. */
export async function openConsoleSite(
  database: IndexDatabase,
  question: { readonly target: Target; readonly place: ConsolePlace },
  scope: RecallScope,
  grains: readonly ConsoleGrain[],
): Promise<ConsoleSite | undefined> {
  const covering = findCovering(await listProperties(database, scope), question.target);
  const candidates = covering.map((property) => ({
    ...property,
    ...question,
    pages: pagesOf(question.target, property, scope),
  }));
  return openFirst(database, candidates, scope, grains);
}

type Candidate = CoveringProperty & Pick<ConsoleSite, 'target' | 'place' | 'pages'>;

/** The first of some properties that has figures of one of the grains, with its days. */
export async function openFirst(
  database: IndexDatabase,
  candidates: readonly Candidate[],
  scope: RecallScope,
  grains: readonly ConsoleGrain[],
): Promise<ConsoleSite | undefined> {
  for (const candidate of candidates) {
    const [days, sums] = await Promise.all([
      readDays(database, candidate, 'web', scope),
      listSums(database, candidate, scope),
    ]);
    const by_country = await findSplit(database, { ...candidate, days }, scope);
    const site = { ...candidate, database, scope, days, by_country, sums };
    if (pickWindow(site, grains) !== undefined) return site;
  }
  return undefined;
}

const FoundRow = z.object({ found: z.int() });

/**
 * Grains that are split by country. Totals by place always are; whether details are depends on who exported them: a table
 * without a column of countries holds every country, and none of its rows names the one that is asked for.
 */
async function findSplit(
  database: IndexDatabase,
  { engine, property, place, days }: NamedProperty & Pick<ConsoleSite, 'place' | 'days'>,
  scope: RecallScope,
): Promise<ReadonlySet<ConsoleGrain>> {
  if (place.is_any_place) return new Set();
  const window = chooseWindow(days.get('detail') ?? []);
  if (window === undefined) return new Set(['place']);
  const rows = selectRows(
    { engine, property, scope, place, by_country: new Set(), pages: undefined },
    {
      grain: 'detail',
      slices: [window.current],
      columns: sql`1 AS found`,
      where: sql`isNotNull(country)`,
      end: sql`LIMIT 1`,
    },
  );
  const found = await database.rows(FoundRow, rows, scope.signal);
  return new Set(found.length > 0 ? ['place', 'detail'] : ['place']);
}

export async function readDays(
  database: IndexDatabase,
  { engine, property }: { readonly engine: ConsoleEngine; readonly property: string },
  searchType: ConsoleSearchType,
  scope: RecallScope,
): Promise<ReadonlyMap<ConsoleGrain, readonly LiveDay[]>> {
  const live = selectLiveDays(scope, matching({ engine, property, search_type: searchType }));
  const rows = await database.rows(
    DayRow,
    sql`SELECT grain, argMax(source, observed_at) AS source, toString(day) AS day, days, min(is_final) AS is_final,
        max(is_cut) AS is_cut, groupUniqArray(toString(batch)) AS batches, toUnixTimestamp64Milli(max(observed_at)) AS observed_ms
      FROM (${live}) GROUP BY grain, day, days ORDER BY grain, day, days`,
    scope.signal,
  );
  const days = rows.map(({ is_final, is_cut, ...row }) => ({ ...row, is_final: is_final === 1, is_cut: is_cut === 1 }));
  return Map.groupBy(days, ({ grain }) => grain);
}

function pagesOf(target: Target, { is_narrowed }: CoveringProperty, scope: RecallScope): Sql | undefined {
  if (!is_narrowed) return undefined;
  if (target.path_key !== undefined) return sql`page_id = ${pageId(target.host_key, target.path_key)}`;
  return sql`page_id IN (${selectPages(scope, inTarget(target, true, sql`host_key`, sql`path_key`))})`;
}

export function selectPages(scope: RecallScope, where: Sql): Sql {
  return selectFacts('console_pages', scope, { columns: sql`page_id`, where, may_repeat: true });
}

export interface GrainWindow extends ConsoleWindow {
  readonly grain: ConsoleGrain;
  readonly source: string;
}

/** Tables that tell queries; details tell the page as well. */
export const QUERY_GRAINS = ['detail', 'query'] as const;

/** Grains that tell pages: others say nothing of a part of a property. */
const PAGE_GRAINS: readonly ConsoleGrain[] = ['page', 'detail'];

/** The first grain that has figures, unless a later one has some that are newer by a whole window. */
export function pickWindow(
  { days, pages }: Pick<ConsoleSite, 'days' | 'pages'>,
  grains: readonly ConsoleGrain[],
): GrainWindow | undefined {
  let best: GrainWindow | undefined;
  for (const grain of grains) {
    if (pages !== undefined && !PAGE_GRAINS.includes(grain)) continue;
    const rows = days.get(grain) ?? [];
    const window = chooseWindow(rows);
    if (window === undefined) continue;
    if (best === undefined || daysBetween(best.current.to, window.current.to) > WINDOW_DAYS) {
      best = { ...window, grain, source: rows.at(-1)?.source ?? '' };
    }
  }
  return best;
}

/** The site as rows of a grain tell it: of every country where they are not split. */
export function widenPlace(site: ConsoleSite, grain: ConsoleGrain): ConsoleSite {
  const { place, by_country } = site;
  return place.is_any_place || by_country.has(grain) ? site : { ...site, place: { ...place, is_any_place: true } };
}

function countryOf({ place, by_country }: Pick<ConsoleSite, 'place' | 'by_country'>, grain: ConsoleGrain) {
  return place.is_any_place || !by_country.has(grain) ? undefined : place.location.country;
}

export interface RowSelection {
  readonly grain: ConsoleGrain;
  /** On the web, unless another is named. */
  readonly search_type?: ConsoleSearchType;
  readonly slices: readonly (Slice | undefined)[];
  readonly columns: Sql;
  readonly where?: Sql | undefined;
  readonly end?: Sql;
  /** Also of pages that are not the target's. */
  readonly is_any_page?: true;
}

/** Rows of slices, of the pages and the country that are asked for. */
export function selectRows(
  site: Pick<ConsoleSite, 'engine' | 'property' | 'scope' | 'place' | 'by_country' | 'pages'>,
  selection: RowSelection,
): Sql {
  const { engine, property, scope, pages } = site;
  const country = countryOf(site, selection.grain);
  const { grain, search_type = 'web', columns, where, end, is_any_page } = selection;
  const slices = selection.slices.flatMap((slice) => (slice === undefined ? [] : [slice]));
  const batches = slices.flatMap((slice) => slice.batches.map(BigInt));
  const ranges = slices.map(({ from, to }) => sql`(day >= ${from} AND day <= ${to})`);
  const parts = [
    matching({ engine, property, search_type, grain }),
    ranges.length === 0 ? sql`0` : sql`(${joined(ranges, ' OR ')})`,
    batches.length === 0 ? sql`0` : sql`batch IN ${batches}`,
    ...(country === undefined ? [] : [sql`country = ${country}`]),
    // Exports tell countries and devices apart, each for all of the property.
    ...(grain === 'place' ? [sql`isNotNull(country)`] : []),
    ...(pages === undefined || is_any_page === true ? [] : [pages]),
    ...(where === undefined ? [] : [where]),
  ];
  return selectFacts('console_rows', scope, { columns, where: joined(parts, ' AND '), ...(end && { end }) });
}

export interface SumSelection {
  readonly grain: ConsoleGrain;
  /** One, or two of which the second is compared with. */
  readonly slices: readonly (Slice | undefined)[];
  /** `query_id`, `page_id` or both. */
  readonly by: Sql;
  readonly where?: Sql | undefined;
  readonly having?: Sql;
}

/** Rows of `sumsOf` by query, page or both, of the pages and the country that are asked for: from sums that lie ready, or from all rows. */
export function selectSums(site: ConsoleSite, { grain, slices, by, where, having = sql`` }: SumSelection): Sql {
  const { pages, scope } = site;
  const stored = findSums(site.sums, grain, slices);
  if (stored === undefined) {
    const columns = sql`${by}, ${sumsOf(slices)}`;
    return selectRows(site, { grain, slices, columns, where, end: sql`GROUP BY ${by} ${having}` });
  }
  return selectStored(scope, stored, {
    by,
    slices,
    where: [pages, where].flatMap((part) => (part === undefined ? [] : [part])),
    having,
    country: countryOf(site, grain),
  });
}

/**
 * Sums of clicks, impressions and positions of each slice, as `c0, i0, p0, c1 …`.
 *
 * Slices that do not exist have none.
 */
export function sumsOf(slices: readonly (Slice | undefined)[]): Sql {
  const sums = slices.flatMap((slice, at) => {
    const lies = slice === undefined ? sql`0` : sql`day >= ${slice.from} AND day <= ${slice.to}`;
    const column = (name: string, of: Sql): Sql => sql`sumIf(${of}, ${lies}) AS ${nameSql(name, at)}`;
    return [
      column('c', sql`clicks`),
      column('i', sql`toUInt64(impressions)`),
      column('p', sql`toFloat64(position_sum)`),
    ];
  });
  return joined(sums, ', ');
}

const NAMES: Readonly<Record<string, readonly Sql[]>> = {
  c: [sql`c0`, sql`c1`, sql`c2`],
  i: [sql`i0`, sql`i1`, sql`i2`],
  p: [sql`p0`, sql`p1`, sql`p2`],
};

function nameSql(name: string, at: number): Sql {
  const found = NAMES[name]?.[at];
  if (found === undefined) throw new TypeError(`There is no sum ${name}${at}.`);
  return found;
}

/** The one row of a statement that counts. */
export async function readCounts<Row>(site: ConsoleSite, row: z.ZodType<Row>, statement: Sql): Promise<Row> {
  const [counts] = await site.database.rows(row, statement, site.scope.signal);
  if (counts === undefined) throw new Error('The engine counted nothing at all.');
  return counts;
}
