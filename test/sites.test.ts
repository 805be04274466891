import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { sendHtml, type Site, startSite } from '../src/crawler/test-crawl.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';
import { told } from './test-operations.ts';

/** Sites that callers look after, over REST, with one on loopback to crawl. */

let loopback: Site;
let service: TestService;

beforeAll(async () => {
  loopback = await startSite({}, (_request, response, path) => {
    if (path === '/robots.txt' || path === '/sitemap.xml') return void response.writeHead(404).end();
    sendHtml(
      response,
      `<html lang="en"><title>Boat yard</title><body><h1>Boats</h1>${BODIES[path] ?? 'A pier.'}</body></html>`,
    );
  });
  service = await openTestService({
    environment: { SEAMARK_RESOLVE: `yard.example:80:127.0.0.1:${loopback.port}` },
    operations: [told],
  });
});
afterEach(async () => {
  for (const { id } of await service.rows('select id from sites')) await remove(String(id));
});
afterAll(async () => {
  await service?.close();
  await loopback?.close();
});

const BODIES: Readonly<Record<string, string>> = {
  '/': '<a href="/hire">Hire</a><a href="/sale">Sale</a>',
  '/hire': 'Rowing boats to hire by the hour on the old canal.',
  '/sale': 'Sailing boats for sale, with papers and a trailer.',
};

async function send(method: string, path: string, body: object = {}, key = service.key): Promise<TestAnswer> {
  const response = await fetch(`${service.base}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  const json: unknown = await response.json();
  return { status: response.status, headers: response.headers, text: '', json: Object(json) };
}

const get = (path: string, headers = {}): Promise<TestAnswer> => service.call(path, undefined, headers);
const siteOf = ({ json }: TestAnswer): Record<string, unknown> => Object(json['site']);
const issuesOf = ({ json }: TestAnswer): readonly string[] => {
  const errors: readonly { readonly path: string }[] = Object(json['errors'] ?? []);
  return errors.map(({ path }) => path);
};
const add = async (body: object): Promise<string> => String(siteOf(await service.call('/sites', body))['id']);
const remove = (id: string): Promise<TestAnswer> => send('DELETE', `/sites/${id}`);

describe('the brand of calls', () => {
  const brandOf = async (): Promise<unknown> => (await service.call('/test/brand', {})).json['brand'];

  it('is that of the site, by its own name or by that of its domain', async () => {
    expect(await brandOf()).toBeNull();
    await add({ target: 'harbour-bikes.example' });
    expect(await brandOf()).toEqual({ name: 'harbour-bikes', aliases: [], domains: ['harbour-bikes.example'] });
    await add({ target: 'blog.harbour-bikes.example', brand: { name: 'Harbour Bikes', spellings: ['HB'] } });
    expect(await brandOf()).toEqual({
      name: 'Harbour Bikes',
      aliases: ['HB', 'harbour-bikes'],
      domains: ['harbour-bikes.example'],
    });
  });

  it('is nobody’s where sites of several domains stand beside each other', async () => {
    await add({ target: 'harbour-bikes.example' });
    await add({ target: 'canal-cycles.example' });
    expect(await brandOf()).toBeNull();
  });
});

describe('a site', () => {
  it('keeps what is set for it, changes only what is sent, and is gone once it is deleted', async () => {
    const created = await service.call('/sites', {
      target: 'https://www.harbour-bikes.example/',
      brand: { name: 'Harbour Bikes', spellings: ['harbourbikes'] },
      competitors: ['https://www.canal-cycles.example/shop'],
      markets: [{ country: 'nl', language: 'Dutch', city: 'Amsterdam' }],
      crawl: { pages: 200, exclude: ['*?sort=*'] },
    });
    expect(created.status).toBe(201);
    expect(siteOf(created)).toMatchObject({
      target: 'harbour-bikes.example',
      type: 'domain',
      name: 'harbour-bikes.example',
      competitors: ['canal-cycles.example'],
      markets: [{ country: 'NL', language: 'nl', city: 'Amsterdam' }],
      crawl: { urls: ['https://www.harbour-bikes.example/'], pages: 200, depth: 20, rate: null, schedule: null },
      last_crawl: null,
      last_audit: null,
      pages_known: null,
    });
    const id = String(siteOf(created)['id']);
    const changed = await send('PATCH', `/sites/${id}`, { name: 'Bikes', brand: null, crawl: { depth: 3 } });
    expect(siteOf(changed)).toMatchObject({
      name: 'Bikes',
      brand: null,
      competitors: ['canal-cycles.example'],
      crawl: { pages: 200, depth: 3, exclude: ['*?sort=*'] },
    });
    expect((await remove(id)).json).toMatchObject({ deleted: true, id });
    expect((await get(`/sites/${id}`)).status).toBe(404);
    expect((await get('/sites')).json).toMatchObject({ total_count: 0, sites: [] });
  });

  it('is refused where it is no one’s own, and every wrong field is named', async () => {
    for (const target of [
      'co.uk',
      'github.io',
      'https://192.0.2.7/',
      'example.com/?a=1',
      'https://example.com/a?b=1',
    ]) {
      const refused = await service.call('/sites', { target });
      expect([target, refused.status, issuesOf(refused)]).toEqual([target, 422, ['target']]);
    }
    const wrong = { markets: [{ country: 'XX' }], competitors: ['not a domain'], crawl: { pages: 0 } };
    const refused = await service.call('/sites', { target: 'example.com', ...wrong });
    expect(issuesOf(refused).toSorted()).toEqual(['competitors[0]', 'crawl.pages', 'markets[0].country']);
    const itself = await service.call('/sites', { target: 'example.com', competitors: ['www.example.com'] });
    expect(issuesOf(itself)).toEqual(['competitors[0]']);
    const strayStart = { target: 'https://example.com/shop', crawl: { urls: ['https://example.com/blog'] } };
    expect(issuesOf(await service.call('/sites', strayStart))).toEqual(['crawl.urls[0]']);
    const strayPattern = { target: 'https://example.com/shop', crawl: { include: ['/blog/*'] } };
    expect(issuesOf(await service.call('/sites', strayPattern))).toEqual(['crawl.include[0]']);
    expect((await get('/sites')).json).toMatchObject({ total_count: 0 });
  });

  it('is written in ASCII, and is added once to a project', async () => {
    const created = await service.call('/sites', { target: 'bücher.example' });
    expect(siteOf(created)).toMatchObject({ target: 'xn--bcher-kva.example' });
    expect((await service.call('/sites', { target: 'www.bücher.example' })).status).toBe(409);
    const other = await service.call('/sites', { target: 'bücher.example', project_id: 'books' });
    expect(other.status).toBe(201);
    await remove(String(siteOf(created)['id']));
    await remove(String(siteOf(other)['id']));
  });

  it('tells which other sites it overlaps with', async () => {
    const whole = await add({ target: 'overlap.example' });
    const shop = await service.call('/sites', { target: 'https://overlap.example/shop' });
    const part = String(siteOf(shop)['id']);
    expect(siteOf(shop)).toMatchObject({
      target: 'https://overlap.example/shop/',
      type: 'folder',
      overlaps: [{ id: whole, target: 'overlap.example', is: 'whole' }],
    });
    const { json } = await get(`/sites/${whole}`);
    expect(json).toMatchObject({ site: { overlaps: [{ id: part, is: 'part' }] } });
    const beside = await service.call('/sites', { target: 'https://overlap.example/shopping' });
    expect(siteOf(beside)['overlaps']).toEqual([{ id: whole, target: 'overlap.example', is: 'whole' }]);
    for (const id of [whole, part, String(siteOf(beside)['id'])]) await remove(id);
  });

  it('is seen only by keys of its project, and never by another workspace', async () => {
    const id = await add({ target: 'mine.example', project_id: 'mine' });
    const key = await service.makeKey({ project_id: 'mine' });
    const foreign = await service.makeKey({ project_id: 'other' });
    const customer = await service.makeCustomerKey();
    expect((await get('/sites', { 'x-api-key': key })).json).toMatchObject({ total_count: 1, sites: [{ id }] });
    for (const stranger of [foreign, customer]) {
      expect((await get('/sites', { 'x-api-key': stranger })).json).toMatchObject({ total_count: 0 });
      expect((await get(`/sites/${id}`, { 'x-api-key': stranger })).status).toBe(404);
      expect((await send('PATCH', `/sites/${id}`, { name: 'Stolen' }, stranger)).status).toBe(404);
      expect((await send('DELETE', `/sites/${id}`, {}, stranger)).status).toBe(404);
    }
    const made = await service.call('/sites', { target: 'new.example' }, { 'x-api-key': key });
    expect(siteOf(made)).toMatchObject({ project_id: 'mine' });
    const daily = { crawl: { schedule: { cadence: 'daily' } } };
    expect((await send('PATCH', `/sites/${id}`, daily, key)).status).toBe(403);
    await remove(id);
    await remove(String(siteOf(made)['id']));
  });
});

describe('the schedule of a site', () => {
  it('is one of its crawl, follows its settings, and goes with it', async () => {
    const id = await add({ target: 'timed.example', crawl: { pages: 120, schedule: { cadence: 'weekly' } } });
    const scheduled = async (): Promise<unknown> => (await get('/schedules')).json['schedules'];
    const schedule = { id: `crawl-${id}`, operation: 'crawls.create', cadence: 'weekly' };
    expect(await scheduled()).toMatchObject([{ ...schedule, credits: 3, input: { site: id, pages: 120 } }]);
    expect(siteOf(await get(`/sites/${id}`))['next_crawl']).toMatch(/^\d{4}-/);
    await send('PATCH', `/sites/${id}`, { crawl: { pages: 50 } });
    expect(await scheduled()).toMatchObject([{ credits: 1, input: { pages: 50 } }]);
    const wrong = { crawl: { schedule: { cadence: 'cron', cron: 'every Monday' } } };
    expect(issuesOf(await send('PATCH', `/sites/${id}`, wrong))).toEqual(['crawl.schedule.cron']);
    expect(siteOf(await get(`/sites/${id}`))).toMatchObject({ crawl: { schedule: { cadence: 'weekly' } } });
    await send('PATCH', `/sites/${id}`, { crawl: { schedule: null } });
    expect(await scheduled()).toEqual([]);
    await send('PATCH', `/sites/${id}`, { crawl: { schedule: { cadence: 'daily' } } });
    await remove(id);
    expect(await scheduled()).toEqual([]);
  });

  it('that is wrong adds no site', async () => {
    const body = { target: 'untimed.example', crawl: { schedule: { cadence: 'daily', time_zone: 'Mars' } } };
    expect(issuesOf(await service.call('/sites', body))).toEqual(['crawl.schedule.time_zone']);
    expect((await get('/sites')).json).toMatchObject({ total_count: 0 });
  });
});

describe('a crawl of a site', { timeout: 60_000 }, () => {
  it('uses its settings where the call has none, and shows its score, pages and causes', async () => {
    const id = await add({ target: 'http://yard.example/', crawl: { pages: 40, rate: 1000, exclude: ['/sale'] } });
    const begun = await service.call('/crawls', { site: 'yard.example', depth: 5 });
    expect(begun.status).toBe(201);
    expect(begun.json['crawl']).toMatchObject({
      urls: ['http://yard.example/'],
      settings: { pages: 40, depth: 5, scope: 'domain', rate: 1000, exclude: ['/sale'] },
    });
    const lastCrawl = async (): Promise<unknown> => Object(siteOf(await get(`/sites/${id}`))['last_crawl']).status;
    await expect.poll(lastCrawl, { timeout: 25_000, interval: 250 }).toBe('finished');
    const { json } = await get(`/sites/${id}`);
    expect(json['site']).toMatchObject({
      last_crawl: { pages_read: 2 },
      pages_known: expect.any(Number),
      last_audit: { pages_read: 2, failing_rules: { critical: expect.any(Number) } },
    });
    expect(json['crawls']).toHaveLength(1);
    expect(Object(json['causes'])[0]).toMatchObject({ title: expect.any(String), fix: expect.any(String) });
    const audited = Object(siteOf({ ...begun, json })['last_audit']);
    const folder = siteOf(await service.call('/sites', { target: 'http://yard.example/hire' }));
    expect(folder).toMatchObject({ target: 'https://yard.example/hire/', last_audit: { pages_read: 1 } });
    const beside = siteOf(await service.call('/sites', { target: 'http://yard.example/hir' }));
    expect(beside).toMatchObject({ last_audit: null });
    expect((await get('/sites?limit=1&offset=2')).json).toMatchObject({
      sites: [{ id, last_audit: { crawl_id: audited.crawl_id } }],
    });
    await remove(id);
  });

  it('needs one place to start', async () => {
    expect(issuesOf(await service.call('/crawls', { site: 'nobody.example' }))).toEqual(['site']);
    expect(issuesOf(await service.call('/crawls', { pages: 5 }))).toEqual(['urls', 'site', 'redirects']);
    const id = await add({ target: 'both.example' });
    const both = { site: id, urls: ['https://both.example/'] };
    expect(issuesOf(await service.call('/crawls', both))).toEqual(['urls']);
    await remove(id);
  });
});
