import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PostgresReports } from '../adapters/postgres/reports.ts';
import { addUser, addWorkspace, openTestDashboard, signIn, type TestDashboard } from '../../test/dashboard/server.ts';
import type { NewJob } from '../ports/jobs.ts';
import type { CreatedKeyView, DeliveryView, EndpointView, KeyView, SignedEndpointView } from './views.ts';

let test: TestDashboard;
let cookie: string;
let otherCookie: string;
beforeAll(async () => {
  test = await openTestDashboard();
  await addWorkspace(test, 'ws_other');
  cookie = await signIn(test, await addUser(test));
  otherCookie = await signIn(test, await addUser(test, 'other@example.com', 'ws_other'));
});
afterAll(() => test.close());

const KEY = { name: 'Website', allowed_domains: [], scopes: [], project_id: null, expires_at: null };

async function createKey(changes: Record<string, unknown> = {}): Promise<CreatedKeyView> {
  const answer = await test.ask('/keys', { body: { ...KEY, ...changes }, cookie });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ key: CreatedKeyView }>().key;
}

async function listKeys(who = cookie): Promise<readonly KeyView[]> {
  return (await test.ask('/keys', { cookie: who })).json<{ keys: readonly KeyView[] }>().keys;
}

describe('whoever is not logged in', () => {
  it.each([
    ['GET', '/me'],
    ['POST', '/password'],
    ['GET', '/keys'],
    ['POST', '/keys'],
    ['PATCH', '/keys/x'],
    ['POST', '/keys/x/rotate'],
    ['POST', '/keys/x/revoke'],
    ['GET', '/usage'],
    ['GET', '/credits'],
    ['GET', '/projects'],
    ['PATCH', '/projects/x'],
    ['DELETE', '/projects/x'],
    ['GET', '/jobs'],
    ['GET', '/jobs/live?ids=x'],
    ['GET', '/jobs/x'],
    ['GET', '/jobs/x/request'],
    ['GET', '/jobs/x/events'],
    ['POST', '/jobs/x/cancel'],
    ['GET', '/webhooks/endpoints'],
    ['POST', '/webhooks/endpoints'],
    ['PATCH', '/webhooks/endpoints/x'],
    ['DELETE', '/webhooks/endpoints/x'],
    ['POST', '/webhooks/endpoints/x/rotate'],
    ['POST', '/webhooks/endpoints/x/test'],
    ['GET', '/webhooks/deliveries'],
    ['POST', '/webhooks/deliveries/x/retry'],
    ['GET', '/imports'],
    ['GET', '/rank/targets'],
    ['GET', '/rank/overview'],
    ['GET', '/rank/track'],
    ['POST', '/rank/track'],
    ['POST', '/rank/targets/check'],
  ] as const)('gets nothing from %s %s', async (method, path) => {
    const answer = await test.ask(path, { method, ...(method === 'GET' ? {} : { body: {} }) });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
  });
});

describe('every answer of the internal interface', () => {
  it('is kept by no cache and shown in no frame', async () => {
    const { headers } = await test.ask('/me', { cookie });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  it('is a problem document for what is not there', async () => {
    const answer = await test.ask('/nothing', { cookie });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});

describe('keys', () => {
  it('are shown once, and listed without their secret', async () => {
    const key = await createKey({ name: 'Shown once' });
    expect(key.secret).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    const list = await test.ask('/keys', { cookie });
    expect(list.body).toContain('Shown once');
    expect(list.body).not.toContain(key.secret);
  });

  it('can be restricted, and the restriction taken away', async () => {
    const { id } = await createKey();
    const changes = {
      ...KEY,
      allowed_domains: ['app.example.com', '*.example.org'],
      scopes: ['search'],
      project_id: 'acme',
    };
    const changed = await test.ask(`/keys/${id}`, { method: 'PATCH', body: changes, cookie });
    expect(changed.json()).toMatchObject({
      key: { allowed_domains: ['app.example.com', '*.example.org'], scopes: ['search'], project_id: 'acme' },
    });
    const freed = await test.ask(`/keys/${id}`, { method: 'PATCH', body: KEY, cookie });
    expect(freed.json()).toMatchObject({ key: { allowed_domains: [], scopes: [], project_id: null } });
  });

  it('rotate to a new secret and are revoked for good', async () => {
    const { id, secret } = await createKey();
    const rotated = await test.ask(`/keys/${id}/rotate`, { body: { grace_hours: 0 }, cookie });
    expect(rotated.json<{ key: CreatedKeyView }>().key.secret).not.toBe(secret);
    expect((await test.ask(`/keys/${id}/revoke`, { body: {}, cookie })).statusCode).toBe(200);
    expect((await test.ask(`/keys/${id}/revoke`, { body: {}, cookie })).statusCode).toBe(404);
    expect((await listKeys()).find((key) => key.id === id)?.revoked_at).not.toBeNull();
  });

  it('are refused with everything that is wrong with them', async () => {
    const body = { ...KEY, name: ' ', scopes: ['serch'], allowed_domains: ['not a host'] };
    const answer = await test.ask('/keys', { body, cookie });
    expect(answer.statusCode).toBe(422);
    const { errors } = answer.json<{ errors: readonly { path: string; message: string }[] }>();
    expect(errors.map((error) => error.path)).toEqual(['name', 'allowed_domains.0', 'scopes.0']);
    expect(errors.at(-1)?.message).toContain('did you mean search?');
  });

  it('cannot begin their life expired', async () => {
    const answer = await test.ask('/keys', { body: { ...KEY, expires_at: '2020-01-01T00:00:00Z' }, cookie });
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: 'expires_at' }] });
  });

  it('of another workspace are not there', async () => {
    const { id } = await createKey();
    expect(await listKeys(otherCookie)).toEqual([]);
    const attempts = await Promise.all([
      test.ask(`/keys/${id}`, { method: 'PATCH', body: KEY, cookie: otherCookie }),
      test.ask(`/keys/${id}/rotate`, { body: {}, cookie: otherCookie }),
      test.ask(`/keys/${id}/revoke`, { body: {}, cookie: otherCookie }),
    ]);
    expect(attempts.map((answer) => answer.statusCode)).toEqual([404, 404, 404]);
    expect((await listKeys()).find((key) => key.id === id)?.revoked_at).toBeNull();
  });
});

describe('projects', () => {
  it('are made with a budget, changed and removed', async () => {
    const made = await test.ask('/projects/acme-2027', {
      method: 'PATCH',
      body: { name: 'Acme', budget_credits: 100 },
      cookie,
    });
    expect(made.json()).toMatchObject({
      project: {
        id: 'acme-2027',
        name: 'Acme',
        budget_credits: 100,
        warning_share: 0.8,
        is_hard: true,
        month: { spent: 0 },
      },
    });
    const changed = await test.ask('/projects/acme-2027', { method: 'PATCH', body: { budget_credits: null }, cookie });
    expect(changed.json()).toMatchObject({ project: { name: 'Acme', budget_credits: null } });
    expect((await test.ask('/projects/acme-2027', { method: 'DELETE', cookie: otherCookie })).statusCode).toBe(404);
    expect((await test.ask('/projects/acme-2027', { method: 'DELETE', cookie })).statusCode).toBe(200);
    expect((await test.ask('/projects', { cookie })).json()).toEqual({ success: true, projects: [] });
  });

  it('take ids with characters that addresses escape', async () => {
    const made = await test.ask(`/projects/${encodeURIComponent('a/b c')}`, { method: 'PATCH', body: {}, cookie });
    expect(made.json()).toMatchObject({ project: { id: 'a/b c' } });
    const removed = await test.ask(`/projects/${encodeURIComponent('a/b c')}`, { method: 'DELETE', cookie });
    expect(removed.statusCode).toBe(200);
  });

  it('are refused with the field that is wrong', async () => {
    const answer = await test.ask('/projects/x', {
      method: 'PATCH',
      body: { budget_credits: -1, warning_share: 2 },
      cookie,
    });
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [
        { path: 'budget_credits', message: 'must be at least 0' },
        { path: 'warning_share', message: 'must be at most 1' },
      ],
    });
  });
});

describe('usage', () => {
  beforeAll(async () => {
    const insert = `insert into usage_days (workspace_id, day, key_id, project_id, operation, calls, failed_calls, credits)
      values ($1, $2::date, $3, $4, $5, $6, 0, $7)`;
    const operations = ['search', 'extract', 'a', 'b', 'c', 'd', 'e'];
    for (const [at, operation] of operations.entries()) {
      await test.database.query(insert, [
        'ws_default',
        '2026-11-02',
        'key_1',
        'acme',
        operation,
        10 - at,
        100 - 10 * at,
      ]);
    }
    await test.database.query(insert, ['ws_default', '2026-11-03', 'key_1', null, 'search', 5, 50]);
    await test.database.query(insert, ['ws_other', '2026-11-03', 'key_2', null, 'search', 1000, 1000]);
  });
  const usage = async (query: string) =>
    (await test.ask(`/usage?date_from=2026-11-01&date_to=2026-11-03&by_day=true&${query}`, { cookie })).json();

  it('has a value for every day of the range', async () => {
    expect(await usage('group_by=day')).toMatchObject({
      total: { calls: 54, credits: 540 },
      series: {
        days: ['2026-11-01', '2026-11-02', '2026-11-03'],
        parts: [{ kind: 'all', group: null, credits: [0, 490, 50] }],
      },
    });
  });

  it('shows the five largest operations apart and the rest in one', async () => {
    const { groups, series } = await usage('group_by=operation');
    expect(groups[0]).toEqual({ group: 'search', calls: 15, failed_calls: 0, credits: 150, usd: 0 });
    expect(series.parts.map((part: { kind: string; group: string | null }) => [part.kind, part.group])).toEqual([
      ['group', 'search'],
      ['group', 'extract'],
      ['group', 'a'],
      ['group', 'b'],
      ['group', 'c'],
      ['rest', null],
    ]);
    expect(series.parts[0].credits).toEqual([0, 100, 50]);
    expect(series.parts[5].credits).toEqual([0, 90, 0]);
  });

  it('can be asked for one operation alone', async () => {
    expect(await usage('group_by=day&operation=extract')).toMatchObject({ total: { calls: 9, credits: 90 } });
  });

  it.each([
    'date_from=2026-11-04&date_to=2026-11-03',
    'date_from=2020-01-01&date_to=2026-11-03',
    'date_from=soon&date_to=now',
  ])('refuses the range %s', async (range) => {
    expect((await test.ask(`/usage?${range}&group_by=day`, { cookie })).statusCode).toBe(422);
  });

  it('comes with the state of the credits', async () => {
    expect((await test.ask('/credits', { cookie })).json()).toMatchObject({
      plan: 'self_hosted',
      balance: null,
      reserved: 0,
      entries: [],
    });
  });
});

describe('webhooks', () => {
  it('are made, shown without their secret, tested, paused, rotated and deleted', async () => {
    const form = { url: 'https://hooks.example.com/in', events: ['job.completed'] };
    const made = await test.ask('/webhooks/endpoints', { body: form, cookie });
    expect(made.statusCode).toBe(201);
    const { endpoint, signing_secret: secret } = made.json<SignedEndpointView>();
    const { id } = endpoint;
    expect(secret).toMatch(/^whsec_/);
    const list = await test.ask('/webhooks/endpoints', { cookie });
    expect(list.json<{ endpoints: EndpointView[] }>().endpoints).toMatchObject([{ id, is_active: true }]);
    expect(list.body).not.toContain(secret);

    const path = `/webhooks/endpoints/${id}`;
    const sent = (await test.ask(`${path}/test`, { body: {}, cookie })).json<{ delivery: DeliveryView }>();
    expect(sent.delivery).toMatchObject({ endpoint_id: id, status: 'pending', attempts: [] });
    const retry = `/webhooks/deliveries/${sent.delivery.id}/retry`;
    expect((await test.ask(retry, { body: {}, cookie })).statusCode).toBe(409);
    const paused = await test.ask(path, { method: 'PATCH', body: { is_active: false }, cookie });
    expect(paused.json()).toMatchObject({ endpoint: { is_active: false } });
    const rotated = await test.ask(`${path}/rotate`, { body: {}, cookie });
    expect(rotated.json<SignedEndpointView>().signing_secret).not.toBe(secret);
    for (const foreign of [`${path}/test`, `${path}/rotate`, retry]) {
      expect((await test.ask(foreign, { body: {}, cookie: otherCookie })).statusCode).toBe(404);
    }
    expect((await test.ask(path, { method: 'DELETE', cookie })).statusCode).toBe(200);
    const foreign = await test.ask('/webhooks/deliveries?status=pending', { cookie: otherCookie });
    expect(foreign.json()).toMatchObject({ deliveries: [] });
  });

  it('take what REST takes: a description of 300 characters can be changed here', async () => {
    const description = 'x'.repeat(300);
    const form = { url: 'https://hooks.example.com/long', events: ['job.failed'], description };
    const made = await test.ask('/webhooks/endpoints', { body: form, cookie });
    expect(made.statusCode).toBe(201);
    const { endpoint } = made.json<SignedEndpointView>();
    const changed = await test.ask(`/webhooks/endpoints/${endpoint.id}`, {
      method: 'PATCH',
      body: { description: `${description}y` },
      cookie,
    });
    expect(changed.json()).toMatchObject({ endpoint: { description: `${description}y` } });
  });

  it('need an event to be told of', async () => {
    const answer = await test.ask('/webhooks/endpoints', {
      body: { url: 'https://hooks.example.com', events: [] },
      cookie,
    });
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [{ path: 'events', message: 'needs at least 1 item' }],
    });
  });
});

describe('jobs', () => {
  const job: NewJob = {
    workspace_id: 'ws_default',
    key_id: undefined,
    project_id: undefined,
    workflow_id: undefined,
    request_id: 'req_1',
    transport: 'rest',
    operation: 'search',
    input: { query: 'a large input' },
    credits: 0,
    attempts_max: 3,
  };

  it('are listed without what they carry, read with it, and cancelled', async () => {
    const [stored] = await test.jobs.enqueue([job]);
    const list = await test.ask('/jobs?status=queued&operation=search', { cookie });
    expect(list.json()).toMatchObject({ total_count: 1, jobs: [{ id: stored?.id, status: 'queued' }] });
    expect(list.body).not.toContain('a large input');
    expect((await test.ask(`/jobs/${stored?.id}`, { cookie })).json()).toMatchObject({ job: { result: null } });
    expect((await test.ask(`/jobs/${stored?.id}/request`, { cookie })).json()).toEqual({
      request_id: 'req_1',
      input: job.input,
    });
    const cancelled = await test.ask(`/jobs/${stored?.id}/cancel`, { body: {}, cookie });
    expect(cancelled.json()).toMatchObject({ job: { status: 'cancelled' } });
    expect((await test.ask(`/jobs/${stored?.id}/cancel`, { body: {}, cookie })).statusCode).toBe(409);
  });

  it('of another workspace are not there', async () => {
    const [stored] = await test.jobs.enqueue([job]);
    for (const path of ['', '/request', '/events'].map((part) => `/jobs/${stored?.id}${part}`)) {
      expect((await test.ask(path, { cookie: otherCookie })).statusCode).toBe(404);
    }
    expect((await test.ask(`/jobs/${stored?.id}/cancel`, { body: {}, cookie: otherCookie })).statusCode).toBe(404);
    expect((await test.ask('/jobs', { cookie: otherCookie })).json()).toMatchObject({ jobs: [], total_count: 0 });
    const live = await test.ask(`/jobs/live?ids=${stored?.id}`, { cookie: otherCookie });
    expect(live.body).not.toContain('event: job');
  });
});

describe('the figures of all sites', () => {
  const keep = (id: string, operation: string, input: object, result: object): Promise<unknown> =>
    test.database.query(
      `insert into jobs (id, workspace_id, request_id, transport, operation, input, status, credits, attempts_max, result, finished_at)
       values ($1, 'ws_default', $1, 'rest', $2, $3, 'completed', 0, 1, $4, now())`,
      [id, operation, JSON.stringify(input), JSON.stringify(result)],
    );

  it('come from the newest kept answers about each, whether they were asked by target or by domain', async () => {
    await keep('job_links', 'backlinks.summary', { target: 'a.example' }, { referring_domains: 12 });
    await keep('job_pages', 'domain.relevant-pages', { target: 'a.example' }, { totals: { clicks: 340 } });
    const mentions = { mention_audit: { mention_rate: { value: 0.4 } } };
    await keep('job_ai', 'llm-mentions.track', { brand: 'A', domain: 'a.example' }, mentions);
    await keep('job_else', 'llm-mentions.track', { brand: 'B', domain: 'b.example' }, mentions);
    const figures = await new PostgresReports(test.database).figures('ws_default', ['a.example']);
    expect(figures.toSorted((one, other) => one.operation.localeCompare(other.operation))).toMatchObject([
      { target: 'a.example', operation: 'backlinks.summary', referring_domains: 12, mention_rate: undefined },
      { target: 'a.example', operation: 'domain.relevant-pages', clicks: 340 },
      { target: 'a.example', operation: 'llm-mentions.track', mention_rate: 0.4, clicks: undefined },
    ]);
  });
});
