import { z } from 'zod';

import { ReportFailed, ReportReady } from '../contract/report-ready.ts';
import {
  failedSubjectOf,
  failureLine,
  failureLinkOf,
  figureLine,
  listLines,
  sinceOf,
  subjectOf,
} from './report-words.ts';
import type { REPORT_EVENT, REPORT_FAILED_EVENT, WebhookEventType } from '../ports/webhooks.ts';

/** An event in words, for people who read it in a channel or a mailbox. */
export interface Notice {
  readonly subject: string;
  readonly lines: readonly string[];
  /** To more of it, on this service. */
  readonly link?: { readonly text: string; readonly url: string };
}

const LINES_MAX = 50;
const LINE_CHARACTERS_MAX = 500;

const Job = z.object({
  job: z.object({
    id: z.string(),
    operation: z.string(),
    result: z
      .object({ agent_workflow: z.object({ summary: z.string() }).optional() })
      .nullish()
      .catch(null),
    error: z.object({ message: z.string(), fix: z.string().nullable() }).nullish(),
  }),
});
const Budget = z.object({
  name: z.string(),
  period: z.string(),
  budget_credits: z.number().nullable(),
  spent: z.number(),
});
const Alert = z.object({ summary: z.string(), lines: z.array(z.string()) });
const Test = z.object({ message: z.string() });
const Event = z.object({ type: z.string(), data: z.unknown() });

type Words = (data: unknown) => Notice;

const WORDS: Readonly<
  Record<WebhookEventType | 'webhook.test' | typeof REPORT_EVENT | typeof REPORT_FAILED_EVENT, Words>
> = {
  'job.completed': (data) => {
    const { job } = Job.parse(data);
    const summary = job.result?.agent_workflow?.summary;
    return {
      subject: `${job.operation} has finished`,
      lines: [...(summary === undefined ? [] : [summary]), jobLine(job)],
    };
  },
  'job.failed': (data) => {
    const { job } = Job.parse(data);
    const why = job.error == null ? [] : [job.error.message, ...(job.error.fix === null ? [] : [job.error.fix])];
    return { subject: `${job.operation} has failed`, lines: [...why, jobLine(job)] };
  },
  'project.budget_warning': (data) => budgetNotice(data, 'is close to its budget'),
  'project.budget_exceeded': (data) => budgetNotice(data, 'has used up its budget'),
  'alert.rank_changed': alertNotice,
  'alert.mention_changed': alertNotice,
  'alert.schedule_stale': alertNotice,
  'alert.site_changed': alertNotice,
  'report.ready': reportNotice,
  'report.failed': failedReportNotice,
  'webhook.test': (data) => ({ subject: 'A test from Seamark', lines: [Test.parse(data).message] }),
};

/** Puts a payload into words. One of a form that is not known, as another version may have left it, is named by its type. */
export function noticeOf(payload: string): Notice {
  const { type, data } = Event.parse(JSON.parse(payload));
  const words: Words | undefined = new Map<string, Words>(Object.entries(WORDS)).get(type);
  try {
    if (words !== undefined) return bounded(words(data));
  } catch (thrown) {
    if (!(thrown instanceof z.ZodError)) throw thrown;
  }
  return { subject: `Event ${type}`, lines: [] };
}

/** The message that Slack's incoming webhooks take, and what Mattermost and Discord take in its form. */
export function slackMessage({ subject, lines, link }: Notice): string {
  const more = link === undefined ? [] : [`<${escapeSlack(link.url)}|${escapeSlack(link.text)}>`];
  const text = [`*${escapeSlack(subject)}*`, ...lines.map((line) => `• ${escapeSlack(line)}`), ...more].join('\n');
  return JSON.stringify({ text });
}

export function mailText({ subject, lines, link }: Notice): string {
  const more = link === undefined ? [] : ['', `${link.text}: ${link.url}`];
  const first = `${subject}.`.replace(/\.\.$/, '.');
  return [first, '', ...lines.map((line) => `- ${line}`), ...more, '', 'Sent by Seamark.'].join('\n');
}

function jobLine({ id }: { readonly id: string }): string {
  return `Job ${id}`;
}

function budgetNotice(data: unknown, what: string): Notice {
  const { name, period, budget_credits, spent } = Budget.parse(data);
  const budget = budget_credits === null ? '' : ` of ${budget_credits.toLocaleString('en-US')}`;
  const lines = [`${spent.toLocaleString('en-US')}${budget} credits spent in ${period}.`];
  return { subject: `Project ${name} ${what}`, lines };
}

function alertNotice(data: unknown): Notice {
  const { summary, lines } = Alert.parse(data);
  return { subject: summary, lines };
}

/** The headline, its figures, what changed and what to do first. */
function reportNotice(data: unknown): Notice {
  const report = ReportReady.parse(data);
  const { headline, is_unchanged, figures, lists, next_steps, is_demo, url } = report;
  const [step] = next_steps;
  const told = [
    headline,
    ...figures.map(figureLine),
    ...lists.flatMap(listLines),
    ...(step === undefined ? [] : [`To do first: ${step.action}`]),
  ];
  const lines = [
    sinceOf(report),
    ...(is_demo ? ['Demo: every figure is made up.'] : []),
    ...(is_unchanged ? [] : told.filter((line) => line !== '')),
  ];
  return { subject: subjectOf(report), lines, link: { text: 'Open the report', url } };
}

function failedReportNotice(data: unknown): Notice {
  const failed = ReportFailed.parse(data);
  const link = { text: failureLinkOf(failed), url: failed.url };
  return { subject: failedSubjectOf(failed), lines: [failureLine(failed)], link };
}

function bounded({ subject, lines, link }: Notice): Notice {
  const shown = lines.slice(0, LINES_MAX).map(oneLine);
  const left = lines.length - shown.length;
  const told = left > 0 ? [...shown, `And ${left} more.`] : shown;
  return { subject: oneLine(subject), lines: told, ...(link === undefined ? {} : { link }) };
}

/** Texts of pages and keywords could otherwise begin a line or a header of their own. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LINE_CHARACTERS_MAX ? `${line.slice(0, LINE_CHARACTERS_MAX - 1)}…` : line;
}

/** Slack's own escapes: otherwise a keyword could mention everyone in the channel. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
