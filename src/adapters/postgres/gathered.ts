interface Waiting<Input, Output> {
  readonly input: Input;
  readonly done: PromiseWithResolvers<Output>;
}

/** More in one statement would only make the first of them wait. */
const PART_MAX = 200;

/**
 * Sends what comes together as one statement: while one is under way, what comes meanwhile goes into the next. A busy
 * service pays for one round trip where it would pay for dozens; a quiet one waits for nothing.
 */
export class Gathered<Input, Output> {
  readonly #send: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  #waiting: Waiting<Input, Output>[] = [];
  #underWay = 0;

  constructor(send: (inputs: readonly Input[]) => Promise<readonly Output[]>) {
    this.#send = send;
  }

  ask(input: Input): Promise<Output> {
    const done = Promise.withResolvers<Output>();
    this.#waiting.push({ input, done });
    if (this.#underWay === 0) void this.#work();
    return done.promise;
  }

  async #work(): Promise<void> {
    this.#underWay += 1;
    // What comes in the same turn goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const part = this.#waiting.splice(0, PART_MAX);
      try {
        const outputs = await this.#send(part.map(({ input }) => input));
        for (const [at, { done }] of part.entries()) {
          const output = outputs[at];
          if (output === undefined) done.reject(new Error('A statement answered fewer rows than it was asked for.'));
          else done.resolve(output);
        }
      } catch (thrown) {
        for (const { done } of part) done.reject(thrown);
      }
    }
    this.#underWay -= 1;
  }
}
