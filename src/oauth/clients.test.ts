import { expect, it } from 'vitest';

import { AppError } from '../kernel/errors.ts';
import type { GuardedRequester, RawAnswer } from '../ports/fetch.ts';
import type { OAuthClient, OAuthStore } from '../ports/oauth.ts';
import { type ClientParts, findClient } from './clients.ts';
import { OAuthError } from './oauth-error.ts';

const ID = 'https://app.example/oauth/client.json';
const DOCUMENT = {
  client_id: ID,
  client_name: 'An\nApp\u202E',
  redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
};

/** Clients that describe themselves by what stands at their URL. */
function partsOf(answer: Partial<RawAnswer> | AppError): ClientParts & { readonly kept: OAuthClient[] } {
  const kept: OAuthClient[] = [];
  const requester: GuardedRequester = {
    get: () =>
      answer instanceof AppError
        ? Promise.reject(answer)
        : Promise.resolve({
            status: 200,
            headers: {},
            content_type: 'application/json',
            body: undefined,
            truncated: false,
            ...answer,
          }),
  };
  const unused = (): Promise<never> => Promise.reject(new Error('Nothing else of the store is asked here.'));
  const store: OAuthStore = {
    findClient: () => Promise.resolve(undefined),
    keepDocument: (client) => {
      kept.push(client);
      return Promise.resolve();
    },
    registerClient: unused,
    addCode: unused,
    redeemCode: unused,
    refresh: unused,
    revokeToken: unused,
    listApps: unused,
    disconnect: unused,
    sweep: unused,
  };
  return { store, requester, registration: 'cimd', kept };
}

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

it('reads a client from the document at its own URL, with a name of one plain line, and keeps it', async () => {
  const parts = partsOf({ body: bytes(DOCUMENT) });
  const client = { id: ID, kind: 'document', name: 'An App', redirect_uris: DOCUMENT.redirect_uris };
  expect(await findClient(parts, ID)).toEqual(client);
  expect(parts.kept).toEqual([client]);
});

it.each([
  ['of another client', { body: bytes({ ...DOCUMENT, client_id: 'https://other.example/c' }) }, 'another client'],
  ['with a secret', { body: bytes({ ...DOCUMENT, client_secret: 'x' }) }, 'does not describe a client'],
  [
    'that asks for a secret',
    { body: bytes({ ...DOCUMENT, token_endpoint_auth_method: 'client_secret_basic' }) },
    'public',
  ],
  [
    'with an address that is not its own',
    { body: bytes({ ...DOCUMENT, redirect_uris: ['javascript:1'] }) },
    'javascript:',
  ],
  ['without addresses', { body: bytes({ ...DOCUMENT, redirect_uris: [] }) }, 'does not describe a client'],
  ['cut off', { body: bytes(DOCUMENT).slice(0, 50), truncated: true }, 'not JSON'],
  ['that redirects', { status: 302 }, 'answered 302'],
])('refuses a document %s', async (_what, answer, why) => {
  const parts = partsOf(answer);
  const refused = findClient(parts, ID);
  await expect(refused).rejects.toBeInstanceOf(OAuthError);
  await expect(refused).rejects.toThrow(why);
  expect(parts.kept).toEqual([]);
});

it('refuses a document at an inward address as the guard of every fetch does', async () => {
  const parts = partsOf(new AppError('unfetchable_url', 'The URL does not point to a public address.'));
  await expect(findClient(parts, 'https://127.0.0.1/client.json')).rejects.toMatchObject({
    code: 'invalid_client',
    message: expect.stringContaining('public address'),
  });
});

it.each(['https://app.example/', 'https://app.example/c#x', 'https://u@app.example/c'])(
  'takes %s for no URL of a document',
  async (id) => {
    await expect(findClient(partsOf({ body: bytes(DOCUMENT) }), id)).rejects.toMatchObject({ code: 'invalid_client' });
  },
);

it('asks no document where the operator lets no new app in', async () => {
  expect(await findClient({ ...partsOf({ body: bytes(DOCUMENT) }), registration: 'off' }, ID)).toBeUndefined();
});
