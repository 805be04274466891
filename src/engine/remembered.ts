import { createHash } from 'node:crypto';

import type { Operation, PreparedCall } from '../contract/operation.ts';
import type { KeepAnswer, RememberedCall } from '../ports/memory.ts';
import type { Answer, Call, Engine, Reply } from './engine.ts';

interface PreparedOfCall {
  readonly prepared: PreparedCall;
  readonly call: Call;
}

export interface TicketedCall extends PreparedOfCall {
  /** Set when the answer has to be kept for the caller's idempotency key. */
  readonly ticket: RememberedCall | undefined;
}

/** Well below the lease of a key, so that a long call keeps it. */
const RENEW_EVERY_MS = 4000;

/** With an idempotency key, a call that was answered before is answered the same, and nothing runs. */
export async function remembered(
  engine: Engine,
  operation: Operation,
  { prepared, call }: PreparedOfCall,
  answer: (ticketed: TicketedCall) => Promise<Reply>,
): Promise<Reply> {
  const { request_id, caller } = call;
  const key = call.idempotency_key ?? (call.keeps_answer === true ? `answer ${request_id}` : undefined);
  if (key === undefined || operation.method === 'GET') return answer({ prepared, call, ticket: undefined });
  const route = `${operation.method} ${operation.path}`;
  const ticket = { workspace_id: caller.workspace_id, key, route, request_id };
  const before = await engine.memory.take(ticket, fingerprintOf(prepared, call));
  if (before !== undefined)
    return { status: statusOf(before.status), body: parsed(before.body), replayed: true, charged: 0 };
  const holding = setInterval(() => void engine.memory.renew(ticket).catch(() => undefined), RENEW_EVERY_MS);
  try {
    return await answer({ prepared, call, ticket });
  } catch (thrown) {
    await engine.memory.forget(ticket).catch((error: unknown) => {
      engine.log.warn({ request_id, err: error }, 'an idempotency key could not be released');
    });
    throw thrown;
  } finally {
    clearInterval(holding);
  }
}

export function keptAnswer(call: RememberedCall, status: number, body: Answer): KeepAnswer {
  return { call, status, body: JSON.stringify(body) };
}

/** The checked input in the order of its schema, so that order and defaults of the caller's fields do not matter. */
function fingerprintOf({ input }: PreparedCall, call: Call): Uint8Array {
  const what = JSON.stringify([input, call.project_id ?? null]);
  return createHash('sha256').update(what).digest();
}

function statusOf(status: number): Reply['status'] {
  return status === 202 || status === 201 ? status : 200;
}

/** The guarantee: only answers that this engine made are kept, and they are objects. */
function parsed(body: string): Answer {
  const answer: unknown = JSON.parse(body);
  return typeof answer === 'object' && answer !== null ? { ...answer } : {};
}
