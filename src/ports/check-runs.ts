/**
 * Checks that came to nothing. A check that was answered is an observation; one that failed leaves none, and without this
 * a day on which a provider was down would look like a day on which nobody asked.
 */
export interface CheckRuns {
  /** A call that fails again, as a job that is tried again does, is one failed check. */
  fail(check: FailedRun): Promise<void>;
  /** The call was answered after all: its earlier attempts were no failed checks. */
  recover(check: Pick<FailedRun, 'workspace_id' | 'request_id' | 'capability' | 'series'>): Promise<void>;
}

export interface FailedRun {
  readonly workspace_id: string;
  readonly capability: string;
  /** What identifies the series, such as keyword, engine and place. */
  readonly series: CheckSeries;
  readonly failed_at: Date;
  readonly reason: string;
  /** The source that failed last; undefined where none was asked. */
  readonly source: string | undefined;
  readonly operation: string;
  /** Of the call, or of the job that it became. */
  readonly request_id: string;
}

export type CheckSeries = Readonly<Record<string, string | number | null>>;
