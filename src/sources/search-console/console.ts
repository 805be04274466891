import type { ConsolePiece, ConsolePull, ConsoleSource, ConsoleUnit } from '../../ports/console-source.ts';
import type { ConsoleDay, ConsoleGrain, ConsoleRow, ConsoleSearchType } from '../../ports/console.ts';
import { Access, type SearchConsoleContext } from './access.ts';
import { daysLater, firstDayOn, nextPacificDay, pacificDay } from './days.ts';
import { SearchConsoleApi } from './query.ts';
import { dimensionsOf, grainsOf, rowOf, SEARCH_TYPES, ToldRows } from './tables.ts';

/** So many days are looked at to find the last complete one. */
const LOOK_BACK_DAYS = 10;
/** Days are complete after two or three. */
const COMPLETE_AFTER_DAYS = 4;
const SHORT_WAIT_MS = 900_000;
/** A short quota is over after one wait; one that lasts longer is that of a day. */
const SHORT_WAITS = 2;

/** The Search Console API as a source of the operator's own figures. */
export function createSearchConsole(context: SearchConsoleContext): ConsoleSource {
  const access = new Access(context);
  const api = new SearchConsoleApi(context, access);
  return {
    engine: 'google',
    source: 'search-console',
    search_types: SEARCH_TYPES,
    account: () => access.email(),
    properties: (signal) => api.properties(signal),
    plan: (pull, signal) => planDays(api, pull, context.now(), signal),
    read: (property, unit, signal) => readDay(api, property, unit, signal),
    retryAt({ message }, waits) {
      const now = context.now();
      const isLong = waits >= SHORT_WAITS || /\b(?:daily|per day|1 day)\b/i.test(message);
      return isLong ? nextPacificDay(now) : new Date(now.getTime() + SHORT_WAIT_MS);
    },
  };
}

async function planDays(
  api: SearchConsoleApi,
  { property, types, since }: ConsolePull,
  now: Date,
  signal: AbortSignal,
): Promise<readonly ConsoleUnit[]> {
  const today = pacificDay(now);
  const first = firstDayOn(today);
  const from = since !== undefined && since > first ? since : first;
  const units: (ConsoleUnit & { readonly day: string })[] = [];
  for (const type of types) {
    const last = await lastFinalDay(api, { property, type, today }, signal);
    for (let day = last; day >= from; day = daysLater(day, -1)) {
      units.push({ search_type: type, day, grains: grainsOf(type) });
    }
  }
  return units.toSorted((one, other) => (one.day === other.day ? 0 : one.day < other.day ? 1 : -1));
}

/**
 * The last day whose figures will not change: the one before the first that the engine calls incomplete. Where it calls none
 * so, figures end where they have come to so far.
 */
async function lastFinalDay(
  api: SearchConsoleApi,
  { property, type, today }: { readonly property: string; readonly type: ConsoleSearchType; readonly today: string },
  signal: AbortSignal,
): Promise<string> {
  const yesterday = daysLater(today, -1);
  const from = daysLater(today, -LOOK_BACK_DAYS);
  const query = { property, type, from, to: today, dimensions: ['date'], state: 'all' } as const;
  let last = '';
  for await (const { rows, first_incomplete_day } of api.pages(query, signal)) {
    if (first_incomplete_day !== undefined) return daysLater(earlier(first_incomplete_day, today), -1);
    for (const { keys } of rows) if ((keys[0] ?? '') > last) last = keys[0] ?? '';
  }
  return last === '' ? daysLater(today, -COMPLETE_AFTER_DAYS) : earlier(last, yesterday);
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

async function* readDay(
  api: SearchConsoleApi,
  property: string,
  { search_type: type, day, grains }: ConsoleUnit,
  signal: AbortSignal,
): AsyncGenerator<ConsolePiece> {
  if (day === undefined) throw new Error('Search Console is asked day by day.');
  const wanted = new Set<ConsoleGrain>(grains);
  // What is withheld of a page shows only beside the page itself.
  if (wanted.has('detail')) wanted.add('page');
  const pages: ConsoleRow[] = [];
  const told = new ToldRows();
  for (const grain of grainsOf(type).filter((one) => wanted.has(one))) {
    const dimensions = dimensionsOf(type, grain);
    let isCut = false;
    const query = { property, type, from: day, to: day, dimensions, state: 'final' } as const;
    for await (const page of api.pages(query, signal)) {
      const rows = page.rows.flatMap((row) => rowOf(day, row, dimensions) ?? []);
      if (grain === 'page') pages.push(...rows);
      if (grain === 'detail') told.add(rows);
      if (rows.length > 0) yield { grain, rows };
      isCut ||= page.is_cut;
    }
    if (grain === 'detail') {
      const rows = told.withheld(pages);
      if (rows.length > 0) yield { grain, rows };
    }
    const days: readonly ConsoleDay[] = [{ day, days: 1, is_final: true, is_cut: isCut }];
    yield { grain, days };
  }
}
