import type { ErrorCode, JobError } from './types/shapes.ts';

interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string | null;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

/** Everything that this client throws, but for what an abort signal carries. */
export class SeamarkError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service refused the call, or failed: its problem document. Nothing was charged. */
export class ProblemError extends SeamarkError {
  /** What a program decides by. */
  readonly code: ErrorCode;
  /** What the caller can do about it. */
  readonly fix: string | null;
  /** Every bad field of the request. */
  readonly errors: Failure['errors'];
  readonly status: number;
  readonly headers: Headers;
  /** Names the call in the service's log. */
  readonly requestId: string | null;

  constructor(
    failure: Failure,
    response: { readonly status: number; readonly headers: Headers; readonly requestId: string | null },
  ) {
    super(failure.message);
    this.code = failure.code;
    this.fix = failure.fix;
    this.errors = failure.errors;
    this.status = response.status;
    this.headers = response.headers;
    this.requestId = response.requestId;
  }
}

/** The job that ran the call failed, for the reason that the call itself would have given. Nothing was charged. */
export class JobFailedError extends SeamarkError {
  readonly code: ErrorCode;
  readonly fix: string | null;
  readonly errors: Failure['errors'];
  readonly jobId: string;

  constructor(jobId: string, failure: JobError) {
    super(failure.message);
    this.code = failure.code;
    this.fix = failure.fix;
    this.errors = failure.errors;
    this.jobId = jobId;
  }
}

/** Somebody cancelled the job that ran the call. */
export class JobCancelledError extends SeamarkError {
  readonly jobId: string;

  constructor(jobId: string) {
    super(`The job ${jobId} was cancelled.`);
    this.jobId = jobId;
  }
}

/** The service could not be reached, or the connection was lost; `cause` says why. */
export class ConnectionError extends SeamarkError {}

/** The service took longer than `timeoutMs`. It may still run the call: repeat it with the same idempotency key. */
export class TimeoutError extends SeamarkError {}

/** Something answered that is no Seamark service, such as the error page of a proxy. */
export class UnexpectedAnswerError extends SeamarkError {
  readonly status: number;

  constructor(status: number, url: string) {
    super(`${url} answered ${status}, which is not a Seamark response.`);
    this.status = status;
  }
}
