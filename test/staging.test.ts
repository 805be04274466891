import type { IncomingMessage } from 'node:http';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { PostgresWorkspaces } from '../src/adapters/postgres/workspaces.ts';
import { openAccounts } from '../src/compose/accounts.ts';
import { type Handler, pageWith, redirectTo, sendHtml, type Site, startSite } from '../src/crawler/test-crawl.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';

/** Crawls of a closed site, and where its headers, cookies and password go: to that site alone. */

const STAGING = 'http://staging.mill.example';
const SECRETS = {
  headers: { 'X-Staging-Key': 'sesame-of-the-miller' },
  cookies: { session: 'biscuit-of-the-miller' },
  basic_auth: { username: 'miller', password: 'flour-and-water' },
};
/** Nothing of them may be seen anywhere. */
const HIDDEN = [
  'sesame-of',
  'biscuit-of',
  'flour-and',
  'miller:',
  Buffer.from('miller:flour-and-water').toString('base64'),
];
let site: Site;
let service: TestService;
let key: string;

const closed =
  (serve: Handler): Handler =>
  (request, response, path) => {
    if (request.headers.host !== 'staging.mill.example' || isIn(request)) serve(request, response, path);
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="staging"' }).end();
  };

function isIn({ headers }: IncomingMessage): boolean {
  return headers.authorization === `Basic ${HIDDEN.at(-1)}` && headers['x-staging-key'] === 'sesame-of-the-miller';
}

const page =
  (links: readonly string[]): Handler =>
  (_request, response, path) =>
    sendHtml(response, pageWith(links, `${path} of the mill, ground ${path.length} times.`));

beforeAll(async () => {
  const paths: Record<string, Handler> = {
    '/': page(['/inside', '/out', '/http', 'http://shop.mill.example/shop']),
    '/inside': page([]),
    '/out': redirectTo('http://shop.mill.example/moved-here'),
    '/http': redirectTo('http://staging.mill.example:8080/other-port'),
    '/robots.txt': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Sitemap: http://shop.mill.example/sitemap.xml'),
  };
  const routes = Object.entries(paths).map(([path, handler]) => [path, closed(handler)] as const);
  site = await startSite(Object.fromEntries(routes), closed(page([])));
  const to = `127.0.0.1:${String(site.port)}`;
  const resolve = [
    `staging.mill.example:80:${to}`,
    `staging.mill.example:8080:${to}`,
    `shop.mill.example:80:${to}`,
  ].join();
  service = await openTestService({ environment: { SEAMARK_RESOLVE: resolve, SEAMARK_CONFIRM_SECONDS: '0' } });
  key = await closingAfter(async (closing) => {
    const accounts = closing.add(await openAccounts(service.config));
    const workspaces = new PostgresWorkspaces(accounts.database, {
      plans: service.config.plans,
      ledger: accounts.ledger,
    });
    await workspaces.create({ id: 'own', name: 'Own', plan: 'self_hosted', has_own_index: true });
    const blank = { name: 'own', allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined };
    return (await accounts.keys.create({ ...blank, secret: undefined }, 'own')).secret;
  });
});
beforeEach(() => {
  site.requests.length = 0;
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

const own = (path: string, body?: unknown): Promise<TestAnswer> => service.call(path, body, { 'x-api-key': key });
const order = { urls: [`${STAGING}/`], scope: 'domain', pages: 20, ...SECRETS };
const idOf = ({ json }: TestAnswer): string => String(Object(json['crawl']).id);

async function finished(id: string): Promise<Record<string, unknown>> {
  const read = async (): Promise<Record<string, unknown>> => Object((await own(`/crawls/${id}`)).json['crawl']);
  const isOver = async (): Promise<unknown> => (await read())['ended_because'];
  await expect.poll(isOver, { timeout: 40_000, interval: 200 }).toBe('exhausted');
  return read();
}

async function send(method: string, path: string, body: object): Promise<TestAnswer> {
  const response = await fetch(`${service.base}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: Object(JSON.parse(text)) };
}

/** Everything that the control database holds, as text. */
async function stored(): Promise<string> {
  const tables = await service.rows(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const all = tables.map(async ({ name }) =>
    JSON.stringify(await service.rows(`select t::text from "${String(name)}" as t`)),
  );
  return (await Promise.all(all)).join('\n');
}

function expectHidden(text: string): void {
  for (const hidden of HIDDEN) expect(text).not.toContain(hidden);
}

describe('a crawl of a closed site', { timeout: 90_000 }, () => {
  it('is let in, and shows what it sends to nobody else: no host, no port, no answer, no table', async () => {
    const begun = await own('/crawls', order);
    expect(begun.status).toBe(201);
    const during = await stored();
    const crawl = await finished(idOf(begun));
    expect(crawl).toMatchObject({
      statuses: { 200: expect.any(Number) },
      settings: {
        access: { origin: STAGING, headers: ['x-staging-key'], cookies: ['session'], basic_auth: true },
      },
    });
    const seen = site.requests.map(({ path, headers }) => ({ at: `${String(headers.host)}${path}`, headers }));
    const at = (start: string): typeof seen => seen.filter((request) => request.at.startsWith(start));
    expect(at('staging.mill.example/').map((request) => request.at)).toContain('staging.mill.example/inside');
    for (const { headers } of at('staging.mill.example/')) {
      expect(headers).toMatchObject({
        cookie: 'session=biscuit-of-the-miller',
        'x-staging-key': 'sesame-of-the-miller',
      });
    }
    // Reached by links, a redirect and a sitemap.
    const elsewhere = [...at('shop.mill.example/'), ...at('staging.mill.example:8080/')];
    // Before it ends, a crawl asks a host for its home page and for one that does not exist.
    const pages = elsewhere.filter(({ at: address }) => !/example\/(?:no-such-page-.*)?$/.test(address));
    expect(new Set(pages.map((request) => request.at))).toEqual(
      new Set([
        'shop.mill.example/robots.txt',
        'shop.mill.example/sitemap.xml',
        'shop.mill.example/shop',
        'shop.mill.example/moved-here',
        'staging.mill.example:8080/robots.txt',
        'staging.mill.example:8080/other-port',
      ]),
    );
    for (const { headers } of elsewhere) {
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']));
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('x-staging-key');
    }
    const { job_id } = begun.json;
    for (const { text } of [begun, await own(`/jobs/${String(job_id)}`), await own('/crawls'), await own('/jobs')]) {
      expectHidden(text);
    }
    expectHidden(during);
    expectHidden(await stored());
    await expect.poll(() => service.rows('select id from crawls where secrets is not null')).toEqual([]);
  });

  it('with the settings of its site, which shows names alone and forgets what is set to null', async () => {
    const crawl = { urls: [`${STAGING}/inside`], depth: 0, sitemaps: false, ...SECRETS };
    const made = await own('/sites', { target: 'staging.mill.example', crawl });
    expect(made.status).toBe(201);
    const { id } = Object(made.json['site']);
    expectHidden(made.text);
    expectHidden(await stored());
    const begun = await own('/crawls', { site: id });
    expect((await finished(idOf(begun)))['statuses']).toEqual({ 200: 1 });
    const changed = await send('PATCH', `/sites/${String(id)}`, { crawl: { headers: null, cookies: null } });
    expect(Object(Object(changed.json['site']).crawl).access).toEqual({
      origin: STAGING,
      headers: [],
      cookies: [],
      basic_auth: true,
    });
    const moved = await send('PATCH', `/sites/${String(id)}`, { crawl: { urls: ['https://staging.mill.example/'] } });
    expect(moved).toMatchObject({ status: 422, json: { errors: [{ path: 'crawl.urls' }] } });
    const gone = await send('PATCH', `/sites/${String(id)}`, { crawl: { basic_auth: null } });
    expect(Object(Object(gone.json['site']).crawl).access).toBeNull();
    expect(await service.rows('select id from sites where secrets is not null')).toEqual([]);
  });

  it('is refused into the index that workspaces share, and so is its site', async () => {
    const sent = [
      await service.call('/crawls', order),
      await service.call('/sites', { target: 'mill.example', crawl: SECRETS }),
    ];
    for (const refused of sent) {
      expect(refused).toMatchObject({ status: 403, json: { code: 'key_not_allowed_here' } });
      expect(String(refused.json['fix'])).toContain('seamark workspaces create NAME --index own');
      expectHidden(refused.text);
    }
  });

  it('is refused where its start addresses have several hosts, or a schedule would keep it in plain text', async () => {
    const several = await own('/crawls', { ...order, urls: [`${STAGING}/`, 'http://shop.mill.example/'] });
    expect(several).toMatchObject({ status: 422, json: { errors: [{ path: 'urls' }] } });
    const schedule = { operation: 'crawls.create', input: order, cadence: 'weekly' };
    const refused = await send('PATCH', '/schedules/staging', schedule);
    expect(refused).toMatchObject({ status: 422, json: { code: 'invalid_input' } });
    expectHidden(refused.text);
    expectHidden(await stored());
  });

  it.each([
    [{ headers: { Host: 'other.example' } }, 'headers'],
    [{ headers: { 'x-a': 'flour-and\nx-b: 1' } }, 'headers'],
    [{ headers: { 'bad name': 'a' } }, 'headers'],
    [{ cookies: { session: 'flour-and;a=b' } }, 'cookies'],
    [{ basic_auth: { username: 'mil:ler', password: 'flour-and' } }, 'basic_auth.username'],
  ])('names the wrong field of %j and repeats nothing of it', async (changes, field) => {
    const refused = await own('/crawls', { urls: [`${STAGING}/`], ...changes });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.json['errors'])).toContain(field);
    expectHidden(refused.text);
  });
});
