import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { openDevTools, type OpenDevTools } from '../../../test/dashboard/browser.ts';
import type { RenderedPage } from '../../ports/browser.ts';
import { createGuardedFetch, type GuardedFetch } from '../fetch/guarded-fetch.ts';
import { createRenderer, type RenderLimits } from './renderer.ts';
import { checkBrowser } from '../../commands/doctor/browser.ts';

const SITE = 'http://site.example';
const AGENT = 'Seamark/1.0 (test)';
const QUICK: Partial<RenderLimits> = { quiet_ms: 200 };
const never = new AbortController().signal;
const open: { close(): unknown }[] = [];
let browser: OpenDevTools;

beforeAll(async () => {
  browser = await openDevTools();
});
afterAll(() => browser.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()));
});

interface TestSite {
  readonly web: GuardedFetch;
  readonly asked: string[];
  readonly agents: (string | undefined)[];
}

/** site.example and other.example are a server of this test; every other name leads nowhere. */
async function site(files: Readonly<Record<string, string | RequestListener>>): Promise<TestSite> {
  const asked: string[] = [];
  const agents: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    agents.push(request.headers['user-agent']);
    const file = files[path];
    if (typeof file === 'function') {
      file(request, response);
      return;
    }
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.json') ? 'application/json' : 'text/html';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type });
    response.end(file);
  });
  const port = await listen(server);
  const resolve = ['site.example', 'other.example'].map((name) => `${name}:80:127.0.0.1:${port}`);
  const web = createGuardedFetch(
    { user_agent: AGENT, allow_networks: [], allow_ports: [], resolve },
    { lookup: () => Promise.resolve([]) },
  );
  open.push(web);
  return { web, asked, agents };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has such an address
  return (server.address() as AddressInfo).port;
}

function render(
  { web }: TestSite,
  html: string,
  { headers = {}, limits = {}, url = browser.url }: RenderOptions = {},
): Promise<RenderedPage> {
  const renderer = createRenderer({ url, user_agent: AGENT }, { ...QUICK, ...limits });
  return renderer.render({ url: `${SITE}/`, html, headers }, web.requester, never);
}

interface RenderOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<RenderLimits>;
  readonly url?: string;
}

const SHELL = '<title>Shop</title><div id="root"></div><script src="/app.js"></script>';

it('prints a page as its scripts have written it, as a PDF of A4', async () => {
  const there = await site({ '/app.js': `document.title = 'Harbour bikes'; root.innerHTML = '<h1>Report</h1>'` });
  const printer = createRenderer({ url: browser.url, user_agent: AGENT }, QUICK);
  const pdf = await printer.print({ url: `${SITE}/`, html: SHELL, headers: {} }, there.web.requester, never);
  const text = Buffer.from(pdf).toString('latin1');
  expect(text.slice(0, 5)).toBe('%PDF-');
  expect(text).toContain('/MediaBox [0 0 595');
  expect(text).toMatch(/\/Title \(Harbour bikes\)|\/Title <FEFF0048/);
});

describe('a page whose text is written by scripts', () => {
  it('has its text, from a script, its data and a later answer, and the page itself is asked for once only', async () => {
    const there = await site({
      '/app.js': `fetch('/data.json').then((answer) => answer.json()).then(({ name }) => {
        document.title = name;
        root.innerHTML = '<h1>' + name + '</h1><a href="/next">Next</a>';
      });`,
      '/data.json': '{"name":"Harbour bikes"}',
    });
    const page = await render(there, SHELL);
    expect(page.html).toContain('<h1>Harbour bikes</h1><a href="/next">Next</a>');
    expect(page.html).toMatch(/^<!doctype html><html><head><title>Harbour bikes<\/title>/);
    expect(page).toMatchObject({ final_url: `${SITE}/`, requests: 2, missing: [], cut: false });
    expect(there.asked).toEqual(['/app.js', '/data.json']);
    expect(there.agents).toEqual([AGENT, AGENT]);
  });

  it('is shown by a browser that is named by its WebSocket as well', async () => {
    const there = await site({ '/app.js': `root.textContent = 'written'` });
    const page = await render(there, SHELL, { url: browser.socket_url });
    expect(page.html).toContain('<div id="root">written</div>');
  });

  it('leads on where its scripts do, and through redirects of its files', async () => {
    const there = await site({
      '/app.js': (_request, response) => response.writeHead(302, { location: '/moved.js' }).end(),
      '/moved.js': `location.href = '/second'`,
      '/second': '<p>the second page</p>',
    });
    const page = await render(there, SHELL);
    expect(page.html).toContain('the second page');
    expect(page.final_url).toBe(`${SITE}/second`);
  });

  it('reads data of another host as far as that host allows, and knows the rules of its own answer', async () => {
    const there = await site({
      '/app.js': `Promise.all(['/open.json', '/shut.json'].map((path) =>
        fetch('http://other.example' + path, { headers: { 'x-key': '1' } }).then((answer) => answer.text(), () => 'none')))
        .then((texts) => { root.textContent = texts.join(' '); });`,
      '/open.json': (_request, response) =>
        response.writeHead(200, { 'access-control-allow-origin': '*' }).end('opened'),
      '/shut.json': (_request, response) => response.end('shut'),
    });
    expect((await render(there, SHELL)).html).toContain('<div id="root">opened none</div>');
    const headers = { 'content-security-policy': "script-src 'none'" };
    expect((await render(there, SHELL, { headers })).html).toContain('<div id="root"></div>');
  });

  it('names the scripts and data that failed, and asks for no pictures, fonts or films', async () => {
    const there = await site({
      '/app.js': `fetch('/gone.json'); fetch('/send', { method: 'POST' }).catch(() => { root.textContent = 'drawn'; })`,
    });
    const page = await render(there, `${SHELL}<img src="/a.png"><video src="/b.mp4"></video>`);
    expect(page.html).toContain('drawn');
    expect(page.missing.toSorted((one, other) => (one.url < other.url ? -1 : 1))).toEqual([
      { url: `${SITE}/gone.json`, reason: 'status 404' },
      { url: `${SITE}/send`, reason: 'POST requests are not sent' },
    ]);
    expect(there.asked).toEqual(['/app.js', '/gone.json']);
  });

  it('sees no cookies, storage or changes of another page', async () => {
    const there = await site({
      '/app.js': `root.textContent = (localStorage.seen ?? 'new') + document.cookie;
        localStorage.seen = 'old'; document.cookie = 'seen=old'`,
    });
    await render(there, SHELL);
    expect((await render(there, SHELL)).html).toContain('<div id="root">new</div>');
  });
});

describe('a page that would not end', () => {
  it('is read as it is when its time is over', async () => {
    const there = await site({
      '/app.js': `fetch('/data.json'); root.textContent = 'there'`,
      '/data.json': () => undefined,
    });
    const page = await render(there, SHELL, { limits: { page_ms: 1500 } });
    expect(page.html).toContain('there');
    expect(page.cut).toBe(true);
  });

  it('gets so many answers and no more', async () => {
    const there = await site({
      '/app.js': `for (let n = 0; n < 50; n += 1) fetch('/data.json?' + n).catch(() => undefined)`,
    });
    const page = await render(there, SHELL, { limits: { requests_max: 10 } });
    expect(page.requests).toBe(10);
    expect(there.asked).toHaveLength(10);
    expect(page.missing).toContainEqual({
      url: expect.stringContaining('/data.json'),
      reason: 'the page asks for too much',
    });
  });

  it('gets so many bytes and no more', async () => {
    const there = await site({ '/app.js': `fetch('/big.json')`, '/big.json': 'x'.repeat(5000) });
    const page = await render(there, SHELL, { limits: { bytes_max: 1000 } });
    expect(page.missing).toEqual([{ url: `${SITE}/big.json`, reason: 'the page loads too much' }]);
  });

  it('fails in time when its script never lets go, and leaves the browser to others', async () => {
    const there = await site({ '/app.js': 'for (;;);' });
    const limits = { page_ms: 500, read_ms: 500 };
    await expect(render(there, SHELL, { limits })).rejects.toMatchObject({ code: 'source_timeout' });
    const next = await site({ '/app.js': `root.textContent = 'next'` });
    expect((await render(next, SHELL)).html).toContain('next');
  });

  it('stops when the caller does', async () => {
    const stop = new AbortController();
    const there = await site({ '/app.js': () => stop.abort(new Error('The caller has gone.')) });
    const renderer = createRenderer({ url: browser.url, user_agent: AGENT }, QUICK);
    const work = renderer.render({ url: `${SITE}/`, html: SHELL, headers: {} }, there.web.requester, stop.signal);
    await expect(work).rejects.toThrow('The caller has gone.');
  });
});

describe('a browser that is away', () => {
  it('is found by the doctor, as is one that answers', async () => {
    expect(await checkBrowser({ browser_url: undefined })).toEqual([]);
    expect(await checkBrowser({ browser_url: browser.url })).toMatchObject([
      { name: 'browser', state: 'ok', detail: expect.stringMatching(/Chrom/) },
    ]);
    expect(await checkBrowser({ browser_url: 'http://127.0.0.1:1' })).toMatchObject([
      { name: 'browser', state: 'fail', detail: 'The browser does not answer.' },
    ]);
  });

  it.each(['http://127.0.0.1:1', 'ws://127.0.0.1:1/devtools'])('%s is told, with what to do', async (url) => {
    const there = await site({});
    await expect(render(there, SHELL, { url })).rejects.toMatchObject({
      code: 'source_failed',
      message: 'The browser does not answer.',
      fix: expect.stringContaining('SEAMARK_BROWSER_URL'),
    });
  });

  it('is told when it goes while a page is open', async () => {
    const own = await openDevTools();
    open.push(own);
    const there = await site({ '/app.js': () => void own.close() });
    await expect(render(there, SHELL, { url: own.url })).rejects.toMatchObject({ code: 'source_failed' });
  });
});
