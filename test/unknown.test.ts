import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openIndex } from '../src/compose/indexes.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import { factsOf, neighbourhood } from './links/neighbourhood.ts';
import { openTestService, type TestService } from './service.ts';

/** What is said of a site that nothing which was crawled, imported or looked up knows of, by an index that knows many others. */

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await closingAfter(async (closing) => {
    const index = closing.add(await openIndex(service.config));
    for (const fact of await factsOf(neighbourhood())) await index.writer.write(fact);
    await index.writer.flush();
    await index.admin.rebuild(() => undefined, AbortSignal.timeout(60_000));
  });
});
afterAll(() => service.close());

const UNKNOWN = 'never-seen.example';

describe.each([
  ['/backlinks/summary', { target: UNKNOWN }, ['backlinks', 'referring_domains']],
  ['/backlinks/list', { target: UNKNOWN }, ['total_count']],
  ['/backlinks/list', { target: UNKNOWN, backlinks_status_type: 'all', mode: 'as_is' }, ['total_count']],
  ['/backlinks/anchors', { target: UNKNOWN }, ['total_count']],
  ['/backlinks/referring-domains', { target: UNKNOWN }, ['total_count']],
  ['/backlinks/domain-pages', { target: UNKNOWN }, ['total_count']],
  ['/backlinks/competitors', { target: UNKNOWN }, ['total_count']],
  ['/backlinks/page-intersection', { targets: [UNKNOWN, 'other-unknown.example'] }, ['total_count']],
  ['/backlinks/new-lost-timeseries', { target: UNKNOWN }, []],
  ['/domain/ranked-keywords', { target: UNKNOWN }, ['total_count']],
  ['/domain/relevant-pages', { target: UNKNOWN }, ['total_count']],
  ['/domain/competitors', { target: UNKNOWN }, ['total_count']],
  ['/domain/traffic-estimate', { targets: [UNKNOWN] }, []],
  ['/opportunities/find', { target: UNKNOWN }, []],
])('%s of %j', (path, body, counts) => {
  it('says first that nothing is known, counts nothing, names what would change that, and costs nothing', async () => {
    const { status, json } = await service.call(`${path}?sync=true`, body);
    expect(status).toBe(200);
    expect(json['meta']).toMatchObject({ credits: { charged: 0 } });
    for (const source of Object(json['meta']).sources) expect(source).toMatchObject({ coverage: 'none' });
    for (const name of counts) expect(json[name]).toBeNull();
    const [, first = ''] = String(json['markdown_summary']).split(/\n+/);
    expect(`${first} ${String(json['markdown_summary']).split(/\n+/)[2] ?? ''}`).toMatch(/unknown|not known/i);
    expect(JSON.stringify(json['agent_workflow'] ?? json['agent_support'])).toMatch(/crawl|import|connect/i);
    expect(JSON.stringify(json)).not.toContain('without filters');
    if (path.startsWith('/backlinks'))
      expect(Object(json['agent_workflow']).next_calls).toMatchObject([{ operation: 'crawls.create' }]);
  });
});

it.each([
  ['/content/cannibalization', {}],
  ['/content/internal-links', {}],
  ['/content/schema-plan', {}],
  ['/content/keyword-map', { keywords: ['bike repair'] }],
])('%s with the pages of an unknown site is refused, since none was crawled', async (path, body) => {
  const { status, json } = await service.call(`${path}?sync=true`, { ...body, site: UNKNOWN });
  expect([status, json['detail']]).toEqual([422, `No page of ${UNKNOWN} was crawled yet.`]);
  expect(JSON.stringify(json)).toMatch(/crawl/i);
});

it('counts none, which is a finding, for a site that was crawled and that nobody links to', async () => {
  const { json } = await service.call('/backlinks/summary', { target: 'toplinks-nobody.example' });
  expect(json['backlinks']).toBeNull();
  await closingAfter(async (closing) => {
    const index = closing.add(await openIndex(service.config));
    const [fact] = await factsOf(neighbourhood());
    if (fact === undefined) throw new Error('The web has pages.');
    await index.writer.write({ ...fact, url: 'https://toplinks-nobody.example/', links: [] });
    await index.writer.flush();
  });
  const ask = async (): Promise<unknown> =>
    (await service.call('/backlinks/summary', { target: 'toplinks-nobody.example' })).json['backlinks'];
  // The service looks every second at what other processes have written.
  await expect.poll(ask, { timeout: 10_000, interval: 250 }).toBe(0);
});

describe('an index that has not read any page', () => {
  let empty: TestService;
  beforeAll(async () => {
    empty = await openTestService();
  });
  afterAll(() => empty.close());

  it.each(['/analyze/serp', '/ai-overview/extract', '/content/serp-outline', '/content/brief'])(
    'says so of a search at %s, without a date, a count or a charge',
    async (path) => {
      const { status, json } = await empty.call(`${path}?sync=true`, { keyword: 'bike repair' });
      expect([status, json['detail']]).toEqual([200, undefined]);
      const text = JSON.stringify(json);
      expect(text).toContain('Your index has not read any page yet, so ');
      expect(text).not.toContain('1970');
      expect(text).not.toContain('no organic results');
      expect(text).not.toContain('"organic_results":0');
      expect(json['meta']).toMatchObject({ credits: { charged: 0 } });
    },
  );
});
