import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';

import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { addUser, HOST, openTestDashboard, signIn, type TestDashboard } from '../../test/dashboard/server.ts';
import { silentLog } from '../../test/postgres.ts';
import type { Job, JobRun, JobStore, NewJob } from '../ports/jobs.ts';
import { JobStreams } from './job-streams.ts';

let test: TestDashboard;
let cookie: string;
let port: number;
beforeAll(async () => {
  test = await openTestDashboard();
  cookie = await signIn(test, await addUser(test));
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = portOf(test);
});
afterAll(() => test.close());

const NEW_JOB: NewJob = {
  workspace_id: 'ws_default',
  key_id: undefined,
  project_id: undefined,
  workflow_id: undefined,
  request_id: 'req_1',
  transport: 'rest',
  operation: 'search',
  input: { query: 'x' },
  credits: 0,
  attempts_max: 3,
};
const LEASE = { owner: 'worker_test', duration_ms: 60_000 };

/** No job here runs more than once. */
const run = (id: string): JobRun => ({ id, attempts_made: 1 });

async function enqueue(): Promise<Job> {
  const [job] = await test.jobs.enqueue([NEW_JOB]);
  if (job === undefined) throw new Error('Nothing was stored.');
  return job;
}

function portOf({ app }: TestDashboard): number {
  const at = app.server.address();
  return typeof at === 'object' && at !== null ? at.port : 0;
}

interface Stream {
  /** Resolves once the text of the stream has this in it. */
  until(text: string): Promise<string>;
  readonly ended: Promise<string>;
  close(): void;
}

async function open(path: string, { last = '', at = { port, cookie } } = {}): Promise<Stream> {
  const headers = { host: HOST, cookie: at.cookie, ...(last === '' ? {} : { 'last-event-id': last }) };
  const asked = request({ host: '127.0.0.1', port: at.port, path: `/dashboard/api${path}`, headers });
  asked.end();
  const [response] = await once(asked, 'response');
  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  let text = '';
  const waiting = new Set<() => void>();
  response.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (const look of waiting) look();
  });
  return {
    until: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!text.includes(wanted)) return;
          waiting.delete(look);
          resolve(text);
        };
        waiting.add(look);
        look();
      }),
    ended: once(response, 'close').then(() => text),
    close: () => void asked.destroy(),
  };
}

describe('the events of a job', () => {
  it('come as they happen, end with the job, and leave the answer out', async () => {
    const job = await enqueue();
    const stream = await open(`/jobs/${job.id}/events`);
    await stream.until('job.open');
    await test.jobs.claim(LEASE, 100);
    await test.jobs.report(LEASE.owner, run(job.id), { percent: 40, stage: 'reading', message: 'page 4 of 10' });
    expect(await stream.until('page 4 of 10')).toContain('"percent":40,"stage":"reading"');
    await test.jobs.complete(LEASE.owner, run(job.id), () => ({ success: true, found: 'the whole answer' }));
    const text = await stream.ended;
    expect(text).toContain('"type":"job.done"');
    expect(text).toMatch(/event: end\ndata: \{\}\n\n$/);
    expect(text).not.toContain('the whole answer');
  });

  it('go on after the last one that was had', async () => {
    const job = await enqueue();
    await test.jobs.claim(LEASE, 100);
    await test.jobs.complete(LEASE.owner, run(job.id), () => ({ success: true }));
    const whole = await (await open(`/jobs/${job.id}/events`)).ended;
    const ids = [...whole.matchAll(/^id: (\d+)$/gm)].map((match) => match[1] ?? '');
    expect(ids.length).toBeGreaterThan(1);
    const rest = await (await open(`/jobs/${job.id}/events`, { last: ids.at(-2) ?? '' })).ended;
    expect([...rest.matchAll(/^id: (\d+)$/gm)].map((match) => match[1])).toEqual(ids.slice(-1));
  });

  it('end at once for a job whose events are all known', async () => {
    const job = await enqueue();
    await test.jobs.cancel('ws_default', job.id);
    const whole = await (await open(`/jobs/${job.id}/events`)).ended;
    const last = [...whole.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '';
    const rest = await (await open(`/jobs/${job.id}/events`, { last })).ended;
    expect(rest).toBe('retry: 3000\n\nevent: end\ndata: {}\n\n');
  });
});

describe('the state of several jobs', () => {
  it('comes in one stream, once for each change, until all have ended', async () => {
    const first = await enqueue();
    const second = await enqueue();
    const stream = await open(`/jobs/live?ids=${first.id},${second.id},job_unknown`);
    await stream.until(second.id);
    await test.jobs.claim(LEASE, 100);
    await stream.until('"status":"running"');
    await test.jobs.complete(LEASE.owner, run(first.id), () => ({ success: true, found: 'the whole answer' }));
    await stream.until('"status":"completed"');
    await test.jobs.cancel('ws_default', second.id);
    await test.jobs.cancelled(LEASE.owner, run(second.id));
    const text = await stream.ended;
    expect(text).toContain('"status":"cancelled"');
    expect(text).not.toContain('the whole answer');
  });
});

it('a user who opens too many live views is told to close some', async () => {
  const job = await enqueue();
  const streams = await Promise.all(Array.from({ length: 30 }, () => open(`/jobs/${job.id}/events`)));
  const refused = await test.ask(`/jobs/${job.id}/events`, { cookie });
  expect(refused.statusCode).toBe(429);
  for (const stream of streams) stream.close();
  await Promise.all(streams.map((stream) => stream.ended.catch(() => undefined)));
});

it('a service that stops ends the live views instead of waiting for them', async () => {
  const other = await openTestDashboard();
  const session = await signIn(other, await addUser(other));
  const [job] = await other.jobs.enqueue([NEW_JOB]);
  await other.app.listen({ host: '127.0.0.1', port: 0 });
  const stream = await open(`/jobs/${job?.id}/events`, { at: { port: portOf(other), cookie: session } });
  await stream.until('job.open');
  const [, text] = await Promise.all([other.close(), stream.ended]);
  expect(text).not.toContain('job.done');
});

describe('a live view', () => {
  const apps: FastifyInstance[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  /** The streams by themselves, on the real jobs but for what is changed of them. */
  async function serve(changes: Partial<JobStore>): Promise<{ readonly app: FastifyInstance; readonly port: number }> {
    const { jobs } = test;
    const changed: JobStore = {
      enqueue: (fresh, keep) => jobs.enqueue(fresh, keep),
      find: (workspaceId, id) => jobs.find(workspaceId, id),
      snapshot: (workspaceId, id) => jobs.snapshot(workspaceId, id),
      list: (workspaceId, query) => jobs.list(workspaceId, query),
      inputs: (workspaceId, ids) => jobs.inputs(workspaceId, ids),
      cancel: (workspaceId, id) => jobs.cancel(workspaceId, id),
      events: (workspaceId, id, after) => jobs.events(workspaceId, id, after),
      watch: (id, heard) => jobs.watch(id, heard),
      ...changes,
    };
    const isOpen = (): Promise<boolean> => Promise.resolve(true);
    const streams = new JobStreams({ jobs: changed, log: silentLog, isOpen, heartbeat_ms: 30 });
    const app = Fastify();
    app.setErrorHandler((_error, _request, reply) => reply.code(429).send());
    app.addHook('preClose', async () => streams.closeAll());
    app.get<{ Params: { id: string } }>('/dashboard/api/:view/:id', async (asking, reply) => {
      const asked = { request: asking, reply, workspace_id: 'ws_default', user_id: 'user_1' };
      const { id } = asking.params;
      const job = await changed.find('ws_default', id);
      if (asking.url.includes('/states/')) return streams.states(asked, [id]);
      return job && streams.events(asked, job, 0);
    });
    apps.push(app);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const at = app.server.address();
    return { app, port: typeof at === 'object' && at !== null ? at.port : 0 };
  }

  const deaf: Partial<JobStore> = { watch: () => () => undefined };

  it.each(['events', 'states'])('of %s finds what no notification told of', async (view) => {
    const quiet = await serve(deaf);
    const job = await enqueue();
    const stream = await open(`/${view}/${job.id}`, { at: { port: quiet.port, cookie } });
    await stream.until('"status":"queued"');
    await test.jobs.claim(LEASE, 100);
    await test.jobs.report(LEASE.owner, run(job.id), { percent: 40, stage: 'reading', message: 'page 4 of 10' });
    await stream.until('page 4 of 10');
    await test.jobs.complete(LEASE.owner, run(job.id), () => ({ success: true }));
    expect(await stream.ended).toMatch(/"status":"completed"[^]*event: end\ndata: \{\}\n\n$/);
  });

  it('has all events of a job that has more of them than one look brings', async () => {
    const paged = await serve(deaf);
    const job = await enqueue();
    await test.database.query(
      `insert into job_events (job_id, type, data)
       select $1, 'job.status', json_build_object('progress', json_build_object('message', 'step ' || step))::text
       from generate_series(1, 2500) as step`,
      [job.id],
    );
    await test.jobs.cancel('ws_default', job.id);
    const text = await (await open(`/events/${job.id}`, { at: { port: paged.port, cookie } })).ended;
    const steps = [...text.matchAll(/"message":"step (\d+)"/g)].map((match) => Number(match[1]));
    expect(steps).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1));
    expect(text).toMatch(/"type":"job.done"[^]*event: end\n/);
  });

  it('that its browser left before it began takes no place', async () => {
    const gone = Promise.withResolvers<void>();
    let asked = 0;
    let watching = 0;
    const slow = await serve({
      find: async (workspaceId, id) => {
        asked += 1;
        await gone.promise;
        return test.jobs.find(workspaceId, id);
      },
      watch: (id, heard) => {
        const stop = test.jobs.watch(id, heard);
        watching += 1;
        return () => {
          watching -= 1;
          stop();
        };
      },
    });
    const job = await enqueue();
    const sockets: Socket[] = [];
    slow.app.server.on('connection', (socket: Socket) => sockets.push(socket));
    const path = `/dashboard/api/events/${job.id}`;
    const clients = Array.from({ length: 40 }, () => {
      const client = request({ host: '127.0.0.1', port: slow.port, path, agent: false });
      client.on('error', () => undefined);
      return client.end();
    });
    await expect.poll(() => asked).toBe(40);
    const closed = sockets.map((socket) => once(socket, 'close'));
    for (const client of clients) client.destroy();
    await Promise.all(closed);
    gone.resolve();
    const at = { port: slow.port, cookie };
    const streams = await Promise.all(Array.from({ length: 30 }, () => open(`/events/${job.id}`, { at })));
    for (const stream of streams) stream.close();
    await Promise.all(streams.map((stream) => stream.ended.catch(() => undefined)));
    // Nobody is left who would be told of the job.
    await expect.poll(() => watching).toBe(0);
  });
});
