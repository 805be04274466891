import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { AttemptOutcome, ClaimLimits, CreatedEndpoint, DeliveryQuery, DueDelivery } from '../../ports/webhooks.ts';
import { createGuardedPost, type GuardedPost } from '../fetch/guarded-post.ts';
import { openVault, type Vault } from '../secrets.ts';
import { announce } from './outbox.ts';
import { PostgresDeliveryQueue } from './webhook-queue.ts';
import { PostgresWebhooks } from './webhooks.ts';

let test: TestDatabase;
let vault: Vault;
let post: GuardedPost;
let webhooks: PostgresWebhooks;
let queue: PostgresDeliveryQueue;
beforeAll(async () => {
  test = await openTestDatabase();
  vault = await openVault({ secret: 'a secret for these tests, long enough', data_dir: '/nowhere' });
  post = createGuardedPost({ user_agent: 'Seamark', allow_networks: [], allow_ports: [], resolve: [] });
  webhooks = new PostgresWebhooks({ database: test.database, vault, checkUrl: post.checkUrl });
  queue = new PostgresDeliveryQueue({ database: test.database, vault, log: silentLog });
});
afterAll(async () => {
  await post.close();
  await test.close();
});

let workspace: string;
beforeEach(async () => {
  const clear = (): Promise<unknown> =>
    test.database.query('truncate webhook_deliveries, webhook_endpoints, webhook_attempts, webhook_old_secrets');
  // A statement that the test before left under way may hold one of the tables and want another.
  await clear().catch(clear);
  workspace = await openWorkspace();
});

async function openWorkspace(): Promise<string> {
  const id = `ws_${randomBytes(6).toString('hex')}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', 'test')", [id]);
  return id;
}

const BLANK = { url: 'https://example.com/hook', description: undefined, events: ['job.completed'] } as const;

const create = (url: string = BLANK.url, of = workspace): Promise<CreatedEndpoint> =>
  webhooks.create(of, { ...BLANK, url });

const LEASE = { owner: 'one', duration_ms: 60_000 };
const LIMITS: ClaimLimits = { count: 100, endpoint_max: 100, workspace_max: 100 };
const ALL: DeliveryQuery = {
  limit: 100,
  offset: 0,
  status: undefined,
  endpoint_id: undefined,
  project_id: undefined,
  event_type: undefined,
};

/** A completed job of the workspace, told to whoever wants to know. */
function tell(of = workspace, project_id?: string): Promise<void> {
  return test.database.transaction((transaction) =>
    announce(transaction, { workspace_id: of, project_id, type: 'job.completed', data: { job: { id: 'job_1' } } }),
  );
}

async function claimOne(): Promise<DueDelivery> {
  const [delivery] = await queue.claim(LEASE, { ...LIMITS, count: 1 });
  if (delivery === undefined) throw new Error('Nothing is due.');
  return delivery;
}

const FAILED: Omit<AttemptOutcome, 'delivery_id'> = {
  is_delivered: false,
  duration_ms: 12,
  response_status: 500,
  failure_reason: 'The receiver answered 500.',
  retry_in_ms: undefined,
  counts: true,
  pause_reason: undefined,
  hold_ms: undefined,
};
const DELIVERED = { ...FAILED, is_delivered: true, response_status: 200, failure_reason: undefined };

async function endWith(outcome: Omit<AttemptOutcome, 'delivery_id'>): Promise<DueDelivery> {
  const delivery = await claimOne();
  await queue.record('one', { ...outcome, delivery_id: delivery.id });
  return delivery;
}

describe('an endpoint', () => {
  it('is made with a secret that is shown once and stored encrypted', async () => {
    const made = await webhooks.create(workspace, {
      ...BLANK,
      description: 'CRM',
      events: ['job.failed', 'job.failed'],
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({ url: BLANK.url, description: 'CRM', events: ['job.failed'], is_active: true });
    const [listed] = await webhooks.endpoints(workspace);
    const { secret, ...rest } = made;
    expect(listed).toEqual(rest);
    const [row] = await test.database.query<{ secret: Uint8Array; whole: string }>(
      'select secret, webhook_endpoints::text as whole from webhook_endpoints',
    );
    expect(row?.whole).not.toContain(secret);
    const raw = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(Buffer.from(row?.secret ?? []).includes(raw)).toBe(false);
    expect(Buffer.from(row?.secret ?? []).includes(secret)).toBe(false);
  });

  it('is refused with a URL that points inward, at creation and at change, and nothing is stored', async () => {
    const refusal = { code: 'invalid_input', issues: [{ path: 'url' }] };
    await expect(create('https://169.254.169.254/latest')).rejects.toMatchObject(refusal);
    await expect(webhooks.endpoints(workspace)).resolves.toEqual([]);
    const { id } = await create();
    const change = { url: 'https://[::1]/', description: undefined, events: undefined, is_active: undefined };
    await expect(webhooks.change(workspace, id, change)).rejects.toMatchObject(refusal);
    await expect(webhooks.endpoints(workspace)).resolves.toMatchObject([{ url: BLANK.url }]);
  });

  it('is one of at most 50 a workspace, however many are made at once', async () => {
    const tried = await Promise.allSettled(Array.from({ length: 55 }, () => create()));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    await expect(create()).rejects.toMatchObject({ code: 'conflict', fix: expect.stringContaining('Delete') });
    const [first] = await webhooks.endpoints(workspace);
    await webhooks.remove(workspace, first?.id ?? '');
    await expect(create()).resolves.toMatchObject({ is_active: true });
  });

  it('is told in the way that suits its address, unless another is asked for', async () => {
    const checkUrl = (url: string): void => (url.startsWith('mailto:') ? undefined : post.checkUrl(url));
    const reached = new PostgresWebhooks({ database: test.database, vault, checkUrl });
    const formatOf = async (url: string, format?: 'standard' | 'slack' | 'email'): Promise<string> =>
      (await reached.create(workspace, { ...BLANK, url, format })).format;
    await expect(formatOf('https://example.com/hook')).resolves.toBe('standard');
    await expect(formatOf('https://hooks.slack.com/services/T0/B0/x')).resolves.toBe('slack');
    await expect(formatOf('https://chat.example.com/hooks/x', 'slack')).resolves.toBe('slack');
    await expect(formatOf('mailto:seo@example.com')).resolves.toBe('email');
    const misfit = { code: 'invalid_input', issues: [expect.objectContaining({ path: 'format' })] };
    await expect(formatOf('https://example.com/hook', 'email')).rejects.toMatchObject(misfit);
    await expect(formatOf('mailto:seo@example.com', 'slack')).rejects.toMatchObject(misfit);
    const [first] = await reached.endpoints(workspace);
    const none = { url: undefined, description: undefined, events: undefined, is_active: undefined };
    const change = (to: object) => reached.change(workspace, first?.id ?? '', { ...none, ...to });
    await expect(change({ format: 'slack' })).resolves.toMatchObject({
      format: 'slack',
      url: 'https://example.com/hook',
    });
    await expect(change({ description: 'same' })).resolves.toMatchObject({ format: 'slack' });
    await expect(change({ url: 'mailto:seo@example.com' })).resolves.toMatchObject({ format: 'email' });
    await expect(change({ format: 'slack' })).rejects.toMatchObject(misfit);
  });

  it('changes what is sent and leaves the rest', async () => {
    const { id } = await webhooks.create(workspace, { ...BLANK, description: 'old' });
    const none = { url: undefined, description: undefined, events: undefined, is_active: undefined };
    await expect(webhooks.change(workspace, id, none)).resolves.toMatchObject({ ...BLANK, description: 'old' });
    const changed = await webhooks.change(workspace, id, { ...none, description: null, events: ['job.failed'] });
    expect(changed).toMatchObject({ url: BLANK.url, description: undefined, events: ['job.failed'], is_active: true });
    await expect(webhooks.change(workspace, id, { ...none, is_active: false })).resolves.toMatchObject({
      is_active: false,
      events: ['job.failed'],
    });
  });

  it('of another workspace is unknown to every method', async () => {
    const other = await openWorkspace();
    const { id } = await create(BLANK.url, other);
    await tell(other);
    const delivery = await endWith(FAILED);
    const change = { url: undefined, description: null, events: undefined, is_active: false };
    await expect(webhooks.endpoints(workspace)).resolves.toEqual([]);
    await expect(webhooks.change(workspace, id, change)).resolves.toBeUndefined();
    await expect(webhooks.rotate(workspace, id)).resolves.toBeUndefined();
    await expect(webhooks.test(workspace, id)).resolves.toBeUndefined();
    await expect(webhooks.remove(workspace, id)).resolves.toBe(false);
    await expect(webhooks.retry(workspace, delivery.id)).resolves.toBeUndefined();
    await expect(webhooks.deliveries(workspace, { ...ALL, endpoint_id: id })).resolves.toEqual([]);
    await expect(webhooks.endpoints(other)).resolves.toMatchObject([{ is_active: true }]);
  });

  it('signs with the old secret as well for 24 hours after a rotation', async () => {
    const first = await create();
    const second = await webhooks.rotate(workspace, first.id);
    expect(second?.secret).not.toBe(first.secret);
    await tell();
    const { secrets } = await claimOne();
    expect(secrets).toEqual([second?.secret, first.secret]);
    await test.database.query("update webhook_old_secrets set valid_until = valid_until - interval '24 hours'");
    await tell();
    await expect(claimOne()).resolves.toMatchObject({ secrets: [second?.secret] });
    await queue.sweep();
    await expect(test.database.query('select 1 as one from webhook_old_secrets')).resolves.toEqual([]);
  });

  it('keeps every secret of the last 24 hours valid, and is not rotated without end', async () => {
    const secrets = [(await create()).secret];
    const [endpoint] = await webhooks.endpoints(workspace);
    for (let round = 0; round < 5; round += 1) {
      secrets.unshift((await webhooks.rotate(workspace, endpoint?.id ?? ''))?.secret ?? '');
    }
    await expect(webhooks.rotate(workspace, endpoint?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
    await tell();
    expect((await claimOne()).secrets.toSorted()).toEqual(secrets.toSorted());
  });

  it('has no secret that opens with another key', async () => {
    const { id } = await create();
    const elsewhere = await openVault({ secret: 'another secret, which is long enough too', data_dir: '/nowhere' });
    const options = { database: test.database, vault: elsewhere };
    const lost = new PostgresWebhooks({ ...options, checkUrl: post.checkUrl });
    await tell();
    const claimed = await new PostgresDeliveryQueue({ ...options, log: silentLog }).claim(LEASE, LIMITS);
    expect(claimed).toMatchObject([{ secrets: [] }]);
    await lost.rotate(workspace, id);
  });

  it('takes text that PostgreSQL does not', async () => {
    const made = await webhooks.create(workspace, { ...BLANK, description: 'a\0b' });
    expect(made.description).toBe('ab');
    await expect(webhooks.remove(workspace, 'x\0y')).resolves.toBe(false);
    await expect(webhooks.deliveries(workspace, { ...ALL, project_id: '\0' })).resolves.toEqual([]);
  });
});

describe('an announcement', () => {
  it('goes to each active endpoint that wants the event, under one message id', async () => {
    const wanting = [await create(), await create()];
    await webhooks.create(workspace, { ...BLANK, events: ['job.failed'] });
    const { id } = await create();
    await webhooks.change(workspace, id, { ...blankChange, is_active: false });
    await create(BLANK.url, await openWorkspace());
    await tell(workspace, 'prj_1');
    const claimed = await queue.claim(LEASE, LIMITS);
    expect(claimed.map((delivery) => delivery.endpoint_id).toSorted()).toEqual(
      wanting.map((made) => made.id).toSorted(),
    );
    expect(new Set(claimed.map((delivery) => delivery.message_id)).size).toBe(1);
    expect(JSON.parse(claimed[0]?.payload ?? '')).toEqual({
      type: 'job.completed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { job: { id: 'job_1' } },
    });
  });

  it('is not made by a transaction that is rolled back', async () => {
    await create();
    const failed = test.database.transaction(async (transaction) => {
      await announce(transaction, { workspace_id: workspace, project_id: undefined, type: 'job.completed', data: {} });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await expect(queue.claim(LEASE, LIMITS)).resolves.toEqual([]);
  });
});

const blankChange = { url: undefined, description: undefined, events: undefined, is_active: undefined };

describe('the queue', () => {
  it('gives each due delivery to one worker, however many ask at once', async () => {
    await create();
    for (let count = 0; count < 40; count += 1) await tell();
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        queue.claim({ owner: `w${at}`, duration_ms: 60_000 }, { ...LIMITS, count: 7 }),
      ),
    );
    const ids = claims.flat().map((delivery) => delivery.id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await queue.claim(LEASE, LIMITS);
    expect(ids.length + rest.length).toBe(40);
  });

  it('gives a delivery again when the lease of who had it is over, and takes no record from that one then', async () => {
    await create();
    await tell();
    const [lost] = await queue.claim({ owner: 'dead', duration_ms: 0 }, LIMITS);
    const again = await claimOne();
    expect(again.message_id).toBe(lost?.message_id);
    await expect(queue.record('dead', { ...DELIVERED, delivery_id: again.id })).resolves.toBeUndefined();
    await expect(queue.record('one', { ...DELIVERED, delivery_id: again.id })).resolves.toMatchObject({
      status: 'delivered',
    });
    await expect(webhooks.deliveries(workspace, ALL)).resolves.toMatchObject([{ attempts_made: 1, attempts: [{}] }]);
  });

  it('lets no endpoint and no workspace have more than its share under way', async () => {
    const [one, other] = [await create(), await create()];
    const second = await openWorkspace();
    await create(BLANK.url, second);
    for (let count = 0; count < 10; count += 1) await tell();
    await tell(second);
    const limits = { count: 100, endpoint_max: 3, workspace_max: 5 };
    const first = await queue.claim(LEASE, limits);
    const under = (id: string): number => first.filter((delivery) => delivery.endpoint_id === id).length;
    expect(under(one.id)).toBeLessThanOrEqual(3);
    expect(under(other.id)).toBeLessThanOrEqual(3);
    expect(first.filter((delivery) => delivery.workspace_id === workspace)).toHaveLength(5);
    expect(first.filter((delivery) => delivery.workspace_id === second)).toHaveLength(1);
    await expect(queue.claim(LEASE, limits)).resolves.toEqual([]);
  });

  it('lets a workspace with little to send go before one with much', async () => {
    await create();
    for (let count = 0; count < 10; count += 1) await tell();
    const second = await openWorkspace();
    await create(BLANK.url, second);
    await tell(second);
    const claimed = await queue.claim(LEASE, { ...LIMITS, count: 2 });
    expect(claimed.map((delivery) => delivery.workspace_id).toSorted()).toEqual([workspace, second].toSorted());
  });

  it('sends one at a time to an endpoint that is failing, until one arrives', async () => {
    await create();
    for (let count = 0; count < 5; count += 1) await tell();
    await endWith({ ...FAILED, retry_in_ms: 3_600_000 });
    const [probe, ...more] = await queue.claim(LEASE, LIMITS);
    expect(more).toEqual([]);
    await queue.record('one', { ...DELIVERED, delivery_id: probe?.id ?? '' });
    await expect(queue.claim(LEASE, LIMITS)).resolves.toHaveLength(3);
  });

  it('leaves a receiver alone for as long as it asks', async () => {
    const { id } = await create();
    await tell();
    await tell();
    await endWith({ ...FAILED, response_status: 429, retry_in_ms: 0, hold_ms: 60_000 });
    await expect(queue.claim(LEASE, LIMITS)).resolves.toEqual([]);
    await webhooks.test(workspace, id);
    await expect(queue.claim(LEASE, LIMITS)).resolves.not.toEqual([]);
  });

  it('counts attempts and plans the next one', async () => {
    await create();
    await tell();
    await endWith({ ...FAILED, retry_in_ms: 0 });
    const second = await endWith({
      ...FAILED,
      response_status: undefined,
      failure_reason: 'Gone.',
      retry_in_ms: 60_000,
    });
    expect(second.attempts_made).toBe(1);
    const [delivery] = await webhooks.deliveries(workspace, ALL);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts_made: 2,
      response_status: undefined,
      failure_reason: 'Gone.',
      finished_at: undefined,
      attempts: [
        { number: 1, response_status: 500, failure_reason: 'The receiver answered 500.', duration_ms: 12 },
        { number: 2, response_status: undefined, failure_reason: 'Gone.' },
      ],
    });
    expect(delivery?.next_attempt_at?.getTime()).toBeGreaterThan(Date.now() + 50_000);
    await expect(queue.claim(LEASE, LIMITS)).resolves.toEqual([]);
  });

  it('takes back what a worker could not finish, without counting an attempt', async () => {
    await create();
    await tell();
    const { id } = await claimOne();
    await queue.putBack('another', [id]);
    await expect(queue.claim(LEASE, LIMITS)).resolves.toEqual([]);
    await queue.putBack('one', [id]);
    await expect(claimOne()).resolves.toMatchObject({ id, attempts_made: 0 });
  });

  it('tells who listens', async () => {
    const heard = Promise.withResolvers<string>();
    const stop = queue.onWork(() => heard.resolve('heard'));
    await create();
    // Listening begins a moment later, so it is told until it has heard.
    const timer = setInterval(() => void tell(), 20);
    await expect(heard.promise).resolves.toBe('heard');
    clearInterval(timer);
    stop();
  });
});

describe('an endpoint that fails', () => {
  const ended = { ...FAILED, retry_in_ms: 0 };

  async function failingFor(days: number, lastFailureHours: number): Promise<void> {
    await test.database.query(
      `update webhook_endpoints set failing_since = now() - make_interval(days => $1),
       last_failure_at = now() - make_interval(hours => $2)`,
      [days, lastFailureHours],
    );
  }

  it('is paused after five days of nothing but failures, with the reason', async () => {
    await create();
    await tell();
    await endWith(ended);
    await failingFor(4, 20);
    await endWith(ended);
    await expect(webhooks.endpoints(workspace)).resolves.toMatchObject([{ is_active: true }]);
    await failingFor(5, 20);
    await endWith(ended);
    await expect(webhooks.endpoints(workspace)).resolves.toMatchObject([
      { is_active: false, paused_reason: expect.stringMatching(/^Nothing could be delivered since \d{4}-/) },
    ]);
  });

  it('is not paused for failures that lie far apart', async () => {
    await create();
    await tell();
    await endWith(ended);
    await failingFor(30, 49);
    await endWith(ended);
    const [endpoint] = await webhooks.endpoints(workspace);
    expect(endpoint?.is_active).toBe(true);
    expect(endpoint?.failing_since?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is forgiven by one delivery that arrives, by a new URL, and by being switched on again', async () => {
    const { id } = await create();
    const since = async (): Promise<Date | undefined> => (await webhooks.endpoints(workspace))[0]?.failing_since;
    await tell();
    await endWith(ended);
    await expect(since()).resolves.toBeInstanceOf(Date);
    await webhooks.change(workspace, id, { ...blankChange, description: 'x', url: BLANK.url });
    await expect(since()).resolves.toBeInstanceOf(Date);
    await webhooks.change(workspace, id, { ...blankChange, url: 'https://example.com/new' });
    await expect(since()).resolves.toBeUndefined();
    await endWith(ended);
    await webhooks.change(workspace, id, { ...blankChange, is_active: true });
    await expect(since()).resolves.toBeUndefined();
    await endWith(ended);
    await endWith(DELIVERED);
    await expect(since()).resolves.toBeUndefined();
  });

  it('is not blamed for what is our own fault', async () => {
    await create();
    await tell();
    await failingFor(30, 1);
    await endWith({ ...ended, counts: false });
    await expect(webhooks.endpoints(workspace)).resolves.toMatchObject([{ is_active: true }]);
  });

  it('is paused at once by 410, and goes on with what was held when it is active again', async () => {
    const { id } = await create();
    await tell();
    await tell();
    const gone = { ...FAILED, response_status: 410, pause_reason: 'The receiver answered 410 Gone.' };
    await endWith(gone);
    await expect(webhooks.endpoints(workspace)).resolves.toMatchObject([
      { is_active: false, paused_reason: 'The receiver answered 410 Gone.' },
    ]);
    await tell();
    await expect(queue.claim(LEASE, LIMITS)).resolves.toEqual([]);
    await expect(webhooks.test(workspace, id)).rejects.toMatchObject({ code: 'conflict' });
    await webhooks.change(workspace, id, { ...blankChange, is_active: true });
    await expect(webhooks.endpoints(workspace)).resolves.toMatchObject([{ is_active: true, paused_reason: undefined }]);
    await expect(queue.claim(LEASE, LIMITS)).resolves.toHaveLength(1);
  });
});

describe('what is held for a paused endpoint', () => {
  it('fails after seven days, and is not dropped before', async () => {
    const { id } = await create();
    await tell();
    await webhooks.change(workspace, id, { ...blankChange, is_active: false });
    await test.database.query("update webhook_deliveries set queued_at = now() - interval '6 days 23 hours'");
    await queue.sweep();
    await expect(webhooks.deliveries(workspace, ALL)).resolves.toMatchObject([{ status: 'pending' }]);
    await test.database.query("update webhook_deliveries set queued_at = now() - interval '7 days'");
    await queue.sweep();
    await expect(webhooks.deliveries(workspace, ALL)).resolves.toMatchObject([
      { status: 'failed', failure_reason: 'The endpoint was paused for too long.', finished_at: expect.any(Date) },
    ]);
  });
});

describe('a deleted endpoint', () => {
  it('gets nothing more; what was pending has failed and stays to be read, its secrets do not stay', async () => {
    const { id } = await create();
    await webhooks.rotate(workspace, id);
    await tell();
    await expect(webhooks.remove(workspace, id)).resolves.toBe(true);
    await expect(webhooks.remove(workspace, id)).resolves.toBe(false);
    await tell();
    await expect(queue.claim(LEASE, LIMITS)).resolves.toEqual([]);
    await expect(webhooks.endpoints(workspace)).resolves.toEqual([]);
    const [delivery, ...more] = await webhooks.deliveries(workspace, { ...ALL, endpoint_id: id });
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('was deleted') });
    await expect(webhooks.retry(workspace, delivery?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
    const secrets = await test.database.query('select secret from webhook_endpoints where length(secret) > 0');
    await expect(test.database.query('select secret from webhook_old_secrets')).resolves.toEqual([]);
    expect(secrets).toEqual([]);
  });

  it('still learns how the attempt ended that was under way, and gets no further one', async () => {
    const { id } = await create();
    await tell();
    const delivery = await claimOne();
    await webhooks.remove(workspace, id);
    await queue.record('one', { ...FAILED, retry_in_ms: 0, delivery_id: delivery.id });
    await expect(webhooks.deliveries(workspace, ALL)).resolves.toMatchObject([
      { status: 'failed', attempts_made: 1, failure_reason: 'The receiver answered 500.' },
    ]);
  });

  it('is cleared by the sweep of what was announced while it was being deleted', async () => {
    const { id } = await create();
    await tell();
    await test.database.query('update webhook_endpoints set deleted_at = now() where id = $1', [id]);
    await queue.sweep();
    await expect(webhooks.deliveries(workspace, ALL)).resolves.toMatchObject([{ status: 'failed' }]);
  });
});

describe('a retry by hand', () => {
  it('sends a failed delivery again under its message id, with a schedule of its own', async () => {
    await create();
    await tell();
    const first = await endWith(FAILED);
    const retried = await webhooks.retry(workspace, first.id);
    expect(retried).toMatchObject({ id: first.id, status: 'pending', attempts_made: 1, attempts: [{ number: 1 }] });
    const again = await claimOne();
    expect(again).toMatchObject({
      message_id: first.message_id,
      payload: first.payload,
      attempts_made: 0,
      attempts_max: 3,
    });
    await queue.record('one', { ...DELIVERED, delivery_id: again.id });
    await expect(webhooks.deliveries(workspace, ALL)).resolves.toMatchObject([
      { status: 'delivered', attempts_made: 2 },
    ]);
  });

  it('is refused for what is pending or has arrived, and for a paused endpoint', async () => {
    const { id: endpointId } = await create();
    await tell();
    const [pending] = await webhooks.deliveries(workspace, ALL);
    await expect(webhooks.retry(workspace, pending?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
    const { id } = await endWith(DELIVERED);
    await expect(webhooks.retry(workspace, id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The delivery succeeded, so there is nothing to retry.',
    });
    await tell();
    const failed = await endWith(FAILED);
    await webhooks.change(workspace, endpointId, { ...blankChange, is_active: false });
    await expect(webhooks.retry(workspace, failed.id)).rejects.toMatchObject({
      code: 'conflict',
      fix: expect.stringContaining('is_active = true'),
    });
  });

  it('is one retry, however many ask at once', async () => {
    await create();
    await tell();
    const { id } = await endWith(FAILED);
    const tried = await Promise.allSettled(Array.from({ length: 6 }, () => webhooks.retry(workspace, id)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ code: 'conflict' })),
    );
  });
});

describe('the list of deliveries', () => {
  it('is newest first, bounded, and filtered by everything that the interface names', async () => {
    const [one, other] = [await create(), await webhooks.create(workspace, { ...BLANK, events: ['job.failed'] })];
    await tell(workspace, 'prj_1');
    await endWith(FAILED);
    await tell(workspace, 'prj_2');
    await webhooks.test(workspace, other.id);
    const list = async (query: Partial<DeliveryQuery>): Promise<readonly string[]> =>
      (await webhooks.deliveries(workspace, { ...ALL, ...query })).map(
        (delivery) => `${delivery.event_type} ${delivery.project_id ?? '-'}`,
      );
    await expect(list({})).resolves.toEqual(['webhook.test -', 'job.completed prj_2', 'job.completed prj_1']);
    await expect(list({ limit: 1 })).resolves.toEqual(['webhook.test -']);
    await expect(list({ limit: 1, offset: 2 })).resolves.toEqual(['job.completed prj_1']);
    await expect(list({ offset: 3 })).resolves.toEqual([]);
    await expect(webhooks.countDeliveries(workspace, ALL)).resolves.toBe(3);
    await expect(webhooks.countDeliveries(workspace, { ...ALL, project_id: 'prj_2' })).resolves.toBe(1);
    await expect(list({ status: 'failed' })).resolves.toEqual(['job.completed prj_1']);
    await expect(list({ status: 'delivered' })).resolves.toEqual([]);
    await expect(list({ project_id: 'prj_2' })).resolves.toEqual(['job.completed prj_2']);
    await expect(list({ event_type: 'webhook.test' })).resolves.toEqual(['webhook.test -']);
    await expect(list({ endpoint_id: one.id, status: 'pending' })).resolves.toEqual(['job.completed prj_2']);
    await expect(list({ endpoint_id: one.id, project_id: 'prj_1', event_type: 'job.failed' })).resolves.toEqual([]);
  });

  it('shows the last 20 attempts of a delivery, oldest first', async () => {
    await create();
    await tell();
    for (let attempt = 0; attempt < 22; attempt += 1) await endWith({ ...FAILED, retry_in_ms: 0 });
    const [delivery] = await webhooks.deliveries(workspace, ALL);
    expect(delivery?.attempts.map((attempt) => attempt.number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 3));
  });

  it('loses deliveries 30 days after their end, with their attempts', async () => {
    await create();
    await tell();
    await endWith(FAILED);
    await test.database.query("update webhook_deliveries set finished_at = now() - interval '29 days 23 hours'");
    await queue.sweep();
    await expect(webhooks.deliveries(workspace, ALL)).resolves.toHaveLength(1);
    await test.database.query("update webhook_deliveries set finished_at = now() - interval '30 days'");
    await queue.sweep();
    await expect(webhooks.deliveries(workspace, ALL)).resolves.toEqual([]);
    await expect(test.database.query('select 1 as one from webhook_attempts')).resolves.toEqual([]);
  });
});
