import type { Operation, PreparedCall } from '../contract/operation.ts';
import { AppError, toAppError } from '../kernel/errors.ts';
import { logFailure } from '../kernel/failure-log.ts';
import type { Caller } from '../ports/accounts.ts';
import { isDemoIndex } from '../ports/demo.ts';
import { type Answer, type Call, elapsed, type Engine, type Reply, usageOf } from './engine.ts';
import { enqueue } from './enqueue.ts';
import { runInline } from './inline.ts';
import { keptAnswer, remembered, type TicketedCall } from './remembered.ts';
import { askingOf, metaOf, run } from './run.ts';
import { estimate, requireSources } from './ask/estimate.ts';

/**
 * The one path of every call, whatever the transport: scope, validation, sources, idempotency, price, reservation,
 * run or queue, settlement, usage, answer. What fails is released, and shown without secrets.
 */
export async function execute(engine: Engine, operation: Operation, rawInput: unknown, call: Call): Promise<Reply> {
  const started = performance.now();
  const log = (outcome: { status: number; error_code: string | undefined; credits: number }): void => {
    countCall(engine, operation, call, { ...outcome, duration_ms: elapsed(started) });
    // A job is written down when it ends.
    if (operation.is_account || call.dry_run || outcome.status === 202) return;
    const { workspace_id, key_id } = call.caller;
    const row = usageOf(engine, operation.id, { ...call, workspace_id, key_id });
    engine.usage.record({ ...row, ...outcome, duration_ms: elapsed(started) });
  };
  try {
    requireScope(operation, call.caller);
    const prepared = operation.prepare(rawInput);
    requireSources(engine.desk, prepared.needs);
    if (call.dry_run)
      return { status: 200, body: await dryRun(engine, operation, prepared, call), replayed: false, charged: 0 };
    const reply = await remembered(engine, operation, { prepared, call }, (ticketed) =>
      answered(engine, operation, ticketed),
    );
    const isCharged = reply.status !== 202 && !reply.replayed;
    log({ status: reply.status, error_code: undefined, credits: isCharged ? reply.charged : 0 });
    return reply;
  } catch (thrown) {
    const error = toAppError(thrown);
    logFailure(engine.log, error, { request_id: call.request_id, operation: operation.id }, 'an operation failed');
    log({ status: error.status, error_code: error.code, credits: 0 });
    throw error;
  }
}

function countCall(
  { metrics }: Engine,
  operation: Operation,
  call: Call,
  outcome: { status: number; error_code: string | undefined; credits: number; duration_ms: number },
): void {
  const { status, error_code, credits, duration_ms } = outcome;
  const named = error_code ?? (status === 202 ? 'queued' : 'ok');
  metrics.countCall({ operation: operation.id, transport: call.transport, outcome: named, credits, duration_ms });
}

async function answered(engine: Engine, operation: Operation, ticketed: TicketedCall): Promise<Reply> {
  const { prepared, call } = ticketed;
  if (operation.is_account) return accountReply(engine, operation, ticketed);
  const waits = call.mode === 'sync' || (call.mode === 'default' && operation.runs === 'inline');
  if (prepared.batch !== undefined || prepared.always_queues || !waits) return enqueue(engine, operation, ticketed);
  return runInline(engine, operation, ticketed);
}

/** About the caller's own workspace: free, so nothing is reserved. */
async function accountReply(
  engine: Engine,
  operation: Operation,
  { prepared, call, ticket }: TicketedCall,
): Promise<Reply> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(engine.inline_timeout_ms)]);
  const { finish } = await run(engine, operation, prepared, { ...call, signal, report: () => undefined });
  const balance = await engine.ledger.balance(call.caller.workspace_id);
  const body = finish({ charged: 0, balance });
  const status = operation.success_status;
  if (ticket !== undefined) {
    const hidden = Object.fromEntries(operation.shown_once.map((name) => [name, null]));
    await engine.memory.keep(keptAnswer(ticket, status, { ...body, ...hidden }));
  }
  return { status, body, replayed: false, charged: 0 };
}

function requireScope(operation: Operation, caller: Caller): void {
  if (caller.scopes.length === 0 || caller.scopes.includes(operation.id)) return;
  throw new AppError('key_not_allowed_here', `The key "${caller.key_name}" may not call ${operation.id}.`, {
    fix: `Use a key whose scopes include ${operation.id}; this one has ${caller.scopes.join(', ')}.`,
  });
}

async function dryRun(engine: Engine, operation: Operation, prepared: PreparedCall, call: Call): Promise<Answer> {
  const started = performance.now();
  const balance = await engine.ledger.balance(call.caller.workspace_id);
  const asks = await prepared.asks({ locate: (query) => engine.desk.locations.resolve(query, call.signal) });
  const desk = await engine.deskOf(call.caller.workspace_id);
  const estimated = await estimate(desk, askingOf(operation, prepared, call), asks);
  const is_demo = isDemoIndex(desk.index_id);
  return {
    success: true,
    dry_run: true,
    input: prepared.input,
    credits: await prepared.quote({ caller: call.caller, account: engine.account }),
    price_rule: operation.price_rule,
    ...estimated,
    meta: metaOf(engine, operation, call, { started, credits: { charged: 0, balance }, notes: [], is_demo }),
  };
}
