import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { isOwnJob, jobId, unknownJob } from '../contract/own-job.ts';
import type { Log } from '../kernel/log.ts';
import { AppError } from '../kernel/errors.ts';
import type { Caller, KeyStore } from '../ports/accounts.ts';
import { hasEnded, type JobSnapshot, type JobStore } from '../ports/jobs.ts';
import { authenticate } from './authenticate.ts';
import { JobStream } from './job-events-stream.ts';

export interface JobEventsParts {
  readonly keys: KeyStore;
  readonly jobs: JobStore;
  readonly log: Log;
  /** Streams that one key may hold open; 20 when left out. */
  readonly streams_max?: (caller: Caller) => number;
  /** Streams that this process holds open for all keys together. */
  readonly streams_total_max?: number;
  readonly heartbeat_ms?: number;
  /** What every request of a caller is held against, such as the requests a minute of its plan. */
  readonly admit?: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const ID = jobId();
const STREAMS_MAX = 20;
const STREAMS_TOTAL_MAX = 5000;
/** Proxies commonly close what has been silent for 30 s or more. */
const HEARTBEAT_MS = 15_000;

/**
 * `GET /api/v1/jobs/{id}/events`: what happens to a job, as server-sent events.
 *
 * `job.open` (the job as it is), `job.status` for each change, then `job.done` for a completed or cancelled job or
 * `job.failed`, and the stream ends. With `Last-Event-ID` the stream continues after that event; when the job has ended
 * and the client has seen it, the answer is 204, on which an EventSource stops to reconnect.
 */
export function serveJobEvents(app: FastifyInstance, parts: JobEventsParts): void {
  const open = new OpenStreams(parts);
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/api/v1/jobs/:id/events',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = await authenticate(parts.keys, request.headers);
      requireScope(caller);
      await parts.admit?.(caller, request, reply);
      const after = lastEventId(request);
      const snapshot = ID.safeParse(request.params.id).success
        ? await parts.jobs.snapshot(caller.workspace_id, request.params.id)
        : undefined;
      if (snapshot === undefined || !isOwnJob(caller, snapshot.job)) throw unknownJob(request.params.id);
      if (hasSeenTheEnd(snapshot, after)) return reply.code(204).header('cache-control', 'no-store').send();
      const leave = open.enter(caller);
      reply.hijack();
      // Gone while the job was looked up: nothing would tell of it any more.
      if (reply.raw.destroyed || request.raw.socket.destroyed) return leave();
      startStream({ parts, open, leave, caller, snapshot, after, reply, request });
    },
  });
  // Streams would keep the server from closing; their clients come again, to whoever answers then.
  app.addHook('preClose', (done) => {
    open.endAll();
    done();
  });
}

interface Opening {
  readonly parts: JobEventsParts;
  readonly open: OpenStreams;
  readonly leave: () => void;
  readonly caller: Caller;
  readonly snapshot: JobSnapshot;
  readonly after: number | undefined;
  readonly reply: FastifyReply;
  readonly request: FastifyRequest;
}

function startStream({ parts, open, leave, caller, snapshot, after, reply, request }: Opening): void {
  const key = String(request.headers['x-api-key']);
  const { raw } = reply;
  const stream = new JobStream(raw, {
    job: snapshot.job,
    jobs: parts.jobs,
    heartbeat_ms: parts.heartbeat_ms ?? HEARTBEAT_MS,
    isAllowed: async () => (await parts.keys.find(key))?.workspace_id === caller.workspace_id,
    log: parts.log,
  });
  open.add(stream);
  raw.once('close', () => {
    leave();
    open.delete(stream);
    stream.close();
  });
  // Fastify has no part in the answer any more, but its hooks have set headers.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // No proxy may keep, compress or collect it.
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    // A server that closes would wait for the connection otherwise until its keep-alive is over.
    connection: 'close',
  });
  // An id that this job has not had yet comes from another database: its client has to begin anew.
  const isKnown = after !== undefined && after <= snapshot.event_id;
  stream.start(isKnown && snapshot.event_id > 0 ? undefined : snapshot, after ?? 0);
}

/** Counts streams by key, so that one client with a loop in it cannot take them all. */
class OpenStreams {
  readonly #parts: JobEventsParts;
  readonly #byKey = new Map<string, number>();
  readonly #streams = new Set<JobStream>();
  #total = 0;

  constructor(parts: JobEventsParts) {
    this.#parts = parts;
  }

  /** @throws AppError rate_limited, unavailable */
  enter(caller: Caller): () => void {
    const key = caller.key_id ?? caller.workspace_id;
    const count = this.#byKey.get(key) ?? 0;
    const most = this.#parts.streams_max?.(caller) ?? STREAMS_MAX;
    if (count >= most) {
      throw new AppError('rate_limited', `The key has ${count} event streams open; ${most} are allowed.`, {
        fix: 'Close streams of jobs that have ended, poll GET /jobs/{id}, or use a webhook for job.completed and job.failed.',
      });
    }
    if (this.#total >= (this.#parts.streams_total_max ?? STREAMS_TOTAL_MAX)) {
      throw new AppError('unavailable', 'The service cannot open another event stream.', {
        fix: 'Poll GET /jobs/{id}, or try again later.',
      });
    }
    this.#byKey.set(key, count + 1);
    this.#total += 1;
    return () => {
      this.#total -= 1;
      const left = (this.#byKey.get(key) ?? 1) - 1;
      if (left === 0) this.#byKey.delete(key);
      else this.#byKey.set(key, left);
    };
  }

  add(stream: JobStream): void {
    this.#streams.add(stream);
  }

  delete(stream: JobStream): void {
    this.#streams.delete(stream);
  }

  endAll(): void {
    for (const stream of this.#streams) stream.end();
  }
}

function requireScope({ scopes, key_name }: Caller): void {
  if (scopes.length === 0 || scopes.includes('jobs.get')) return;
  throw new AppError('key_not_allowed_here', `The key "${key_name}" may not read jobs.`, {
    fix: `Use a key whose scopes include jobs.get; this one has ${scopes.join(', ')}.`,
  });
}

function hasSeenTheEnd({ job, event_id }: JobSnapshot, after: number | undefined): boolean {
  return after !== undefined && after > 0 && (after === event_id || event_id === 0) && hasEnded(job);
}

/** From the header that an EventSource sends when it reconnects, or from the query for clients that cannot set it. */
function lastEventId(request: FastifyRequest): number | undefined {
  const query: unknown = request.query;
  const asked: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'last_event_id') : undefined;
  const sent = request.headers['last-event-id'];
  const [name, value] = sent === undefined || sent === '' ? ['last_event_id', asked] : ['Last-Event-ID', sent];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw new AppError('invalid_input', `${name} is not an event id.`, {
    fix: "Send the id of the last event you received, or omit it to start with the job's current state.",
    issues: [{ path: name, message: 'must be a whole number' }],
  });
}
