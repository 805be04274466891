const SECONDS_MAX = 365 * 86_400;

/** How every transport words the refusal of a `max_age`. */
export const MAX_AGE_PROBLEM = `must be a whole number of seconds from 0 to ${SECONDS_MAX}`;

/** Seconds from a query string, a tool's input or a command line; undefined for none, and for what is no such number. */
export function readMaxAge(given: unknown): number | undefined {
  const seconds = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return undefined;
  return seconds >= 0 && seconds <= SECONDS_MAX ? seconds : undefined;
}
