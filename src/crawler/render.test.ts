import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { openDevTools, type OpenDevTools } from '../../test/dashboard/browser.ts';
import { createRenderer } from '../adapters/browser/renderer.ts';
import { createGuardedFetch } from '../adapters/fetch/guarded-fetch.ts';
import type { PageRenderer } from '../ports/browser.ts';
import type { RenderMode } from '../ports/crawls.ts';
import { crawl } from './crawl.ts';
import { createPageParser } from './parse-pool.ts';
import type { CrawlReport } from './settings.ts';
import {
  type Handler,
  MemoryFrontier,
  MemoryWriter,
  pageWith,
  type Site,
  startSite,
  TEST_LIMITS,
  TEST_SETTINGS,
} from './test-crawl.ts';

const USER_AGENT = 'SeamarkBot/1.0 (+https://example.com/bot)';
const parser = createPageParser();
const open: (() => Promise<void>)[] = [];
let chromium: OpenDevTools;

beforeAll(async () => {
  chromium = await openDevTools();
});
afterAll(async () => {
  await parser.close();
  await chromium.close();
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function site(routes: Readonly<Record<string, string | Handler>>): Promise<Site> {
  const started = await startSite(routes);
  open.push(() => started.close());
  return started;
}

interface Ran {
  readonly report: CrawlReport;
  readonly writer: MemoryWriter;
  /** Paths of the pages that the browser was shown. */
  readonly shown: readonly string[];
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

async function run({ origin, port }: Site, render: RenderMode, url: string | undefined = chromium.url): Promise<Ran> {
  const fetch = createGuardedFetch({
    user_agent: USER_AGENT,
    allow_networks: ['127.0.0.0/8'],
    allow_ports: [port],
    resolve: [],
  });
  open.push(() => fetch.close());
  const shown: string[] = [];
  const real = createRenderer({ url, user_agent: USER_AGENT }, { quiet_ms: 200 });
  const browser: PageRenderer = {
    render(query, requester, signal) {
      shown.push(new URL(query.url).pathname);
      return real.render(query, requester, signal);
    },
  };
  const writer = new MemoryWriter();
  const report = await crawl(
    { ...TEST_SETTINGS, seeds: [origin], render },
    {
      requester: fetch.requester,
      frontier: new MemoryFrontier(),
      writer,
      browser,
      parser,
      user_agent: USER_AGENT,
      clock: () => new Date(),
      log: { info: () => undefined, warn: () => undefined },
      onProgress: undefined,
      previous: () => Promise.resolve({ etag: '"1"', last_modified: undefined, links: [] }),
      remembered: undefined,
    },
    new AbortController().signal,
    TEST_LIMITS,
  );
  const problems = Object.fromEntries(report.problems.map(({ kind, examples }) => [kind, examples]));
  return { report, writer, shown: shown.toSorted(), problems };
}

const script =
  (text: string): Handler =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
const WORDS = 'The workshop repairs every bike that is brought in before noon on the same day. '.repeat(6);
const SHELL =
  '<title>Loading</title><meta name="robots" content="noindex"><div id="root"></div><script src="/app.js"></script>';
const APP = script(`
  document.title = 'Shown';
  document.querySelector('meta').remove();
  root.innerHTML = '<main><p>${WORDS}</p><a href="/deep/one">one</a></main>';`);

describe('a crawl that may render', () => {
  it('shows a page without text in its source, keeps what both say, and follows its links', async () => {
    const there = await site({ '/': SHELL, '/app.js': APP, '/deep/one': pageWith([], WORDS) });
    const { writer, report } = await run(there, 'auto');
    expect(writer.fact('/')).toMatchObject({
      status: 200,
      document: { title: 'Shown', noindex: false, word_count: 91 },
      checks: { script_shell: false },
      validators: undefined,
      render: {
        raw_title: 'Loading',
        raw_noindex: true,
        raw_words: 0,
        raw_links: 0,
        links: 1,
        added_links: 1,
      },
    });
    expect(there.paths()).toContain('/deep/one');
    expect(there.paths().filter((path) => path === '/')).toHaveLength(1);
    expect(report.problems).toEqual([]);
  });

  it('shows one page of a template, and the others only where scripts changed the first', async () => {
    const links = [1, 2, 3, 4].flatMap((at) => [`/docs/${at}`, `/shop/${at}`]);
    const pages = links.map((path) => {
      const source = path.startsWith('/docs/') ? '/nothing.js' : '/more.js';
      return [path, `${pageWith(['/'], WORDS)}<script src="${source}"></script>`] as const;
    });
    const there = await site({
      '/': pageWith(links, WORDS),
      '/nothing.js': script('document.body.dataset.seen = 1'),
      '/more.js': script(`document.body.innerHTML += '<a href="/docs/1">one</a><a href="/docs/2">two</a>'`),
      ...Object.fromEntries(pages),
    });
    const { shown, writer } = await run(there, 'auto');
    expect(shown.filter((path) => path.startsWith('/shop/'))).toEqual(['/shop/1', '/shop/2', '/shop/3', '/shop/4']);
    expect(shown.filter((path) => path.startsWith('/docs/'))).toHaveLength(1);
    expect(writer.facts.filter(({ render }) => render !== undefined)).toHaveLength(4);
    expect(there.paths().filter((path) => path === '/more.js')).toHaveLength(1);
  });

  it('shows none or all where that is asked for', async () => {
    const routes = { '/': `${SHELL}<a href="/full">full</a>`, '/app.js': APP, '/full': pageWith([], WORDS) };
    expect((await run(await site(routes), 'none')).shown).toEqual([]);
    expect((await run(await site(routes), 'always')).shown).toEqual(['/', '/full']);
  });

  it('asks for nothing that robots.txt forbids, and tells what was missing', async () => {
    const there = await site({
      '/': SHELL,
      '/robots.txt': (_request, response) => response.end('User-agent: *\nDisallow: /app.js'),
      '/app.js': APP,
    });
    const { writer, problems } = await run(there, 'auto');
    expect(there.paths()).not.toContain('/app.js');
    expect(writer.fact('/')?.render).toMatchObject({ raw_words: 0 });
    expect(problems['script_files_missing']?.[0]).toContain('/app.js');
  });

  it('follows scripts that lead elsewhere, and keeps the page as it was sent', async () => {
    const there = await site({
      '/': `<title>Here</title><script>location.href = '/there'</script>`,
      '/there': pageWith([], WORDS),
    });
    const { writer, problems } = await run(there, 'auto');
    expect(writer.fact('/')).toMatchObject({ document: { title: 'Here' } });
    expect(writer.fact('/there')).toMatchObject({ status: 200 });
    expect(problems['script_redirect']?.[0]).toMatch(/\/there$/);
  });

  it('reads every page as it was sent where the browser is away, and stops asking it', async () => {
    const links = Array.from({ length: 40 }, (_, at) => `/${at}`);
    const there = await site({
      '/': pageWith(links),
      ...Object.fromEntries(links.map((path) => [path, SHELL] as const)),
    });
    const { report, shown, problems } = await run(there, 'always', 'http://127.0.0.1:1');
    expect(report.counts).toMatchObject({ fetched: 41, failed: 0 });
    expect(shown.length).toBeLessThan(41);
    expect(problems['not_rendered']?.[0]).toContain('The browser does not answer.');
  });
});
