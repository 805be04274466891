/** What the parts of the service tell about themselves. Every method returns at once and never throws. */
export interface Metrics {
  observeRequest(request: RequestSample): void;
  /** A call of an operation that has ended or became a job; `outcome` is `ok`, `queued` or the code of its error. */
  countCall(call: CallSample): void;
  /** Something that happened to a job. */
  countJob(operation: string, event: JobMetricEvent): void;
  /** How long one attempt of a job ran. */
  observeJobRun(operation: string, duration_ms: number): void;
  countWebhookAttempt(outcome: 'delivered' | 'failed', duration_ms: number): void;
  countRateLimited(): void;
  /** A request to a source that has ended. */
  countSourceRequest(request: SourceRequestSample): void;
}

interface SourceRequestSample {
  readonly source: string;
  readonly outcome: 'answered' | 'failed';
  readonly usd: number;
}

interface RequestSample {
  readonly method: string;
  /** The template, such as `/api/v1/jobs/:id`: addresses as they were asked for are without number. */
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
}

interface CallSample {
  readonly operation: string;
  readonly transport: string;
  readonly outcome: string;
  readonly credits: number;
  readonly duration_ms: number;
}

type JobMetricEvent = 'queued' | 'completed' | 'failed' | 'retried' | 'cancelled' | 'lost';

/** What is counted in the database when somebody asks for the metrics. */
export interface Backlog {
  readonly jobs: readonly { readonly operation: string; readonly status: string; readonly count: number }[];
  /** How long the oldest job that could run has been waiting. */
  readonly queue_lag_s: number;
  readonly pending_deliveries: number;
}
