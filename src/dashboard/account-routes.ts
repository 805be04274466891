import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Operation } from '../contract/operation.ts';
import { readRequestInput } from '../contract/request-input.ts';
import type { Call } from '../engine/engine.ts';
import { AppError } from '../kernel/errors.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import type { Caller } from '../ports/accounts.ts';
import type { DashboardUser } from '../ports/dashboard.ts';
import type { DashboardScope } from './routes.ts';

/**
 * Jobs, webhooks, usage and credits, called as over REST: the same operations at the same paths, with the same checks
 * and the same answers, for the workspace of whoever is logged in.
 */
export function serveAccountOperations({ app, parts, userOf }: DashboardScope): void {
  for (const operation of parts.operations) {
    const { answer } = operation;
    if (answer === undefined) continue;
    app.route({
      method: operation.method,
      url: routeOf(operation),
      handler: async (request, reply) => {
        const result = await answer(inputOf(operation, request), {
          caller: callerOf(userOf(request)),
          account: parts.account,
          now: new Date(),
          signal: signalOf(reply),
        });
        return reply.code(operation.success_status).send({ success: true, ...result });
      },
    });
  }
}

/** How the dashboard calls an operation that is priced: as one request of whoever is logged in. */
export function priceableCall(
  user: DashboardUser,
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<Call, 'mode' | 'dry_run'> {
  return {
    caller: callerOf(user),
    request_id: request.id,
    transport: 'dashboard',
    project_id: undefined,
    workflow_id: undefined,
    idempotency_key: undefined,
    signal: signalOf(reply),
  };
}

/** `/jobs/{id}` as Fastify writes it. */
export function routeOf({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Fires when the browser goes away. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new AppError('unavailable', 'The browser closed the connection.'));
  });
  return gone.signal;
}

export function inputOf(operation: Operation, request: FastifyRequest): unknown {
  const { params, query, body } = request;
  return readRequestInput(operation, { path: fieldsOf(params), query: fieldsOf(query), body });
}

/** What reaches an operation may do what a key without restrictions may: the user's role was asked before. */
export function callerOf({ id, workspace_id }: DashboardUser): Caller {
  return {
    workspace_id,
    key_id: undefined,
    key_name: 'dashboard',
    user_id: id,
    allowed_domains: [],
    scopes: [],
    project_id: undefined,
    plan: '',
  };
}
