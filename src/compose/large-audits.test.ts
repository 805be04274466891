import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestIndex, type TestIndex } from '../../test/index-engine.ts';
import { Audits } from '../audit/audits.ts';
import { sql } from '../index/database/sql.ts';
import type { SiteCrawl } from '../ports/site-facts.ts';
import { parseTarget } from '../web/target.ts';
import { auditsOf } from './large-audits.ts';

const SITE = parseTarget('large.example');
const NOW = new Date('2026-11-20T10:00:00Z');
const signal = AbortSignal.timeout(300_000);
let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
  for (const crawl of ['crawl_1', 'crawl_2'] as const) await crawled(crawl);
});
afterAll(() => index.close());

/** 1,500 pages, of which one in fifty is dead in the first crawl, and one in forty in the second. */
async function crawled(crawl: 'crawl_1' | 'crawl_2'): Promise<void> {
  const [every, start] = crawl === 'crawl_1' ? [50, '2026-11-01 00:00:00'] : [40, '2026-11-08 00:00:00'];
  const dead = sql`number % ${every} = 7`;
  const path = sql`if(number = 0, '', concat('/wheel-', toString(number)))`;
  await index.database.run(sql`INSERT INTO crawl_runs (crawl, started_at, settings, ended)
    SELECT ${crawl}, toDateTime64(${start}, 3, 'UTC'), '{"sitemaps":true}', tuple(toDateTime64(${start}, 3, 'UTC') + 60, 'exhausted', 0, '[]')`);
  await index.database
    .run(sql`INSERT INTO crawl_pages (crawl, host_key, path_key, flags, observed_at, outcome, status, depth, response_ms, note)
    SELECT ${crawl}, 'example.large.', ${path}, 1, toDateTime64(${start}, 3, 'UTC'), if(${dead}, 3, 0), if(${dead}, 404, 200), 1, 100, ''
    FROM numbers(1500)`);
  await index.database
    .run(sql`INSERT INTO pages (host_key, path_key, domain_length, flags, observed_at, source, status, readable, title,
      language, word_count, content_hash)
    SELECT 'example.large.', ${path}, 14, 1, toDateTime64(${start}, 3, 'UTC'), 'crawl', if(${dead}, 404, 200), NOT (${dead}),
      if(number % 30 = 1, 'A title that many share', concat('Page ', toString(number))), 'en', 300, cityHash64(number) FROM numbers(1500)`);
}

async function crawlNamed(id: string): Promise<SiteCrawl> {
  const crawl = (await index.siteFacts.crawls(SITE, 10, signal)).find(({ crawl_id }) => crawl_id === id);
  if (crawl === undefined) throw new Error(`No crawl ${id}.`);
  return crawl;
}

it('an audit that a thread makes of a large site says what one made here says, and so does a comparison', async () => {
  const [first, second] = [await crawlNamed('crawl_1'), await crawlNamed('crawl_2')];
  const here = new Audits(index, () => NOW);
  const elsewhere = auditsOf(index, () => NOW);
  await here.auditOf(SITE, first, signal);
  const expected = await here.auditOf(SITE, second, signal);
  const compared = await here.compare(SITE, second, first, signal);
  await index.database.run(sql`TRUNCATE TABLE audits`);
  await elsewhere.auditOf(SITE, first, signal);
  expect(await elsewhere.auditOf(SITE, second, signal)).toEqual(expected);
  expect(await elsewhere.compare(SITE, second, first, signal)).toEqual(compared);
  // Judged by the pages as they are now; the crawl tells which of them were dead then.
  expect(expected.report.rules['title.duplicate']?.failing).toBeGreaterThan(30);
  expect(expected.report.changes).toMatchObject({ compared_with: 'crawl_1' });
});

it('an audit that does not fit into the memory that most need is made with more', async () => {
  const crawl = await crawlNamed('crawl_2');
  const here = new Audits(index, () => NOW);
  await index.database.run(sql`TRUNCATE TABLE audits`);
  const expected = await here.auditOf(SITE, crawl, signal);
  await index.database.run(sql`TRUNCATE TABLE audits`);
  expect(await auditsOf(index, () => NOW, [14, 300]).auditOf(SITE, crawl, signal)).toEqual(expected);
  await index.database.run(sql`TRUNCATE TABLE audits`);
  await expect(auditsOf(index, () => NOW, [14]).auditOf(SITE, crawl, signal)).rejects.toThrow('memory');
});

it('a caller who no longer waits for the audit of a large site ends it', async () => {
  await index.database.run(sql`TRUNCATE TABLE audits`);
  const crawl = await crawlNamed('crawl_2');
  const stop = new AbortController();
  const asked = auditsOf(index, () => NOW).auditOf(SITE, crawl, stop.signal);
  queueMicrotask(() => stop.abort(new Error('no longer asked for')));
  await expect(asked).rejects.toThrow('no longer asked for');
});
