import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { startLean } from '../src/commands/lean-process.ts';
import { type Sql, sql } from '../src/index/database/sql.ts';
import { EngineConsoleWriter } from '../src/index/facts/console-writer.ts';
import type { RecallScope } from '../src/ports/store.ts';
import { AMERICA, compareWithBare, type EmptyIndex, type Question } from './beside-bare.ts';
import { loadCsv, loadRows, loadTotals, WORKSPACE } from './console/load.ts';
import { ownSeconds, secondsOf } from './processor.ts';
import { pageOf, queryOf, type SiteSize } from './console/site.ts';

/**
 * Sixteen months of Search Console: how fast they are imported, what room they take, and how fast a site's own rankings are
 * read, beside the engine's bare SQL for the same rows.
 *
 *   node bench/console.ts                        50 million rows of 200,000 queries and 20,000 pages, from CSV
 *   node bench/console.ts --share 0.1            a tenth of the rows
 *   node bench/console.ts --through writer       without reading CSV
 *   node bench/console.ts --data DIR             keeps the index there, and asks the one that is there already
 *
 * The CSV is written first. Processor seconds of this process and of the engine are told beside the time on the clock, since others
 * may use the machine as well.
 *
 * Bare SQL sums the same days by query or page and leaves out what makes an answer of them: which load of a day counts, the
 * totals, texts, pages of a query, and the year before.
 */
startLean();
const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '1' },
    through: { type: 'string', default: 'csv' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '30' },
  },
});
const DAYS = 480;
const size: SiteSize = {
  queries: 200_000,
  pages: 20_000,
  days: DAYS,
  rows_a_day: Math.ceil((50_000_000 / DAYS) * Number(values.share)),
};

const scope: RecallScope = { workspace_id: WORKSPACE, since: new Date(), signal: new AbortController().signal };
const ANYWHERE = { location: AMERICA, language: 'en', is_any_place: true } as const;
const DETAIL = sql`workspace_id = ${WORKSPACE} AND engine = 'google' AND property = 'sc-domain:bench.test' AND search_type = 'web' AND grain = 'detail'`;
const WINDOW = sql`day >= '2026-09-23' AND day <= '2026-11-17'`;
const SUMS = sql`sumIf(clicks, day >= '2026-10-21') AS c0, sumIf(impressions, day >= '2026-10-21') AS i0,
  sumIf(position_sum, day >= '2026-10-21') AS p0, sumIf(clicks, day < '2026-10-21') AS c1`;

const byQuery = (): Sql =>
  sql`SELECT query_id, ${SUMS} FROM console_rows WHERE ${DETAIL} AND ${WINDOW} GROUP BY query_id ORDER BY c0 DESC LIMIT 100`;
const byPage = (): Sql =>
  sql`SELECT page_id, ${SUMS} FROM console_rows WHERE ${DETAIL} AND ${WINDOW} GROUP BY page_id ORDER BY c0 DESC LIMIT 100`;

const keywords = {
  ...ANYWHERE,
  target: 'bench.test',
  limit: 100,
  max_position: 100,
  include_lost: true,
  volume_min: 0,
} as const;
const pages = { ...ANYWHERE, target: 'bench.test', limit: 100, traffic_min: 0, state: 'all' } as const;
const nth = (round: number, of: number): number => (round * 7919 + 13) % of;

const QUESTIONS: readonly Question[] = [
  {
    name: 'keywords, by traffic',
    ask: (stores) => stores.rankings.keywords.recall({ ...keywords, order: 'traffic' }, scope),
    bare: byQuery,
  },
  {
    name: 'keywords, 1,000 by gain',
    ask: (stores) => stores.rankings.keywords.recall({ ...keywords, order: 'gain', limit: 1000 }, scope),
    bare: byQuery,
  },
  {
    name: 'keywords, one country',
    ask: (stores) => stores.rankings.keywords.recall({ ...keywords, order: 'traffic', is_any_place: false }, scope),
    bare: () =>
      sql`SELECT query_id, ${SUMS} FROM console_rows WHERE ${DETAIL} AND ${WINDOW} AND country = 'US' GROUP BY query_id ORDER BY c0 DESC LIMIT 100`,
  },
  {
    name: 'keywords of a page',
    ask: (stores, round) =>
      stores.rankings.keywords.recall({ ...keywords, order: 'traffic', target: pageOf(nth(round, size.pages)) }, scope),
    bare: (round) =>
      sql`SELECT query_id, ${SUMS} FROM console_rows WHERE ${DETAIL} AND ${WINDOW}
        AND page_id = (SELECT any(page_id) FROM console_pages WHERE url = ${pageOf(nth(round, size.pages))}) GROUP BY query_id`,
  },
  {
    name: 'pages, by traffic',
    ask: (stores) => stores.rankings.pages.recall({ ...pages, order: 'traffic' }, scope),
    bare: byPage,
  },
  {
    name: 'pages, by keywords',
    ask: (stores) => stores.rankings.pages.recall({ ...pages, order: 'keywords' }, scope),
    bare: () =>
      sql`SELECT page_id, uniqExact(query_id) AS queries FROM console_rows WHERE ${DETAIL} AND day >= '2026-10-21' AND day <= '2026-11-17'
        GROUP BY page_id ORDER BY queries DESC LIMIT 100`,
  },
  {
    name: 'traffic',
    ask: (stores) =>
      stores.rankings.traffic.recall({ ...ANYWHERE, targets: ['bench.test'], types: ['organic'] }, scope),
    bare: () =>
      sql`SELECT sumIf(clicks, day >= '2026-10-21'), uniqExactIf(query_id, day >= '2026-10-21') FROM console_rows WHERE ${DETAIL} AND ${WINDOW}`,
  },
  {
    name: 'shared keywords of two pages',
    ask: (stores, round) =>
      stores.rankings.shared.recall(
        {
          ...ANYWHERE,
          targets: [pageOf(nth(round, size.pages)), pageOf(nth(round, size.pages) + 1)],
          excluded: [],
          mode: 'any',
          item_types: ['organic'],
          limit: 100,
          volume_min: 0,
          max_position: undefined,
          order: 'traffic',
          has_clickstream: false,
        },
        scope,
      ),
    bare: byPage,
  },
  {
    name: 'daily',
    ask: (stores, round) => {
      const query = nth(round, 2000);
      return stores.rankings.daily.recall(
        { ...ANYWHERE, url: pageOf((query * 31) % size.pages), keyword: queryOf(query), days: 28 },
        scope,
      );
    },
    bare: (round) =>
      sql`SELECT day, sum(clicks), sum(impressions), sum(position_sum) FROM console_rows WHERE ${DETAIL} AND ${WINDOW}
        AND query_id = cityHash64(${queryOf(nth(round, 2000))}) GROUP BY day`,
  },
  {
    name: 'click rates',
    ask: (stores) =>
      stores.rankings.clickRates.recall(
        { ...ANYWHERE, target: 'bench.test', brand_letters: ['bench', 'benchtest'] },
        scope,
      ),
    bare: () =>
      sql`SELECT round(p / i) AS position, sum(c), sum(i) FROM (SELECT query_id, sum(clicks) AS c, sum(impressions) AS i, sum(position_sum) AS p
        FROM console_rows WHERE ${DETAIL} AND day >= '2026-08-19' AND day <= '2026-11-17' GROUP BY query_id) GROUP BY position`,
  },
];

async function loadOnce({ database, ...index }: EmptyIndex): Promise<void> {
  const Count = z.object({ rows: z.int() });
  const rows = sql`SELECT count() AS rows FROM console_rows`;
  const [before] = await database.rows(Count, rows);
  if (before?.rows === 0) await load({ database, ...index });
  await database.run(sql`OPTIMIZE TABLE console_rows`);
  const Size = z.object({ table: z.string(), rows: z.int(), bytes: z.number(), parts: z.int() });
  const sizes = await database.rows(
    Size,
    sql`SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, count() AS parts FROM system.parts
      WHERE active AND database = currentDatabase() AND table LIKE 'console%' GROUP BY table ORDER BY table`,
  );
  for (const { table, rows: count, bytes, parts } of sizes) {
    console.log(
      `${table}: ${count.toLocaleString('en-US')} rows, ${(bytes / count).toFixed(1)} bytes a row, ${parts} parts`,
    );
  }
}

async function load({ database, folder, pid }: EmptyIndex): Promise<void> {
  const file = join(folder, 'bench.csv');
  if (values.through === 'csv') writeCsv(file);
  const writer = new EngineConsoleWriter(database, console.error);
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  const before = { clock: performance.now(), own: ownSeconds(), engine: secondsOf(pid) };
  await (values.through === 'csv' ? loadCsv(writer, file) : loadRows(writer, size));
  const seconds = (performance.now() - before.clock) / 1000;
  clearInterval(watch);
  const millions = (size.rows_a_day * size.days) / 1e6;
  const own = (ownSeconds() - before.own) / millions;
  const engine = (secondsOf(pid) - before.engine) / millions;
  await loadTotals(writer, size);
  const summed = secondsOf(pid);
  await writer.close();
  await rm(file, { force: true });
  const rate = Math.round((millions * 1e6) / seconds).toLocaleString('en-US');
  console.log(
    `${millions.toFixed(1)} million rows through ${values.through} in ${seconds.toFixed(0)} s: ${rate} rows/s; for a million ` +
      `${own.toFixed(1)} s of the process and ${engine.toFixed(1)} s of the engine; at most ${(peak / 1e6).toFixed(0)} MB in the process; ` +
      `sums for questions took ${(secondsOf(pid) - summed).toFixed(1)} s of the engine`,
  );
}

function writeCsv(file: string): void {
  const script = fileURLToPath(new URL('console/write-csv.ts', import.meta.url));
  const { queries, pages: pageCount, days, rows_a_day } = size;
  execFileSync(process.execPath, [script, '--file', file, '--size', [queries, pageCount, days, rows_a_day].join(',')]);
}

await compareWithBare({
  questions: QUESTIONS,
  rounds: Number(values.rounds),
  answered_min: 1,
  data: values.data,
  load: loadOnce,
});
