import { z } from 'zod';

import {
  CADENCES,
  type PricedSchedule,
  RECIPIENT_STATES,
  REPORT_LINKS,
  type ScheduleReport,
  UNCHANGED_REPORTS,
} from '../ports/schedules.ts';
import { printable } from './fields.ts';

export const scheduleId = () => printable(128).describe('The id of the schedule, which you choose.');

const RECIPIENTS_MAX = 10;

const whenUnchanged = () =>
  z
    .enum(UNCHANGED_REPORTS)
    .describe('What recipients get when a run finds nothing new: brief sends one line, nothing sends no report.');

const reportLink = () =>
  z
    .enum(REPORT_LINKS)
    .describe(
      'Where “Open the report” leads. shared: to a read-only link that anyone can open for 30 days. dashboard: to the dashboard, after a login.',
    );

export const scheduleReport = () =>
  z
    .object({
      to: z
        .array(z.string().trim().min(3).max(2048))
        .max(RECIPIENTS_MAX)
        .optional()
        .describe(
          'E-mail addresses, Slack incoming-webhook URLs, and URLs of your webhook endpoints. Replaces those set before; none ends the report.',
        ),
      when_unchanged: whenUnchanged().optional(),
      link: reportLink().optional(),
    })
    .nullable()
    .describe('Who gets each answer, with what changed since the last run. Null for nobody.');

const ReportView = z.object({
  when_unchanged: whenUnchanged(),
  link: reportLink(),
  recipients: z.array(
    z.object({
      to: z.string(),
      endpoint_id: z.string().describe('Its webhook endpoint: GET /webhooks/deliveries lists every attempt.'),
      state: z
        .enum(RECIPIENT_STATES)
        .describe(
          'Of the last report. waiting: none yet. retrying and failed: see reason. paused: its endpoint is paused. stopped: a recipient stopped it.',
        ),
      at: z.string().nullable().describe('When the last report was queued for it, or it was stopped.'),
      reason: z.string().nullable(),
      next_attempt_at: z.string().nullable(),
    }),
  ),
  last: z
    .object({
      at: z.string(),
      job_id: z.string(),
      is_sent: z.boolean().describe('False for a run that found nothing new, where when_unchanged is nothing.'),
    })
    .nullable()
    .describe('The last report; null before the first.'),
});

export const ScheduleView = z
  .object({
    id: z.string(),
    operation: z.string(),
    input: z.record(z.string(), z.unknown()),
    cadence: z.enum(CADENCES),
    cron: z.string().describe('The five cron fields that set when it runs, in its time zone.'),
    time_zone: z.string(),
    is_paused: z.boolean(),
    project_id: z.string().nullable(),
    credits: z.int().nullable().describe('Price of one run; null if its operation no longer accepts the input.'),
    next_due: z.string().nullable().describe('The next run; null if there will be none.'),
    last: z
      .object({
        due: z.string(),
        at: z.string().describe('When it was queued, or refused.'),
        job_id: z.string().nullable().describe('The job that was queued; null if the call was refused.'),
        missed: z
          .int()
          .describe(
            'How many runs were missed before it while the service was down. This run makes up for all of them.',
          ),
        error: z.string().nullable().describe('Why the call was refused, or its job failed.'),
      })
      .nullable()
      .describe('The last run; null before the first.'),
    is_stale: z
      .boolean()
      .describe(
        'Two runs in a row failed or were refused; alert.schedule_stale was sent. A run that succeeds ends it.',
      ),
    report: ReportView.nullable().describe('Who gets the answers; null if nobody does.'),
    created_at: z.string(),
  })
  .meta({ id: 'Schedule', description: 'A call that runs on a schedule.' });

export function scheduleView({ schedule, credits }: PricedSchedule): z.infer<typeof ScheduleView> {
  const { last, pattern, next_due, project_id, created_at } = schedule;
  const { id, operation, input, cadence, time_zone, is_paused, is_stale, report } = schedule;
  return {
    id,
    operation,
    input: { ...input },
    cadence,
    cron: pattern,
    time_zone,
    is_paused,
    project_id: project_id ?? null,
    credits,
    next_due: next_due?.toISOString() ?? null,
    last:
      last === undefined
        ? null
        : {
            due: last.due.toISOString(),
            at: last.at.toISOString(),
            job_id: last.job_id ?? null,
            missed: last.missed,
            error: last.error ?? null,
          },
    is_stale,
    report: report === undefined ? null : reportView(report),
    created_at: created_at.toISOString(),
  };
}

function reportView({ when_unchanged, link, recipients, last }: ScheduleReport): z.infer<typeof ReportView> {
  return {
    when_unchanged,
    link,
    recipients: recipients.map(({ url, endpoint_id, state, at, reason, next_attempt_at }) => ({
      to: shownReceiver(url),
      endpoint_id,
      state,
      at: at?.toISOString() ?? null,
      reason: reason ?? null,
      next_attempt_at: next_attempt_at?.toISOString() ?? null,
    })),
    last: last === undefined ? null : { ...last, at: last.at.toISOString() },
  };
}

const SHOWN_CHARACTERS = 4;

/** A mailbox by its address; of a URL what tells it from others, since a Slack URL is all that it takes to post there. */
export function shownReceiver(url: string): string {
  if (/^mailto:/i.test(url)) return url.slice('mailto:'.length);
  return `${new URL(url).origin}/…${url.slice(-SHOWN_CHARACTERS)}`;
}
