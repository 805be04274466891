/** The wish that what is derived from the facts of the index be computed anew, shared by all processes. */
export interface UpkeepNotes {
  /** Facts came. */
  want(): Promise<void>;
  /**
   * True for the one owner that is to do it now: once no wish has come for `quiet_ms`, or the first one has waited for
   * `wait_ms_max`.
   */
  take(
    owner: string,
    times: { readonly quiet_ms: number; readonly wait_ms_max: number; readonly lease_ms: number },
  ): Promise<boolean>;
  /** False for anyone who has lost it. */
  renew(owner: string, lease_ms: number): Promise<boolean>;
  done(owner: string): Promise<void>;
  /** It stays wanted; nobody tries for so long. */
  failed(owner: string, pause_ms: number): Promise<void>;
}
