import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { newSecret } from '../src/kernel/api-key.ts';
import { serving, type Serving } from './command-line.ts';
import { giveBack, type KeptEngine, takeEngine } from './index-engine.ts';
import { ask as askMcp, fieldsOf, type Told } from './mcp/ask.ts';
import { openTestDatabase, type TestDatabase } from './postgres.ts';
import { call, type TestAnswer } from './service.ts';

/** A service that is told to stop (SIGTERM) while callers wait for pages of a site that takes its time. */

const PAGE = '<title>Tyres</title><main><h1>Tyres</h1><p>How to mend a flat tyre on the road.</p></main>';

let data: string;
let control: TestDatabase;
let kept: KeptEngine;
let service: Serving;
const key = newSecret();
const login = { email: 'ops@example.com', password: 'correct horse battery' };

/** Requests that wait for their page, until the site answers at once. */
const held = new Map<string, ServerResponse>();
let isSlow = true;
const site = createServer(({ url = '/' }, response) => {
  if (url === '/robots.txt') response.writeHead(404).end();
  else if (isSlow) held.set(url, response);
  else send(response);
});

function send(response: ServerResponse | undefined): void {
  response?.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
}

const start = async (): Promise<Serving> => {
  const { port } = z.object({ port: z.int() }).parse(site.address());
  return serving(['--data', data, '--port', '0'], {
    DATABASE_URL: control.url,
    CLICKHOUSE_URL: kept.engine.url,
    SEAMARK_INIT_API_KEY: key,
    SEAMARK_INIT_EMAIL: login.email,
    SEAMARK_INIT_PASSWORD: login.password,
    SEAMARK_RESOLVE: `slow.example:80:127.0.0.1:${port}`,
  });
};

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'seamark-stopping-'));
  [control, kept] = await Promise.all([openTestDatabase(), takeEngine()]);
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  service = await start();
}, 60_000);
afterAll(async () => {
  await service.stop();
  site.closeAllConnections();
  site.close();
  await control.close();
  await giveBack(kept);
  await rm(data, { recursive: true, force: true });
});

const rest = (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  call(`${service.base}/api/v1${path}`, body, { 'x-api-key': key, ...headers });

const analyze = (page: string, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  rest('/content/technical-qa', { url: `http://slow.example/${page}` }, headers);

const analyzeOverMcp = (page: string, era: '2025-11-25' | '2026-07-28'): Promise<Told> =>
  askMcp(
    service.base,
    'tools/call',
    { name: 'content_technical_qa', arguments: { url: `http://slow.example/${page}` } },
    { key, era },
  );

const dashboard = (path: string, body: unknown, cookie = ''): Promise<TestAnswer> =>
  call(`${service.base}/dashboard/api${path}`, body, { origin: service.base, 'x-seamark-dashboard': '1', cookie });

const untilHeld = (...pages: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect([...held.keys()].toSorted()).toEqual(pages), { timeout: 10_000 });

const jobIn = (told: Record<string, unknown>): string => z.string().parse(told['job_id']);

it('answers every call in flight: finished, or as the job that it becomes, which the next start completes and charges once', async () => {
  const cookie = (await dashboard('/login', login)).headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const input = { url: 'http://slow.example/report' };
  const report = await dashboard('/reports', { operation: 'content.technical-qa', input }, cookie);
  const reported = jobIn(report.json);
  const streams = [
    fetch(`${service.base}/api/v1/jobs/${reported}/events`, { headers: { 'x-api-key': key } }),
    fetch(`${service.base}/dashboard/api/jobs/${reported}/events`, { headers: { cookie } }),
  ];
  const read = streams.map(async (stream) => (await stream).text());
  await Promise.all(streams);

  const finishing = analyze('quick');
  const waiting = [analyze('a'), analyze('b'), analyze('c', { 'idempotency-key': 'the same call' })];
  const asking = [analyzeOverMcp('d', '2025-11-25'), analyzeOverMcp('e', '2026-07-28')];
  await untilHeld('/a', '/b', '/c', '/d', '/e', '/quick', '/report');

  const stopped = service.stop('SIGTERM');
  await vi.waitFor(() => expect(service.printed()).toContain('Stopping'));
  send(held.get('/quick'));
  expect((await finishing).status).toBe(200);
  const jobs: string[] = [reported];
  for (const answer of await Promise.all(waiting)) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([202, '2']);
    expect(answer.json).toMatchObject({ message: 'The service is stopping; the call continues as a job.' });
    jobs.push(jobIn(answer.json));
  }
  for (const { status, result } of await Promise.all(asking)) {
    expect(status).toBe(200);
    jobs.push(jobIn(fieldsOf(result['structuredContent'])));
  }
  for (const text of await Promise.all(read)) expect(text).toContain('event:');
  expect(await stopped).toBe(0);

  isSlow = false;
  service = await start();
  const again = await analyze('c', { 'idempotency-key': 'the same call' });
  expect([again.status, again.json['job_id']]).toEqual([202, jobs[3]]);
  await vi.waitFor(
    async () => {
      const answers = await Promise.all(jobs.map((id) => rest(`/jobs/${id}`)));
      expect(answers.map(({ json }) => fieldsOf(json['job'])['status'])).toEqual(jobs.map(() => 'completed'));
      const credits = answers.map(({ json }) => Number(fieldsOf(fieldsOf(json['job'])['credits'])['charged']));
      const { json } = await rest('/usage');
      const inline = fieldsOf(fieldsOf((await finishing).json['meta'])['credits'])['charged'];
      const total = credits.reduce((sum, charged) => sum + charged, Number(inline));
      expect(json['total']).toMatchObject({ calls: jobs.length + 1, failed_calls: 0, credits: total });
    },
    { timeout: 45_000, interval: 1000 },
  );
}, 120_000);
