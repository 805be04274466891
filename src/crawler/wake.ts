/** Lets one loop sleep until something happens, or for a while. */
export class Wake {
  private rung = false;
  private resolve: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.resolve?.();
  }

  /** Answers at once when it was rung since the last wait. */
  async wait(most_ms: number): Promise<void> {
    if (!this.rung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.resolve = resolve;
      const timer = setTimeout(resolve, Math.max(1, Math.min(most_ms, WAIT_MAX_MS)));
      await promise;
      clearTimeout(timer);
      this.resolve = undefined;
    }
    this.rung = false;
  }
}

const WAIT_MAX_MS = 250;

/** Resolves after the time, or rejects with the signal's reason. */
export async function sleep(duration_ms: number, signal: AbortSignal): Promise<void> {
  if (duration_ms <= 0) return;
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  const timer = setTimeout(stop, duration_ms);
  signal.addEventListener('abort', stop, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
}
