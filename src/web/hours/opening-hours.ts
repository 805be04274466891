import { DAY_MINUTES, type DayHours, DAYS, groupByDay, type OpenTime } from './day-hours.ts';

const NAMES = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;
/** Holidays, which a week does not have. */
const HOLIDAYS = new Set(['ph', 'sh']);

const DAY = String.raw`(?:mo|tu|we|th|fr|sa|su|ph|sh)`;
const RANGES = String.raw`${DAY}(?:\s*-\s*${DAY})?`;
const TIMES = String.raw`\d{1,2}:\d{2}\s*-\s*\d{1,2}:\d{2}`;
const RULE = new RegExp(
  String.raw`^(?:(${RANGES}(?:\s*,\s*${RANGES})*)\s*:?\s*)?(off|closed|24/7|${TIMES}(?:\s*,\s*${TIMES})*)$`,
);
/** `Mo-Fr 09:00-17:00, Sa 10:00-14:00`: a comma that begins another rule. */
const NEXT_RULE = new RegExp(String.raw`(?<=\d|off|closed)\s*,\s*(?=${DAY})`);
/** Longer ones tell of seasons and holidays. */
const CHARACTERS_MAX = 200;

/**
 * Reads `opening_hours` of OpenStreetMap where they are a plain week, as most are: days, times, `off`, `24/7`, and rules that
 * take the place of earlier ones for their days. Null for anything else, such as seasons, sunsets and comments.
 */
export function readOpeningHours(text: string): DayHours[] | null {
  if (text.length > CHARACTERS_MAX) return null;
  const written = text.trim().toLowerCase();
  if (written === '') return null;
  const week: OpenTime[][] = DAYS.map(() => []);
  const parts = written.split(';').map((part) => part.trim());
  for (const part of parts.filter((rule) => rule !== '')) {
    for (const [at, rule] of part.split(NEXT_RULE).entries()) {
      if (!applyRule(week, rule.trim(), at > 0)) return null;
    }
  }
  return groupByDay(week.flat());
}

/** False when the rule is none that is known here. */
function applyRule(week: OpenTime[][], rule: string, isAdded: boolean): boolean {
  const [, days, times = ''] = RULE.exec(rule) ?? [];
  if (times === '') return false;
  const meant = days === undefined ? DAYS.map((_, at) => at) : daysOf(days);
  const open = timesOf(times);
  if (open === undefined) return false;
  for (const day of meant) {
    const added = open.map((time) => ({ ...time, day }));
    week[day] = isAdded ? [...(week[day] ?? []), ...added] : added;
  }
  return true;
}

function daysOf(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [first = '', last = first] = range.split('-').map((name) => name.trim());
    if (HOLIDAYS.has(first)) return [];
    const [from, to] = [dayOf(first), dayOf(last)];
    const count = ((to - from + DAYS.length) % DAYS.length) + 1;
    return Array.from({ length: count }, (_, at) => (from + at) % DAYS.length);
  });
}

function dayOf(name: string): number {
  return Math.max(
    0,
    NAMES.findIndex((known) => known === name),
  );
}

/** Undefined when a time is none, such as 25:70. */
function timesOf(text: string): Omit<OpenTime, 'day'>[] | undefined {
  if (text === 'off' || text === 'closed') return [];
  if (text === '24/7') return [{ from: 0, to: DAY_MINUTES }];
  const read = text.split(',').map((range) => {
    const [from = Number.NaN, to = Number.NaN] = range.split('-').map(minutesOf);
    return { from, to: to <= from ? to + DAY_MINUTES : to };
  });
  const isTime = ({ from, to }: Omit<OpenTime, 'day'>): boolean => from < DAY_MINUTES && to <= 2 * DAY_MINUTES;
  return read.every(isTime) ? read : undefined;
}

function minutesOf(text: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = text.split(':').map(Number);
  return minutes < 60 ? hours * 60 + minutes : Number.NaN;
}
