import { shownReceiver } from '../contract/schedule-view.ts';
import { AppError, renameFields } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';
import type {
  Cadence,
  NewScheduleReport,
  PricedSchedule,
  PutSchedule,
  ReportSettings,
  Schedule,
  ScheduleReport,
  ScheduleDesk,
  ScheduleSettings,
  ScheduleStore,
} from '../ports/schedules.ts';
import type { WebhookAdmin } from '../ports/webhooks.ts';
import { nextDue, patternOf } from './cadence.ts';
import { requireOperation, type ScheduleParts } from './schedules.ts';

const SCHEDULES_MAX = 1000;

export interface ScheduleDeskParts extends ScheduleParts {
  readonly webhooks: Pick<WebhookAdmin, 'receivers'>;
}

/** Takes schedules from callers: only such that their own call would have been taken. */
export function openScheduleDesk(store: ScheduleStore, parts: ScheduleDeskParts): ScheduleDesk {
  const priced = async (caller: Caller, schedule: Schedule): Promise<PricedSchedule> => ({
    schedule,
    credits: await creditsOf(parts, caller, schedule),
  });
  return {
    async list(caller) {
      const schedules = await store.list(caller.workspace_id);
      return Promise.all(schedules.map((schedule) => priced(caller, schedule)));
    },
    async set(caller, id, settings) {
      const known = await store.find(caller.workspace_id, id);
      if (known === undefined) await requireRoom(store, caller);
      const schedule = changed({ caller, id, known, settings, now: parts.engine().clock() });
      await requireCall(parts, caller, schedule);
      const report = await reportOf(parts, schedule, { known, settings });
      return priced(caller, await store.put({ ...schedule, report }));
    },
    remove: ({ workspace_id }, id) => store.remove(workspace_id, id),
    subscription: (token) => store.subscription(token),
    unsubscribe: (token) => store.unsubscribe(token),
  };
}

/** Undefined leaves what is stored. */
async function reportOf(
  parts: ScheduleDeskParts,
  { workspace_id, operation }: Pick<Schedule, 'workspace_id' | 'operation'>,
  { known, settings: { report } }: Pick<Change, 'known' | 'settings'>,
): Promise<NewScheduleReport | null | undefined> {
  const before = known?.report;
  const isSent = report === undefined ? before !== undefined : report !== null;
  // Also where nothing is said of it: the schedule may have called something else before.
  if (isSent) requireReport(parts, operation);
  if (report === null || report === undefined) return report;
  const endpoint_ids = await receiversOf(parts, workspace_id, { before, to: report.to });
  const usual = before ?? USUAL_REPORT;
  const settings = { when_unchanged: report.when_unchanged ?? usual.when_unchanged, link: report.link ?? usual.link };
  return endpoint_ids.length === 0 ? null : { ...settings, endpoint_ids };
}

/** @throws AppError invalid_input */
function requireReport({ engine }: ScheduleDeskParts, operation: string): void {
  const { is_account, is_batch } = requireOperation(engine().operations, operation);
  if (!is_account && !is_batch) return;
  throw new AppError('invalid_input', `${operation} has no report to send.`, {
    fix: 'Leave report out, or schedule an analysis of one thing. Webhook endpoints hear of every job by job.completed.',
    issues: [{ path: 'report', message: `is not possible for ${operation}` }],
  });
}

const USUAL_REPORT = { when_unchanged: 'brief', link: 'shared' } as const;

async function receiversOf(
  { webhooks }: ScheduleDeskParts,
  workspaceId: string,
  { before, to }: { readonly before: ScheduleReport | undefined; readonly to: ReportSettings['to'] },
): Promise<readonly string[]> {
  if (to !== undefined) return to.length === 0 ? [] : webhooks.receivers(workspaceId, addressesOf(to, before));
  if (before === undefined) throw nobody();
  return before.recipients.map(({ endpoint_id }) => endpoint_id);
}

/** As endpoints have them: `seo@example.com` is a mailbox, and what is shown of a recipient stands for it. */
function addressesOf(to: readonly string[], before: ScheduleReport | undefined): readonly string[] {
  const known = new Map((before?.recipients ?? []).map(({ url }) => [shownReceiver(url), url]));
  const addresses = to
    .map((text) => text.trim())
    .map((text) => known.get(text) ?? (isBareMailbox(text) ? `mailto:${text}` : text));
  return [...new Set(addresses)];
}

function isBareMailbox(text: string): boolean {
  return text.includes('@') && !/^[a-z]+:/i.test(text);
}

interface Change {
  readonly caller: Caller;
  readonly id: string;
  readonly known: Schedule | undefined;
  readonly settings: ScheduleSettings;
  readonly now: Date;
}

/** What is not said of a new schedule. */
const BLANK = {
  operation: undefined,
  input: {},
  cadence: undefined,
  pattern: '',
  time_zone: 'UTC',
  is_paused: false,
  project_id: undefined,
};

function changed({ caller, id, known, settings, now }: Change): Omit<PutSchedule, 'report'> {
  const before = known ?? BLANK;
  const { workspace_id, key_id } = caller;
  const { time_zone = before.time_zone, is_paused = before.is_paused, cron } = settings;
  const cadence = settings.cadence ?? (cron === undefined ? before.cadence : 'cron');
  const { operation, input, project_id } = callOf(settings, before);
  if (operation === undefined || cadence === undefined) throw incomplete(operation, cadence);
  const pattern = cadence === 'cron' ? ownPattern(cron, before) : hashedPattern(cadence, cron, `${workspace_id} ${id}`);
  const next_due = keepsDue(known, { pattern, time_zone }) ? known?.next_due : firstDue({ pattern, time_zone }, now);
  return { id, workspace_id, key_id, project_id, operation, input, cadence, pattern, time_zone, is_paused, next_due };
}

type Before = typeof BLANK | Schedule;

function callOf(settings: ScheduleSettings, before: Before) {
  const { operation = before.operation, input = before.input, project_id = before.project_id } = settings;
  return { operation, input, project_id: project_id ?? undefined };
}

function ownPattern(cron: string | undefined, before: Before): string {
  if (cron === undefined && before.cadence !== 'cron') throw noPattern();
  return cron ?? before.pattern;
}

function hashedPattern(cadence: Exclude<Cadence, 'cron'>, cron: string | undefined, name: string): string {
  if (cron !== undefined) throw contradicts();
  return patternOf(cadence, name);
}

/** What was due while it was paused was not missed, and other times have nothing to do with those before. */
function keepsDue(known: Schedule | undefined, times: Pick<Schedule, 'pattern' | 'time_zone'>): boolean {
  return known?.is_paused === false && known.pattern === times.pattern && known.time_zone === times.time_zone;
}

function firstDue(times: Pick<Schedule, 'pattern' | 'time_zone'>, now: Date): Date {
  const due = nextDue(times, now);
  if (due === undefined) throw neverDue(times.pattern);
  return due;
}

async function requireRoom(store: ScheduleStore, { workspace_id }: Caller): Promise<void> {
  if ((await store.list(workspace_id)).length < SCHEDULES_MAX) return;
  throw new AppError('conflict', `The workspace has ${SCHEDULES_MAX} schedules, the maximum.`, {
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
  const maker = own.find((one) => one.covers(id));
  if (maker !== undefined) return maker.require(caller, input);
  if (operation.is_account) {
    throw new AppError('invalid_input', `${id} cannot be scheduled: it only manages the workspace.`, {
      fix: 'Schedule an analysis, crawls.create or imports.create.',
      issues: [{ path: 'operation', message: 'must be an analysis, crawls.create or imports.create' }],
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
  return renameFields(thrown, (path) => `input.${path}`);
}

/** Null where its operation is gone or does not take its input any more. */
async function creditsOf(
  { engine }: ScheduleParts,
  caller: Caller,
  { operation, input }: Schedule,
): Promise<number | null> {
  const { operations, account } = engine();
  try {
    return (await operations.get(operation)?.prepare(input).quote({ caller, account })) ?? null;
  } catch {
    return null;
  }
}

function incomplete(operation: string | undefined, cadence: string | undefined): AppError {
  const missing = [...(operation === undefined ? ['operation'] : []), ...(cadence === undefined ? ['cadence'] : [])];
  return new AppError('invalid_input', `A new schedule needs ${missing.join(' and ')}.`, {
    fix: 'Set the operation to run and how often to run it.',
    issues: missing.map((path) => ({ path, message: 'is required for a new schedule' })),
  });
}

function nobody(): AppError {
  return new AppError('invalid_input', 'A report needs somebody to send it to.', {
    fix: 'Set report.to to e-mail addresses, Slack URLs or URLs of webhook endpoints.',
    issues: [{ path: 'report.to', message: 'is required for a new report' }],
  });
}

function contradicts(): AppError {
  return new AppError('invalid_input', 'A cron pattern needs the cadence cron.', {
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
  return new AppError('invalid_input', `The pattern ${pattern} never matches a date.`, {
    fix: 'Correct the day of month or the month.',
    issues: [{ path: 'cron', message: 'never matches a date' }],
  });
}
