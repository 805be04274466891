import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../test/postgres.ts';
import { createGuardedPost, type GuardedPost } from '../adapters/fetch/guarded-post.ts';
import { announce } from '../adapters/postgres/outbox.ts';
import { PostgresDeliveryQueue } from '../adapters/postgres/webhook-queue.ts';
import { PostgresWebhooks } from '../adapters/postgres/webhooks.ts';
import { openVault, type Vault } from '../adapters/secrets.ts';
import type { CreatedEndpoint, DeliveryQueue, WebhookDelivery } from '../ports/webhooks.ts';
import { DeliveryWorker, type DeliveryWorkerOptions } from './webhooks-worker.ts';

let test: TestDatabase;
let vault: Vault;
beforeAll(async () => {
  test = await openTestDatabase();
  vault = await openVault({ secret: 'a secret for these tests, long enough', data_dir: '/nowhere' });
});
afterAll(() => test.close());

let workspace: string;
let post: GuardedPost;
let webhooks: PostgresWebhooks;
let queue: PostgresDeliveryQueue;
const open: (() => unknown)[] = [];
beforeEach(async () => {
  await test.database.query('truncate webhook_deliveries, webhook_endpoints, webhook_attempts, webhook_old_secrets');
  workspace = `ws_${randomBytes(6).toString('hex')}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', 'test')", [workspace]);
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: number;
}

/** A receiver on loopback, and everything that delivers to it. */
async function receiver(answer: (received: Received, response: ServerResponse) => void): Promise<{
  readonly url: string;
  readonly received: Received[];
}> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void read(request).then((got) => {
      received.push(got);
      answer(got, response);
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = address;
  post = createGuardedPost({
    user_agent: 'Seamark/1.0',
    allow_networks: ['127.0.0.0/8'],
    allow_ports: [port],
    resolve: [],
  });
  open.push(() => post.close());
  webhooks = new PostgresWebhooks({ database: test.database, vault, checkUrl: post.checkUrl });
  queue = new PostgresDeliveryQueue({ database: test.database, vault, log: silentLog });
  return { url: `http://127.0.0.1:${port}`, received };
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    path: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
    at: performance.now(),
  };
}

const NO_MAIL = (): Promise<never> => Promise.reject(new Error('Nothing is mailed here.'));

const ok = (_received: Received, response: ServerResponse): void => void response.writeHead(204).end();

const create = (url: string): Promise<CreatedEndpoint> =>
  webhooks.create(workspace, { url, description: undefined, events: ['job.completed'] });

async function tell(data: Record<string, unknown> = { job: { id: 'job_1', note: 'Straße ✓ \0 <&>' } }): Promise<void> {
  await test.database.transaction((transaction) =>
    announce(transaction, { workspace_id: workspace, project_id: 'prj_1', type: 'job.completed', data }),
  );
}

function start(options: Partial<DeliveryWorkerOptions> = {}): DeliveryWorker {
  const preset = {
    queue,
    send: post.send,
    mail: NO_MAIL,
    owner: 'worker',
    log: silentLog,
    poll_ms: 10,
    random: () => 0.5,
  };
  const worker = new DeliveryWorker({ ...preset, ...options });
  open.push(() => worker.stop(0));
  worker.start();
  return worker;
}

async function until(met: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await met())) {
    if (performance.now() > deadline) throw new Error('It did not come to that in 20 s.');
    await sleep(10);
  }
}

const all = {
  limit: 100,
  offset: 0,
  status: undefined,
  endpoint_id: undefined,
  project_id: undefined,
  event_type: undefined,
};

const deliveries = (): Promise<readonly WebhookDelivery[]> => webhooks.deliveries(workspace, all);

async function ended(): Promise<readonly WebhookDelivery[]> {
  await until(async () => (await deliveries()).every((delivery) => delivery.status !== 'pending'));
  return deliveries();
}

describe('a delivery', () => {
  it('is verified by an independent library, byte for byte, and by nobody with another secret', async () => {
    const { url, received } = await receiver(ok);
    const { secret } = await create(`${url}/hook?a=1`);
    await tell();
    start();
    await expect(ended()).resolves.toMatchObject([
      { status: 'delivered', response_status: 204, attempts_made: 1, failure_reason: undefined, project_id: 'prj_1' },
    ]);
    const [{ body, headers, path } = missing()] = received;
    expect(path).toBe('/hook?a=1');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Seamark/1.0' });
    expect(headers['webhook-id']).toMatch(/^msg_/);
    expect(Number(headers['webhook-timestamp'])).toBeCloseTo(Date.now() / 1000, -2);
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual({
      type: 'job.completed',
      timestamp: expect.any(String),
      data: { job: { id: 'job_1', note: 'Straße ✓ \0 <&>' } },
    });
    const [row] = await test.database.query<{ payload: string }>('select payload from webhook_deliveries');
    expect(body).toBe(row?.payload);
    expect(() => new Webhook(`whsec_${randomBytes(32).toString('base64')}`).verify(body, { ...headers })).toThrow(
      'No matching signature',
    );
    expect(() => new Webhook(secret).verify(`${body} `, { ...headers })).toThrow('No matching signature');
  });

  it('is verified with the old and with the new secret after a rotation', async () => {
    const { url, received } = await receiver(ok);
    const first = await create(url);
    const second = await webhooks.rotate(workspace, first.id);
    await tell();
    start();
    await ended();
    const [{ body, headers } = missing()] = received;
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [first.secret, second?.secret ?? '']) {
      expect(() => new Webhook(secret).verify(body, { ...headers })).not.toThrow();
    }
  });

  it('is tried again after the pauses of the schedule, in their order, under the same id, until it arrives', async () => {
    let count = 0;
    const { url, received } = await receiver((_received, response) => {
      count += 1;
      response.writeHead(count < 4 ? 503 : 200).end();
    });
    const { secret } = await create(url);
    await tell();
    start({ retry_after_ms: [20, 150, 400] });
    const [delivery] = await ended();
    expect(delivery).toMatchObject({ status: 'delivered', attempts_made: 4 });
    expect(delivery?.attempts.map((attempt) => attempt.response_status)).toEqual([503, 503, 503, 200]);
    expect(delivery?.attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4]);
    const pauses = received.slice(1).map((got, at) => got.at - (received[at]?.at ?? 0));
    [20, 150, 400].forEach((least, at) => expect(pauses[at]).toBeGreaterThanOrEqual(least - 5));
    expect(new Set(received.map((got) => got.headers['webhook-id'])).size).toBe(1);
    for (const got of received) expect(() => new Webhook(secret).verify(got.body, { ...got.headers })).not.toThrow();
  });

  it('has failed when the schedule is at its end; a retry by hand has the same id', async () => {
    let status = 500;
    const { url, received } = await receiver((_received, response) => void response.writeHead(status).end());
    await create(url);
    await tell();
    start({ retry_after_ms: [1, 1] });
    const [failed] = await ended();
    expect(failed).toMatchObject({ status: 'failed', attempts_made: 3, failure_reason: 'The receiver answered 500.' });
    status = 200;
    await webhooks.retry(workspace, failed?.id ?? '');
    await expect(ended()).resolves.toMatchObject([
      { status: 'delivered', attempts_made: 4, failure_reason: undefined },
    ]);
    expect(new Set(received.map((got) => got.headers['webhook-id'])).size).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])(
    'that is answered with a redirect (%i) has not arrived, nor does it follow',
    async (status) => {
      const { url, received } = await receiver((_received, response) =>
        response.writeHead(status, { location: `${url}/elsewhere` }).end(),
      );
      await create(`${url}/hook`);
      await tell();
      start({ retry_after_ms: [] });
      await expect(ended()).resolves.toMatchObject([
        { status: 'failed', failure_reason: `The receiver answered ${status}; redirects are not followed.` },
      ]);
      expect(received.map((got) => got.path)).toEqual(['/hook']);
    },
  );

  it('to a receiver that is gone (410) fails at once and pauses the endpoint', async () => {
    const { url } = await receiver((_received, response) => void response.writeHead(410).end());
    const { id } = await create(url);
    await tell();
    start({ retry_after_ms: [1, 1] });
    await expect(ended()).resolves.toMatchObject([{ status: 'failed', attempts_made: 1, response_status: 410 }]);
    await expect(webhooks.endpoints(workspace)).resolves.toMatchObject([
      { id, is_active: false, paused_reason: 'The receiver answered 410 Gone: it wants no more events.' },
    ]);
  });

  it.each([
    ['breaks off', (response: ServerResponse) => void response.destroy(), '"127.0.0.1" dropped the connection.'],
    ['does not answer', () => undefined, '"127.0.0.1" did not respond in time.'],
  ])('to a receiver that %s fails with a plain reason', async (_what, answer, reason) => {
    const { url } = await receiver((_received, response) => answer(response));
    await create(url);
    await tell();
    start({ retry_after_ms: [], timeout_ms: 200 });
    await expect(ended()).resolves.toMatchObject([
      { status: 'failed', response_status: undefined, failure_reason: reason, attempts: [{ failure_reason: reason }] },
    ]);
  });

  it('waits as long as Retry-After asks, beyond the schedule', async () => {
    let count = 0;
    const { url } = await receiver((_received, response) => {
      count += 1;
      response.writeHead(429, { 'retry-after': count === 1 ? '3600' : '999999999' }).end();
    });
    await create(url);
    await tell();
    start({ retry_after_ms: [1, 1] });
    await until(async () => (await deliveries()).some((delivery) => delivery.attempts_made === 1));
    const [{ next_attempt_at } = {}] = await deliveries();
    expect(next_attempt_at?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(next_attempt_at?.getTime()).toBeLessThan(Date.now() + 3_700_000);
    await test.database.query('update webhook_deliveries set due_at = now()');
    await test.database.query('update webhook_endpoints set hold_until = null');
    await until(async () => (await deliveries()).some((delivery) => delivery.attempts_made === 2));
    const [{ next_attempt_at: second } = {}] = await deliveries();
    expect(second?.getTime()).toBeLessThan(Date.now() + 25 * 3_600_000);
  });

  it('fails with the reason when its secret cannot be decrypted, and the worker goes on', async () => {
    const { url, received } = await receiver(ok);
    const [lost] = [await create(`${url}/lost`), await create(`${url}/well`)];
    await test.database.query('update webhook_endpoints set secret = $2 where id = $1', [lost.id, randomBytes(90)]);
    await tell();
    start({ retry_after_ms: [] });
    const done = await ended();
    expect(done.map((delivery) => delivery.status).toSorted()).toEqual(['delivered', 'failed']);
    expect(done.find((delivery) => delivery.status === 'failed')?.failure_reason).toContain('cannot be decrypted');
    expect(received.map((got) => got.path)).toEqual(['/well']);
  });

  it('of a test event is attempted once and verified like any other', async () => {
    const { url, received } = await receiver((_received, response) => void response.writeHead(500).end());
    const { id, secret } = await create(url);
    start({ retry_after_ms: [1, 1] });
    await expect(webhooks.test(workspace, id)).resolves.toMatchObject({
      event_type: 'webhook.test',
      status: 'pending',
    });
    await expect(ended()).resolves.toMatchObject([{ status: 'failed', attempts_made: 1 }]);
    const [{ body, headers } = missing()] = received;
    expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({
      type: 'webhook.test',
      data: { endpoint_id: id },
    });
  });
});

describe('the worker', () => {
  it('goes on with other endpoints while one receiver is slow', async () => {
    const held: ServerResponse[] = [];
    const { url, received } = await receiver((got, response) =>
      got.path === '/slow' ? void held.push(response) : ok(got, response),
    );
    await create(`${url}/slow`);
    for (let count = 0; count < 30; count += 1) await tell();
    await create(`${url}/quick`);
    for (let count = 0; count < 30; count += 1) await tell();
    start({ concurrency: 8, endpoint_max: 4 });
    await until(() => received.filter((got) => got.path === '/quick').length === 30);
    expect(held).toHaveLength(4);
    for (const response of held) response.end();
  });

  it('starts at once when something is announced, without waiting for its next look', async () => {
    const { url, received } = await receiver(ok);
    await create(url);
    start({ poll_ms: 60_000 });
    await tell();
    await until(async () => {
      // Listening begins a moment after the start.
      if (received.length === 0) await tell();
      return received.length > 0;
    });
    expect(received[0]?.headers['webhook-id']).toMatch(/^msg_/);
  });

  it('takes on the next delivery as soon as a place is free', async () => {
    const { url } = await receiver(ok);
    await create(url);
    for (let count = 0; count < 20; count += 1) await tell();
    start({ poll_ms: 60_000, endpoint_max: 1, queue: deaf(queue) });
    expect((await ended()).filter((delivery) => delivery.status === 'delivered')).toHaveLength(20);
  });

  it('delivers again what a killed worker had sent and not recorded', async () => {
    const { url, received } = await receiver(ok);
    await create(url);
    await tell();
    const killed: DeliveryQueue = {
      ...deaf(queue),
      record: () => new Promise(() => undefined),
      putBack: () => Promise.resolve(),
    };
    const dead = new DeliveryWorker({
      queue: killed,
      send: post.send,
      mail: NO_MAIL,
      owner: 'dead',
      log: silentLog,
      lease_ms: 300,
    });
    // Left running, it would take deliveries of later tests.
    open.push(() => dead.stop(0));
    dead.start();
    await until(() => received.length === 1);
    await expect(deliveries()).resolves.toMatchObject([{ status: 'pending', attempts_made: 0 }]);
    start();
    await expect(ended()).resolves.toMatchObject([{ status: 'delivered', attempts_made: 1 }]);
    expect(received.map((got) => got.headers['webhook-id'])).toEqual([
      received[0]?.headers['webhook-id'],
      received[0]?.headers['webhook-id'],
    ]);
  });

  it('delivers everything once when several of them share the work', async () => {
    const { url, received } = await receiver(ok);
    await create(`${url}/a`);
    await create(`${url}/b`);
    for (let count = 0; count < 50; count += 1) await tell({ count });
    for (const owner of ['one', 'two', 'three']) start({ owner });
    const done = await ended();
    expect(done.every((delivery) => delivery.status === 'delivered' && delivery.attempts_made === 1)).toBe(true);
    expect(received).toHaveLength(100);
    expect(new Set(received.map((got) => `${got.path} ${got.headers['webhook-id']}`)).size).toBe(100);
  });

  it('finishes what is under way when it is told to stop, and takes on nothing more', async () => {
    const held: ServerResponse[] = [];
    const { url, received } = await receiver((_received, response) => void held.push(response));
    await create(url);
    await tell();
    const worker = start();
    await until(() => held.length === 1);
    const stopped = worker.stop(10_000);
    await tell();
    held[0]?.end();
    await stopped;
    expect(received).toHaveLength(1);
    expect((await deliveries()).map((delivery) => delivery.status).toSorted()).toEqual(['delivered', 'pending']);
  });

  it('puts back what it cannot finish in time, for another to deliver at once', async () => {
    let isStuck = true;
    const { url, received } = await receiver((got, response) => (isStuck ? undefined : ok(got, response)));
    await create(url);
    await tell();
    const worker = start();
    await until(() => received.length === 1);
    await worker.stop(50);
    await expect(deliveries()).resolves.toMatchObject([{ status: 'pending', attempts_made: 0 }]);
    isStuck = false;
    start({ owner: 'another' });
    await expect(ended()).resolves.toMatchObject([{ status: 'delivered', attempts_made: 1 }]);
  });

  it('stops in time though the database does not answer, and puts back what a late claim brings', async () => {
    const { url } = await receiver(ok);
    await create(url);
    await tell();
    const never = (): Promise<never> => new Promise(() => undefined);
    const late = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<void>();
    const slow: DeliveryQueue = {
      ...deaf(queue),
      claim: async (lease, limits) => {
        const due = await queue.claim(lease, limits);
        claimed.resolve();
        await late.promise;
        return due;
      },
      sweep: never,
    };
    const worker = start({ queue: slow });
    await claimed.promise;
    // What it waits for never comes.
    await expect(worker.stop(100)).resolves.toBeUndefined();
    late.resolve();
    start({ owner: 'another' });
    await expect(ended()).resolves.toMatchObject([{ status: 'delivered', attempts_made: 1 }]);
  });

  it('stops in time though what is under way cannot be put back', async () => {
    const { url, received } = await receiver(() => undefined);
    await create(url);
    await tell();
    const stuck: DeliveryQueue = {
      ...deaf(queue),
      record: () => new Promise(() => undefined),
      putBack: () => new Promise(() => undefined),
    };
    const worker = start({ queue: stuck });
    await until(() => received.length === 1);
    // What it waits for never comes.
    await expect(worker.stop(100)).resolves.toBeUndefined();
  });

  it('outlives a queue that fails, and delivers when it is back', async () => {
    const { url } = await receiver(ok);
    await create(url);
    await tell();
    let failures = 3;
    const flaky: DeliveryQueue = {
      ...deaf(queue),
      claim: (lease, limits) =>
        (failures -= 1) >= 0 ? Promise.reject(new Error('no database')) : queue.claim(lease, limits),
      sweep: () => Promise.reject(new Error('no database')),
    };
    start({ queue: flaky });
    await expect(ended()).resolves.toMatchObject([{ status: 'delivered' }]);
  });
});

/** The queue without news of what is announced. */
function deaf(of: DeliveryQueue): DeliveryQueue {
  return {
    claim: (lease, limits) => of.claim(lease, limits),
    record: (owner, outcome) => of.record(owner, outcome),
    putBack: (owner, ids) => of.putBack(owner, ids),
    sweep: () => of.sweep(),
    onWork: () => () => undefined,
  };
}

function missing(): Received {
  throw new Error('Nothing was received.');
}
