import type { ConsoleDay, ConsoleEngine, ConsoleGrain, ConsoleRow, ConsoleSearchType } from './console.ts';

/**
 * A search engine that shows the owner of a site its figures. It is pulled into the index, and never asked by a question.
 */
export interface ConsoleSource {
  readonly engine: ConsoleEngine;
  /** As the rows name where they come from: `search-console`. */
  readonly source: string;
  /** Kinds of search that it keeps apart. */
  readonly search_types: readonly ConsoleSearchType[];
  /** Whom to give access to the property, where the credentials tell. */
  account(): Promise<string | undefined>;
  /** Properties that the credentials may read, as the engine names them. @throws SourceFailure */
  properties(signal: AbortSignal): Promise<readonly string[]>;
  /**
   * What there is to ask, newest first.
   *
   * @param pull.since first day wanted; undefined for all that the engine still has
   * @throws SourceFailure
   */
  plan(pull: ConsolePull, signal: AbortSignal): Promise<readonly ConsoleUnit[]>;
  /**
   * Tables of one unit, each ended by a piece with its days. A unit that breaks off is asked again from its start.
   *
   * @throws SourceFailure rate_limited while a quota is used up
   */
  read(property: string, unit: ConsoleUnit, signal: AbortSignal): AsyncIterable<ConsolePiece>;
  /** When a quota that is used up may be tried again, after so many waits that did not help. */
  retryAt(failure: Error, waits: number): Date;
}

export interface ConsolePull {
  readonly property: string;
  readonly types: readonly ConsoleSearchType[];
  readonly since: string | undefined;
}

/** Tables that are asked for together. */
export interface ConsoleUnit {
  readonly search_type: ConsoleSearchType;
  /** Undefined where the engine takes no dates and tells everything that it has. */
  readonly day: string | undefined;
  readonly grains: readonly ConsoleGrain[];
}

/** Rows of a table, or, with its days, its end. */
export type ConsolePiece =
  | { readonly grain: ConsoleGrain; readonly rows: readonly ConsoleRow[] }
  | { readonly grain: ConsoleGrain; readonly days: readonly ConsoleDay[] };
