/** What a workspace may use. */
export interface Plan {
  readonly requests_per_minute: number;
  /** Null is without a limit, here and below. */
  readonly concurrent_jobs: number | null;
  /** Granted on the first of the month; a workspace without a limit is metered only. */
  readonly credits_per_month: number | null;
  /** Event streams that one key may hold open at once. */
  readonly event_streams: number;
}

/** Plans by name. There is always one named `self_hosted`. */
export type Plans = ReadonlyMap<string, Plan>;
