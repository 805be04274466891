import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { sendHtml, type Site, startSite } from '../src/crawler/test-crawl.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';

/** Hosts that callers prove, and what crawls may do on them alone. */

const BASE = 'http://www.quarry.example';
let site: Site;
let service: TestService;
/** Served at its address, at www.quarry.example alone. */
let file: { readonly path: string; readonly content: string } | undefined;

beforeAll(async () => {
  site = await startSite({}, (request, response, path) => {
    const { host } = request.headers;
    if (path === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /closed');
    } else if (path === file?.path && host === 'www.quarry.example') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(file.content);
    } else if (path === '/' || path.startsWith('/closed')) {
      sendHtml(response, `<title>${path}</title><a href="/closed/${String(host)}">x</a><a href="${SHOP}">y</a>`);
    } else response.writeHead(404).end();
  });
  const to = `127.0.0.1:${String(site.port)}`;
  const hosts = ['www.quarry.example', 'quarry.example', 'shop.quarry.example'];
  const resolve = hosts.flatMap((host) => [`${host}:80:${to}`, `${host}:443:127.0.0.1:1`]).join(',');
  service = await openTestService({ environment: { SEAMARK_RESOLVE: resolve } });
});
const SHOP = 'http://shop.quarry.example/closed/shop';
afterEach(async () => {
  file = undefined;
  site.requests.length = 0;
  await service.rows('delete from proven_hosts');
  await service.rows('delete from sites');
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

const hostOf = ({ json }: TestAnswer): Record<string, unknown> => Object(json['host']);
const prove = (host: string, headers = {}): Promise<TestAnswer> => service.call('/hosts', { host }, headers);
const crawl = (changes: object): Promise<TestAnswer> =>
  service.call('/crawls', { urls: [`${BASE}/`], pages: 20, rate: 1000, sitemaps: false, ...changes });

async function publish(host: string): Promise<void> {
  const { url, content } = Object(hostOf(await prove(host))['file']);
  file = { path: new URL(url).pathname, content };
}

async function crawled(changes: object): Promise<Record<string, unknown>> {
  const begun = await crawl(changes);
  expect(begun.status).toBe(201);
  const { id } = Object(begun.json['crawl']);
  const read = async (): Promise<Record<string, unknown>> =>
    Object((await service.call(`/crawls/${String(id)}`, undefined)).json['crawl']);
  await expect.poll(async () => (await read())['status'], { timeout: 25_000, interval: 100 }).toBe('finished');
  return read();
}

/** Paths that were asked for, with the host and the user agent, but for those of files about the host. */
function requests(): readonly string[] {
  const asked = site.requests
    .filter(({ path }) => !/^\/(?:robots\.txt$|\.well-known|no-such-page-)/.test(path))
    .map(
      ({ path, headers }) => `${String(headers.host)}${path} ${String(headers['user-agent']).split('/', 1)[0] ?? ''}`,
    );
  return [...new Set(asked)].toSorted();
}

describe('a host', () => {
  it('is proven by the file that the first call asks for, and no longer once it is deleted', async () => {
    const begun = await prove('https://www.quarry.example/some/page');
    expect(begun.status).toBe(200);
    expect(hostOf(begun)).toMatchObject({ host: 'www.quarry.example', is_proven: false, method: null });
    expect(hostOf(begun)['dns']).toMatchObject({
      names: ['www.quarry.example', '_seamark.www.quarry.example'],
      value: expect.stringMatching(/^seamark-verify=[0-9a-z]{24}$/),
    });
    await publish('www.quarry.example');
    const proven = await prove('www.quarry.example');
    expect(hostOf(proven)).toMatchObject({ is_proven: true, method: 'file', file: hostOf(begun)['file'] });
    expect((await service.call('/hosts', undefined)).json).toMatchObject({ total_count: 1 });
    const gone = await fetch(`${service.base}/api/v1/hosts/www.quarry.example`, {
      method: 'DELETE',
      headers: { 'x-api-key': service.key },
    });
    expect(gone.status).toBe(200);
    expect((await service.call('/hosts', undefined)).json).toMatchObject({ total_count: 0, hosts: [] });
  });

  it('has another token in another workspace', async () => {
    const mine = hostOf(await prove('www.quarry.example'));
    const theirs = hostOf(await prove('www.quarry.example', { 'x-api-key': await service.makeCustomerKey() }));
    expect(Object(theirs['dns']).value).not.toBe(Object(mine['dns']).value);
  });

  it.each(['co.uk', 'github.io', 'http://192.0.2.7/', 'nonsense'])('is not %s', async (host) => {
    const refused = await prove(host);
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ path: 'host' }] } });
  });
});

describe('a crawl of a host that nobody has proven', () => {
  it.each([
    ['respect_robots', { respect_robots: false }],
    ['user_agent', { user_agent: 'QuarryBot/1.0' }],
  ])('is refused where it sets %s, and says what to do', async (field, changes) => {
    const refused = await crawl(changes);
    expect(refused).toMatchObject({ status: 422, json: { code: 'invalid_input', errors: [{ path: field }] } });
    expect(String(refused.json['fix'])).toMatch(/POST \/hosts .*"host":"www\.quarry\.example".*seamark hosts prove/);
    const kept = await service.call('/sites', { target: 'quarry.example', crawl: { urls: [`${BASE}/`], ...changes } });
    expect(kept).toMatchObject({ status: 422, json: { errors: [{ path: `crawl.${field}` }] } });
    expect(await service.rows('select id from sites')).toEqual([]);
  });
});

describe('a crawl of a proven host', { timeout: 60_000 }, () => {
  it('reads what robots.txt closes and sends its own user agent there, and at no other host', async () => {
    await publish('www.quarry.example');
    await prove('www.quarry.example');
    const open = { respect_robots: false, user_agent: 'QuarryBot/1.0', scope: 'domain' };
    const crawlOf = await crawled(open);
    expect(crawlOf['settings']).toMatchObject({ respect_robots: false, user_agent: 'QuarryBot/1.0' });
    expect(requests()).toEqual([
      // Open to all, and asked under our own name.
      'quarry.example/ Mozilla',
      'www.quarry.example/ QuarryBot',
      'www.quarry.example/closed/www.quarry.example QuarryBot',
    ]);
    const agents = site.requests.filter(({ path }) => path === '/robots.txt').map(({ headers }) => headers);
    for (const { host, 'user-agent': agent } of agents) {
      expect(String(agent)).toMatch(host === 'www.quarry.example' ? /^QuarryBot/ : /Seamark/);
    }
  });

  it('covers the subdomains of a name that the operator vouches for', async () => {
    await prove('quarry.example');
    await service.rows("update proven_hosts set method = 'operator', proven_at = now()");
    await crawled({ respect_robots: false, scope: 'domain' });
    expect(requests().map((request) => request.split(' ', 1)[0])).toEqual([
      'quarry.example/',
      'shop.quarry.example/',
      'shop.quarry.example/closed/shop',
      'shop.quarry.example/closed/shop.quarry.example',
      'www.quarry.example/',
      'www.quarry.example/closed/www.quarry.example',
    ]);
  });

  it('is refused once the proof is a month old and gone, and not before it is looked for again', async () => {
    await publish('www.quarry.example');
    await prove('www.quarry.example');
    const age = (): Promise<unknown> => service.rows("update proven_hosts set proven_at = now() - interval '31 days'");
    await age();
    expect((await crawl({ respect_robots: false })).status).toBe(201);
    await age();
    file = undefined;
    expect((await crawl({ respect_robots: false, pages: 19 })).status).toBe(422);
    expect(hostOf(await prove('www.quarry.example'))).toMatchObject({ is_proven: false });
  });

  it('is what a site keeps', async () => {
    await publish('www.quarry.example');
    await prove('www.quarry.example');
    const settings = { urls: [`${BASE}/`], respect_robots: false, user_agent: 'QuarryBot/1.0' };
    const made = await service.call('/sites', { target: 'quarry.example', crawl: settings });
    expect(made.json['site']).toMatchObject({ crawl: settings });
    const begun = await service.call('/crawls?dry_run=true', { site: 'quarry.example' });
    expect(begun.status).toBe(200);
  });
});
