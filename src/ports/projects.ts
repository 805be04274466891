/** A project that calls count toward, with its monthly budget. */
export interface Project {
  readonly id: string;
  readonly name: string;
  /** Undefined until somebody sets it. */
  readonly brand: Brand | undefined;
  /** Credits a month; undefined is metered without a limit. */
  readonly budget_credits: number | undefined;
  /** The warning fires when this share of the budget is spent; 0–1. */
  readonly warning_share: number;
  /** A hard budget blocks calls that would exceed it; a soft one lets them through and only notifies. */
  readonly is_hard: boolean;
  readonly created_at: Date;
  readonly month: ProjectMonth;
}

/** How a brand is written and where it publishes: what tells branded from unbranded queries, anchors and mentions. */
export interface Brand {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Hosts; each stands for its subdomains too. */
  readonly domains: readonly string[];
}

interface ProjectMonth {
  /** `2026-11`, in UTC. */
  readonly period: string;
  readonly spent: number;
  readonly reserved: number;
  readonly warned_at: Date | undefined;
  readonly exceeded_at: Date | undefined;
}

export interface ProjectSettings {
  readonly name: string | undefined;
  /** Null takes the brand away; undefined leaves it. */
  readonly brand?: Brand | null | undefined;
  /** Null takes the budget away; undefined leaves it. */
  readonly budget_credits: number | null | undefined;
  readonly warning_share: number | undefined;
  readonly is_hard: boolean | undefined;
}

export interface ProjectStore {
  list(workspaceId: string): Promise<readonly Project[]>;
  find(workspaceId: string, id: string): Promise<Project | undefined>;
  /** Makes the project or changes it. A budget set within a month counts what the month has spent already. */
  set(workspaceId: string, id: string, settings: ProjectSettings): Promise<Project>;
  /** False when the project does not exist. What was spent on it stays in the usage. */
  remove(workspaceId: string, id: string): Promise<boolean>;
}
