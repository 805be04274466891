import type { ToolAnnotations } from '@modelcontextprotocol/server';

import type { Operation } from '../contract/operation.ts';

/** What an operation does to the world, where its method does not say so. */
const EFFECTS: Readonly<Record<string, Partial<ToolAnnotations>>> = {
  // The work done so far is lost; a second call finds nothing to cancel.
  'jobs.cancel': { destructiveHint: true, idempotentHint: true },
  // Both post to an address chosen by the caller.
  'webhooks.endpoints.test': { openWorldHint: true },
  'webhooks.deliveries.retry': { openWorldHint: true },
  // Imports are fetched from an address chosen by the caller.
  'imports.create': { openWorldHint: true },
  // The token is looked for on a host chosen by the caller.
  'hosts.prove': { openWorldHint: true },
  // Every source is asked a question, which may cost money.
  'sources.test': { openWorldHint: true },
  // Result pages are read from the store alone.
  'content.keyword-map': { openWorldHint: false },
  // The old secret stops signing a day later.
  'webhooks.endpoints.rotate': { destructiveHint: true },
};

/** What the protocol takes a hint for that is not there. */
const DEFAULTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

/**
 * Hints about the operation: a client may run a read-only tool without asking its user. Hints that say what the protocol takes
 * for granted are left out.
 */
export function annotationsOf(operation: Operation): ToolAnnotations {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hintsOf(operation);
  return {
    ...(readOnlyHint === DEFAULTS.readOnlyHint ? {} : { readOnlyHint }),
    // Only tools that change something can destroy, or be called twice without harm.
    ...(readOnlyHint === true || destructiveHint === DEFAULTS.destructiveHint ? {} : { destructiveHint }),
    ...(readOnlyHint === true || idempotentHint === DEFAULTS.idempotentHint ? {} : { idempotentHint }),
    ...(openWorldHint === DEFAULTS.openWorldHint ? {} : { openWorldHint }),
  };
}

function hintsOf(operation: Operation): ToolAnnotations {
  // Crawled sites are read from the index alone.
  const openWorldHint = Object.keys(operation.needs).some((need) => need !== 'sites');
  const effects = EFFECTS[operation.id];
  if (onlyReads(operation)) return { readOnlyHint: true, openWorldHint, ...effects };
  const { method } = operation;
  return {
    readOnlyHint: false,
    destructiveHint: method === 'DELETE' || method === 'PATCH',
    idempotentHint: method === 'DELETE' || method === 'PATCH',
    openWorldHint,
    ...effects,
  };
}

/**
 * An analysis only reads, whatever its method; a tracker starts a record that persists. Of the account operations, only
 * GET requests read.
 */
export function onlyReads({ id, method, is_account }: Operation): boolean {
  if (is_account) return method === 'GET';
  return method === 'GET' || !/\.(?:track|check)$/.test(id);
}
