import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { newSecret } from '../src/kernel/api-key.ts';
import { serving, type Serving } from './command-line.ts';
import { giveBack, type KeptEngine, takeEngine } from './index-engine.ts';
import { openTestDatabase, type TestDatabase } from './postgres.ts';
import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from './providers/dataforseo.ts';
import { type Providers, startProviders } from './providers/providers.ts';
import { SERPER_KEY } from './providers/serper.ts';
import { call } from './service.ts';

let data: string;
let control: TestDatabase;
let kept: KeptEngine;
let providers: Providers;
let service: Serving;
const key = newSecret();
const stranger = newSecret();
const signing = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const password = 'correct-horse-battery-staple';

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'seamark-logs-'));
  [control, kept, providers] = await Promise.all([openTestDatabase(), takeEngine(), startProviders()]);
  service = await serving(['--data', data, '--port', '0'], {
    SEAMARK_LOG_LEVEL: 'trace',
    DATABASE_URL: control.url,
    CLICKHOUSE_URL: kept.engine.url,
    SEAMARK_INIT_API_KEY: key,
    SEAMARK_INIT_EMAIL: 'you@example.com',
    SEAMARK_INIT_PASSWORD: password,
    SEAMARK_METRICS_TOKEN: 'a-token-of-the-operator',
    SEAMARK_SECRET: 'a-secret-of-the-operator-of-32-letters',
    SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
    SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
    SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
    SEAMARK_SERPER_KEY: SERPER_KEY,
    SEAMARK_SERPER_URL: providers.url('serper'),
    SEAMARK_SOURCES: 'serp=dataforseo,serper',
  });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await providers.close();
  await control.close();
  await giveBack(kept);
  await rm(data, { recursive: true, force: true });
});

interface Line {
  readonly msg: string;
  readonly [field: string]: unknown;
}

const lines = (): Line[] =>
  service
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

it('writes one line for each request, and in no line a secret that came with it', async () => {
  const api = `${service.base}/api/v1`;
  const dashboard = `${service.base}/dashboard/api/login`;
  const qa = `${api}/content/technical-qa`;
  const requests: readonly (readonly [string, unknown, Record<string, string>])[] = [
    [qa, { markdown: '# Title' }, { 'x-api-key': key }],
    [qa, { markdown: key, target_keyword: stranger }, { 'x-api-key': key }],
    [qa, { nonsense: key }, { 'x-api-key': key }],
    [qa, `{"broken": "${key}`, { 'x-api-key': key }],
    [`${qa}?x-api-key=${key}&dry_run=true`, { markdown: 'x' }, { 'x-api-key': key }],
    [`${api}/${key}`, undefined, { 'x-api-key': key }],
    [`${api}/jobs/${key}`, undefined, { 'x-api-key': key, 'x-workflow-id': key }],
    [`${api}/jobs?operation=${key}`, undefined, { 'x-api-key': key, 'idempotency-key': key }],
    [qa, { markdown: 'x' }, { 'x-api-key': stranger }],
    [qa, { markdown: 'x' }, { 'x-api-key': '', authorization: `Bearer ${key}` }],
    [`${api}/extract`, { url: `http://user:${password}@127.0.0.1:1/${key}` }, { 'x-api-key': key }],
    [
      `${api}/webhooks`,
      { url: `https://hooks.example.com/${signing}`, events: ['job.completed'] },
      { 'x-api-key': key },
    ],
    [
      `${api}/crawls`,
      { urls: ['https://example.com/'], headers: { 'x-a': signing }, basic_auth: { username: 'me', password } },
      { 'x-api-key': key },
    ],
    [dashboard, { email: 'you@example.com', password: `${password}-wrong` }, { cookie: `session=${stranger}` }],
    [dashboard, { email: 'you@example.com', password }, {}],
    [`${service.base}/metrics`, undefined, { authorization: 'Bearer a-token-of-the-operator' }],
  ];
  const ids: string[] = [];
  for (const [url, body, headers] of requests) {
    const answer = await call(url, body, headers);
    if (answer.status !== 200 || !url.endsWith('/metrics')) ids.push(answer.headers.get('x-request-id') ?? 'none');
  }
  await vi.waitFor(() => {
    const told = lines().filter(({ msg }) => msg === 'request');
    const counts = ids.map((id) => told.filter(({ request_id }) => request_id === id).length);
    expect(counts).toEqual(ids.map(() => 1));
  });
  const printed = service.printed();
  for (const secret of [key, stranger, signing, password, 'a-token-of-the-operator', 'a-secret-of-the-operator']) {
    expect(printed).not.toContain(secret);
    expect(printed).not.toContain(encodeURIComponent(secret));
  }
});

it('says in each line what was asked and how it went', async () => {
  const { headers } = await call(`${service.base}/api/v1/jobs?limit=1`, undefined, { 'x-api-key': key });
  const id = headers.get('x-request-id');
  await vi.waitFor(() => {
    expect(lines().find(({ request_id }) => request_id === id)).toMatchObject({
      msg: 'request',
      method: 'GET',
      route: '/api/v1/jobs',
      status: 200,
      duration_ms: expect.any(Number),
      key: expect.stringMatching(/^key_/),
    });
  });
});

it('holds no key of a source, however it fails', async () => {
  for (const fault of ['wrong_key', 'server_error', 'html', 'error_in_200'] as const) {
    providers.reset();
    for (const vendor of ['dataforseo', 'serper'] as const) providers.misbehave({ vendor, with: fault, times: 3 });
    const answer = await call(`${service.base}/api/v1/search`, { query: `hose ${fault}` }, { 'x-api-key': key });
    expect(answer.status).toBe(502);
    await vi.waitFor(() => {
      const failed = lines().filter(({ msg, err }) => msg === 'a source failed' && typeof err === 'string');
      expect(new Set(failed.map(({ source }) => source))).toEqual(new Set(['dataforseo', 'serper']));
    });
  }
  const basic = Buffer.from(`${DATAFORSEO_LOGIN}:${DATAFORSEO_PASSWORD}`).toString('base64');
  for (const secret of [DATAFORSEO_PASSWORD, basic, SERPER_KEY]) expect(service.printed()).not.toContain(secret);
});
