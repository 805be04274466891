import { settledBefore } from '../../kernel/settled.ts';

interface Flight {
  readonly result: Promise<unknown>;
  readonly controller: AbortController;
  passengers: number;
}

/**
 * Makes equal requests of one process once: who asks while one is under way gets its outcome.
 *
 * A caller that leaves does not end the request of the others; it ends when all have left.
 */
export class Flights {
  readonly #flights = new Map<string, Flight>();

  /** `is_shared`: the outcome was asked for by somebody else, and paid for by them. */
  async join<Value>(
    identity: string,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<Value>,
  ): Promise<{ readonly value: Value; readonly is_shared: boolean }> {
    const known = this.#flights.get(identity);
    const flight = known ?? this.#start(identity, ask);
    flight.passengers += 1;
    try {
      const value = await settledBefore(resultOf<Value>(flight), signal);
      return { value, is_shared: known !== undefined };
    } finally {
      flight.passengers -= 1;
      if (flight.passengers === 0 && signal.aborted) {
        if (this.#flights.get(identity) === flight) this.#flights.delete(identity);
        flight.controller.abort(signal.reason);
      }
    }
  }

  #start(identity: string, ask: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController();
    const result = ask(controller.signal).finally(() => {
      if (this.#flights.get(identity) === flight) this.#flights.delete(identity);
    });
    // Whoever still waits sees the failure; nobody has to.
    result.catch(() => undefined);
    const flight: Flight = { result, controller, passengers: 0 };
    this.#flights.set(identity, flight);
    return flight;
  }
}

/** The identity names capability, method and source, so equal identities have outcomes of one type. */
function resultOf<Value>(flight: Flight): Promise<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return flight.result as Promise<Value>;
}
