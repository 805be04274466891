import { failureOf } from './failure.ts';

/** A time limit together with the caller's own wish to stop. Has to be closed, or its timer stays. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time ran out, as against the caller having stopped. */
  expired(): boolean;
  /** Gives up waiting at the deadline for something that cannot be stopped itself. */
  race<Value>(work: Promise<Value>): Promise<Value>;
  close(): void;
}

export function openDeadline(parent: AbortSignal | undefined, timeout_ms: number): Deadline {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    controller.abort(new Error('The time ran out.'));
  }, timeout_ms);
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted === true) follow();
  parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    expired: () => expired,
    race: (work) => raceSignal(work, controller.signal),
    close() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}

/**
 * Runs one request to a host within its time.
 *
 * @throws AppError that says what went wrong with the host; the caller's own reason where it stopped the request
 */
export async function withinTime<Value>(
  { signal, timeout_ms, hostname }: { signal: AbortSignal; timeout_ms: number; hostname: string },
  run: (deadline: Deadline) => Promise<Value>,
): Promise<Value> {
  const deadline = openDeadline(signal, timeout_ms);
  try {
    return await run(deadline);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failureOf(error, hostname, deadline.expired());
  } finally {
    deadline.close();
  }
}

/** Settles as `work` does, or rejects with the signal's reason if that comes first. */
export async function raceSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('Stopped.'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
