/**
 * Rebuilds for tests that run side by side on one index, each on domains of its own.
 *
 * A rebuild takes a second, however small the web, so it starts when every test that still runs waits for one, and judges
 * the webs of all of them at once.
 */
export class SharedRebuilds {
  private readonly rebuild: () => Promise<void>;
  private running = 0;
  private waiting: PromiseWithResolvers<void>[] = [];

  constructor(rebuild: () => Promise<void>) {
    this.rebuild = rebuild;
  }

  /** Runs one of the tests; all of them have to begin at once. */
  async run(test: () => Promise<void>): Promise<void> {
    this.running += 1;
    try {
      await test();
    } finally {
      this.running -= 1;
      void this.startWhenAllWait();
    }
  }

  /** Ends with the next rebuild. */
  async rebuilt(): Promise<void> {
    const own = Promise.withResolvers<void>();
    this.waiting.push(own);
    void this.startWhenAllWait();
    await own.promise;
  }

  private async startWhenAllWait(): Promise<void> {
    if (this.waiting.length === 0 || this.waiting.length < this.running) return;
    const served = this.waiting;
    this.waiting = [];
    try {
      await this.rebuild();
      for (const one of served) one.resolve();
    } catch (error) {
      for (const one of served) one.reject(error);
    }
  }
}
