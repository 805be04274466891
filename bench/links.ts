import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { connectDatabase, type IndexDatabase } from '../src/index/database/database.ts';
import { startIndexEngine } from '../src/index/engine/start.ts';
import { type FromRebuild, rebuild } from '../src/index/rebuild.ts';
import { update } from '../src/index/rebuild-changes.ts';
import { migrateIndex } from '../src/index/schema.ts';
import { CoverageReader } from '../src/index/read/rows/coverage.ts';
import { IndexLinksSource } from '../src/index/read/links.ts';
import { BLOCK_MAX } from '../src/index/write/block-bounds.ts';
import type { RebuildReport } from '../src/ports/index.ts';
import { watchMemory } from '../test/web/process-memory.ts';
import type { MadeFile } from './links/generator.ts';
import { type GraphSize, graphSize } from './links/graph.ts';
import { linkCount, loadFiles, loadOn, makeFiles, tableSizes } from './links/load.ts';
import { printQuestions, type Table } from './links/print.ts';
import { askAll, askInTurn, askPlain } from './links/rounds.ts';
import { targetClasses } from './links/questions.ts';

/**
 * Backlinks at size: a made web with the skew of the real one, loaded, judged, and asked everything that the port knows.
 *
 *   node bench/links.ts                          100 million links
 *   node bench/links.ts --links 1000000          fewer
 *   node bench/links.ts --data DIR               keeps the index there, and asks the one that is there already
 *   node bench/links.ts --more 10000             then loads so many more, and rebuilds what that changes
 *   node bench/links.ts --skip plain,load        without some of: rebuild, ask, plain (SQL), load (questions during a load)
 *
 * The web is made first, as files of rows, and then loaded file by file through `incoming`, the table through which crawls
 * and imports write: pages, their states and fetches, moves and links come from the same inserts. The rows are the ones
 * that an import of link records makes, so pages have no text. Plain SQL is the same question on facts alone. The source
 * keeps answers of large targets and links of others: `in turn` asks one source everything about a target before the next
 * one, as whoever looks at a profile does; all other columns ask a new source about a target that it has not seen. Each target is asked once.
 */
const { values } = parseArgs({
  options: {
    links: { type: 'string', default: '100000000' },
    data: { type: 'string' },
    skip: { type: 'string', default: '' },
    seconds: { type: 'string', default: '20' },
    more: { type: 'string', default: '0' },
  },
});
const CALLERS = 16;

const skipped = new Set(values.skip.split(','));
const size = graphSize(Number(values.links));
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'seamark-links-')));

async function main(): Promise<void> {
  const engine = await startIndexEngine({ data_dir: folder, log: { info: () => undefined, warn: console.error } });
  await migrateIndex(engine.url);
  const database = connectDatabase(engine.url);
  console.log(
    `${availableParallelism()} processors, ${gigabytes(totalmem())} of memory, Node ${process.version}, load ${loadNow()}`,
  );
  try {
    if ((await linkCount(database)) === 0) await load(database);
    else console.log(`The index in ${folder} is asked as it is.`);
    if (!skipped.has('rebuild')) await judge(database, rebuild);
    if (Number(values.more) > 0) await judgeMore(database, Number(values.more));
    await printSizes(database);
    if (!skipped.has('ask')) await ask(database);
  } finally {
    await database.close();
    await engine.stop();
    if (values.data === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function made(part: GraphSize, links: number, from_links: number): Promise<readonly MadeFile[]> {
  const visits = join(folder, 'visits');
  await mkdir(visits, { recursive: true });
  return makeFiles({ folder: visits, links, from_links, size: part, links_per_file: BLOCK_MAX.links });
}

async function load(database: IndexDatabase): Promise<void> {
  const started = performance.now();
  const files = await made(size, size.links, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const making = performance.now() - started;
  console.log(`made        ${whole(size.links)} links in ${seconds(making)}, ${gigabytes(bytes)} of rows`);
  const watch = watchMemory(process.pid, folder);
  let told = 0;
  const done = await loadFiles(database, files, (now) => {
    if (now.links - told < size.links / 10) return;
    told = now.links;
    console.log(`            ${whole(now.links)} links, ${whole((now.links * 1000) / now.milliseconds)} a second`);
  });
  const peaks = watch.stop();
  const rate = (done.links * 1000) / done.milliseconds;
  console.log(
    `loaded      ${whole(done.links)} links of ${whole(done.pages)} visits in ${seconds(done.milliseconds)}: ` +
      `${whole(rate)} links/s (aim 250,000); engine ${peaks.engine_mb} MB, Node ${peaks.main_mb} MB at most`,
  );
}

/** As `seamark index rebuild` does, or the service after an import. */
async function judge(database: IndexDatabase, by: typeof rebuild | typeof update): Promise<void> {
  const watch = watchMemory(process.pid, folder);
  const started = performance.now();
  let step = { name: '', at: started };
  let report = '';
  const hear = (message: FromRebuild): void => {
    if (message.type === 'done') report = reportOf(message.report);
    if (message.type !== 'step' || message.step.name === step.name) return;
    const now = performance.now();
    if (step.name !== '') console.log(`            ${step.name.padEnd(24)} ${seconds(now - step.at).padStart(9)}`);
    step = { name: message.step.name, at: now };
  };
  await by(database, hear);
  const peaks = watch.stop();
  console.log(
    `rebuilt     in ${seconds(performance.now() - started)}: ${report}; ` +
      `engine ${peaks.engine_mb} MB, Node ${peaks.main_mb} MB at most (aim: 2,048 together)`,
  );
}

/** What a rebuild costs when little is new: some pages are read again, and some for the first time. */
async function judgeMore(database: IndexDatabase, links: number): Promise<void> {
  const done = await loadFiles(database, await made(size, links, await linkCount(database)), () => undefined);
  console.log(`loaded      ${whole(done.links)} links more, of ${whole(done.pages)} visits`);
  await judge(database, update);
}

function reportOf({ domains, hosts, pages }: Pick<RebuildReport, 'domains' | 'hosts' | 'pages'>): string {
  return `${whole(domains)} domains, ${whole(hosts)} hosts, ${whole(pages)} pages`;
}

async function printSizes(database: IndexDatabase): Promise<void> {
  const links = await linkCount(database);
  const tables = await tableSizes(database);
  const all = tables.reduce((sum, { all_bytes }) => sum + all_bytes, 0);
  console.log(
    `on disk     ${whole(links)} links, ${gigabytes(all)}: ${(all / links).toFixed(1)} bytes a link in all tables`,
  );
  for (const { table, all_rows, all_bytes, parts } of tables.slice(0, 14)) {
    const aim = table === 'links' ? ' (aim 42)' : '';
    console.log(
      `            ${table.padEnd(18)} ${whole(all_rows).padStart(13)} rows ${parts.toString().padStart(4)} parts ` +
        `${(all_bytes / links).toFixed(1).padStart(6)} bytes a link${aim}`,
    );
  }
}

async function ask(database: IndexDatabase): Promise<void> {
  const classes = targetClasses(size);
  const milliseconds_max = Number(values.seconds) * 1000;
  const coverage = new CoverageReader(database);
  const fresh = (): IndexLinksSource => new IndexLinksSource(database, coverage);
  const one = fresh();
  const watch = watchMemory(process.pid, folder);
  const tables: Table[] = [];
  tables.push({ name: 'alone', cells: await askAll(fresh, classes, { callers: 1, milliseconds_max }) });
  tables.push({ name: 'in turn', cells: await askInTurn(one, classes, milliseconds_max) });
  tables.push({
    name: `${CALLERS} callers`,
    cells: await askAll(fresh, classes, { callers: CALLERS, milliseconds_max }),
  });
  const peaks = watch.stop();
  if (!skipped.has('plain'))
    tables.push({ name: 'plain SQL', cells: await askPlain(database, classes, milliseconds_max) });
  if (!skipped.has('load')) {
    const files = await made(size, Math.max(BLOCK_MAX.links, Math.round(size.links / 40)), size.links);
    const loading = loadOn(database, files);
    tables.push({ name: 'during a load', cells: await askAll(fresh, classes, { callers: 1, milliseconds_max }) });
    console.log(`loading     ${whole(await loading.stop())} links/s beside the questions`);
    await rm(join(folder, 'visits'), { recursive: true, force: true });
  }
  printQuestions(tables, classes);
  console.log(
    `asking      engine ${peaks.engine_mb} MB, Node ${peaks.main_mb} MB at most (aim: 2,048 together); load ${loadNow()}`,
  );
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(2)} GB`;
}

function loadNow(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

await main();
