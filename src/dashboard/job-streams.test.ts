import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addUser, HOST, openTestDashboard, signIn, type TestDashboard } from '../../test/dashboard/server.ts';
import type { Job, NewJob } from '../ports/jobs.ts';

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
    await test.jobs.report(LEASE.owner, job.id, { percent: 40, stage: 'reading', message: 'page 4 of 10' });
    expect(await stream.until('page 4 of 10')).toContain('"percent":40,"stage":"reading"');
    await test.jobs.complete(LEASE.owner, job.id, () => ({ success: true, found: 'the whole answer' }));
    const text = await stream.ended;
    expect(text).toContain('"type":"job.done"');
    expect(text).toMatch(/event: end\ndata: \{\}\n\n$/);
    expect(text).not.toContain('the whole answer');
  });

  it('go on after the last one that was had', async () => {
    const job = await enqueue();
    await test.jobs.claim(LEASE, 100);
    await test.jobs.complete(LEASE.owner, job.id, () => ({ success: true }));
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
    await test.jobs.complete(LEASE.owner, first.id, () => ({ success: true, found: 'the whole answer' }));
    await stream.until('"status":"completed"');
    await test.jobs.cancel('ws_default', second.id);
    await test.jobs.cancelled(LEASE.owner, second.id);
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
