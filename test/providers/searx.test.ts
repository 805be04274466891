import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createSourceClients, type SourceClients } from '../../src/adapters/sources/source-http.ts';
import type { Answered } from '../../src/ports/define-source.ts';
import type { Serp, SerpQuery } from '../../src/ports/serp.ts';
import { searxng } from '../../src/sources/searxng/source.ts';
import { KEYWORDS, lookUp } from './web.ts';

/**
 * The adapter against the real program: Debian's searx, from which SearXNG descends, with an engine that reads a page on
 * loopback. `apt-get install searx` brings it; without it these tests are skipped.
 */
const PROGRAM = '/usr/bin/searx-run';
const isMissing = !existsSync(PROGRAM);
if (isMissing) console.warn(`Skipped: ${PROGRAM} is missing; apt-get install searx brings it.`);

const ENGINE = 'loopback';
const BLOCKED = 'captcha please';
const AnsweredSerp = z.custom<Answered<Serp>>((answer) => typeof answer === 'object');

describe.skipIf(isMissing)('SearXNG’s adapter on the real searx', () => {
  let page: Server;
  let folder: string;
  let clients: SourceClients;
  let instance: Instance;
  const asked: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'searx-'));
    clients = createSourceClients({ user_agent: 'seamark-test' });
    page = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://page.example');
      const words = searchParams.get('q') ?? '';
      asked.push(words);
      const rows = lookUp(words).pages[Number(searchParams.get('page')) - 1] ?? [];
      response.writeHead(words === BLOCKED ? 429 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ results: rows.map(({ url, title, description }) => ({ url, title, description })) }),
      );
    });
    await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
    const address = page.address();
    const pagePort = typeof address === 'object' ? (address?.port ?? 0) : 0;
    instance = await startInstance(folder, pagePort);
  });

  afterAll(async () => {
    await instance.stop();
    await clients.close();
    page.closeAllConnections();
    await new Promise((done) => page.close(done));
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(url: string, query: Partial<SerpQuery> = {}, engine = ENGINE): Promise<Answered<Serp>> {
    const environment = { SEAMARK_SEARXNG_URL: url, SEAMARK_SEARXNG_ENGINE: engine };
    const http: SourceClients['http'] = (failures, secrets) => clients.http(failures, secrets);
    const offer = searxng
      .connect(environment, { http, turns: { wait: () => Promise.resolve() }, now: () => new Date() })
      ?.offer('serp', 'check');
    const plain: SerpQuery = {
      keyword: KEYWORDS.plain,
      engine: undefined,
      location: null,
      language: 'en',
      device: null,
      depth: 10,
      stop_at: undefined,
      wants: [],
      include_domains: [],
      exclude_domains: [],
    };
    return AnsweredSerp.parse(await offer?.ask({ ...plain, ...query }, new AbortController().signal));
  }

  it('reads the results of the engine in its order, page after page', async () => {
    const { value } = await ask(instance.url, { depth: 30 });
    const expected = lookUp(KEYWORDS.plain).pages.slice(0, 3).flat();
    expect(value.items.map(({ url, title, rank_group }) => [url, title, rank_group])).toEqual(
      expected.map(({ url, title }, at) => [url, title, at + 1]),
    );
    expect([value.engine, value.ended, value.pages_fetched]).toEqual([ENGINE, 'depth_reached', 3]);
    expect(asked.slice(0, 3)).toEqual([KEYWORDS.plain, KEYWORDS.plain, KEYWORDS.plain]);
  });

  it('reads addresses and titles in other scripts, and the end of a list', async () => {
    const arabic = await ask(instance.url, { keyword: KEYWORDS.right_to_left, language: 'ar' });
    expect(arabic.value.items[0]?.title).toMatch(/^أفضل/);
    const { value } = await ask(instance.url, { keyword: KEYWORDS.international, language: 'de' });
    expect(value.items[0]?.url).toMatch(/^https:\/\/xn--/);
    const small = await ask(instance.url, { keyword: KEYWORDS.small, depth: 50 });
    expect([small.value.organic_seen, small.value.ended]).toEqual([13, 'no_more_results']);
  });

  it('says that an engine is unknown', async () => {
    await expect(ask(instance.url, {}, 'nosuch')).rejects.toMatchObject({ kind: 'refused' });
  });

  it('fails while an engine is suspended, also where the program says nothing of it', async () => {
    await expect(ask(instance.url, { keyword: BLOCKED })).rejects.toMatchObject({
      kind: 'rate_limited',
      retry_after_s: 180,
    });
    const before = asked.length;
    await expect(ask(instance.url)).rejects.toMatchObject({
      kind: 'failed',
      message: 'searx 1.1.0 returned no results and does not say whether loopback is suspended.',
    });
    expect(asked).toHaveLength(before);
  });
});

interface Instance {
  readonly url: string;
  stop(): Promise<void>;
}

async function startInstance(folder: string, pagePort: number): Promise<Instance> {
  const port = await freePort();
  const path = join(folder, `settings-${port}.yml`);
  writeFileSync(path, JSON.stringify(settingsOf(port, pagePort)));
  const child = spawn(PROGRAM, [], {
    env: { PATH: '/usr/bin:/bin', SEARX_SETTINGS_PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await listening(child);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null) return done();
        child.once('exit', () => done());
        return child.kill('SIGKILL');
      }),
  };
}

/** The server of searx says that it runs. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (part: Buffer): void => {
      said += part.toString('utf8');
      if (said.includes('Running on')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => reject(new Error(`searx ended: ${said.slice(-2000)}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** YAML is a superset of JSON. Debian's searx has no defaults of its own, so that everything it reads is here. */
function settingsOf(port: number, pagePort: number): object {
  const brand = {
    git_url: '',
    git_branch: '',
    issue_url: '',
    docs_url: '',
    public_instances: '',
    wiki_url: '',
    twitter_url: '',
  };
  const files = '/usr/share/python3-searx';
  return {
    general: { debug: false, instance_name: 'test', contact_url: false, enable_stats: false },
    brand,
    search: {
      safe_search: 0,
      autocomplete: '',
      default_lang: '',
      ban_time_on_fail: 5,
      max_ban_time_on_fail: 120,
      formats: ['html', 'json'],
    },
    server: {
      port,
      bind_address: '127.0.0.1',
      secret_key: 'only-for-tests',
      base_url: false,
      image_proxy: false,
      http_protocol_version: '1.0',
      method: 'GET',
      default_http_headers: {},
    },
    ui: {
      static_path: `${files}/static`,
      templates_path: `${files}/templates`,
      default_theme: 'oscar',
      default_locale: '',
      theme_args: { oscar_style: 'logicodev' },
    },
    outgoing: { request_timeout: 10, useragent_suffix: '', pool_connections: 10, pool_maxsize: 10 },
    engines: [
      {
        name: ENGINE,
        engine: 'json_engine',
        shortcut: 'lb',
        paging: true,
        enable_http: true,
        search_url: `http://127.0.0.1:${pagePort}/find?q={query}&page={pageno}`,
        results_query: 'results',
        url_query: 'url',
        title_query: 'title',
        content_query: 'description',
        categories: 'general',
      },
    ],
    locales: { en: 'English' },
    doi_resolvers: { 'oadoi.org': 'https://oadoi.org/' },
    default_doi_resolver: 'oadoi.org',
  };
}
