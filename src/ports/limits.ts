export interface RateRule {
  readonly per_minute: number;
}

/** How a caller stands after a request was counted. */
export interface RateStanding {
  readonly allowed: boolean;
  /** Requests that fit into a minute. */
  readonly limit: number;
  /** Requests that would be allowed right now. */
  readonly remaining: number;
  /** Seconds until all of them are there again. */
  readonly reset_s: number;
  /** Seconds until the refused request would be allowed; 0 for one that was. */
  readonly retry_after_s: number;
}

/** Counts requests by the generic cell rate algorithm; a burst may be as large as a minute's worth. */
export interface RateLimiter {
  /** Never rejects: where the count cannot be kept, the request is let through. */
  take(key: string, rule: RateRule): Promise<RateStanding>;
  /** Gives a part of a request back, such as 0.9 of one that was refused before it cost anything. */
  giveBack(key: string, rule: RateRule, share: number): void;
}
