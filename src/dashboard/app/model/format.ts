const NUMBER = new Intl.NumberFormat('en');
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

// A request can cost less than a cent.
const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

export function number(value: number): string {
  return NUMBER.format(value);
}

export function usd(value: number): string {
  return USD.format(value);
}

export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : SHARE.format(part / whole);
}

/** `1 call`, `2 calls`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** `14:03` today, `21 Nov, 14:03` before, in the time zone of who looks. */
export function minute(iso: string): string {
  const isToday = new Date(iso).toDateString() === new Date().toDateString();
  return isToday ? localTime(iso).slice(0, 5) : dayAndMinute(iso);
}

/** `21 Nov, 14:03`, for what is printed or read on another day. */
export function dayAndMinute(iso: string): string {
  return `${day(iso)}, ${localTime(iso).slice(0, 5)}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

const BARE_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** `22 Nov`, and `9 Jan 2025` in other years than this, in the time zone of who looks; a day without a time is that day everywhere. */
export function day(iso: string | number): string {
  const date = new Date(typeof iso === 'string' && BARE_DAY.test(iso) ? `${iso}T00:00` : iso);
  return (date.getFullYear() === new Date().getFullYear() ? DAY : DAY_OF_YEAR).format(date);
}

const MONTH_OF_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `Dec 2025` of `2025-12`, and `Nov 2025 – Oct 2026` of `2025-11/2026-10`. */
export function month(text: string): string {
  return text
    .split('/')
    .map((each) => MONTH_OF_YEAR.format(new Date(`${each}-01T00:00Z`)))
    .join(' – ');
}

/** `14:03:27` in the time zone of who looks. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const DAY_MS = 86_400_000;

/** A day in UTC, as usage is counted: today, or so many days before. */
export function utcDay(days_ago: number): string {
  return new Date(Date.now() - days_ago * DAY_MS).toISOString().slice(0, 10);
}
