/** A call that carries an idempotency key, and what it is remembered by. */
export interface RememberedCall {
  readonly workspace_id: string;
  readonly key: string;
  /** Method and path: the same key on another route is another call. */
  readonly route: string;
  readonly request_id: string;
}

export interface KeptAnswer {
  readonly status: number;
  /** The body, byte for byte. */
  readonly body: string;
}

export interface FoundAnswer extends KeptAnswer, Pick<RememberedCall, 'route'> {}

/** The answer to keep for a call, written with whatever makes the call final. */
export interface KeepAnswer extends KeptAnswer {
  readonly call: RememberedCall;
}

/** Answers by idempotency key, for 24 hours. */
export interface CallMemory {
  /**
   * Takes the key for this call; answers what the same call was answered before.
   *
   * @throws AppError conflict while the first call is under way, invalid_input when the key came with other input
   */
  take(call: RememberedCall, fingerprint: Uint8Array): Promise<KeptAnswer | undefined>;
  /** Holds on to the key while the call goes on for long. */
  renew(call: RememberedCall): Promise<void>;
  keep(answer: KeepAnswer): Promise<void>;
  /** The answer of a call by its request id, as long as it is kept. */
  find(workspace_id: string, request_id: string): Promise<FoundAnswer | undefined>;
  /** After a failure: the same key may be tried again. */
  forget(call: RememberedCall): Promise<void>;
}
