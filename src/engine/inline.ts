import type { Operation } from '../contract/operation.ts';
import { AppError } from '../kernel/errors.ts';
import type { Reservation } from '../ports/accounts.ts';
import type { Answer, Call, Engine, Ran, Reply, Running } from './engine.ts';
import { acceptedReply, newJobOf } from './enqueue.ts';
import { persistently } from './persistently.ts';
import { keptAnswer, type TicketedCall } from './remembered.ts';
import { run } from './run.ts';

/**
 * Runs a call while its caller waits. One that outlives the wait continues as a job where jobs are run, and is given up
 * where they are not.
 */
export async function runInline(engine: Engine, operation: Operation, ticketed: TicketedCall): Promise<Reply> {
  const { prepared, call } = ticketed;
  const { caller, request_id, project_id, workflow_id, transport } = call;
  const { workspace_id, key_id } = caller;
  const made_by = { key_id, workflow_id, transport };
  const ledgerCall = { workspace_id, operation: operation.id, request_id, project_id, made_by };
  const reservation = await engine.ledger.reserve(ledgerCall, prepared.credits);
  const stopping = new AbortController();
  const stop = (reason: unknown): void => stopping.abort(reason);
  const clientGone = (): void => stop(call.signal.reason);
  call.signal.addEventListener('abort', clientGone, { once: true });
  if (call.signal.aborted) clientGone();
  const done = run(engine, operation, prepared, { ...call, signal: stopping.signal, report: () => undefined });
  try {
    const ran = await withinWait(done, engine);
    call.signal.removeEventListener('abort', clientGone);
    if (ran === undefined) return await goOn(engine, operation, ticketed, { reservation, running: { done, stop } });
    return await settled({ ran, reservation, ticketed, status: operation.success_status });
  } catch (thrown) {
    stop(thrown);
    await release(engine, reservation, call);
    throw thrown;
  } finally {
    call.signal.removeEventListener('abort', clientGone);
  }
}

interface Settling {
  readonly ran: Ran;
  readonly reservation: Reservation;
  readonly ticketed: TicketedCall;
  readonly status: 200 | 201;
}

/** The answer is kept for the idempotency key by the statement that charges it: a kill between the two cannot be. */
async function settled({ ran, reservation, ticketed, status }: Settling): Promise<Reply> {
  const { finish, credits: charged } = ran;
  const { ticket } = ticketed;
  if (ticket === undefined) {
    const balance = await persistently(() => reservation.settle(undefined, charged), SETTLE_PATIENCE_MS);
    return { status, body: finish({ charged, balance }), replayed: false, charged };
  }
  let body: Answer | undefined;
  const balance = await persistently(
    () =>
      reservation.settle((after) => {
        body = finish({ charged, balance: after });
        return keptAnswer(ticket, status, body);
      }, charged),
    SETTLE_PATIENCE_MS,
  );
  return { status, body: body ?? finish({ charged, balance }), replayed: false, charged };
}

const SETTLE_PATIENCE_MS = 5000;

const TAKING_LONG = 'The call is taking longer than the caller can wait; it continues as a job.';
const STOPPING = 'The service is stopping; the call continues as a job.';

interface GoingOn {
  readonly reservation: Reservation;
  readonly running: Running;
}

async function goOn(
  engine: Engine,
  operation: Operation,
  { prepared, call, ticket }: TicketedCall,
  { reservation, running }: GoingOn,
): Promise<Reply> {
  if (engine.carryOn === undefined) throw tooLong(engine);
  const replyOf = (id: string): Reply => acceptedReply(id, engine.hand_over.aborted ? STOPPING : TAKING_LONG);
  const keep = ticket === undefined ? undefined : (id: string) => keptAnswer(ticket, 202, replyOf(id).body);
  const job = await engine.carryOn(newJobOf(engine, operation.id, prepared, call), reservation, running, keep);
  return replyOf(job.id);
}

/** Undefined when the run is still under way after the wait. */
async function withinWait(
  done: Promise<Ran>,
  { inline_timeout_ms, hand_over }: Pick<Engine, 'inline_timeout_ms' | 'hand_over'>,
): Promise<Ran | undefined> {
  const waited = Promise.withResolvers<undefined>();
  const end = (): void => waited.resolve(undefined);
  const timer = setTimeout(end, inline_timeout_ms);
  hand_over.addEventListener('abort', end, { once: true });
  if (hand_over.aborted) end();
  try {
    return await Promise.race([done, waited.promise]);
  } finally {
    clearTimeout(timer);
    hand_over.removeEventListener('abort', end);
  }
}

function tooLong(engine: Engine): AppError {
  const seconds = Math.round(engine.inline_timeout_ms / 1000);
  return new AppError('source_timeout', `The call took longer than ${seconds} s and was stopped.`, {
    fix: 'Ask for less (a lower limit, a smaller page) or try again. Nothing was charged.',
  });
}

async function release(engine: Engine, reservation: Reservation, call: Call): Promise<void> {
  try {
    await reservation.release();
  } catch (thrown) {
    // The sweep of old reservations gives the credits back; the caller's own failure is what matters now.
    engine.log.error({ request_id: call.request_id, err: thrown }, 'a reservation could not be released');
  }
}
