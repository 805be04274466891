/** Runs what it is given, at most so many at a time and in their order; one whose signal fires no longer waits. */
export type Turns = <Value>(signal: AbortSignal, run: () => Promise<Value>) => Promise<Value>;

export function turns(max: number): Turns {
  const waiting = new Set<() => void>();
  let running = 0;
  const taken = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        running += 1;
        resolve();
      };
      const giveUp = (): void => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      if (signal.aborted) reject(signal.reason);
      else if (running < max) begin();
      else {
        waiting.add(begin);
        signal.addEventListener('abort', giveUp, { once: true });
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
