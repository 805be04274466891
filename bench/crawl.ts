import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { connect } from '../src/adapters/postgres/database.ts';
import { startEmbedded } from '../src/adapters/postgres/embedded.ts';
import { migrate } from '../src/adapters/postgres/migrate.ts';
import { startIndexEngine } from '../src/index/engine/start.ts';
import { migrateIndex } from '../src/index/schema.ts';
import { Outcome, silentLog, SiteStarted, treeMemory_mb } from './crawl/measure.ts';

/**
 * Pages a second and memory of Seamark's crawler beside Crawlee's CheerioCrawler, on one generated site.
 *
 *     npm install --prefix bench
 *     npm exec -- node bench/crawl.ts --pages 3000 --concurrency 16 --rounds 3
 *
 * Seamark runs as it is published, compiled. Each run has a fresh process; the site, PostgreSQL and the index engine run in others. Crawlee keeps
 * nothing; Seamark is measured with every fact written to its index, and once more with the facts dropped.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '3000' },
    concurrency: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});
const folder = import.meta.dirname;
const { pages, concurrency } = values;
const built = join(folder, '../node_modules/.seamark-bench');
spawnSync(join(folder, '../node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json', '--outDir', built], {
  cwd: join(folder, '..'),
});
spawnSync(process.execPath, [join(folder, '../scripts/copy-data.ts'), built]);

const site = await started(fork(join(folder, 'crawl/site.mjs'), [pages]));
const origin = `http://127.0.0.1:${site.port}`;
console.log(`${pages} pages of ${Math.round(site.page_bytes / 1000)} kB, ${concurrency} at a time`);
const indexing: Outcome[] = [];
const dropping: Outcome[] = [];
const crawlee: Outcome[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  if (values.only !== 'crawlee') await runSeamark();
  if (values.only !== 'seamark')
    crawlee.push(await run('crawl/crawlee.mjs', [built, origin, pages, concurrency], 'crawlee, facts dropped'));
}
compare('facts indexed', indexing);
compare('facts dropped', dropping);
site.process.disconnect();

function compare(name: string, seamark: readonly Outcome[]): void {
  if (seamark.length === 0 || crawlee.length === 0) return;
  const speed = median(seamark.map(rateOf)) / median(crawlee.map(rateOf));
  const memory = median(seamark.map((one) => one.rss_mb)) / median(crawlee.map((one) => one.rss_mb));
  console.log(`medians, ${name}: ${speed.toFixed(2)} times the pages a second, ${memory.toFixed(2)} of the memory`);
}

async function runSeamark(): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'seamark-bench-'));
  const server = await startEmbedded({ data_dir, log: silentLog });
  const engine = await startIndexEngine({ data_dir, log: silentLog });
  const database = connect({ url: server.url, log: silentLog });
  await migrate(database);
  await database.close();
  await migrateIndex(engine.url);
  const parameters = [built, origin, pages, concurrency, server.url];
  indexing.push(await run('crawl/seamark.mjs', [...parameters, engine.url], 'seamark, facts indexed'));
  const postmaster = Number(readFileSync(join(data_dir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  console.log(
    `  beside it: index engine ${treeMemory_mb(engine.pid ?? 0)} MB, PostgreSQL ${treeMemory_mb(postmaster)} MB`,
  );
  dropping.push(await run('crawl/seamark.mjs', [...parameters, 'none'], 'seamark, facts dropped'));
  await engine.stop();
  await server.stop();
  rmSync(data_dir, { recursive: true, force: true });
}

async function run(file: string, parameters: readonly string[], name: string): Promise<Outcome> {
  const child = fork(join(folder, file), [...parameters], {
    execArgv: (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter(Boolean),
  });
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    child.once('message', (message) => resolve(Outcome.parse(message)));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
  });
  const lag = `event loop p99 ${outcome.lag_p99_ms} ms, most ${outcome.lag_max_ms} ms`;
  console.log(
    `${name.padEnd(23)} ${outcome.pages} pages, ${Math.round(rateOf(outcome))} pages/s, ${outcome.rss_mb} MB, ` +
      `${outcome.cpu_s} s of processor, ${lag} (${outcome.note})`,
  );
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  return outcome;
}

function rateOf(outcome: Outcome): number {
  return (outcome.pages * 1000) / outcome.duration_ms;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

function started(
  child: ChildProcess,
): Promise<{ readonly port: number; readonly page_bytes: number; readonly process: ChildProcess }> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      resolve({ ...SiteStarted.parse(message), process: child });
    });
    child.once('exit', () => reject(new Error('The site did not start.')));
  });
}
