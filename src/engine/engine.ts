import type { Operation } from '../contract/operation.ts';
import type { AccountPorts } from '../ports/account.ts';
import type { Caller, Ledger, Reservation, Transport, UsageLog, UsageRow } from '../ports/accounts.ts';
import type { Job, NewJob } from '../ports/jobs.ts';
import type { CallMemory, KeepAnswer } from '../ports/memory.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Log } from '../kernel/log.ts';
import type { Offload } from './offload.ts';
import type { SourceDesk } from './ask/desk.ts';

/** Everything a call runs on; made once by the composition. */
export interface Engine {
  readonly operations: ReadonlyMap<string, Operation>;
  /** Of the index that workspaces share. */
  readonly desk: SourceDesk;
  /** Of the index that the workspace reads and writes. */
  readonly deskOf: (workspaceId: string) => Promise<SourceDesk>;
  readonly ledger: Ledger;
  readonly usage: UsageLog;
  readonly account: AccountPorts;
  readonly memory: CallMemory;
  readonly metrics: Metrics;
  readonly offload: Offload;
  readonly clock: () => Date;
  readonly log: Log;
  /** Longest that a caller waits for an answer. */
  readonly inline_timeout_ms: number;
  /** Fires when the process is about to end: calls that somebody waits for continue as jobs, which others can run. */
  readonly hand_over: AbortSignal;
  /** How often a job is tried. */
  readonly attempts_max: number;
  /** Goes on as a job with a call that outlived its caller's wait; undefined where nothing would run it. */
  readonly carryOn: CarryOn | undefined;
}

export type CarryOn = (
  job: NewJob,
  reservation: Reservation,
  running: Running,
  keep: ((id: string) => KeepAnswer) | undefined,
) => Promise<Job>;

/** What a run came to, before it is paid for. */
export interface Ran {
  /** What it costs, at most its price. */
  readonly credits: number;
  readonly alerts: readonly Alert[];
  readonly finish: Finish;
}

/** A call that runs already. */
export interface Running {
  readonly done: Promise<Ran>;
  stop(reason: unknown): void;
}

/** One call as its transport received it. */
export interface Call {
  readonly caller: Caller;
  readonly request_id: string;
  readonly transport: Transport;
  readonly project_id: string | undefined;
  readonly workflow_id: string | undefined;
  readonly dry_run: boolean;
  /** Whether the caller waits for the answer; `default` leaves it to the operation. */
  readonly mode: 'default' | 'sync' | 'async';
  /** Longest age in seconds of observations that may answer; 0 checks anew, undefined leaves it to the kind of data. */
  readonly max_age_s?: number | undefined;
  readonly idempotency_key: string | undefined;
  /** The whole answer is kept for a day, since less of it is sent. */
  readonly keeps_answer?: boolean;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Makes the whole answer from what is known only once the call is paid for. */
type Finish = (credits: { readonly charged: number; readonly balance: number | null }) => Answer;

/** What a call is answered with: 202 names the jobs that will have the answer. */
export interface Reply {
  readonly status: 200 | 201 | 202;
  readonly body: Answer;
  /** Given before for the same idempotency key; nothing was run or charged. */
  readonly replayed: boolean;
  /** Credits that this call was charged; a job is charged when it ends. */
  readonly charged: number;
}

/** The fields of a usage row that are known before the call has ended. */
export function usageOf(
  engine: Engine,
  operation: string,
  call: Pick<Call, 'request_id' | 'transport' | 'project_id' | 'workflow_id'> & {
    readonly workspace_id: string;
    readonly key_id: string | undefined;
  },
): Omit<UsageRow, 'status' | 'error_code' | 'credits' | 'duration_ms'> {
  const { request_id, workspace_id, key_id, project_id, workflow_id, transport } = call;
  return {
    request_id,
    workspace_id,
    key_id,
    project_id,
    workflow_id,
    operation,
    transport,
    created_at: engine.clock(),
  };
}

export function elapsed(started: number): number {
  return Math.round(performance.now() - started);
}
