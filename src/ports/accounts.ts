import type { KeepAnswer } from './memory.ts';

export type Transport = 'rest' | 'mcp' | 'cli' | 'dashboard' | 'schedule';

/** Who calls: resolved from a key, or the operator at the command line. */
export interface Caller {
  readonly workspace_id: string;
  /** Undefined for the operator at the command line. */
  readonly key_id: string | undefined;
  readonly key_name: string;
  /** Of whoever is logged in to the dashboard. */
  readonly user_id?: string | undefined;
  readonly allowed_domains: readonly string[];
  /** Operation ids the key may call; empty means all. */
  readonly scopes: readonly string[];
  readonly project_id: string | undefined;
  /** Name of the workspace's plan, which sets its limits. */
  readonly plan: string;
}

/**
 * Keys of all workspaces. Where a workspace is named, the keys of others are unknown: what a customer may do passes the
 * customer's own workspace.
 */
export interface KeyStore {
  /** Undefined for a key that is unknown, revoked or expired. Cached for seconds, not longer. */
  find(key: string): Promise<Caller | undefined>;
  /** The same for an access token (`sk_oat_…`) of a connected program. */
  findToken(token: string): Promise<Caller | undefined>;
  /**
   * Without a workspace, a key of the first one.
   *
   * @throws AppError invalid_input with every setting that is not right; not_found for an unknown workspace
   */
  create(request: NewKey, workspaceId?: string): Promise<CreatedKey>;
  /** Newest first. */
  list(workspaceId?: string): Promise<readonly KeyRecord[]>;
  /**
   * Gives the key a new secret and leaves the rest as it is. Former secrets work for `grace_ms` more, a day at most.
   * Undefined when no active key has that id.
   */
  rotate(id: string, grace_ms: number, workspaceId?: string): Promise<CreatedKey | undefined>;
  /** Undefined when no active key has that id. @throws AppError invalid_input as `create` does */
  change(id: string, changes: KeyChanges, workspaceId?: string): Promise<KeyRecord | undefined>;
  /** False when the key does not exist or is already revoked. */
  revoke(id: string, workspaceId?: string): Promise<boolean>;
  /** Every origin that some living key is restricted to. Cached for seconds, not longer. */
  allowedDomains(): Promise<readonly string[]>;
  /** The caller that commands at the terminal act as: the first workspace, without a key. */
  operator(): Promise<Caller>;
}

/** What is undefined stays as it is; null takes it away. */
export interface KeyChanges {
  readonly name: string | undefined;
  readonly allowed_domains: readonly string[] | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly project_id: string | null | undefined;
  readonly expires_at: Date | null | undefined;
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
  readonly workspace_id: string;
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
  /**
   * Holds credits until they are settled or released, or until the longest that a call takes is over.
   *
   * @throws AppError insufficient_credits or budget_exceeded, with what is needed and what is there
   */
  reserve(call: LedgerCall, credits: number): Promise<Reservation>;
  /** Credits left; null where the workspace is metered but not limited. */
  balance(workspaceId: string): Promise<number | null>;
}

export interface LedgerCall {
  readonly workspace_id: string;
  readonly operation: string;
  readonly request_id: string;
  /** The project that the credits are booked on; its budget is asked in the same statement. */
  readonly project_id: string | undefined;
  /** What else the usage row of the call says, should its process end before it writes that. Jobs keep it themselves. */
  readonly made_by?: Pick<UsageRow, 'key_id' | 'workflow_id' | 'transport'> | undefined;
}

export interface Reservation {
  /** Undefined for what is free, which leaves no trace in the ledger. */
  readonly id: string | undefined;
  readonly credits: number;
  /**
   * Charges the reserved credits, or `charged` where that is less, once; answers the balance after. The rest is given
   * back. What it has answered is charged: where the reservation was lost in a crash or given back meanwhile, the call is
   * booked again. `keep` gives the answer that the caller's idempotency key is to repeat: it is written in the same
   * transaction, and may be asked twice.
   *
   * @throws AppError insufficient_credits or budget_exceeded when it would have to be booked again and cannot be,
   * conflict when another request has taken the idempotency key since; nothing is charged then
   */
  settle(keep?: (balance: number | null) => KeepAnswer, charged?: number): Promise<number | null>;
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
  readonly transport: Transport;
  readonly status: number;
  readonly error_code: string | undefined;
  readonly credits: number;
  readonly duration_ms: number;
  readonly created_at: Date;
}
