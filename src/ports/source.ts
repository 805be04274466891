/** What an answer says about where its figures come from: one entry for each source that was tried. */
export interface SourceNote {
  /** Such as `serp`. */
  readonly capability: string;
  readonly source: string;
  /** `not_covered`: it cannot honour the question, or knows nothing of what was asked; `too_dear`: its budget for today is spent. */
  readonly status: 'answered' | 'failed' | 'not_covered' | 'too_dear';
  /** When the newest fact behind the answer was observed; null when there is none. */
  readonly observed_at: string | null;
  readonly cached: boolean;
  readonly coverage: Coverage;
  readonly measure: Measure | null;
  /** What the request to it cost; 0 where nothing was paid. */
  readonly cost_usd: number;
  readonly note: string;
}

/** `none`: the source knows nothing of what was asked. */
export type Coverage = 'full' | 'partial' | 'sample' | 'none';

export type Measure = 'measured' | 'estimated';

/** A value together with where it comes from: what every method of a source of our own answers. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly source: Provenance;
}

export interface Provenance {
  readonly source: string;
  readonly observed_at: string | null;
  readonly cached: boolean;
  readonly coverage: Coverage;
  readonly measure: Measure;
  readonly note: string;
  /** Whose tables took part in the answer, where facts of others did. */
  readonly imports?: readonly Imported[];
}

/** A tool whose table was imported, and when the newest one was written. */
export interface Imported {
  readonly tool: string;
  readonly observed_at: string;
}

/** A method of a source: one question, one answer. */
type SourceMethod<Query, Value> = (query: Query, signal: AbortSignal) => Promise<Sourced<Value>>;

export type QueryOf<Method> = Method extends SourceMethod<infer Query, infer _Value> ? Query : never;
export type ValueOf<Method> = Method extends SourceMethod<infer _Query, infer Value> ? Value : never;
