import type { ConsoleDay, ConsolePart, ConsoleRow, ConsoleWriter } from '../src/ports/console.ts';
import type { RecallScope } from '../src/ports/store.ts';

/** A part of the daily details of `sc-domain:shop.test`, unless a test says otherwise. */
export function consolePart(changes: Partial<ConsolePart> = {}): ConsolePart {
  return {
    workspace_id: 'ws_own',
    source: 'search-console',
    engine: 'google',
    property: 'sc-domain:shop.test',
    search_type: 'web',
    grain: 'detail',
    load: 'load 1',
    part: 'part 1',
    observed_at: new Date('2026-11-20T06:00:00Z'),
    ...changes,
  };
}

/** One impression of a desktop in the United States, unless a test says otherwise. */
export function consoleRow(changes: Partial<ConsoleRow> = {}): ConsoleRow {
  return {
    day: '2026-11-17',
    days: 1,
    query: 'garden hose',
    page: 'https://shop.test/hoses',
    country: 'US',
    device: 'desktop',
    appearance: null,
    clicks: 0,
    impressions: 1,
    position_sum: 1,
    ...changes,
  };
}

/** A row of a table that is split by nothing. */
export function totalRow(changes: Partial<ConsoleRow> = {}): ConsoleRow {
  return consoleRow({ query: null, page: null, country: null, device: null, ...changes });
}

/** Complete days, from the first to the last. */
export function daysBetween(first: string, last: string, changes: Partial<ConsoleDay> = {}): ConsoleDay[] {
  const days: ConsoleDay[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
    days.push({
      day: new Date(at).toISOString().slice(0, 10),
      days: 1,
      is_final: true,
      is_cut: false,
      ...changes,
    });
  }
  return days;
}

/** Writes and publishes a part; without days those of its rows are complete. */
export async function importConsole(
  writer: ConsoleWriter,
  part: ConsolePart,
  rows: readonly ConsoleRow[],
  days?: readonly ConsoleDay[],
): Promise<void> {
  const named = new Map(rows.map(({ day, days: count }) => [`${day} ${count}`, { day, days: count }]));
  await writer.write(part, rows);
  await writer.publish(part, days ?? [...named.values()].map((day) => ({ ...day, is_final: true, is_cut: false })));
}

const AMERICA = {
  code: 2840,
  name: 'United States',
  country: 'US',
  kind: 'country',
  latitude: null,
  longitude: null,
} as const;

/** The caller named no place. */
export const ANYWHERE = { location: AMERICA, language: 'en', is_any_place: true } as const;

/** A question of the workspace that parts belong to; of console figures any age counts. */
export const OWN_SCOPE: RecallScope = {
  workspace_id: 'ws_own',
  since: new Date(),
  signal: new AbortController().signal,
};

/** The last 28 days of a table that ends on 17 November 2026, with what they are compared with. */
export const WINDOW = ['2026-10-21', '2026-11-17'] as const;
export const PREVIOUS = ['2026-09-23', '2026-10-20'] as const;
export const YEAR_AGO = ['2025-10-22', '2025-11-18'] as const;

/** Imports rows as part of tables that are complete for two windows, or for those that are named. */
export async function loadWindows(
  writer: ConsoleWriter,
  rows: readonly ConsoleRow[],
  changes: Partial<ConsolePart> = {},
  windows: readonly (readonly [string, string])[] = [WINDOW, PREVIOUS],
): Promise<void> {
  const days = windows.flatMap(([from, to]) => daysBetween(from, to));
  await importConsole(writer, consolePart(changes), rows, days);
}
