/**
 * Remembers which keys the database has already, in fixed memory.
 *
 * Nearly every link that a crawl finds is known. Each slot holds the last key that fell on it, as a number of
 * 53 bits: forgetting costs one needless question, and taking two keys for one is as likely as once in a
 * thousand crawls of a million pages.
 */
export class KnownKeys {
  readonly #slots: Float64Array;
  readonly #seed: number;

  /** `slots` has to be a power of two; each takes 8 bytes. */
  constructor(slots: number, seed: number) {
    this.#slots = new Float64Array(slots);
    this.#seed = seed;
  }

  has(scope: number, key: string): boolean {
    const print = this.#print(scope, key);
    return this.#slots[this.#slot(print)] === print;
  }

  add(scope: number, key: string): void {
    const print = this.#print(scope, key);
    this.#slots[this.#slot(print)] = print;
  }

  clear(): void {
    this.#slots.fill(0);
  }

  #slot(print: number): number {
    return print % this.#slots.length;
  }

  /** Two multiplicative hashes side by side, 32 and 21 bits, never 0. The seed keeps pages from aiming at each other. */
  #print(scope: number, key: string): number {
    let low = this.#seed ^ Math.imul(scope, 0x9e3779b1);
    let high = ~this.#seed ^ scope;
    for (let at = 0; at < key.length; at += 1) {
      const code = key.charCodeAt(at);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x5bd1e995);
      high ^= high >>> 15;
    }
    low ^= low >>> 16;
    low = Math.imul(low, 0x85ebca6b);
    low ^= low >>> 13;
    return (high >>> 11) * 0x1_0000_0000 + (low >>> 0) || 1;
  }
}
