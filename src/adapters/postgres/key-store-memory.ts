import type { Caller } from '../../ports/accounts.ts';

const ENTRIES_MAX = 10_000;
const FRESH_MS = 30_000;
/** How long an answer is used while revocations cannot be heard. */
const FRESH_UNHEARD_MS = 1000;
/** A question that has been under way for longer may have been asked before a revocation: later ones ask for themselves. */
const JOINED_MS_MAX = 500;

export interface KeyAnswer {
  readonly caller: Caller | undefined;
  /** On the clock of `performance.now`. */
  readonly ends_at: number;
  readonly read_at: number;
}

/**
 * What the database said about keys, kept for seconds.
 *
 * An answer is only ever as old as the news of revocations allow: with a living connection they arrive at once, and
 * without one an answer is used for a second.
 */
export class KeyMemory {
  readonly #ask: (hash: string) => Promise<KeyAnswer>;
  readonly #isLive: () => boolean;
  /** Apart, so that made-up keys cannot push known ones out. */
  readonly #known = new Map<string, KeyAnswer>();
  readonly #unknown = new Map<string, KeyAnswer>();
  readonly #asking = new Map<string, { readonly answer: Promise<KeyAnswer>; readonly asked_at: number }>();
  /** Grows with each announcement: an answer that was read before one may be old news. */
  #announcements = 0;

  constructor(ask: (hash: string) => Promise<KeyAnswer>, isLive: () => boolean) {
    this.#ask = ask;
    this.#isLive = isLive;
  }

  async find(hash: string): Promise<Caller | undefined> {
    const answer = this.#remembered(hash) ?? (await this.#asked(hash));
    return answer.ends_at > performance.now() ? answer.caller : undefined;
  }

  /** Of one key, or of all. */
  forget(hash: string | undefined): void {
    this.#announcements += 1;
    for (const kept of [this.#known, this.#unknown, this.#asking]) {
      if (hash === undefined) kept.clear();
      else kept.delete(hash);
    }
  }

  #remembered(hash: string): KeyAnswer | undefined {
    const answer = this.#known.get(hash) ?? this.#unknown.get(hash);
    if (answer === undefined) return undefined;
    const fresh = this.#isLive() ? FRESH_MS : FRESH_UNHEARD_MS;
    return performance.now() - answer.read_at < fresh ? answer : undefined;
  }

  /** One question at a time for a key, however many requests wait for it. */
  #asked(hash: string): Promise<KeyAnswer> {
    const asking = this.#asking.get(hash);
    if (asking !== undefined && performance.now() - asking.asked_at < JOINED_MS_MAX) return asking.answer;
    const answer = this.#read(hash).finally(() => {
      if (this.#asking.get(hash)?.answer === answer) this.#asking.delete(hash);
    });
    this.#asking.set(hash, { answer, asked_at: performance.now() });
    return answer;
  }

  async #read(hash: string): Promise<KeyAnswer> {
    const announcements = this.#announcements;
    const answer = await this.#ask(hash);
    if (announcements === this.#announcements) this.#remember(hash, answer);
    return answer;
  }

  #remember(hash: string, answer: KeyAnswer): void {
    this.#known.delete(hash);
    this.#unknown.delete(hash);
    const kept = answer.caller === undefined ? this.#unknown : this.#known;
    if (kept.size >= ENTRIES_MAX) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    kept.set(hash, answer);
  }
}
