import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SourceFailure, type SourceFailures } from '../../ports/source-failure.ts';
import type { SourceHttpRequest } from '../../ports/source-http.ts';
import { readRetryAfter } from './answer-failure.ts';
import { createScrub } from './secret-forms.ts';
import { createSourceClients, type SourceClients } from './source-http.ts';

const SECRET = 'k3y/with+odd=marks&"quotes"';
const FAILURES: SourceFailures = {
  400: { kind: 'refused' },
  '400 not enough credits': { kind: 'no_funds', fix: 'Buy credits.' },
  403: { kind: 'wrong_key', fix: 'Check SEAMARK_TEST_KEY.' },
  not_json: { kind: 'broken', fix: 'Check SEAMARK_TEST_URL.' },
};

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let clients: SourceClients;
let base = '';
let handler: Handler = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => handler(request, response, body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  clients = createSourceClients({ user_agent: 'seamark-test' });
});

afterAll(async () => {
  await clients.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function answerWith(status: number, body: string | Uint8Array, headers: Record<string, string> = {}): void {
  handler = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

function ask(request: Partial<SourceHttpRequest> = {}): Promise<{ body: unknown }> {
  const signal = new AbortController().signal;
  return clients.http(FAILURES, [SECRET]).json({ url: `${base}/search`, signal, ...request });
}

async function failureOf(request: Partial<SourceHttpRequest> = {}): Promise<SourceFailure> {
  const thrown = await ask(request).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof SourceFailure)) throw new Error(`Expected a SourceFailure, not ${inspect(thrown)}.`);
  return thrown;
}

describe('a request of a source', () => {
  it('carries query, headers and JSON, and reads JSON, also compressed', async () => {
    const seen: unknown[] = [];
    handler = (request, response, body) => {
      seen.push(request.method, request.url, request.headers['x-api-key'], request.headers['user-agent'], body);
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"ok":"ü"}'));
    };
    const query = { q: 'a b&c', page: 2, deep: true, none: undefined };
    const answer = await ask({ method: 'POST', query, headers: { 'X-API-KEY': 'abc' }, body: { gl: 'de' } });
    expect(answer.body).toEqual({ ok: 'ü' });
    expect(seen).toEqual(['POST', '/search?q=a+b%26c&page=2&deep=true', 'abc', 'seamark-test', '{"gl":"de"}']);
  });

  it('does not follow a redirect, and says where it leads', async () => {
    let requests = 0;
    handler = (_request, response) => {
      requests += 1;
      response.writeHead(301, { location: 'https://elsewhere.example/search?key=1' });
      response.end();
    };
    const failure = await failureOf();
    expect(failure.message).toMatch(/^127\.0\.0\.1:\d+ redirects to https:\/\/elsewhere\.example\/search\.$/);
    expect(failure.kind).toBe('refused');
    expect(requests).toBe(1);
  });

  it.each([
    [401, '{"error":"Invalid API key."}', 'wrong_key', 'Invalid API key.'],
    [402, '{"error":{"detail":"Top up"}}', 'no_funds', 'Top up.'],
    [400, '{"message":"Not enough credits"}', 'no_funds', 'Not enough credits.'],
    [400, '{"message":"Missing q"}', 'refused', 'Missing q.'],
    [422, '{"errors":[{"code":"X","detail":"The provided token is invalid."}]}', 'refused', 'token is invalid.'],
    [429, '{"error":"Slow down"}', 'rate_limited', 'Slow down.'],
    [500, 'Internal Server Error', 'failed', 'Internal Server Error.'],
    [503, '<!doctype html><title>Just a moment…</title><p>x', 'failed', 'Just a moment…'],
    [403, '', 'wrong_key', 'answered 403.'],
  ])('that is answered %i with %s fails as %s in the words of the vendor', async (status, body, kind, words) => {
    answerWith(status, body);
    const failure = await failureOf();
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain(`answered ${status}`);
    expect(failure.message.endsWith(words)).toBe(true);
  });

  it('tells what the operator can do where the source knows', async () => {
    answerWith(403, '{}');
    expect((await failureOf()).fix).toBe('Check SEAMARK_TEST_KEY.');
    answerWith(400, '{"message":"not ENOUGH credits"}');
    expect((await failureOf()).fix).toBe('Buy credits.');
  });

  it.each([
    ['<html><head><title>Sign in</title></head></html>', 'sent a web page instead of JSON: Sign in.'],
    ['{"results": [', 'sent something other than JSON: {"results": [.'],
    ['', 'sent an empty answer.'],
  ])('that is answered with %s fails as broken', async (body, words) => {
    answerWith(200, body);
    const failure = await failureOf();
    expect(failure.kind).toBe('broken');
    expect(failure.message.endsWith(words)).toBe(true);
    expect(failure.fix).toBe('Check SEAMARK_TEST_URL.');
  });

  it('reads how long to wait', async () => {
    answerWith(429, '{}', { 'retry-after': '17' });
    expect((await failureOf()).retry_after_s).toBe(17);
    const now = Date.parse('2026-11-22T10:00:00Z');
    expect(readRetryAfter('Sun, 22 Nov 2026 10:01:30 GMT', now)).toBe(90);
    expect(readRetryAfter('Sun, 22 Nov 2026 09:00:00 GMT', now)).toBe(0);
    expect(readRetryAfter('soon', now)).toBeUndefined();
  });

  it('fails as unreachable when the connection breaks before or within the answer', async () => {
    handler = (_request, response) => void response.destroy();
    expect((await failureOf()).kind).toBe('unreachable');
    handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half');
      setImmediate(() => response.destroy());
    };
    expect((await failureOf()).kind).toBe('unreachable');
    const closed = await failureOf({ url: 'http://127.0.0.1:9/' });
    expect([closed.kind, closed.message]).toEqual(['unreachable', '127.0.0.1:9 refused the connection.']);
  });

  it('fails as a timeout when its time runs out, and as the caller says when the caller stops', async () => {
    handler = () => undefined;
    const failure = await failureOf({ signal: AbortSignal.timeout(20) });
    expect([failure.kind, failure.code]).toEqual(['timeout', 'source_timeout']);
    const stopped = new Error('The caller left.');
    const caller = new AbortController();
    const asked = ask({ signal: caller.signal });
    caller.abort(stopped);
    await expect(asked).rejects.toBe(stopped);
  });

  it('reads no more than 20 MB', async () => {
    answerWith(200, gzipSync(Buffer.alloc(20_000_001, ' ')), { 'content-encoding': 'gzip' });
    const failure = await failureOf();
    expect([failure.kind, failure.message.endsWith('sent more than 20 MB.')]).toEqual(['broken', true]);
  });

  it('keeps words to one short line', async () => {
    answerWith(500, JSON.stringify({ message: `one\ntwo\u202e ${'long '.repeat(500)}` }));
    const { message } = await failureOf();
    expect(message).toContain('one two long');
    expect(message.length).toBeLessThan(300);
  });
});

describe('a secret that a vendor repeats', () => {
  const basic = Buffer.from(`login@example.com:${SECRET}`).toString('base64');
  const forms: readonly (readonly [string, string])[] = [
    ['as it is', SECRET],
    ['in a URL', encodeURIComponent(SECRET)],
    ['in a URL with small letters', encodeURIComponent(SECRET).replaceAll(/%[\dA-F]{2}/g, (e) => e.toLowerCase())],
    ['in a form', new URLSearchParams({ key: SECRET }).toString()],
    ['in HTML', SECRET.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['in the base64 of a Basic header', basic],
    ['in the base64 of another login', Buffer.from(`x:${SECRET}`).toString('base64')],
    ['in the base64 of a pair', Buffer.from(`${SECRET}:`).toString('base64')],
  ];

  it.each(forms)('%s appears in no failure and in no answer', async (_how, form) => {
    expect.hasAssertions();
    const request = { headers: { authorization: `Basic ${basic}` } };
    for (const status of [200, 401, 500]) {
      answerWith(status, `<html><title>Bad key ${form} there</title>`);
      expectNoSecret(await failureOf(request), form);
      answerWith(status === 200 ? 200 : status, JSON.stringify({ message: `Bad key ${form} there`, next: [form] }), {
        'x-echo': form.replaceAll(/[^ -~]/g, ''),
      });
      if (status === 200) expectNoSecret(await ask(request), form);
      else expectNoSecret(await failureOf(request), form);
    }
  });

  it('appears nowhere in a failure to connect', async () => {
    const failure = await failureOf({ url: 'http://127.0.0.1:9/', query: { api_key: SECRET } });
    expect(failure.cause).toBeInstanceOf(Error);
    expectNoSecret(failure, SECRET);
    expectNoSecret(failure, encodeURIComponent(SECRET));
  });

  it('is also what stands in the Authorization header of the request', async () => {
    answerWith(401, '{"message":"Unknown token ya29.a0AfH6SMB"}');
    const failure = await failureOf({ headers: { Authorization: 'Bearer ya29.a0AfH6SMB' } });
    expect(failure.message).toMatch(/answered 401: Unknown token \[redacted\]\.$/);
  });

  it('is told from what only looks like it', () => {
    const scrub = createScrub(['abcdef', 'no']);
    expect(scrub('abcdeg, no, abcdef')).toBe('abcdeg, no, [redacted]');
  });

  function expectNoSecret(value: unknown, form: string): void {
    const texts = [inspect(value, { depth: 12, showHidden: true }), JSON.stringify(value), String(value)];
    if (value instanceof Error) texts.push(value.stack ?? '', value.message);
    // What is left of base64 are the characters that also hold bits of its neighbours.
    const kernel = form.length > 12 ? form.slice(4, -6) : form;
    for (const text of texts) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(kernel);
    }
  }
});
