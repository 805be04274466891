import type { Operation, Outcome, PreparedCall } from '../contract/operation.ts';
import type { PlannedCall } from '../contract/workflow.ts';
import { AppError, toAppError } from '../kernel/errors.ts';
import type { Caller, Ledger, Reservation, UsageLog, UsageRow } from '../ports/accounts.ts';
import type { SourceNote } from '../ports/source.ts';
import type { Offload } from './offload.ts';
import type { Log } from './log.ts';
import { CallPorts, requireSources, type SourceTable } from './sources.ts';

/** Everything a call runs on; made once by the composition. */
export interface Engine {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly sources: SourceTable;
  readonly ledger: Ledger;
  readonly usage: UsageLog;
  readonly offload: Offload;
  readonly clock: () => Date;
  readonly log: Log;
  /** Longest that an inline call may run. */
  readonly inline_timeout_ms: number;
}

/** One call as its transport received it. */
export interface Call {
  readonly caller: Caller;
  readonly request_id: string;
  readonly transport: UsageRow['transport'];
  readonly project_id: string | undefined;
  readonly workflow_id: string | undefined;
  readonly dry_run: boolean;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
}

export type Answer = Readonly<Record<string, unknown>>;

/**
 * The one path of every call, whatever the transport: scope, validation, sources, price, reservation,
 * run, settlement, usage, answer. What fails is released, and shown without secrets.
 */
export async function execute(engine: Engine, operation: Operation, rawInput: unknown, call: Call): Promise<Answer> {
  const started = performance.now();
  const log = (outcome: { status: number; error_code: string | undefined; credits: number }): void =>
    engine.usage.record({ ...usageOf(engine, operation, call), ...outcome, duration_ms: elapsed(started) });
  try {
    requireScope(operation, call.caller);
    const prepared = operation.prepare(rawInput);
    requireSources(engine.sources, prepared.needs);
    if (call.dry_run) return dryRun(engine, operation, prepared, call, started);
    const answer = await charged(engine, operation, prepared, call, started);
    log({ status: 200, error_code: undefined, credits: prepared.credits });
    return answer;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'internal') {
      engine.log.error({ request_id: call.request_id, operation: operation.id, err: thrown }, 'an operation failed');
    }
    if (!call.dry_run) log({ status: error.status, error_code: error.code, credits: 0 });
    throw error;
  }
}

async function charged(
  engine: Engine,
  operation: Operation,
  prepared: PreparedCall,
  call: Call,
  started: number,
): Promise<Answer> {
  const { workspace_id } = call.caller;
  const ticket = { workspace_id, operation: operation.id, request_id: call.request_id };
  const reservation = await engine.ledger.reserve(ticket, prepared.credits);
  let done: { readonly body: Answer; readonly notes: readonly SourceNote[] };
  try {
    const { outcome, ports } = await runBounded(engine, prepared, call);
    // Made whole before it is paid for: an answer that cannot be finished is a failure like any other.
    const { result, markdown_summary } = outcome;
    const body = { success: true, ...result, ...guidanceOf(engine, operation, outcome), markdown_summary };
    done = { body, notes: ports.notes };
  } catch (thrown) {
    await release(engine, reservation, call);
    throw thrown;
  }
  const balance = await reservation.settle();
  const meta = metaOf(engine, operation, call, started, { charged: prepared.credits, balance });
  return { ...done.body, meta: { ...meta, sources: done.notes } };
}

async function runBounded(
  engine: Engine,
  prepared: PreparedCall,
  call: Call,
): Promise<{ outcome: Outcome<Record<string, unknown>>; ports: CallPorts }> {
  const bound = AbortSignal.timeout(engine.inline_timeout_ms);
  const signal = AbortSignal.any([call.signal, bound]);
  const ports = new CallPorts(engine.sources, signal, engine.log);
  // Before anything starts: a run that nobody waits for would fail unseen.
  signal.throwIfAborted();
  const run = prepared.run({
    ports: ports.ports,
    now: engine.clock(),
    signal,
    compute: (task, input) => engine.offload.run(task, input, signal),
  });
  try {
    return { outcome: await settledBefore(run, signal), ports };
  } catch (thrown) {
    if (!bound.aborted) throw thrown;
    const seconds = Math.round(engine.inline_timeout_ms / 1000);
    throw new AppError('source_timeout', `The call took longer than ${seconds} s and was given up.`, {
      fix: 'Ask for less (a lower limit, a smaller page) or try again. Nothing was charged.',
      cause: thrown,
    });
  }
}

/** A run that does not listen to its signal is left behind, not waited for. */
async function settledBefore<Value>(run: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const gone = Promise.withResolvers<never>();
  const leave = (): void => gone.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([run, gone.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

async function release(engine: Engine, reservation: Reservation, call: Call): Promise<void> {
  try {
    await reservation.release();
  } catch (thrown) {
    // The sweep of old reservations gives the credits back; the caller's own failure is what matters now.
    engine.log.error({ request_id: call.request_id, err: thrown }, 'a reservation could not be released');
  }
}

function requireScope(operation: Operation, caller: Caller): void {
  if (caller.scopes.length === 0 || caller.scopes.includes(operation.id)) return;
  throw new AppError('key_not_allowed_here', `The key "${caller.key_name}" may not call ${operation.id}.`, {
    fix: `Use a key whose scopes include ${operation.id}; this one has ${caller.scopes.join(', ')}.`,
  });
}

async function dryRun(
  engine: Engine,
  operation: Operation,
  prepared: PreparedCall,
  call: Call,
  started: number,
): Promise<Answer> {
  const balance = await engine.ledger.balance(call.caller.workspace_id);
  const wouldServe = prepared.needs.map((capability) => ({
    capability,
    sources: engine.sources[capability].map((connected) => connected.name),
  }));
  return {
    success: true,
    dry_run: true,
    input: prepared.input,
    credits: prepared.credits,
    price_rule: operation.price_rule,
    would_serve: wouldServe,
    meta: { ...metaOf(engine, operation, call, started, { charged: 0, balance }), sources: [] },
  };
}

function metaOf(
  engine: Engine,
  operation: Operation,
  call: Call,
  started: number,
  credits: { charged: number; balance: number | null },
): Record<string, unknown> {
  return {
    request_id: call.request_id,
    operation: operation.id,
    generated_at: engine.clock().toISOString(),
    duration_ms: elapsed(started),
    credits,
    project_id: call.project_id ?? null,
    workflow_id: call.workflow_id ?? null,
  };
}

function guidanceOf(engine: Engine, operation: Operation, outcome: Outcome<Record<string, unknown>>): Answer {
  const guidance = {
    ...outcome.guidance,
    next_calls: outcome.guidance.next_calls.flatMap((call) => completed(engine, call)),
  };
  return operation.guidance === 'workflow' ? { agent_workflow: guidance } : { agent_support: guidance };
}

/**
 * Fills a planned call from the registry.
 *
 * A plan that its own operation would refuse is a bug of ours, or an address that is too long for a request: the answer
 * is whole without it.
 */
function completed(engine: Engine, planned: PlannedCall): Answer[] {
  const operation = engine.operations.get(planned.operation);
  if (operation === undefined) throw new Error(`A next call names ${planned.operation}, which is no operation.`);
  const { method, path } = operation;
  try {
    const { credits } = operation.prepare(planned.body);
    return [{ operation: planned.operation, method, path, body: planned.body, reason: planned.reason, credits }];
  } catch (thrown) {
    engine.log.warn({ operation: planned.operation, err: thrown }, 'a planned call would be refused');
    return [];
  }
}

function usageOf(
  engine: Engine,
  operation: Operation,
  call: Call,
): Omit<UsageRow, 'status' | 'error_code' | 'credits' | 'duration_ms'> {
  return {
    request_id: call.request_id,
    workspace_id: call.caller.workspace_id,
    key_id: call.caller.key_id,
    project_id: call.project_id,
    workflow_id: call.workflow_id,
    operation: operation.id,
    transport: call.transport,
    created_at: engine.clock(),
  };
}

function elapsed(started: number): number {
  return Math.round(performance.now() - started);
}
