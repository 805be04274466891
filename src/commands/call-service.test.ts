import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';

import { type CalledService, callService, type ServiceCall } from './call-service.ts';
import { version } from '../version.ts';
import { operationNamed } from './known-operations.ts';

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const servers: { close(): unknown }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A service that gives these answers in turn, and what it was asked. */
async function answering(replies: readonly Reply[]) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const reply = replies[asked.length];
    asked.push(request);
    response.writeHead(reply?.status ?? 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply?.body ?? {}));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { base: `http://127.0.0.1:${port}`, asked };
}

const QUEUED: Reply = { status: 202, body: { success: true, job_id: 'job_1', status: 'queued' } };
const job = (fields: object): Reply => ({ status: 200, body: { success: true, job: { id: 'job_1', ...fields } } });

async function call(replies: readonly Reply[], changes: Partial<ServiceCall & CalledService> = {}) {
  const { base, asked } = await answering(replies);
  const told: string[] = [];
  const pauses: number[] = [];
  const { is_local = false, ...how } = changes;
  const answer = await callService(
    { url: base, key: 'sk_live_x', is_local },
    {
      operation: operationNamed('search'),
      body: { query: 'bicycle' },
      dry_run: false,
      max_age_s: undefined,
      signal: AbortSignal.timeout(10_000),
      onProgress: (text) => void told.push(text),
      waits: true,
      pause: async (ms) => void pauses.push(ms),
      ...how,
    },
  );
  return { answer, asked, told, pauses };
}

describe('a call of a service elsewhere', () => {
  it('waits for the job that it became, with its progress, and answers as the job did', async () => {
    const { answer, asked, told } = await call([
      QUEUED,
      job({ status: 'queued', progress: null }),
      job({ status: 'running', progress: { percent: 40, stage: 'export', message: '400 rows read.' } }),
      job({ status: 'completed', result: { success: true, items: [1] } }),
    ]);
    expect(answer).toEqual({ success: true, items: [1] });
    expect(told).toContain('40 %  400 rows read.');
    expect(asked.map(({ url }) => url)).toEqual(['/api/v1/search', ...Array<string>(3).fill('/api/v1/jobs/job_1')]);
  });

  it('goes on waiting through a restart of the service and a rate limit, ever more slowly', async () => {
    const { answer, pauses } = await call([
      QUEUED,
      { status: 503, body: { code: 'unavailable', detail: 'The service is starting.' } },
      { status: 429, body: { code: 'rate_limited', detail: 'Too many requests.' } },
      { status: 502, body: {} },
      job({ status: 'completed', result: { success: true } }),
    ]);
    expect(answer).toEqual({ success: true });
    expect(pauses).toEqual([1000, 1500, 2250]);
  });

  it('fails as its job failed', async () => {
    const error = { code: 'source_failed', message: 'The page does not respond.', fix: 'Try again later.' };
    await expect(call([QUEUED, job({ status: 'failed', error })])).rejects.toMatchObject({
      code: 'source_failed',
      message: 'The page does not respond.',
      fix: 'Try again later.',
    });
  });

  it('is queued and not waited for where that is wanted', async () => {
    const { answer, asked } = await call([QUEUED], { waits: false });
    expect(answer).toMatchObject({ job_id: 'job_1' });
    expect(asked[0]?.headers['prefer']).toBe('respond-async');
  });
});

it('a call of the service on this machine keeps its request open', async () => {
  const { asked } = await call([{ status: 200, body: { success: true } }], { is_local: true });
  expect(asked[0]?.url).toBe('/api/v1/search?sync=true');
});

describe('a service of another version', () => {
  const unknown: Reply = { status: 404, body: { code: 'not_found', detail: 'There is nothing at /api/v1/search.' } };
  const field: Reply = {
    status: 422,
    body: {
      code: 'invalid_input',
      detail: 'The request is invalid.',
      errors: [{ path: 'query', message: 'is not a field of this operation' }],
    },
  };
  const older: Reply = { status: 200, body: { status: 'ok', version: '0.0.9' } };
  const same: Reply = { status: 200, body: { status: 'ok', version } };

  it.each([
    ['an operation', unknown],
    ['a field', field],
  ])('that does not know %s is named with both versions, and with what to do', async (_what, reply) => {
    await expect(call([reply, older])).rejects.toMatchObject({
      fix: expect.stringMatching(
        new RegExp(`runs Seamark 0\\.0\\.9, and this command is ${version}.*Restart the service`),
      ),
    });
  });

  it('is not suspected where the versions are the same, or where an id was not found', async () => {
    await expect(call([field, same])).rejects.toMatchObject({ fix: undefined, issues: [{ path: 'query' }] });
    const missing: Reply = {
      status: 404,
      body: { code: 'not_found', detail: 'There is no job job_1.', fix: 'List them.' },
    };
    await expect(
      call([missing, older], { operation: operationNamed('jobs.get'), body: { id: 'job_1' } }),
    ).rejects.toMatchObject({ fix: 'List them.' });
  });
});
