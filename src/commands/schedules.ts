import { openService } from '../compose.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { scheduleView, shownReceiver } from '../contract/schedule-view.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';
import type { Cadence, PricedSchedule, ReportSettings, ScheduleDesk, ScheduleReport } from '../ports/schedules.ts';
import { version } from '../version.ts';
import { stoppable } from './stop-signal.ts';
import { columns, processTerminal } from './terminal.ts';

export interface ScheduleFlags extends Flags {
  readonly operation?: string;
  readonly input?: string;
  readonly cadence?: Cadence;
  readonly cron?: string;
  readonly timeZone?: string;
  readonly project?: string;
  readonly pause?: boolean;
  readonly resume?: boolean;
  readonly reportTo?: readonly string[];
  readonly whenUnchanged?: ScheduleReport['when_unchanged'];
  readonly reportLink?: ScheduleReport['link'];
  readonly json?: boolean;
}

export async function listSchedules(flags: ScheduleFlags): Promise<void> {
  const found = await withScheduleDesk(readConfig(version, flags), (desk, caller) => desk.list(caller));
  const none = 'There are no schedules. Create one with: seamark schedules set ID --operation NAME --cadence daily';
  print(flags, found.map(scheduleView), found.length === 0 ? none : columns([HEAD, ...found.map(row)]));
}

export async function setSchedule(id: string, flags: ScheduleFlags): Promise<void> {
  const { operation, cadence, cron, timeZone: time_zone, project, pause, resume } = flags;
  const set = await withScheduleDesk(readConfig(version, flags), (desk, caller) =>
    desk.set(caller, id, {
      operation,
      input: inputOf(flags.input),
      cadence,
      cron,
      time_zone,
      is_paused: pause === true ? true : resume === true ? false : undefined,
      project_id: project === 'none' ? null : project,
      report: reportOf(flags),
    }),
  );
  print(flags, scheduleView(set), columns([HEAD, row(set)]));
}

export async function removeSchedule(id: string, flags: ScheduleFlags): Promise<void> {
  if (!(await withScheduleDesk(readConfig(version, flags), (desk, caller) => desk.remove(caller, id)))) {
    throw new AppError('not_found', `There is no schedule ${id}.`, {
      fix: 'Run `seamark schedules list` to see the schedules and their ids.',
    });
  }
  print(flags, { id, removed: true }, `Removed ${id}. Jobs that it has queued still run.`);
}

/** The schedules of the first workspace, as its operator sees them. */
export function withScheduleDesk<Result>(
  config: Config,
  work: (desk: ScheduleDesk, operator: Caller) => Promise<Result>,
): Promise<Result> {
  return stoppable(() =>
    closingAfter(async (closing) => {
      const { account, keys } = closing.add(await openService(config, { role: 'command' }));
      return work(account.schedules, await keys.operator());
    }),
  );
}

function reportOf({
  reportTo: to,
  whenUnchanged: when_unchanged,
  reportLink: link,
}: ScheduleFlags): ReportSettings | null | undefined {
  if (to?.length === 1 && to[0] === 'none') return null;
  const isSaid = to !== undefined || when_unchanged !== undefined || link !== undefined;
  return isSaid ? { to, when_unchanged, link } : undefined;
}

function inputOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below, as what is JSON and no object is.
  }
  throw new AppError('invalid_input', '--input is not a JSON object.', {
    fix: `Pass the request body of the call, such as '{"target":"example.com"}'.`,
  });
}

function print(flags: ScheduleFlags, value: unknown, text: string): void {
  const { color } = readConfig(version, flags);
  processTerminal(color).out(flags.json === true ? JSON.stringify(value) : text);
}

const HEAD = ['ID', 'OPERATION', 'RUNS', 'TIME ZONE', 'CREDITS', 'NEXT', 'LAST', 'JOB', 'REPORT TO'];

function row({ schedule, credits }: PricedSchedule): string[] {
  const { id, operation, cadence, pattern, time_zone, is_paused, next_due, last, report } = schedule;
  const runs = cadence === 'cron' ? pattern : cadence;
  const next = is_paused ? 'paused' : minuteOf(next_due);
  const outcome = last === undefined ? '' : (last.error ?? last.job_id ?? '');
  const price = credits === null ? '–' : String(credits);
  return [id, operation, runs, time_zone, price, next, minuteOf(last?.at), outcome, recipientsOf(report)];
}

function recipientsOf(report: ScheduleReport | undefined): string {
  const named = (report?.recipients ?? []).map(({ url, state }) => `${shownReceiver(url)} (${state})`);
  return named.join(', ');
}

function minuteOf(time: Date | undefined): string {
  return time === undefined ? 'never' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
