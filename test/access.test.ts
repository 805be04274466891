import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { openAccounts, type Accounts } from '../src/compose/accounts.ts';
import type { NewKey } from '../src/ports/accounts.ts';
import { openTestService, type TestAnswer, type TestService } from './service.ts';

/** Who may call, from where and how often, as a caller sees it. */

let service: TestService;
/** As another process on the same databases, such as a command at the terminal. */
let elsewhere: Accounts;

const GOOD = { markdown: '# Bicycle repair\n\nHow to mend a flat tyre in ten minutes.' };
const QA = '/content/technical-qa';
const blank: NewKey = {
  name: 'test',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  expires_at: undefined,
  secret: undefined,
};

beforeAll(async () => {
  service = await openTestService({ environment: { SEAMARK_PLANS: '{"tiny":{"requests_per_minute":3}}' } });
  elsewhere = await openAccounts(service.config);
  await service.rows("insert into workspaces (id, name, plan) values ('tiny_ws', 'Tiny', 'tiny')");
  await service.rows("insert into credit_accounts (workspace_id, balance) values ('tiny_ws', null)");
});
afterAll(async () => {
  await elsewhere.close();
  await service.close();
});

/** Sends exactly these header lines, as no client library would; answers the status. */
async function raw(lines: readonly string[]): Promise<number> {
  const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
  const body = JSON.stringify(GOOD);
  const head = [`POST /api/v1${QA} HTTP/1.1`, 'connection: close', 'content-type: application/json', ...lines];
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
}

describe('a key in the wrong place or form', () => {
  it.each([
    ['in the address', { path: `${QA}?x-api-key=KEY&api_key=KEY`, headers: { 'x-api-key': '' } }],
    ['as a cookie', { path: QA, headers: { 'x-api-key': '', cookie: 'x-api-key=KEY' } }],
    ['as a bearer token', { path: QA, headers: { 'x-api-key': '', authorization: 'Bearer KEY' } }],
    ['with a prefix', { path: QA, headers: { 'x-api-key': 'Bearer KEY' } }],
    ['in quotes', { path: QA, headers: { 'x-api-key': '"KEY"' } }],
    ['in upper case', { path: QA, headers: { 'x-api-key': 'UPPER' } }],
    ['with a letter more', { path: QA, headers: { 'x-api-key': 'KEYx' } }],
    ['with a letter less', { path: QA, headers: { 'x-api-key': 'SHORT' } }],
    ['twice in one header', { path: QA, headers: { 'x-api-key': 'KEY, KEY' } }],
    ['with SQL behind it', { path: QA, headers: { 'x-api-key': "KEY' or '1'='1" } }],
  ])('opens nothing: %s', async (_how, { path, headers }) => {
    const forms = { KEY: service.key, UPPER: service.key.toUpperCase(), SHORT: service.key.slice(0, -1) };
    const filled = (text: string): string =>
      text.replaceAll(/KEY|UPPER|SHORT/g, (name) => Object.entries(forms).find(([form]) => form === name)?.[1] ?? '');
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
    const answer = await service.call(filled(path), GOOD, sent);
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ success: false, code: 'unauthenticated' });
    expect(answer.text).not.toContain(service.key);
  });
});

describe('header lines that no client library would send', () => {
  it.each([
    ['a key that is sent twice', ['host: x', 'x-api-key: KEY', 'x-api-key: KEY'], 401],
    ['a header that is folded over two lines', ['host: x', 'x-api-key:', ' KEY'], 400],
    ['a bare carriage return in a value', ['host: x', 'x-api-key: KEY\rx: y'], 400],
    ['a NUL in a value', ['host: x', 'x-api-key: KEY\0'], 400],
    ['no host', ['x-api-key: KEY'], 400],
    ['a body in two lengths', ['host: x', 'x-api-key: KEY', 'content-length: 3'], 400],
    ['a body that is chunked and has a length', ['host: x', 'x-api-key: KEY', 'transfer-encoding: chunked'], 400],
    ['more headers than fit', ['host: x', `x-api-key: KEY`, `x-long: ${'a'.repeat(20_000)}`], 431],
  ])('are refused: %s', async (_what, lines, status) => {
    expect(await raw(lines.map((line) => line.replaceAll('KEY', service.key)))).toBe(status);
  });
});

describe('attribution', () => {
  it.each([
    ['x-project-id', 'p'.repeat(129)],
    ['x-workflow-id', 'w'.repeat(129)],
    ['x-project-id', 'café'],
  ])('that could not be stored as it is, is refused: %s', async (name, value) => {
    const answer = await service.call(QA, GOOD, { [name]: value });
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ code: 'invalid_input', errors: [{ path: name }] });
  });

  it('to another project than that of the key is refused', async () => {
    const key = await service.makeKey({ project_id: 'blog' });
    const answer = await service.call(QA, GOOD, { 'x-api-key': key, 'x-project-id': 'shop' });
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ code: 'key_not_allowed_here', fix: expect.stringContaining('x-project-id') });
    expect((await service.call(QA, GOOD, { 'x-api-key': key, 'x-project-id': 'blog' })).status).toBe(200);
  });
});

describe('an origin that only looks allowed', () => {
  it.each([
    'https://app.example.com.evil.test',
    'https://evil.test/https://app.example.com',
    'https://app.example.com@evil.test',
    'https://xapp.example.com',
    'https://app.example.com:8443.evil.test',
    'file:///app.example.com',
    'app.example.com',
    'null',
    'https://app.example.com https://evil.test',
    'x'.repeat(5000),
  ])('is refused, and gets no cross-origin headers: %s', async (origin) => {
    const key = await service.makeKey({ allowed_domains: ['app.example.com'] });
    const answer = await service.call(QA, GOOD, { 'x-api-key': key, origin });
    expect(answer.status).toBe(403);
    expect(answer.json['code']).toBe('origin_not_allowed');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is refused when it is sent twice, one of them allowed', async () => {
    const key = await service.makeKey({ allowed_domains: ['app.example.com'] });
    const lines = ['host: x', `x-api-key: ${key}`, 'origin: https://app.example.com', 'origin: https://evil.test'];
    expect(await raw(lines)).toBe(403);
  });
});

describe('a key that is changed elsewhere', () => {
  const call = (key: string): Promise<TestAnswer> => service.call(QA, GOOD, { 'x-api-key': key });

  it('is refused within two seconds of its revocation', async () => {
    const { id, secret } = await elsewhere.keys.create(blank);
    expect((await call(secret)).status).toBe(200);
    await elsewhere.keys.revoke(id);
    await vi.waitFor(async () => expect((await call(secret)).status).toBe(401), { timeout: 2000 });
  });

  it('has its new secret at once, and loses the former one within two seconds', async () => {
    const { id, secret } = await elsewhere.keys.create(blank);
    expect((await call(secret)).status).toBe(200);
    const rotated = await elsewhere.keys.rotate(id, 0);
    expect((await call(rotated?.secret ?? '')).status).toBe(200);
    await vi.waitFor(async () => expect((await call(secret)).status).toBe(401), { timeout: 2000 });
  });

  it('may do no more than it was restricted to within two seconds', async () => {
    const { id, secret } = await elsewhere.keys.create(blank);
    expect((await call(secret)).status).toBe(200);
    const unchanged = { name: undefined, allowed_domains: undefined, project_id: undefined, expires_at: undefined };
    await elsewhere.keys.change(id, { ...unchanged, scopes: ['search'] });
    await vi.waitFor(async () => expect((await call(secret)).status).toBe(403), { timeout: 2000 });
  });
});

describe('the limit of a plan', () => {
  it('stands on every answer, and refuses with 429 what exceeds it, for all keys of the workspace together', async () => {
    const [first, second] = await Promise.all([
      elsewhere.keys.create(blank, 'tiny_ws'),
      elsewhere.keys.create(blank, 'tiny_ws'),
    ]);
    const call = (key: string, body: unknown = GOOD): Promise<TestAnswer> =>
      service.call(QA, body, { 'x-api-key': key });
    const good = await call(first.secret);
    expect(good.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
    expect(good.headers.get('ratelimit')).toMatch(/^"default";r=2;t=\d+$/);
    const wrong = await call(first.secret, { nonsense: true });
    expect(wrong.status).toBe(422);
    expect(wrong.headers.get('ratelimit')).toMatch(/^"default";r=\d;t=\d+$/);
    await call(second.secret);
    const statuses = [(await call(first.secret)).status, (await call(second.secret)).status];
    expect(statuses).toContain(429);
    const refused = await call(second.secret);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.json).toMatchObject({ code: 'rate_limited', fix: expect.stringContaining('Retry-After') });
    expect((await service.call(QA, GOOD)).status).toBe(200);
  });
});

describe('the metrics', () => {
  it('tell this machine what was called and refused', async () => {
    const text = await (await fetch(`${service.base}/metrics`)).text();
    expect(text).toMatch(
      /seamark_http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/content\/technical-qa",status="200"\} \d/,
    );
    expect(text).toMatch(
      /seamark_call_duration_seconds_count\{operation="content\.technical-qa",transport="rest",outcome="ok"\} \d/,
    );
    expect(text).toMatch(/seamark_rate_limited_total [1-9]/);
    expect(text).toContain('seamark_backlog_readable 1');
  });

  it('tell whoever came through a proxy nothing', async () => {
    const answer = await fetch(`${service.base}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(answer.status).toBe(403);
  });
});
