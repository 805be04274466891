import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createMetrics, type ReadableMetrics } from '../engine/metrics.ts';
import { toAppError } from '../kernel/errors.ts';
import type { Backlog } from '../ports/metrics.ts';
import { serveMetrics } from './metrics.ts';
import { sendProblem } from './problem.ts';

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const quiet: Backlog = { jobs: [], queue_lag_s: 0, pending_deliveries: 0 };

let app: FastifyInstance;
let metrics: ReadableMetrics;

async function serve(token: string | undefined, backlog: () => Promise<Backlog> = async () => quiet): Promise<void> {
  metrics = createMetrics({ version: '1.2.3', log: silentLog, backlog });
  app = Fastify();
  app.setErrorHandler((error, request, reply) => sendProblem(reply, toAppError(error), request.id));
  serveMetrics(app, metrics, { token });
  app.get('/jobs/:id', async (_request, reply) => reply.code(404).send());
  await app.ready();
}

beforeEach(() => serve(undefined));
afterEach(async () => {
  await app.close();
  await metrics.close();
});

const read = async (headers: Record<string, string> = {}): Promise<string> =>
  (await app.inject({ url: '/metrics', headers: { host: '127.0.0.1:8787', ...headers } })).body;

describe('without a token', () => {
  it('answers this machine', async () => {
    const answer = await app.inject({ url: '/metrics', headers: { host: 'localhost:8787' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toContain('seamark_info{version="1.2.3"} 1');
    expect(
      (await app.inject({ url: '/metrics', headers: { host: '[::1]:8787' }, remoteAddress: '::1' })).statusCode,
    ).toBe(200);
  });

  it.each([
    ['another machine', { remoteAddress: '203.0.113.7', headers: { host: '127.0.0.1' } }],
    ['a proxy on this machine', { headers: { host: '127.0.0.1', 'x-forwarded-for': '203.0.113.7' } }],
    ['a proxy that says so in the standard way', { headers: { host: '127.0.0.1', forwarded: 'for=203.0.113.7' } }],
    ['a page whose name was made to point here', { headers: { host: 'evil.test' } }],
  ])('refuses %s and says what to set', async (_who, request) => {
    const answer = await app.inject({ url: '/metrics', ...request });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'key_not_allowed_here',
      fix: expect.stringContaining('SEAMARK_METRICS_TOKEN'),
    });
  });
});

describe('with a token', () => {
  beforeEach(async () => {
    await app.close();
    await serve('a-long-token-of-the-operator');
  });

  it.each([
    ['Bearer a-long-token-of-the-operator', 200],
    ['bearer a-long-token-of-the-operator', 200],
    ['Bearer another', 401],
    ['Bearer ', 401],
    ['Basic a-long-token-of-the-operator', 401],
    ['', 401],
  ])('answers whoever sends it, from anywhere, and nobody else: "%s" %i', async (authorization, status) => {
    const answer = await app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers: { authorization } });
    expect(answer.statusCode).toBe(status);
    if (status === 401) expect(answer.headers['www-authenticate']).toContain('Bearer');
  });
});

describe('the figures', () => {
  it('count requests by route and not by address, and everything unknown as one', async () => {
    await app.inject('/jobs/secret-id');
    await app.inject('/no/such/route');
    const text = await read();
    expect(text).toContain(
      'seamark_http_request_duration_seconds_count{method="GET",route="/jobs/:id",status="404"} 1',
    );
    expect(text).toContain('seamark_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).not.toContain('secret-id');
  });

  it('tell of calls, credits, jobs, webhooks and refusals', async () => {
    metrics.countCall({ operation: 'search', transport: 'rest', outcome: 'ok', credits: 3, duration_ms: 20 });
    metrics.countCall({ operation: 'search', transport: 'rest', outcome: 'invalid_input', credits: 0, duration_ms: 1 });
    metrics.countJob('content.brief', 'completed');
    metrics.observeJobRun('content.brief', 1500);
    metrics.countWebhookAttempt('failed', 300);
    metrics.countRateLimited();
    metrics.countSourceRequest({ source: 'serper', outcome: 'answered', usd: 0.001 });
    metrics.countSourceRequest({ source: 'serper', outcome: 'failed', usd: 0.002 });
    metrics.countSourceRequest({ source: 'searxng', outcome: 'answered', usd: 0 });
    const text = await read();
    for (const line of [
      'seamark_call_duration_seconds_count{operation="search",transport="rest",outcome="ok"} 1',
      'seamark_call_duration_seconds_count{operation="search",transport="rest",outcome="invalid_input"} 1',
      'seamark_credits_charged_total{operation="search"} 3',
      'seamark_job_events_total{operation="content.brief",event="completed"} 1',
      'seamark_job_run_duration_seconds_sum{operation="content.brief"} 1.5',
      'seamark_webhook_attempt_duration_seconds_count{outcome="failed"} 1',
      'seamark_rate_limited_total 1',
      'seamark_source_requests_total{source="serper"} 2',
      'seamark_source_failures_total{source="serper"} 1',
      'seamark_source_failures_total{source="searxng"} 0',
      'seamark_source_usd_total{source="serper"} 0.003',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(text).toContain(line);
    }
  });

  it('tell what waits, asked once for readers that come together', async () => {
    const backlog = vi.fn<() => Promise<Backlog>>(async () => ({
      jobs: [{ operation: 'content.brief', status: 'queued', count: 7 }],
      queue_lag_s: 12.5,
      pending_deliveries: 4,
    }));
    await app.close();
    await serve(undefined, backlog);
    const [text] = await Promise.all([read(), read(), read()]);
    expect(text).toContain('seamark_jobs{operation="content.brief",status="queued"} 7');
    expect(text).toContain('seamark_queue_lag_seconds 12.5');
    expect(text).toContain('seamark_webhook_deliveries_pending 4');
    expect(text).toContain('seamark_backlog_readable 1');
    expect(backlog).toHaveBeenCalledTimes(1);
  });

  it('of the process are there when the database is not', async () => {
    await app.close();
    await serve(undefined, () => Promise.reject(new Error('gone')));
    const text = await read();
    expect(text).toContain('seamark_backlog_readable 0');
    expect(text).toContain('process_cpu_seconds_total');
  });

  it('of two services in one process do not mix', async () => {
    const other = createMetrics({ version: '1.2.3', log: silentLog, backlog: async () => quiet });
    other.countRateLimited();
    expect(await read()).toContain('seamark_rate_limited_total 0');
    await other.close();
  });
});
