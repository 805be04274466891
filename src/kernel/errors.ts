/**
 * Every failure a caller can see, in one table.
 *
 * `retryable` answers one question for a program: may the same request be sent again?
 * Adding a row is a contract change: it lands in the OpenAPI file and docs/errors.md on `npm run gen`.
 */
export const ERRORS = {
  invalid_json: { status: 400, retryable: false, title: 'The body is not valid JSON.' },
  invalid_request: { status: 400, retryable: false, title: 'The request cannot be read.' },
  unauthenticated: { status: 401, retryable: false, title: 'The API key is missing or unknown.' },
  insufficient_credits: { status: 402, retryable: false, title: 'The workspace has too few credits left.' },
  budget_exceeded: { status: 402, retryable: false, title: 'The project has used up its monthly budget.' },
  origin_not_allowed: { status: 403, retryable: false, title: 'The key may not be used from this origin.' },
  key_not_allowed_here: { status: 403, retryable: false, title: 'The key may not be used for this.' },
  not_found: { status: 404, retryable: false, title: 'The resource does not exist.' },
  method_not_allowed: { status: 405, retryable: false, title: 'The path does not support this method.' },
  conflict: { status: 409, retryable: false, title: 'The request conflicts with the current state.' },
  payload_too_large: { status: 413, retryable: false, title: 'The request body is too large.' },
  unsupported_media_type: { status: 415, retryable: false, title: 'The body must be JSON.' },
  invalid_input: { status: 422, retryable: false, title: 'The input is not valid for the operation.' },
  unfetchable_url: { status: 422, retryable: false, title: 'The URL cannot be read.' },
  rate_limited: { status: 429, retryable: true, title: 'Too many requests for the plan.' },
  internal: { status: 500, retryable: true, title: 'The service failed.' },
  source_failed: { status: 502, retryable: true, title: 'A data source did not return a usable answer.' },
  source_not_configured: { status: 503, retryable: false, title: 'No connected source offers this kind of data.' },
  provider_budget_spent: {
    status: 503,
    retryable: false,
    title: 'The budget for paid data sources is spent for today.',
  },
  unavailable: { status: 503, retryable: true, title: 'The service is not ready.' },
  source_timeout: { status: 504, retryable: true, title: 'A data source took too long.' },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One thing wrong with one field of a request. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

interface AppErrorOptions {
  /** What the caller can do about it, in one sentence. */
  readonly fix?: string;
  readonly issues?: readonly InputIssue[];
  /** In place of the title of its code, where that speaks of something else. */
  readonly title?: string;
  readonly cause?: unknown;
}

/**
 * An expected failure. Its message, fix and issues are shown to the caller, so they hold no secrets.
 * Anything else that is thrown is a bug: it is logged with the request id and shown as `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fix: string | undefined;
  readonly issues: readonly InputIssue[];
  readonly title: string;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fix = options.fix;
    this.issues = options.issues ?? [];
    this.title = options.title ?? ERRORS[code].title;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}

/** The same failure where its fields stand elsewhere in the request; whatever names no field is as it was. */
export function renameFields(thrown: unknown, rename: (path: string) => string): unknown {
  if (!(thrown instanceof AppError) || thrown.issues.length === 0) return thrown;
  const { code, message, fix, title, issues } = thrown;
  return new AppError(code, message, {
    ...(fix === undefined ? {} : { fix }),
    title,
    cause: thrown,
    issues: issues.map((issue) => ({ ...issue, path: rename(issue.path) })),
  });
}

const OF_SOURCES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'source_not_configured',
  'source_failed',
  'source_timeout',
  'provider_budget_spent',
]);

/** Whether no source answered, connected or not; all other failures are the caller's or ours. */
export function isSourceFailure(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && OF_SOURCES.has(thrown.code);
}

/** Whether nothing that is connected offers what was asked for. */
export function isNotConnected(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && thrown.code === 'source_not_configured';
}

/** Seconds after which to send the same request again; undefined where that does not help. */
export function secondsToRetry({ retryable, status }: AppError): number | undefined {
  if (!retryable) return undefined;
  return status === 429 ? 1 : 5;
}

/** Hides everything that was not meant for a caller. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError('internal', 'Something went wrong on our side. Nothing was charged.', {
    fix: 'Try again; if the problem persists, report it with the request id.',
    cause: thrown,
  });
}

/** The message of anything that was thrown, for logs and for records of failures. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
