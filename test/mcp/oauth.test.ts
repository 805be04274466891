import { Client as ClientOf2, StreamableHTTPClientTransport as TransportOf2 } from '@modelcontextprotocol/client';
import { Client as ClientOf1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportOf1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestService, type TestService } from '../service.ts';
import { fieldsOf } from './ask.ts';

const SESSION = 'Session012345678901234567890123456789xyz';
const CALLBACK = 'http://localhost:54321/callback';
const VERIFIER = 'a-verifier-of-the-test-that-is-long-enough-0123456789';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await service.rows(`
    insert into dashboard_users (id, workspace_id, email, password) values ('usr_ann', 'ws_default', 'ann@example.com', '-')`);
  await service.rows(
    `insert into workspace_members (workspace_id, user_id, role) values ('ws_default', 'usr_ann', 'owner')`,
  );
  const hash = createHash('sha256').update(SESSION).digest('hex');
  await service.rows(`
    insert into dashboard_sessions (user_id, hash, expires_at)
    values ('usr_ann', '\\x${hash}', now() + interval '1 day')`);
});
afterAll(() => service.close());

/** As the page of consent asks, for Ann. */
async function consent(
  query: URLSearchParams,
  decision: object = {},
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(`${service.base}/dashboard/api/connect`, {
    method: 'POST',
    headers: {
      cookie: `seamark_session=${SESSION}`,
      'content-type': 'application/json',
      'x-seamark-dashboard': '1',
      origin: service.base,
    },
    body: JSON.stringify({ query: Object.fromEntries(query), is_allowed: true, ...decision }),
  });
  return { status: response.status, json: fieldsOf(await response.json()) };
}

/** What a browser does with an authorization URL, up to the address at the client. */
async function allow(url: URL, decision: object = {}): Promise<URL> {
  const sent = await fetch(url, { redirect: 'manual' });
  const place = new URL(sent.headers.get('location') ?? '', service.base);
  expect([sent.status, place.pathname]).toEqual([302, '/dashboard/connect']);
  const { json } = await consent(place.searchParams, decision);
  return new URL(String(json['redirect_to']));
}

/** A client that keeps what it is given in memory, as both official libraries want it. */
class Wallet {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'Test app', redirect_uris: [CALLBACK], application_type: 'native' as const };
  asked: URL | undefined;
  #client: unknown;
  #tokens: unknown;
  #verifier = '';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each library gets back what it gave, in its own type
  clientInformation = (): never => this.#client as never;
  saveClientInformation = (client: unknown): void => void (this.#client = client);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  tokens = (): never => this.#tokens as never;
  saveTokens = (tokens: unknown): void => void (this.#tokens = tokens);
  redirectToAuthorization = (url: URL): void => void (this.asked = url);
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = (): string => this.#verifier;
}

describe('an official client without a key', () => {
  it.each(['1', '2'] as const)(
    'of version %s logs in, calls a tool, renews its token, and is out once disconnected',
    async (version) => {
      const wallet = new Wallet();
      const url = new URL(`${service.base}/mcp/x/content`);
      const connect = async () => {
        if (version === '1') {
          const transport = new TransportOf1(url, { authProvider: wallet });
          const client = new ClientOf1({ name: 'test', version: '1' });
          return { transport, client, go: () => client.connect(transport) };
        }
        const transport = new TransportOf2(url, { authProvider: wallet });
        const client = new ClientOf2({ name: 'test', version: '1' });
        return { transport, client, go: () => client.connect(transport) };
      };
      const first = await connect();
      await expect(first.go()).rejects.toThrow(/Unauthorized/);
      const answer = await allow(wallet.asked ?? new URL('http://nowhere.example'));
      expect(answer.searchParams.get('iss')).toBe(service.base);
      if (first.transport instanceof TransportOf1)
        await first.transport.finishAuth(answer.searchParams.get('code') ?? '');
      else await first.transport.finishAuth(answer.searchParams);

      const second = await connect();
      await second.go();
      const call = () =>
        second.client.callTool({
          name: 'content_technical_qa',
          arguments: { markdown: '# Wheels\n\nHow to true one.' },
        });
      expect((await call())['isError']).toBeFalsy();
      const before = wallet.tokens();
      await service.rows("update oauth_tokens set expires_at = now() - interval '1 s' where kind = 'access'");
      await service.rows(`select pg_notify('seamark_keys', '*')`);
      const called = async (): Promise<unknown> => {
        expect((await call())['isError']).toBeFalsy();
        return wallet.tokens();
      };
      await expect.poll(called).not.toEqual(before);

      const [app] = await apps();
      expect(app).toMatchObject({
        name: 'Test app',
        redirect_host: 'localhost:54321',
        scope: 'read',
        user_email: 'ann@example.com',
      });
      await asAnn('POST', `/apps/${String(app?.['id'])}/disconnect`);
      const told = (): Promise<string> =>
        call().then(
          () => 'answered',
          () => 'refused',
        );
      await expect.poll(told).toBe('refused');
      expect(await apps()).toEqual([]);
      await second.client.close();
    },
  );
});

async function asAnn(method: string, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${service.base}/dashboard/api${path}`, {
    method,
    headers: { cookie: `seamark_session=${SESSION}`, 'x-seamark-dashboard': '1', origin: service.base },
  });
  return fieldsOf(await response.json());
}

async function apps(): Promise<readonly Record<string, unknown>[]> {
  const { apps: listed } = await asAnn('GET', '/apps');
  return Array.isArray(listed) ? listed.map(fieldsOf) : [];
}

async function register(redirect_uris: readonly string[] = [CALLBACK]): Promise<string> {
  // As if every app came from somewhere else: one address may register few.
  await service.rows('update oauth_clients set created_from = id');
  const told = await post(
    'register',
    JSON.stringify({ redirect_uris, client_name: 'App', grant_types: ['x'] }),
    'application/json',
  );
  return String(told.json['client_id']);
}

async function post(path: string, body: string, type = 'application/x-www-form-urlencoded') {
  const response = await fetch(`${service.base}/oauth/${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  return { status: response.status, headers: response.headers, json: fieldsOf(await response.json()) };
}

function asking(client_id: string, changes: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(`${service.base}/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'st',
    ...changes,
  }).toString();
  return url;
}

function exchanged(client_id: string, code: string, changes: Readonly<Record<string, string>> = {}) {
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...changes,
  };
  return post('token', new URLSearchParams(form).toString());
}

async function connected(decision: object = {}, changes: Readonly<Record<string, string>> = {}) {
  const id = await register();
  const code = (await allow(asking(id, changes), decision)).searchParams.get('code') ?? '';
  const { json } = await exchanged(id, code);
  return { id, code, access: String(json['access_token']), refresh: String(json['refresh_token']), json };
}

async function listTools(token: string): Promise<{ status: number; tools: string[]; challenge: string | null }> {
  const response = await fetch(`${service.base}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  const { tools } = fieldsOf(fieldsOf(await response.json())['result']);
  const names = Array.isArray(tools) ? tools.map((tool) => String(fieldsOf(tool)['name'])) : [];
  return { status: response.status, tools: names, challenge: response.headers.get('www-authenticate') };
}

describe('a request to be let in', () => {
  it.each([
    ['from an unknown app', { client_id: 'app_unknown' }, 'not known here'],
    ['for an address that is not the app’s', { redirect_uri: 'https://evil.example/' }, 'does not belong to the app'],
    [
      'for a path that is not the app’s',
      { redirect_uri: 'http://localhost:54321/other' },
      'does not belong to the app',
    ],
  ])('%s is told on a page and sent nowhere', async (_what, changes, why) => {
    const answer = await fetch(asking(await register(), changes), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(await answer.text()).toContain(why);
  });

  it.each([
    ['without a challenge', { code_challenge: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token itself', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('%s is refused at the app, with state and issuer', async (_what, changes, error) => {
    const answer = await fetch(asking(await register(), changes), { redirect: 'manual' });
    const place = new URL(answer.headers.get('location') ?? '');
    expect(place.origin + place.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(place.searchParams)).toMatchObject({ error, state: 'st', iss: service.base });
  });

  it('is denied at the app when the person says no, and gives no code', async () => {
    const place = await allow(asking(await register()), { is_allowed: false });
    expect(Object.fromEntries(place.searchParams)).toMatchObject({ error: 'access_denied', state: 'st' });
    expect(place.searchParams.has('code')).toBe(false);
  });

  it('needs somebody who is logged in, on a page of ours', async () => {
    const url = asking(await register());
    const answer = await fetch(`${service.base}/dashboard/api/connect${url.search}`);
    expect(answer.status).toBe(401);
  });

  it('takes any port of this machine, since programs listen where they can', async () => {
    const id = await register(['http://localhost/callback']);
    const place = await allow(asking(id, { redirect_uri: 'http://localhost:61999/callback' }));
    expect(place.port).toBe('61999');
  });
});

describe('a code', () => {
  it('is good once: whoever sends it again ends what it gave', async () => {
    const { id, code, access } = await connected();
    expect((await listTools(access)).status).toBe(200);
    expect((await exchanged(id, code)).json['error']).toBe('invalid_grant');
    await expect.poll(async () => (await listTools(access)).status).toBe(401);
  });

  it.each([
    ['another verifier', { code_verifier: `${VERIFIER}x` }],
    ['another address', { redirect_uri: 'http://localhost:54321/other' }],
    ['another resource', { resource: 'https://other.example/mcp' }],
  ])('is worth nothing with %s', async (_what, changes) => {
    const id = await register();
    const code = (await allow(asking(id))).searchParams.get('code') ?? '';
    expect((await exchanged(id, code, changes)).json['error']).toBe('invalid_grant');
    expect((await exchanged(id, code)).status).toBe(200);
  });

  it('is worth nothing to another app, and nothing after a minute', async () => {
    const id = await register();
    const code = (await allow(asking(id))).searchParams.get('code') ?? '';
    expect((await exchanged(await register(), code)).json['error']).toBe('invalid_grant');
    await service.rows("update oauth_codes set expires_at = now() - interval '1 s' where key_id is null");
    expect((await exchanged(id, code)).json['error']).toBe('invalid_grant');
  });
});

describe('a token', () => {
  it('is renewed by a refresh token that is replaced each time; an old one that comes back ends the connection', async () => {
    const { id, refresh, access } = await connected();
    const renew = (token: string) =>
      post(
        'token',
        new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: id }).toString(),
      );
    const renewed = await renew(refresh);
    expect(renewed.headers.get('cache-control')).toBe('no-store');
    const next = String(renewed.json['refresh_token']);
    expect(next).not.toBe(refresh);
    // Its answer may have been lost a moment ago.
    expect((await renew(refresh)).status).toBe(200);
    await service.rows(
      "update oauth_tokens set replaced_at = now() - interval '1 minute' where replaced_at is not null",
    );
    expect((await renew(refresh)).json['error']).toBe('invalid_grant');
    expect((await renew(next)).json['error']).toBe('invalid_grant');
    await expect.poll(async () => (await listTools(access)).status).toBe(401);
  });

  it('of an app that is erased here makes it register again', async () => {
    const told = await exchanged('app_erased', 'code');
    expect([told.status, told.json['error']]).toEqual([401, 'invalid_client']);
  });

  it('is taken by /mcp alone, and only in the header', async () => {
    const { access } = await connected();
    const rest = await fetch(`${service.base}/api/v1/credits`, { headers: { 'x-api-key': access } });
    expect(rest.status).toBe(401);
    const query = await fetch(`${service.base}/mcp?access_token=${access}`, { method: 'POST', body: '{}' });
    expect(query.status).toBe(401);
  });

  it('can be given back by the app', async () => {
    const { id, access, refresh } = await connected();
    await post('revoke', new URLSearchParams({ token: refresh, client_id: id }).toString());
    await expect.poll(async () => (await listTools(access)).status).toBe(401);
  });

  it('only asks, unless the person let the app make changes', async () => {
    const { access } = await connected({ may_write: true });
    const reading = (await listTools(access)).tools;
    expect(reading).toContain('backlinks_summary');
    expect(reading).not.toContain('crawls_create');
    const { access: writing, json } = await connected({ may_write: true }, { scope: 'read write' });
    expect(json['scope']).toBe('read write');
    expect((await listTools(writing)).tools).toContain('crawls_create');
    const { json: cut } = await connected({ may_write: false }, { scope: 'read write' });
    expect(cut['scope']).toBe('read');
  });

  it('spends no more in a month than the person allowed', async () => {
    const { access } = await connected({ credits_a_month: 1 });
    const response = await fetch(`${service.base}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${access}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'content_technical_qa', arguments: { markdown: '# Wheels' } },
      }),
    });
    expect(JSON.stringify(await response.json())).toContain('budget_exceeded');
  });
});

describe('a client that looks around', () => {
  it('finds who gives tokens from the challenge, and a mistyped key is sent into no login', async () => {
    const { challenge } = await listTools('');
    const url = /resource_metadata="([^"]+)"/.exec(challenge ?? '')?.[1] ?? '';
    const resource = fieldsOf(await (await fetch(url)).json());
    expect(resource).toMatchObject({ resource: `${service.base}/mcp`, authorization_servers: [service.base] });
    const server = fieldsOf(await (await fetch(`${service.base}/.well-known/oauth-authorization-server`)).json());
    expect(server).toMatchObject({ issuer: service.base, code_challenge_methods_supported: ['S256'] });
    expect((await listTools('sk_live_wrong')).challenge).not.toContain('resource_metadata');
    expect((await listTools('sk_oat_wrong')).challenge).toContain('resource_metadata');
  });

  it('is told the name of the service by the settings alone, never by what it says itself', async () => {
    const response = await service.app.inject({
      url: '/.well-known/oauth-authorization-server',
      headers: { host: 'evil.example' },
    });
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('SEAMARK_PUBLIC_URL');
  });

  it('is told what is wrong with its registration', async () => {
    const told = await post('register', JSON.stringify({ redirect_uris: ['http://example.com/'] }), 'application/json');
    expect([told.status, told.json['error']]).toEqual([400, 'invalid_redirect_uri']);
    const empty = await post('register', '{}', 'application/json');
    expect([empty.status, empty.json['error']]).toEqual([400, 'invalid_client_metadata']);
    const huge = await post(
      'register',
      JSON.stringify({ redirect_uris: [CALLBACK], x: 'x'.repeat(20_000) }),
      'application/json',
    );
    expect(huge.status).toBe(413);
  });

  it('registers ten times an hour from one address at most', async () => {
    let last = 201;
    for (let at = 0; at < 40 && last === 201; at += 1) {
      last = (await post('register', JSON.stringify({ redirect_uris: [CALLBACK] }), 'application/json')).status;
    }
    expect(last).toBe(429);
  });
});
