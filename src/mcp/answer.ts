import type { CallToolResult } from '@modelcontextprotocol/server';

import type { Operation } from '../contract/operation.ts';
import { type AppError, secondsToRetry, toAppError } from '../kernel/errors.ts';
import type { Job } from '../ports/jobs.ts';
import { type Cut, cutTo } from './cut.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { structured } from './json.ts';
import type { ContentForm } from './selection.ts';

/** As estimated. The estimate can be 10% too low for figures, so no answer exceeds 20,000 tokens by a tokenizer. */
const ANSWER_TOKENS_MAX = 18_000;

export interface AnswerFacts {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  /** The job that keeps the whole answer, where there is one. */
  readonly job_id: string | undefined;
  readonly content: ContentForm;
}

/** The body of a reply as a tool result: structured, and the same as text, short enough for a model's context. */
export function answerResult(body: Readonly<Record<string, unknown>>, facts: AnswerFacts): CallToolResult {
  const { answer, cuts } = cutTo(body, ANSWER_TOKENS_MAX);
  const job = cuts.length > 0 ? facts.job_id : undefined;
  const noted = cuts.length === 0 ? answer : { ...answer, cut_for_length: cuts.map((cut) => noteOf(cut, facts)) };
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
export function errorResult(thrown: unknown, requestId: string): CallToolResult {
  return failureResult(toAppError(thrown), requestId);
}

function failureResult(error: AppError, requestId: string): CallToolResult {
  const { code, message, fix, issues, retryable } = error;
  const retry_after_s = secondsToRetry(error);
  return failed({
    code,
    message: message.slice(0, MESSAGE_CHARACTERS_MAX),
    fix: fix ?? null,
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

function restOf(cut: Cut, { operation, input, job_id }: AnswerFacts): string {
  if (job_id !== undefined) return `Read the resource seamark://jobs/${job_id} for the full answer.`;
  const { shape } = operation.input;
  const isPage = cut.kind === 'list' && !cut.path.includes('.');
  if (isPage && 'offset' in shape && 'limit' in shape) {
    const offset = Number(fieldsOf(input)['offset'] ?? 0) + cut.shown;
    return `Call again with offset: ${offset}, limit: ${cut.shown}.`;
  }
  if (isPage && 'limit' in shape) return `Ask for at most ${cut.shown} rows with limit.`;
  return `Narrow the call; ${operation.method} /api/v1${operation.path} over REST returns the full answer.`;
}
