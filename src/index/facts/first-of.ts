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
