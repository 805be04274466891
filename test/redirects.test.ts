import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Handler, redirectTo, type Site, startSite } from '../src/crawler/test-crawl.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';

/** Lists of old addresses, tested over REST against two sites on loopback: one that moved, and where it moved to. */

const OLD = 'http://old.example';
const NEW = 'http://new.example';
let site: Site;
let service: TestService;
let isHeld = false;
let tries = 0;

const page: Handler = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A page</title>');
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(code, headers).end();

const ROUTES: Record<string, Handler> = {
  '/robots.txt': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /closed'),
  '/one': redirectTo(`${NEW}/page-one`),
  '/two': redirectTo(`${OLD}/two-b`),
  '/two-b': redirectTo(`${NEW}/page-two`),
  '/home': redirectTo(`${NEW}/`),
  '/soon': redirectTo(`${NEW}/page-soon`, 302),
  '/round': redirectTo('/round-b'),
  '/round-b': redirectTo('/round'),
  '/gone': redirectTo(`${NEW}/no-such-page`),
  '/no-such-page': status(404),
  '/broken': status(500),
  '/mail': redirectTo('mailto:us@old.example'),
  '/login': status(401),
  '/slash': redirectTo('/slash/'),
  '/shaky': (request, response, path) => {
    tries += 1;
    if (tries === 1) response.writeHead(503).end();
    else page(request, response, path);
  },
  '/slow': (request, response, path) => {
    if (isHeld) request.on('close', () => undefined);
    else page(request, response, path);
  },
};

beforeAll(async () => {
  site = await startSite(ROUTES, page);
  const to = `127.0.0.1:${String(site.port)}`;
  service = await openTestService({ environment: { SEAMARK_RESOLVE: `old.example:80:${to},new.example:80:${to}` } });
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Row {
  readonly from: string;
  readonly result: string;
  readonly redirects: number;
  readonly final_url: string;
  readonly final_status: number;
  readonly steps: readonly { readonly url: string; readonly status: number }[];
  readonly note: string | null;
}

const start = (redirects: readonly object[], changes: object = {}): Promise<TestAnswer> =>
  service.call('/crawls', { redirects, rate: 1000, ...changes });
const idOf = ({ json }: TestAnswer): string => String(Object(json['crawl']).id);

async function tested(begun: TestAnswer): Promise<Record<string, unknown>> {
  expect(begun.status).toBe(201);
  const read = async (): Promise<Record<string, unknown>> =>
    (await service.call(`/crawls/${idOf(begun)}`, undefined)).json;
  const reason = async (): Promise<unknown> => Object((await read())['crawl']).ended_because;
  await expect.poll(reason, { timeout: 25_000, interval: 100 }).toBe('exhausted');
  return read();
}

async function rows(begun: TestAnswer, query = ''): Promise<readonly Row[]> {
  const { json } = await service.call(`/crawls/${idOf(begun)}/redirects${query}`, undefined);
  return Object(json['addresses']);
}

describe('a list of redirects', { timeout: 60_000 }, () => {
  it('tells where each address leads, step by step, and whether that is the wanted page', async () => {
    const begun = await start([
      { from: `${OLD}/one`, to: `${NEW}/page-one` },
      { from: `${OLD}/two`, to: `${NEW}/page-two` },
      { from: `${OLD}/home`, to: `${NEW}/page-home` },
      { from: `${OLD}/soon`, to: `${NEW}/page-soon` },
      { from: `${OLD}/round` },
      { from: `${OLD}/gone`, to: `${NEW}/no-such-page` },
      { from: `${OLD}/broken` },
      { from: `${OLD}/mail` },
      { from: `${OLD}/login` },
      { from: `${OLD}/closed/page` },
      { from: `${OLD}/stays`, to: `${NEW}/stays` },
      { from: `${OLD}/fine?utm_source=mail#part` },
      { from: `${OLD}/slash` },
      { from: `${OLD}/shaky` },
    ]);
    const { crawl, redirects } = await tested(begun);
    expect(crawl).toMatchObject({ settings: { addresses: 14 }, counts: { waiting: 0 }, credits_max: 1 });
    expect(redirects).toEqual({
      loop: 1,
      dead: 1,
      error: 2,
      wrong_target: 1,
      not_redirected: 1,
      chain: 1,
      temporary: 1,
      refused: 1,
      blocked: 1,
      redirected: 1,
      ok: 3,
    });
    const all = await rows(begun);
    const short = Object.fromEntries(all.map((row) => [row.from.slice(OLD.length), row]));
    expect(short['/two']).toMatchObject({
      result: 'chain',
      redirects: 2,
      final_url: `${NEW}/page-two`,
      final_status: 200,
      steps: [
        { url: `${OLD}/two`, status: 301 },
        { url: `${OLD}/two-b`, status: 301 },
        { url: `${NEW}/page-two`, status: 200 },
      ],
    });
    expect(short['/round']).toMatchObject({ result: 'loop', note: `It leads back to ${OLD}/round.` });
    expect(short['/mail']).toMatchObject({ result: 'error', note: expect.stringContaining('mailto:us@old.example') });
    expect(short['/closed/page']).toMatchObject({ result: 'blocked', steps: [] });
    expect(short['/slash']).toMatchObject({ result: 'redirected', final_url: `${OLD}/slash/` });
    // Sent as it is written, but for what browsers do not send.
    expect(short['/fine?utm_source=mail']).toMatchObject({ result: 'ok' });
    expect(site.paths()).toContain('/fine?utm_source=mail');
    expect(site.paths()).not.toContain('/closed/page');
    // The worst first.
    expect(all.slice(0, 2).map(({ result }) => result)).toEqual(['loop', 'dead']);
    expect((await rows(begun, '?result=error&limit=1&offset=1')).map(({ from }) => from)).toEqual([`${OLD}/mail`]);
    const csv = await service.call(`/crawls/${idOf(begun)}/redirects?format=csv&result=chain`, undefined);
    expect(csv.text).toBe(
      'from,to,result,redirects,final_url,final_status,steps,note\r\n' +
        `${OLD}/two,${NEW}/page-two,chain,2,${NEW}/page-two,200,301 ${OLD}/two > 301 ${OLD}/two-b > 200 ${NEW}/page-two,\r\n`,
    );
  });

  it('leaves the index and the site alone: no page, no audit, no crawl of the site', async () => {
    const found = await service.call('/search', { query: 'page', max_age: 0 });
    expect(found.text).not.toContain('old.example');
    const made = await service.call('/sites', { target: 'old.example' });
    expect(made.json['site']).toMatchObject({ last_crawl: null, last_audit: null, pages_known: null });
  });

  it('goes on where it was paused', async () => {
    isHeld = true;
    const list = [{ from: `${OLD}/first` }, { from: `${OLD}/slow`, to: `${NEW}/slow` }];
    const begun = await start(list);
    const counts = async (): Promise<unknown> =>
      (await service.call(`/crawls/${idOf(begun)}`, undefined)).json['redirects'];
    await expect.poll(counts, { timeout: 25_000 }).toEqual({ ok: 1 });
    const set = (paused: boolean): Promise<Response> =>
      fetch(`${service.base}/api/v1/crawls/${idOf(begun)}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'x-api-key': service.key },
        body: JSON.stringify({ paused }),
      });
    await set(true);
    const state = async (): Promise<unknown> =>
      Object((await service.call(`/crawls/${idOf(begun)}`, undefined)).json['crawl']).status;
    await expect.poll(state, { timeout: 25_000 }).toBe('paused');
    isHeld = false;
    await expect.poll(async () => (await set(false)).status, { timeout: 25_000 }).toBe(200);
    await tested(begun);
    expect(await counts()).toEqual({ not_redirected: 1, ok: 1 });
    expect(site.paths().filter((path) => path === '/first')).toHaveLength(1);
  });

  it('of 50,000 addresses is taken at once, and is priced by its length', async () => {
    const redirects = Array.from({ length: 50_000 }, (_, at) => ({
      from: `${OLD}/a-rather-long-address-of-a-page-about-something/${String(at)}`,
      to: `${NEW}/${String(at)}`,
    }));
    const priced = await service.call('/crawls?dry_run=true', { redirects });
    expect(priced).toMatchObject({ status: 200, json: { credits: 1000 } });
    const tooMany = await service.call('/crawls?dry_run=true', { redirects: [...redirects, ...redirects.slice(0, 1)] });
    expect(tooMany).toMatchObject({ status: 422, json: { errors: [{ path: 'redirects' }] } });
  });

  it.each([
    [{ redirects: [{ from: 'ftp://old.example' }] }, 'redirects[0].from'],
    [{ redirects: [{ from: `${OLD}/`, to: 'new' }] }, 'redirects[0].to'],
    [{ redirects: [{ from: `${OLD}/` }], urls: [`${OLD}/`] }, 'urls'],
    [{ redirects: [] }, 'redirects'],
  ])('is refused as %j, which names the field', async (body, path) => {
    expect(await service.call('/crawls', body)).toMatchObject({ status: 422, json: { errors: [{ path }] } });
  });

  it('is none for a crawl that followed links', async () => {
    const begun = await service.call('/crawls', { urls: [`${OLD}/`], pages: 1, rate: 1000 });
    const refused = await service.call(`/crawls/${idOf(begun)}/redirects`, undefined);
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ path: 'id' }] } });
  });
});
