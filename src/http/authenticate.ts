import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '../kernel/errors.ts';
import { originMatches } from '../kernel/origin.ts';
import type { Caller, KeyStore } from '../ports/accounts.ts';

const FIX_KEY = 'Send a valid key in the header x-api-key. Create one with `seamark keys create NAME`.';

/**
 * Who calls, from the x-api-key header, and whether the key may be used from where the request comes.
 *
 * @throws AppError unauthenticated, origin_not_allowed
 */
export async function authenticate(keys: KeyStore, headers: IncomingHttpHeaders): Promise<Caller> {
  const key = one(headers['x-api-key']);
  if (key === undefined || key === '') {
    const detail =
      headers.authorization === undefined
        ? 'No API key was sent.'
        : 'The REST API expects the key in x-api-key, not in Authorization.';
    throw new AppError('unauthenticated', detail, { fix: FIX_KEY });
  }
  const caller = await keys.find(key);
  if (caller === undefined) {
    throw new AppError('unauthenticated', 'The API key is unknown, expired or revoked.', { fix: FIX_KEY });
  }
  requireOrigin(caller, headers);
  return caller;
}

function requireOrigin(caller: Caller, headers: IncomingHttpHeaders): void {
  if (caller.allowed_domains.length === 0) return;
  const from = one(headers.origin) ?? one(headers.referer);
  if (from !== undefined && caller.allowed_domains.some((allowed) => originMatches(from, allowed))) return;
  const came = from === undefined ? 'has neither Origin nor Referer' : `comes from ${from.slice(0, 200)}`;
  throw new AppError(
    'origin_not_allowed',
    `The key is restricted to ${caller.allowed_domains.join(', ')}, but the request ${came}.`,
    {
      fix: 'Call from an allowed origin, or use a key without domain restrictions on a server.',
    },
  );
}

/** Attribution that the caller sent along, checked because it is stored and shown. */
export function attribution(
  headers: IncomingHttpHeaders,
  caller: Caller,
): { project_id: string | undefined; workflow_id: string | undefined } {
  const project = attributionHeader(headers, 'x-project-id');
  if (caller.project_id !== undefined && project !== undefined && project !== caller.project_id) {
    throw new AppError('key_not_allowed_here', `The key belongs to project ${caller.project_id}, not ${project}.`, {
      fix: 'Omit x-project-id, or use a key of that project.',
    });
  }
  return { project_id: project ?? caller.project_id, workflow_id: attributionHeader(headers, 'x-workflow-id') };
}

function attributionHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = one(headers[name])?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^[\x21-\x7e][\x20-\x7e]{0,127}$/.test(value)) return value;
  const message = 'must be 1 to 128 printable ASCII characters';
  throw new AppError('invalid_input', `The header ${name} is not valid.`, {
    fix: `Send ${name} as plain text, or omit it.`,
    issues: [{ path: name, message }],
  });
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
