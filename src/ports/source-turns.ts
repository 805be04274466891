/** Keeps requests to a source apart, over all processes that share one database. */
export interface SourceTurns {
  /**
   * Resolves when it is the caller's turn, at least `every_ms` after the turn before.
   *
   * @throws SourceFailure rate_limited when too many are waiting
   */
  wait(source: string, every_ms: number, signal: AbortSignal): Promise<void>;
}
