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
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts could not be closed.');
  }
}

/** Runs `work` with something to collect parts in, and closes them however it ends. */
export async function closingAfter<Result>(work: (closing: Closing) => Promise<Result>): Promise<Result> {
  const closing = new Closing();
  try {
    return await work(closing);
  } finally {
    await closing.close();
  }
}
