import { createReadStream } from 'node:fs';

import type { ConsoleGrain, ConsolePart, ConsoleWriter } from '../../src/ports/console.ts';
import { NO_OPTIONS } from '../../src/ports/imports.ts';
import { NOTHING, type ReadContext } from '../../src/importer/files/reading.ts';
import { readConsole } from '../../src/importer/console/read-console.ts';
import { consoleRowOf, daysOf, LAST_DAY, PROPERTY, rowsOf, type SiteSize } from './site.ts';

export const WORKSPACE = 'ws_bench';
const OBSERVED = new Date(`${LAST_DAY}T23:00:00Z`);

function partOf(grain: ConsoleGrain): ConsolePart {
  const table = { engine: 'google', property: PROPERTY, search_type: 'web', grain } as const;
  return {
    ...table,
    workspace_id: WORKSPACE,
    source: 'search-console',
    load: 'bench',
    part: '',
    observed_at: OBSERVED,
  };
}

/** As the importer reads a file. */
const CHUNK_BYTES = 256 * 1024;

/** Through the importer, from a CSV of the bulk export. */
export async function loadCsv(writer: ConsoleWriter, file: string): Promise<void> {
  const bytes = (): AsyncIterable<Uint8Array> => createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const context: ReadContext = {
    bytes,
    files: () => Promise.resolve([{ name: 'bench.csv', length: undefined, bytes }]),
    position: { offset: 0, inner: 0 },
    counts: NOTHING,
    options: NO_OPTIONS,
    location: '/bench/bench.csv',
    begun_at: OBSERVED,
    seen_at: OBSERVED,
    problem: (kind, example) => {
      throw new Error(`${kind}: ${example ?? ''}`);
    },
    note: () => undefined,
  };
  const keywords = { write: () => Promise.resolve() };
  const steps = readConsole({ console: writer, keywords }, WORKSPACE)(context);
  while ((await steps.next()).done !== true);
}

/** Through the writer alone: details, and pages as the API counts them. */
export async function loadRows(writer: ConsoleWriter, size: SiteSize): Promise<void> {
  const days = daysOf(size);
  for (const [at, day] of days.entries()) {
    const rows = Array.from(rowsOf(size, at), (row) => consoleRowOf(row, day));
    await writer.write(partOf('detail'), rows);
    const pages = Map.groupBy(rows, ({ page }) => page);
    await writer.write(
      partOf('page'),
      [...pages].map(([page, of]) => ({
        ...BLANK,
        day,
        page,
        clicks: of.reduce((sum, { clicks }) => sum + (clicks ?? 0), 0),
        impressions: of.reduce((sum, { impressions }) => sum + impressions, 0),
        position_sum: of.reduce((sum, { position_sum }) => sum + (position_sum ?? 0), 0),
      })),
    );
  }
  for (const grain of ['detail', 'page'] as const) {
    await writer.publish(
      partOf(grain),
      days.map((day) => ({ day, days: 1, is_final: true, is_cut: false })),
    );
  }
}

/** What the other table of the bulk export tells of each day as a whole. */
export async function loadTotals(writer: ConsoleWriter, size: SiteSize): Promise<void> {
  const days = daysOf(size);
  const part = partOf('total');
  await writer.write(
    part,
    days.map((day) => ({
      ...BLANK,
      day,
      clicks: size.rows_a_day,
      impressions: size.rows_a_day * 20,
      position_sum: size.rows_a_day * 200,
    })),
  );
  await writer.publish(
    part,
    days.map((day) => ({ day, days: 1, is_final: true, is_cut: false })),
  );
}

const BLANK = { days: 1, query: null, page: null, country: null, device: null, appearance: null } as const;
