import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { createGuardedPost, type GuardedPost } from '../../adapters/fetch/guarded-post.ts';
import { announce } from '../../adapters/postgres/outbox.ts';
import { PostgresWebhooks } from '../../adapters/postgres/webhooks.ts';
import { openVault } from '../../adapters/secrets.ts';
import type { Operation, RunContext } from '../../contract/operation.ts';
import { AppError } from '../../kernel/errors.ts';
import type { WebhookAdmin } from '../../ports/webhooks.ts';
import deliveriesList from './deliveries/list/operation.ts';
import deliveriesRetry from './deliveries/retry/operation.ts';
import endpointsCreate from './endpoints/create/operation.ts';
import endpointsDelete from './endpoints/delete/operation.ts';
import endpointsList from './endpoints/list/operation.ts';
import endpointsRotate from './endpoints/rotate/operation.ts';
import endpointsTest from './endpoints/test/operation.ts';
import endpointsUpdate from './endpoints/update/operation.ts';

let test: TestDatabase;
let post: GuardedPost;
let webhooks: WebhookAdmin;
beforeAll(async () => {
  test = await openTestDatabase();
  const vault = await openVault({ secret: 'a secret for these tests, long enough', data_dir: '/nowhere' });
  post = createGuardedPost({ user_agent: 'Seamark', allow_networks: [], allow_ports: [], resolve: [] });
  webhooks = new PostgresWebhooks({ database: test.database, vault, checkUrl: post.checkUrl });
});
afterAll(async () => {
  await post.close();
  await test.close();
});

let workspace: string;
beforeEach(async () => {
  workspace = `ws_${randomBytes(6).toString('hex')}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', 'test')", [workspace]);
});

const unused = (): never => {
  throw new Error('No webhook operation asks for this.');
};

/** The rest of a run: none of these operations touches it. */
function context(): RunContext {
  return {
    get ports() {
      return unused();
    },
    account: {
      webhooks,
      get answers() {
        return unused();
      },
      get jobs() {
        return unused();
      },
      get projects() {
        return unused();
      },
      get usage() {
        return unused();
      },
      get imports() {
        return unused();
      },
      get crawls() {
        return unused();
      },
      get members() {
        return unused();
      },
      get tasks() {
        return unused();
      },
      get hosts() {
        return unused();
      },
      get targets() {
        return unused();
      },
      get schedules() {
        return unused();
      },
      get sites() {
        return unused();
      },
      get sources() {
        return unused();
      },
    },
    caller: {
      workspace_id: workspace,
      key_id: 'key_1',
      key_name: 'test',
      allowed_domains: [],
      scopes: [],
      project_id: undefined,
      plan: 'test',
    },
    now: new Date(),
    request_id: 'req_test',
    signal: new AbortController().signal,
    compute: unused,
    report: unused,
    locate: unused,
    brand: unused,
    tracked: unused,
    muting: unused,
    competitors: unused,
  };
}

async function call(operation: Operation, input: unknown): Promise<Record<string, unknown>> {
  return (await operation.prepare(input).run(context())).result;
}

async function created(
  input: Record<string, unknown> = {},
): Promise<{ id: string; secret: string; endpoint: unknown }> {
  const { endpoint, signing_secret } = await call(endpointsCreate, { url: 'https://example.com/hook', ...input });
  if (typeof endpoint !== 'object' || endpoint === null || !('id' in endpoint))
    throw new Error('No endpoint was made.');
  return { id: String(endpoint.id), secret: String(signing_secret), endpoint };
}

async function failure(work: () => unknown): Promise<AppError> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('Expected an AppError.');
}

describe('the webhook operations', () => {
  it('make an endpoint that takes all events, answer 201 and show the secret this once', async () => {
    const { id, secret, endpoint } = await created({ description: ' CRM ' });
    expect(endpointsCreate.success_status).toBe(201);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whe_/),
      url: 'https://example.com/hook',
      description: 'CRM',
      format: 'standard',
      events: [
        'job.completed',
        'job.failed',
        'project.budget_warning',
        'project.budget_exceeded',
        'alert.rank_changed',
        'alert.mention_changed',
        'alert.schedule_stale',
        'alert.site_changed',
      ],
      is_active: true,
      paused_reason: null,
      failing_since: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(secret).toMatch(/^whsec_/);
    await expect(call(endpointsList, {})).resolves.toEqual({ endpoints: [endpoint] });
    const rotated = await call(endpointsRotate, { id });
    expect(rotated['signing_secret']).not.toBe(secret);
    await expect(call(endpointsUpdate, { id, is_active: false, description: null })).resolves.toMatchObject({
      endpoint: { id, is_active: false, description: null },
    });
    await expect(call(endpointsDelete, { id })).resolves.toEqual({ id, deleted: true });
    await expect(call(endpointsList, {})).resolves.toEqual({ endpoints: [] });
  });

  it('list deliveries by the strings of a query, and retry none that has not failed', async () => {
    const { id } = await created();
    await expect(call(endpointsTest, { id })).resolves.toMatchObject({ delivery: { event_type: 'webhook.test' } });
    await test.database.transaction((transaction) =>
      announce(transaction, { workspace_id: workspace, project_id: 'prj_1', type: 'job.failed', data: {} }),
    );
    const { deliveries, limit } = await call(deliveriesList, { limit: '1', status: 'pending', project_id: 'prj_1' });
    expect(limit).toBe(1);
    expect(deliveries).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        endpoint_id: id,
        message_id: expect.stringMatching(/^msg_/),
        project_id: 'prj_1',
        event_type: 'job.failed',
        status: 'pending',
        response_code: null,
        failure_reason: null,
        attempts_made: 0,
        next_attempt_at: expect.any(String),
        created_at: expect.any(String),
        finished_at: null,
        attempts: [],
      },
    ]);
    const [row] = await test.database.query<{ id: string }>(
      "select id from webhook_deliveries where project_id = 'prj_1'",
    );
    await expect(failure(() => call(deliveriesRetry, { id: row?.id }))).resolves.toMatchObject({ status: 409 });
    await test.database.query("update webhook_deliveries set status = 'failed', finished_at = now() where id = $1", [
      row?.id,
    ]);
    await expect(call(deliveriesRetry, { id: row?.id })).resolves.toMatchObject({ delivery: { status: 'pending' } });
    await expect(call(deliveriesList, {})).resolves.toMatchObject({ limit: 25, offset: 0, deliveries: [{}, {}] });
    const past = { deliveries: [], total_count: 2, offset: 2 };
    await expect(call(deliveriesList, { offset: '2' })).resolves.toMatchObject(past);
  });

  it.each([
    [endpointsCreate, {}, 'url'],
    [endpointsCreate, { url: 7 }, 'url'],
    [endpointsCreate, { url: '' }, 'url'],
    [endpointsCreate, { url: `https://example.com/${'a'.repeat(2048)}` }, 'url'],
    [endpointsCreate, { url: 'https://example.com/', events: [] }, 'events'],
    [endpointsCreate, { url: 'https://example.com/', events: 'job.failed' }, 'events'],
    [endpointsCreate, { url: 'https://example.com/', events: ['job.done'] }, 'events[0]'],
    [endpointsCreate, { url: 'https://example.com/', events: null }, 'events'],
    [endpointsCreate, { url: 'https://example.com/', description: 5 }, 'description'],
    [endpointsCreate, { url: 'https://example.com/', secret: 'mine' }, 'secret'],
    [endpointsUpdate, { id: 'whe_1', events: [] }, 'events'],
    [endpointsUpdate, { id: 'whe_1', is_active: 'no' }, 'is_active'],
    [endpointsUpdate, { id: 'whe_1', url: null }, 'url'],
    [deliveriesList, { limit: '0' }, 'limit'],
    [deliveriesList, { limit: '101' }, 'limit'],
    [deliveriesList, { limit: '5.5' }, 'limit'],
    [deliveriesList, { limit: '' }, 'limit'],
    [deliveriesList, { limit: 'ten' }, 'limit'],
    [deliveriesList, { limit: ['1', '2'] }, 'limit'],
    [deliveriesList, { status: 'no_such_value' }, 'status'],
    [deliveriesList, { endpoint_id: ['a', 'b'] }, 'endpoint_id'],
    [deliveriesList, { state: 'failed' }, 'state'],
  ])('refuse %o with %j and name the field %s', async (operation, input, field) => {
    const error = await failure(() => operation.prepare(input));
    expect(error.status).toBe(422);
    expect(error.issues.map((issue) => issue.path)).toContain(field);
  });

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'not a url',
  ])('refuse the url %j with 422, the field and the fix, when it is made and when it is changed', async (url) => {
    const { id } = await created();
    for (const work of [() => call(endpointsCreate, { url }), () => call(endpointsUpdate, { id, url })]) {
      const error = await failure(work);
      expect(error.status).toBe(422);
      expect(error.issues).toMatchObject([{ path: 'url' }]);
      expect(error.fix).toBeDefined();
    }
    await expect(call(endpointsList, {})).resolves.toMatchObject({ endpoints: [{ url: 'https://example.com/hook' }] });
  });

  it.each([endpointsUpdate, endpointsDelete, endpointsRotate, endpointsTest, deliveriesRetry])(
    'answer 404 to an id that the workspace does not have (%#)',
    async (operation) => {
      const error = await failure(() => call(operation, { id: 'no_such_thing' }));
      expect(error.status).toBe(404);
      expect(error.message).toContain('no_such_thing');
    },
  );

  it('publish the types, bounds and presets that the interface states', async () => {
    const { jsonSchemaOf } = await import('../../contract/json-schema.ts');
    const published = (operation: Operation): unknown => jsonSchemaOf(operation.input.strict(), 'input', new Map());
    expect(published(deliveriesList)).toMatchObject({
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
        status: { type: 'string', enum: ['pending', 'delivered', 'failed'] },
        endpoint_id: { type: 'string' },
        project_id: { type: 'string' },
        event_type: { type: 'string' },
      },
    });
    expect(published(deliveriesList)).not.toHaveProperty('required');
    expect(published(endpointsCreate)).toMatchObject({
      required: ['url'],
      properties: { url: { type: 'string' }, events: { type: 'array' }, description: { type: 'string' } },
    });
    expect(published(endpointsUpdate)).toMatchObject({
      required: ['id'],
      properties: { url: { type: 'string' }, events: { type: 'array' }, is_active: { type: 'boolean' } },
    });
  });
});
