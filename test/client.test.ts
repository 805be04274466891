import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';

import {
  ConnectionError,
  createClient,
  type Job,
  JobCancelledError,
  JobFailedError,
  ProblemError,
  type Queued,
  type SeamarkClient,
  SeamarkError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../src/client/client.ts';
import type {
  BacklinksSummaryAnswer,
  ContentTechnicalQaAnswer,
  DryRun,
  SiteAuditAnswer,
} from '../src/client/operations.ts';
import { operations } from '../src/operations/index.ts';
import { openTestService, type TestService } from './service.ts';

const PAGE = { markdown: '# Bicycle repair\n\nHow to mend a flat tyre.' };

describe('the client on a service', () => {
  let service: TestService;
  let client: SeamarkClient;
  beforeAll(async () => {
    service = await openTestService();
    client = createClient({ baseUrl: `${service.base}/`, apiKey: service.key, projectId: 'shop' });
  });
  afterAll(() => service.close());

  it('calls an operation by its name, and tells how the service answered', async () => {
    const { answer, response } = await client.content.technicalQa(PAGE).withResponse();
    expect(answer).toMatchObject({ success: true, meta: { operation: 'content.technical-qa', project_id: 'shop' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-credits-charged')).toBe(String(answer.meta.credits.charged));
    expectTypeOf(answer).toEqualTypeOf<ContentTechnicalQaAnswer>();
  });

  it('has a method for every operation', () => {
    const missing = operations.filter(({ id }) => {
      const names = id
        .split('.')
        .map((name) => name.replaceAll(/-(.)/g, (_whole, letter: string) => letter.toUpperCase()));
      let found: unknown = client;
      for (const name of names) found = found instanceof Object ? Reflect.get(found, name) : undefined;
      return typeof found !== 'function';
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('puts fields into the path, the query and the body', async () => {
    await client.projects.set({ id: 'shop', name: 'Shop' });
    expect((await client.projects.get({ id: 'shop' })).project).toMatchObject({ id: 'shop', name: 'Shop' });
    expect((await client.jobs.list({ limit: 1 })).jobs.length).toBeLessThan(2);
    expect((await client.credits()).success).toBe(true);
  });

  it('prices a call without running it', async () => {
    const tried = await client.backlinks.summary({ target: 'example.com' }, { dryRun: true });
    expect(tried).toMatchObject({ dry_run: true, meta: { credits: { charged: 0 } } });
    expectTypeOf(tried).toEqualTypeOf<DryRun>();
  });

  it('queues a call when told not to wait, and reads and watches its job', async () => {
    const queued = await client.content.technicalQa(PAGE, { wait: false });
    expectTypeOf(queued).toEqualTypeOf<Queued>();
    const types: string[] = [];
    for await (const { type, job } of client.jobs.events(queued.job_id)) {
      types.push(type);
      expect(job.id).toBe(queued.job_id);
    }
    expect(types.at(0)).toBe('job.open');
    expect(types.at(-1)).toBe('job.done');
    const job = await client.jobs.wait(queued.job_id);
    expect(job).toMatchObject({ status: 'completed', result: { success: true } });
  });

  it('runs a call once that is made twice under one idempotency key', async () => {
    const options = { idempotencyKey: 'nightly-2026-11-23' };
    const first = await client.content.technicalQa(PAGE, options);
    const again = await client.content.technicalQa(PAGE, options).withResponse();
    expect(again.answer).toEqual(first);
    expect(again.response.headers.get('idempotent-replayed')).toBe('true');
    await expect(client.content.technicalQa(PAGE, { ...options, wait: false })).rejects.toThrow(SeamarkError);
  });

  it('throws the problem with its code, fix and bad fields', async () => {
    const asked = client.operation('backlinks.list')({ target: 'example.com', limit: 9_000_000 });
    const thrown: unknown = await asked.catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ProblemError);
    expect(thrown).toMatchObject({
      name: 'ProblemError',
      code: 'invalid_input',
      status: 422,
      errors: [{ path: 'limit', message: expect.any(String) }],
      requestId: expect.any(String),
    });
  });

  it('reads the usage as a table of CSV, which has another type', async () => {
    const table = await client.usage({ format: 'csv' });
    expect(table.split('\n')[0]).toContain(',');
    expectTypeOf(table).toEqualTypeOf<string>();
  });
});

describe('the types of the client', () => {
  it('stand in files that can be read, in lines that fit a screen', () => {
    const folder = join(import.meta.dirname, '../src/client');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const lines = files.map((file) => [file, readFileSync(join(folder, file), 'utf8').split('\n')] as const);
    expect(lines.filter(([, { length }]) => length > 1200).map(([file]) => file)).toEqual([]);
    const types = lines.filter(([file]) => file.startsWith('types'));
    expect(types.flatMap(([, text]) => text).filter(({ length }) => length > 120)).toEqual([]);
  });

  it('know that an audit can be a table, a job, or priced', () => {
    const ask = (audit: SeamarkClient['site']['audit']): unknown[] => {
      const waited = audit({ site: 'example.com' });
      expectTypeOf(waited).resolves.toEqualTypeOf<SiteAuditAnswer>();
      const table = audit({ site: 'example.com', rule: 'link.broken', format: 'csv' });
      expectTypeOf(table).resolves.toEqualTypeOf<string>();
      const queued = audit({ site: 'example.com' }, { wait: false });
      expectTypeOf(queued).resolves.toEqualTypeOf<Queued>();
      const priced = audit({ site: 'example.com' }, { dryRun: true });
      expectTypeOf(priced).resolves.toEqualTypeOf<DryRun>();
      return [waited, table, queued, priced];
    };
    expect(ask).toBeTypeOf('function');
  });

  it('say what comes: the answer, a job that is not waited for, or a price', () => {
    type Summary = SeamarkClient['backlinks']['summary'];
    const ask = (summary: Summary): unknown[] => {
      const waited = summary({ target: 'example.com' });
      expectTypeOf(waited).resolves.toEqualTypeOf<BacklinksSummaryAnswer>();
      const queued = summary({ target: 'example.com' }, { wait: false });
      expectTypeOf(queued).resolves.toEqualTypeOf<Queued>();
      // @ts-expect-error -- a field that is needed
      const incomplete = summary({});
      // @ts-expect-error -- a field that the operation does not have
      const misspelt = summary({ target: 'example.com', targett: 'example.com' });
      return [waited, queued, incomplete, misspelt];
    };
    expect(ask).toBeTypeOf('function');
  });
});

describe('the client on an unreliable service', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** Answers the requests one after the other, and keeps what was asked. */
  async function answering(
    ...answers: ((response: ServerResponse) => void)[]
  ): Promise<{ client: SeamarkClient; asked: IncomingMessage[] }> {
    const asked: IncomingMessage[] = [];
    server = createServer((request, response) => {
      asked.push(request);
      answers[asked.length - 1]?.(response);
    });
    const listening = server;
    await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { asked, client: createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk_live_test' }) };
  }

  const json =
    (status: number, body: unknown, headers: Record<string, string> = {}) =>
    (response: ServerResponse): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
  const busy = json(503, { code: 'unavailable', detail: 'Starting.', success: false }, { 'retry-after': '0' });
  const answer = json(200, { success: true, target: 'example.com' });
  const accepted = json(202, { success: true, job_id: 'job_1', jobs: ['job_1'] });
  const event = (type: string, id: number, job: Partial<Job>): string =>
    `event: ${type}\nid: ${id}\ndata: ${JSON.stringify({ job: { id: 'job_1', error: null, result: null, ...job } })}\n\n`;
  const stream =
    (text: string, end: 'ends' | 'breaks' = 'ends') =>
    (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(text, () => (end === 'ends' ? response.end() : response.destroy()));
    };

  it('sends a call again that failed for the moment, under the same idempotency key', async () => {
    const { client, asked } = await answering(busy, (response) => response.destroy(), answer, answer);
    expect(await client.backlinks.summary({ target: 'example.com' })).toMatchObject({ target: 'example.com' });
    await client.backlinks.summary({ target: 'example.com' });
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('does not repeat what would fail again, or only much later', async () => {
    const refused = json(422, { code: 'invalid_input', detail: 'No.', success: false });
    const spent = json(429, { code: 'rate_limited', detail: 'Enough.', success: false }, { 'retry-after': '3600' });
    const { client, asked } = await answering(refused, spent);
    await expect(client.backlinks.summary({ target: '?' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(client.backlinks.summary({ target: '?' })).rejects.toMatchObject({ code: 'rate_limited' });
    expect(asked).toHaveLength(2);
  });

  it('waits for a job, over a connection that breaks, and tells how far it is', async () => {
    const half = { status: 'running', progress: { percent: 50, stage: 'read', message: null } } as const;
    const { client, asked } = await answering(
      accepted,
      stream(event('job.status', 7, half), 'breaks'),
      stream(event('job.done', 8, { status: 'completed', result: { success: true, target: 'example.com' } })),
    );
    const seen: (number | undefined)[] = [];
    const onProgress = (job: Job): void => void seen.push(job.status === 'running' ? job.progress.percent : 100);
    expect(await client.backlinks.summary({ target: 'example.com' }, { onProgress })).toMatchObject({
      target: 'example.com',
    });
    expect(seen).toEqual([50, 100]);
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/v1/backlinks/summary',
      '/api/v1/jobs/job_1/events',
      '/api/v1/jobs/job_1/events',
    ]);
    expect(asked[2]?.headers['last-event-id']).toBe('7');
  });

  it('reads a result that is too large for an event from the job', async () => {
    const job = { id: 'job_1', status: 'completed', error: null, result: { success: true, target: 'example.com' } };
    const done = stream(event('job.done', 8, { status: 'completed' }));
    const { client } = await answering(accepted, done, json(200, { success: true, job }));
    expect(await client.backlinks.summary({ target: 'example.com' })).toMatchObject({ target: 'example.com' });
  });

  it('polls a job when no event stream is to be had', async () => {
    const full = json(429, { code: 'rate_limited', detail: 'Too many streams.', success: false });
    const job = { id: 'job_1', status: 'completed', error: null, result: { success: true, target: 'example.com' } };
    const { client } = await answering(accepted, full, json(200, { success: true, job }));
    expect(await client.backlinks.summary({ target: 'example.com' })).toMatchObject({ target: 'example.com' });
  });

  it('throws why a job failed or that it was cancelled', async () => {
    const error: Job['error'] = { code: 'source_failed', message: 'The source is down.', fix: null, errors: [] };
    const { client } = await answering(
      accepted,
      stream(event('job.failed', 2, { status: 'failed', error })),
      accepted,
      stream(event('job.done', 2, { status: 'cancelled' })),
    );
    const failed: unknown = await client.backlinks
      .summary({ target: 'example.com' })
      .catch((thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(JobFailedError);
    expect(failed).toMatchObject({ code: 'source_failed', jobId: 'job_1', message: 'The source is down.' });
    await expect(client.backlinks.summary({ target: 'example.com' })).rejects.toBeInstanceOf(JobCancelledError);
  });

  it('tells an unreachable service, a slow one and a page of something else apart', async () => {
    const page = (response: ServerResponse): void => void response.end('<h1>It works!</h1>');
    const { client } = await answering(page, () => undefined);
    await expect(client.credits()).rejects.toBeInstanceOf(UnexpectedAnswerError);
    await expect(client.credits({}, { timeoutMs: 20 })).rejects.toBeInstanceOf(TimeoutError);
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'sk_live_test', retries: 0 });
    await expect(nowhere.credits()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('ends with the reason of the signal, while it asks and while it waits for a job', async () => {
    const stop = new AbortController();
    const { client } = await answering(
      () => stop.abort(new Error('Enough.')),
      accepted,
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(event('job.status', 1, { status: 'running' }));
      },
    );
    await expect(client.credits({}, { signal: stop.signal })).rejects.toThrow('Enough.');
    const later = new AbortController();
    const onProgress = (): void => later.abort(new Error('Later.'));
    await expect(
      client.backlinks.summary({ target: 'example.com' }, { signal: later.signal, onProgress }),
    ).rejects.toThrow('Later.');
  });
});
