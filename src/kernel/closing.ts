import { messageOf } from './errors.ts';

type Close = () => Promise<void>;

/** Collects what has to be closed, and closes it in the reverse order, each even when another fails. */
export class Closing {
  readonly #closes: Close[] = [];

  add<Part extends { close(): Promise<void> }>(part: Part): Part {
    this.#closes.push(() => part.close());
    return part;
  }

  defer(close: Close): void {
    this.#closes.push(close);
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closes.splice(0).toReversed()) {
      await close().catch((thrown: unknown) => failures.push(thrown));
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, failures.map(messageOf).join(' '));
  }
}

/** What keeps running when this process ends, such as servers in processes of their own. */
const lasting = new Set<Close>();

/** Notes how to end something that would outlive this process; answers how to end it in the usual order. */
export function closeOfLasting(close: Close): Close {
  lasting.add(close);
  return async () => {
    try {
      await close();
    } finally {
      lasting.delete(close);
    }
  };
}

/** For an end that cannot wait for the usual order: ends all that would outlive this process, at once. */
export async function closeLasting(): Promise<void> {
  await Promise.allSettled([...lasting].map((close) => close()));
}

/** Runs `work` with something to collect parts in, and closes them however it ends. What the work throws comes first. */
export async function closingAfter<Result>(work: (closing: Closing) => Promise<Result>): Promise<Result> {
  const closing = new Closing();
  let result: Result;
  try {
    result = await work(closing);
  } catch (thrown) {
    // A part that failed is likely to fail again while it is closed: that would hide what happened.
    await closing.close().catch(() => undefined);
    throw thrown;
  }
  await closing.close();
  return result;
}
