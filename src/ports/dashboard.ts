import type { OpenInvitation, Role } from './members.ts';

/** Somebody who may use the dashboard of a workspace. */
export interface DashboardUser {
  readonly id: string;
  /** Of a session, the workspace that it looks into: one of its user's, or the demo. */
  readonly workspace_id: string;
  /** The one that a login opens. */
  readonly home_workspace_id: string;
  /** In that workspace; in the demo, the one that its user has at home. */
  readonly role: Role;
  readonly email: string;
  readonly created_at: Date;
  readonly last_login_at: Date | undefined;
}

export interface DashboardLogin extends DashboardUser {
  /** The password's slow hash with its parameters. */
  readonly password: string;
}

/** A workspace of a user. */
export interface OwnWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface NewDashboardUser {
  readonly email: string;
  /** The password's slow hash with its parameters. */
  readonly password: string;
}

/**
 * Users of the dashboard, their sessions, and the one-time tokens that make the first of them.
 *
 * Tokens come here as hashes only: nobody who reads the store can use what is in it.
 */
export interface DashboardUsers {
  hasUsers(): Promise<boolean>;
  list(): Promise<readonly DashboardUser[]>;
  /**
   * An owner; without a workspace, of the first one.
   *
   * @throws AppError conflict when the email is known already, not_found for an unknown workspace
   */
  create(user: NewDashboardUser, workspaceId?: string): Promise<DashboardUser>;
  /** Creates the user where there is none yet; undefined where there is. */
  createFirst(user: NewDashboardUser): Promise<DashboardUser | undefined>;
  /** The same for whoever holds a setup token; undefined also for a token that is unknown, over or used. */
  createBySetup(tokenHash: Uint8Array, user: NewDashboardUser): Promise<DashboardUser | undefined>;
  addSetup(tokenHash: Uint8Array, expires_at: Date): Promise<void>;
  /** Whether the token would be taken. */
  isSetup(tokenHash: Uint8Array): Promise<boolean>;
  findByEmail(email: string): Promise<DashboardLogin | undefined>;
  findById(id: string): Promise<DashboardLogin | undefined>;
  /** Sets the password and ends every session of the user. False when the user does not exist. */
  setPassword(userId: string, password: string): Promise<boolean>;

  openSession(userId: string, tokenHash: Uint8Array, expires_at: Date): Promise<void>;
  /** Who the session belongs to, while it lasts; its end moves to `expires_at`. */
  useSession(tokenHash: Uint8Array, expires_at: Date): Promise<DashboardUser | undefined>;
  /** The session looks into that workspace from now on; undefined for its user's own. */
  lookInto(tokenHash: Uint8Array, workspaceId: string | undefined): Promise<void>;
  closeSession(tokenHash: Uint8Array): Promise<void>;
  /** By name. */
  workspaces(userId: string): Promise<readonly OwnWorkspace[]>;
  /** The session looks into that workspace, and so does the next login. False where its user does not belong to it. */
  switchTo(tokenHash: Uint8Array, workspaceId: string): Promise<boolean>;
  /** Makes a user one of another workspace too. */
  join(userId: string, workspaceId: string, role: Role): Promise<void>;
  /** Undefined for an invitation that is unknown, over or accepted. */
  findInvitation(tokenHash: Uint8Array): Promise<OpenInvitation | undefined>;
  /**
   * Makes whoever has the email of the invitation a user of its workspace, once.
   *
   * @param newUser where nobody has that email yet
   * @returns undefined where the invitation is over
   * @throws AppError conflict where there is no user and none is to be made, or the other way round
   */
  accept(tokenHash: Uint8Array, newUser: NewDashboardUser | undefined): Promise<DashboardUser | undefined>;

  /** Drops sessions, setup tokens and invitations that are over. */
  sweep(): Promise<void>;
}
