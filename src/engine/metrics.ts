import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { messageOf } from '../kernel/errors.ts';
import type { Backlog, Metrics } from '../ports/metrics.ts';
import type { Log } from '../kernel/log.ts';

interface Exposition {
  readonly content_type: string;
  readonly text: string;
}

/** Metrics that can be read, in the form that Prometheus reads. */
export interface ReadableMetrics extends Metrics {
  expose(): Promise<Exposition>;
  /** Stops what watches the process. */
  close(): Promise<void>;
}

export interface MetricsOptions {
  readonly version: string;
  readonly log: Log;
  /** Asked when somebody reads the metrics, at most once in five seconds. */
  readonly backlog: () => Promise<Backlog>;
}

const BACKLOG_FRESH_MS = 5000;
const BACKLOG_PATIENCE_MS = 2000;
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const JOB_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1800];

/** One registry for each service, so that two in a process do not count each other's calls. */
export function createMetrics({ version, log, backlog }: MetricsOptions): ReadableMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'seamark_info', help: 'The running version.', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  const gauges = backlogGauges(registers);
  const refresh = refresher(gauges, backlog, log);
  return {
    ...counting(registers),
    expose: async () => {
      await refresh();
      return { content_type: registry.contentType, text: await registry.metrics() };
    },
    close: () => Promise.resolve(registry.clear()),
  };
}

function counting(registers: Registry[]): Metrics {
  const requests = new Histogram({
    name: 'seamark_http_request_duration_seconds',
    help: 'Requests by route and status, from the first byte to the last.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: 'seamark_call_duration_seconds',
    help: 'Calls of operations, with "ok", "queued" or the code of the error as outcome.',
    labelNames: ['operation', 'transport', 'outcome'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const named = (name: string, help: string, labelNames: string[] = []): Counter =>
    new Counter({ name, help, labelNames, registers });
  const credits = named('seamark_credits_charged_total', 'Credits charged by operation.', ['operation']);
  const jobs = named('seamark_job_events_total', 'Jobs by what happened to them.', ['operation', 'event']);
  const rejects = named('seamark_rate_limited_total', 'Requests refused because they exceeded a plan.');
  const runs = new Histogram({
    name: 'seamark_job_run_duration_seconds',
    help: 'Job attempts.',
    labelNames: ['operation'],
    buckets: JOB_SECONDS,
    registers,
  });
  const attempts = new Histogram({
    name: 'seamark_webhook_attempt_duration_seconds',
    help: 'Webhook delivery attempts.',
    labelNames: ['outcome'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  return {
    observeRequest: ({ duration_ms, method, route, status }) =>
      requests.observe({ method, route, status }, duration_ms / 1000),
    countCall: ({ operation, transport, outcome, credits: charged, duration_ms }) => {
      calls.observe({ operation, transport, outcome }, duration_ms / 1000);
      if (charged > 0) credits.inc({ operation }, charged);
    },
    countJob: (operation, event) => jobs.inc({ operation, event }),
    observeJobRun: (operation, duration_ms) => runs.observe({ operation }, duration_ms / 1000),
    countWebhookAttempt: (outcome, duration_ms) => attempts.observe({ outcome }, duration_ms / 1000),
    countRateLimited: () => rejects.inc(),
    countSourceRequest: sourceCounting(named),
  };
}

function sourceCounting(
  named: (name: string, help: string, labelNames: string[]) => Counter,
): Metrics['countSourceRequest'] {
  const requests = named('seamark_source_requests_total', 'Requests to sources.', ['source']);
  const failures = named('seamark_source_failures_total', 'Requests to sources that failed.', ['source']);
  const usd = named('seamark_source_usd_total', 'USD that sources charged.', ['source']);
  return ({ source, outcome, usd: charged }) => {
    requests.inc({ source });
    // A counter that appears with its first failure hides that failure from a rate.
    failures.inc({ source }, outcome === 'failed' ? 1 : 0);
    usd.inc({ source }, charged);
  };
}

interface BacklogGauges {
  readonly jobs: Gauge;
  readonly lag: Gauge;
  readonly deliveries: Gauge;
  readonly readable: Gauge;
}

function backlogGauges(registers: Registry[]): BacklogGauges {
  const named = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers });
  return {
    jobs: named('seamark_jobs', 'Unfinished jobs.', ['operation', 'status']),
    lag: named('seamark_queue_lag_seconds', 'How long the oldest job that could run has been waiting.'),
    deliveries: named('seamark_webhook_deliveries_pending', 'Pending deliveries.'),
    readable: named(
      'seamark_backlog_readable',
      '1 if the job and delivery figures could be read for this scrape, otherwise 0.',
    ),
  };
}

/** Never rejects: figures of the process are wanted most when the database is gone. */
function refresher(gauges: BacklogGauges, backlog: () => Promise<Backlog>, log: Log): () => Promise<void> {
  let asked_at = Number.NEGATIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();
  const ask = async (): Promise<void> => {
    try {
      const { jobs, queue_lag_s, pending_deliveries } = await before(backlog(), BACKLOG_PATIENCE_MS);
      gauges.jobs.reset();
      for (const { operation, status, count } of jobs) gauges.jobs.set({ operation, status }, count);
      gauges.lag.set(queue_lag_s);
      gauges.deliveries.set(pending_deliveries);
      gauges.readable.set(1);
    } catch (thrown) {
      gauges.readable.set(0);
      log.warn({ error: messageOf(thrown) }, 'the job and delivery figures could not be read');
    }
  };
  return () => {
    if (performance.now() - asked_at < BACKLOG_FRESH_MS) return last;
    asked_at = performance.now();
    last = ask();
    return last;
  };
}

async function before<Value>(work: Promise<Value>, patience_ms: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${patience_ms} ms`)), patience_ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
