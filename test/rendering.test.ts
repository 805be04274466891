import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sendHtml, type Site, startSite } from '../src/crawler/test-crawl.ts';
import { openDevTools, type OpenDevTools } from './dashboard/browser.ts';
import { openTestService, type TestService } from './service.ts';

/** Pages whose text scripts write, from a site on loopback to answers, through a real browser. */

const BASE = 'http://app.example';
const WORDS = 'The workshop repairs every bike that is brought in before noon on the same day. ';
let chromium: OpenDevTools;
let site: Site;
let service: TestService;

/** The source of each page says noindex and names nothing; its script draws all, from data of its own. */
const APP = `
  fetch('/data' + (location.pathname === '/' ? '/home' : location.pathname) + '.json')
    .then((answer) => answer.json())
    .then(({ name, links }) => {
      document.title = name;
      document.querySelector('meta[name=robots]').remove();
      root.innerHTML = '<main><h1>' + name + '</h1><p>' + name + ' ${WORDS.repeat(8)}</p>' +
        links.map((link) => '<a href="' + link + '">' + link + '</a>').join(' ') + '</main>';
    });`;

beforeAll(async () => {
  chromium = await openDevTools();
  site = await startSite({}, (_request, response, path) => {
    const name = /^\/data\/(\w+)\.json$/.exec(path)?.[1];
    if (path === '/robots.txt' || path === '/sitemap.xml') response.writeHead(404).end();
    else if (path === '/app.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(APP);
    else if (name === undefined)
      sendHtml(
        response,
        '<html lang="en"><title>Loading</title><meta name="robots" content="noindex"><div id="root"></div><script src="/app.js"></script>',
      );
    else {
      const links = name === 'home' ? ['/prices', '/people'] : ['/'];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name, links }));
    }
  });
  service = await openTestService({
    environment: { SEAMARK_RESOLVE: `app.example:80:127.0.0.1:${site.port}`, SEAMARK_BROWSER_URL: chromium.url },
  });
});
afterAll(async () => {
  await service.close();
  await site.close();
  await chromium.close();
});

describe('pages whose text scripts write', { timeout: 120_000 }, () => {
  it('are extracted and checked as a browser shows them, and the browser is among the sources', async () => {
    const { json, status } = await service.call('/extract', { url: `${BASE}/prices` });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      content: expect.stringContaining('prices The workshop repairs'),
      rendering: { status: 'rendered', raw: { title: 'Loading', noindex: true }, rendered: { title: 'prices' } },
      meta: { sources: [{ source: 'fetch' }, { capability: 'browser', source: 'browser', status: 'answered' }] },
    });
    const qa = await service.call('/content/technical-qa', { url: `${BASE}/prices` });
    expect(qa.json).toMatchObject({ page: { h1: 'prices', script_shell: false }, rendering: { status: 'rendered' } });
  });

  it('lead a crawl from one to the next, and the audit tells what their sources lack', async () => {
    const begun = await service.call('/crawls', { urls: [`${BASE}/`], rate: 1000, render: 'auto' });
    expect(begun.json).toMatchObject({ crawl: { settings: { render: 'auto' } } });
    const id = String(Object(begun.json['crawl']).id);
    const crawlOf = async (): Promise<unknown> => (await service.call(`/crawls/${id}`, undefined)).json['crawl'];
    await expect
      .poll(crawlOf, { timeout: 60_000, interval: 250 })
      .toMatchObject({ status: 'finished', counts: { fetched: 3 }, problems: [] });
    const audit = await service.call('/site/audit', { site: 'app.example' });
    const rules: unknown = audit.json['rules'];
    const failing = Array.isArray(rules) ? rules.filter((rule) => rule.failing > 0) : [];
    expect(Object.fromEntries(failing.map((rule) => [rule.id, rule.failing]))).toMatchObject({
      'js.text-missing': 3,
      'js.links': 3,
      'js.noindex-raw': 3,
      'js.title-changed': 3,
    });
    expect(failing.map((rule) => rule.id)).not.toContain('content.empty');
    const found = await service.call('/search', { query: 'people workshop' });
    expect(found.text).toContain(`${BASE}/people`);
  });

  it('are read no further than the guard allows: a page that leads inside gets nothing', async () => {
    const inside = `http://127.0.0.1:${site.port}/data/home.json`;
    const before = site.paths().length;
    const { status, json } = await service.call('/extract', { url: inside, render: 'always' });
    expect([status, json['code']]).toEqual([422, 'unfetchable_url']);
    expect(site.paths()).toHaveLength(before);
  });

  it('are answered as they were sent, with a source that failed, once the browser has gone', async () => {
    await chromium.close();
    const { status, json } = await service.call('/extract', { url: `${BASE}/prices` });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      rendering: { status: 'failed' },
      warnings: expect.arrayContaining([expect.stringContaining('The browser does not answer.')]),
      meta: { sources: [{ source: 'fetch' }, { capability: 'browser', status: 'failed' }] },
    });
  });
});
