/** What an answer says about where its figures come from. */
export interface SourceNote {
  readonly capability: Capability;
  readonly source: string;
  /** When the newest fact behind the answer was observed; null when there is none. */
  readonly observed_at: string | null;
  readonly cached: boolean;
  readonly coverage: 'full' | 'partial' | 'sample';
  readonly measure: 'measured' | 'estimated';
  readonly note: string;
}

export type Capability = 'links' | 'serp' | 'fetch';

/** A value together with where it comes from: what every method of a source answers. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly source: Omit<SourceNote, 'capability'>;
}
