import type { Observation, Recalled, RecallScope, Store } from '../../ports/store.ts';

/** Several memories of one method: the first one that knows the answer tells it, and each keeps what it can. */
export class FirstOf<Query, Value> implements Store<Query, Value> {
  readonly #stores: readonly Store<Query, Value>[];

  constructor(stores: readonly Store<Query, Value>[]) {
    this.#stores = stores;
  }

  async recall(query: Query, scope: RecallScope): Promise<Recalled<Value> | undefined> {
    for (const store of this.#stores) {
      const recalled = await store.recall(query, scope);
      if (recalled !== undefined) return recalled;
    }
    return undefined;
  }

  observe(query: Query, value: Value, source: string): readonly Observation[] {
    return this.#stores.flatMap((store) => store.observe(query, value, source));
  }
}

/** Several memories of one method that answers lists: all that any of them knows, one after the other. */
export class AllOf<Query, Item> implements Store<Query, readonly Item[]> {
  readonly #stores: readonly Store<Query, readonly Item[]>[];

  constructor(stores: readonly Store<Query, readonly Item[]>[]) {
    this.#stores = stores;
  }

  async recall(query: Query, scope: RecallScope): Promise<Recalled<readonly Item[]> | undefined> {
    const answers = await Promise.all(this.#stores.map((store) => store.recall(query, scope)));
    const known = answers.flatMap((answer) => (answer === undefined ? [] : [answer]));
    if (known.length === 0) return undefined;
    return { value: known.flatMap(({ value }) => value), sources: known.flatMap(({ sources }) => sources) };
  }

  observe(query: Query, value: readonly Item[], source: string): readonly Observation[] {
    return this.#stores.flatMap((store) => store.observe(query, value, source));
  }
}
