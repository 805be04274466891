import { reportAddress, schedulesAddress, sharedReportUrl, stopAddresses } from '../dashboard/access.ts';
import { hashOf, newToken } from '../dashboard/tokens.ts';
import { ReportFailed, ReportReady } from '../contract/report-ready.ts';
import type { JobOutcome } from '../engine/worker.ts';
import { messageOf } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { FailedReport, ReportNews } from '../ports/alerts.ts';
import type { Job, JobFailure, JobStore } from '../ports/jobs.ts';
import type { MemberStore } from '../ports/members.ts';
import type { ReportDesk } from '../ports/reports.ts';
import type { RefusedRun, ReportOrder, ScheduleReports } from '../ports/schedules.ts';
import type { WriteReportMail } from '../ports/webhooks.ts';
import type { WorkspaceLooks } from '../ports/workspace-look.ts';

const LINK_MS = 30 * 86_400_000;

export interface ReportMailParts {
  readonly orders: ScheduleReports;
  readonly jobs: Pick<JobStore, 'find'>;
  readonly reports: Pick<ReportDesk, 'earlier'>;
  readonly looks: Pick<WorkspaceLooks, 'find'>;
  readonly members: Pick<MemberStore, 'workspaceName'>;
  /** Where the service is reached, without a path. */
  readonly base: string;
  readonly clock: () => Date;
  readonly log: Log;
}

export interface ReportMails {
  /** What those get whom the schedule names that made the job. What fails here is logged: the answer is none the worse. */
  newsOf(job: Job, outcome: Pick<JobOutcome, 'resultOf'>): Promise<ReportNews | undefined>;
  /** The same of a job that has failed for good. */
  failureOf(job: Job, failure: JobFailure): Promise<FailedReport | undefined>;
  /** The same of a run that was refused before it was a job. */
  readonly refusalOf: (refused: RefusedRun) => Promise<FailedReport | undefined>;
  readonly write: WriteReportMail;
}

/** What words and pictures need is loaded with the first report: most services send none. */
export function openReportMails(parts: ReportMailParts): ReportMails {
  return {
    newsOf: (job, outcome) =>
      written(parts, { job_id: job.id }, 'the report of a schedule could not be written', async () => {
        const order = await orderOf(parts, job);
        return order && newsOf(parts, { job, order, answer: outcome.resultOf(null) });
      }),
    failureOf: (job, failure) =>
      written(parts, { job_id: job.id }, 'the failure of a schedule could not be told', async () => {
        const order = await orderOf(parts, job);
        if (order === undefined) return undefined;
        const { schedule_id, next_due } = order;
        const run = { schedule_id, job_id: job.id, at: parts.clock(), reason: failure.message, next_due };
        return failedReport(job, run, reportAddress(parts.base, job.id));
      }),
    refusalOf: ({ schedule, at, reason, next_due }) =>
      written(parts, { schedule_id: schedule.id }, 'the refusal of a schedule could not be told', () => {
        const run = { schedule_id: schedule.id, job_id: null, at, reason, next_due };
        return failedReport(schedule, run, schedulesAddress(parts.base));
      }),
    async write({ workspace_id, payload, stop_token }) {
      const data = dataOf(payload);
      const report = ReportReady.safeParse(data).data;
      const failed = report === undefined ? ReportFailed.safeParse(data).data : undefined;
      if (report === undefined && failed === undefined) return undefined;
      const [{ failedMail, reportMail }, look, name] = await Promise.all([
        import('../dashboard/mail/report-mail.ts'),
        parts.looks.find(workspace_id),
        parts.members.workspaceName(workspace_id),
      ]);
      const stop = stop_token === undefined ? undefined : stopAddresses(parts.base, stop_token);
      const frame = { workspace_name: name, look, stop_page: stop?.page, stop_url: stop?.url };
      if (failed !== undefined) return failedMail(failed, frame);
      return report === undefined ? undefined : reportMail(report, frame);
    },
  };
}

/** Undefined where it cannot be made: the run itself must not fail of its report. */
async function written<Made>(
  { log }: ReportMailParts,
  about: Readonly<Record<string, string>>,
  failure: string,
  make: () => Promise<Made | undefined>,
): Promise<Made | undefined> {
  try {
    return await make();
  } catch (thrown) {
    log.warn({ ...about, error: messageOf(thrown) }, failure);
    return undefined;
  }
}

/** Undefined for a job that no schedule queued, or whose report nobody gets. */
async function orderOf({ orders }: ReportMailParts, job: Job): Promise<ReportOrder | undefined> {
  return job.transport === 'schedule' ? orders.orderOf(job.workspace_id, job.id) : undefined;
}

interface FailedRun extends Omit<RefusedRun, 'schedule'>, Pick<ReportFailed, 'schedule_id' | 'job_id'> {}

async function failedReport(
  { operation, input }: Pick<Job, 'operation' | 'input'>,
  { schedule_id, job_id, at, reason, next_due }: FailedRun,
  url: string,
): Promise<FailedReport> {
  const { titleOfReport } = await import('../dashboard/mail/digest.ts');
  const data: ReportFailed = {
    schedule_id,
    job_id,
    operation,
    title: titleOfReport(operation, input),
    failed_at: at.toISOString(),
    reason,
    next_run_at: next_due?.toISOString() ?? null,
    url,
  };
  return { schedule_id, data };
}

interface Answered {
  readonly job: Job;
  readonly order: ReportOrder;
  readonly answer: Readonly<Record<string, unknown>>;
}

async function newsOf(parts: ReportMailParts, { job, order, answer }: Answered): Promise<ReportNews> {
  const { digestOf } = await import('../dashboard/mail/digest.ts');
  const { schedule_id, when_unchanged, link } = order;
  const { id, operation, input } = job;
  const now = parts.clock();
  const digest = digestOf({ operation, input, answer, at: now }, await answerBefore(parts, job, order));
  if (digest.is_unchanged && when_unchanged === 'nothing') return { schedule_id, data: undefined, link: undefined };
  if (link === 'dashboard') {
    const url = reportAddress(parts.base, id);
    return { schedule_id, data: { schedule_id, job_id: id, ...digest, url, url_expires_at: null }, link: undefined };
  }
  const token = newToken();
  const expires_at = new Date(now.getTime() + LINK_MS);
  // The link stands in what is sent. Whoever reads that in the store reads the answer itself beside it.
  const address = { url: sharedReportUrl(parts.base, token), url_expires_at: expires_at.toISOString() };
  return {
    schedule_id,
    data: { schedule_id, job_id: id, ...digest, ...address },
    link: { token_hash: hashOf(token), expires_at },
  };
}

/** What the recipients were told last; before the first report, the last answer to the same question. */
async function answerBefore(
  { jobs, reports }: ReportMailParts,
  { workspace_id, id }: Job,
  { before_job_id }: ReportOrder,
) {
  const told = before_job_id === undefined ? undefined : await jobs.find(workspace_id, before_job_id);
  const [kept] = told?.result === undefined ? await reports.earlier(workspace_id, id, 1) : [];
  const before = kept === undefined ? told : await jobs.find(workspace_id, kept.id);
  if (before?.result === undefined) return undefined;
  return { answer: before.result, at: before.finished_at ?? before.created_at };
}

function dataOf(payload: string): unknown {
  const event: unknown = JSON.parse(payload);
  return typeof event === 'object' && event !== null && 'data' in event ? event.data : undefined;
}
