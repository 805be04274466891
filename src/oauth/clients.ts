import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import type { GuardedRequester } from '../ports/fetch.ts';
import type { OAuthClient, OAuthStore } from '../ports/oauth.ts';
import { OAuthError } from './oauth-error.ts';
import { redirectProblem } from './redirects.ts';

/** Who may introduce a client: anybody by registering, only documents at their own URL, or nobody. */
type Registration = 'open' | 'cimd' | 'off';

const NAME_MAX = 80;
const REDIRECTS_MAX = 20;
const DOCUMENT_BYTES_MAX = 5 * 1024;
const DOCUMENT_MS_MAX = 3000;
const URL_MAX = 1000;

/** What a client says of itself, in a registration (RFC 7591) or in its document; other fields are left alone. */
const Metadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(REDIRECTS_MAX),
  token_endpoint_auth_method: z.string().optional(),
});

const ClientDocument = Metadata.extend({
  client_id: z.string(),
  client_secret: z.undefined().optional(),
});

export interface ClientParts {
  readonly store: OAuthStore;
  readonly registration: Registration;
  /** Reads documents of clients, past the guard of every fetch. */
  readonly requester: GuardedRequester;
}

/** @throws OAuthError invalid_redirect_uri, invalid_client_metadata; AppError rate_limited */
export async function registerClient(parts: ClientParts, metadata: unknown, address: string): Promise<OAuthClient> {
  const parsed = Metadata.safeParse(metadata);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new OAuthError('invalid_client_metadata', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { redirect_uris } = parsed.data;
  requireRedirects(redirect_uris);
  return parts.store.registerClient(
    { name: nameOf(parsed.data.client_name, redirect_uris[0]), redirect_uris },
    address,
  );
}

/** Undefined for a client that is not known here. @throws OAuthError invalid_client for a document that cannot be used */
export async function findClient(parts: ClientParts, id: string): Promise<OAuthClient | undefined> {
  const known = await parts.store.findClient(id);
  const isDocument = id.startsWith('https://');
  if (known !== undefined || !isDocument || parts.registration === 'off') return known;
  const client = await readDocument(parts.requester, id);
  await parts.store.keepDocument(client);
  return client;
}

/** The document at the client's own URL: Client ID Metadata Documents, draft-ietf-oauth-client-id-metadata-document. */
async function readDocument(requester: GuardedRequester, id: string): Promise<OAuthClient> {
  const url = URL.parse(id);
  if (url === null || id.length > URL_MAX || url.pathname === '/' || url.hash !== '' || url.username !== '') {
    throw new OAuthError('invalid_client', 'The client id is no URL of a document.');
  }
  const body = await fetchDocument(requester, id);
  const parsed = ClientDocument.safeParse(body);
  if (!parsed.success) throw new OAuthError('invalid_client', `The document at ${id} does not describe a client.`);
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method } = parsed.data;
  if (client_id !== id) throw new OAuthError('invalid_client', `The document at ${id} describes another client.`);
  if ((token_endpoint_auth_method ?? 'none') !== 'none') {
    throw new OAuthError(
      'invalid_client',
      'Only public clients can connect: token_endpoint_auth_method has to be "none".',
    );
  }
  requireRedirects(redirect_uris);
  return { id, kind: 'document', name: nameOf(client_name, id), redirect_uris };
}

async function fetchDocument(requester: GuardedRequester, url: string): Promise<unknown> {
  try {
    const request = {
      url,
      headers: { accept: 'application/json' },
      wants: (status: number): boolean => status === 200,
      bytes_max: DOCUMENT_BYTES_MAX,
      timeout_ms: DOCUMENT_MS_MAX,
    };
    const { status, body } = await requester.get(request, AbortSignal.timeout(DOCUMENT_MS_MAX));
    if (status !== 200 || body === undefined) throw new OAuthError('invalid_client', `${url} answered ${status}.`);
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch (thrown) {
    if (thrown instanceof OAuthError) throw thrown;
    const why = thrown instanceof AppError ? thrown.message : 'It is not JSON.';
    throw new OAuthError('invalid_client', `The document at ${url} could not be read. ${why}`);
  }
}

function requireRedirects(redirects: readonly string[]): void {
  for (const redirect of redirects) {
    const problem = redirectProblem(redirect);
    if (problem === undefined) continue;
    throw new OAuthError('invalid_redirect_uri', `The redirect address ${redirect.slice(0, 100)} ${problem}.`);
  }
}

/** One line that people are shown; without a name, where the client is at home. */
function nameOf(name: string | undefined, address: string | undefined): string {
  const line = (name ?? '')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX)
    .toWellFormed();
  return line === '' ? URL.parse(address ?? '')?.host || 'Unnamed app' : line;
}
