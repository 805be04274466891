/** Who calls: resolved from a key, or the operator at the command line. */
export interface Caller {
  readonly workspace_id: string;
  /** Undefined for the operator at the command line. */
  readonly key_id: string | undefined;
  readonly key_name: string;
  readonly allowed_domains: readonly string[];
  /** Operation ids the key may call; empty means all. */
  readonly scopes: readonly string[];
  readonly project_id: string | undefined;
}

export interface KeyStore {
  /** Undefined for a key that is unknown, revoked or expired. Cached for seconds, not longer. */
  find(key: string): Promise<Caller | undefined>;
  create(request: NewKey): Promise<CreatedKey>;
  list(): Promise<readonly KeyRecord[]>;
  /** False when there is no such key, or it is revoked already. */
  revoke(id: string): Promise<boolean>;
  /** The caller that commands at the terminal act as: the first workspace, without a key. */
  operator(): Promise<Caller>;
}

export interface NewKey {
  readonly name: string;
  readonly allowed_domains: readonly string[];
  readonly scopes: readonly string[];
  readonly project_id: string | undefined;
  readonly expires_at: Date | undefined;
  /** A key chosen by the operator (headless installs); made at random when undefined. */
  readonly secret: string | undefined;
}

export interface CreatedKey extends KeyRecord {
  /** The whole key. It is not stored and cannot be shown again. */
  readonly secret: string;
}

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  /** `sk_live_ab12…wxyz`: enough to recognise, not to use. */
  readonly display: string;
  readonly allowed_domains: readonly string[];
  readonly scopes: readonly string[];
  readonly project_id: string | undefined;
  readonly created_at: Date;
  readonly last_used_at: Date | undefined;
  readonly expires_at: Date | undefined;
  readonly revoked_at: Date | undefined;
}

/** Credits. A call reserves its price, and settles it when it succeeded or releases it when not. */
export interface Ledger {
  /** @throws AppError insufficient_credits with what is needed and what is there */
  reserve(call: LedgerCall, credits: number): Promise<Reservation>;
  /** Credits left; null where the workspace is metered but not limited. */
  balance(workspaceId: string): Promise<number | null>;
}

export interface LedgerCall {
  readonly workspace_id: string;
  readonly operation: string;
  readonly request_id: string;
}

export interface Reservation {
  readonly credits: number;
  /** Charges the reserved credits, once; answers the balance after. */
  settle(): Promise<number | null>;
  /** Gives the reserved credits back, once. */
  release(): Promise<void>;
}

export interface UsageLog {
  /** Returns at once; rows are written in batches, and `close` writes what is left. */
  record(row: UsageRow): void;
  close(): Promise<void>;
}

export interface UsageRow {
  readonly request_id: string;
  readonly workspace_id: string;
  readonly key_id: string | undefined;
  readonly project_id: string | undefined;
  readonly workflow_id: string | undefined;
  readonly operation: string;
  readonly transport: 'rest' | 'mcp' | 'cli';
  readonly status: number;
  readonly error_code: string | undefined;
  readonly credits: number;
  readonly duration_ms: number;
  readonly created_at: Date;
}
