import { z } from 'zod';

import type { OAuthClient } from '../ports/oauth.ts';
import { resourceOf } from './base.ts';
import { type ClientParts, findClient } from './clients.ts';
import { OAuthError } from './oauth-error.ts';
import { isRegistered } from './redirects.ts';
import { scopesOf } from './scopes.ts';

/** A request of a client to be let in, read from the query of /oauth/authorize. */
const Query = z.object({
  client_id: z.string().min(1).max(2000),
  redirect_uri: z.string().min(1).max(2000).optional(),
  response_type: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  state: z.string().max(2000).optional(),
  scope: z.string().max(500).optional(),
  resource: z.string().max(2000).optional(),
});

export interface Authorization {
  readonly client: OAuthClient;
  readonly redirect_uri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly resource: string;
  readonly scopes: readonly string[];
}

/** A request that is refused at the client's own address, which is known to be the client's. */
export class RefusedAtClient extends Error {
  readonly address: string;

  constructor(address: string) {
    super('The request is refused at the address of its client.');
    this.address = address;
  }
}

/**
 * What a client asks for, once client and redirect address are known to belong together.
 *
 * @throws OAuthError where they do not, which is shown on a page and never sent anywhere; RefusedAtClient for all else
 */
export async function readAuthorization(parts: ClientParts, issuer: string, query: unknown): Promise<Authorization> {
  const parsed = Query.safeParse(query);
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path[0];
    throw new OAuthError('invalid_request', `The parameter ${String(at)} is missing, repeated or too long.`);
  }
  const asked = parsed.data;
  const client = await findClient(parts, asked.client_id);
  if (client === undefined) {
    throw new OAuthError(
      'invalid_client',
      'The app is not known here. Disconnect it in its settings and connect again.',
    );
  }
  const redirect_uri = asked.redirect_uri ?? (client.redirect_uris.length === 1 ? client.redirect_uris[0] : undefined);
  if (redirect_uri === undefined || !isRegistered(redirect_uri, client.redirect_uris)) {
    throw new OAuthError(
      'invalid_request',
      'The redirect address does not belong to the app, so nothing is sent there.',
    );
  }
  const { state, code_challenge = '', scope } = asked;
  const resource = resourceOf(issuer);
  const problem = problemOf(asked, resource);
  if (problem !== undefined) {
    throw new RefusedAtClient(answerAddress({ redirect_uri, state, issuer }, failureOf(problem)));
  }
  return { client, redirect_uri, state, challenge: code_challenge, resource, scopes: scopesOf(scope) };
}

/** What is wrong with a request whose client is known. */
function problemOf(asked: z.output<typeof Query>, resource: string): OAuthError | undefined {
  if (asked.response_type !== 'code') return new OAuthError('unsupported_response_type', 'Only code is supported.');
  if (!/^[\w-]{43}$/.test(asked.code_challenge ?? '') || asked.code_challenge_method !== 'S256') {
    return new OAuthError('invalid_request', 'A code_challenge with the method S256 is needed.');
  }
  if (asked.resource !== undefined && !isResource(asked.resource, resource)) {
    return new OAuthError('invalid_target', `Tokens are given for ${resource} alone.`);
  }
  return undefined;
}

/** A choice of tools, such as /mcp/x/backlinks or /mcp?toolsets=…, belongs to the same resource. */
function isResource(asked: string, resource: string): boolean {
  return asked === resource || [`${resource}/`, `${resource}?`].some((start) => asked.startsWith(start));
}

interface Answered {
  readonly redirect_uri: string;
  readonly state: string | undefined;
  readonly issuer: string;
}

/** The address at the client that the browser goes to, with who answers (RFC 9207). */
export function answerAddress(
  { redirect_uri, state, issuer }: Answered,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  url.searchParams.set('iss', issuer);
  return url.href;
}

export function failureOf({ code, message }: OAuthError): Readonly<Record<string, string>> {
  return { error: code, error_description: message };
}
