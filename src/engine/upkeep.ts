import { messageOf } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { UpkeepNotes } from '../ports/upkeep.ts';
import type { Log } from '../kernel/log.ts';

export interface UpkeepOptions {
  readonly notes: UpkeepNotes;
  /**
   * Brings what is derived from the facts of an index up to date, or computes all of it anew. Where it left something to a
   * later time, it answers that.
   */
  readonly rebuild: (indexId: string, signal: AbortSignal) => Promise<Date | undefined>;
  readonly log: Log;
  /** How long nothing may have come before it begins: imports come in rows. */
  readonly quiet_ms: number;
  /** Where something always comes, the first wish waits no longer than this. */
  readonly wait_ms_max: number;
  readonly poll_ms: number;
  readonly lease_ms: number;
  readonly pause_after_failure_ms: number;
}

const DEFAULTS = {
  quiet_ms: 20_000,
  wait_ms_max: 900_000,
  poll_ms: 5000,
  lease_ms: 60_000,
  pause_after_failure_ms: 300_000,
} as const;

/** Brings the index up to date behind the requests, one run at a time in all processes together. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #owner = newId('upkeep');
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(options: Pick<UpkeepOptions, 'notes' | 'rebuild' | 'log'> & Partial<UpkeepOptions>) {
    this.#options = { ...DEFAULTS, ...options };
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#look(), this.#options.poll_ms).unref();
  }

  /** A rebuild that is under way is broken off, and made again by whoever looks next. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort(new Error('The service stops.'));
    await this.#running;
  }

  #look(): void {
    this.#running ??= this.#work()
      .catch((thrown: unknown) => {
        this.#options.log.warn({ error: messageOf(thrown) }, 'index maintenance could not be checked');
      })
      .finally(() => (this.#running = undefined));
  }

  async #work(): Promise<void> {
    const { notes, rebuild, log, lease_ms, pause_after_failure_ms } = this.#options;
    if (this.#stopping.signal.aborted) return;
    const indexId = await notes.take(this.#owner, this.#options);
    if (indexId === undefined) return;
    const lost = new AbortController();
    const renewal = setInterval(() => {
      notes
        .renew(this.#owner, lease_ms)
        .then((isHeld) => {
          if (!isHeld) lost.abort(new Error('Another process rebuilds the index.'));
        })
        .catch((thrown: unknown) =>
          log.warn({ error: messageOf(thrown) }, 'the lease of a rebuild could not be renewed'),
        );
    }, lease_ms / 3).unref();
    const begun = performance.now();
    try {
      const again_at = await rebuild(indexId, AbortSignal.any([this.#stopping.signal, lost.signal]));
      await notes.done(this.#owner, again_at);
      const what = again_at === undefined ? 'authority was recomputed' : 'links were brought up to date';
      log.info({ duration_ms: Math.round(performance.now() - begun) }, `${what} after imports`);
    } catch (thrown) {
      const isStopped = this.#stopping.signal.aborted;
      if (!isStopped) log.error({ err: thrown }, 'authority could not be recomputed after imports');
      await notes.failed(this.#owner, isStopped ? 0 : pause_after_failure_ms);
    } finally {
      clearInterval(renewal);
    }
  }
}
