import type { Operation } from '../contract/operation.ts';

/** What a program may be allowed: to ask, or also to change what the workspace keeps. */
export const SCOPES = ['read', 'write'] as const;

/** What was asked and is known, in our order; `read` where nothing was asked. */
export function scopesOf(text: string | undefined): readonly string[] {
  const asked = (text ?? '').split(' ');
  const known = SCOPES.filter((scope) => asked.includes(scope));
  return known.length === 0 ? ['read'] : [...new Set(['read', ...known])];
}

/** Ids of the operations behind the scopes, as keys have them: empty for all of them. */
export function operationsOf(scopes: readonly string[], operations: readonly Operation[]): readonly string[] {
  if (scopes.includes('write')) return [];
  const ids = operations.filter(isRead).map(({ id }) => id);
  if (ids.length === 0) throw new Error('A key without operations would be a key for all of them.');
  return ids;
}

/** An analysis costs credits and changes nothing; crawls and imports add to what the workspace knows. */
function isRead({ method, is_account, group }: Operation): boolean {
  return method === 'GET' || (!is_account && group !== 'Crawls and imports');
}
