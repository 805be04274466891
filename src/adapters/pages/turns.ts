import { settledBefore } from '../../kernel/settled.ts';

/** Whoever asks for the same name goes one after the other, in the order in which they came. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Resolves when it is the caller's turn, with what ends it. Whoever stops waiting holds up nobody.
   *
   * @throws the reason of the signal
   */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const mine = before.then(() => promise);
    this.#last.set(name, mine);
    void mine.then(() => {
      if (this.#last.get(name) === mine) this.#last.delete(name);
    });
    try {
      await settledBefore(before, signal);
    } catch (thrown) {
      resolve();
      throw thrown;
    }
    return resolve;
  }
}
