import { setTimeout as sleep } from 'node:timers/promises';

import { closeLasting } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';

/** What shells answer for a program that Ctrl-C ended. */
export const STOPPED_CODE = 130;

/** A second Ctrl-C this soon is the same one: npm passes on what the terminal has sent to us already. */
const SAME_SIGNAL_MS = 1500;
const IMPATIENT_END_MS_MAX = 3000;

/** The end of a command that was told to stop: one line, and exit code 130. */
export class Stopped extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'Stopped.', { cause });
    this.name = 'Stopped';
  }
}

/**
 * Aborts on the first Ctrl-C, SIGTERM or closed terminal. A later one comes from a person who will not wait: then
 * only what would outlive this process is ended.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  const onSignal = (): void => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      controller.abort(new Stopped());
    } else if (now - first > SAME_SIGNAL_MS) {
      void endNow();
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  return controller.signal;
}

async function endNow(): Promise<never> {
  await Promise.race([closeLasting(), sleep(IMPATIENT_END_MS_MAX)]);
  process.exit(STOPPED_CODE);
}

/** Runs a command's work so that it is over in order when the command is stopped. */
export function stoppable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const signal = stopSignal();
  return orStopped(signal, () => work(signal));
}

/** Whatever fails once a stop was asked for fails because of it. */
export async function orStopped<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!signal.aborted || thrown instanceof Stopped) throw thrown;
    throw new Stopped(thrown);
  }
}
