/** What somebody may do in a workspace, the least first. */
export const ROLES = ['viewer', 'member', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** A user of the dashboard in one workspace. */
export interface Member {
  /** Of the user. */
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly joined_at: Date;
  readonly last_login_at: Date | undefined;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Who asked, as an email or the name of a key. */
  readonly invited_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export interface NewInvitation {
  readonly workspace_id: string;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: string;
}

/** What comes of an invitation. */
interface SentInvitation {
  readonly invitation: Invitation;
  /** The one-time link; undefined where it was sent by e-mail. */
  readonly url: string | undefined;
  /** Why it was not sent by e-mail, though a mail server is set up. */
  readonly problem: string | undefined;
}

/** The users of a workspace as its owners see them; those of other workspaces are unknown (undefined, false). */
export interface MemberDesk {
  /** Oldest first. */
  list(workspaceId: string): Promise<readonly Member[]>;
  /** Those that can still be accepted, oldest first. */
  invitations(workspaceId: string): Promise<readonly Invitation[]>;
  /**
   * Sends a one-time link by e-mail, or answers it where there is no mail server. An earlier one to the same email ends.
   *
   * @throws AppError conflict for a user of the workspace and for too many invitations, rate_limited
   */
  invite(asked: NewInvitation, signal: AbortSignal): Promise<SentInvitation>;
  /** Sessions of a user whose role is lowered end. @throws AppError conflict for the last owner */
  setRole(workspaceId: string, userId: string, role: Role): Promise<Member | undefined>;
  /** Ends the user's sessions. Who belongs to no other workspace is gone. @throws AppError conflict for the last owner */
  remove(workspaceId: string, userId: string): Promise<Member | undefined>;
  /** Its link works no more. */
  withdraw(workspaceId: string, invitationId: string): Promise<boolean>;
}

export interface InvitationRow extends NewInvitation {
  readonly token_hash: Uint8Array;
  readonly expires_at: Date;
}

/** What a link invites to. */
export interface OpenInvitation {
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: string;
}

export interface MemberStore extends Pick<MemberDesk, 'list' | 'invitations' | 'setRole' | 'remove' | 'withdraw'> {
  workspaceName(workspaceId: string): Promise<string>;
  /** @throws AppError conflict as `MemberDesk.invite` does */
  addInvitation(row: InvitationRow): Promise<Invitation>;
}
