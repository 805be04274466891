import type { ServerResponse } from 'node:http';

import { jobNews } from '../contract/job-view.ts';
import type { Log } from '../kernel/log.ts';
import { messageOf } from '../kernel/errors.ts';
import { hasEnded, type Job, type JobSnapshot, type JobStore } from '../ports/jobs.ts';

interface StreamParts {
  readonly job: Job;
  readonly jobs: JobStore;
  readonly heartbeat_ms: number;
  /** Whether the key still opens this door. */
  readonly isAllowed: () => Promise<boolean>;
  readonly log: Log;
}

/** How long a client waits before it reconnects. */
const RETRY_MS = 3000;
/** Some proxies and clients hold back the first kilobytes of an answer. */
const PADDING = `:${' '.repeat(2048)}\n`;
/** A reader that leaves this much unread is dropped; it comes again with the last id that it has read. */
const UNREAD_BYTES_MAX = 1_000_000;
/** As JobStore.events answers them. */
const PAGE = 1000;

/** One open event stream: reads the events of its job from the store whenever there may be new ones. */
export class JobStream {
  readonly #response: ServerResponse;
  readonly #parts: Omit<StreamParts, 'job'>;
  readonly #job: Pick<Job, 'id' | 'workspace_id'>;
  #cursor = 0;
  #unwatch: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isWanted = false;
  #wasFull = false;
  #ended = false;

  constructor(response: ServerResponse, { job, ...parts }: StreamParts) {
    this.#response = response;
    this.#parts = parts;
    // Not the whole job: its input may be megabytes, and the stream stays open for long.
    this.#job = { id: job.id, workspace_id: job.workspace_id };
  }

  /** Begins with the job as it is, or without a snapshot continues after an event. */
  start(snapshot: JobSnapshot | undefined, after: number): void {
    this.#response.on('error', () => this.close());
    this.#response.on('drain', () => this.#look());
    this.#write(`${PADDING}retry: ${RETRY_MS}\n\n`);
    this.#cursor = snapshot?.event_id ?? after;
    if (snapshot !== undefined) this.#open(snapshot);
    if (this.#ended) return;
    this.#unwatch = this.#parts.jobs.watch(this.#job.id, () => this.#look());
    this.#timer = setInterval(() => void this.#beat(), this.#parts.heartbeat_ms);
    // After the watch has begun, so that nothing falls between.
    this.#look();
  }

  /** Ends the answer in order. */
  end(): void {
    this.close();
    this.#response.end();
  }

  /** Lets go of everything; the answer itself is over already. */
  close(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    this.#unwatch?.();
  }

  /** Of a job that has ended, the end follows at once: only that carries the id, or it could be missed. */
  #open({ job, event_id }: JobSnapshot): void {
    const isOver = hasEnded(job);
    const news = jobNews(job);
    this.#send('job.open', isOver ? undefined : event_id, news);
    if (!isOver) return;
    this.#send(job.status === 'failed' ? 'job.failed' : 'job.done', Math.max(1, event_id), news);
    this.end();
  }

  #look(): void {
    this.#isWanted = true;
    if (this.#isReading) return;
    this.#isReading = true;
    this.#read()
      // The next heartbeat looks again.
      .catch((thrown: unknown) =>
        this.#parts.log.warn({ error: messageOf(thrown) }, 'events of a job could not be read'),
      )
      .finally(() => (this.#isReading = false));
  }

  /** Stops while the reader is slow; what it has not read yet stays in the database. */
  async #read(): Promise<void> {
    while (this.#isWanted && !this.#ended && !this.#response.writableNeedDrain) {
      this.#isWanted = false;
      const { jobs, isAllowed } = this.#parts;
      const events = await jobs.events(this.#job.workspace_id, this.#job.id, this.#cursor);
      if (events.length > 0 && !(await isAllowed())) return this.end();
      for (const { id, type, data } of events) {
        if (this.#ended) return;
        this.#send(type, id, data);
        this.#cursor = id;
        if (type === 'job.done' || type === 'job.failed') return this.end();
      }
      if (events.length === PAGE) this.#isWanted = true;
    }
  }

  /** Keeps the connection open, and finds what no notification told of. */
  async #beat(): Promise<void> {
    // Two heartbeats without a byte read: nobody is there.
    if (this.#response.writableNeedDrain && this.#wasFull) return this.#drop();
    this.#wasFull = this.#response.writableNeedDrain;
    if (this.#wasFull) return;
    const isAllowed = await this.#parts.isAllowed().catch(() => true);
    if (this.#ended) return;
    if (!isAllowed) return this.end();
    this.#write(': hb\n\n');
    this.#look();
  }

  #send(type: string, id: number | undefined, data: Readonly<Record<string, unknown>>): void {
    const line = id === undefined ? '' : `id: ${id}\n`;
    this.#write(`event: ${type}\n${line}data: ${JSON.stringify(data)}\n\n`);
  }

  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    this.#response.write(text);
    if (this.#response.writableLength > UNREAD_BYTES_MAX) this.#drop();
  }

  #drop(): void {
    this.close();
    this.#response.destroy();
  }
}
