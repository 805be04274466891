import { createHash } from 'node:crypto';

import type { Operation } from '../contract/operation.ts';
import { AppError } from '../kernel/errors.ts';
import { randomBase62 } from '../kernel/ids.ts';
import type { Connecting, ConnectDesk, ConsentDecision } from '../ports/connect.ts';
import type { OAuthStore } from '../ports/oauth.ts';
import type { ProjectStore } from '../ports/projects.ts';
import { answerAddress, type Authorization, failureOf, readAuthorization, RefusedAtClient } from './authorize.ts';
import type { ClientParts } from './clients.ts';
import { OAuthError } from './oauth-error.ts';
import { redirectPlace } from './redirects.ts';
import { operationsOf } from './scopes.ts';

export interface ConsentParts extends ClientParts {
  readonly store: OAuthStore;
  readonly operations: readonly Operation[];
  readonly projects: ProjectStore;
}

/** The page on which somebody lets a program in, or does not; the dashboard shows it to who is logged in. */
export function openConnectDesk(parts: ConsentParts): ConnectDesk {
  return {
    async ask(issuer, query): Promise<Connecting> {
      const { client, redirect_uri, scopes } = await read(parts, issuer, query);
      return {
        client_name: client.name,
        client_host: client.kind === 'document' ? (URL.parse(client.id)?.host ?? null) : null,
        ...redirectPlace(redirect_uri),
        scopes,
      };
    },

    async decide(issuer, decision): Promise<string> {
      const asked = await read(parts, issuer, decision.query);
      const { redirect_uri, state } = asked;
      if (!decision.is_allowed) {
        const denied = new OAuthError('access_denied', 'The person who was asked did not allow it.');
        return answerAddress({ redirect_uri, state, issuer }, failureOf(denied));
      }
      const code = randomBase62(40);
      await parts.store.addCode(createHash('sha256').update(code).digest(), {
        client_id: asked.client.id,
        client_name: asked.client.name,
        redirect_uri,
        challenge: asked.challenge,
        resource: asked.resource,
        ...(await allowed(parts, asked, decision)),
      });
      return answerAddress({ redirect_uri, state, issuer }, { code });
    },

    list: (workspaceId) => parts.store.listApps(workspaceId),
    disconnect: (workspaceId, id) => parts.store.disconnect(workspaceId, id),
  };
}

/** What the person lets the client do: no more than it asked for. */
async function allowed(parts: ConsentParts, asked: Authorization, decision: ConsentDecision) {
  const { user_id, workspace_id, credits_a_month } = decision;
  const scopes = asked.scopes.filter((scope) => scope !== 'write' || decision.may_write);
  const project_id = decision.project_id ?? undefined;
  const granted = {
    user_id,
    workspace_id,
    scope: scopes.join(' '),
    operations: operationsOf(scopes, parts.operations),
  };
  if (credits_a_month === null) return { ...granted, project_id };
  return { ...granted, project_id: await budgetFor(parts, asked, decision, credits_a_month) };
}

/** A limit is the budget of a project of the client's own: it is asked with every call, and told before it is spent. */
async function budgetFor(
  { projects }: ConsentParts,
  { client }: Authorization,
  { workspace_id, project_id }: ConsentDecision,
  credits: number,
): Promise<string> {
  if (project_id !== null) {
    throw new AppError('invalid_input', 'A project has a budget of its own.', {
      fix: 'Choose a project or a limit, not both.',
      issues: [{ path: 'credits_a_month', message: 'cannot be set beside project_id' }],
    });
  }
  const id = `app-${createHash('sha256').update(client.id).digest('hex').slice(0, 12)}`;
  const settings = { name: client.name, budget_credits: credits, warning_share: undefined, is_hard: true };
  await projects.set(workspace_id, id, settings);
  return id;
}

/** @throws AppError not_found, which the page shows: nobody is sent to an address that may be somebody else's */
async function read(parts: ConsentParts, issuer: string, query: unknown): Promise<Authorization> {
  try {
    return await readAuthorization(parts, issuer, query);
  } catch (thrown) {
    if (!(thrown instanceof OAuthError) && !(thrown instanceof RefusedAtClient)) throw thrown;
    throw new AppError('invalid_request', thrown.message, { fix: 'Start again in the app that you want to connect.' });
  }
}
