import type { QueryOf, ValueOf } from './source.ts';

/**
 * One kind of data that operations need and sources offer, such as `serp`.
 *
 * A capability is its file in `src/ports/`: `npm run gen` lists all that export `capability` in `capabilities.ts`. What
 * is said here is all that choosing, paying, keeping and failing over need to know of it.
 */
export interface CapabilityDefinition<Source> {
  readonly name: string;
  /** «Search result pages»: how lists of sources call it. */
  readonly title: string;
  /** The quickest ways to have it where no source offers it: sentences with the exact line for the environment. */
  readonly ways: readonly [string, string];
  readonly methods: { readonly [M in keyof Source]: MethodDefinition<QueryOf<Source[M]>, ValueOf<Source[M]>> };
}

/**
 * How the sources of a method share its questions.
 *
 * `first`: the first that can answer does. `fill`: each is asked for what those before it left open. `gather`: all are
 * asked, and their answers merged. `stored`: only what was observed before is read.
 */
export type MethodDefinition<Query, Value> = Shared<Query, Value> &
  (
    | { readonly mode: 'first' | 'stored' }
    | { readonly mode: 'fill'; readonly merge: Merge<Value>; readonly remaining: Remaining<Query, Value> }
    | { readonly mode: 'gather'; readonly merge: Merge<Value> }
  );

type Merge<Value> = (one: Value, other: Value) => Value;
/**
 * The question to a source for what is still open; undefined when nothing is. What the source has said already is not asked
 * again, even where it said that it does not know.
 */
type Remaining<Query, Value> = (query: Query, value: Value, source: string) => Query | undefined;

interface Shared<Query, Value> {
  /** What the method alone is called in lists of sources, where sources offer it without the others. */
  readonly title?: string;
  /** Longest age in seconds of an observation that answers without asking again; undefined where nothing is kept. */
  readonly fresh_s?: number;
  /** Questions and answers belong to the workspace that asked: no other shares a request with it, or reads what is kept. */
  readonly is_private?: true;
  /** An answer that is kept serves its question at any age: whoever wants another one asks another question. */
  readonly is_lasting?: true;
  /** Each question names who shall answer it: that a source is somebody else is not worth a note. */
  readonly is_addressed?: true;
  /** Equal questions have equal text, so that one request serves them; by default the whole question as JSON. */
  readonly identity?: (query: Query) => string;
  /**
   * The series that a question belongs to, where answers over time are: a question that fails as a whole is then written
   * down as a failed check of it.
   */
  readonly failureSeries?: (query: Query) => Readonly<Record<string, string | number | null>>;
  /** The quickest ways to have an answer, where a question takes more than the ways of the capability would give; else undefined. */
  readonly ways?: (query: Query) => readonly string[] | undefined;
  /** What a source did that answered less than was asked for, in words that complete «DataForSEO …»; undefined of whole answers. */
  readonly shortfall?: (value: Value) => string | undefined;
}

export function defineCapability<Source>(definition: CapabilityDefinition<Source>): CapabilityDefinition<Source> {
  return definition;
}
