import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

import { auditsOf } from '../src/compose/large-audits.ts';
import { connectDatabase, type IndexDatabase } from '../src/index/database/database.ts';
import { startIndexEngine } from '../src/index/engine/start.ts';
import { openIndex } from '../src/index/open.ts';
import { type Sql, sql } from '../src/index/database/sql.ts';
import { CHECKS_VERSION } from '../src/ports/index.ts';
import { parseTarget } from '../src/web/target.ts';

/**
 * The audit of a large site, beside the plain SQL that counts its dead links and shared titles alone.
 *
 *     npm exec -- node bench/audit.ts --pages 100000 --links 50
 *
 * Processor time and memory are of this process with its threads, without the engine's; and how long its event loop stood
 * still, at the longest.
 */
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '100000' }, links: { type: 'string', default: '50' } },
});
const pages = Number(values.pages);
const links = Number(values.links);
const SITE = 'large.example';
const HOST = 'example.large.';
const NOW = new Date();

const data = mkdtempSync(join(tmpdir(), 'seamark-audit-'));
const engine = await startIndexEngine({ data_dir: data, log: { info: () => undefined, warn: console.warn } });
const index = await openIndex(engine.url);
const database = connectDatabase(engine.url);
try {
  await fill(database);
  const bare = await timed('plain SQL: dead links and shared titles', async () => {
    await database.run(sql`SELECT count() FROM (SELECT target_path FROM links WHERE target_host = ${HOST}
      AND (target_host, target_path) IN (SELECT host_key, path_key FROM crawl_pages WHERE outcome = 3))`);
    await database.run(sql`SELECT count() FROM (SELECT title FROM pages FINAL GROUP BY title HAVING count() > 1)`);
  });
  const audits = auditsOf(index, () => new Date());
  const site = parseTarget(SITE);
  const [crawl] = await audits.crawls(site, AbortSignal.timeout(60_000));
  if (crawl === undefined) throw new Error('The crawl of the benchmark is not there.');
  const own = await timed('audit, made and kept', async () => {
    const { report } = await audits.auditOf(site, crawl, AbortSignal.timeout(3_600_000));
    const failing = Object.entries(report.rules).map(([rule, { failing: count }]) => `${rule} ${count}`);
    console.log(failing.join(', '));
  });
  await timed('audit, asked again', async () => {
    await audits.auditOf(site, crawl, AbortSignal.timeout(60_000));
  });
  console.log(`ratio to plain SQL, wall: ${(own / bare).toFixed(1)}`);
} finally {
  await index.close();
  await database.close();
  await engine.stop();
  rmSync(data, { recursive: true, force: true });
}

async function timed(name: string, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  const start = performance.now();
  const base = process.memoryUsage().rss;
  let peak = 0;
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  await work();
  clearInterval(watch);
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - start;
  peak = Math.max(peak, process.memoryUsage().rss);
  const cpu = (user + system) / 1e6;
  console.log(
    `${name}: ${(wall / 1000).toFixed(1)} s, ${cpu.toFixed(1)} s of this processor, ${Math.round(peak / 1e6)} MB at its peak, ${Math.round((peak - base) / 1e6)} of them its own, event loop held ${Math.round(loop.max / 1e6)} ms`,
  );
  return wall;
}

/** Pages of twenty sections; one in fifty is dead, one in forty redirects, one in thirty shares its title. */
async function fill(into: IndexDatabase): Promise<void> {
  const path = (n: Sql): Sql => sql`concat('/section-', toString(${n} % 20), '/page-', toString(${n}))`;
  const outcome = sql`multiIf(number % 50 = 7, 3, number % 40 = 9, 2, 0)`;
  const status = sql`multiIf(number % 50 = 7, 404, number % 40 = 9, 301, 200)`;
  const key = sql`if(number = 0, '', ${path(sql`number`)})`;
  await into.run(sql`INSERT INTO crawl_runs (crawl, started_at, settings, ended) SELECT 'crawl_bench', ${NOW}, '{"sitemaps":true}',
    tuple(${new Date(NOW.getTime() + 1000)}, 'exhausted', 0, '[]')`);
  await into.run(sql`INSERT INTO crawl_pages (crawl, host_key, path_key, flags, observed_at, outcome, status, depth, response_ms, note)
    SELECT 'crawl_bench', ${HOST}, ${key}, 1, ${NOW}, ${outcome}, ${status}, 1, 100 + number % 200, ''
    FROM numbers(${pages})`);
  await into.run(sql`INSERT INTO pages (host_key, path_key, domain_length, flags, observed_at, source, status, redirect_url, readable, title,
      description, language, heading_levels, headings, word_count, internal_links, content_hash, simhash)
    SELECT ${HOST}, ${key}, ${HOST.length}, 1, ${NOW}, 'crawl', ${status},
      if(${outcome} = 2, concat('https://', ${SITE}, ${path(sql`intDiv(number, 2)`)}), ''), ${outcome} = 0,
      if(number % 30 = 1, 'A title that many share', concat('Page ', toString(number), ' of the shop')),
      concat('Everything about page ', toString(number)), 'en', [1, 2], [concat('Page ', toString(number)), 'More'], 200 + number % 500, ${links},
      cityHash64(number), sipHash64(intDiv(number, if(number % 97 = 0, 2, 1)))
    FROM numbers(${pages})`);
  await into.run(sql`INSERT INTO page_checks (host_key, path_key, observed_at, rules_version, failed, warned, evidence, script_shell,
      alternate_language, alternate_host, alternate_path) SELECT ${HOST}, ${key}, ${NOW}, ${CHECKS_VERSION},
      if(number % 4 = 0, ['meta.missing', 'img.alt-missing'], ['img.alt-missing']), [], ['line 12: <img src="/a.jpg">', 'no description'], 0, [], [], []
    FROM numbers(${pages})`);
  await into.run(sql`INSERT INTO links (target_host, target_path, source_host, source_path, type, anchor, alt, target_domain_length,
      source_domain_length, source_tld, first_seen, newest)
    SELECT ${HOST}, if(target = 0, '', ${path(sql`target`)}), ${HOST}, if(source = 0, '', ${path(sql`source`)}), 0, 'More', '', ${HOST.length},
      ${HOST.length}, 'example', toDateTime(${NOW}), tuple(toDateTime(${NOW}), 1, 1, 1, 0, at < 10 ? 1 : 0, 1)
    FROM (SELECT intDiv(number, ${links}) AS source, number % ${links} AS at,
        if(at < 10, at, sipHash64(number) % ${pages}) AS target FROM numbers(${pages * links}))
    WHERE source % 50 != 7 AND source % 40 != 9`);
  console.log(`${pages} pages, ${pages * links} links`);
}
