import { z } from 'zod';

import type { WebhookEventType } from '../ports/webhooks.ts';

/** An event in words, for people who read it in a channel or a mailbox. */
export interface Notice {
  readonly subject: string;
  readonly lines: readonly string[];
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

const WORDS: Readonly<Record<WebhookEventType | 'webhook.test', Words>> = {
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
export function slackMessage({ subject, lines }: Notice): string {
  const text = [`*${escapeSlack(subject)}*`, ...lines.map((line) => `• ${escapeSlack(line)}`)].join('\n');
  return JSON.stringify({ text });
}

export function mailText({ subject, lines }: Notice): string {
  return [`${subject}.`.replace(/\.\.$/, '.'), '', ...lines.map((line) => `- ${line}`), '', 'Sent by Seamark.'].join(
    '\n',
  );
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

function bounded({ subject, lines }: Notice): Notice {
  const shown = lines.slice(0, LINES_MAX).map(oneLine);
  const left = lines.length - shown.length;
  return { subject: oneLine(subject), lines: left > 0 ? [...shown, `And ${left} more.`] : shown };
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
