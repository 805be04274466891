import type { Caller } from './accounts.ts';

/** What serves each capability, as operators and dashboards see it. */
export interface SourceReports {
  list(): Promise<readonly CapabilityReport[]>;
  /**
   * Asks each connected source one cheap question; with a name only that one.
   *
   * @throws AppError key_not_allowed_here for workspaces other than the operator's, not_found for unknown names
   */
  test(caller: Caller, name: string | undefined, signal: AbortSignal): Promise<readonly SourceTest[]>;
}

export interface CapabilityReport {
  readonly capability: string;
  readonly title: string;
  /** In the order in which they are asked. */
  readonly sources: readonly SourceReport[];
  /** Sources that could serve it, and what they need. */
  readonly available: readonly {
    readonly source: string;
    readonly title: string;
    readonly settings: readonly string[];
  }[];
  /** The quickest ways to have it; empty where a source serves it. */
  readonly ways: readonly string[];
}

export interface SourceReport {
  readonly source: string;
  readonly title: string;
  readonly is_external: boolean;
  readonly sees: readonly string[];
  /** Spent and reserved since midnight UTC. */
  readonly usd_today: number;
  /** Null is without a limit. */
  readonly usd_per_day: number | null;
  readonly requests_today: number;
  readonly failures_today: number;
  readonly last_failure: { readonly at: string; readonly reason: string } | null;
  /** It failed five times in a row and is left alone for a minute. */
  readonly is_resting: boolean;
}

export interface SourceTest {
  readonly source: string;
  readonly title: string;
  readonly ok: boolean;
  /** What it answered, or why it did not. */
  readonly message: string;
  readonly fix: string | null;
  readonly duration_ms: number;
}
