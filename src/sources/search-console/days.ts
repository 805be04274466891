/** Days of Search Console, which are days of Pacific time, as `2026-11-18`. */

const PACIFIC = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles', dateStyle: 'short' });
const DAY_MS = 86_400_000;
/** So far Google's figures reach back. */
const MONTHS_BACK = 16;
const STEP_MS = 900_000;

export function pacificDay(time: Date): string {
  return PACIFIC.format(time);
}

export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first day that the API answers for on a day. */
export function firstDayOn(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const month0 = month - 1 - MONTHS_BACK;
  const lastOfMonth = new Date(Date.UTC(year, month0 + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month0, Math.min(day, lastOfMonth))).toISOString().slice(0, 10);
}

/** When the next Pacific day has begun, which is when quotas of a day begin anew. */
export function nextPacificDay(now: Date): Date {
  const today = pacificDay(now);
  let time = Math.ceil(now.getTime() / STEP_MS) * STEP_MS;
  while (pacificDay(new Date(time)) === today) time += STEP_MS;
  return new Date(time);
}
