import { standingAt, WINDOW_S } from '../kernel/gcra.ts';
import type { RateLimiter, RateRule, RateStanding } from '../ports/limits.ts';

const KEYS_MAX = 10_000;

/** Limits of one process alone: for installations that have no second one, and for what needs no sharing. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #arrivals = new Map<string, number>();
  readonly #now_s: () => number;
  readonly #keys_max: number;

  constructor(now_s: () => number = () => performance.now() / 1000, keysMax: number = KEYS_MAX) {
    this.#now_s = now_s;
    this.#keys_max = keysMax;
  }

  take(key: string, { per_minute }: RateRule): Promise<RateStanding> {
    const now = this.#now_s();
    const arrival = Math.max(now, this.#arrivals.get(key) ?? now);
    const before = standingAt(arrival, now, per_minute);
    if (before.remaining === 0) return Promise.resolve({ allowed: false, limit: per_minute, ...before });
    const next = arrival + WINDOW_S / per_minute;
    this.#set(key, next);
    const after = standingAt(next, now, per_minute);
    return Promise.resolve({ allowed: true, limit: per_minute, ...after, retry_after_s: 0 });
  }

  giveBack(key: string, { per_minute }: RateRule, share: number): void {
    const arrival = this.#arrivals.get(key);
    if (arrival !== undefined) this.#set(key, arrival - (share * WINDOW_S) / per_minute);
  }

  /** The least recently used is forgotten first: it has had the longest time to refill. */
  #set(key: string, arrival: number): void {
    this.#arrivals.delete(key);
    if (this.#arrivals.size >= this.#keys_max) {
      const [oldest] = this.#arrivals.keys();
      if (oldest !== undefined) this.#arrivals.delete(oldest);
    }
    this.#arrivals.set(key, arrival);
  }
}
