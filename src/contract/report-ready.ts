import { z } from 'zod';

const Change = z.object({
  direction: z.enum(['up', 'down', 'same']),
  text: z.string(),
  /** Whether it is good news; none where that depends. */
  judgement: z.enum(['good', 'bad', 'none']),
});

const Figure = z.object({ label: z.string(), value: z.string(), change: Change.nullable() });

/** A list of the report in which rows came, went or changed. */
const ListChange = z.object({
  title: z.string(),
  new: z.int(),
  gone: z.int(),
  changed: z.int(),
  first_new: z.array(z.string()),
  first_gone: z.array(z.string()),
});

/** What recipients of a schedule are sent: the report in short. Texts of crawled pages stand in it as plain text. */
export const ReportReady = z.object({
  schedule_id: z.string(),
  job_id: z.string(),
  operation: z.string(),
  title: z.string(),
  /** What the report says first. */
  headline: z.string(),
  answered_at: z.string(),
  /** When the answer was made that it is compared with; null for the first report. */
  compared_with: z.string().nullable(),
  is_unchanged: z.boolean(),
  figures: z.array(Figure),
  lists: z.array(ListChange),
  next_steps: z.array(z.object({ action: z.string(), why: z.string() })),
  sources: z.array(z.string()),
  /** Every figure is made up. */
  is_demo: z.boolean(),
  url: z.string(),
  /** Null where the link leads to the dashboard. */
  url_expires_at: z.string().nullable(),
});
export type ReportReady = z.infer<typeof ReportReady>;
export type ReportFigure = z.infer<typeof Figure>;
export type ReportListChange = z.infer<typeof ListChange>;

/** What they are sent in place of a report that could not be made. */
export const ReportFailed = z.object({
  schedule_id: z.string(),
  /** Null for a run that was refused before it was a job. */
  job_id: z.string().nullable(),
  operation: z.string(),
  title: z.string(),
  failed_at: z.string(),
  reason: z.string(),
  /** When the schedule runs next; null where it does not. */
  next_run_at: z.string().nullable(),
  /** The run in the dashboard, or the schedule where there is no job, for whoever has a login. */
  url: z.string(),
});
export type ReportFailed = z.infer<typeof ReportFailed>;
