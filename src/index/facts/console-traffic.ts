import { z } from 'zod';

import type { ConsoleGrain } from '../../ports/console.ts';
import { COUNTED_DAYS, type TrafficFigures, type TrafficQuery } from '../../ports/rankings.ts';
import type { Provenance } from '../../ports/source.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { parseTarget } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { IS_NAMED } from './console-names.ts';
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
import { daysBetween } from './console-windows.ts';
import { readTotals, TableSums, tableSumsOf } from './console-totals.ts';

const SumsRow = TableSums.extend({ keywords: z.int() });

/** Clicks that sites of the caller's got from searches. Targets without figures are left out. */
export async function readConsoleTraffic(
  database: IndexDatabase,
  query: TrafficQuery,
  scope: RecallScope,
): Promise<Recalled<readonly TrafficFigures[]> | undefined> {
  const found: { readonly figures: TrafficFigures; readonly source: Provenance }[] = [];
  for (const target of query.targets) {
    const known = await readTraffic(database, target, query, scope);
    if (known !== undefined) found.push(known);
  }
  if (found.length === 0) return undefined;
  return { value: found.map(({ figures }) => figures), sources: mergeSources(found.map(({ source }) => source)) };
}

/** The least split table that has figures tells the clicks; queries are counted where a table tells them. */
const TRAFFIC_GRAINS: readonly ConsoleGrain[] = ['total', 'place', 'page', 'detail', 'query'];
const COUNTRY_GRAINS: readonly ConsoleGrain[] = ['place', 'detail', 'total', 'page', 'query'];

async function readTraffic(
  database: IndexDatabase,
  target: string,
  query: TrafficQuery,
  scope: RecallScope,
): Promise<{ readonly figures: TrafficFigures; readonly source: Provenance } | undefined> {
  const question = { target: parseTarget(target), place: query };
  const grains = query.is_any_place ? TRAFFIC_GRAINS : COUNTRY_GRAINS;
  const site = await openConsoleSite(database, question, scope, grains);
  if (site === undefined) return undefined;
  const counted = pickWindow(site, QUERY_GRAINS);
  // Clicks of the country that is asked for come before a count of keywords of all of them.
  const isSplit = query.is_any_place || counted === undefined || site.by_country.has(counted.grain);
  const window = (isSplit ? counted : (pickWindow(site, ['place']) ?? counted)) ?? pickWindow(site, grains);
  if (window === undefined) return undefined;
  const sums = await readSums(site, window);
  const totals = await readTotals(site, window, sums);
  const isAsked = query.types.includes('organic');
  const countClicks = (clicks: number | null): number | null =>
    clicks === null || !isAsked ? null : bringToDays(clicks, window);
  const figures: TrafficFigures = {
    target,
    basis: 'console',
    window: rankingWindow(site, window),
    traffic: { ...UNKNOWN, organic: countClicks(totals.clicks) },
    previous_organic: countClicks(totals.previous_clicks),
    keyword_count: { ...UNKNOWN, organic: window !== counted || !isAsked ? null : sums.keywords },
  };
  return { figures, source: consoleProvenance(site, window) };
}

const UNKNOWN = { organic: null, paid: null, featured_snippet: null, local_pack: null };

function bringToDays(clicks: number, { current }: GrainWindow): number {
  const days = daysBetween(current.from, current.to) + 1;
  return days === COUNTED_DAYS ? clicks : Math.round((clicks * COUNTED_DAYS) / days);
}

function readSums(site: ConsoleSite, { grain, current, previous }: GrainWindow): Promise<z.infer<typeof SumsRow>> {
  const sums = selectSums(site, { grain, slices: [current, previous], by: sql`query_id` });
  const keywords = sql`countIf(i0 > 0 AND ${IS_NAMED}) AS keywords`;
  return readCounts(site, SumsRow, sql`SELECT ${tableSumsOf(IS_NAMED)}, ${keywords} FROM (${sums})`);
}

/** One entry for each source, with what there is to say of each target. */
function mergeSources(sources: readonly Provenance[]): readonly Provenance[] {
  return [...Map.groupBy(sources, ({ source }) => source)].flatMap(([, all]) => {
    const [first] = all;
    if (first === undefined) return [];
    const observed_at = all.map((one) => one.observed_at ?? '').reduce((one, other) => (other > one ? other : one));
    const coverage = all.every((one) => one.coverage === 'full') ? 'full' : 'partial';
    return [{ ...first, observed_at, coverage, note: [...new Set(all.map(({ note }) => note))].join(' ') } as const];
  });
}
