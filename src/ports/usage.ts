export const USAGE_GROUPS = ['day', 'operation', 'project', 'key', 'source'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageQuery {
  /** First and last day, both included, `2026-11-01`, in UTC. */
  readonly date_from: string;
  readonly date_to: string;
  readonly group_by: UsageGroup;
  readonly project_id: string | undefined;
  readonly operation: string | undefined;
  readonly key_id: string | undefined;
}

export interface UsageTotal {
  /** Grouped by source, its requests: one call makes any number of them. */
  readonly calls: number;
  readonly failed_calls: number;
  /** 0 for a source: a call is charged as a whole. */
  readonly credits: number;
  /** What sources have charged the operator. */
  readonly usd: number;
}

export interface UsageGroupTotal extends UsageTotal {
  /** Day, operation, project, key or source; null for calls without one. */
  readonly group: string | null;
}

export interface CreditState {
  readonly plan: string;
  /** Credits left; null where the workspace is metered but not limited. */
  readonly balance: number | null;
  /** Held by calls that are under way. */
  readonly reserved: number;
  /** Spent since the first of the month, in UTC. */
  readonly spent_this_month: number;
  readonly limits: PlanLimits;
}

export interface PlanLimits {
  readonly requests_per_minute: number;
  /** Null is without a limit. */
  readonly concurrent_jobs: number | null;
  readonly credits_per_month: number | null;
}

export interface CreditEntry {
  readonly id: number;
  readonly kind: 'grant' | 'reserve' | 'settle' | 'release' | 'adjust';
  readonly amount: number;
  readonly operation: string | undefined;
  readonly request_id: string | undefined;
  readonly reason: string | undefined;
  readonly created_at: Date;
}

/** What a workspace has used, for those who are billed and those who bill on. */
export interface UsageReports {
  groups(workspaceId: string, query: UsageQuery): Promise<readonly UsageGroupTotal[]>;
  total(workspaceId: string, query: UsageQuery): Promise<UsageTotal>;
  credits(workspaceId: string): Promise<CreditState>;
  /** Newest first. */
  entries(workspaceId: string, limit: number, before: number | undefined): Promise<readonly CreditEntry[]>;
}
