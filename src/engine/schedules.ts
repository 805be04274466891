import type { Operation } from '../contract/operation.ts';
import { AppError, messageOf } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { nearest } from '../kernel/similarity.ts';
import type { Caller } from '../ports/accounts.ts';
import type { NewJob } from '../ports/jobs.ts';
import type { DueStep, Schedule, ScheduleQueue } from '../ports/schedules.ts';
import { dueTimes, reusableAge } from './cadence.ts';
import type { Engine } from './engine.ts';
import { jobsOf } from './enqueue.ts';

const POLL_MS = 5000;
/** In one look: a service that comes back after a long time does not stop answering for it. */
const RUNS_MAX = 500;

/** What becomes of the calls that are no analysis: imports and crawls, which make their jobs themselves. */
export interface OwnJobs {
  /** Whether its calls make jobs that are not those of the engine. */
  covers(operation: string): boolean;
  /** @throws AppError for a caller that may not make this call, or an input that it would be refused for */
  require(caller: Pick<Caller, 'workspace_id'>, input: Schedule['input']): Promise<void>;
  /** @throws AppError where the call that was taken then would be refused now */
  jobsOf(schedule: Schedule): Promise<readonly NewJob[]>;
}

export interface ScheduleParts {
  readonly engine: () => Pick<Engine, 'operations' | 'attempts_max' | 'clock' | 'account'>;
  readonly own: readonly OwnJobs[];
}

/** What is to be done for a schedule that is due. It never throws: one that cannot run keeps no other from running. */
function stepOf(parts: ScheduleParts, schedule: Schedule, now: Date, last_ended_at: Date | undefined): DueStep {
  try {
    const due = schedule.next_due ?? now;
    const max_age_s = reusableAge(schedule, due, { now, last_ended_at });
    return { ...dueTimes(schedule, due, now), jobs: () => refusedForGood(() => callsOf(parts, schedule, max_age_s)) };
  } catch (thrown) {
    const refuse = (): never => {
      throw thrown;
    };
    return { next_due: undefined, missed: 0, jobs: () => refusedForGood(refuse) };
  }
}

/** Whatever goes wrong here would go wrong again in a moment: it is told with the schedule, and tried when it is due again. */
async function refusedForGood<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof AppError && !thrown.retryable) throw thrown;
    throw new AppError('conflict', `The schedule could not be run: ${messageOf(thrown)}`, { cause: thrown });
  }
}

async function callsOf(
  { engine: engineOf, own }: ScheduleParts,
  schedule: Schedule,
  max_age_s: number | undefined,
): Promise<readonly NewJob[]> {
  const maker = own.find((one) => one.covers(schedule.operation));
  if (maker !== undefined) return maker.jobsOf(schedule);
  const engine = engineOf();
  const operation = requireOperation(engine.operations, schedule.operation);
  const { workspace_id, key_id, project_id } = schedule;
  return jobsOf(engine, operation, operation.prepare(schedule.input), {
    caller: { workspace_id, key_id },
    project_id,
    workflow_id: undefined,
    request_id: newId('req'),
    transport: 'schedule',
    max_age_s,
  });
}

/** Looks from time to time for what is due, and queues it. */
export class ScheduleRunner {
  readonly #queue: ScheduleQueue;
  readonly #parts: ScheduleParts;
  readonly #log: Log;
  readonly #poll_ms: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(queue: ScheduleQueue, parts: ScheduleParts, log: Log, poll_ms = POLL_MS) {
    this.#queue = queue;
    this.#parts = parts;
    this.#log = log;
    this.#poll_ms = poll_ms;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.look(), this.#poll_ms).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await this.#running;
  }

  /** Queues what is due by now. */
  look(): Promise<void> {
    this.#running ??= this.#runAll()
      .catch((thrown: unknown) => this.#log.warn({ error: messageOf(thrown) }, 'schedules could not be run'))
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #runAll(): Promise<void> {
    const now = this.#parts.engine().clock();
    for (let runs = 0; runs < RUNS_MAX && !this.#isClosed; runs += 1) {
      if (!(await this.#queue.runDue(now, (schedule, ended) => stepOf(this.#parts, schedule, now, ended)))) return;
    }
  }
}

/** @throws AppError invalid_input that names the operation that was probably meant */
export function requireOperation(operations: Engine['operations'], id: string): Operation {
  const operation = operations.get(id);
  if (operation !== undefined) return operation;
  const meant = nearest(id, [...operations.keys()]);
  throw new AppError('invalid_input', `There is no operation ${id.slice(0, 80)}.`, {
    fix: meant === undefined ? '`seamark operations` lists them.' : `Did you mean ${meant}?`,
    issues: [{ path: 'operation', message: 'is not an operation' }],
  });
}
