import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';

import { EventSource } from 'eventsource';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../test/postgres.ts';
import { PostgresJobs } from '../adapters/postgres/jobs.ts';
import { jobNews } from '../contract/job-view.ts';
import { AppError, toAppError } from '../kernel/errors.ts';
import type { Caller, KeyStore } from '../ports/accounts.ts';
import type { Job, JobRun } from '../ports/jobs.ts';
import { type JobEventsParts, serveJobEvents } from './job-events.ts';
import { sendProblem } from './problem.ts';

const LEASE = { owner: 'worker_a', duration_ms: 60_000 };

let test: TestDatabase;
let jobs: PostgresJobs;
beforeAll(async () => {
  test = await openTestDatabase();
  jobs = new PostgresJobs(test.database, silentLog, { describe: jobNews });
});
afterAll(async () => {
  await jobs.close();
  await test.close();
});

const CALLER: Caller = {
  workspace_id: 'ws_default',
  key_id: 'key_1',
  key_name: 'test',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  plan: 'self_hosted',
};
const callers = new Map<string, Caller>();
const keys = { find: (key: string) => Promise.resolve(callers.get(key)) };

let app: FastifyInstance;
let base = '';
const closes: (() => void)[] = [];
beforeEach(async () => {
  callers.clear();
  callers.set('k', CALLER);
  callers.set('other', { ...CALLER, workspace_id: 'ws_other', key_id: 'key_2' });
  [app, base] = await serve();
});
afterEach(async () => {
  for (const close of closes.splice(0)) close();
  await app.close();
});

async function serve(changes: Partial<JobEventsParts> = {}): Promise<[FastifyInstance, string]> {
  const server = Fastify({ forceCloseConnections: 'idle' });
  server.setErrorHandler((error, request, reply) => sendProblem(reply, toAppError(error), request.id));
  // What other parts of the server set has to arrive, too.
  server.addHook('onRequest', async (_request, reply) => void reply.header('x-request-id', 'req_test'));
  serveJobEvents(server, { keys: asKeyStore(keys), jobs, log: silentLog, heartbeat_ms: 50, ...changes });
  return [server, await server.listen({ host: '127.0.0.1', port: 0 })];
}

/** The guarantee: event streams ask a key store for nothing but `find`. */
function asKeyStore(found: Pick<KeyStore, 'find'>): KeyStore {
  const refuse = (): never => {
    throw new Error('not asked here');
  };
  const store: unknown = { find: (key: string) => found.find(key), create: refuse, list: refuse, revoke: refuse };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return store as KeyStore;
}

async function queued(changes: Partial<Job> = {}): Promise<string> {
  const [job] = await jobs.enqueue([
    {
      workspace_id: 'ws_default',
      key_id: 'key_1',
      project_id: undefined,
      workflow_id: undefined,
      request_id: 'req_1',
      transport: 'rest',
      operation: 'search',
      input: {},
      credits: 0,
      attempts_max: 3,
      ...changes,
    },
  ]);
  return job?.id ?? '';
}

async function claimed(): Promise<string> {
  await test.database.query("update jobs set status = 'cancelled' where status = 'queued'");
  const id = await queued();
  await jobs.claim(LEASE, 1);
  return id;
}

/** No job here runs more than once. */
const run = (id: string): JobRun => ({ id, attempts_made: 1 });

const progress = (id: string, percent: number): Promise<void> =>
  jobs.report(LEASE.owner, run(id), { percent, stage: 'reading', message: null });

interface Heard {
  readonly type: string;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

interface Listening {
  readonly heard: Heard[];
  readonly source: EventSource;
  /** Resolves when so many events, or the end, have come. */
  until(count: number | 'end'): Promise<Heard[]>;
}

/** The real client of this protocol, with its own reconnecting. */
function listen(url: string, key = 'k'): Listening {
  const source = new EventSource(url, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, 'x-api-key': key } }),
  });
  closes.push(() => source.close());
  const heard: Heard[] = [];
  let wake = Promise.withResolvers<void>();
  for (const type of ['job.open', 'job.status', 'job.done', 'job.failed']) {
    source.addEventListener(type, (event) => {
      heard.push({ type, id: event.lastEventId, data: JSON.parse(String(event.data)) });
      wake.resolve();
    });
  }
  const isOver = (): boolean => ['job.done', 'job.failed'].includes(heard.at(-1)?.type ?? '');
  return {
    heard,
    source,
    until: async (count) => {
      while (count === 'end' ? !isOver() : heard.length < count) {
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
      return heard;
    },
  };
}

const urlOf = (id: string, at = base): string => `${at}/api/v1/jobs/${id}/events`;
const get = (id: string, headers: Record<string, string> = {}, query = ''): Promise<Response> =>
  fetch(urlOf(id) + query, { headers: { 'x-api-key': 'k', ...headers } });

describe('the event stream of a job', () => {
  it('begins with the job as it is, tells each change and ends with its result', async () => {
    const id = await queued();
    await test.database.query("update jobs set status = 'cancelled' where status = 'queued' and id <> $1", [id]);
    const client = listen(urlOf(id));
    await client.until(1);
    await jobs.claim(LEASE, 1);
    await client.until(2);
    await progress(id, 50);
    await client.until(3);
    await jobs.complete(LEASE.owner, run(id), () => ({ success: true, links: 3 }));
    const heard = await client.until('end');
    expect(heard.map(({ type }) => type)).toEqual(['job.open', 'job.status', 'job.status', 'job.done']);
    expect(heard[0]?.data).toMatchObject({ job: { id, status: 'queued' } });
    expect(heard[2]?.data).toMatchObject({ id, status: 'running', progress: { percent: 50, stage: 'reading' } });
    expect(heard[3]?.data).toMatchObject({ job: { id, status: 'completed', result: { links: 3 } }, result_url: null });
    const ids = heard.map((event) => Number(event.id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('ends with job.failed for a failed job and with job.done for a cancelled one', async () => {
    const failing = await claimed();
    const failed = listen(urlOf(failing));
    await failed.until(1);
    const failure = { code: 'source_failed', message: 'It failed.', fix: null, errors: [] } as const;
    await jobs.fail(LEASE.owner, run(failing), failure, undefined);
    expect((await failed.until('end')).at(-1)).toMatchObject({
      type: 'job.failed',
      data: { job: { status: 'failed', error: { code: 'source_failed' } } },
    });
    const id = await queued();
    const cancelled = listen(urlOf(id));
    await cancelled.until(1);
    await jobs.cancel('ws_default', id);
    expect((await cancelled.until('end')).at(-1)).toMatchObject({
      type: 'job.done',
      data: { job: { status: 'cancelled', result: null } },
    });
  });

  it('tells a late client at once how the job has ended, and then keeps it from coming again', async () => {
    const id = await claimed();
    await jobs.complete(LEASE.owner, run(id), () => ({ success: true }));
    const client = listen(urlOf(id));
    const heard = await client.until('end');
    expect(heard.map(({ type }) => type)).toEqual(['job.open', 'job.done']);
    const again = await get(id, { 'last-event-id': heard.at(-1)?.id ?? '' });
    expect(again.status).toBe(204);
    // An EventSource that nobody closes reconnects once, and gives up on the 204.
    await expect.poll(() => client.source.readyState, { timeout: 10_000 }).toBe(EventSource.CLOSED);
    expect(client.heard).toHaveLength(2);
  });

  it('goes on without a gap and without a repetition when the connection breaks in the middle', async () => {
    const id = await claimed();
    const proxy = await proxyTo(base);
    const client = listen(urlOf(id, proxy.base));
    await client.until(1);
    for (let percent = 1; percent <= 5; percent += 1) await progress(id, percent);
    await client.until(3);
    proxy.breakAll();
    for (let percent = 6; percent <= 10; percent += 1) await progress(id, percent);
    await jobs.complete(LEASE.owner, run(id), () => ({ success: true }));
    const heard = await client.until('end');
    expect(proxy.connections()).toBe(2);
    const seen = heard.filter(({ type }) => type === 'job.status').map(({ data }) => percentOf(data));
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(heard.at(-1)).toMatchObject({ type: 'job.done', data: { job: { progress: { percent: 100 } } } });
  });

  it('comes through a proxy that collects answers unless it is told not to', async () => {
    const id = await claimed();
    const proxy = await proxyTo(base, 'collects');
    const client = listen(urlOf(id, proxy.base));
    await client.until(1);
    await progress(id, 20);
    await client.until(2);
    await jobs.complete(LEASE.owner, run(id), () => ({ success: true }));
    await expect(client.until('end')).resolves.toHaveLength(3);
  });

  it('has the headers that keep proxies out of it, those of the server, and a heartbeat', async () => {
    const id = await claimed();
    const response = await get(id);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': 'req_test',
    });
    const text = await textUntil(response, ': hb\n\n: hb\n\n');
    expect(text).toContain('retry: 3000\n\n');
    expect(text).toContain('event: job.open\nid: ');
  });

  it('replays from the first event when it is asked to, by header or query', async () => {
    const id = await claimed();
    await progress(id, 30);
    await jobs.complete(LEASE.owner, run(id), () => ({ success: true }));
    const all = await (await get(id, {}, '?last_event_id=0')).text();
    const types = [...all.matchAll(/^event: (.+)$/gm)].map((match) => match[1]);
    expect(types).toEqual(['job.open', 'job.status', 'job.status', 'job.done']);
    expect(JSON.parse(/^data: (.+)$/m.exec(all)?.[1] ?? '')).toMatchObject({ job: { status: 'queued', result: null } });
    const [, second] = [...all.matchAll(/^id: (\d+)$/gm)].map((match) => match[1] ?? '');
    const rest = await (await get(id, { 'last-event-id': second ?? '' })).text();
    expect([...rest.matchAll(/^event: (.+)$/gm)].map((match) => match[1])).toEqual(['job.status', 'job.done']);
  });

  it('begins anew for a client that names an event which is yet to come', async () => {
    const id = await claimed();
    const response = await get(id, { 'last-event-id': '999999999' });
    await expect(textUntil(response, 'job.open')).resolves.toContain('event: job.open');
    await jobs.complete(LEASE.owner, run(id), () => ({ success: true }));
    await expect((await get(id, { 'last-event-id': '999999999' })).text()).resolves.toContain('event: job.done');
  });

  it('tells of a job whose events were dropped long ago', async () => {
    const id = await claimed();
    await jobs.complete(LEASE.owner, run(id), () => ({ success: true }));
    await test.database.query("update jobs set finished_at = now() - interval '31 days' where id = $1", [id]);
    await jobs.sweep();
    const client = listen(urlOf(id));
    const heard = await client.until('end');
    expect(heard.map(({ data }) => data['job'])).toMatchObject([{ expired: true }, { expired: true, result: null }]);
    const last = heard.at(-1)?.id ?? '';
    expect((await get(id, { 'last-event-id': last })).status).toBe(204);
  });
});

describe('who may watch', () => {
  it('a job of another workspace is as unknown as one that never was', async () => {
    const id = await queued();
    for (const [key, job] of [
      ['other', id],
      ['k', 'job_that_never_was'],
    ] as const) {
      const response = await get(job, { 'x-api-key': key });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      await expect(response.json()).resolves.toMatchObject({ code: 'not_found', detail: `There is no job ${job}.` });
    }
  });

  it('refuses a missing key, a key of another project, and a key without the scope', async () => {
    const id = await queued({ project_id: 'p1' });
    callers.set('bound', { ...CALLER, project_id: 'p2' });
    callers.set('scoped', { ...CALLER, scopes: ['search'] });
    expect((await get(id, { 'x-api-key': '' })).status).toBe(401);
    expect((await get(id, { 'x-api-key': 'bound' })).status).toBe(404);
    expect((await get(id, { 'x-api-key': 'scoped' })).status).toBe(403);
  });

  it('is asked for every request, and a refusal is the answer', async () => {
    const id = await queued();
    const [limited, at] = await serve({
      admit: () => Promise.reject(new AppError('rate_limited', 'Too many requests.', { fix: 'Wait.' })),
    });
    const response = await fetch(urlOf(id, at), { headers: { 'x-api-key': 'k' } });
    expect(response.status).toBe(429);
    await expect(response.json()).resolves.toMatchObject({ code: 'rate_limited', fix: 'Wait.' });
    await limited.close();
  });

  it('ends the stream of a key that was revoked meanwhile', async () => {
    const id = await claimed();
    const response = await get(id);
    callers.delete('k');
    await progress(id, 10);
    const text = await response.text();
    expect(text).not.toContain('"percent":10');
  });

  it('names a Last-Event-ID that is none', async () => {
    const id = await queued();
    for (const response of [await get(id, { 'last-event-id': 'x' }), await get(id, {}, '?last_event_id=-1')]) {
      expect(response.status).toBe(422);
      await expect(response.json()).resolves.toMatchObject({ errors: [{ message: 'must be a whole number' }] });
    }
  });
});

describe('bounds', () => {
  it('a key has so many streams, and gets another when one is closed', async () => {
    const id = await claimed();
    const open = await Promise.all(Array.from({ length: 20 }, () => get(id)));
    expect(open.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 200));
    const refused = await get(id);
    expect(refused.status).toBe(429);
    await expect(refused.json()).resolves.toMatchObject({ code: 'rate_limited', fix: expect.stringContaining('poll') });
    callers.set('second', { ...CALLER, key_id: 'key_3' });
    const elsewhere = await get(id, { 'x-api-key': 'second' });
    expect(elsewhere.status).toBe(200);
    await open[0]?.body?.cancel();
    await expect
      .poll(async () => {
        const next = await get(id);
        closes.push(() => void next.body?.cancel());
        return next.status;
      })
      .toBe(200);
    closes.push(...[elsewhere, ...open.slice(1)].map((response) => () => void response.body?.cancel()));
  });

  it('a client that is gone before its stream begins takes no place', async () => {
    const id = await claimed();
    const looking = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const { find } = keys;
    keys.find = async (key) => {
      looking.resolve();
      await gone.promise;
      return find(key);
    };
    // More than a key may have, in connections of their own.
    const clients = Array.from({ length: 25 }, () => {
      const client = httpRequest(urlOf(id), { headers: { 'x-api-key': 'k' }, agent: false });
      client.on('error', () => undefined);
      return client.end();
    });
    const lost = new Set<Socket>();
    app.server.on('connection', (socket: Socket) => lost.add(socket));
    await expect.poll(() => lost.size).toBe(25);
    await looking.promise;
    const closed = [...lost].map((socket) => once(socket, 'close'));
    for (const client of clients) client.destroy();
    await Promise.all(closed);
    keys.find = find;
    gone.resolve();
    const statuses = async (): Promise<number[]> => {
      const all = await Promise.all(Array.from({ length: 20 }, () => get(id)));
      await Promise.all(all.map(async (response) => response.body?.cancel()));
      return all.map((response) => response.status);
    };
    await expect(statuses()).resolves.toEqual(Array.from({ length: 20 }, () => 200));
  });

  it('a reader that does not read is dropped and not stored for', async () => {
    const id = await claimed();
    const reader = httpRequest(urlOf(id), { headers: { 'x-api-key': 'k' } }).end();
    const [response]: IncomingMessage[] = await once(reader, 'response');
    if (response === undefined) throw new Error('no response');
    const closed = once(response.socket, 'close');
    response.on('error', () => undefined);
    response.pause();
    // More than the sockets of both sides hold.
    const message = 'm'.repeat(400);
    await test.database.query(
      `insert into job_events (job_id, type, data)
       select $1, 'job.status', json_build_object('message', repeat($2, 100))::text from generate_series(1, 600)`,
      [id, message],
    );
    await progress(id, 1);
    await closed;
    expect(response.complete).toBe(false);
  });

  it('an app that closes ends its streams, and does not wait for them', async () => {
    const id = await claimed();
    const [other, at] = await serve();
    const response = await fetch(urlOf(id, at), { headers: { 'x-api-key': 'k' } });
    const ended = response.text();
    await other.close();
    await expect(ended).resolves.toContain('job.open');
  });
});

function percentOf(value: object): number {
  const { progress: state } = value as { progress?: { percent?: number } };
  return state?.percent ?? Number.NaN;
}

async function textUntil(response: Response, end: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(end)) break;
  }
  return text;
}

interface Proxy {
  readonly base: string;
  connections(): number;
  breakAll(): void;
}

/** Passes requests on; one that collects keeps an answer until its end, as nginx does, unless its header says no. */
async function proxyTo(target: string, kind: 'passes' | 'collects' = 'passes'): Promise<Proxy> {
  const server: Server = createServer((incoming, outgoing) => {
    const onward = httpRequest(target + (incoming.url ?? ''), { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const collected: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => {
        if (kind === 'collects' && answer.headers['x-accel-buffering'] !== 'no') collected.push(chunk);
        else outgoing.write(chunk);
      });
      answer.on('end', () => outgoing.end(Buffer.concat(collected)));
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end();
  });
  let count = 0;
  server.on('request', () => (count += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => server.close().closeAllConnections());
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the proxy does not listen');
  return {
    base: `http://127.0.0.1:${at.port}`,
    connections: () => count,
    breakAll: () => server.closeAllConnections(),
  };
}

it('a failure of the key store keeps the stream open', async () => {
  const id = await claimed();
  const client = listen(urlOf(id));
  await client.until(1);
  const found = callers.get('k');
  const { find } = keys;
  let asked = 0;
  keys.find = () => {
    asked += 1;
    return Promise.reject(new AppError('unavailable', 'The database does not respond.'));
  };
  await progress(id, 10);
  await expect.poll(() => asked).toBeGreaterThan(1);
  keys.find = find;
  expect(found).toBeDefined();
  await client.until(2);
  expect(client.heard[1]?.data).toMatchObject({ progress: { percent: 10 } });
});
