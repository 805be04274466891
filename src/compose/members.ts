import { invitationUrl } from '../dashboard/access.ts';
import { hashOf, newToken } from '../dashboard/tokens.ts';
import { AppError, messageOf } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { DEMO_WORKSPACE } from '../ports/demo.ts';
import type { RateLimiter, RateRule } from '../ports/limits.ts';
import type { MemberDesk, MemberStore, NewInvitation } from '../ports/members.ts';
import type { SendMail } from '../ports/webhooks.ts';

const INVITATION_MS = 7 * 86_400_000;
const MAIL_MS = 15_000;
/** Each may be an e-mail to somebody who did not ask for one. */
const INVITATIONS: RateRule = { per_minute: 10 };

export interface MemberDeskParts {
  readonly store: MemberStore;
  /** Undefined for the operator at the command line. */
  readonly limiter: Pick<RateLimiter, 'take'> | undefined;
  /** Undefined where no mail server is set up. */
  readonly mail: SendMail | undefined;
  /** Where the service is reached, without a path. */
  readonly base: string;
  /** Whether others reach it there, so that a link to it may be sent. */
  readonly is_public: boolean;
  readonly clock: () => Date;
  readonly log: Log;
}

export function openMemberDesk(parts: MemberDeskParts): MemberDesk {
  const { store, limiter, base, clock } = parts;
  return {
    list: (workspaceId) => store.list(workspaceId),
    invitations: (workspaceId) => store.invitations(workspaceId),
    setRole: (workspaceId, userId, role) => store.setRole(workspaceId, userId, role),
    remove: (workspaceId, userId) => store.remove(workspaceId, userId),
    withdraw: (workspaceId, invitationId) => store.withdraw(workspaceId, invitationId),
    async invite(asked, signal) {
      if (asked.workspace_id === DEMO_WORKSPACE) {
        throw new AppError('conflict', 'The demo has no users of its own.', {
          fix: 'Leave the demo to invite somebody.',
        });
      }
      const standing = await limiter?.take(`invite:${asked.workspace_id}`, INVITATIONS);
      if (standing?.allowed === false) throw tooFast(standing.retry_after_s);
      const token = newToken();
      const expires_at = new Date(clock().getTime() + INVITATION_MS);
      const invitation = await store.addInvitation({ ...asked, token_hash: hashOf(token), expires_at });
      const url = invitationUrl(base, token);
      const problem = await sent(parts, asked, url, signal);
      return problem === undefined ? { invitation, url: undefined, problem } : { invitation, url, ...problem };
    },
  };
}

/** Undefined once the mail server has taken the link; else why it was not sent. */
async function sent(
  { store, mail, is_public, log }: MemberDeskParts,
  { workspace_id, email, role, invited_by }: NewInvitation,
  url: string,
  signal: AbortSignal,
): Promise<{ readonly problem: string | undefined } | undefined> {
  if (mail === undefined) return { problem: undefined };
  if (!is_public) return { problem: 'SEAMARK_PUBLIC_URL is not set, so a link in an e-mail would lead nowhere.' };
  const name = oneLine(await store.workspaceName(workspace_id));
  const subject = `${invited_by} invites you to ${name} on Seamark`;
  const text = [
    `${invited_by} invites you to the workspace ${name} as ${role === 'owner' ? 'an' : 'a'} ${role}.`,
    '',
    'Accept within seven days. The link works once:',
    url,
    '',
    'If you did not expect this, ignore it: nothing happens.',
  ].join('\n');
  try {
    const { status } = await mail({ to: email, subject, text, message_id: newId('msg'), timeout_ms: MAIL_MS }, signal);
    if (status < 300) return undefined;
    return { problem: `The mail server answered ${status}.` };
  } catch (thrown) {
    log.warn({ error: messageOf(thrown) }, 'an invitation could not be sent');
    return { problem: thrown instanceof AppError ? thrown.message : 'The mail server could not be used.' };
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

function tooFast(wait_s: number): AppError {
  return new AppError('rate_limited', 'Too many invitations at once.', {
    title: 'Too many invitations at once.',
    fix: `Wait ${wait_s} ${wait_s === 1 ? 'second' : 'seconds'}, then try again.`,
  });
}
