import { timingSafeEqual } from 'node:crypto';

import type { Caller, KeyStore } from '../ports/accounts.ts';

/** The keys of the store, and one more for as long as this process runs: whoever holds it is the operator. */
export function withOperatorKey(keys: KeyStore, operatorKey: string): KeyStore {
  const expected = Buffer.from(operatorKey);
  const isOperator = (key: string): boolean => {
    const given = Buffer.from(key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return {
    find: async (key): Promise<Caller | undefined> => (isOperator(key) ? keys.operator() : keys.find(key)),
    findToken: (token) => keys.findToken(token),
    create: (request, workspaceId) => keys.create(request, workspaceId),
    list: (workspaceId) => keys.list(workspaceId),
    rotate: (id, grace_ms, workspaceId) => keys.rotate(id, grace_ms, workspaceId),
    change: (id, changes, workspaceId) => keys.change(id, changes, workspaceId),
    revoke: (id, workspaceId) => keys.revoke(id, workspaceId),
    allowedDomains: () => keys.allowedDomains(),
    operator: () => keys.operator(),
  };
}
