/** One customer of the service, or its operator: keys, credits, projects and jobs belong to it. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  /** Credits left; null where the workspace is metered but not limited. */
  readonly balance: number | null;
  readonly living_keys: number;
  /** Whether its crawls, imports and what it looks up are in an index of its own. */
  readonly has_own_index: boolean;
  readonly created_at: Date;
}

export interface NewWorkspace {
  /** Made at random when undefined. */
  readonly id: string | undefined;
  readonly name: string;
  readonly plan: string;
  /** False where it is left out. Cannot be changed later: facts would stay where they are. */
  readonly has_own_index?: boolean;
}

/** What is undefined stays as it is. */
export interface WorkspaceChanges {
  readonly name: string | undefined;
  readonly plan: string | undefined;
}

export interface WorkspaceStore {
  /** @throws AppError invalid_input for an unknown plan or a malformed id; conflict when the id is taken */
  create(request: NewWorkspace): Promise<Workspace>;
  /** Oldest first; the first is the one that commands act for. */
  list(): Promise<readonly Workspace[]>;
  find(id: string): Promise<Workspace | undefined>;
  /** Undefined when the workspace does not exist. A plan takes effect everywhere within two seconds. */
  set(id: string, changes: WorkspaceChanges): Promise<Workspace | undefined>;
}
