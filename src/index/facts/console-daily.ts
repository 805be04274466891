import { z } from 'zod';

import type { ConsoleGrain } from '../../ports/console.ts';
import type { DailyFigures, DailyPoint, DailyQuery } from '../../ports/rankings.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { pageAddress } from '../../web/url.ts';
import { parseTarget } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { pageId, textId } from '../database/ids.ts';
import { type Sql, sql } from '../database/sql.ts';
import { meanPosition } from './console-figures.ts';
import { readGenerative, readRivals } from './console-daily-beside.ts';
import { consoleProvenance } from './console-note.ts';
import { type ConsoleSite, openConsoleSite, pickWindow, selectRows, widenPlace } from './console-site.ts';
import {
  addDays,
  cutSlice,
  type DailySlices,
  type LiveDay,
  shiftRange,
  type Slice,
  YEAR_DAYS,
} from './console-windows.ts';

/** Tables with days; those of a page need not tell queries. */
const DAILY_GRAINS: readonly ConsoleGrain[] = ['detail', 'page'];

const PointRow = z.object({ day: z.string(), clicks: z.number(), impressions: z.number(), position_sum: z.number() });

/** A page and a keyword of a site of the caller's by day. */
export async function readConsoleDays(
  database: IndexDatabase,
  query: DailyQuery,
  scope: RecallScope,
): Promise<Recalled<DailyFigures | null>> {
  const none = { value: null, sources: [] };
  if (pageAddress(query.url) === undefined) return none;
  const question = { target: parseTarget(query.url), place: query };
  const opened = await openConsoleSite(database, question, scope, DAILY_GRAINS);
  const site = opened && { ...opened, days: dailyOnly(opened.days) };
  const window = site && pickWindow(site, DAILY_GRAINS);
  if (site === undefined || window === undefined) return none;
  const { to } = window.current;
  const current = { from: addDays(to, 1 - query.days), to };
  const slices = { current, previous: shiftRange(current, -query.days), year_ago: shiftRange(current, -YEAR_DAYS) };
  return {
    value: await readFigures(widenPlace(site, window.grain), query, slices),
    sources: [consoleProvenance(site, window)],
  };
}

function dailyOnly(days: ConsoleSite['days']): ConsoleSite['days'] {
  return new Map([...days].map(([grain, rows]) => [grain, rows.filter((row) => row.days === 1 && row.is_final)]));
}

async function readFigures(
  site: ConsoleSite,
  { url, keyword }: DailyQuery,
  slices: DailySlices,
): Promise<DailyFigures> {
  const { engine, property, target } = site;
  const page = sql`page_id = ${pageId(target.host_key, target.path_key ?? '')}`;
  const query_id = textId(keyword.trim().toLowerCase());
  const query = sql`query_id = ${query_id}`;
  const series = (grains: readonly ConsoleGrain[], where: Sql): Promise<readonly DailyPoint[]> =>
    readSeries(site, slices, grains, where);
  const isAny = site.place.is_any_place;
  const [pair, pages, keywords, whole, rivals, generative, page_since] = await Promise.all([
    series(['detail'], sql`${page} AND ${query}`),
    series(isAny ? ['page', 'detail'] : ['detail', 'page'], page),
    series(isAny ? ['query', 'detail'] : ['detail', 'query'], query),
    series(isAny ? ['total', 'place', 'page', 'detail'] : ['place', 'detail', 'total'], sql`1`),
    readRivals(site, slices, { query_id, url }),
    readGenerative(site, slices),
    readFirstDay(site, page),
  ]);
  const { to } = slices.current;
  return { property, engine, to, pair, page: pages, keyword: keywords, site: whole, rivals, generative, page_since };
}

/**
 * A point for each day that the property has figures of: a page without a row on such a day did not show.
 *
 * The first table that has the days tells all of them, as tables are never added together.
 */
async function readSeries(
  site: ConsoleSite,
  slices: DailySlices,
  grains: readonly ConsoleGrain[],
  where: Sql,
): Promise<readonly DailyPoint[]> {
  const grain = grains.find((one) => cutSlice(site.days.get(one) ?? [], slices.current) !== undefined);
  if (grain === undefined) return [];
  const rows = site.days.get(grain) ?? [];
  const cut = [slices.year_ago, slices.previous, slices.current].map((range) => cutSlice(rows, range));
  const statement = selectRows(site, {
    grain,
    slices: cut,
    columns: sql`toString(day) AS day, sum(clicks) AS clicks, sum(toUInt64(impressions)) AS impressions,
      sum(toFloat64(position_sum)) AS position_sum`,
    where,
    end: sql`GROUP BY console_rows.day`,
    is_any_page: true,
  });
  const points = await site.database.rows(PointRow, statement, site.scope.signal);
  const known = new Map(points.map((point) => [point.day, point]));
  return daysOf(rows, cut).map((day) => {
    const { clicks, impressions, position_sum } = known.get(day) ?? { clicks: 0, impressions: 0, position_sum: 0 };
    return { day, clicks, impressions, position: meanPosition({ clicks, impressions, position_sum }) };
  });
}

/** Days of the slices that a table has, oldest first. */
function daysOf(rows: readonly LiveDay[], slices: readonly (Slice | undefined)[]): readonly string[] {
  return rows.flatMap(({ day }) =>
    slices.some((slice) => slice !== undefined && day >= slice.from && day <= slice.to) ? [day] : [],
  );
}

const FirstRow = z.object({ first: z.string(), rows: z.int() });

async function readFirstDay(site: ConsoleSite, page: Sql): Promise<string | null> {
  const grain = (site.days.get('page') ?? []).length > 0 ? 'page' : 'detail';
  const rows = site.days.get(grain) ?? [];
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  const slice = cutSlice(rows, { from: first.day, to: last.day });
  const statement = selectRows(site, {
    grain,
    slices: [slice],
    columns: sql`toString(min(day)) AS first, count() AS rows`,
    where: page,
    is_any_page: true,
  });
  const [found] = await site.database.rows(FirstRow, statement, site.scope.signal);
  return found === undefined || found.rows === 0 ? null : found.first;
}
