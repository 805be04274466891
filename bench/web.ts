import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { compareWeb } from '../test/web/compare.ts';
import { countWeb, externalByDomain } from '../test/web/count.ts';
import type { WebCount } from '../test/web/count.ts';
import { watchMemory } from '../test/web/process-memory.ts';
import type { MemoryPeaks } from '../test/web/process-memory.ts';
import { caller, createKey, objectOf, runCommand, startService } from '../test/web/product.ts';
import type { Call, Json, ProductOptions } from '../test/web/product.ts';
import { startTestWeb } from '../test/web/server.ts';
import type { TestWeb } from '../test/web/server.ts';
import { SITES, missingSites, webFolder } from '../test/web/sites.ts';
import type { Site } from '../test/web/sites.ts';

/**
 * The whole test web, crawled by the command line into an index of its own, then asked over HTTP.
 *
 *   node bench/web.ts                            all sites, 41,000 pages
 *   node bench/web.ts --sites python,sqlite      sites whose host contains one of these
 *   node bench/web.ts --pages 5000               a shorter crawl; figures are then not compared with the count
 *   node bench/web.ts --data DIR                 keeps the index there
 *
 * Prints pages and pages/s, links, peak memory by part, bytes on disk, the time of authority, p50 and p95 of the
 * operations that read the index or a page, and every difference between the backlinks answered and the independent count. The web server
 * runs in this process, on the same machine as the crawl, and takes its share of the processor.
 */
const PAGES_MAX = 60_000;
const CALLS_OF_EACH = 100;
/** Domains with more links than this are compared by their figures alone: the list ends at this offset. */
const LISTED_LINKS_MAX = 20_000;
const DIFFERENCES_SHOWN = 200;
const GROUPING_PATHS = [
  '/backlinks/anchors',
  '/backlinks/referring-domains',
  '/backlinks/domain-pages',
  '/backlinks/competitors',
];

interface Crawled {
  readonly peaks: MemoryPeaks;
  readonly crawl_ms: number;
  readonly rest_ms: number;
  readonly report: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { sites: { type: 'string' }, pages: { type: 'string' }, data: { type: 'string' } },
  });
  const wanted = values.sites?.split(',') ?? [''];
  const sites = SITES.filter((site) => wanted.some((part) => site.host.includes(part)));
  if (sites.length === 0) {
    const hosts = SITES.map(({ host }) => host).join(', ');
    throw new Error(`No site has ${wanted.join(' or ')} in its host. There are ${hosts}.`);
  }
  const missing = missingSites(webFolder(), sites);
  if (missing !== undefined) throw new Error(missing);

  console.log(`Counting ${sites.length} sites straight from their files …`);
  const count = countWeb(webFolder(), sites);
  const folder = await mkdtemp(join(tmpdir(), 'seamark-web-'));
  const web = await startTestWeb(webFolder(), sites);
  try {
    const options = await optionsFor(web, folder, values.data ?? join(folder, 'data'));
    const pages = Number(values.pages ?? PAGES_MAX);
    await printCrawl(await crawlWeb(web, options, pages), options, count);
    await askService(options, count, sites, pages >= PAGES_MAX);
  } finally {
    await web.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function optionsFor(web: TestWeb, folder: string, data: string): Promise<ProductOptions> {
  const trusted = join(folder, 'test-web.pem');
  await writeFile(trusted, web.certificate);
  return { data, env: { NODE_EXTRA_CA_CERTS: trusted, SEAMARK_RESOLVE: web.resolve.join(',') } };
}

async function crawlWeb(web: TestWeb, options: ProductOptions, pages: number): Promise<Crawled> {
  const limits = ['--pages', String(pages), '--depth', '100', '--rate', '10000'];
  const started = performance.now();
  let crawled = started;
  let watch: ReturnType<typeof watchMemory> | undefined;
  const result = await runCommand(['crawl', ...web.starts, ...limits], options, (child) => {
    watch = watchMemory(child.pid ?? 0, options.data);
    child.stdout?.on('data', (part: Buffer) => {
      if (/pages? read in /.test(part.toString())) crawled = performance.now();
    });
  });
  const ended = performance.now();
  if (result.code !== 0) throw new Error(`seamark crawl: ${String(result.code)}\n${result.stdout}\n${result.stderr}`);
  return {
    peaks: watch?.stop() ?? { main_mb: 0, engine_mb: 0, database_mb: 0 },
    crawl_ms: crawled - started,
    rest_ms: ended - crawled,
    report: result.stdout,
  };
}

async function printCrawl(crawled: Crawled, options: ProductOptions, count: WebCount): Promise<void> {
  const printed = await runCommand(['index', 'stats', '--json'], options);
  const stats = objectOf(JSON.parse(printed.stdout));
  const pages = numberOf(stats, 'pages');
  const links = numberOf(stats, 'links');
  const bytes = numberOf(stats, 'bytes_on_disk');
  console.log(crawled.report);
  print([
    ['machine', `${availableParallelism()} processors, Node ${process.version}`],
    ['pages counted', whole(count.pages.size)],
    ['documents in the index', whole(numberOf(stats, 'documents'))],
    ['pages in the index', `${whole(pages)} (with redirects, errors, other media)`],
    ['links', `${whole(links)}, to other domains ${whole(numberOf(stats, 'external_links'))}`],
    ['start and crawl', `${seconds(crawled.crawl_ms)}; the report above has the crawl alone`],
    ['authority and end', seconds(crawled.rest_ms)],
    [
      'peak memory',
      `crawler ${crawled.peaks.main_mb} MB, engine ${crawled.peaks.engine_mb} MB, database ${crawled.peaks.database_mb} MB`,
    ],
    [
      'index on disk',
      `${(bytes / 1e6).toFixed(1)} MB: ${(bytes / pages).toFixed(0)} bytes a page, ${(bytes / links).toFixed(1)} a link`,
    ],
  ]);
}

async function askService(
  options: ProductOptions,
  count: WebCount,
  sites: readonly Site[],
  whole_web: boolean,
): Promise<void> {
  const service = await startService(options);
  const watch = watchMemory(service.process.pid ?? 0, options.data);
  try {
    const key = await createKey(options);
    const times = new Map<string, number[]>();
    const call = caller(service, key, (path, ms) => times.set(path, [...(times.get(path) ?? []), ms]));
    for (const request of requestsFor(count, sites)) await expectAnswer(call, request);
    printTimes(times);
    if (whole_web) await printComparison(caller(service, key), count);
    const { main_mb, engine_mb, database_mb } = watch.stop();
    print([['peak memory', `service ${main_mb} MB, engine ${engine_mb} MB, database ${database_mb} MB`]]);
  } finally {
    watch.stop();
    await service.stop();
  }
}

interface Request {
  readonly path: string;
  readonly body: Json;
}

/** The same number of each operation, on targets from the most linked domain down, and on pages of all sites. */
function requestsFor(count: WebCount, sites: readonly Site[]): readonly Request[] {
  const domains = [...externalByDomain(count.links)]
    .filter(([domain]) => domain.includes('.') && !/^[\d.]+$/.test(domain))
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([domain]) => domain);
  const targets = [...sites.map((site) => site.host), ...domains].slice(0, CALLS_OF_EACH);
  const schemes = new Map(sites.map((site) => [site.host, site.scheme]));
  const keys = [...count.pages.keys()];
  const step = Math.max(1, Math.floor(keys.length / CALLS_OF_EACH));
  const sampled = keys.filter((_, at) => at % step === 0).slice(0, CALLS_OF_EACH);
  return [
    ...targets.map((target) => ({ path: '/backlinks/summary', body: { target } })),
    ...targets.map((target) => ({ path: '/backlinks/list', body: { target, mode: 'as_is', limit: 100 } })),
    ...GROUPING_PATHS.flatMap((path) => targets.map((target) => ({ path, body: { target, limit: 100 } }))),
    ...sampled.map((page) => ({ path: '/search', body: { query: queryOf(count.pages.get(page)?.title ?? page) } })),
    ...['/extract', '/content/technical-qa'].flatMap((path) =>
      sampled.map((page) => {
        const scheme = schemes.get(count.pages.get(page)?.host ?? '') ?? 'https';
        return { path, body: { url: `${scheme}://${page}` } };
      }),
    ),
  ];
}

function queryOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return words.slice(0, 4).join(' ') || 'documentation';
}

async function expectAnswer(call: Call, { path, body }: Request): Promise<void> {
  const answer = await call(path, body);
  if (answer.status !== 200)
    console.log(`${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

function printTimes(times: ReadonlyMap<string, readonly number[]>): void {
  console.log('\nOne call after the other, in ms:');
  print(
    [...times].map(([path, all]) => {
      const sorted = [...all].sort((one, other) => one - other);
      const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
      return [path, `p50 ${at(0.5)}  p95 ${at(0.95)}  most ${at(0.999)}  (${sorted.length} calls)`];
    }),
  );
}

async function printComparison(call: Call, count: WebCount): Promise<void> {
  console.log('\nComparing with the independent count …');
  const comparison = await compareWeb(call, count, (_, links) => links.length <= LISTED_LINKS_MAX);
  for (const difference of comparison.differences.slice(0, DIFFERENCES_SHOWN)) {
    console.log(
      `  ${difference.domain}: ${difference.what}: counted ${difference.counted}, answered ${difference.answered}`,
    );
  }
  print([
    ['external domains', `${whole(comparison.domains)}, not askable: ${comparison.not_askable.join(', ') || 'none'}`],
    ['external links counted', whole(comparison.links_counted)],
    ['external links listed', whole(comparison.links_listed)],
    ['compared by hosts, anchors and pages', `${whole(comparison.grouped)} domains`],
    ['differences', whole(comparison.differences.length)],
  ]);
}

function print(rows: readonly (readonly string[])[]): void {
  for (const [name = '', value = ''] of rows) console.log(`${name.padEnd(24)} ${value}`);
}

function numberOf(object: Json, name: string): number {
  const value = object[name];
  if (typeof value !== 'number') throw new Error(`${name} is no number: ${JSON.stringify(object)}`);
  return value;
}

function whole(value: number): string {
  return value.toLocaleString('en-US');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

await main();
