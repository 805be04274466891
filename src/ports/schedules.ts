import type { Caller } from './accounts.ts';
import type { NewJob } from './jobs.ts';

/** `cron` runs by a pattern of its own; the others at a time of the small hours that is spread over all schedules. */
export const CADENCES = ['daily', 'weekly', 'monthly', 'cron'] as const;
export type Cadence = (typeof CADENCES)[number];

/** What recipients get of a run that found nothing new: one line, or nothing. */
export const UNCHANGED_REPORTS = ['brief', 'nothing'] as const;
/** Where the report in a message leads: to a link that anyone can open for a month, or to the dashboard. */
export const REPORT_LINKS = ['shared', 'dashboard'] as const;
/** How it stands with a recipient: of the last report, or that none goes there any more. */
export const RECIPIENT_STATES = ['waiting', 'sending', 'delivered', 'retrying', 'failed', 'paused', 'stopped'] as const;

/** Who gets the answers of a schedule. */
export interface ScheduleReport {
  readonly when_unchanged: (typeof UNCHANGED_REPORTS)[number];
  readonly link: (typeof REPORT_LINKS)[number];
  readonly recipients: readonly ReportRecipient[];
  /** Of the last run that had an answer. */
  readonly last: { readonly at: Date; readonly job_id: string; readonly is_sent: boolean } | undefined;
}

export interface ReportRecipient {
  readonly url: string;
  readonly endpoint_id: string;
  readonly state: (typeof RECIPIENT_STATES)[number];
  /** When the last report was queued for it, or it was stopped. */
  readonly at: Date | undefined;
  /** Why the last report has not arrived, or why none goes there. */
  readonly reason: string | undefined;
  readonly next_attempt_at: Date | undefined;
}

export interface NewScheduleReport extends Pick<ScheduleReport, 'when_unchanged' | 'link'> {
  readonly endpoint_ids: readonly string[];
}

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
  /** Undefined where nobody gets its answers. */
  readonly report: ScheduleReport | undefined;
  readonly created_at: Date;
}

/** What is stored of a schedule; its runs come by themselves. */
export interface PutSchedule extends Omit<Schedule, 'last' | 'is_stale' | 'report' | 'created_at'> {
  /** Undefined leaves it as it is, null ends it. */
  readonly report?: NewScheduleReport | null | undefined;
}

interface ScheduleRun {
  /** The time that it was due, and that at which it was queued or refused. */
  readonly due: Date;
  readonly at: Date;
  /** Undefined where it could not be queued. */
  readonly job_id: string | undefined;
  /** Due times before it that nobody was there for; this run stands for them all. */
  readonly missed: number;
  /** Why it could not be queued, or its job failed. */
  readonly error: string | undefined;
}

/** A run that came to nothing before it was a job. */
export interface RefusedRun {
  readonly schedule: Schedule;
  readonly at: Date;
  readonly reason: string;
  /** Undefined where no further run follows. */
  readonly next_due: Date | undefined;
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
  /** Null for nobody. */
  readonly report?: ReportSettings | null | undefined;
}

/** What a caller says of who gets the answers; undefined leaves what is set. */
export interface ReportSettings {
  /** E-mail addresses with or without `mailto:`, URLs of Slack, and URLs of webhook endpoints. */
  readonly to?: readonly string[] | undefined;
  readonly when_unchanged?: ScheduleReport['when_unchanged'] | undefined;
  readonly link?: ScheduleReport['link'] | undefined;
}

/** One mailbox that gets the reports of one schedule, as whoever reads it sees it. */
export interface ReportSubscription {
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly url: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly is_stopped: boolean;
}

export interface ScheduleStore {
  list(workspaceId: string): Promise<readonly Schedule[]>;
  find(workspaceId: string, id: string): Promise<Schedule | undefined>;
  /** Makes it or changes all but its runs. */
  put(schedule: PutSchedule): Promise<Schedule>;
  /** False for one that is not there. Jobs that it has queued stay. */
  remove(workspaceId: string, id: string): Promise<boolean>;
  subscription(token: string): Promise<ReportSubscription | undefined>;
  unsubscribe(token: string): Promise<ReportSubscription | undefined>;
}

/** Who asked for the answer of a job, as its report is written. */
export interface ReportOrder extends Pick<ScheduleReport, 'when_unchanged' | 'link'> {
  readonly schedule_id: string;
  /** The job of the report before, whose answer this one is compared with. */
  readonly before_job_id: string | undefined;
  /** When the schedule runs next; undefined for one that is paused. */
  readonly next_due: Date | undefined;
}

/** Reports that schedules send. */
export interface ScheduleReports {
  /** Undefined where no schedule that made this job has anybody to tell. */
  orderOf(workspaceId: string, jobId: string): Promise<ReportOrder | undefined>;
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
   * and who is killed leaves it as it was. While the job before is under way, it is only moved on. Where the call is
   * refused, those are told who were to get its report.
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
  /** What the token in a report's e-mail stands for; undefined where the schedule does not name its mailbox any more. */
  subscription(token: string): Promise<ReportSubscription | undefined>;
  /** No further report of this schedule goes to this mailbox. */
  unsubscribe(token: string): Promise<ReportSubscription | undefined>;
}
