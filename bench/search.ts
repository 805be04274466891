import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { connectDatabase, type IndexDatabase } from '../src/index/database/database.ts';
import { sql } from '../src/index/database/sql.ts';
import { startIndexEngine } from '../src/index/engine/start.ts';
import { openIndex, type OpenIndex } from '../src/index/open.ts';
import { rebuild } from '../src/index/rebuild.ts';
import type { PageFact } from '../src/ports/index.ts';
import { planSerpQuery } from '../src/serp/query.ts';
import { CUT, type Site, SITES, webFolder } from '../test/web/sites.ts';
import { plainBm25, type Ranker, RESULTS } from './search/baselines.ts';
import { type GeneratedQuery, generatedQueries, generatePages, KINDS_GENERATED } from './search/generated.ts';
import { KINDS, type KnownItem, knownItems } from './search/queries.ts';
import { measureRanker, measureService, printTimes } from './search/size.ts';
import { readDocumentation } from './search/web.ts';

/**
 * How well and how fast the own index is searched.
 *
 *     npm install --prefix bench            once, for MiniSearch
 *     node bench/search.ts                  known-item searches over three documentation sites, beside BM25 and MiniSearch
 *     node bench/search.ts --languages      the same sites in all their languages, every fourth search
 *     node bench/search.ts --pages 1000000  time through HTTP, memory and disk at a size, over generated pages
 *     … --data DIR                          keeps the generated pages there, and asks those that are there already
 *     … --rebuild                           derives anew what a rebuild derives of them
 *
 * The first two need the packages of the test web (`node test/web/unpack.ts --cut`). MRR is the mean of 1/rank of the page that was
 * meant, 0 beyond 50. Weights were chosen on the tuning half alone.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    searches: { type: 'string', default: '540' },
    rebuild: { type: 'boolean', default: false },
    data: { type: 'string' },
    languages: { type: 'boolean', default: false },
    worst: { type: 'string', default: '0' },
  },
});
const MRR_AIM = 0.9;
const P95_AIM_MS = 60;
const P95_AIM_LARGE_MS = 150;
const LARGE_PAGES = 10_000;

interface Opened {
  readonly index: OpenIndex;
  readonly database: IndexDatabase;
}

async function main(): Promise<void> {
  const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'seamark-search-')));
  try {
    if (values.pages === undefined) await withIndex(folder, measureRanking);
    else await measureSize(folder, Number(values.pages));
  } finally {
    if (values.data === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function withIndex<Result>(folder: string, work: (opened: Opened) => Promise<Result>): Promise<Result> {
  const engine = await startIndexEngine({ data_dir: folder, log: { info: () => undefined, warn: console.error } });
  const index = await openIndex(engine.url);
  const database = connectDatabase(engine.url);
  try {
    return await work({ index, database });
  } finally {
    await index.close();
    await database.close();
    await engine.stop();
  }
}

async function measureRanking(opened: Opened): Promise<void> {
  const facts = await readWeb();
  for (const fact of facts) await opened.index.writer.write(fact);
  await opened.index.writer.flush();
  const started = performance.now();
  await rebuild(opened.database, () => undefined);
  console.log(`${facts.length} pages, rebuilt in ${Math.round(performance.now() - started)} ms`);
  await printDisk(opened.database, facts.length);
  const items = knownItems(facts).filter((_, at) => !values.languages || at % 4 === 0);
  printRow('plain BM25', await reciprocalRanks(items, plainBm25(facts)));
  const mini = await openMiniSearch(facts);
  if (mini !== undefined) printRow('MiniSearch', await reciprocalRanks(items, mini));
  await printYardstick(opened.database);
  const times: number[] = [];
  const own = await reciprocalRanks(items, async (query, language) => {
    const begun = performance.now();
    const found = await search(opened.index, query, language);
    times.push(performance.now() - begun);
    return found;
  });
  printRow('Seamark', own);
  printTimes(`all (aim p95 ${P95_AIM_MS})`, times);
  const worst = own.filter(({ share }) => share < 1).slice(0, Number(values.worst));
  for (const { item, first, share } of worst)
    console.log(`  ${item.kind} “${item.query}”: ${item.url} has ${share.toFixed(2)}, first is ${first}`);
}

/** Documents of the packages that are there; `languages` takes every language of them. */
function readWeb(): Promise<PageFact[]> {
  if (!values.languages) {
    const isOpen = (path: string): boolean => !/^\/docs\/2\.4\/(?!en\/|ko\/)/.test(path);
    return readDocumentation(webFolder(), CUT, isOpen);
  }
  const whole = new Map(SITES.map((site) => [site.host, site]));
  const sites = CUT.map((site): Site => ({ ...(whole.get(site.host) ?? site), starts: site.starts }));
  const present = sites.map((site) => ({
    ...site,
    mounts: site.mounts.filter(({ packages }) => !packages.includes('debian-reference')),
  }));
  return readDocumentation(webFolder(), present, () => true);
}

async function loadMiniSearch(): Promise<MiniSearchModule | undefined> {
  // By a name that the compiler does not follow: MiniSearch is not among the packages of the product.
  const beside = new URL('search/minisearch.mjs', import.meta.url).href;
  const loaded: unknown = await import(beside).catch(() => undefined);
  if (hasMiniSearch(loaded)) return loaded;
  console.log('MiniSearch is left out: npm install --prefix bench');
  return undefined;
}

async function openMiniSearch(facts: readonly PageFact[]): Promise<Ranker | undefined> {
  const loaded = await loadMiniSearch();
  const pages = facts.flatMap(({ url, document }) => {
    if (document === undefined) return [];
    const headings = document.headings.map(({ text }) => text).join('\n');
    return [{ url, title: document.title, headings, text: document.text }];
  });
  return loaded?.miniSearch(pages, RESULTS);
}

interface MiniSearchModule {
  readonly miniSearch: (pages: readonly Readonly<Record<string, string>>[], results: number) => Ranker;
}

/** Holds for the module beside this one, which is all that is loaded here. */
function hasMiniSearch(loaded: unknown): loaded is MiniSearchModule {
  return typeof loaded === 'object' && loaded !== null && 'miniSearch' in loaded;
}

interface Judged {
  readonly item: KnownItem;
  readonly share: number;
  readonly first: string;
}

async function reciprocalRanks(
  items: readonly KnownItem[],
  rank: (query: string, language: string) => readonly string[] | Promise<readonly string[]>,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const item of items) {
    const found = await rank(item.query, item.language);
    const at = found.indexOf(item.url);
    judged.push({ item, share: at === -1 ? 0 : 1 / (at + 1), first: found[0] ?? 'nothing' });
  }
  return judged;
}

function printRow(name: string, judged: readonly Judged[]): void {
  const mean = (rows: readonly Judged[]): string =>
    (rows.reduce((sum, { share }) => sum + share, 0) / Math.max(1, rows.length)).toFixed(3);
  const unseen = judged.filter(({ item }) => item.unseen);
  const kinds = KINDS.map((kind) => `${kind} ${mean(unseen.filter(({ item }) => item.kind === kind))}`).join(', ');
  const tuned = judged.filter(({ item }) => !item.unseen);
  console.log(
    `${name.padEnd(12)} MRR unseen ${mean(unseen)} of ${unseen.length} (${kinds}); tuning ${mean(tuned)} of ${tuned.length} (aim ${MRR_AIM})`,
  );
}

async function search(index: OpenIndex, keyword: string, language: string): Promise<readonly string[]> {
  const asked = { keyword, language, location: null, device: null, depth: RESULTS, wants: ['organic'] as const };
  const { value } = await index.serp.check(planSerpQuery(asked), AbortSignal.timeout(60_000));
  return value.items.map(({ url }) => url ?? '');
}

async function makePages(database: IndexDatabase, pages: number): Promise<void> {
  const started = performance.now();
  await generatePages(database, pages);
  console.log(`${pages} pages made in ${Math.round((performance.now() - started) / 1000)} s`);
  await database.run(sql`OPTIMIZE TABLE documents FINAL`);
}

/** The generated pages of a folder, ready to be asked, and searches for them. */
async function prepareSize(folder: string, pages: number): Promise<readonly GeneratedQuery[]> {
  return withIndex(folder, async ({ database }) => {
    const [known] = await database.rows(
      z.object({ pages: z.int(), rebuilds: z.int() }),
      sql`SELECT (SELECT count() FROM page_states) AS pages, (SELECT count() FROM rebuilds) AS rebuilds`,
    );
    if ((known?.pages ?? 0) < pages) await makePages(database, pages);
    if ((known?.rebuilds ?? 0) === 0 || values.rebuild) {
      const started = performance.now();
      await rebuild(database, () => undefined);
      console.log(`rebuilt in ${Math.round((performance.now() - started) / 1000)} s`);
    }
    await printDisk(database, pages);
    await printYardstick(database);
    const queries = await generatedQueries(database, Math.ceil(Number(values.searches) / KINDS_GENERATED));
    if (pages <= LARGE_PAGES) await measureBaselines(database, queries);
    return queries;
  });
}

async function measureBaselines(database: IndexDatabase, queries: readonly GeneratedQuery[]): Promise<void> {
  const rows = await database.rows(
    z.object({ url: z.string(), title: z.string(), text: z.string() }),
    sql`SELECT concat(host_key, path_key) AS url, title, text FROM documents`,
  );
  const pages = rows.map((row) => ({ ...row, headings: '' }));
  const beside = await loadMiniSearch();
  if (beside !== undefined) measureRanker('MiniSearch', beside.miniSearch(pages, 10), queries);
}

async function measureSize(folder: string, pages: number): Promise<void> {
  const queries = await prepareSize(folder, pages);
  const aim_ms = pages > LARGE_PAGES ? P95_AIM_LARGE_MS : P95_AIM_MS;
  // As many calls as there are, so that no search waits for the rate limit.
  await measureService({ data: folder, env: {} }, queries, { aim_ms, worst: Number(values.worst) });
}

/** What the machine takes for a question about nothing: on a busy one, everything takes as many times longer. */
async function printYardstick(database: IndexDatabase): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    const begun = performance.now();
    await database.rows(z.object({ one: z.int() }), sql`SELECT 1 AS one`);
    times.push(performance.now() - begun);
  }
  const median = times.toSorted((one, other) => one - other)[50] ?? 0;
  console.log(`load ${loadavg()[0]?.toFixed(1) ?? '?'}; SELECT 1 takes ${median.toFixed(1)} ms`);
}

async function printDisk(database: IndexDatabase, pages: number): Promise<void> {
  const rows = await database.rows(
    z.object({ table: z.string(), rows: z.int(), size: z.int() }),
    sql`SELECT table, sum(p.rows) AS rows, sum(bytes_on_disk) AS size FROM system.parts AS p WHERE database = currentDatabase() AND active
      AND table IN ('postings', 'documents', 'pages', 'page_states', 'anchor_terms', 'vocabulary', 'leading_postings', 'document_cards') GROUP BY table ORDER BY size DESC`,
  );
  for (const { table, rows: count, size } of rows)
    console.log(`  ${table.padEnd(12)} ${count} rows, ${Math.round(size / pages)} bytes a page`);
}

await main();
