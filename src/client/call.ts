import type { Accepted, DryRun, Job } from './types/shapes.ts';

/** What can be said of one call besides its request. */
export interface CallOptions {
  /** Ends the call, its retries and the wait for its job. A job that runs already goes on: cancel it with `client.jobs.cancel`. */
  readonly signal?: AbortSignal;
  /** How long one answer of the service may take; by default that of the client. */
  readonly timeoutMs?: number;
  /** How often a call that failed for the moment is sent again; by default that of the client. */
  readonly retries?: number;
  /** Name your own to repeat a call after a restart without running it twice; by default every call has a new one. */
  readonly idempotencyKey?: string;
  readonly projectId?: string;
  readonly workflowId?: string;
}

/** What only analyses understand. */
export interface AnalysisOptions extends CallOptions {
  /** Maximum age in seconds of stored observations that may answer; 0 asks the sources again. */
  readonly maxAge?: number;
}

export interface WaitOptions extends AnalysisOptions {
  readonly wait?: true;
  readonly dryRun?: false;
  readonly detail?: 'full';
  /** Called with the job whenever it has got further, when the call runs as one. */
  readonly onProgress?: (job: Job) => void;
}

export interface BriefOptions extends Omit<WaitOptions, 'detail'> {
  /** Leaves out passed checks, further evidence, and what is null or empty in rows; `not_shown` counts it. */
  readonly detail: 'brief';
}

/** A brief answer: rows lack what is null or empty in them. */
export type Brief<Answer> = {
  readonly [Field in keyof Answer]: BriefValue<Answer[Field]>;
} & { readonly not_shown?: readonly { readonly field: string; readonly count: number; readonly what: string }[] };

type BriefValue<Value> = Value extends readonly (infer Row)[]
  ? readonly BriefRow<Row>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: BriefValue<Value[Field]> }
    : Value;

type BriefRow<Row> = Row extends readonly unknown[]
  ? Row
  : Row extends object
    ? { readonly [Field in keyof Row]?: BriefValue<Row[Field]> }
    : Row;

export interface QueueOptions extends AnalysisOptions {
  /** Queues the call and answers with its job. */
  readonly wait: false;
  readonly dryRun?: false;
}

export interface DryRunOptions extends AnalysisOptions {
  /** Checks and prices the call without running or charging it. */
  readonly dryRun: true;
}

/** A call that has become one job. */
export type Queued = Required<Accepted>;

/** How the service answered, beside the answer itself. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
}

/** An answer that also tells how it came. */
export interface Answering<Answer> extends Promise<Answer> {
  /** The answer with the status and headers of the request that began it. */
  withResponse(): Promise<{ answer: Answer; response: Received }>;
}

/** What one operation takes and returns. */
export interface Call<Kind extends string, Request extends object, Answer> {
  readonly kind: Kind;
  readonly request: Request;
  readonly answer: Answer;
}

interface AnyCall {
  readonly kind: string;
  readonly request: object;
  readonly answer: unknown;
}

/** A request may be left out where it has no field that is needed. */
type Arguments<Request, Options> = {} extends Request
  ? [request?: Request, options?: Options]
  : [request: Request, options?: Options];

interface Analysis<Request extends object, Answer> {
  (request: Request, options: DryRunOptions): Answering<DryRun>;
  (request: Request, options: QueueOptions): Answering<Queued>;
  (request: Request, options: BriefOptions): Answering<Brief<Answer>>;
  (...given: Arguments<Request, WaitOptions>): Answering<Answer>;
}

interface Batch<Request extends object> {
  (request: Request, options: DryRunOptions): Answering<DryRun>;
  (request: Request, options?: AnalysisOptions): Answering<Accepted>;
}

interface Table<Request extends object, Answer> {
  (request: Request & { readonly format: 'csv' }, options?: CallOptions): Answering<string>;
  (...given: Arguments<Request & { readonly format?: 'json' }, CallOptions>): Answering<Answer>;
}

/** An analysis that also comes as a table. */
interface AnalysisTable<Request extends object, Answer> {
  (request: Request & { readonly format: 'csv' }, options?: CallOptions): Answering<string>;
  (request: Request, options: DryRunOptions): Answering<DryRun>;
  (request: Request, options: QueueOptions): Answering<Queued>;
  (request: Request & { readonly format?: 'json' }, options: BriefOptions): Answering<Brief<Answer>>;
  (...given: Arguments<Request & { readonly format?: 'json' }, WaitOptions>): Answering<Answer>;
}

/** How an operation is called. */
export type Operation<Called extends AnyCall> = Called['kind'] extends 'analysis'
  ? Analysis<Called['request'], Called['answer']>
  : Called['kind'] extends 'batch'
    ? Batch<Called['request']>
    : Called['kind'] extends 'csv'
      ? Table<Called['request'], Called['answer']>
      : Called['kind'] extends 'analysis-csv'
        ? AnalysisTable<Called['request'], Called['answer']>
        : (...given: Arguments<Called['request'], CallOptions>) => Answering<Called['answer']>;
