import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { createGuardedFetch } from '../adapters/fetch/guarded-fetch.ts';
import type { CrawlRecorder } from '../ports/crawl-records.ts';
import { crawl } from './crawl.ts';
import { createPageParser } from './parse-pool.ts';
import type { CrawlLimits, CrawlParts, CrawlProgress, CrawlReport, CrawlSettings } from './settings.ts';
import {
  type Handler,
  MemoryFrontier,
  MemoryWriter,
  pageWith,
  redirectTo,
  sendHtml,
  type Site,
  startSite,
  TEST_LIMITS,
  TEST_SETTINGS,
} from './test-crawl.ts';

const parser = createPageParser();
afterAll(() => parser.close());

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function site(routes: Readonly<Record<string, string | Handler>>, other?: Handler): Promise<Site> {
  const started = await startSite(routes, other);
  open.push(() => started.close());
  return started;
}

interface Ran {
  readonly report: CrawlReport;
  readonly frontier: MemoryFrontier;
  readonly writer: MemoryWriter;
  readonly problems: Readonly<Record<string, number>>;
}

interface Changes extends Partial<Omit<CrawlSettings, 'seeds'>> {
  readonly limits?: Partial<CrawlLimits>;
  readonly parts?: Partial<CrawlParts>;
  readonly frontier?: MemoryFrontier;
  readonly writer?: MemoryWriter;
  readonly ports?: readonly number[];
  readonly signal?: AbortSignal;
}

async function run(seeds: readonly string[], changes: Changes = {}): Promise<Ran> {
  const {
    limits,
    parts,
    frontier = new MemoryFrontier(),
    writer = new MemoryWriter(),
    ports = [],
    signal,
    ...settings
  } = changes;
  const user_agent = 'SeamarkBot/1.0 (+https://example.com/bot)';
  const allow_ports = [...ports, ...seeds.map((seed) => Number(URL.parse(seed)?.port))].filter((port) => port > 0);
  const fetch = createGuardedFetch({ user_agent, allow_networks: ['127.0.0.0/8'], allow_ports, resolve: [] });
  open.push(() => fetch.close());
  const report = await crawl(
    { ...TEST_SETTINGS, ...settings, seeds },
    {
      requester: fetch.requester,
      frontier,
      writer,
      parser,
      user_agent,
      clock: () => new Date(),
      log: { info: () => undefined, warn: () => undefined },
      onProgress: undefined,
      previous: undefined,
      remembered: undefined,
      ...parts,
    },
    signal ?? new AbortController().signal,
    { ...TEST_LIMITS, ...limits },
  );
  const problems = Object.fromEntries(report.problems.map(({ kind, count }) => [kind, count]));
  return { report, frontier, writer, problems };
}

const text =
  (words: string): Handler =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(words);
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(code, headers).end();

describe('a crawl', () => {
  it('reads every page that its seeds lead to, once, and hands over its facts', async () => {
    const one = await site({
      '/': pageWith(['/a', '/b', '/a#x', '/missing']),
      '/a': pageWith(['/', '/b/']),
      '/b': pageWith(['/b/c']),
      '/b/c': 'end',
    });
    const { report, writer, frontier } = await run([one.origin]);
    expect([...one.paths()].sort()).toEqual(['/', '/a', '/b', '/b/c', '/missing', '/robots.txt']);
    expect(report).toMatchObject({
      status: 'finished',
      reason: 'exhausted',
      fetched: 5,
      statuses: { 200: 4, 404: 1 },
      problems: [],
    });
    expect(writer.fact('/')?.links.map(({ target_url }) => new URL(target_url).pathname)).toEqual([
      '/a',
      '/b',
      '/a',
      '/missing',
    ]);
    expect(writer.fact('/missing')).toMatchObject({ status: 404, document: undefined, links: [] });
    expect(frontier.status).toBe('finished');
    expect(writer.durable).toBe(5);
  });

  it('stays on the hosts of its seeds, or within their domains', async () => {
    const other = await site({ '/': 'other' });
    const one = await site({ '/': pageWith([other.origin + '/', '/a']), '/a': 'a' });
    await run([one.origin], { ports: [other.port] });
    expect(other.paths()).toEqual([]);
    await run([one.origin], { ports: [other.port], stay: 'domain' });
    expect(other.paths()).toContain('/');
  });

  it('reads again what was read before and nothing leads to any more, but not when only its seeds are asked for', async () => {
    const one = await site({ '/': 'home', '/orphan': pageWith(['/lost']), '/lost': 'lost' });
    const asked: unknown[] = [];
    const remembered: CrawlParts['remembered'] = async (range, limit) => {
      asked.push([range, limit]);
      return [`${one.origin}/orphan`, `${one.origin}/`, 'http://elsewhere.example/', 'no address'];
    };
    const { report } = await run([one.origin], { pages_max: 9, depth_max: 2, parts: { remembered } });
    expect([...one.paths()].sort()).toEqual(['/', '/lost', '/orphan', '/robots.txt']);
    expect(report.fetched).toBe(3);
    expect(asked).toEqual([
      [{ host_keys: expect.arrayContaining([`127.0.0.1.:${one.port}`]), has_subdomains: false }, 9],
    ]);
    await run([one.origin], { depth_max: 0, parts: { remembered } });
    expect(asked).toHaveLength(1);
  });

  it('goes no deeper and fetches no more pages than it may', async () => {
    const chain: Handler = (_request, response, path) =>
      sendHtml(response, pageWith([`/p${Number(path.slice(2)) + 1}`]));
    const one = await site({ '/': pageWith(['/p1']) }, chain);
    expect((await run([one.origin], { depth_max: 3 })).report.fetched).toBe(4);
    const limited = await run([one.origin], {
      pages_max: 7,
      limits: { pattern_pages_min: 1000, same_content_max: 1000 },
    });
    expect(limited.report).toMatchObject({ fetched: 7, reason: 'pages_max' });
  });

  it('refuses seeds that are no pages', async () => {
    await expect(run(['http://127.0.0.1:99999/'])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(run(['ftp://example.com/'])).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('follows no links of pages and links that say nofollow, and indexes nothing that says noindex', async () => {
    const one = await site({
      '/': '<meta name=robots content=noindex><p>secret words</p><a href=/a>a</a><a rel=nofollow href=/b>b</a>',
      '/a': (_request, response) => sendHtml(response, pageWith(['/c']), { 'x-robots-tag': 'nofollow' }),
    });
    const { writer } = await run([one.origin]);
    expect(one.paths()).not.toContain('/b');
    expect(one.paths()).not.toContain('/c');
    expect(writer.fact('/')?.document).toMatchObject({ noindex: true, text: '' });
    expect(writer.fact('/a')?.links).toHaveLength(1);
  });

  it('fetches the canonical of a page when it is in scope', async () => {
    const one = await site({ '/': '<link rel=canonical href="/real">text', '/real': 'real' });
    const { writer } = await run([one.origin]);
    expect(writer.fact('/')?.document?.canonical_url).toBe(one.origin + '/real');
    expect(one.paths()).toContain('/real');
  });

  it('tells its progress and what it found at most four times a second', async () => {
    const one = await site({
      '/': pageWith(Array.from({ length: 60 }, (_, at) => `/${'abcdefghij'[at % 10]}${'klmnop'[Math.floor(at / 10)]}`)),
    });
    const told: CrawlProgress[] = [];
    const started = performance.now();
    const { report } = await run([one.origin], { rate: 100, parts: { onProgress: (progress) => told.push(progress) } });
    expect(told.length).toBeLessThanOrEqual((performance.now() - started) / 250 + 2);
    expect(told.at(-1)).toMatchObject({ fetched: report.fetched, in_flight: 0 });
    const { found } = told.at(-1) ?? {};
    expect([found?.get('index.status-4xx')?.count, found?.get('h1.missing')?.count]).toEqual([60, 1]);
  });

  it('counts a failing page that it asks for once more as one', async () => {
    const one = await site({ '/': pageWith(['/dead']) });
    const nothing = (): Promise<void> => Promise.resolve();
    const dead = { url: `${one.origin}/dead`, depth: 1, observed_at: new Date(), was_good: false };
    const recorder: CrawlRecorder = {
      begin: nothing,
      visits: nothing,
      sitemapEntries: nothing,
      robots: nothing,
      suspects: () => Promise.resolve([dead]),
      externalLinks: () => Promise.resolve([]),
      externals: nothing,
      probes: nothing,
      shownImages: () => Promise.resolve([]),
      images: nothing,
      end: nothing,
    };
    const told: CrawlProgress[] = [];
    await run([one.origin], { parts: { recorder, onProgress: (progress) => told.push(progress) } });
    expect(one.paths().filter((path) => path === '/dead')).toHaveLength(2);
    expect(told.at(-1)?.found.get('index.status-4xx')).toEqual({ count: 1, example: `${one.origin}/dead` });
  });

  it('asks again only for what has changed, and goes on from the links it knew', async () => {
    const one = await site({
      '/': (request, response) =>
        request.headers['if-none-match'] === '"v1"' ? status(304)(request, response, '/') : sendHtml(response, 'new'),
      '/known': 'known',
    });
    const previous = async (
      url: string,
    ): Promise<{ etag: string; last_modified: undefined; links: string[] } | undefined> =>
      url.endsWith('/known')
        ? undefined
        : { etag: '"v1"', last_modified: undefined, links: ['/known', 'https://elsewhere.example/'] };
    const { report, writer } = await run([one.origin], { parts: { previous } });
    expect(report).toMatchObject({ not_modified: 1, fetched: 2 });
    expect(writer.facts.map((fact) => [new URL(fact.url).pathname, fact.status])).toEqual([
      ['/', 304],
      ['/known', 200],
    ]);
  });
});

describe('robots.txt', () => {
  it('keeps the crawl out of what it disallows, for everybody or by name', async () => {
    const one = await site({
      '/robots.txt': text(
        'User-agent: *\nDisallow: /\n\nUser-agent: seamarkbot\nDisallow: /private\nAllow: /private/open\n',
      ),
      '/': pageWith(['/private/x', '/private/open', '/public']),
    });
    const { problems, frontier } = await run([one.origin]);
    expect([...one.paths()].sort()).toEqual(['/', '/private/open', '/public', '/robots.txt']);
    expect(problems).toEqual({ robots_refused: 1 });
    expect(frontier.outcome('/private/x')).toBe('refused: robots.txt');
  });

  it('that is missing allows everything, and is asked for once', async () => {
    const one = await site({ '/robots.txt': status(403), '/': pageWith(['/a']), '/a': 'a' });
    const { report } = await run([one.origin]);
    expect(report.fetched).toBe(2);
    expect(one.paths().filter((path) => path === '/robots.txt')).toHaveLength(1);
  });

  it('that answers 5xx forbids everything for now, and is asked for again', async () => {
    let asked = 0;
    const robots: Handler = (request, response, path) => {
      asked += 1;
      (asked < 3 ? status(500) : text('User-agent: *\nAllow: /\n'))(request, response, path);
    };
    const one = await site({ '/robots.txt': robots, '/': pageWith(['/a']), '/a': 'a' });
    const { report, problems } = await run([one.origin]);
    expect(report.fetched).toBe(2);
    expect(problems).toEqual({ robots_unreachable: 2 });
    const down = await site({ '/robots.txt': status(503), '/': 'x' });
    const gone = await run([down.origin]);
    expect(gone.problems).toEqual({ robots_unreachable: 3, host_given_up: 1 });
    expect(down.paths()).not.toContain('/');
    expect(gone.report.counts.failed).toBe(1);
  });

  it('of two megabytes is cut and obeyed', async () => {
    const rules = 'User-agent: *\nDisallow: /no\n' + '# filling\n'.repeat(200_000);
    const one = await site({ '/robots.txt': text(rules), '/': pageWith(['/no', '/yes']) });
    const { problems } = await run([one.origin]);
    expect(problems).toEqual({ robots_cut: 1, robots_refused: 1 });
  });

  it('may redirect', async () => {
    const one = await site({
      '/robots.txt': redirectTo('/real-robots'),
      '/real-robots': text('User-agent: *\nDisallow: /a'),
      '/': pageWith(['/a']),
    });
    await run([one.origin]);
    expect(one.paths()).not.toContain('/a');
  });

  it('slows the crawl down by its crawl-delay, whatever the operator asked for', async () => {
    const pages = ['/a', '/b', '/c', '/d'];
    const one = await site({ '/robots.txt': text('User-agent: *\nCrawl-delay: 0.25'), '/': pageWith(pages) });
    await run([one.origin], { rate: 1000 });
    const times = one.requests.filter(({ path }) => path !== '/robots.txt').map(({ at }) => at);
    expect(times).toHaveLength(5);
    // Four pauses of a quarter of a second, less what a busy machine takes to see the first request.
    expect((times[4] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(700);
  });
});

describe('the pace', () => {
  it('is two requests a second to a host unless the operator says otherwise', async () => {
    const one = await site({ '/': pageWith(['/a']), '/a': 'a' });
    await run([one.origin], { rate: undefined });
    const times = one.requests.map(({ at }) => at);
    expect(times).toHaveLength(3);
    // Two pauses of half a second, less what a busy machine takes to see the first request.
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(700);
  });

  it('waits as long as 429 and 503 ask, and then goes on', async () => {
    let busy = 2;
    const one = await site({
      '/': (request, response, path) => {
        busy -= 1;
        if (busy >= 0) status(busy === 1 ? 429 : 503, { 'retry-after': '1' })(request, response, path);
        else sendHtml(response, 'at last');
      },
    });
    const { report, problems, writer } = await run([one.origin], { limits: { retry_after_max_ms: 120 } });
    const times = one.requests.filter(({ path }) => path === '/').map(({ at }) => at);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(100);
    expect(report.fetched).toBe(1);
    expect(problems).toEqual({ host_slowed_down: 2 });
    expect(writer.fact('/')?.status).toBe(200);
  });

  it('gives up a host that asks for less again and again', async () => {
    const links = Array.from(
      { length: 40 },
      (_, at) => `/x${String.fromCodePoint(97 + (at % 26))}${at < 26 ? '' : 'z'}`,
    );
    const one = await site({ '/': pageWith(links), '/robots.txt': status(404) }, status(429));
    const { report, problems } = await run([one.origin], { limits: { host_failures_max: 6 } });
    expect(problems['host_given_up']).toBe(1);
    expect(one.requests.length).toBeLessThan(20);
    expect(report.hosts[0]).toMatchObject({ status: 'given_up' });
    expect(report.counts).toMatchObject({ waiting: 0, fetched: 1, failed: 40 });
  });
});

describe('redirects', () => {
  it('are facts with their final destination, and links', async () => {
    const one = await site({
      '/': pageWith(['/a', '/c']),
      '/a': redirectTo('/b'),
      '/b': redirectTo('/c', 302),
      '/c': 'end',
    });
    const { writer, report, frontier } = await run([one.origin]);
    expect(writer.fact('/a')).toMatchObject({ status: 301, redirect_url: one.origin + '/c', document: undefined });
    expect(writer.fact('/a')?.links).toMatchObject([{ type: 'redirect', target_url: one.origin + '/b' }]);
    expect(writer.fact('/b')).toMatchObject({ status: 302, redirect_url: one.origin + '/c' });
    expect(one.paths().filter((path) => path === '/c')).toHaveLength(1);
    expect(report.counts).toMatchObject({ fetched: 4, waiting: 0 });
    expect(frontier.outcome('/b')).toMatch(/^fetched/);
  });

  it('in circles and without end are told as failures', async () => {
    const endless: Handler = (_request, response, path) => response.writeHead(302, { location: path + 'x' }).end();
    const one = await site(
      { '/': pageWith(['/one', '/e']), '/one': redirectTo('/two'), '/two': redirectTo('/one') },
      endless,
    );
    const { problems, frontier, report } = await run([one.origin]);
    expect(problems).toEqual({ redirect_loop: 1, redirects_too_many: 1 });
    expect(frontier.outcome('/one') + frontier.outcome('/e')).toMatch(/failed: redirect.*failed: redirect/);
    expect(report.counts.waiting).toBe(0);
    expect(one.requests.length).toBeLessThan(20);
  });

  it('that leave the scope are recorded and not followed', async () => {
    const other = await site({ '/': 'other' });
    const one = await site({
      '/': pageWith(['/out', '/bad']),
      '/out': redirectTo(other.origin + '/landing'),
      '/bad': redirectTo('http://['),
    });
    const { writer, problems } = await run([one.origin], { ports: [other.port] });
    expect(other.paths()).toEqual([]);
    expect(writer.fact('/out')).toMatchObject({ status: 301, redirect_url: other.origin + '/landing' });
    expect(problems).toEqual({ redirect_target_invalid: 1 });
  });

  it('to private addresses are not dialled', async () => {
    const one = await site({ '/': redirectTo('http://10.0.0.1/admin') });
    const { report, writer } = await run([one.origin], { stay: 'domain' });
    expect(report.counts.waiting).toBe(0);
    expect(writer.fact('/')?.redirect_url).toBe('http://10.0.0.1/admin');
  });

  it('between forms of one address make no fact of their own', async () => {
    const one = await site({ '/': pageWith(['/dir']), '/dir': redirectTo('/dir/'), '/dir/': 'folder' });
    const { writer } = await run([one.origin]);
    expect(writer.facts.map(({ url, status: code }) => [new URL(url).pathname, code])).toEqual([
      ['/', 200],
      ['/dir/', 200],
    ]);
  });

  it('lead into pages that robots.txt keeps closed only as facts', async () => {
    const one = await site({ '/robots.txt': text('User-agent: *\nDisallow: /closed'), '/': redirectTo('/closed') });
    const { writer } = await run([one.origin]);
    expect(one.paths()).not.toContain('/closed');
    expect(writer.fact('/')).toMatchObject({ status: 301, redirect_url: one.origin + '/closed' });
  });
});

describe('connections', () => {
  it('that fail are tried three times, then told', async () => {
    let tries = 0;
    const one = await site({
      '/': pageWith(['/broken', '/shaky']),
      '/broken': (request) => request.socket.destroy(),
      '/shaky': (request, response) => {
        tries += 1;
        // The requester itself asks once more on a lost connection.
        if (tries <= 2) request.socket.destroy();
        else sendHtml(response, 'fine');
      },
    });
    const { problems, report, writer } = await run([one.origin]);
    expect(writer.fact('/shaky')?.status).toBe(200);
    expect(problems).toEqual({ connection_failed: 1 });
    expect(report.counts).toMatchObject({ failed: 1, fetched: 2 });
  });

  it('to a host that is not there end in it being left alone', async () => {
    const gone = await startSite({});
    await gone.close();
    const { problems, report } = await run([gone.origin]);
    expect(problems).toEqual({ robots_unreachable: expect.any(Number), host_given_up: 1 });
    expect(report).toMatchObject({ fetched: 0, counts: { failed: 1, waiting: 0 } });
  });

  it('go over the scheme that works, for links of the other one as well', async () => {
    const routes: Record<string, string | Handler> = { '/a': 'a', '/b': 'b' };
    const one = await site(routes);
    const secure = one.origin.replace('http:', 'https:');
    routes['/'] = pageWith([secure + '/a', '/b']);
    const { report, writer } = await run([secure]);
    expect(report.fetched).toBe(3);
    expect(writer.fact('/a')?.url).toBe(one.origin + '/a');
  });

  it('to servers that drip are cut off by time', async () => {
    const one = await site({
      '/': pageWith(['/slow', '/ok']),
      '/ok': 'ok',
      '/slow': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('<p>'), 20);
        response.on('close', () => clearInterval(timer));
      },
    });
    const { problems, writer } = await run([one.origin], { limits: { timeout_ms: 1500 } });
    expect(problems).toEqual({ timeout: 1 });
    expect(writer.fact('/ok')?.status).toBe(200);
  });
});

describe('bodies', () => {
  it('beyond the limit are cut, told and read as far as they came', async () => {
    const one = await site({ '/': `<title>Big</title><p>${'word '.repeat(100_000)}` });
    const { problems, writer } = await run([one.origin], { limits: { bytes_max: 20_000 } });
    expect(problems).toEqual({ body_cut: 1 });
    expect(writer.fact('/')).toMatchObject({ bytes: 20_000, document: { title: 'Big' } });
  });

  it('that lie about their type are not read as pages', async () => {
    const one = await site({
      '/': pageWith(['/png', '/pdf', '/plain']),
      '/png': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from('89504e470d0a1a0a00000000', 'hex')),
      '/pdf': (_request, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
      '/plain': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end('<!doctype html><title>T</title>'),
    });
    const { problems, writer } = await run([one.origin]);
    expect(problems).toEqual({ not_html: 1 });
    expect(writer.fact('/png')).toMatchObject({ status: 200, document: undefined });
    expect(writer.fact('/pdf')).toMatchObject({ status: 200, content_type: 'application/pdf', document: undefined });
    expect(writer.fact('/plain')?.document?.title).toBe('T');
  });

  it('in a broken coding are told', async () => {
    const one = await site({
      '/': pageWith(['/gz']),
      '/gz': (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(Buffer.from('1f8b0800000000000003ffffffffffff', 'hex')),
    });
    const { problems, frontier } = await run([one.origin]);
    expect(problems).toEqual({ body_broken: 1 });
    expect(frontier.outcome('/gz')).toMatch(/^failed/);
  });

  it('with a million links cost neither the event loop nor the memory', async () => {
    const one = await site({
      '/': `<p>${Array.from({ length: 400_000 }, (_, at) => `<a href=/${at}>x</a>`).join('')}`,
    });
    // What this thread works between two turns of its loop: on a busy machine a turn may take any time.
    const worked = (): number => process.threadCpuUsage().user / 1000;
    let last = worked();
    let longest = 0;
    const timer = setInterval(() => {
      longest = Math.max(longest, worked() - last);
      last = worked();
    }, 5);
    const { problems, writer } = await run([one.origin], { depth_max: 0 });
    clearInterval(timer);
    expect(problems).toEqual({ links_cut: 1 });
    expect(writer.fact('/')?.links).toHaveLength(10_000);
    expect(longest).toBeLessThan(1000);
  });
});

describe('traps', () => {
  it('of folders within folders are not entered', async () => {
    const deeper: Handler = (_request, response, path) =>
      sendHtml(response, pageWith([`${path}/a/b`.replace('//', '/')], path));
    const one = await site({}, deeper);
    const { problems, report } = await run([one.origin]);
    expect(problems).toHaveProperty('trap_repeated_segments');
    expect(report.fetched).toBeLessThan(10);
    const unique: Handler = (_request, response, path) =>
      sendHtml(
        response,
        pageWith([`${path}/${'abcdefghijklmnopqrstuvwxyz'[path.split('/').length] ?? 'z'}`.replace('//', '/')]),
      );
    const other = await site({ '/robots.txt': status(404) }, unique);
    expect((await run([other.origin], { depth_max: 100 })).problems).toHaveProperty('trap_deep_path');
  });

  it('of endless calendars are left after a while', async () => {
    const calendar: Handler = (_request, response, path) => {
      const [, year = 2026, month = 1] = /^\/cal\/(\d+)\/(\d+)$/.exec(path) ?? [];
      const next = Number(month) === 12 ? `/cal/${Number(year) + 1}/1` : `/cal/${year}/${Number(month) + 1}`;
      const days = Array.from({ length: 31 }, (_, day) => `<a href="/cal/${year}/${month}?day=${day}">${day}</a>`);
      sendHtml(
        response,
        `<title>${year}/${month}</title><p>Calendar ${month}/${year}</p>${days.join(' ')}<a href="${next}">next</a>`,
      );
    };
    const one = await site(
      { '/robots.txt': status(404), '/': pageWith(['/cal/2026/1', '/about']), '/about': 'About us' },
      calendar,
    );
    const { problems, report, writer } = await run([one.origin], {
      pages_max: 5000,
      depth_max: 1000,
      limits: { pattern_pages_min: 40, same_content_max: 1000 },
    });
    expect(problems).toHaveProperty('trap_endless_pattern');
    expect(report.reason).toBe('exhausted');
    expect(report.fetched).toBeLessThan(300);
    expect(writer.fact('/about')?.status).toBe(200);
  });

  it('of the same page under ever new addresses are left', async () => {
    const facets = ['color', 'size', 'brand', 'price'];
    const shop: Handler = (_request, response, path) => {
      const links = facets.flatMap((facet) =>
        [1, 2, 3].map((value) => `${path}${path.includes('?') ? '&' : '?'}${facet}=${path.length}${value}`),
      );
      sendHtml(response, pageWith(links, 'The same three products.'));
    };
    const one = await site({ '/robots.txt': status(404) }, shop);
    const { problems, report } = await run([one.origin + '/shop'], {
      pages_max: 100_000,
      depth_max: 100,
      limits: { pattern_pages_min: 20, same_content_max: 20, known_min: 3000, known_per_page: 0 },
    });
    expect(Object.keys(problems).some((kind) => kind.startsWith('trap_'))).toBe(true);
    expect(report.reason).toBe('exhausted');
    expect(report.fetched).toBeLessThan(2000);
  });

  it('do not catch many honest pages of one pattern', async () => {
    const letters = (number: number): string =>
      String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    const product: Handler = (_request, response, path) =>
      sendHtml(response, pageWith([], `Product ${letters(Number(path.slice(3)))} is one of a kind.`));
    const one = await site(
      { '/robots.txt': status(404), '/': pageWith(Array.from({ length: 300 }, (_, at) => `/p/${at}`)) },
      product,
    );
    const { report } = await run([one.origin], { limits: { pattern_pages_min: 20, same_content_max: 20 } });
    expect(report).toMatchObject({ fetched: 301, problems: [] });
  });

  it('of session ids in addresses are one page', async () => {
    const one = await site({
      '/': pageWith(['/a?PHPSESSID=1', '/a?PHPSESSID=2&utm_source=x', '/a;jsessionid=3']),
      '/a': 'a',
    });
    expect((await run([one.origin])).report.fetched).toBe(2);
  });

  it('of too many addresses stop to be noted', async () => {
    const more: Handler = (_request, response, path) => {
      const links = Array.from(
        { length: 20 },
        (_, at) => `/${path.length.toString(36)}-${'abcdefghijklmnopqrst'[at]}-${path.slice(1, 6)}`,
      );
      sendHtml(response, pageWith(links, path));
    };
    const one = await site({ '/robots.txt': status(404) }, more);
    const { problems, frontier } = await run([one.origin], {
      pages_max: 30,
      limits: { known_min: 50, known_per_page: 0 },
    });
    expect(problems).toHaveProperty('frontier_full');
    expect(frontier.entries.size).toBeLessThanOrEqual(50);
  });
});

describe('sitemaps', () => {
  const sitemap = (urls: readonly string[]): string =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

  it('that robots.txt names are read, through index files, and their pages fetched', async () => {
    const routes: Record<string, string | Handler> = { '/': 'home', '/one': 'one', '/two': 'two' };
    const one = await site(routes);
    routes['/robots.txt'] = text(`Sitemap: ${one.origin}/index.xml`);
    routes['/index.xml'] = text(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${one.origin}/s1.xml</loc></sitemap><sitemap><loc>${one.origin}/index.xml</loc></sitemap></sitemapindex>`,
    );
    routes['/s1.xml'] = text(sitemap([one.origin + '/one', one.origin + '/two', 'https://elsewhere.example/x']));
    const { report, frontier } = await run([one.origin], { sitemaps: true });
    expect(report).toMatchObject({ fetched: 3, problems: [] });
    expect(frontier.outcome('/two')).toMatch(/^fetched/);
    expect(one.paths().filter((path) => path === '/index.xml')).toHaveLength(1);
  });

  it('at the usual place are read when none is named, and may be missing', async () => {
    const routes: Record<string, string | Handler> = { '/': 'home', '/found': 'found' };
    const one = await site(routes);
    expect((await run([one.origin], { sitemaps: true })).report).toMatchObject({ fetched: 1, problems: [] });
    routes['/sitemap.xml'] = text(sitemap([one.origin + '/found']));
    expect((await run([one.origin], { sitemaps: true })).report.fetched).toBe(2);
  });

  it('that are broken are told and do no harm', async () => {
    const routes: Record<string, string | Handler> = { '/': 'home' };
    const one = await site(routes);
    routes['/robots.txt'] = text(`Sitemap: ${one.origin}/s.xml`);
    routes['/s.xml'] = text('<html><p>no sitemap</html>');
    expect((await run([one.origin], { sitemaps: true })).problems).toEqual({ sitemap_unreadable: 1 });
  });
});

describe('at a host whose owner wants it', () => {
  const closed = {
    '/robots.txt': text('User-agent: *\nDisallow: /\nCrawl-delay: 30'),
    '/': pageWith(['/a']),
    '/a': 'a',
  };
  const is_proven = (host: string): boolean => host === '127.0.0.1';

  it('a crawl reads what robots.txt closes, at its own pace', async () => {
    const one = await site(closed);
    const { report } = await run([one.origin], { respect_robots: false, parts: { is_proven } });
    expect(report).toMatchObject({ fetched: 2, problems: [] });
  });

  it('a crawl reads on where robots.txt is an error, and not where nobody answers', async () => {
    const one = await site({ ...closed, '/robots.txt': status(503) });
    const { report } = await run([one.origin], { respect_robots: false, parts: { is_proven } });
    expect(report.fetched).toBe(2);
    const gone = await run(['http://127.0.0.1:1/'], { respect_robots: false, parts: { is_proven } });
    expect(gone.report).toMatchObject({ fetched: 0, counts: { failed: 1 } });
  });

  it('a crawl is known by its own name, and by the usual one where nobody proved anything', async () => {
    const one = await site({ '/': 'home' });
    await run([one.origin], { user_agent: 'OwnBot/2', parts: { is_proven } });
    await run([one.origin], { user_agent: 'OwnBot/2', respect_robots: false });
    const agents = one.requests.map(({ headers }) => String(headers['user-agent']).split('/', 1)[0]);
    expect(agents).toEqual(['OwnBot', 'OwnBot', 'SeamarkBot', 'SeamarkBot']);
  });

  it('robots.txt is kept where nobody proved anything', async () => {
    const one = await site(closed);
    const { report } = await run([one.origin], { respect_robots: false });
    expect(report).toMatchObject({ fetched: 0, counts: { refused: 1 } });
  });
});

describe('a crawl that is stopped', () => {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at));

  it('ends without waiting for what hangs, keeps its state, and the next run goes on', async () => {
    const stop = new AbortController();
    const routes: Record<string, string | Handler> = { '/': pageWith(letters.map((letter) => `/${letter}`)) };
    let answered = 0;
    for (const letter of letters) {
      routes[`/${letter}`] = (_request, response) => {
        answered += 1;
        if (answered === 10) stop.abort();
        if (answered < 10 || answered > 15) sendHtml(response, letter.repeat(9));
        // The others hang until they are broken off, or for good.
      };
    }
    const one = await site(routes);
    const frontier = new MemoryFrontier();
    const writer = new MemoryWriter();
    const first = await run([one.origin], { frontier, writer, signal: stop.signal, concurrency: 4 });
    expect(first.report).toMatchObject({ status: 'stopped', reason: 'aborted' });
    // What hung was let go by the stop: its own time, had it been waited for, would have made it a failure.
    expect(letters.map((letter) => frontier.outcome(`/${letter}`) ?? '')).not.toContainEqual(
      expect.stringMatching(/^failed/),
    );
    expect(frontier.status).toBe('stopped');
    expect(writer.durable).toBe(writer.facts.length);
    answered = 100;
    const second = await run([one.origin], { frontier, writer });
    expect(second.report).toMatchObject({ status: 'finished', resumed: true, counts: { fetched: 27, waiting: 0 } });
    expect(new Set(writer.facts.map(({ url }) => url)).size).toBe(27);
    expect(writer.facts).toHaveLength(27);
  });

  it('at any moment has finished no page whose facts are not durable', async () => {
    const one = await site({ '/': pageWith(letters.map((letter) => `/${letter}`)) }, (_request, response, path) =>
      sendHtml(response, path.repeat(5)),
    );
    const writer = new MemoryWriter();
    class Watching extends MemoryFrontier {
      override async finish(crawlId: string, results: Parameters<MemoryFrontier['finish']>[1]): Promise<void> {
        const durable = new Set(writer.facts.slice(0, writer.durable).map(({ url }) => new URL(url).pathname));
        for (const { key } of results) expect(durable).toContain('/' + (key.split('/')[1] ?? ''));
        return super.finish(crawlId, results);
      }
    }
    const { report } = await run([one.origin], { frontier: new Watching(), writer, limits: { commit_pages: 3 } });
    expect(report.fetched).toBe(27);
  });

  it('by a frontier that fails says so, and leaves the crawl open', async () => {
    class Failing extends MemoryFrontier {
      override async finish(): Promise<void> {
        throw new Error('The database is gone.');
      }
    }
    const one = await site({ '/': pageWith(['/a']), '/a': 'a' });
    const frontier = new Failing();
    await expect(run([one.origin], { frontier })).rejects.toThrow('The database is gone.');
    expect(frontier.status).toBe('stopped');
  });
});
