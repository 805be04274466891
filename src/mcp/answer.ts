import type { CallToolResult } from '@modelcontextprotocol/server';

import type { AnswerForm } from '../contract/brief.ts';
import type { Operation } from '../contract/operation.ts';
import { type AppError, secondsToRetry, toAppError } from '../kernel/errors.ts';
import type { Job } from '../ports/jobs.ts';
import { type Cut, cutTo } from './cut.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { structured } from './json.ts';
import type { ContentForm } from './selection.ts';
import { toolAnswer, type ToolAnswerParts } from './tool-answer.ts';
import type { ToolWording } from './tool-names.ts';

/** As estimated. The estimate can be 10% too low for figures, so no answer exceeds 8,000 tokens by a tokenizer. */
const ANSWER_TOKENS_MAX = 7000;
/** Of an answer that was asked for in full. */
const FULL_ANSWER_TOKENS_MAX = 18_000;

export interface AnswerFacts extends AnswerStyle {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly form: AnswerForm;
  /** The job that keeps the whole answer, where there is one. */
  readonly job_id: string | undefined;
  /** What the whole answer is read on by, if it is kept: its job or its request. */
  readonly kept_as: string | undefined;
}

/** How to shape an answer: what the client chose, and what it can call. */
export interface AnswerStyle extends ToolAnswerParts {
  readonly content: ContentForm;
  /** Name of the tool that reads on in an answer; undefined where the client has left it out. */
  readonly read_on_with: string | undefined;
}

/** The body of a reply as a tool result: structured, and the same as text, short enough for a model's context. */
export function answerResult(body: Readonly<Record<string, unknown>>, facts: AnswerFacts): CallToolResult {
  const { form } = facts;
  const max = form.detail === 'full' ? FULL_ANSWER_TOKENS_MAX : ANSWER_TOKENS_MAX;
  const { answer, cuts } = cutTo(toolAnswer(body, form, facts), max);
  const job = cuts.length > 0 ? facts.job_id : undefined;
  const noted = {
    ...answer,
    ...(cuts.length === 0 ? {} : { cut_for_length: cuts.map((cut) => noteOf(cut, facts)) }),
    ...(answer['not_shown'] === undefined ? {} : { whole_answer: wholeOf(facts) }),
  };
  const links = job === undefined ? [] : [jobLink(job)];
  const summary = answer['markdown_summary'];
  if (facts.content === 'full' || typeof summary !== 'string') {
    const text = JSON.stringify(noted);
    return { content: [{ type: 'text', text }, ...links], structuredContent: structured(noted) };
  }
  const content: CallToolResult['content'] = [{ type: 'text', text: summary }, ...links];
  return facts.content === 'summary' ? { content, structuredContent: structured(noted) } : { content };
}

/** A failure that a model can read to fix its call. An internal error reveals nothing about its cause. */
export function errorResult(thrown: unknown, requestId: string, wording: ToolWording): CallToolResult {
  return failureResult(toAppError(thrown), requestId, wording);
}

function failureResult(error: AppError, requestId: string, wording: ToolWording): CallToolResult {
  const { code, message, fix, issues, retryable } = error;
  const retry_after_s = secondsToRetry(error);
  return failed({
    code,
    message: wording.worded(message.slice(0, MESSAGE_CHARACTERS_MAX)),
    fix: fix === undefined ? null : wording.worded(fix),
    errors: issues.slice(0, ISSUES_MAX).map((issue) => ({ ...issue })),
    more_errors: Math.max(0, issues.length - ISSUES_MAX),
    retryable,
    ...(retry_after_s === undefined ? {} : { retry_after_s }),
    request_id: requestId,
  });
}

/** The first bad rows show how to fix a thousand. */
const ISSUES_MAX = 50;
const MESSAGE_CHARACTERS_MAX = 2000;

/** The result for a job that ended without an answer; undefined for one that has not ended. */
export function endedResult({ id, status, error }: Job, requestId: string): CallToolResult | undefined {
  const job = { job_id: id, request_id: requestId };
  if (status === 'failed') return failed({ ...(error ?? UNKNOWN_FAILURE), ...job });
  if (status !== 'cancelled') return undefined;
  const message = 'The job was cancelled. Nothing was charged.';
  return failed({ code: 'conflict', message, fix: 'Call the tool again if it is still needed.', errors: [], ...job });
}

const UNKNOWN_FAILURE = { code: 'internal', message: 'The job failed. Nothing was charged.', fix: null, errors: [] };

function failed(error: Readonly<Record<string, unknown>>): CallToolResult {
  const body = { success: false, error };
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: structured(body),
  };
}

export function jobLink(id: string): CallToolResult['content'][number] {
  return { type: 'resource_link', uri: `seamark://jobs/${id}`, name: `Job ${id}`, mimeType: 'application/json' };
}

function noteOf(cut: Cut, facts: AnswerFacts): Readonly<Record<string, unknown>> {
  return { field: cut.path, shown: cut.shown, of: cut.total, unit: UNITS[cut.kind], rest: restOf(cut, facts) };
}

const UNITS = { list: 'rows', text: 'characters', record: 'fields' } as const;

/** Where the whole of an answer is that was sent in brief. */
function wholeOf({ operation, kept_as, read_on_with }: AnswerFacts): string {
  if (kept_as !== undefined && read_on_with !== undefined)
    return `To read a whole field for free, call ${read_on_with} with id ${kept_as} and the name of the field.`;
  return operation.method === 'GET' ? 'Call again with detail: full.' : 'Add detail: full to the next call.';
}

function restOf(cut: Cut, facts: AnswerFacts): string {
  const { operation, input, job_id, kept_as, read_on_with } = facts;
  if (kept_as !== undefined && read_on_with !== undefined) {
    // A job keeps its answer, and a path in the job leads to it by another name.
    const field = cut.path.replace(/^job\.result\./, '');
    const offset = cut.kind === 'list' ? cut.shown : Math.floor(cut.shown / 1000);
    return `Call ${read_on_with} with id ${kept_as}, field ${field}, offset ${offset}: free.`;
  }
  if (job_id !== undefined) return `Read the resource seamark://jobs/${job_id} for the full answer.`;
  const { shape } = operation.input;
  const isPage = cut.kind === 'list' && !cut.path.includes('.');
  if (isPage && 'offset' in shape && 'limit' in shape) {
    const offset = Number(fieldsOf(input)['offset'] ?? 0) + cut.shown;
    return `Call again with offset: ${offset}, limit: ${cut.shown}.`;
  }
  if (isPage && 'limit' in shape) return `Ask for at most ${cut.shown} rows with limit.`;
  return 'Narrow the call.';
}
