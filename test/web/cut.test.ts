import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openIndex } from '../../src/compose/indexes.ts';
import { readConfig } from '../../src/config.ts';
import { newSecret } from '../../src/kernel/api-key.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { giveBack, type KeptEngine, takeEngine } from '../index-engine.ts';
import { openTestDatabase, type TestDatabase } from '../postgres.ts';
import { auditOf } from './audited.ts';
import { compareWeb, keyOf } from './compare.ts';
import { countWeb, referrersOf } from './count.ts';
import type { WebCount } from './count.ts';
import { apiOf, caller, listOf, objectOf, runCommand, startService } from './product.ts';
import type { Api, Call, CommandResult, ProductOptions, Service } from './product.ts';
import { startTestWeb } from './server.ts';
import type { TestWeb } from './server.ts';
import { countFaults } from './site-faults.ts';
import { missingSites, SAMPLE, webFolder } from './sites.ts';

/**
 * Three real documentation sites, crawled by the real command, asked over HTTP, and held against a count that
 * shares no code with the crawler. Without the packages (`node test/web/unpack.ts --cut`) it is skipped.
 */
const missing = missingSites(webFolder(), SAMPLE);
if (missing !== undefined) console.warn(`Skipped: ${missing}`);

const POLICY = 'https://www.debian.org/doc/debian-policy/';
const EXIM = 'http://www.exim.org/exim-html-current/doc/html/spec_html/';
const APACHE = 'https://httpd.apache.org/docs/2.4/';

describe.skipIf(missing !== undefined)('a crawl of three real sites', () => {
  let web: TestWeb;
  let count: WebCount;
  let folder: string;
  let control: TestDatabase;
  let kept: KeptEngine;
  let options: ProductOptions;
  let crawl: CommandResult;
  let service: Service | undefined;
  let call: Call;
  let api: Api;

  beforeAll(async () => {
    [control, kept] = await Promise.all([openTestDatabase(), takeEngine()]);
    web = await startTestWeb(webFolder(), SAMPLE);
    count = countWeb(webFolder(), SAMPLE);
    folder = await mkdtemp(join(tmpdir(), 'seamark-cut-'));
    const trusted = join(folder, 'test-web.pem');
    await writeFile(trusted, web.certificate);
    options = {
      data: join(folder, 'data'),
      env: {
        NODE_EXTRA_CA_CERTS: trusted,
        DATABASE_URL: control.url,
        CLICKHOUSE_URL: kept.engine.url,
        SEAMARK_RESOLVE: web.resolve.join(','),
        // Hundreds of questions would take two minutes by the plan that there is without settings.
        SEAMARK_PLANS: '{"self_hosted":{"requests_per_minute":100000}}',
      },
    };
    const resolve = web.resolve.flatMap((entry) => ['--resolve', entry]);
    const limits = ['--pages', '5000', '--depth', '50', '--rate', '1000'];
    crawl = await runCommand(['crawl', ...web.starts, ...limits, ...resolve], options);
    const key = newSecret();
    service = await startService({ ...options, env: { ...options.env, SEAMARK_INIT_API_KEY: key } });
    call = caller(service, key);
    api = apiOf(service, key);
  }, 300_000);

  afterAll(async () => {
    await service?.stop();
    await web.close();
    await control.close();
    await giveBack(kept);
    await rm(folder, { recursive: true, force: true });
  });

  it('ends well and tells its progress line by line', () => {
    expect(crawl.stderr + crawl.stdout).toMatch(/\d/);
    expect(crawl.code).toBe(0);
  });

  it('asks for every page that robots.txt leaves open, and for none that it closes', () => {
    const asked = new Set([...web.requests.keys()].map((request) => keyOf(request.split(' ')[1] ?? '')));
    expect([...count.pages.keys()].filter((key) => !asked.has(key))).toEqual([]);
    expect([...count.refused].filter((key) => asked.has(key))).toEqual([]);
  });

  it('asks for no page more than once, but for home pages, which it asks for in four ways before it ends', () => {
    const often = [...web.requests].filter(([name, times]) => name.startsWith('GET') && times > 1);
    const again = often.filter(([name]) => count.pages.has(keyOf(name.slice('GET '.length))));
    const homes = new Set([`GET ${EXIM}index.html`, `GET ${POLICY}`, `GET ${APACHE}`]);
    expect(again.filter(([name, times]) => !homes.has(name) || times > 5)).toEqual([]);
  });

  it('has every page in the index', async () => {
    await closingAfter(async (closing) => {
      const index = closing.add(await openIndex(readConfig('0', { data: options.data }, options.env)));
      const stats = await index.admin.stats(AbortSignal.timeout(60_000));
      expect(stats).toMatchObject({ documents: count.pages.size });
    });
  });

  it('accounts for the external links of every page: all in figures, and those to some domains row by row', async () => {
    const comparison = await compareWeb(call, count, (domain, links) => links.length > 2 || domain < 'c');
    expect(comparison.domains).toBeGreaterThan(80);
    expect(comparison.differences).toEqual([]);
    expect(comparison.links_listed).toBeGreaterThan(200);
    expect(comparison.grouped).toBeGreaterThan(20);
  }, 300_000);

  it('counts the links between the sites', async () => {
    for (const { host } of SAMPLE) {
      const { status, body } = await call('/backlinks/summary', { target: host, include_indirect_links: false });
      const expected = referrersOf(count.links, host);
      expect(status).toBe(200);
      expect({
        host,
        backlinks: body['backlinks'],
        referring_pages: body['referring_pages'],
        referring_domains: body['referring_domains'],
      }).toEqual({
        host,
        backlinks: expected.backlinks,
        referring_pages: expected.pages,
        referring_domains: expected.hosts,
      });
    }
  });

  it('knows the words of a Korean page that names EUC-KR only in its head', async () => {
    const { status, body } = await call('/search', { query: '아파치 서버 설치', language: 'ko', limit: 10 });
    expect(status).toBe(200);
    const urls = listOf(body['results']).map((result) => String(result['url']));
    expect(urls.filter((url) => url.startsWith(APACHE + 'ko/'))).not.toEqual([]);
  });

  it('finds a page by its own words, and only on the sites asked for', async () => {
    const { status, body } = await call('/search', {
      query: 'mod_rewrite rewriting engine',
      limit: 10,
      include_domains: ['httpd.apache.org'],
    });
    expect(status).toBe(200);
    const results = listOf(body['results']);
    expect(results.map((result) => new URL(String(result['url'])).hostname)).toEqual(
      results.map(() => 'httpd.apache.org'),
    );
    expect(results.slice(0, 5).some((result) => /rewrite/.test(String(result['url'])))).toBe(true);
  });

  it('extracts a page with its title, headings and links', async () => {
    const { status, body } = await call('/extract', { url: POLICY + 'ch-scope.html' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ final_url: POLICY + 'ch-scope.html', status_code: 200 });
    // The name of the site behind the title may be left out.
    expect(objectOf(body['metadata'])['title']).toMatch(/^1\. About this manual/);
    expect(listOf(body['headings'])[0]).toMatchObject({ level: 1 });
    expect(String(body['content'])).toContain('This manual describes the policy requirements');
  });

  it('follows the redirect from http to https and says so', async () => {
    const { status, body } = await call('/extract', { url: 'http://www.debian.org/doc/policy' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ final_url: POLICY, status_code: 200 });
  });

  it('has the findings of a site audit that another parser counts in the files', { timeout: 60_000 }, async () => {
    const files = web.sites.find(({ site }) => site.host === 'httpd.apache.org');
    const counted = files === undefined ? new Map<string, ReadonlySet<string>>() : countFaults(files, count);
    // Dead addresses that the other sites link to are findings as well, and no file of this one tells them.
    const rules = [...counted.keys()].filter((rule) => rule !== 'index.status-4xx');
    const audited = await auditOf(api, 'httpd.apache.org', rules);
    const listed = (faults: ReadonlyMap<string, ReadonlySet<string>>): object =>
      Object.fromEntries(rules.map((rule) => [rule, [...(faults.get(rule) ?? [])].toSorted()]));
    expect(rules.filter((rule) => counted.get(rule)?.size !== 0).length).toBeGreaterThan(5);
    expect(listed(audited)).toEqual(listed(counted));
  });

  it('judges a served page with its canonical and robots.txt', async () => {
    const open = await call('/content/technical-qa', { url: EXIM + 'ch-introduction.html' });
    expect(open.status).toBe(200);
    expect(open.body['readiness_score']).toBeTypeOf('number');
    const closed = await call('/content/technical-qa', { url: EXIM + 'ch23.html' });
    const failed = listOf(closed.body['checks']).filter((check) => check['status'] === 'fail');
    expect(failed.map((check) => String(check['id'])).filter((id) => id.includes('robots'))).not.toEqual([]);
  });
});
