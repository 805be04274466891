import { setTimeout as sleep } from 'node:timers/promises';

import { messageOf } from '../kernel/errors.ts';
import type {
  AttemptOutcome,
  ClaimLimits,
  DeliveryQueue,
  DueDelivery,
  SendMail,
  SendWebhook,
  WriteReportMail,
} from '../ports/webhooks.ts';
import type { Log } from '../kernel/log.ts';
import { attempt, RETRY_AFTER_MS } from './webhooks-attempt.ts';

export interface DeliveryWorkerOptions {
  readonly queue: DeliveryQueue;
  readonly send: SendWebhook;
  readonly mail: SendMail;
  /** Left out, reports are e-mails of plain text like all else. */
  readonly reportMail: WriteReportMail | undefined;
  /** Who it is among all workers. */
  readonly owner: string;
  readonly log: Log;
  /** Deliveries under way at once. */
  readonly concurrency: number;
  readonly endpoint_max: number;
  readonly workspace_max: number;
  readonly timeout_ms: number;
  /** Has to be well above the time limit of an attempt: what is sent longer is sent by somebody else as well. */
  readonly lease_ms: number;
  readonly retry_after_ms: readonly number[];
  /** How often it looks for what is due when nobody says that there is something. */
  readonly poll_ms: number;
  readonly sweep_ms: number;
  readonly now: () => number;
  readonly random: () => number;
  /** Told of every attempt that was recorded. */
  readonly observe: (outcome: AttemptOutcome) => void;
}

type Needed = 'queue' | 'send' | 'mail' | 'owner' | 'log';

const PRESETS: Omit<DeliveryWorkerOptions, Needed> = {
  concurrency: 64,
  endpoint_max: 4,
  workspace_max: 32,
  timeout_ms: 15_000,
  lease_ms: 60_000,
  retry_after_ms: RETRY_AFTER_MS,
  poll_ms: 1000,
  sweep_ms: 60_000,
  now: Date.now,
  random: Math.random,
  observe: () => undefined,
  reportMail: undefined,
};

/** After the drain: time to put back what was not done. Who stops a process kills it after 25 or 30 s. */
const LAST_WORDS_MS = 4000;
/** With thousands of endpoints that wait, looking for what is due is work for the database. */
const SLOW_CLAIM_MS = 20;

/**
 * Delivers webhooks: claims what is due, sends it and records how it went.
 *
 * It remembers nothing that the queue does not know, so it may be killed at any moment: what it had not recorded is
 * sent again under the same message id.
 */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #cut = new AbortController();
  #loops: readonly Promise<void>[] = [];
  #heard = Promise.withResolvers<void>();
  #unsubscribe: (() => void) | undefined;

  constructor(options: Pick<DeliveryWorkerOptions, Needed> & Partial<DeliveryWorkerOptions>) {
    this.#options = { ...PRESETS, ...options };
  }

  start(): void {
    if (this.#loops.length > 0 || this.#stopping.signal.aborted) return;
    this.#unsubscribe = this.#options.queue.onWork(() => this.#heard.resolve());
    this.#loops = [this.#deliver(), this.#sweep()];
  }

  /** Takes on nothing more, waits for what is under way and puts back what is not done in that time. */
  async stop(drain_ms: number): Promise<void> {
    this.#stopping.abort();
    this.#unsubscribe?.();
    this.#heard.resolve();
    const isDone = await within(drain_ms, this.#drained());
    if (isDone) return;
    this.#cut.abort(new Error('The service is stopping.'));
    await within(LAST_WORDS_MS, this.#putBack());
  }

  /** A claim that was under way when the stop came may still bring deliveries, which are put back. */
  async #drained(): Promise<void> {
    await Promise.all(this.#loops);
    await Promise.all(this.#running.values());
  }

  async #putBack(): Promise<void> {
    const rest = [...this.#running];
    await within(LAST_WORDS_MS / 2, Promise.all(rest.map(([, done]) => done)));
    await this.#return(rest.map(([id]) => id));
  }

  async #return(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#options.queue.putBack(this.#options.owner, ids).catch((thrown: unknown) => {
      this.#options.log.warn({ error: messageOf(thrown) }, 'webhook deliveries will be sent when their lease expires');
    });
  }

  async #deliver(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      // Renewed before it looks: what is announced from here on ends the wait below.
      this.#heard = Promise.withResolvers<void>();
      const begun = performance.now();
      const room = this.#options.concurrency - this.#running.size;
      if (room > 0) await this.#claim(room);
      const took_ms = performance.now() - begun;
      await this.#heardOrAfter(this.#options.poll_ms);
      // Where looking is slow it takes no more than half of the time; places that get free meanwhile are filled together.
      if (took_ms > SLOW_CLAIM_MS) await this.#sleep(Math.min(took_ms, this.#options.poll_ms));
    }
  }

  async #claim(count: number): Promise<void> {
    const { queue, owner, lease_ms, endpoint_max, workspace_max, log } = this.#options;
    const limits: ClaimLimits = { count, endpoint_max, workspace_max };
    try {
      const due = await queue.claim({ owner, duration_ms: lease_ms }, limits);
      // It was under way when the stop came.
      if (this.#stopping.signal.aborted) await this.#return(due.map((delivery) => delivery.id));
      else for (const delivery of due) this.#begin(delivery);
    } catch (thrown) {
      log.warn({ error: messageOf(thrown) }, 'due webhook deliveries cannot be read');
      await this.#sleep(this.#options.poll_ms);
    }
  }

  #begin(delivery: DueDelivery): void {
    const done = this.#run(delivery).finally(() => {
      this.#running.delete(delivery.id);
      // Its place is free, and its endpoint may have more.
      this.#heard.resolve();
    });
    this.#running.set(delivery.id, done);
  }

  async #run(delivery: DueDelivery): Promise<void> {
    const { queue, owner, log } = this.#options;
    const facts = { delivery_id: delivery.id, endpoint_id: delivery.endpoint_id };
    try {
      const outcome = await attempt(delivery, this.#options, this.#cut.signal);
      const recorded = await queue.record(owner, outcome);
      this.#options.observe(outcome);
      if (recorded?.endpoint_paused === true) log.warn(facts, 'a webhook endpoint was paused because it failed');
    } catch (thrown) {
      if (this.#cut.signal.aborted) return;
      log.warn({ ...facts, error: messageOf(thrown) }, 'a webhook delivery was not recorded and will be sent again');
    }
  }

  async #sweep(): Promise<void> {
    const { queue, log, sweep_ms, random } = this.#options;
    while (!this.#stopping.signal.aborted) {
      await queue.sweep().catch((thrown: unknown) => {
        log.warn({ error: messageOf(thrown) }, 'old webhook deliveries could not be deleted');
      });
      // Replicas that were started together do not sweep together.
      await this.#sleep(sweep_ms * (0.5 + random()));
    }
  }

  /** Until there is news, a place is free, or the time is over. */
  async #heardOrAfter(pause_ms: number): Promise<void> {
    const over = new AbortController();
    const timer = sleep(pause_ms, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([this.#heard.promise, timer]);
    over.abort();
  }

  /** Ends early when the worker is told to stop. */
  async #sleep(pause_ms: number): Promise<void> {
    await sleep(pause_ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/** Whether it was done in time. */
async function within(limit_ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(limit_ms, false, { signal: over.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), late]);
  over.abort();
  return isDone;
}
