import type { CallToolResult } from '@modelcontextprotocol/server';

import { type AnswerForm, DETAIL_PROBLEM, readDetail, readFields } from '../contract/brief.ts';
import type { Operation } from '../contract/operation.ts';
import type { Call, Engine, Reply } from '../engine/engine.ts';
import { execute } from '../engine/execute.ts';
import { MAX_AGE_PROBLEM, readMaxAge } from '../engine/max-age.ts';
import { AppError, toAppError } from '../kernel/errors.ts';
import { logFailure } from '../kernel/failure-log.ts';
import { type AnswerStyle, answerResult, endedResult, errorResult, jobLink } from './answer.ts';
import { coerced } from './coerced.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { structured } from './json.ts';
import { waitForJob } from './job-wait.ts';
import type { Exchange, TaskResult } from './surface.ts';
import { taskOf } from './tasks.ts';

/** How to shape an answer: what the client chose, and how it can poll a job. */
export interface CallStyle extends AnswerStyle {
  /** Name of the tool that reads a job; undefined where the client has left it out. */
  readonly poll_with: string | undefined;
}

const IDEMPOTENCY_KEY = 'seamark/idempotency-key';
/** How often a call that reports no progress of its own sends a sign of life. */
const HEARTBEAT_MS = 5000;

/** One tool call on the path that every call takes; a failure is an answer too. */
export async function callOperation(
  engine: Engine,
  operation: Operation,
  rawInput: Readonly<Record<string, unknown>>,
  exchange: Exchange,
  style: CallStyle,
): Promise<CallToolResult | TaskResult> {
  const { about, input: given } = splitCallFields(operation, rawInput);
  try {
    const form = formOf(about, operation);
    const input = coerced(given, operation);
    const call = {
      ...callOf(exchange),
      dry_run: about['dry_run'] === true,
      max_age_s: maxAgeOf(about),
      keeps_answer: !operation.is_account,
    };
    const reply = await withHeartbeat(engine, exchange, () => execute(engine, operation, input, call));
    if (reply.status !== 202) {
      const job_id = jobIn(operation, reply);
      const kept_as = job_id ?? keptAs(operation, reply);
      return answerResult(reply.body, { operation, input, form, job_id, kept_as, ...style });
    }
    return await deferred(engine, operation, { reply, input, form, exchange, style });
  } catch (thrown) {
    logFailure(engine.log, toAppError(thrown), { request_id: exchange.request_id }, 'an MCP call failed');
    return errorResult(thrown, exchange.request_id, style.wording);
  }
}

/** Fields that are about the call, unless the operation has a field of that name itself. */
function splitCallFields(operation: Operation, rawInput: Readonly<Record<string, unknown>>) {
  const all = operation.is_account ? ['detail', 'fields'] : ['dry_run', 'max_age', 'detail', 'fields'];
  const names = all.filter((name) => !(name in operation.input.shape));
  const isAbout = ([name]: [string, unknown]): boolean => names.includes(name);
  const fields = Object.entries(rawInput);
  return {
    about: Object.fromEntries(fields.filter(isAbout)),
    input: Object.fromEntries(fields.filter((field) => !isAbout(field))),
  };
}

/** Brief unless asked otherwise. @throws AppError invalid_input */
function formOf(about: Readonly<Record<string, unknown>>, operation: Operation): AnswerForm {
  const detail = readDetail(about['detail'] ?? 'brief');
  const { fields, problem } = readFields(about['fields'], operation);
  const issues = [
    ...(detail === undefined ? [{ path: 'detail', message: DETAIL_PROBLEM }] : []),
    ...(problem === undefined ? [] : [problem]),
  ];
  if (detail !== undefined && problem === undefined) return { detail, fields };
  throw new AppError('invalid_input', 'The form of the answer is not valid.', {
    fix: 'Correct detail or fields. Nothing was charged.',
    issues,
  });
}

function maxAgeOf(about: Readonly<Record<string, unknown>>): number | undefined {
  const seconds = readMaxAge(about['max_age']);
  if (seconds !== undefined || about['max_age'] === undefined) return seconds;
  throw new AppError('invalid_input', 'max_age is not valid.', {
    fix: 'Send a number of seconds, such as 0 to ask the source again.',
    issues: [{ path: 'max_age', message: MAX_AGE_PROBLEM }],
  });
}

function callOf(exchange: Exchange): Omit<Call, 'dry_run' | 'max_age_s'> {
  const { caller, request_id, project_id, workflow_id, signal, meta } = exchange;
  const key = meta[IDEMPOTENCY_KEY];
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key))) {
    throw new AppError('invalid_input', `${IDEMPOTENCY_KEY} in _meta is not valid.`, {
      fix: 'Send a UUID or another text of 1 to 255 printable ASCII characters, new for each intended call.',
      issues: [{ path: IDEMPOTENCY_KEY, message: 'must be 1 to 255 printable ASCII characters' }],
    });
  }
  return {
    caller,
    request_id,
    transport: 'mcp',
    project_id,
    workflow_id,
    mode: 'default',
    idempotency_key: key,
    signal,
  };
}

/** A client that asked for progress treats silence as a failure. */
async function withHeartbeat(engine: Engine, exchange: Exchange, work: () => Promise<Reply>): Promise<Reply> {
  const { progress } = exchange;
  if (progress === undefined) return work();
  const started = performance.now();
  const total = Math.ceil(engine.inline_timeout_ms / 1000);
  const timer = setInterval(() => {
    const seconds = Math.min(total - 1, Math.round((performance.now() - started) / 1000));
    const news = { progress: seconds, total, message: `running for ${seconds} s` };
    // The call itself notices when the client has gone.
    progress(news).catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

interface Deferral {
  readonly reply: Reply;
  readonly input: Readonly<Record<string, unknown>>;
  readonly form: AnswerForm;
  readonly exchange: Exchange;
  readonly style: CallStyle;
}

/** A call that continues as a job: a task where the client supports tasks, else its answer if it comes soon, else its id. */
async function deferred(
  engine: Engine,
  operation: Operation,
  { reply, input, form, exchange, style }: Deferral,
): Promise<CallToolResult | TaskResult> {
  const { jobs } = engine.account;
  const id = reply.body['job_id'];
  // A batch has a job for each of its items.
  if (typeof id !== 'string') return pollResult({ ...reply.body, status: 'queued' }, style);
  const { workspace_id } = exchange.caller;
  if (exchange.takes_tasks) {
    const job = await jobs.find(workspace_id, id);
    return job === undefined
      ? pollResult({ ...reply.body, status: 'queued' }, style)
      : { resultType: 'task', ...taskOf(job) };
  }
  // A call that ran inline has already waited.
  const waits = operation.runs === 'queued';
  const job = waits ? await waitForJob(jobs, id, exchange, engine) : await jobs.find(workspace_id, id);
  if (job?.result !== undefined)
    return answerResult(job.result, { operation, input, form, job_id: id, kept_as: id, ...style });
  const ended = job === undefined ? undefined : endedResult(job, exchange.request_id);
  return ended ?? pollResult({ ...reply.body, status: job?.status ?? 'queued', progress: job?.progress }, style);
}

function pollResult(body: Readonly<Record<string, unknown>>, { poll_with }: CallStyle): CallToolResult {
  const ids = [body['jobs'] ?? []].flat().filter((id) => typeof id === 'string');
  const how =
    poll_with === undefined
      ? 'Read the resource seamark://jobs/{id}'
      : `Call ${poll_with} with ${ids.length === 1 ? `id ${ids.join('')}` : 'each id'}`;
  const { success, job_id, status, progress, jobs } = body;
  const answer = {
    success,
    ...(job_id === undefined ? {} : { job_id }),
    status,
    poll_with: poll_with ?? 'seamark://jobs/{id}',
    message: `It continues as ${ids.length === 1 ? 'a job' : 'jobs'}. ${how} in a few seconds; the answer will be in result.`,
    ...(progress === undefined ? {} : { progress }),
    jobs,
  };
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }, ...ids.slice(0, LINKS_MAX).map(jobLink)],
    structuredContent: structured(answer),
  };
}

const LINKS_MAX = 10;

/** Calls that are paid for are kept by their request. */
function keptAs({ is_account, method }: Operation, { body }: Reply): string | undefined {
  const { request_id } = fieldsOf(body['meta']);
  return is_account || method === 'GET' || typeof request_id !== 'string' ? undefined : request_id;
}

/** The job that an answer is about: it keeps what is cut from the answer. */
function jobIn(operation: Operation, { body }: Reply): string | undefined {
  if (operation.id !== 'jobs.get') return undefined;
  const { id } = fieldsOf(body['job']);
  return typeof id === 'string' ? id : undefined;
}
