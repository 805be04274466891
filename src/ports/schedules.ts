import type { Caller } from './accounts.ts';
import type { NewJob } from './jobs.ts';

/** `cron` runs by a pattern of its own; the others at a time of the small hours that is spread over all schedules. */
export const CADENCES = ['daily', 'weekly', 'monthly', 'cron'] as const;
export type Cadence = (typeof CADENCES)[number];

/** A call that is made again and again. */
export interface Schedule {
  /** Within its workspace, chosen by who makes it. */
  readonly id: string;
  readonly workspace_id: string;
  /** Who made it. */
  readonly key_id: string | undefined;
  /** The project that its calls count toward. */
  readonly project_id: string | undefined;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cadence: Cadence;
  /** Five fields, as cron has them; made from the cadence where that is not `cron`. */
  readonly pattern: string;
  /** IANA name, `Europe/Berlin`. */
  readonly time_zone: string;
  readonly is_paused: boolean;
  /** Undefined for a pattern that has no further time. */
  readonly next_due: Date | undefined;
  readonly last: ScheduleRun | undefined;
  /** Two runs in a row have failed or were refused, so that what it is there for is out of date. */
  readonly is_stale: boolean;
  readonly created_at: Date;
}

interface ScheduleRun {
  /** The time that it was due, and that at which it was queued or refused. */
  readonly due: Date;
  readonly at: Date;
  /** Undefined where it could not be queued. */
  readonly job_id: string | undefined;
  /** Due times before it that nobody was there for; this run stands for them all. */
  readonly missed: number;
  /** Why it could not be queued. */
  readonly error: string | undefined;
}

/** What a caller says of a schedule; undefined leaves what is set. */
export interface ScheduleSettings {
  readonly operation: string | undefined;
  readonly input: Readonly<Record<string, unknown>> | undefined;
  readonly cadence: Cadence | undefined;
  readonly cron: string | undefined;
  readonly time_zone: string | undefined;
  readonly is_paused: boolean | undefined;
  /** Null for none. */
  readonly project_id: string | null | undefined;
}

export interface ScheduleStore {
  list(workspaceId: string): Promise<readonly Schedule[]>;
  find(workspaceId: string, id: string): Promise<Schedule | undefined>;
  /** Makes it or changes all but its runs. */
  put(schedule: Omit<Schedule, 'last' | 'is_stale' | 'created_at'>): Promise<Schedule>;
  /** False for one that is not there. Jobs that it has queued stay. */
  remove(workspaceId: string, id: string): Promise<boolean>;
}

/** What comes of a schedule that is due. */
export interface DueStep {
  readonly next_due: Date | undefined;
  readonly missed: number;
  /** @throws AppError why the call cannot be made any more */
  readonly jobs: () => readonly NewJob[] | Promise<readonly NewJob[]>;
}

/** Schedules as those see them who run them. */
export interface ScheduleQueue {
  /**
   * Queues the jobs of one schedule that is due and moves it on, in one transaction: of several who ask, one alone gets it,
   * and who is killed leaves it as it was. While the job before is under way, it is only moved on.
   *
   * @param stepOf is told when the job before ended; undefined where there was none
   * @returns false when none is due
   */
  runDue(now: Date, stepOf: (schedule: Schedule, lastEndedAt: Date | undefined) => DueStep): Promise<boolean>;
}

/** A schedule as its owner sees it. */
export interface PricedSchedule {
  readonly schedule: Schedule;
  /** Price of one run; null where its operation does not take its input any more. */
  readonly credits: number | null;
}

/** Schedules as callers of the service see them. */
export interface ScheduleDesk {
  list(caller: Caller): Promise<readonly PricedSchedule[]>;
  /**
   * Makes a schedule or changes what is said of it.
   *
   * @throws AppError invalid_input for a call that would be refused, key_not_allowed_here
   */
  set(caller: Caller, id: string, settings: ScheduleSettings): Promise<PricedSchedule>;
  remove(caller: Caller, id: string): Promise<boolean>;
}
