/** How reports of a workspace look, and how long they are kept. */
export interface WorkspaceLook {
  readonly logo: Logo | undefined;
  /** `#rrggbb`; undefined for that of Seamark. */
  readonly accent: string | undefined;
}

export interface Logo {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface WorkspaceLooks {
  find(workspaceId: string): Promise<WorkspaceLook>;
  /** What is undefined stays as it is; null takes it away. */
  set(workspaceId: string, change: LookChange): Promise<void>;
  /** Days that answers are kept; undefined for those of the service. */
  keepDays(workspaceId: string): Promise<number | undefined>;
  setKeepDays(workspaceId: string, days: number | undefined): Promise<void>;
}

export interface LookChange {
  readonly logo: Logo | null | undefined;
  readonly accent: string | null | undefined;
}
