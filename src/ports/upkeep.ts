/** The wish that what is derived from the facts of the index be computed anew, shared by all processes. */
export interface UpkeepNotes {
  /**
   * Facts came into the index of a workspace; '' names the one that workspaces share.
   *
   * @param at when it is to be done, where that is not soon
   */
  want(indexId: string, at?: Date): Promise<void>;
  /**
   * The index that this owner alone is to do it for now; undefined where there is none. Its turn comes once no wish has come for `quiet_ms`, or the first one has waited for
   * `wait_ms_max`.
   */
  take(
    owner: string,
    times: { readonly quiet_ms: number; readonly wait_ms_max: number; readonly lease_ms: number },
  ): Promise<string | undefined>;
  /** False for anyone who has lost it. */
  renew(owner: string, lease_ms: number): Promise<boolean>;
  /** @param again_at when it is wanted again, though nothing comes until then; never where it is left out */
  done(owner: string, again_at?: Date): Promise<void>;
  /** It stays wanted; nobody tries for so long. */
  failed(owner: string, pause_ms: number): Promise<void>;
}
