import { AppError } from '../kernel/errors.ts';

/**
 * Why a request to a source came to nothing.
 *
 * `wrong_key`: the key is unknown, expired or may not do this; `no_funds`: the account is empty or over its plan;
 * `rate_limited`: too many requests; `refused`: it does not accept the question; `unfinished`: its task is still waiting;
 * `broken`: the answer is none of its answers; `incomplete`: it answered less than was asked for; `failed`: its own failure;
 * `unreachable` and `timeout`: no answer at all.
 */
export type FailureKind =
  | 'wrong_key'
  | 'no_funds'
  | 'rate_limited'
  | 'refused'
  | 'unfinished'
  | 'broken'
  | 'incomplete'
  | 'failed'
  | 'unreachable'
  | 'timeout';

/**
 * What a source's HTTP statuses and own codes mean: the kind, and a sentence on what the operator can do.
 *
 * `429 run out` is status 429 where the vendor's words hold `run out`, before plain `429`; `402xx` stands for codes of its own
 * that begin so and are not named; `not_json` is an answer in another format, such as a web page.
 */
export type SourceFailures = Readonly<Record<string, { readonly kind: FailureKind; readonly fix?: string }>>;

const AGAIN: ReadonlySet<FailureKind> = new Set([
  'rate_limited',
  'unfinished',
  'broken',
  'failed',
  'unreachable',
  'timeout',
]);

interface FailureDetails {
  /** What the operator can do, in one sentence. */
  readonly fix?: string | undefined;
  readonly retry_after_s?: number | undefined;
  /** What was charged all the same; undefined where nobody says. */
  readonly usd?: number | undefined;
  readonly cause?: unknown;
}

/** A source's failure in its own words, without secrets. Nothing is written down of it. */
export class SourceFailure extends AppError {
  readonly kind: FailureKind;
  readonly retry_after_s: number | undefined;
  readonly usd: number | undefined;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(kind === 'timeout' ? 'source_timeout' : 'source_failed', message, {
      ...(details.fix === undefined ? {} : { fix: details.fix }),
      cause: details.cause,
    });
    this.name = 'SourceFailure';
    this.kind = kind;
    this.retry_after_s = details.retry_after_s;
    this.usd = details.usd;
  }

  /** The same failure after others that were charged so much; as it is where they were free. */
  after(usd: number): SourceFailure {
    if (usd === 0) return this;
    const { kind, message, fix, retry_after_s, cause } = this;
    return new SourceFailure(kind, message, { fix, retry_after_s, usd: usd + (this.usd ?? 0), cause });
  }

  /** Whether the same request may succeed in a moment. */
  get is_passing(): boolean {
    return AGAIN.has(this.kind);
  }
}
