/** Runs what it is given, at most so many at a time and in their order; one whose signal fires no longer waits. */
export type Turns = <Value>(signal: AbortSignal | undefined, run: () => Promise<Value>) => Promise<Value>;

/** How many may wait, and what is said to anyone who comes after them. */
export interface Line {
  readonly waiting_max: number;
  readonly refusal: () => Error;
}

export function turns(max: number, line?: Line): Turns {
  const waiting = new Set<() => void>();
  let running = 0;
  const taken = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp);
        running += 1;
        resolve();
      };
      const giveUp = (): void => {
        waiting.delete(begin);
        reject(signal?.reason);
      };
      if (signal?.aborted === true) reject(signal.reason);
      else if (running < max) begin();
      else if (line !== undefined && waiting.size >= line.waiting_max) reject(line.refusal());
      else {
        waiting.add(begin);
        signal?.addEventListener('abort', giveUp, { once: true });
      }
    });
  return async (signal, run) => {
    await taken(signal);
    try {
      return await run();
    } finally {
      running -= 1;
      const [next] = waiting;
      if (next !== undefined) {
        waiting.delete(next);
        next();
      }
    }
  };
}
