import type { Operation, PreparedCall, RunContext, RunOutcome } from '../contract/operation.ts';
import type { PlannedCall } from '../contract/workflow.ts';
import { AppError } from '../kernel/errors.ts';
import { settledBefore } from '../kernel/settled.ts';
import type { Caller } from '../ports/accounts.ts';
import { DEMO_NOTE, isDemoIndex } from '../ports/demo.ts';
import type { Job, JobProgress } from '../ports/jobs.ts';
import type { Brand } from '../ports/projects.ts';
import type { RankTarget } from '../ports/rank-targets.ts';
import { NO_MUTING } from '../ports/sites.ts';
import type { SourceNote } from '../ports/source.ts';
import { type Answer, type Call, elapsed, type Engine, type Ran } from './engine.ts';
import { type AskingCall, CallPorts } from './ask/ask.ts';
import type { AttemptEnd, JobOutcome } from './worker.ts';

/** What a run needs to know of the call it belongs to, whether somebody waits for it or not. */
export interface RunCall extends Pick<Call, 'request_id' | 'project_id' | 'workflow_id' | 'max_age_s'> {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly report: (progress: JobProgress) => void;
  /** From 1, of a job that may be tried again. */
  readonly attempt?: number;
  /** From when the age of what may be reused counts back; now where it is undefined. */
  readonly asked_at?: Date | undefined;
}

/** Runs an operation to its end, or rejects as soon as the signal fires: a run that does not listen is left behind. */
export async function run(engine: Engine, operation: Operation, prepared: PreparedCall, call: RunCall): Promise<Ran> {
  const started = performance.now();
  const { signal } = call;
  const desk = await engine.deskOf(call.caller.workspace_id);
  const is_demo = isDemoIndex(desk.index_id);
  const ports = new CallPorts(desk, askingOf(operation, prepared, call));
  // Before anything starts: a run that nobody waits for would fail unseen.
  signal.throwIfAborted();
  const running = prepared.run({
    ports: ports.ports,
    brand: () => brandOf(engine, call),
    tracked: (filter) => trackedOf(engine, call, filter),
    muting: async (site) => (await engine.account.sites.find(call.caller, site))?.settings.audit ?? NO_MUTING,
    competitors: async (site) => (await engine.account.sites.find(call.caller, site))?.settings.competitors ?? [],
    locate: (query) => engine.desk.locations.resolve(query, signal),
    now: engine.clock(),
    request_id: call.request_id,
    signal,
    compute: (task, input) => engine.offload.run(task, input, signal),
    report: (percent, stage, message) => call.report(progressOf(percent, stage, message)),
    caller: call.caller,
    account: engine.account,
  });
  const outcome = await settledBefore(running, signal);
  // Made whole before it is paid for: an answer that cannot be finished is a failure like any other.
  const body = bodyOf(engine, operation, outcome, is_demo);
  const { restateSource: restate } = outcome;
  const notes = restate === undefined ? ports.notes : ports.notes.map((note) => restate(note));
  return {
    credits: chargeOf(prepared, outcome, ports.notes),
    alerts: outcome.alerts ?? [],
    finish: (credits) => ({ ...body, meta: metaOf(engine, operation, call, { started, credits, notes, is_demo }) }),
  };
}

/** Never more than its price, and nothing where no source knew anything of what was asked. */
function chargeOf({ credits }: PreparedCall, outcome: RunOutcome, notes: readonly SourceNote[]): number {
  if (outcome.credits !== undefined) return Math.min(credits, outcome.credits);
  const telling = notes.filter(({ capability, status }) => capability !== 'fetch' && status !== 'failed');
  return telling.length > 0 && telling.every(({ coverage }) => coverage === 'none') ? 0 : credits;
}

/** The call as its sources need to know of it. */
export function askingOf(operation: Operation, { needs }: PreparedCall, call: Omit<RunCall, 'report'>): AskingCall {
  const { caller, attempt = 1, project_id, request_id, max_age_s, asked_at, signal } = call;
  const { workspace_id, key_id } = caller;
  const asking = { workspace_id, key_id, project_id, request_id, max_age_s, asked_at, signal, attempt };
  return { ...asking, operation: operation.id, needs };
}

async function brandOf({ account }: Engine, { caller, project_id }: Omit<RunCall, 'report'>): Promise<Brand | null> {
  const { workspace_id } = caller;
  const project = project_id === undefined ? undefined : await account.projects.find(workspace_id, project_id);
  return project?.brand ?? (await account.sites.brand(workspace_id, project_id)) ?? null;
}

/** More than a workspace can have. */
const TRACKED_MAX = 100_000;

async function trackedOf(
  { account }: Engine,
  { caller, project_id }: Omit<RunCall, 'report'>,
  { tag, ids }: Parameters<RunContext['tracked']>[0],
): Promise<readonly RankTarget[]> {
  const filter = { project_id, tag, ids, is_paused: ids === undefined ? false : undefined };
  return (await account.targets.list(caller.workspace_id, filter, { limit: TRACKED_MAX, offset: 0 })).targets;
}

function progressOf(percent: number, stage: string, message: string | undefined): JobProgress {
  return { percent: Math.min(100, Math.max(0, Math.round(percent))), stage, message: message ?? null };
}

function bodyOf(engine: Engine, operation: Operation, outcome: RunOutcome, is_demo: boolean): Answer {
  if (outcome.guidance === undefined) return { success: true, ...outcome.result };
  const guidance = {
    ...outcome.guidance,
    next_calls: outcome.guidance.next_calls.flatMap((planned) => completed(engine, planned)),
  };
  const named = operation.guidance === 'workflow' ? { agent_workflow: guidance } : { agent_support: guidance };
  const summary = outcome.markdown_summary;
  const markdown_summary = is_demo ? `> ${DEMO_NOTE}\n\n${summary}` : summary;
  return { success: true, ...outcome.result, ...named, markdown_summary };
}

/**
 * Fills a planned call from the registry.
 *
 * A plan that its own operation would refuse is a bug of ours, or an address that is too long for a request: the answer
 * is whole without it.
 */
function completed(engine: Engine, planned: PlannedCall): Answer[] {
  const operation = engine.operations.get(planned.operation);
  if (operation === undefined) throw new Error(`A next call names ${planned.operation}, which is not an operation.`);
  const { method, path } = operation;
  try {
    const { credits } = operation.prepare(planned.body);
    return [{ operation: planned.operation, method, path, body: planned.body, reason: planned.reason, credits }];
  } catch (thrown) {
    engine.log.warn({ operation: planned.operation, err: thrown }, 'a planned call would be refused');
    return [];
  }
}

interface MetaParts {
  readonly started: number;
  readonly credits: { readonly charged: number; readonly balance: number | null };
  readonly notes: readonly SourceNote[];
  /** Everything that the call could ask is made up. */
  readonly is_demo: boolean;
}

export function metaOf(
  engine: Engine,
  operation: Operation,
  call: Pick<RunCall, 'request_id' | 'project_id' | 'workflow_id'>,
  { started, credits, notes, is_demo }: MetaParts,
): Answer {
  return {
    request_id: call.request_id,
    operation: operation.id,
    generated_at: engine.clock().toISOString(),
    duration_ms: elapsed(started),
    credits,
    project_id: call.project_id ?? null,
    workflow_id: call.workflow_id ?? null,
    sources: is_demo ? notes.map(demoNote) : notes,
    ...(is_demo ? { demo: true } : {}),
  };
}

function demoNote(source: SourceNote): SourceNote {
  return { ...source, note: [DEMO_NOTE, source.note].filter(Boolean).join(' ') };
}

/**
 * Runs a stored job.
 *
 * @throws AppError whatever the call itself would have been answered with
 */
export async function runJob(
  engine: Engine,
  job: Job,
  signal: AbortSignal,
  report: (progress: JobProgress) => void,
): Promise<JobOutcome> {
  const operation = engine.operations.get(job.operation);
  if (operation === undefined) {
    throw new AppError('not_found', `This version has no operation ${job.operation}.`, {
      fix: 'Queue the call again with an operation listed by `seamark operations`.',
    });
  }
  const prepared = operation.prepare(job.input);
  const { request_id, project_id, workflow_id, max_age_s } = job;
  const call = {
    request_id,
    project_id,
    workflow_id,
    max_age_s,
    caller: callerOf(job),
    signal,
    report,
    attempt: job.attempts_made,
    // What an attempt before this one was told and paid for answers this one, too.
    asked_at: job.attempts_made > 1 ? job.created_at : undefined,
  };
  const { finish, alerts, credits: charged } = await run(engine, operation, prepared, call);
  return { charged, alerts, resultOf: (balance) => finish({ charged, balance }) };
}

/** Counts what an attempt of a job came to; its usage was written with its end. */
export function noteEnd({ metrics }: Engine, job: Job, { outcome, duration_ms }: AttemptEnd): void {
  metrics.countJob(job.operation, outcome);
  if (duration_ms !== undefined) metrics.observeJobRun(job.operation, duration_ms);
}

/** The caller as far as a run may know it: the key itself was checked when the job was accepted. */
function callerOf(job: Job): Caller {
  const { workspace_id, key_id, project_id } = job;
  return { workspace_id, key_id, key_name: 'job', allowed_domains: [], scopes: [], project_id, plan: '' };
}
