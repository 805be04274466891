import type { Observation } from './store.ts';

/** Who a request to a source is made for. */
export interface SourceCaller {
  readonly workspace_id: string;
  readonly key_id: string | undefined;
  readonly project_id: string | undefined;
  readonly operation: string;
  readonly request_id: string;
}

export interface SourceRequest extends SourceCaller {
  readonly source: string;
  readonly capability: string;
  readonly method: string;
  /** Equal for equal questions to one source: a repetition after a crash is known by it. */
  readonly identity: string;
  /** Its price as far as it is known before; 0 for free sources. */
  readonly usd: number;
}

/** Most that may be spent on requests in a day, in UTC; undefined is without a limit. */
export interface SpendingLimits {
  readonly source_usd: number | undefined;
  readonly total_usd: number | undefined;
}

/**
 * Spending on sources, in PostgreSQL.
 *
 * A request is reserved before it is made, in one statement together with the check of the day's limits, so that any number
 * of parallel calls and replicas stay within them.
 */
export interface MoneyGuard {
  reserve(request: SourceRequest, limits: SpendingLimits): Promise<SpendingHold | BudgetSpent>;
  /** Spent and reserved today by source; those without any are left out. */
  today(): Promise<ReadonlyMap<string, SourceDay>>;
}

export interface SpendingHold {
  readonly is_held: true;
  /**
   * An equal request of the last day that a crash cut off: its answer was lost, and it may have been charged.
   */
  readonly repeats: string | undefined;
  /** Books what was charged and keeps what was observed, in one transaction. */
  book(booking: Booking): Promise<void>;
  /** Ends a request that failed. What was charged all the same is booked. */
  fail(failure: { readonly usd: number; readonly reason: string }): Promise<void>;
}

export interface Booking {
  readonly usd: number;
  readonly observations: readonly Observation[];
  /** Whose the observations are; '' shares them with all workspaces. */
  readonly workspace_id: string;
  /** The workspace into whose own index they go; '' for the shared one. */
  readonly index_id: string;
  /** When the terms of the source want the observations deleted; undefined keeps them. */
  readonly delete_at: Date | undefined;
}

export interface BudgetSpent {
  readonly is_held: false;
  /** Which limit it would break: that of the source or that of all sources together. */
  readonly limit: 'source' | 'total';
  readonly limit_usd: number;
  /** Spent and reserved. */
  readonly spent_usd: number;
  readonly resets_at: Date;
}

export interface SourceDay {
  readonly usd: number;
  readonly reserved_usd: number;
  readonly requests: number;
  readonly failures: number;
  readonly last_failure: { readonly at: Date; readonly reason: string } | undefined;
}

/** Makes a request that several processes want at the same time once. */
export interface Claims {
  /**
   * True when the caller has the claim now; false when another process has it. A claim of a process that died ends by itself.
   */
  take(identity: string): Promise<Claim | undefined>;
  /** Resolves when nobody has the claim, or the signal fires. */
  free(identity: string, signal: AbortSignal): Promise<void>;
}

export interface Claim {
  release(): Promise<void>;
}
