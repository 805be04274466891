import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { PostgresDashboardUsers } from '../src/adapters/postgres/dashboard-users.ts';
import { openService, type Service } from '../src/compose.ts';
import { openAccounts } from '../src/compose/accounts.ts';
import { hashOf, newToken } from '../src/dashboard/tokens.ts';
import { connectDatabase } from '../src/index/database/database.ts';
import { sql } from '../src/index/database/sql.ts';
import { Closing } from '../src/kernel/closing.ts';
import { DEMO_NOTE } from '../src/ports/demo.ts';
import { axe, openWalk, overflow, type Walk } from './dashboard/walk.ts';
import { call, type TestAnswer, type TestService } from './service.ts';

/** The demo as people get it: loaded by one press in the dashboard, asked from outside, and removed without a trace. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const CLIENT = pathToFileURL(join(root, 'src/client/client.ts')).href;
const SHOP = 'northgear.example';
/** Ten times what it takes where nothing else runs. */
const LOAD_MS_MAX = 90_000;
const closing = new Closing();
const signal = AbortSignal.timeout(300_000);
const nobodyWatches = (): void => undefined;

let walk: Walk;
let service: TestService;
/** The page of whoever loads it. */
let page: Page;
/** As `seamark demo` opens it, beside the service. */
let command: Service;
let key: string;
let loaded_ms: number;
let cutOff: { readonly error: unknown; readonly state: string };

/** A first load is cut off, so that all that is asked below is asked of one that began over what was left. */
beforeAll(async () => {
  walk = closing.add(await openWalk());
  service = walk.service;
  const error = await loadHalf();
  command = closing.add(await openService(service.config, { role: 'command' }));
  cutOff = { error, state: await command.demo.state() };
  page = await walk.enter('/start');
  // Several crawls and a rebuild.
  page.context().setDefaultTimeout(LOAD_MS_MAX);
  const begun = performance.now();
  await page.getByRole('button', { name: 'Try it with the demo site' }).click();
  await page.getByRole('heading', { level: 1, name: /^NorthGear.*Demo/ }).waitFor();
  loaded_ms = performance.now() - begun;
  key = await demoKey();
}, 300_000);
afterAll(() => closing.close());

/** What a load says that is stopped midway, as by Ctrl-C in `seamark demo`. */
async function loadHalf(): Promise<unknown> {
  const stopping = new AbortController();
  const stopMidway = ({ percent }: { readonly percent: number }): void => {
    if (percent >= 20) stopping.abort(new Error('The test stops it.'));
  };
  const stopped = await openService(service.config, { role: 'command' });
  try {
    return await stopped.demo.load(stopMidway, stopping.signal).catch((error: unknown) => error);
  } finally {
    await stopped.close();
  }
}

async function demoKey(): Promise<string> {
  const blank = { allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined, secret: undefined };
  return (await command.keys.create({ ...blank, name: 'demo' }, 'demo')).secret;
}

const inDemo = (path: string, body?: unknown): Promise<TestAnswer> => service.call(path, body, { 'x-api-key': key });

/** A row of each table that has rows of the demo. */
async function leftOver(): Promise<readonly string[]> {
  const tables = await service.rows(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'workspace_id'`,
  );
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await service.rows(`select count(*) as rows from ${String(name)} where workspace_id = 'demo'`);
      return row?.['rows'] === 0 ? [] : [String(name)];
    }),
  );
  const others = [
    "select id from workspaces where id = 'demo'",
    "select name from index_upkeep where name like 'rebuild:demo%'",
    "select id from observation_inbox where index_id like 'demo%'",
    "select source from source_days where source = 'demo'",
    'select crawl from crawl_entries where crawl not in (select number from crawls)',
    'select job_id from job_events where job_id not in (select id from jobs)',
  ];
  const found = await Promise.all(others.map(async (text) => ((await service.rows(text)).length === 0 ? [] : [text])));
  return [...counts, ...found].flat();
}

async function demoIndexes(): Promise<readonly string[]> {
  const database = connectDatabase(service.config.clickhouse_url ?? '');
  try {
    const names = sql`SELECT name FROM system.databases WHERE name LIKE '%demo%'`;
    return (await database.rows(z.object({ name: z.string() }), names)).map(({ name }) => name);
  } finally {
    await database.close();
  }
}

describe('the demo', () => {
  it('is unfinished when its load was cut off, and is loaded again from the beginning', async () => {
    expect(cutOff).toEqual({ error: new Error('The test stops it.'), state: 'unfinished' });
    await expect(command.demo.state()).resolves.toBe('ready');
  });

  it('is loaded while somebody waits, and once only', async () => {
    expect(loaded_ms).toBeLessThan(LOAD_MS_MAX);
    const before = await demoIndexes();
    expect(before).toHaveLength(1);
    await expect(command.demo.load(nobodyWatches, signal)).resolves.toBe('known');
    await expect(demoIndexes()).resolves.toEqual(before);
  });

  it('says the same of a search in every answer', async () => {
    const keywords = ['best two person tent', 'northgear', 'winter tent'];
    const Row = z.object({
      keyword: z.string(),
      intent: z.string(),
      intent_source: z.string(),
      recommended_page_type: z.string(),
    });
    const rowsOf = (rows: unknown) =>
      z
        .array(Row)
        .parse(rows)
        .filter(({ keyword }) => keywords.includes(keyword))
        .toSorted((one, other) => (one.keyword < other.keyword ? -1 : 1));
    const { json: metrics } = await inDemo('/keyword-metrics/overview', { keywords });
    const { json: ranked } = await inDemo('/domain/ranked-keywords', { target: SHOP, limit: 100 });
    const expected = rowsOf(metrics['items']);
    expect(expected).toMatchObject([
      { keyword: 'best two person tent', intent_source: 'result_page' },
      { keyword: 'northgear', intent: 'navigational', recommended_page_type: 'homepage' },
      { keyword: 'winter tent', intent_source: 'result_page' },
    ]);
    expect(rowsOf(ranked['items'])).toEqual(expected);
    const alone = await Promise.all(
      keywords.map(async (keyword) => {
        const { json } = await inDemo('/keyword-cluster/build', { keywords: [keyword] });
        return z.object({ unclustered: z.array(Row) }).parse(json['cluster_plan']).unclustered;
      }),
    );
    expect(rowsOf(alone.flat())).toEqual(expected);
    const { json: map } = await inDemo('/content/keyword-map', { keywords, site: SHOP });
    const Mapped = z.object({ keyword: z.string(), intent: z.string() });
    const { mappings, weak_matches, missing_pages } = z
      .object({
        mappings: z.array(Mapped),
        weak_matches: z.array(z.unknown()),
        missing_pages: z.array(z.object({ keywords: z.array(z.string()), intent: z.string() })),
      })
      .parse(map);
    expect(weak_matches).toEqual([]);
    const placed = [
      ...mappings,
      ...missing_pages.flatMap((missing) => missing.keywords.map((keyword) => ({ keyword, intent: missing.intent }))),
    ];
    expect(new Map(placed.map(({ keyword, intent }) => [keyword, intent]))).toEqual(
      new Map(expected.map(({ keyword, intent }) => [keyword, intent])),
    );
    const analysed = await Promise.all(
      keywords.map(async (keyword) => {
        const { json } = await inDemo('/analyze/serp', { keyword });
        const { intent, recommended_format: format } = z
          .object({
            intent: z.object({ main: z.string() }),
            recommended_format: z.object({ page_type: z.string() }),
          })
          .parse(json['serp_opportunity']);
        return { keyword, intent: intent.main, recommended_page_type: format.page_type };
      }),
    );
    expect(analysed).toEqual(expected.map(({ intent_source: _source, ...row }) => row));
  });

  it('finds all that it has within the sites that are asked for, and counts no more', async () => {
    const { json } = await inDemo('/search', { query: 'tent', include_domains: ['trailkit.example'], limit: 3 });
    const { results } = z.object({ results: z.array(z.object({ url: z.string() })) }).parse(json);
    expect(results).toHaveLength(3);
    for (const { url } of results) expect(new URL(url).hostname).toBe('trailkit.example');
    expect(json['total_count']).toBe(3);
  });

  it('knows links with their history, among them those of a link farm', async () => {
    const { json } = await inDemo('/backlinks/summary', { target: SHOP });
    expect(json).toMatchObject({
      success: true,
      backlinks: expect.any(Number),
      broken_backlinks: 2,
      lost_backlinks: 2,
    });
    expect(json['referring_domains']).toBe(18);
    expect(json['spam_score']).toBeGreaterThan(0);
    const { json: series } = await inDemo('/backlinks/new-lost-timeseries', { target: SHOP });
    expect(JSON.stringify(series)).toMatch(/"new_backlinks":[1-9]/);
    const { json: prospects } = await inDemo('/backlinks/page-intersection', {
      targets: ['trailkit.example', 'summitshop.example'],
      exclude_targets: [SHOP],
    });
    expect(prospects['total_count']).toBe(2);
  });

  it('has an audited site, whose last crawl is compared with the one three weeks before', async () => {
    const { json } = await inDemo('/site/audit?sync=true', { site: SHOP });
    expect(json['health_score']).toBeGreaterThan(0);
    expect(json['changes']).toMatchObject({ new: expect.any(Number), fixed: expect.any(Number) });
    const { json: listed } = await inDemo('/sites');
    const [site] = z.object({ sites: z.array(z.unknown()) }).parse(listed).sites;
    expect(site).toMatchObject({ name: 'NorthGear', target: SHOP, last_audit: { health_score: json['health_score'] } });
    const begun = await service.rows("select created_at from crawls where workspace_id = 'demo' order by created_at");
    const days = begun.map(({ created_at }) => Math.round((Date.now() - Number(created_at)) / 86_400_000));
    // Of crawls that ended more than thirty days ago the audits stay.
    expect([...new Set(days)]).toEqual([21, 0]);
    expect(z.object({ history: z.array(z.unknown()) }).parse(json).history).toHaveLength(4);
  });

  it('knows where the shop ranks, by result pages of nine weeks and by Search Console', async () => {
    const { json: overview } = await inDemo('/rank/overview');
    expect(overview).toMatchObject({ total_count: 24, visibility: { value: expect.any(Number), keywords: 24 } });
    const { json: ranked } = await inDemo('/domain/ranked-keywords', { target: SHOP });
    expect(ranked['markdown_summary']).toContain('Measured by Search Console');
    const { json: history } = await inDemo(`/rank/track?keyword=two+person+tent&url=${SHOP}`);
    expect(z.object({ history: z.array(z.unknown()) }).parse(history).history.length).toBeGreaterThan(15);
  });

  it('knows what AI assistants and AI Overviews said, and asks again without asking anybody outside', async () => {
    const { json } = await inDemo('/llm-mentions/track?sync=true', {
      brand: 'NorthGear',
      queries: ['what is the best two-person tent for long walks'],
      assistants: ['chatgpt'],
      runs: 2,
      domain: SHOP,
      competitors: ['Trailkit'],
    });
    expect(json).toMatchObject({ success: true });
    expect(json['markdown_summary']).toMatch(/NorthGear is named in \d+% of answers/);
    const { json: overview } = await inDemo('/ai-overview/extract', {
      keyword: 'two person tent',
      location: 'United States',
    });
    expect(overview['markdown_summary']).toContain('was seen in this check');
    const { json: prompts } = await inDemo('/ai-visibility/prompt-set', {
      target: SHOP,
      category: 'tents',
      topics: ['two-person tents'],
    });
    expect(prompts).toMatchObject({ success: true, brand: { domain: SHOP } });
  });

  it('reads its own pages and no others', async () => {
    const own = await inDemo('/content/technical-qa', { url: `https://${SHOP}/tents/` });
    expect(own.json['markdown_summary']).toContain('Two-person tents');
    const other = await inDemo('/content/technical-qa', { url: `${service.base}/healthz` });
    expect(other.json).toMatchObject({ success: false, code: 'unfetchable_url' });
  });

  it('says in every answer that it is made up', async () => {
    const { json } = await inDemo('/backlinks/list', { target: SHOP, limit: 5 });
    const { meta, markdown_summary } = z
      .object({
        markdown_summary: z.string(),
        meta: z.object({ demo: z.literal(true), sources: z.array(z.object({ note: z.string() })) }),
      })
      .parse(json);
    expect(markdown_summary.startsWith(`> ${DEMO_NOTE}`)).toBe(true);
    expect(meta.sources.length).toBeGreaterThan(0);
    expect(meta.sources.every(({ note }) => note.startsWith(DEMO_NOTE))).toBe(true);
  });
});

describe('other workspaces', () => {
  it('see nothing of it', async () => {
    const { json } = await service.call('/backlinks/summary', { target: SHOP });
    expect(json).toMatchObject({ backlinks: null, meta: { sources: [{ coverage: 'none' }] } });
    expect(JSON.stringify(json['meta'])).not.toContain('demo');
    const { json: found } = await service.call('/search', { query: 'two-person tent' });
    expect(JSON.stringify(found)).not.toContain(SHOP);
    for (const path of ['/sites', '/crawls', '/rank/targets', '/projects']) {
      const { text } = await service.call(path, undefined);
      expect(text.toLowerCase()).not.toContain('northgear');
    }
  });
});

/** They ask through the client as a package has it; `packages.test.ts` installs that. */
describe('the example programs', () => {
  const examples = join(root, 'examples');
  let project: string;
  let environment: NodeJS.ProcessEnv;
  const example = (...words: readonly string[]): Promise<{ stdout: string }> =>
    run(process.execPath, words, { cwd: project, env: environment });

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'seamark-examples-'));
    closing.defer(() => rm(project, { recursive: true, force: true }));
    await cp(examples, project, { recursive: true });
    const client = join(project, 'node_modules/@seamark/client');
    await mkdir(client, { recursive: true });
    await writeFile(join(client, 'package.json'), '{"type":"module","exports":"./client.js"}');
    await writeFile(join(client, 'client.js'), `export * from ${JSON.stringify(CLIENT)};`);
    environment = { ...process.env, SEAMARK_URL: service.base, SEAMARK_API_KEY: key };
  });

  it('are the ones that their page lists', async () => {
    const listed = (await readFile(join(examples, 'README.md'), 'utf8')).matchAll(/`node (\S+\.mjs)/g);
    expect(new Set(await readdir(examples))).toEqual(new Set(['README.md', ...[...listed].map(([, name]) => name)]));
  });

  it('write the links to a site as CSV', async () => {
    const lines = (await example('links-to-csv.mjs', 'northgear.example')).stdout.trim().split('\n');
    expect(lines[0]).toBe('url_from,url_to,anchor,dofollow,first_seen');
    expect(lines.length).toBeGreaterThan(10);
    expect(lines[1]).toMatch(/^https:\/\/[^,]+,https:\/\/northgear\.example\/[^,]*,.*,(?:true|false),2\d{3}-/);
  });

  it('tell what to fix first, and end with 1 below the health that is asked for', async () => {
    expect((await example('fix-first.mjs', 'northgear.example')).stdout).toMatch(
      /^Health of northgear\.example: \d+\n\n\w+: /,
    );
    await expect(example('fix-first.mjs', 'northgear.example', '99')).rejects.toMatchObject({ code: 1 });
  });

  it('keep drafts back that are not ready', async () => {
    await writeFile(join(project, 'stub.md'), '# Bicycle repair\n');
    await expect(example('check-drafts.mjs', 'stub.md')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^not ready {2}\d+ {2}stub\.md\n {2}content\./),
    });
  });

  it('write a report of rankings, links and health', async () => {
    const { stdout } = await example('weekly-report.mjs', 'northgear.example');
    expect(stdout).toMatch(/\| Visibility of [1-9]\d* tracked keywords \| [\d.]+ of 100 \|/);
    expect(stdout).toMatch(/\| Links \| \d+ from \d+ domains \|/);
    expect(stdout).toContain('## What to fix first\n\n1. **');
    expect(stdout).not.toMatch(/undefined|null|NaN/);
  });

  it('take webhooks that are signed, and no others', async () => {
    const secret = randomBytes(24).toString('base64');
    const child = spawn(process.execPath, ['receive-webhooks.mjs', '0'], {
      cwd: project,
      env: { ...environment, SEAMARK_WEBHOOK_SECRET: `whsec_${secret}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    try {
      const port = /\d+$/.exec(String((await lines.next()).value))?.[0];
      const body = JSON.stringify({
        type: 'job.completed',
        data: { job: { operation: 'extract', status: 'completed' } },
      });
      const send = async (signature: string): Promise<number> => {
        const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(now), 'webhook-signature': signature };
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
      };
      const now = Math.floor(Date.now() / 1000);
      expect(await send('v1,AAAA')).toBe(401);
      expect(await send(new Webhook(secret).sign('msg_1', new Date(now * 1000), body))).toBe(204);
      expect((await lines.next()).value).toBe('job.completed extract completed');
    } finally {
      child.kill();
    }
  });
});

/** Asks as a page of the dashboard does. */
async function dashboardOf(email: string, workspaceId?: string) {
  const accounts = closing.add(await openAccounts(service.config));
  const users = new PostgresDashboardUsers(accounts.database);
  const user = await users.create({ email, password: 'hash' }, workspaceId);
  const token = newToken();
  await users.openSession(user.id, hashOf(token), new Date(Date.now() + 86_400_000));
  const headers = { cookie: `seamark_session=${token}`, 'x-seamark-dashboard': '1', 'sec-fetch-site': 'same-origin' };
  return {
    get: (path: string) => call(`${service.base}/dashboard/api${path}`, undefined, headers),
    post: (path: string) => call(`${service.base}/dashboard/api${path}`, {}, headers),
    remove: () => fetch(`${service.base}/dashboard/api/demo`, { method: 'DELETE', headers }),
  };
}

describe('in the dashboard', () => {
  it('whoever enters the demo sees its site, and their own again after leaving', async () => {
    const operator = await dashboardOf('operator@example.com');
    expect((await operator.get('/me')).json).toMatchObject({ demo: { is_inside: false, may_use: true } });
    expect((await operator.get('/demo')).json).toMatchObject({ state: 'ready' });
    await operator.post('/demo/enter');
    expect((await operator.get('/me')).json).toMatchObject({ demo: { is_inside: true } });
    expect((await operator.get('/sites')).text).toContain(SHOP);
    await operator.post('/demo/leave');
    expect((await operator.get('/me')).json).toMatchObject({ demo: { is_inside: false } });
    expect((await operator.get('/sites')).text).not.toContain(SHOP);
  });

  it('only users of the first workspace may use it', async () => {
    await service.makeCustomerKey();
    const customer = await dashboardOf('customer@example.com', 'ws_customer');
    expect((await customer.get('/me')).json).toMatchObject({ demo: { is_inside: false, may_use: false } });
    for (const answer of [
      await customer.get('/demo'),
      await customer.post('/demo'),
      await customer.post('/demo/enter'),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect((await customer.remove()).status).toBe(403);
  });

  it('shows what it found, is labelled on every page, and fits into the window of a phone', async () => {
    await page.getByText(/Clicks rose .* was set to noindex/).waitFor();
    await page.getByRole('link', { name: 'two person tent', exact: true }).waitFor();
    await page.keyboard.press('.');
    await page.getByRole('dialog').getByRole('button', { name: 'Crawl now' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Site audit' }).click();
    await page.getByRole('heading', { level: 1, name: /^Audit of NorthGear.*Demo/ }).waitFor();
    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    await page.getByText('40 pages have issues; begin with northgear.example/packs.').waitFor();
    await page.keyboard.press('j');
    expect(await page.locator(':focus').textContent()).toBe('northgear.example/packs');
    await page.getByRole('link', { name: 'Issues', exact: true }).click();
    const issue = page.getByRole('table').getByRole('link').first();
    const title = (await issue.textContent()) ?? '';
    expect(await axe(page)).toEqual([]);
    await issue.click();
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Check this page' }).waitFor();
    await page.getByRole('table').getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Mute' }).click();
    await page.getByText('It is muted').waitFor();
    await page.getByRole('link', { name: 'Crawls and data' }).click();
    await page.getByRole('link', { name: 'Site settings' }).click();
    await page.getByRole('button', { name: /^Unmute / }).click();
    await page.getByRole('heading', { level: 2, name: 'Muted' }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(page)).toEqual([]);
  });

  it('one press removes it, with every row, its keys and its index; whoever was inside is home again', async () => {
    const second = await dashboardOf('second@example.com');
    await second.post('/demo/enter');
    await page.getByRole('button', { name: 'Remove the demo' }).click();
    await page.getByRole('button', { name: 'Remove the demo' }).waitFor({ state: 'detached' });
    await page.goto(`${service.base}/dashboard/start`);
    await page.getByRole('button', { name: 'Try it with the demo site' }).waitFor();
    expect(await walk.leave(page)).toEqual([]);
    expect((await second.get('/me')).json).toMatchObject({ demo: { is_inside: false } });
    expect((await second.get('/demo')).json).toMatchObject({ state: 'absent' });
    await expect(leftOver()).resolves.toEqual([]);
    await expect(demoIndexes()).resolves.toEqual([]);
    await expect.poll(async () => (await inDemo('/credits')).status).toBe(401);
    await expect(command.demo.remove()).resolves.toBe(false);
  });
});

describe('a load', () => {
  it('takes no workspace of that name that somebody has made for themselves', async () => {
    await service.rows("insert into workspaces (id, name, plan) values ('demo', 'Demolition Inc', 'self_hosted')");
    await expect(command.demo.load(nobodyWatches, signal)).rejects.toThrow('not the demo');
    await expect(command.demo.remove()).resolves.toBe(false);
    expect(await service.rows("select name from workspaces where id = 'demo'")).toEqual([{ name: 'Demolition Inc' }]);
  });
});
