import type { Answering, CallOptions, Operation, Received } from './call.ts';
import { JobCancelledError, JobFailedError, SeamarkError, UnexpectedAnswerError } from './errors.ts';
import { type JobEvent, type JobParts, waitForJob, watchJob, type WatchOptions } from './jobs.ts';
import { type Calls, type Operations, ROUTES } from './operations.ts';
import { parseJson, record, send, type Sending } from './transport.ts';
import type { Job } from './types/shapes.ts';

export type * from './call.ts';
export * from './errors.ts';
export type { JobEvent, WatchOptions } from './jobs.ts';
export type * from './operations.ts';

export interface ClientOptions {
  /** Where the service answers, such as http://127.0.0.1:8787. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The project and the workflow that calls count toward. */
  readonly projectId?: string;
  readonly workflowId?: string;
  /** How long one answer of the service may take: 120,000 by default. Jobs may take longer. */
  readonly timeoutMs?: number;
  /** How often a call that failed for the moment is sent again: 2 by default. */
  readonly retries?: number;
}

/** Every operation as a method, such as `client.backlinks.summary()`. */
export interface SeamarkClient extends Omit<Operations, 'jobs'> {
  readonly jobs: Operations['jobs'] & JobMethods;
  /** An operation by its id, for programs that choose one as they run. */
  operation<Id extends keyof Calls>(id: Id): Operation<Calls[Id]>;
}

export interface JobMethods {
  /** The job once it has ended, however it ended. */
  wait(id: string, options?: WatchOptions): Promise<Job>;
  /** What happens to a job, until it has ended. */
  events(id: string, options?: { readonly signal?: AbortSignal }): AsyncGenerator<JobEvent>;
}

/** All that any kind of call can be told. */
interface AnyOptions extends CallOptions {
  readonly maxAge?: number;
  readonly wait?: boolean;
  readonly dryRun?: boolean;
  readonly onProgress?: (job: Job) => void;
}

type AnyOperation = (request?: object, options?: AnyOptions) => Answering<unknown>;

const TIMEOUT_MS = 120_000;
const RETRIES = 2;

/** A typed client of the REST interface, on nothing but `fetch`. */
export function createClient(options: ClientOptions): SeamarkClient {
  const tree: Tree = {};
  for (const id of Object.keys(ROUTES))
    if (isOperation(id)) plant(tree, id.split('.').map(camel), operationOf(options, id));
  const parts = jobParts(options);
  const jobs: JobMethods = {
    wait: (id, watching = {}) => waitForJob(parts, id, watching),
    events: (id, { signal } = {}) => watchJob(parts, id, signal),
  };
  Object.assign(tree['jobs'] ?? {}, jobs);
  return asClient(Object.assign(tree, { operation: (id: keyof Calls) => operationOf(options, id) }));
}

interface Tree {
  [name: string]: Tree | (AnyOperation & Tree);
}

/** Hangs an operation below its names. One that begins others, such as `audit.local`, is a function that carries them. */
function plant(tree: Tree, [name = '', ...rest]: string[], operation: AnyOperation): void {
  const there = tree[name];
  if (rest.length > 0) plant((tree[name] ??= {}), rest, operation);
  else tree[name] = Object.assign(operation, there);
}

/** The tree hangs every id of ROUTES where the generated `Operations` names it; both come from the same list. */
function asClient(tree: object): SeamarkClient {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return tree as SeamarkClient;
}

function isOperation(id: string): id is keyof Calls {
  return id in ROUTES;
}

function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

function operationOf(options: ClientOptions, id: keyof Calls): AnyOperation {
  return (request = {}, given = {}) => {
    const whole = perform(options, id, request, given);
    const answer = whole.then((one) => one.answer);
    return Object.assign(answer, { withResponse: () => whole });
  };
}

interface Whole {
  readonly answer: unknown;
  readonly response: Received;
}

async function perform(options: ClientOptions, id: keyof Calls, request: object, given: AnyOptions): Promise<Whole> {
  const sending = sendingOf(options, id, request, given);
  const { response, text } = await send(sending);
  const received = { status: response.status, headers: response.headers };
  if (response.headers.get('content-type')?.startsWith('text/csv') === true)
    return { answer: text, response: received };
  const answer = answerOf(text, response.status, sending.url);
  const { job_id } = answer;
  if (response.status === 202 && typeof job_id === 'string' && given.wait !== false)
    return { answer: await resultOf(options, job_id, given), response: received };
  if (given.wait === false && given.dryRun !== true && response.status !== 202) {
    throw new SeamarkError(
      'The idempotency key belongs to a call that was answered without a job. Leave out `wait: false` to read its answer.',
    );
  }
  return { answer, response: received };
}

function answerOf(text: string, status: number, url: string): Readonly<Record<string, unknown>> {
  const answer = record(parseJson(text));
  if (answer['success'] !== true) throw new UnexpectedAnswerError(status, url);
  return answer;
}

/** @throws JobFailedError, JobCancelledError */
async function resultOf(options: ClientOptions, jobId: string, given: AnyOptions): Promise<unknown> {
  const job = await waitForJob(jobParts(options), jobId, given);
  if (job.status === 'cancelled') throw new JobCancelledError(jobId);
  if (job.error !== null) throw new JobFailedError(jobId, job.error);
  return job.result;
}

function jobParts(options: ClientOptions): JobParts {
  const get = operationOf(options, 'jobs.get');
  return {
    get: async (id, signal) => jobOf(await get({ id }, signal === undefined ? {} : { signal })),
    open: (path, headers, signal) =>
      send({
        url: addressOf(options, path),
        method: 'GET',
        headers: { 'x-api-key': options.apiKey, ...headers },
        signal,
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        retries: options.retries ?? RETRIES,
        isStream: true,
      }),
  };
}

/** The service parses the answer of jobs.get by the schema that its type is generated from. */
function jobOf(answer: unknown): Job {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return (answer as Calls['jobs.get']['answer']).job;
}

function addressOf(options: ClientOptions, path: string): string {
  return `${options.baseUrl.replace(/\/$/, '')}/api/v1${path}`;
}

/** Fields that the path names go there, those of a GET into the query, and the rest is the body. */
function sendingOf(options: ClientOptions, id: keyof Calls, request: object, given: AnyOptions): Sending {
  const { method, path } = ROUTES[id];
  const fields = new Map<string, unknown>(Object.entries(request).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  if (given.dryRun === true) query.set('dry_run', 'true');
  if (given.maxAge !== undefined) query.set('max_age', String(given.maxAge));
  if (method === 'GET') for (const [name, value] of fields) query.set(name, String(value));
  const hasBody = method !== 'GET' && fields.size > 0;
  return {
    url: addressOf(options, query.size === 0 ? filled : `${filled}?${query.toString()}`),
    method,
    headers: headersOf(options, method, given),
    ...(hasBody ? { body: JSON.stringify(Object.fromEntries(fields)) } : {}),
    signal: given.signal,
    timeoutMs: given.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS,
    retries: given.retries ?? options.retries ?? RETRIES,
  };
}

function headersOf(options: ClientOptions, method: string, given: AnyOptions): Record<string, string> {
  const project = given.projectId ?? options.projectId;
  const workflow = given.workflowId ?? options.workflowId;
  return {
    'x-api-key': options.apiKey,
    ...(method === 'GET'
      ? {}
      : { 'content-type': 'application/json', 'idempotency-key': given.idempotencyKey ?? crypto.randomUUID() }),
    ...(given.wait === false ? { prefer: 'respond-async' } : {}),
    ...(project === undefined ? {} : { 'x-project-id': project }),
    ...(workflow === undefined ? {} : { 'x-workflow-id': workflow }),
  };
}
