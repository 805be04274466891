import { z } from 'zod';

import { answerSchema } from '../../src/contract/envelope.ts';
import type { Operation } from '../../src/contract/operation.ts';

const NextCall = z.object({ operation: z.string(), path: z.string(), body: z.unknown(), credits: z.number() });
const Workflow = z.object({
  steps: z.array(z.object({ action: z.string(), why: z.string() })),
  next_calls: z.array(NextCall),
});
const Support = z.object({
  usable_for: z.array(z.string()),
  citations: z.array(z.object({ url: z.string(), title: z.string(), quote: z.string() })),
  limits: z.array(z.string()),
  next_calls: z.array(NextCall),
});

/** Words that an action, a reason or a use needs before it says anything. */
const WORDS_MIN = 3;
const SUMMARY_CHARACTERS_MAX = 2500;

/**
 * What is wrong with the recorded answer of an operation's example: its shape, its guidance, its summary.
 *
 * An agent follows plans, citations and next calls without a person between, so an empty one is a fault of the operation.
 *
 * @param answer undefined when none was recorded
 */
export function findExampleFaults(operation: Operation, answer: unknown, operations: readonly Operation[]): string[] {
  if (operation.is_account || operation.is_batch) return [];
  if (answer === undefined) return [`has no recorded example: npm run examples -- ${operation.id}`];
  const shape = answerSchema(operation.result.strict(), operation.guidance).safeParse(answer);
  if (!shape.success) return shape.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const { agent_workflow: workflow, agent_support: support, markdown_summary: summary } = shape.data;
  return [
    ...(operation.guidance === 'workflow' ? findWorkflowFaults(Workflow.parse(workflow), operations) : []),
    ...(operation.guidance === 'support' ? findSupportFaults(Support.parse(support), operations) : []),
    ...findSummaryFaults(String(summary)),
  ];
}

function findWorkflowFaults(
  { steps, next_calls }: z.infer<typeof Workflow>,
  operations: readonly Operation[],
): string[] {
  const empty = steps.flatMap(({ action, why }, at) =>
    isSentence(action) && isSentence(why) ? [] : [`agent_workflow.steps.${at}: says too little`],
  );
  return [
    ...(steps.length === 0 ? ['agent_workflow.steps: is empty'] : []),
    ...empty,
    ...findCallFaults(next_calls, operations),
  ];
}

function findSupportFaults(support: z.infer<typeof Support>, operations: readonly Operation[]): string[] {
  const { usable_for: uses, citations, limits, next_calls } = support;
  return [
    ...(citations.length === 0 ? ['agent_support.citations: is empty'] : []),
    ...citations.flatMap(({ url, title, quote }, at) =>
      [url, title, quote].every((part) => part.trim() !== '')
        ? []
        : [`agent_support.citations.${at}: has an empty part`],
    ),
    ...(uses.length === 0 || !uses.every(isSentence)
      ? ['agent_support.usable_for: needs sentences that name a use']
      : []),
    ...(limits.length === 0 || !limits.every(isSentence) ? ['agent_support.limits: needs sentences'] : []),
    ...findCallFaults(next_calls, operations),
  ];
}

function findCallFaults(calls: readonly z.infer<typeof NextCall>[], operations: readonly Operation[]): string[] {
  return calls.flatMap((call, at) => {
    const named = operations.find(({ id }) => id === call.operation);
    if (named === undefined) return [`next_calls.${at}: there is no operation ${call.operation}`];
    if (named.path !== call.path) return [`next_calls.${at}: ${call.operation} is at ${named.path}`];
    try {
      return named.prepare(call.body).credits === call.credits ? [] : [`next_calls.${at}: costs something else`];
    } catch (thrown) {
      return [`next_calls.${at}: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
    }
  });
}

function findSummaryFaults(summary: string): string[] {
  const faults: string[] = [];
  if (!summary.startsWith('## ')) faults.push('markdown_summary: has no heading');
  if (summary.length > SUMMARY_CHARACTERS_MAX)
    faults.push(`markdown_summary: has over ${SUMMARY_CHARACTERS_MAX} characters`);
  if (/undefined|NaN|\[object/.test(summary)) faults.push('markdown_summary: shows a value that is none');
  return faults;
}

function isSentence(text: string): boolean {
  return text.trim().split(/\s+/).length >= WORDS_MIN;
}
