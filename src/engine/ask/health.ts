const FAILURES_MAX = 5;
const REST_MS = 60_000;

interface Health {
  failures: number;
  /** By `performance.now()`. */
  resting_until: number;
  isTrying: boolean;
}

/**
 * Leaves a source alone that keeps failing: after five failures in a row it rests for a minute, then one request may try
 * it while all others still pass it over.
 */
export class SourceHealth {
  readonly #sources = new Map<string, Health>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** False while the source rests; the one caller that it answers true after the rest is the one that tries. */
  mayAsk(source: string): boolean {
    const health = this.#sources.get(source);
    if (health === undefined || health.failures < FAILURES_MAX) return true;
    if (health.isTrying || this.#now() < health.resting_until) return false;
    health.isTrying = true;
    return true;
  }

  isResting(source: string): boolean {
    const health = this.#sources.get(source);
    return health !== undefined && health.failures >= FAILURES_MAX && this.#now() < health.resting_until;
  }

  note(source: string, outcome: 'answered' | 'failed' | 'stopped'): void {
    if (outcome === 'answered') {
      this.#sources.delete(source);
      return;
    }
    const health = this.#sources.get(source) ?? { failures: 0, resting_until: 0, isTrying: false };
    this.#sources.set(source, health);
    health.isTrying = false;
    // What the caller broke off says nothing of the source.
    if (outcome === 'stopped') return;
    health.failures += 1;
    if (health.failures >= FAILURES_MAX) health.resting_until = this.#now() + REST_MS;
  }
}
