import type { Provenance } from './source.ts';

/**
 * What was observed before, for one method of a capability.
 *
 * An observation is written down whole before anybody uses it; a later question is answered from it while it is fresh
 * and holds what is asked.
 */
export interface Store<Query, Value> {
  /** Undefined when nothing that was observed since answers the question. A `stored` method always answers. */
  recall(query: Query, scope: RecallScope): Promise<Recalled<Value> | undefined>;
  /**
   * What is to be written down of a source's answer, with what it was asked for and did not know.
   *
   * @param raw what the vendor sent, from sources that hand it on
   */
  observe(query: Query, value: Value, source: string, raw?: unknown): readonly Observation[];
}

export interface RecallScope {
  /** Whose private facts may be read besides those that all workspaces share. */
  readonly workspace_id: string;
  /** Older observations do not count; undefined takes any age. */
  readonly since: Date | undefined;
  readonly signal: AbortSignal;
}

export interface Recalled<Value> {
  readonly value: Value;
  /** Of whom and when the observations are; one entry for each source. */
  readonly sources: readonly RecalledSource[];
}

export interface RecalledSource extends Provenance {
  /** When the source was asked, where its figures are older than that: what tells whether it has to be asked again. */
  readonly asked_at?: string;
}

export type ObservationKind = 'serp' | 'keyword' | 'place' | 'ranking' | 'assistant' | 'discussion';

/** One fact as it is kept: JSON that its table knows how to write. */
export interface Observation {
  readonly kind: ObservationKind;
  /** What a later question finds it by: equal for observations of one series. */
  readonly series: string;
  readonly observed_at: Date;
  readonly body: unknown;
}

export interface KeptObservation extends Observation {
  readonly id: string;
  readonly source: string;
  /** Whose it is; '' for what all workspaces share. */
  readonly workspace_id: string;
  /** When the terms of its source want it deleted; undefined keeps it. */
  readonly delete_at: Date | undefined;
}

/**
 * Observations that were paid for, from the transaction that booked their cost until they are in the index.
 *
 * Questions look here first, so nothing is paid for twice after a crash.
 */
export interface ObservationInbox {
  /** Newest first: what all workspaces share, and what belongs to the one that is named. */
  find(
    kind: ObservationKind,
    series: readonly string[],
    since: Date | undefined,
    workspace_id?: string,
  ): Promise<readonly KeptObservation[]>;
  /** Moves everything into the index; resolves when what was there at the call can be read from it. */
  flush(): Promise<void>;
}

/** Writes observations into the tables of the index. Durable when it resolves; writing one again changes nothing. */
export interface ObservationWriter {
  write(observations: readonly KeptObservation[]): Promise<void>;
}
