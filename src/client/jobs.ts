import { ConnectionError, ProblemError, SeamarkError } from './errors.ts';
import { type Answered, parseJson, pause, record } from './transport.ts';
import type { Job } from './types/shapes.ts';

/** What happens to a job. The stream ends after `job.done` (completed or cancelled) or `job.failed`. */
export interface JobEvent {
  readonly type: 'job.open' | 'job.status' | 'job.done' | 'job.failed';
  /** The job after it. A result that is too large for an event is null here; `client.jobs.get` has it. */
  readonly job: Job;
}

export interface WatchOptions {
  readonly signal?: AbortSignal;
  /** Called with the job whenever it has got further. */
  readonly onProgress?: (job: Job) => void;
}

/** How jobs are asked for. */
export interface JobParts {
  readonly get: (id: string, signal: AbortSignal | undefined) => Promise<Job>;
  readonly open: (path: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Answered>;
}

const TYPES: ReadonlySet<string> = new Set(['job.open', 'job.status', 'job.done', 'job.failed']);
const LAST: ReadonlySet<string> = new Set(['job.done', 'job.failed']);
/** The service says something every 15 seconds. */
const SILENCE_MS_MAX = 60_000;
const RECONNECT_MS = 1000;
const RECONNECTS_MAX = 10;
const POLL_MS = 2000;

/** Watches a job until it has ended, over as many connections as that takes. */
export async function* watchJob(parts: JobParts, id: string, signal?: AbortSignal): AsyncGenerator<JobEvent> {
  let last = '';
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const event of eventsOf(parts, id, { after: last, signal })) {
        failures = 0;
        if (event.id !== '') last = event.id;
        const news = newsOf(event);
        if (news !== undefined) yield news;
        if (news !== undefined && LAST.has(news.type)) return;
      }
      // Seen to its end already, as the service remembers it.
      if (last !== '' && hasEnded(await parts.get(id, signal))) return;
    } catch (thrown) {
      if (!mayReconnect(thrown, failures)) throw thrown;
    }
    await pause(RECONNECT_MS, signal);
  }
}

/** The job once it has ended, with its whole result. */
export async function waitForJob(parts: JobParts, id: string, { signal, onProgress }: WatchOptions): Promise<Job> {
  try {
    for await (const { job } of watchJob(parts, id, signal)) {
      onProgress?.(job);
      if (hasEnded(job) && (job.status !== 'completed' || job.result !== null)) return job;
    }
    return await parts.get(id, signal);
  } catch (thrown) {
    // Too many streams are open, or the service is about to restart.
    const isBusy = thrown instanceof ProblemError && (thrown.status === 429 || thrown.status === 503);
    if (!isBusy) throw thrown;
    return pollJob(parts, id, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
  }
}

async function pollJob(parts: JobParts, id: string, { signal, onProgress }: WatchOptions): Promise<Job> {
  for (;;) {
    const job = await parts.get(id, signal);
    onProgress?.(job);
    if (hasEnded(job)) return job;
    await pause(POLL_MS, signal);
  }
}

function mayReconnect(thrown: unknown, failures: number): boolean {
  return thrown instanceof ConnectionError && failures < RECONNECTS_MAX;
}

function newsOf({ type, data }: ServerEvent): JobEvent | undefined {
  const { job } = record(data);
  return isType(type) && isJob(job) ? { type, job } : undefined;
}

function hasEnded({ status }: Job): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function isType(type: string): type is JobEvent['type'] {
  return TYPES.has(type);
}

/** The service parses every job by the schema that the type is generated from. */
function isJob(value: unknown): value is Job {
  return typeof record(value)['id'] === 'string';
}

interface ServerEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

/** The events of one connection. */
async function* eventsOf(
  parts: JobParts,
  id: string,
  { after, signal }: { readonly after: string; readonly signal: AbortSignal | undefined },
): AsyncGenerator<ServerEvent> {
  const silence = new AbortController();
  const both = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
  const headers = { accept: 'text/event-stream', ...(after === '' ? {} : { 'last-event-id': after }) };
  const { response } = await parts.open(`/jobs/${encodeURIComponent(id)}/events`, headers, both);
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
    }
  } catch (thrown) {
    signal?.throwIfAborted();
    throw thrown instanceof SeamarkError
      ? thrown
      : new ConnectionError('The event stream was lost.', { cause: thrown });
  } finally {
    silence.abort();
  }
}

function eventOf(block: string): ServerEvent {
  const lines = block.split(/\r?\n/);
  const field = (name: string): string =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      .join('\n');
  return { id: field('id'), type: field('event'), data: parseJson(field('data')) };
}
