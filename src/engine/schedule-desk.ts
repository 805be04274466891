import { AppError } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';
import type { PricedSchedule, Schedule, ScheduleDesk, ScheduleSettings, ScheduleStore } from '../ports/schedules.ts';
import { nextDue, patternOf } from './cadence.ts';
import { requireOperation, type ScheduleParts } from './schedules.ts';

const SCHEDULES_MAX = 1000;

/** Takes schedules from callers: only such that their own call would have been taken. */
export function openScheduleDesk(store: ScheduleStore, parts: ScheduleParts): ScheduleDesk {
  const priced = (schedule: Schedule): PricedSchedule => ({ schedule, credits: creditsOf(parts, schedule) });
  return {
    list: async ({ workspace_id }) => (await store.list(workspace_id)).map(priced),
    async set(caller, id, settings) {
      const known = await store.find(caller.workspace_id, id);
      if (known === undefined) await requireRoom(store, caller);
      const schedule = changed({ caller, id, known, settings, now: parts.engine().clock() });
      await requireCall(parts, caller, schedule);
      return priced(await store.put(schedule));
    },
    remove: ({ workspace_id }, id) => store.remove(workspace_id, id),
  };
}

interface Change {
  readonly caller: Caller;
  readonly id: string;
  readonly known: Schedule | undefined;
  readonly settings: ScheduleSettings;
  readonly now: Date;
}

function changed({ caller, id, known, settings, now }: Change): Omit<Schedule, 'last' | 'created_at'> {
  const { workspace_id, key_id } = caller;
  const operation = settings.operation ?? known?.operation;
  const cadence = settings.cadence ?? (settings.cron === undefined ? known?.cadence : 'cron');
  if (operation === undefined || cadence === undefined) throw incomplete(operation, cadence);
  if (settings.cron !== undefined && cadence !== 'cron') throw contradicts();
  const own = settings.cron ?? (known?.cadence === 'cron' ? known.pattern : undefined);
  if (cadence === 'cron' && own === undefined) throw noPattern();
  const pattern = cadence === 'cron' ? (own ?? '') : patternOf(cadence, `${workspace_id} ${id}`);
  const time_zone = settings.time_zone ?? known?.time_zone ?? 'UTC';
  const is_paused = settings.is_paused ?? known?.is_paused ?? false;
  const isSameTime = known?.pattern === pattern && known.time_zone === time_zone;
  // What was due while it was paused was not missed.
  const keepsDue = known !== undefined && isSameTime && !known.is_paused;
  const next_due = keepsDue ? known.next_due : nextDue({ pattern, time_zone }, now);
  if (next_due === undefined && !keepsDue) throw neverDue(pattern);
  return {
    id,
    workspace_id,
    key_id,
    project_id: settings.project_id === undefined ? known?.project_id : (settings.project_id ?? undefined),
    operation,
    input: settings.input ?? known?.input ?? {},
    cadence,
    pattern,
    time_zone,
    is_paused,
    next_due,
  };
}

async function requireRoom(store: ScheduleStore, { workspace_id }: Caller): Promise<void> {
  if ((await store.list(workspace_id)).length < SCHEDULES_MAX) return;
  throw new AppError('conflict', `The workspace has ${SCHEDULES_MAX} schedules, which is the most.`, {
    fix: 'Delete schedules that you no longer need.',
  });
}

async function requireCall(
  { engine, own }: ScheduleParts,
  caller: Caller,
  { operation: id, input }: Pick<Schedule, 'operation' | 'input'>,
): Promise<void> {
  const operation = requireOperation(engine().operations, id);
  if (caller.scopes.length > 0 && !caller.scopes.includes(id)) {
    throw new AppError('key_not_allowed_here', `The key "${caller.key_name}" may not call ${id}.`, {
      fix: `Use a key whose scopes include ${id}; this one has ${caller.scopes.join(', ')}.`,
    });
  }
  if (own.covers(id)) return own.require(caller, input);
  if (operation.is_account) {
    throw new AppError('invalid_input', `${id} cannot be scheduled: it only manages the workspace.`, {
      fix: 'Schedule an analysis, or imports.create.',
      issues: [{ path: 'operation', message: 'must be an analysis or imports.create' }],
    });
  }
  try {
    operation.prepare(input);
  } catch (thrown) {
    throw ofInput(thrown);
  }
}

/** Fields of the call are fields of `input` here. */
function ofInput(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'invalid_input') return thrown;
  const issues = thrown.issues.map(({ path, message }) => ({ path: `input.${path}`, message }));
  return new AppError('invalid_input', thrown.message, {
    ...(thrown.fix === undefined ? {} : { fix: thrown.fix }),
    issues,
    cause: thrown,
  });
}

/** Null where its operation is gone or does not take its input any more. */
function creditsOf({ engine, own }: ScheduleParts, { operation, input }: Schedule): number | null {
  if (own.covers(operation)) return 0;
  try {
    return engine().operations.get(operation)?.prepare(input).credits ?? null;
  } catch {
    return null;
  }
}

function incomplete(operation: string | undefined, cadence: string | undefined): AppError {
  const missing = [...(operation === undefined ? ['operation'] : []), ...(cadence === undefined ? ['cadence'] : [])];
  return new AppError('invalid_input', `A new schedule needs ${missing.join(' and ')}.`, {
    fix: 'Say what is to run and how often.',
    issues: missing.map((path) => ({ path, message: 'is required for a new schedule' })),
  });
}

function contradicts(): AppError {
  return new AppError('invalid_input', 'A cron pattern belongs to the cadence cron.', {
    fix: 'Leave cron out, or set cadence to cron.',
    issues: [{ path: 'cron', message: 'is only for cadence cron' }],
  });
}

function noPattern(): AppError {
  return new AppError('invalid_input', 'The cadence cron needs a pattern.', {
    fix: 'Add cron, such as 0 6 * * 1 for Mondays at 6:00.',
    issues: [{ path: 'cron', message: 'is required for cadence cron' }],
  });
}

function neverDue(pattern: string): AppError {
  return new AppError('invalid_input', `The pattern ${pattern} names no day that ever comes.`, {
    fix: 'Correct the day of month or the month.',
    issues: [{ path: 'cron', message: 'names no day that ever comes' }],
  });
}
