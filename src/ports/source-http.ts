/**
 * How a source speaks to its vendor. Statuses of 400 and above, broken JSON, HTML in the place of JSON, timeouts and lost
 * connections are thrown as failures that name what happened in the vendor's own words.
 */
export interface SourceHttp {
  /** @throws SourceFailure */
  json(request: SourceHttpRequest): Promise<SourceHttpAnswer>;
}

export interface SourceHttpRequest {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  /** Added to the URL, encoded; undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, in the place of a body. */
  readonly form?: Readonly<Record<string, string>>;
  /** Of the answer, for tables that are larger than what sources usually send. */
  readonly bytes_max?: number;
  readonly signal: AbortSignal;
}

export interface SourceHttpAnswer {
  readonly status: number;
  /** Parsed JSON; the source checks its shape with zod. */
  readonly body: unknown;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}
