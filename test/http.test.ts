import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, openTestService, type TestService } from './service.ts';

let service: TestService;
const GOOD = { markdown: '# Bicycle repair\n\nHow to mend a flat tyre in ten minutes.' };
const QA = '/content/technical-qa';

beforeAll(async () => {
  service = await openTestService();
});
afterAll(async () => {
  await service.close();
});

const charged = async (): Promise<number> => {
  const [row] = await service.rows(
    "SELECT coalesce(sum(credits), 0)::int AS credits FROM credit_reservations WHERE state <> 'released'",
  );
  return Number(row?.['credits']);
};

describe('a request without a good key', () => {
  it.each([
    ['no key', ''],
    ['a key of another form', 'abc'],
    ['a key that was never made', 'sk_live_' + '0'.repeat(38)],
    ['a very long key', 'x'.repeat(7000)],
  ])('is refused with 401 and told what to send: %s', async (_what, key) => {
    const answer = await service.call(QA, GOOD, { 'x-api-key': key });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('www-authenticate')).toContain('x-api-key');
    expect(answer.json).toMatchObject({
      success: false,
      code: 'unauthenticated',
      fix: expect.stringContaining('x-api-key'),
    });
  });

  it('is told where the key goes when it came as a bearer token', async () => {
    const answer = await service.call(QA, GOOD, { 'x-api-key': '', authorization: `Bearer ${service.key}` });
    expect(answer.json['detail']).toContain('not in Authorization');
  });

  it('is refused when its key was revoked or has expired', async () => {
    const expired = await service.makeKey({ expires_at: new Date(Date.now() - 1000) });
    expect((await service.call(QA, GOOD, { 'x-api-key': expired })).status).toBe(401);
  });
});

describe('a key with allowed domains', () => {
  it.each([
    [{ origin: 'https://app.example.com' }, 200],
    [{ origin: 'https://a.widgets.example' }, 200],
    [{ referer: 'https://app.example.com/page' }, 200],
    [{ origin: 'https://widgets.example' }, 403],
    [{ origin: 'https://evil-app.example.com' }, 403],
    [{ origin: 'https://app.example.com.evil.test' }, 403],
    [{ origin: 'https://evil.test', referer: 'https://app.example.com/' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
  ])('answers %j with %i', async (headers, status) => {
    const key = await service.makeKey({ allowed_domains: ['app.example.com', '*.widgets.example'] });
    const answer = await service.call(QA, GOOD, { 'x-api-key': key, ...headers });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json['code']).toBe('origin_not_allowed');
  });

  it('gets cross-origin headers for its origins and for no others', async () => {
    await service.makeKey({ allowed_domains: ['cors.example.com'] });
    const allowed = await preflightUntil('https://cors.example.com');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-api-key');
    const refused = await fetch(`${service.base}/api/v1${QA}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test' },
    });
    await refused.text();
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  });
});

/** The list of origins may be some seconds old. */
async function preflightUntil(origin: string): Promise<Response> {
  const ends = Date.now() + 20_000;
  for (;;) {
    const answer = await fetch(`${service.base}/api/v1${QA}`, { method: 'OPTIONS', headers: { origin } });
    await answer.text();
    if (answer.headers.get('access-control-allow-origin') === origin || Date.now() > ends) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('a key with scopes', () => {
  it('may call what they name and nothing else', async () => {
    const key = await service.makeKey({ scopes: ['search'] });
    const answer = await service.call(QA, GOOD, { 'x-api-key': key });
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ code: 'key_not_allowed_here', fix: expect.stringContaining('search') });
  });
});

describe('a request that is not right', () => {
  it.each([
    ['broken JSON', '{"a":', 400, 'invalid_json'],
    ['an empty body', '', 422, 'invalid_input'],
    ['an array', '[]', 422, 'invalid_input'],
    ['null', 'null', 422, 'invalid_input'],
    ['a number', '7', 422, 'invalid_input'],
    ['no field of which one is needed', '{}', 422, 'invalid_input'],
    ['a field that does not exist', '{"markdown":"x","keywrod":"y"}', 422, 'invalid_input'],
    ['two sources at once', '{"markdown":"x","html":"<p>y"}', 422, 'invalid_input'],
    ['a lone surrogate and NULs in text', '{"markdown":"\\ud800\\u0000"}', 200, undefined],
    ['a key named __proto__', '{"markdown":"x","__proto__":{"url":"y"}}', 422, 'invalid_input'],
    ['a body larger than is allowed', JSON.stringify({ markdown: 'x'.repeat(2_100_000) }), 413, 'payload_too_large'],
  ])('gets a clear answer and costs nothing: %s', async (_what, body, status, code) => {
    const before = await charged();
    const answer = await service.call(QA, body);
    expect(answer.status).toBe(status);
    if (code === undefined) return;
    expect(answer.json).toMatchObject({ success: false, status, code, request_id: answer.headers.get('x-request-id') });
    expect(typeof answer.json['fix']).toBe('string');
    expect(await charged()).toBe(before);
  });

  it('is refused with 415 when it is not marked as JSON', async () => {
    const answer = await service.call(QA, 'markdown=x', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  });

  it('is refused with 405 and what is allowed for another method', async () => {
    const answer = await fetch(`${service.base}/api/v1${QA}`, { headers: { 'x-api-key': service.key } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
  });

  it('is pointed at the nearest path when there is none', async () => {
    const answer = await service.call('/content/tecnical-qa', GOOD);
    expect(answer).toMatchObject({
      status: 404,
      json: { code: 'not_found', fix: 'Did you mean /api/v1/content/technical-qa?' },
    });
  });

  it('gets a problem document for a path that cannot be decoded', async () => {
    const answer = await fetch(`${service.base}/api/v1/%zz`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ success: false, request_id: expect.any(String) });
  });

  it('is refused before anything runs when its target or URL is none, also in a dry run', async () => {
    for (const [path, body, field] of [
      ['/backlinks/summary', { target: 'not a domain!', rank_scale: 'x' }, 'target'],
      ['/backlinks/list?dry_run=true', { target: 'example.com/page' }, 'target'],
      ['/extract?dry_run=true', { url: 'example' }, 'url'],
      ['/search?dry_run=true', { query: 'x', include_domains: ['ok.example', 'no domain'] }, 'include_domains[1]'],
    ] as const) {
      const answer = await service.call(path, body);
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.json['errors'])).toContain(`"${field}"`);
    }
  });

  it.each(['x-project-id', 'x-workflow-id'])('is refused when %s cannot be stored as it is', async (name) => {
    const answer = await service.call(QA, GOOD, { [name]: 'a'.repeat(200) });
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ path: name }] } });
  });

  it('is refused with 400 when its body is not UTF-8, or when it names two hosts', async () => {
    const send = async (host: string, body: Buffer): Promise<string> => {
      const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
      const head = `POST /api/v1${QA} HTTP/1.1\r\nhost: x\r\n${host}x-api-key: ${service.key}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), body]));
      return (await Readable.from(socket).map(String).toArray()).join('');
    };
    const latin1 = Buffer.from(JSON.stringify({ markdown: '# Über Räder' }), 'latin1');
    expect(await send('', latin1)).toMatch(/^HTTP\/1\.1 400 [\s\S]*not valid UTF-8/);
    const utf8 = Buffer.from(`\uFEFF${JSON.stringify({ markdown: '# Über Räder' })}`);
    expect(await send('', utf8)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send('host: y\r\n', utf8)).toMatch(/^HTTP\/1\.1 400 [\s\S]*more than one Host header/);
  });

  it.each([
    ['%FF', 400],
    ['a%C3', 400],
    ['%ED%A0%80', 400],
    ['%C3%9Cber%20100%', 422],
  ])('is refused with 400 when its query is not UTF-8, and read otherwise: %s', async (text, status) => {
    const answer = await service.call(`${QA}?note=${text}`, GOOD);
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.json).toMatchObject({ code: 'invalid_request', detail: expect.stringContaining('UTF-8') });
  });

  it.each(['http://127.0.0.1/links.csv', 'http://[::1]/links.csv', 'http://169.254.169.254/links.csv'])(
    'is refused at once when it imports from an address inside: %s',
    async (url) => {
      const answer = await service.call('/imports', { kind: 'links', url });
      expect(answer).toMatchObject({ status: 422, json: { code: 'unfetchable_url', errors: [{ path: 'url' }] } });
    },
  );

  it('is let go when a client sends nothing more', async () => {
    const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
    socket.write(
      `POST /api/v1${QA} HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"mark`,
    );
    socket.destroy();
    expect((await service.call(QA, GOOD)).status).toBe(200);
  });
});

describe('a call that succeeds', () => {
  it('says what it was, what it cost and whom it is booked on', async () => {
    const answer = await service.call(QA, GOOD, { 'x-project-id': 'spring', 'x-workflow-id': 'run 7' });
    expect(answer.status).toBe(200);
    expect(answer.json['meta']).toMatchObject({
      operation: 'content.technical-qa',
      request_id: answer.headers.get('x-request-id'),
      credits: { charged: 2, balance: null },
      project_id: 'spring',
      workflow_id: 'run 7',
      sources: [],
    });
  });

  it('leaves one usage row with its price, and failures leave one without', async () => {
    const project = 'usage-test';
    await service.call(QA, GOOD, { 'x-project-id': project });
    await service.call(QA, {}, { 'x-project-id': project });
    const rows = await until(
      () =>
        service.rows(
          `SELECT status, credits, error_code FROM usage_rows WHERE project_id = '${project}' ORDER BY status`,
        ),
      2,
    );
    expect(rows).toEqual([
      { status: 200, credits: 2, error_code: null },
      { status: 422, credits: 0, error_code: 'invalid_input' },
    ]);
  });

  it('gives the same answer to the same request, but for meta', async () => {
    const [first, second] = [await service.call(QA, GOOD), await service.call(QA, GOOD)];
    expect({ ...first.json, meta: undefined }).toEqual({ ...second.json, meta: undefined });
  });

  it('is brief where asked, and the rest of it is read free of charge', async () => {
    const whole = (await service.call(QA, GOOD)).json;
    const before = await charged();
    const { json: brief } = await service.call(`${QA}?detail=brief`, GOOD);
    const statuses = (answer: Record<string, unknown>): string => JSON.stringify(answer['checks']);
    expect(statuses(whole)).toContain('"pass"');
    expect(statuses(brief)).not.toMatch(/"pass"|"not_applicable"/);
    expect(brief['not_shown']).toContainEqual(expect.objectContaining({ field: 'checks', what: 'passed' }));
    expect(brief['counts']).toEqual(whole['counts']);
    const { request_id } = Object(brief['meta']);
    const read = async (query: string): Promise<unknown> => {
      const headers = { 'x-api-key': service.key };
      return (await fetch(`${service.base}/api/v1/answers/${request_id}${query}`, { headers })).json();
    };
    expect(await read('?field=checks&limit=100')).toMatchObject({ kind: 'list', items: whole['checks'] });
    const paid = (await charged()) - before;
    expect(paid).toBeGreaterThan(0);
    expect(await read('')).toMatchObject({ success: true, kind: 'record' });
    expect((await charged()) - before).toBe(paid);
  });

  it('has the fields asked for, and names a wrong one before anything is charged', async () => {
    const { json } = await service.call(`${QA}?fields=counts,readiness_score`, GOOD);
    expect(Object.keys(json).toSorted()).toEqual(['counts', 'meta', 'readiness_score', 'success']);
    const before = await charged();
    const refused = await service.call(`${QA}?fields=cheks&detail=short`, GOOD);
    expect(refused.status).toBe(422);
    expect(refused.json['errors']).toEqual([
      { path: 'detail', message: 'must be brief or full' },
      { path: 'fields', message: 'the answer has no cheks: did you mean checks?' },
    ]);
    expect(await charged()).toBe(before);
  });

  it('takes sync=true as it is', async () => {
    expect((await service.call(`${QA}?sync=true`, GOOD)).status).toBe(200);
  });
});

describe('dry_run', () => {
  it('checks and prices the call, and charges nothing', async () => {
    const before = await charged();
    const answer = await service.call('/backlinks/list?dry_run=true', { target: 'example.com', limit: 100 });
    expect(answer.json).toMatchObject({
      success: true,
      dry_run: true,
      credits: 5,
      would_serve: [{ capability: 'links', sources: ['index'] }],
    });
    expect((await service.call('/backlinks/list?dry_run=true', {})).status).toBe(422);
    expect(await charged()).toBe(before);
  });
});

describe('what needs no key', () => {
  it.each(['/healthz', '/readyz', '/openapi.json', '/openapi.yaml', '/docs', '/docs/api/'])(
    'answers %s',
    async (path) => {
      const answer = await fetch(service.base + path);
      expect(answer.status).toBe(200);
      // A server that stops waits for answers that nobody has read.
      expect(await answer.text()).not.toBe('');
    },
  );

  it('answers an unchanged contract with 304', async () => {
    const first = await fetch(`${service.base}/openapi.yaml`);
    const again = await fetch(`${service.base}/openapi.yaml`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    await first.text();
    expect(again.status).toBe(304);
  });

  it('shows the documentation without anything from elsewhere', async () => {
    const page = await fetch(`${service.base}/docs/api`);
    expect(new URL(page.url).pathname).toBe('/docs/api/');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const html = await page.text();
    expect(html).not.toMatch(/(?:src|href)="https?:/);
    expect(html).toMatch(/"telemetry":\s*false/);
    const script = await fetch(new URL(/src="([^"]+scalar[^"]*)"/.exec(html)?.[1] ?? '', page.url));
    expect({ status: script.status, type: script.headers.get('content-type') }).toEqual({
      status: 200,
      type: expect.stringContaining('javascript'),
    });
    expect(await script.text()).toContain('createApiReference');
  });
});

describe('a limited workspace', () => {
  it('is refused with 402 and what is missing once its credits are spent', async () => {
    const other = await openTestService();
    try {
      await other.rows('UPDATE credit_accounts SET balance = 3');
      expect((await other.call(QA, GOOD)).json).toMatchObject({ meta: { credits: { charged: 2, balance: 1 } } });
      const refused = await other.call(QA, GOOD);
      expect(refused).toMatchObject({ status: 402, json: { code: 'insufficient_credits' } });
      expect(refused.json['detail']).toMatch(/1/);
    } finally {
      await other.close();
    }
  });
});

/** Usage is written in batches, so rows are waited for. */
async function until(
  read: () => Promise<readonly Record<string, unknown>[]>,
  count: number,
): Promise<readonly Record<string, unknown>[]> {
  const ends = Date.now() + 10_000;
  for (;;) {
    const rows = await read();
    if (rows.length >= count || Date.now() > ends) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('answers nobody who asks at another host about a key', async () => {
  expect((await call(`${service.base}/api/v1${QA}`, GOOD, {})).status).toBe(401);
});
