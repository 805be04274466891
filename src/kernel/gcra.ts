/**
 * The generic cell rate algorithm: a bucket that refills steadily, kept as one number.
 *
 * `arrival` is when the bucket would be full if nothing more came, in seconds. A request moves it one interval on, and
 * is refused when that would put it more than a window ahead.
 */
export const WINDOW_S = 60;

export interface Standing {
  readonly remaining: number;
  readonly reset_s: number;
  readonly retry_after_s: number;
}

/** What fits now, and when more does. */
export function standingAt(arrival: number, now: number, per_minute: number): Standing {
  const interval = WINDOW_S / per_minute;
  const ahead = Math.max(0, arrival - now);
  const free = (WINDOW_S - ahead) / interval;
  // Sums of intervals are off by a hair; that must not cost a request.
  const remaining = Math.max(0, Math.floor(free + 1e-6));
  const retryAfter = remaining > 0 ? 0 : Math.max(1, Math.ceil(ahead + interval - WINDOW_S));
  return { remaining, reset_s: Math.ceil(ahead), retry_after_s: retryAfter };
}
