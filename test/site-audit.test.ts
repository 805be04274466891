import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type Handler, redirectTo, sendHtml, type Site, startSite } from '../src/crawler/test-crawl.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';

/** A site of files with one true case, and one near miss, of the rules that only a whole site shows. */

const HOST = 'kiln.example';
const BASE = `http://${HOST}`;
const PARTNER = 'partner.example';
let site: Site;
let service: TestService;
let routes: Record<string, string | Handler> = {};

beforeAll(async () => {
  site = await startSite({}, (request, response, path) => {
    const route = routes[path];
    if (route === undefined) response.writeHead(404).end();
    else if (typeof route === 'string') sendHtml(response, route);
    else route(request, response, path);
  });
  service = await openTestService({
    environment: {
      SEAMARK_CONFIRM_SECONDS: '1',
      SEAMARK_RESOLVE: [HOST, PARTNER].map((host) => `${host}:80:127.0.0.1:${site.port}`).join(','),
    },
  });
});
afterAll(async () => {
  await service.close();
  await site.close();
});

const SYLLABLES = ['ro', 'se', 'tu', 'li', 'pa', 'no', 'mi', 'ka', 'do', 'be'];

/** Prose of which no two seeds share a run of three words. */
function prose(seed: number, words = 120): string {
  const word = (at: number): string =>
    String((seed + 1) * 104_729 + at * 7919).replaceAll(/\d/g, (digit) => SYLLABLES[Number(digit)] ?? '');
  return Array.from({ length: words }, (_, at) => word(at)).join(' ');
}

interface PageParts {
  readonly title?: string;
  readonly head?: string;
  readonly text?: string;
  readonly links?: readonly string[];
}

function page(
  name: string,
  seed: number,
  { title, head = '', text = prose(seed), links = [] }: PageParts = {},
): string {
  const list = links.map((href) => `<p><a href="${href}">To ${href.replaceAll(/\W+/g, ' ')}</a></p>`).join('');
  const menu = '<nav><a href="/">Home</a> <a href="/glazes">Glazes</a> <a href="/old-menu">Courses</a></nav>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title ?? `${name} at the kiln`}</title>
    <meta name="description" content="All about ${name}, and how we make it at the kiln in our own way, every day of the year.">
    <meta name="viewport" content="width=device-width">${head}</head><body>${menu}<main><h1>${name}</h1><p>${text}</p>${list}</main></body></html>`;
}

const canonical = (path: string): string => `<link rel="canonical" href="${BASE}${path}">`;

function firstSite(closed = ['/private']): Record<string, string | Handler> {
  const pieces = ['bowls', 'plates', 'mugs', 'vases', 'tiles', 'lamps'];
  return {
    '/robots.txt': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(`User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}Sitemap: ${BASE}/sitemap.xml\n`),
    '/sitemap.xml': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
            '/',
            '/glazes',
            '/bowls',
            '/gone-listed',
            '/moved',
            '/hidden',
            '/copy',
            '/private/list',
            '/lonely',
          ]
            .map((path) => `<url><loc>${BASE}${path}</loc></url>`)
            .join('')}</urlset>`,
        ),
    '/': page('Kiln', 0, {
      links: [
        ...pieces.map((piece) => `/${piece}`),
        '/hop',
        '/moved',
        '/gone',
        '/private/x',
        '/hidden',
        '/copy',
        '/twin-a',
        '/twin-b',
        '/near-a',
        '/near-b',
        '/wrong-canonical',
        '/loop',
      ],
    }),
    '/glazes': page('Glazes', 1, {
      text: `${prose(1)} ${['/bowls', '/plates', '/mugs'].map((href) => `<a href="${href}">Our best piece</a>`).join(' ')}`,
    }),
    ...Object.fromEntries(pieces.map((piece, at) => [`/${piece}`, page(piece, 10 + at, { links: ['/glazes'] })])),
    '/lonely': page('Lonely', 30, {
      head: '<script src="/private/menu.js"></script><script src="/public.js"></script>',
      text: `${prose(30)} <img src="/kiln.jpg" alt="Kiln"> <img src="/gone.jpg" alt="Old kiln">`,
    }),
    '/kiln.jpg': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '600000' }).end(),
    '/hidden': page('Hidden', 31, { head: '<meta name="robots" content="noindex">' }),
    '/copy': page('Copy', 10, { head: canonical('/bowls'), title: 'bowls at the kiln' }),
    '/wrong-canonical': page('Wrong', 32, { head: canonical('/gone') }),
    '/twin-a': page('Twins', 40),
    '/twin-b': page('Twins', 41),
    '/near-a': page('Near A', 0, { text: `${prose(50, 300)} Leeds` }),
    '/near-b': page('Near B', 0, { text: `${prose(50, 300)} York` }),
    '/moved': redirectTo('/bowls'),
    '/hop': redirectTo('/moved'),
    '/loop': redirectTo('/loop-back'),
    '/loop-back': redirectTo('/loop'),
    '/old-menu': (_request, response) => void response.writeHead(410).end(),
  };
}

async function crawlSite(changes: object = {}): Promise<string> {
  const started = await service.call('/crawls', { urls: [`${BASE}/`], pages: 500, rate: 1000, ...changes });
  const { id, job_id } = Object(started.json['crawl']);
  await vi.waitUntil(
    async () => Object((await service.call(`/jobs/${String(job_id)}`, undefined)).json['job']).status === 'completed',
    { timeout: 120_000, interval: 250 },
  );
  return String(id);
}

async function audit(body: object = {}): Promise<Record<string, unknown>> {
  const answer: TestAnswer = await service.call('/site/audit', { site: HOST, ...body });
  expect(answer.json).toMatchObject({ success: true });
  return answer.json;
}

/** The addresses that fail a rule, without the host. */
async function failing(rule: string, body: object = {}): Promise<string[]> {
  const { items } = await audit({ rule, ...body });
  return (Array.isArray(items) ? items : []).map((item) => String(Object(item).url).replace(BASE, '')).sort();
}

describe('a site that was crawled', () => {
  let first: Record<string, unknown>;
  beforeAll(async () => {
    routes = firstSite();
    await crawlSite();
    first = await audit();
  });

  it('lists the pages of one rule without repeating the others, and goes on to one of them', async () => {
    const { rules, causes, agent_workflow } = await audit({ rule: 'index.status-4xx' });
    expect(rules).toMatchObject([{ id: 'index.status-4xx' }]);
    expect((Array.isArray(causes) ? causes : []).every((cause) => Object(cause).rule === 'index.status-4xx')).toBe(
      true,
    );
    expect(agent_workflow).toMatchObject({
      summary: expect.stringMatching(/: \d+ findings? on \d+ of \d+ pages?\.$/),
      next_calls: [{ operation: 'content.technical-qa' }],
    });
  });

  it('can be taken to a spreadsheet: its rules, or the findings of one; a price stays JSON', async () => {
    const rules = await service.call('/site/audit', { site: HOST, format: 'csv' });
    expect(rules.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(rules.headers.get('x-credits-charged')).toBe('5');
    expect(rules.text.split('\r\n')[0]).toBe('rule,severity,status,title,failing,applicable,share,score_gain,fix,note');
    const dead = await service.call('/site/audit', { site: HOST, rule: 'index.status-4xx', format: 'csv' });
    const [head, ...lines] = dead.text.trimEnd().split('\r\n');
    expect(head).toBe('rule,url,item,cause,detail');
    expect(lines.map((line) => line.split(',')[0])).toEqual(lines.map(() => 'index.status-4xx'));
    expect(lines.length).toBeGreaterThan(0);
    const price = await service.call('/site/audit?dry_run=true', { site: HOST, format: 'csv' });
    expect(price.json).toMatchObject({ dry_run: true });
  });

  it('is told as a whole, with a score and its causes', () => {
    expect(first['crawl']).toMatchObject({ is_complete: true, incomplete_because: [] });
    expect(first['health_score']).toBeLessThan(90);
    const causes = Array.isArray(first['causes']) ? first['causes'].map(Object) : [];
    expect(causes.length).toBeGreaterThan(3);
    expect(causes.length).toBeLessThanOrEqual(10);
  });

  it.each([
    ['index.status-4xx', ['/gone', '/gone-listed', '/old-menu']],
    ['sitemap.dead', ['/gone-listed']],
    ['sitemap.redirect', ['/moved']],
    ['sitemap.noindex', ['/hidden']],
    ['sitemap.canonicalised', ['/copy']],
    ['sitemap.blocked', ['/private/list']],
    ['robots.blocks-linked', ['/private/x']],
    ['index.noindex-linked', ['/hidden']],
    ['redirect.linked', ['/', '/', '/']],
    ['redirect.loop', ['/loop', '/loop-back']],
    ['redirect.chain', ['/hop']],
    ['canonical.dead', ['/wrong-canonical']],
    ['link.orphan', ['/lonely']],
    ['link.anchor-same-text', ['/glazes']],
    ['title.duplicate', ['/twin-a', '/twin-b']],
    ['dup.near', ['/near-a', '/near-b']],
    ['sec.headers', ['/']],
    ['img.broken', ['/lonely']],
    ['robots.assets', ['/lonely']],
    ['img.heavy', ['/lonely']],
    ['host.soft-404', []],
    ['host.variants', []],
    ['dup.exact', []],
    ['canonical.loop', []],
    ['title.missing', []],
  ])('names the pages that fail %s, and no others', async (rule, pages) => {
    expect(await failing(rule)).toEqual(pages);
  });

  it('leads with the menu that links to a dead page as one cause to change in one place', () => {
    const causes = (Array.isArray(first['causes']) ? first['causes'] : []).map(Object);
    const menu = causes.find(({ cause }) => cause === `${BASE}/old-menu`);
    expect(menu).toMatchObject({ effort: 'one_place', severity: 'high' });
    expect(menu.pages).toBeGreaterThan(10);
  });
});

describe('a site that is crawled again', () => {
  beforeAll(async () => {
    routes = { ...firstSite(), '/glazes': (_request, response) => void response.writeHead(404).end() };
    delete routes['/wrong-canonical'];
    await crawlSite();
  });

  it('tells what is new, what was fixed and what is gone, and nothing else', async () => {
    const { changes, rules } = await audit();
    const byRule = new Map((Array.isArray(rules) ? rules : []).map(Object).map(({ id, changes: each }) => [id, each]));
    expect(byRule.get('index.status-4xx')).toMatchObject({ new: 2, fixed: 0, still: 3 });
    expect(byRule.get('canonical.dead')).toMatchObject({ new: 0, fixed: 0, still: 0 });
    expect(byRule.get('sitemap.missing-page')).toMatchObject({ fixed: 0 });
    expect(changes).toMatchObject({ gone: expect.any(Number) });
    expect(await failing('title.duplicate')).toEqual(['/twin-a', '/twin-b']);
    expect(byRule.get('title.duplicate')).toMatchObject({ new: 0, fixed: 0, still: 2 });
  });

  it('reports nothing as fixed, and no orphans, where the crawl stopped early', async () => {
    await crawlSite({ pages: 7 });
    const { changes, crawl, rules } = await audit();
    expect(crawl).toMatchObject({ is_complete: false });
    const each = (Array.isArray(rules) ? rules : []).map(Object);
    // How long a page takes to answer differs from crawl to crawl.
    const fixed = each.filter(({ id, changes: ofRule }) => id !== 'perf.slow' && ofRule !== null && ofRule.fixed > 0);
    expect(fixed.map(({ id }) => id)).toEqual([]);
    expect(each.find(({ id }) => id === 'title.duplicate')).toMatchObject({ changes: null });
    expect(changes).toMatchObject({ not_checked: expect.any(Number) });
    const orphan = each.find(({ id }) => id === 'link.orphan');
    expect(orphan).toMatchObject({ status: 'not_checked', note: expect.stringContaining('did not come to all') });
  });

  it('takes what fails once, and works when it is asked again, for a deployment', async () => {
    const deploying = new Set(['/bowls', '/plates', '/mugs', '/vases']);
    const whole = { ...routes };
    for (const path of deploying) {
      const usual = whole[path];
      routes[path] = (_request, response) => {
        if (deploying.delete(path)) response.writeHead(404).end();
        else sendHtml(response, typeof usual === 'string' ? usual : '');
      };
    }
    await crawlSite();
    expect(deploying.size).toBe(0);
    expect(await failing('index.status-4xx')).toEqual([
      '/glazes',
      '/gone',
      '/gone-listed',
      '/old-menu',
      '/wrong-canonical',
    ]);
  });
});

describe('a crawl that is turned away', () => {
  it('has one finding and no score, and breaks no page', async () => {
    const whole = firstSite();
    routes = Object.fromEntries(
      Object.entries(whole).map(([path, route]) => [
        path,
        path === '/' || path === '/robots.txt' || path === '/sitemap.xml'
          ? route
          : (_request, response): void => void response.writeHead(403).end(),
      ]),
    );
    await crawlSite();
    const { health_score, causes, rules } = await audit();
    expect(health_score).toBeNull();
    expect(causes).toEqual([]);
    const failed = (Array.isArray(rules) ? rules : []).map(Object).filter(({ status }) => status === 'failing');
    expect(failed.map(({ id }) => id)).toEqual(['crawl.blocked']);
  });
});

describe('a folder of a site', () => {
  it('is audited, listed and compared alone', async () => {
    routes = {
      ...firstSite(),
      '/wares/a': page('Ware A', 60),
      '/wares/b': page('Ware B', 61),
      '/waresale': page('Sale', 62),
    };
    const urls = ['/', '/wares/a', '/wares/b', '/waresale'].map((path) => BASE + path);
    await crawlSite({ urls });
    await nextSecond();
    await crawlSite({ urls });
    const folder = `${BASE}/wares`;
    const { json } = await service.call('/site/audit', { site: folder });
    expect(json).toMatchObject({ success: true, pages: { html: 2 } });
    const changed = await service.call(`/changes?site=${encodeURIComponent(folder)}`, undefined);
    expect(changed.json).toMatchObject({ success: true, pages_compared: 2 });
  });
});

describe('links to other sites', () => {
  it('are checked where that is asked for, and only what is gone is told', async () => {
    let asked = 0;
    const links = ['here', 'shut-down', 'closed', 'down', 'private/gone'].map((path) => `http://${PARTNER}/${path}`);
    routes = {
      ...firstSite(),
      '/': page('Kiln', 0, { links: ['/glazes', ...links] }),
      '/here': page('Partner', 3),
      '/shut-down': (_request, response) => {
        asked += 1;
        response.writeHead(410).end();
      },
      '/closed': (_request, response) => void response.writeHead(403).end(),
      '/down': (_request, response) => void response.writeHead(500).end(),
    };
    await crawlSite();
    expect(asked).toBe(0);
    const { rules } = await audit();
    expect(rules).toContainEqual(expect.objectContaining({ id: 'link.broken-external', status: 'not_checked' }));
    await crawlSite({ external_links: true });
    const { items } = await audit({ rule: 'link.broken-external' });
    expect(items).toEqual([
      expect.objectContaining({ url: `${BASE}/`, item: `http://${PARTNER}/shut-down`, detail: 'status 410' }),
    ]);
    expect(asked).toBe(2);
  });
});

describe('a site that nobody crawled', () => {
  it('is unknown, free, and not without faults', async () => {
    const answer = await service.call('/site/audit', { site: 'unknown.example' });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      crawl: null,
      health_score: null,
      causes: [],
      meta: { credits: { charged: 0 } },
    });
  });
});

describe('crawled pages in the place of a list', () => {
  const keywords = ['glazes', 'mugs', 'vases', 'unglazed roof tiles'];
  beforeAll(async () => {
    routes = {
      ...firstSite(),
      '/glazes': page('Glazes', 1, { links: ['/raku', '/salt'] }),
      '/raku': page('Raku', 33, { text: `${prose(33)}. Our bowls survive a salt firing too.`, links: ['/bowls'] }),
      '/salt': page('Salt firing', 34),
    };
    await crawlSite();
  });
  it('are mapped to keywords, without those that search engines may not index, and the answer counts them', async () => {
    const { json } = await service.call('/content/keyword-map', { keywords, site: HOST });
    const rows = (Array.isArray(json['mappings']) ? json['mappings'] : []).map(Object);
    expect(rows.find(({ keyword }) => keyword === 'mugs')).toMatchObject({ primary_url: `${BASE}/mugs` });
    expect(JSON.stringify(rows)).not.toContain('/hidden');
    const [source] = Array.isArray(Object(json['meta']).sources) ? Object(json['meta']).sources : [];
    expect(source).toMatchObject({
      capability: 'sites',
      status: 'answered',
      note: expect.stringContaining('1 with noindex'),
    });
  });

  it('are compared with each other, linked to from a text, and set beside those of competitors', async () => {
    const competing = await service.call('/content/cannibalization', { site: HOST });
    expect(competing.json).toMatchObject({ success: true });
    expect(JSON.stringify(competing.json['clusters'])).toContain('/twin-a');
    const text =
      '# Pots\n\nWe fire our vases twice. The second firing melts the glazes on the mugs, which takes nine hours.';
    const links = await service.call('/content/internal-links', { source_markdown: text, site: HOST });
    expect(JSON.stringify(links.json['suggestions'])).toContain(`${BASE}/vases`);
    const gap = await service.call('/content/competitor-gap-matrix', { competitors: [{ domain: HOST }] });
    expect(JSON.stringify(gap.json['opportunities'])).toContain(`${BASE}/lamps`);
  });

  it('stand for the competitors that are set for a site', async () => {
    const none = await service.call('/content/competitor-gap-matrix', { site: HOST });
    expect(none.json).toMatchObject({ code: 'invalid_input', detail: `No competitors are set for ${HOST}.` });
    await service.call('/sites', { target: HOST, competitors: ['never-crawled.example'] });
    const unread = await service.call('/content/competitor-gap-matrix', { site: HOST });
    expect(unread.json).toMatchObject({ detail: `None of the competitors of ${HOST} was crawled yet.` });
    // Its competitor was crawled, and it was not.
    await service.call('/sites', { target: 'other.example', competitors: [HOST] });
    const own = await service.call('/content/competitor-gap-matrix', { site: 'other.example' });
    expect(own.json).toMatchObject({ detail: 'No page of other.example was crawled yet.' });
  });

  it('are linked to each other, where a text names a page that it does not link to', async () => {
    const { json, status } = await service.call('/content/internal-links', { site: HOST, max_suggestions: 20 });
    expect(status).toBe(200);
    const links = (Array.isArray(json['site_links']) ? json['site_links'] : []).map(Object);
    // The index keeps the text of a page without its links.
    expect(json['crawlability']).toMatchObject({ content_links: null, internal_links: null });
    expect(
      links.map(({ source_url, anchor_text, target_url, target_links_now }) => [
        source_url,
        anchor_text,
        target_url,
        target_links_now,
      ]),
    ).toEqual([[`${BASE}/raku`, 'salt firing', `${BASE}/salt`, 1]]);
  });

  it('are planned structured data for template by template, and charged by template', async () => {
    const { json, status } = await service.call('/content/schema-plan', { site: HOST });
    expect(status).toBe(200);
    const templates = (Array.isArray(json['templates']) ? json['templates'] : []).map(Object);
    expect(templates[0]).toMatchObject({ template: '/', url: `${BASE}/`, pages: 1, existing_items: 0 });
    expect(templates.every(({ pages, examples }) => pages >= examples.length && examples.length > 0)).toBe(true);
    const read = templates.filter(({ url }) => url !== null);
    expect(json['meta']).toMatchObject({ credits: { charged: 3 * read.length } });
    expect(json['url']).toBe(`${BASE}/`);
    const both = await service.call('/content/schema-plan', { site: HOST, url: `${BASE}/` });
    expect(both.json).toMatchObject({ code: 'invalid_input' });
  });

  it('are what its sitemaps, which robots.txt names, are compared with', async () => {
    const { json, status } = await service.call('/site/sitemap-audit', { site: HOST });
    expect([status, json['sitemap_url']]).toEqual([200, `${BASE}/sitemap.xml`]);
    const findings = (Array.isArray(json['findings']) ? json['findings'] : []).map(Object);
    expect(
      findings.flatMap(({ id, examples }) =>
        id === 'indexable_not_listed'
          ? []
          : examples.map(({ url }: { readonly url: string }) => [id, url.replace(BASE, '')]),
      ),
    ).toEqual([
      ['non_200', '/gone-listed'],
      ['noindex', '/hidden'],
      ['blocked', '/private/list'],
      ['redirect', '/moved'],
      ['canonicalised_elsewhere', '/copy'],
      ['orphan_candidate', '/lonely'],
      ['orphan_candidate', '/private/list'],
    ]);
  });

  it('are what a sitemap is compared with that is named by its address', async () => {
    const bySite = await service.call('/site/sitemap-audit', { site: HOST });
    const byAddress = await service.call('/site/sitemap-audit', { sitemap_url: `${BASE}/sitemap.xml` });
    expect(byAddress.json['findings']).toEqual(bySite.json['findings']);
    expect(byAddress.json['coverage']).toEqual(bySite.json['coverage']);
    expect(byAddress.json['meta']).toMatchObject({ credits: { charged: 2 } });
  });

  it('of a site that nobody crawled are refused with the call that would change it, and nothing is charged', async () => {
    const before = Object((await service.call('/credits', undefined)).json).balance;
    const { status, json } = await service.call('/content/keyword-map', { keywords, site: 'unknown.example' });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('POST /crawls') });
    expect(Object((await service.call('/credits', undefined)).json).balance).toEqual(before);
  });
});

/** Pages are told apart by the second in which they were seen. */
async function nextSecond(): Promise<void> {
  const next = Math.ceil((Date.now() + 1) / 1000) * 1000;
  await vi.waitUntil(() => Date.now() >= next, { timeout: 10_000, interval: 20 });
}

describe('what changed on a site', () => {
  const HOOK = '/hook-that-nobody-links-to';
  const told: Record<string, unknown>[] = [];
  const changes = (query = ''): Promise<TestAnswer> => service.call(`/changes?site=${HOST}${query}`, undefined);
  let first: string;
  let second: Record<string, unknown>;
  beforeAll(async () => {
    routes = { ...firstSite() };
    first = await crawlSite();
    await nextSecond();
    await crawlSite();
    await nextSecond();
    second = (await changes()).json;
    await service.call('/webhooks/endpoints', { url: `${BASE}${HOOK}`, events: ['alert.site_changed'] });
    routes = {
      ...firstSite(['/private', '/glazes']),
      '/plates': (_request, response) => void response.writeHead(404).end(),
      '/lamps': page('lamps', 15, { links: ['/glazes'], head: '<meta name="robots" content="noindex">' }),
      '/mugs': page('mugs', 12, { links: ['/glazes'], title: 'Mugs & cups' }),
      '/vases': page('vases', 13, { links: ['/glazes'], head: canonical('/tiles') }),
      '/tiles': redirectTo('/lamps'),
      '/bowls': page('bowls', 10, { links: ['/glazes', '/brand-new'] }),
      '/brand-new': page('New', 77),
      [HOOK]: (request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          told.push(Object(JSON.parse(Buffer.concat(parts).toString())));
          response.writeHead(204).end();
        });
      },
    };
    await crawlSite();
  });

  const EXPECTED = [
    { url: `${BASE}/plates`, change: 'dead', before: '200', after: '404' },
    { url: `${BASE}/lamps`, change: 'noindexed', before: 'index', after: 'noindex' },
    { url: `${BASE}/glazes`, change: 'blocked', before: 'allowed', after: 'disallowed' },
    { url: `${BASE}/tiles`, change: 'redirected', before: '200', after: `${BASE}/lamps` },
    { url: `${BASE}/vases`, change: 'canonical_changed', before: null, after: `${BASE}/tiles` },
    { url: `${BASE}/mugs`, change: 'title_changed', before: 'mugs at the kiln', after: 'Mugs & cups' },
    { url: `${BASE}/brand-new`, change: 'new', before: null, after: 'New at the kiln' },
  ];

  it('is nothing where the site is the same', () => {
    expect(second).toMatchObject({ total_count: 0, items: [] });
  });

  it('is each change with its before and after, the worst first, and nothing else', async () => {
    const { json } = await changes();
    expect(json['items']).toEqual(EXPECTED);
    expect(json).toMatchObject({
      total_count: 7,
      counts: { dead: 1, blocked: 1, new: 1, title_changed: 1, h1_changed: 0 },
    });
    expect(json).toMatchObject({ meta: { credits: { charged: 0 } } });
  });

  it('can be one kind, page by page, or since an older crawl', async () => {
    expect((await changes('&change=dead')).json).toMatchObject({ items: EXPECTED.slice(0, 1), total_count: 1 });
    expect((await changes('&limit=2&offset=5')).json).toMatchObject({ items: EXPECTED.slice(5), total_count: 7 });
    expect((await changes(`&compare_with=${first}`)).json).toMatchObject({
      items: EXPECTED,
      compared_with: { id: first },
    });
    const wrong = await changes(`&crawl_id=${first}&compare_with=${first}`);
    expect(wrong).toMatchObject({ status: 422, json: { code: 'invalid_input' } });
  });

  it('is told to webhooks once the crawl has ended', async () => {
    await vi.waitUntil(() => told.length > 0, { timeout: 60_000, interval: 100 });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      type: 'alert.site_changed',
      data: {
        site: HOST,
        summary: `${HOST}: 1 page died, 1 page set to noindex, 1 page blocked by robots.txt, 1 new redirect, 1 changed canonical, 1 changed title`,
        changes: EXPECTED.slice(0, 6),
      },
    });
  });

  it('is unknown of a site that nobody crawled', async () => {
    const { json } = await service.call('/changes?site=unknown.example', undefined);
    expect(json).toMatchObject({ crawl: null, counts: null, items: [], total_count: null });
  });
});
