import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';

export interface RenewalParts {
  readonly lease_ms: number;
  /** Renews everything that the process holds; undefined when it holds nothing any more. */
  readonly renew: () => Promise<unknown> | undefined;
  readonly log: Log;
  /** What is logged when that fails; the next renewal may still come in time. */
  readonly warning: string;
}

/** Renews the leases of this process three times before they end, one renewal at a time, while it holds any. */
export class LeaseRenewal {
  readonly #parts: RenewalParts;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #closed = false;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** To be called whenever a lease is taken. */
  start(): void {
    if (!this.#closed) this.#timer ??= setInterval(() => this.#renew(), this.#parts.lease_ms / 3).unref();
  }

  /** Leases that are still held end by themselves. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop();
    await this.#renewing;
  }

  #renew(): void {
    if (this.#renewing !== undefined) return;
    const { renew, log, warning } = this.#parts;
    const renewal = renew();
    if (renewal === undefined) {
      this.#stop();
      return;
    }
    this.#renewing = renewal
      .then(() => undefined)
      .catch((thrown: unknown) => log.warn({ error: messageOf(thrown) }, warning))
      .finally(() => (this.#renewing = undefined));
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
