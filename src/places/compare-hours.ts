import { DAY_MINUTES, type DayHours, DAYS } from '../web/hours/day-hours.ts';

/** Whether the hours of a day agree. */
export interface DayComparison {
  readonly day: DayHours['day'];
  /** `09:00-12:00, 13:00-17:00`, or `closed`. */
  readonly listing: string;
  readonly site: string;
  readonly matches: boolean;
}

/** Compares two weeks day by day, however they divide their times: `09:00–12:00, 12:00–17:00` is `09:00–17:00`. */
export function compareHours(listing: readonly DayHours[], site: readonly DayHours[]): DayComparison[] {
  const [one, other] = [readWeek(listing), readWeek(site)];
  return DAYS.map((day, at) => {
    const [shown, stated] = [showTimes(one[at] ?? []), showTimes(other[at] ?? [])];
    return { day, listing: shown, site: stated, matches: shown === stated };
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A minute before midnight is midnight, since that is the last time of day that many forms take. */
const LAST_MINUTE = DAY_MINUTES - 1;

/** Times by the day on which they begin. Those that meet are one, past midnight, too; around the clock is every whole day. */
function readWeek(hours: readonly DayHours[]): Span[][] {
  const spans = hours.flatMap(({ day, open }) => {
    const start = DAYS.indexOf(day) * DAY_MINUTES;
    return open.map(({ from, to }) => ({ from: start + readMinutes(from), to: start + closeOf(readMinutes(to)) }));
  });
  const merged = mergeSpans(spans);
  const [first] = merged;
  const last = merged.at(-1);
  const week = DAYS.length * DAY_MINUTES;
  // Saturday's night that ends on Sunday's morning is told once, at its beginning.
  if (first !== undefined && last !== undefined && merged.length > 1 && first.from === 0 && last.to === week) {
    merged.shift();
    merged[merged.length - 1] = { from: last.from, to: week + first.to };
  }
  const days: Span[][] = DAYS.map(() => []);
  for (const span of merged.flatMap(splitLong)) {
    const at = Math.floor(span.from / DAY_MINUTES) % DAYS.length;
    const start = Math.floor(span.from / DAY_MINUTES) * DAY_MINUTES;
    days[at]?.push({ from: span.from - start, to: span.to - start });
  }
  return days;
}

function closeOf(minutes: number): number {
  return minutes === LAST_MINUTE ? DAY_MINUTES : minutes;
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    const before = merged.at(-1);
    if (before === undefined || before.to < span.from) merged.push(span);
    else merged[merged.length - 1] = { from: before.from, to: Math.max(before.to, span.to) };
  }
  return merged;
}

/** More than a day without a break is told day by day. */
function splitLong({ from, to }: Span): Span[] {
  if (to - from <= DAY_MINUTES) return [{ from, to }];
  const midnight = (Math.floor(from / DAY_MINUTES) + 1) * DAY_MINUTES;
  return [{ from, to: midnight }, ...splitLong({ from: midnight, to })];
}

function showTimes(spans: readonly Span[]): string {
  return spans.length === 0 ? 'closed' : spans.map(({ from, to }) => `${showTime(from)}-${showTime(to)}`).join(', ');
}

function showTime(minutes: number): string {
  const inDay = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes;
  const pad = (count: number): string => String(count).padStart(2, '0');
  return `${pad(Math.floor(inDay / 60))}:${pad(inDay % 60)}`;
}

function readMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
