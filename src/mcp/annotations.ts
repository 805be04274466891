import type { ToolAnnotations } from '@modelcontextprotocol/server';

import type { Operation } from '../contract/operation.ts';

/** What an operation does to the world, where its method does not say it. */
const EFFECTS: Readonly<Record<string, Partial<ToolAnnotations>>> = {
  // What ran is thrown away; a second call finds nothing left to end.
  'jobs.cancel': { destructiveHint: true, idempotentHint: true },
  // Both post to an address that the caller has chosen.
  'webhooks.endpoints.test': { openWorldHint: true },
  'webhooks.deliveries.retry': { openWorldHint: true },
  // What is imported is fetched from an address that the caller has chosen.
  'imports.create': { openWorldHint: true },
  // The secret before stops to sign a day later.
  'webhooks.endpoints.rotate': { destructiveHint: true },
};

/** Hints that are true of the operation: a client may run what only reads without asking its user. */
export function annotationsOf(operation: Operation): ToolAnnotations {
  const openWorldHint = operation.needs.length > 0;
  if (onlyReads(operation)) return { readOnlyHint: true, openWorldHint };
  const { method } = operation;
  return {
    readOnlyHint: false,
    destructiveHint: method === 'DELETE' || method === 'PATCH',
    idempotentHint: method === 'DELETE' || method === 'PATCH',
    openWorldHint,
    ...EFFECTS[operation.id],
  };
}

/**
 * An analysis reads, whatever its method; what tracks something begins a record that stays. About the account, only
 * what is asked with GET reads.
 */
export function onlyReads({ id, method, is_account }: Operation): boolean {
  if (is_account) return method === 'GET';
  return method === 'GET' || !id.endsWith('.track');
}
