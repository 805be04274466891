import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PostgresHostTurns } from '../src/adapters/postgres/host-turns.ts';
import { PostgresWorkspaces } from '../src/adapters/postgres/workspaces.ts';
import { openAccounts } from '../src/compose/accounts.ts';
import { sendHtml, type Site, startSite } from '../src/crawler/test-crawl.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import { openTestDatabase } from './postgres.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';

/** Crawls as callers order them over REST, of a site on loopback. */

const BASE = 'http://garden.example';
const PAGES = 60;
/** Of each process, at so many a second: enough for spans that tell one pace from two. */
const REQUESTS_EACH = 15;
const RATE = 10;
/** A crawl asks for the last one to see that it answers 404. */
const NO_PAGE = /^\/(?:robots\.txt|sitemap\.xml|no-such-page-.*)$/;
let site: Site;
let service: TestService;
/** Fetches of each path since the last test, robots.txt aside. */
let fetches = new Map<string, number>();
let release: (() => void) | undefined;
/** Resolves for pages that are to be held back. */
let held: Promise<void> | undefined;

beforeAll(async () => {
  site = await startSite({}, (_request, response, path) => {
    if (NO_PAGE.test(path)) return void response.writeHead(404).end();
    fetches.set(path, (fetches.get(path) ?? 0) + 1);
    const number = Number(/^\/bed\/(\d+)$/.exec(path)?.[1] ?? 0);
    const isHeld = number >= PAGES / 2;
    void Promise.resolve(isHeld ? held : undefined).then(() => sendHtml(response, gardenPage(path, number)));
  });
  service = await openTestService({ environment: { SEAMARK_RESOLVE: `garden.example:80:127.0.0.1:${site.port}` } });
});
afterAll(async () => {
  await service.close();
  await site.close();
});

function gardenPage(path: string, number: number): string {
  const links = Array.from({ length: PAGES }, (_, at) => `<a href="/bed/${String(at + 1)}">Bed ${String(at + 1)}</a>`);
  const body = path === '/' ? links.join('\n') : `<p>${plantsOf(number)}</p>`;
  return `<html lang="en"><title>Garden ${path}</title><body><h1>Garden ${path}</h1>${body}</body></html>`;
}

/** Words of its own for each bed: equal pages under endless addresses would be taken for a trap. */
function plantsOf(number: number): string {
  const syllables = ['ro', 'se', 'tu', 'li', 'pa', 'no', 'mi', 'ka', 'do', 'be'];
  const name = String(number * 7919).replaceAll(/\d/g, (digit) => syllables[Number(digit)] ?? '');
  return `In this bed grow ${name} and ${name}ella, beside the wall of ${name}burg.`;
}

const order = (changes: object = {}): object => ({ urls: [`${BASE}/`], pages: 500, rate: 1000, ...changes });
const start = async (changes: object = {}, headers = {}): Promise<TestAnswer> => {
  fetches = new Map();
  return service.call('/crawls', order(changes), headers);
};
const idOf = ({ json }: TestAnswer): string => String(Object(json['crawl']).id);
const crawlOf = async (id: string): Promise<Record<string, unknown>> =>
  Object((await service.call(`/crawls/${id}`, undefined)).json['crawl']);
const jobOf = async (id: unknown): Promise<Record<string, unknown>> =>
  Object((await service.call(`/jobs/${String(id)}`, undefined)).json['job']);
async function until(id: string, status: string): Promise<void> {
  await expect.poll(async () => (await crawlOf(id))['status'], { timeout: 25_000, interval: 250 }).toBe(status);
}

async function change(id: string, paused: boolean): Promise<TestAnswer> {
  const response = await fetch(`${service.base}/api/v1/crawls/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-api-key': service.key },
    body: JSON.stringify({ paused }),
  });
  const json: unknown = await response.json();
  return { status: response.status, headers: response.headers, text: '', json: Object(json) };
}

describe('a crawl over REST', { timeout: 120_000 }, () => {
  it('says what it costs before it begins', async () => {
    const { status, json } = await service.call('/crawls?dry_run=true', order({ pages: 101 }));
    expect(status).toBe(200);
    expect(json).toMatchObject({ dry_run: true, credits: 3, price_rule: '1 credit per 50 pages read' });
    const made = await service.call('/sites', { target: 'priced.example', crawl: { pages: 260 } });
    const ofSite = await service.call('/crawls?dry_run=true', { site: Object(made.json['site']).id });
    expect(ofSite.json).toMatchObject({ dry_run: true, credits: 6 });
    const unknown = await service.call('/crawls?dry_run=true', { site: 'site_unknown' });
    expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining('There is no site site_unknown.')]);
    expect((await service.call('/crawls', undefined)).json).toMatchObject({ total_count: 0 });
  });

  it('reads the site as a job, shows how it went, and charges the pages that were read', async () => {
    const begun = await start();
    expect(begun.status).toBe(201);
    const id = idOf(begun);
    await until(id, 'finished');
    // Its job ends a moment after the crawl, with the report.
    await expect
      .poll(() => crawlOf(id))
      .toMatchObject({
        counts: { fetched: PAGES + 1, waiting: 0, failed: 0 },
        ended_because: 'exhausted',
        statuses: { 200: PAGES + 1 },
      });
    const crawl = await crawlOf(id);
    await expect.poll(async () => (await jobOf(crawl['job_id']))['status']).toBe('completed');
    expect(await jobOf(crawl['job_id'])).toMatchObject({ credits: { charged: 2 } });
    const { json } = await service.call('/crawls?status=finished', undefined);
    expect(json).toMatchObject({ total_count: 1, crawls: [{ id }] });
    expect((await service.call('/search', { query: 'bed 7' })).text).toContain('/bed/7');
  });

  it('can be previewed: what patterns leave out, and what a new robots.txt would close, without a request', async () => {
    fetches = new Map();
    const { status, json } = await service.call('/crawls/preview', {
      site: 'garden.example',
      include: ['/bed/1*'],
      exclude: ['/bed/11*'],
      robots_txt: 'User-agent: *\nDisallow: /bed/2\nAllow: /bed/20',
    });
    expect(status).toBe(200);
    // Of 1 to 60: 1, 10–19 begin with 1; 11 with 11. 2, 20–29 begin with 2.
    expect(json).toMatchObject({
      known: PAGES + 1,
      tested: PAGES + 1,
      read: { count: 10 },
      left_out: { count: PAGES + 1 - 10 },
      patterns: [
        { pattern: '/bed/1*', kind: 'include', count: 11 },
        { pattern: '/bed/11*', kind: 'exclude', count: 1 },
      ],
      robots: { closed: { count: 10 }, newly_closed: { count: 10 }, newly_open: { count: 0, examples: [] } },
    });
    expect(Object(json['robots']).closed.examples).toContain(`${BASE}/bed/2`);
    expect(fetches.size).toBe(0);
    const unknown = await service.call('/crawls/preview', { site: 'never-read.example' });
    expect(unknown).toMatchObject({ status: 422, json: { code: 'invalid_input' } });
  });

  it('leaves out what its patterns leave out, but for where it starts', async () => {
    const id = idOf(await start({ include: ['/bed/1*'], exclude: ['/bed/11*'] }));
    await until(id, 'finished');
    const numbers = Array.from({ length: PAGES }, (_, at) => String(at + 1));
    const wanted = numbers.filter((number) => number.startsWith('1') && !number.startsWith('11'));
    expect([...fetches.keys()].toSorted()).toEqual(['/', ...wanted.map((number) => `/bed/${number}`)].toSorted());
  });

  it('pauses, is charged for what was read, and goes on from there when it is resumed', async () => {
    held = new Promise((resolve) => (release = resolve));
    const id = idOf(await start({ exclude: ['/nothing'] }));
    await expect.poll(() => fetches.size, { timeout: 25_000 }).toBeGreaterThan(10);
    expect((await change(id, true)).status).toBe(200);
    // Requests under way have their time to end; these do not use it.
    await until(id, 'paused');
    release?.();
    held = undefined;
    const paused = await crawlOf(id);
    await expect.poll(async () => (await jobOf(paused['job_id']))['status']).toBe('completed');
    const { fetched } = Object(paused['counts']);
    const before = Object((await jobOf(paused['job_id']))['credits']).charged;
    expect(before).toBe(Math.ceil(fetched / 50));
    expect((await change(id, false)).status).toBe(200);
    await until(id, 'finished');
    const after = await crawlOf(id);
    expect(after['counts']).toMatchObject({ fetched: PAGES + 1, waiting: 0 });
    expect(after['job_id']).not.toBe(paused['job_id']);
    await expect.poll(async () => (await jobOf(after['job_id']))['status']).toBe('completed');
    expect(Object((await jobOf(after['job_id']))['credits']).charged).toBe(Math.ceil((PAGES + 1 - fetched) / 50));
    expect((await change(id, true)).status).toBe(409);
  });

  it('is charged for what was read when it is cancelled, gets the rest back, and goes on later', async () => {
    held = new Promise((resolve) => (release = resolve));
    const credits = async (): Promise<number> =>
      Number((await service.call('/credits', undefined)).json['spent_this_month']);
    const changes = { exclude: ['/never'] };
    const begun = await start(changes);
    const before = await credits();
    const job = String(begun.json['job_id']);
    await expect.poll(() => fetches.size, { timeout: 25_000 }).toBeGreaterThan(10);
    expect((await service.call(`/jobs/${job}/cancel`, {})).status).toBe(200);
    await expect.poll(async () => (await jobOf(job))['status'], { timeout: 25_000 }).toBe('cancelled');
    release?.();
    held = undefined;
    const { fetched } = Object((await crawlOf(idOf(begun)))['counts']);
    expect(fetched).toBeGreaterThan(0);
    expect(fetched).toBeLessThan(PAGES + 1);
    expect(Object((await jobOf(job))['credits'])).toMatchObject({ charged: Math.ceil(fetched / 50) });
    expect((await credits()) - before).toBe(Math.ceil(fetched / 50));
    const again = await start(changes);
    await until(idOf(again), 'finished');
    expect(idOf(again)).toBe(idOf(begun));
    await expect.poll(async () => (await jobOf(again.json['job_id']))['status']).toBe('completed');
    const { charged } = Object((await jobOf(again.json['job_id']))['credits']);
    expect(charged).toBe(Math.ceil((PAGES + 1 - fetched) / 50));
  });

  it('that can read no page fails, says why, and costs nothing', async () => {
    const id = idOf(await start({ urls: ['http://nowhere.garden.example/'] }));
    await until(id, 'failed');
    const crawl = await crawlOf(id);
    expect(String(crawl['error'])).toMatch(/^No page could be read\./);
    // A crawl says how it ended before its job does.
    await expect.poll(() => jobOf(crawl['job_id'])).toMatchObject({ status: 'failed', credits: { charged: 0 } });
  });

  it('is answered once for two equal orders that are under way', async () => {
    held = new Promise((resolve) => (release = resolve));
    const changes = { exclude: ['/other'] };
    const [one, two] = [await start(changes), await service.call('/crawls', order(changes))];
    expect(idOf(two)).toBe(idOf(one));
    expect(two.json['job_id']).toBe(one.json['job_id']);
    release?.();
    held = undefined;
    await until(idOf(one), 'finished');
  });

  it('runs by a schedule, which knows its price', async () => {
    const body = { operation: 'crawls.create', input: order({ pages: 200 }), cadence: 'weekly' };
    const response = await fetch(`${service.base}/api/v1/schedules/garden`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-api-key': service.key },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"credits":4');
  });
});

describe('who may crawl', () => {
  it('into the shared index: keys of the first workspace, and no others', async () => {
    const refused = await start({}, { 'x-api-key': await service.makeCustomerKey() });
    expect(refused).toMatchObject({ status: 403, json: { code: 'key_not_allowed_here' } });
  });

  it(
    'into its own index: any workspace that has one, at the polite rate, unseen by others',
    { timeout: 60_000 },
    async () => {
      const key = await closingAfter(async (closing) => {
        const accounts = closing.add(await openAccounts(service.config));
        const { plans } = service.config;
        const workspaces = new PostgresWorkspaces(accounts.database, { plans, ledger: accounts.ledger });
        await workspaces.create({ id: 'own', name: 'Own', plan: 'self_hosted', has_own_index: true });
        const blank = { name: 'own', allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined };
        return (await accounts.keys.create({ ...blank, secret: undefined }, 'own')).secret;
      });
      const headers = { 'x-api-key': key };
      expect((await start({}, headers)).json).toMatchObject({ code: 'key_not_allowed_here' });
      const begun = await start({ rate: 2, depth: 0 }, headers);
      expect(begun.status).toBe(201);
      const id = idOf(begun);
      const seen = async (): Promise<unknown> => {
        const response = await fetch(`${service.base}/api/v1/crawls/${id}`, { headers });
        return Object(Object(await response.json()).crawl).status;
      };
      await expect.poll(seen, { timeout: 25_000, interval: 250 }).toBe('finished');
      expect((await service.call(`/crawls/${id}`, undefined)).status).toBe(404);
    },
  );
});

describe('bad orders', () => {
  it.each([
    [{ urls: [] }, 'urls'],
    [{ urls: ['mailto:a@b.c'] }, 'urls'],
    [{ pages: 0 }, 'pages'],
    [{ include: ['*a'.repeat(100)] }, ''],
    [{ exclude: ['\u0000'] }, 'exclude'],
  ])('such as %j are refused and name the field', async (changes, field) => {
    const { status, json } = await start(changes);
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain(field);
  });
});

describe('turns at a host', () => {
  it('are taken one after another by crawls of all processes', async () => {
    const test = await openTestDatabase();
    const [one, two] = [new PostgresHostTurns(test.database), new PostgresHostTurns(test.database)];
    const waits: number[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      waits.push(await (turn % 2 === 0 ? one : two).reserve('a.example', 600_000));
    expect(waits.map((wait) => Math.round(wait / 600_000))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await two.reserve('b.example', 600_000)).toBe(0);
    await test.close();
  });

  it('keep two processes together at the rate of one, as the host sees them', { timeout: 120_000 }, async () => {
    const times: number[] = [];
    const paths = Array.from({ length: REQUESTS_EACH }, (_, at) => `/page/${String(at)}`);
    const host = await startSite({}, (_request, response, path) => {
      times.push(performance.now());
      if (path === '/robots.txt') response.writeHead(404).end();
      else sendHtml(response, gardenPage(path, 1));
    });
    const test = await openTestDatabase();
    const urls = paths.map((path) => `http://127.0.0.1:${String(host.port)}${path}`);
    const process = new URL('crawl-process.ts', import.meta.url).pathname;
    const crawl = async (): Promise<number | null> => {
      const child = spawn(execPath, [process, test.url, String(RATE), ...urls], { stdio: ['pipe', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      begin.push(() => child.stdin.end());
      if (begin.length === 2) for (const go of begin) go();
      const [code]: unknown[] = await once(child, 'exit');
      return typeof code === 'number' ? code : null;
    };
    const begin: (() => void)[] = [];
    expect(await Promise.all([crawl(), crawl()])).toEqual([0, 0]);
    // Each also reads robots.txt.
    expect(times).toHaveLength(2 * (REQUESTS_EACH + 1));
    // Alone, each would take half as long. A request may be late on its way, so single gaps say nothing; long spans do.
    const spacing_ms = 1000 / RATE;
    const span = Math.floor(times.length / 2);
    for (let at = 0; at + span < times.length; at += 1) {
      const took = (times[at + span] ?? 0) - (times[at] ?? 0);
      expect(took, `requests ${String(at)} to ${String(at + span)}`).toBeGreaterThan(0.75 * span * spacing_ms);
    }
    await test.close();
    await host.close();
  });
});
