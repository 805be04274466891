import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '../kernel/errors.ts';
import { hasEnded, type Job, type JobEvent, type JobStore } from '../ports/jobs.ts';
import { EventStream } from './event-stream.ts';
import type { DashboardLog } from './routes.ts';
import { jobView, type JobView } from '../contract/job-view.ts';
import type { JobEventView } from './views.ts';

const STREAMS_PER_USER_MAX = 30;
/** As JobStore.events answers them. */
const PAGE = 1000;
const LAST_TYPES: readonly string[] = ['job.done', 'job.failed'];

export interface Watcher {
  readonly jobs: JobStore;
  readonly log: DashboardLog;
  /** Whether the session that asked goes on. */
  readonly isOpen: (request: FastifyRequest) => Promise<boolean>;
  readonly heartbeat_ms?: number;
}

/** Streams of job events to browsers, ended together when the service stops. */
export class JobStreams {
  readonly #watcher: Watcher;
  readonly #open = new Map<EventStream, string>();

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  closeAll(): void {
    for (const stream of this.#open.keys()) stream.end();
  }

  /** Each stored event of the job after the given one, and those to come; ends with the job. */
  async events(asked: Asked, job: Job, after: number): Promise<void> {
    const stream = this.#start(asked);
    let last = after;
    this.#follow(stream, [job.id], async () => {
      // Before its events: of a job that had ended by then they are all there.
      const current = await this.#watcher.jobs.find(asked.workspace_id, job.id);
      let isOver = current === undefined || hasEnded(current);
      let events: readonly JobEvent[];
      do {
        events = await this.#watcher.jobs.events(asked.workspace_id, job.id, last);
        for (const event of events) {
          stream.send('event', eventView(event), event.id);
          last = Math.max(last, event.id);
        }
        isOver ||= events.some((event) => LAST_TYPES.includes(event.type));
      } while (events.length === PAGE && stream.isOpen);
      if (isOver) {
        stream.send('end', {});
        stream.end();
      }
    });
  }

  /** The state of several jobs, whenever it has changed. */
  async states(asked: Asked, ids: readonly string[]): Promise<void> {
    const stream = this.#start(asked);
    const sent = new Map<string, string>();
    const ended = new Set<string>();
    this.#follow(stream, ids, async (changed) => {
      for (const id of changed.filter((known) => !ended.has(known))) {
        const job = await this.#watcher.jobs.find(asked.workspace_id, id);
        if (job === undefined || hasEnded(job)) ended.add(id);
        if (job === undefined) continue;
        const row = listedJob(job);
        const text = JSON.stringify(row);
        if (sent.get(id) !== text) stream.send('job', row);
        sent.set(id, text);
      }
      if (ended.size === ids.length) {
        stream.send('end', {});
        stream.end();
      }
    });
  }

  #start({ request, reply, user_id }: Asked): EventStream {
    const count = [...this.#open.values()].filter((owner) => owner === user_id).length;
    if (count >= STREAMS_PER_USER_MAX) {
      throw new AppError('rate_limited', `You already have ${STREAMS_PER_USER_MAX} live views open.`, {
        fix: 'Close some dashboard tabs.',
      });
    }
    const stream = new EventStream(reply, this.#watcher.heartbeat_ms);
    this.#open.set(stream, user_id);
    stream.onEnd(() => this.#open.delete(stream));
    // The session may end while a stream is open.
    stream.onBeat(() => {
      void this.#watcher.isOpen(request).then(
        (isOpen) => (isOpen ? undefined : stream.end()),
        () => undefined,
      );
    });
    return stream;
  }

  /** Looks at all of them now, and again at each that was heard of; never twice at the same time. */
  #follow(stream: EventStream, ids: readonly string[], look: (changed: readonly string[]) => Promise<void>): void {
    const changed = new Set(ids);
    let isLooking = false;
    const again = async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      try {
        while (changed.size > 0 && stream.isOpen) {
          const now = [...changed];
          changed.clear();
          await look(now);
        }
      } catch (thrown) {
        // The browser comes back after a moment, with the id of the last event that it had.
        this.#watcher.log.warn({ err: thrown }, 'a live view of the dashboard was cut off');
        stream.end();
      } finally {
        isLooking = false;
      }
    };
    const heard = (id: string) => (): void => {
      changed.add(id);
      void again();
    };
    // Watching begins before the first look, so nothing falls between.
    for (const id of ids) stream.onEnd(this.#watcher.jobs.watch(id, heard(id)));
    // Finds what no notification told of.
    stream.onBeat(() => {
      for (const id of ids) changed.add(id);
      void again();
    });
    void again();
  }
}

export interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly workspace_id: string;
  readonly user_id: string;
}

/** A job as a list has it, without a result that may be megabytes. */
function listedJob(job: Job): JobView {
  return jobView({ ...job, result: undefined });
}

/** Events say what is new of the job, or carry all of it. */
function eventView({ id, type, data, created_at }: JobEvent): JobEventView {
  const job = field(data, 'job') ?? data;
  const progress = field(job, 'progress');
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const percent = field(progress, 'percent');
  return {
    id,
    type,
    created_at: created_at.toISOString(),
    status: text(field(job, 'status')),
    percent: typeof percent === 'number' ? percent : null,
    stage: text(field(progress, 'stage')),
    message: text(field(progress, 'message')),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
