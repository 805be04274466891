import { AppError } from '../../../kernel/errors.ts';
import { addDays, type DayPeriod, daysBetween, periodBetween, readPeriod } from '../../../web/day-period.ts';
import { plainWord } from '../../csv/heading-words.ts';
import { readTwoDays } from './days.ts';
import { lengthIn, metricOf, namesYearBefore } from './words.ts';

/** What may tell the days of an export, each undefined or empty where it does not. */
export interface PeriodClues {
  /** As the user names it, for an export that has no days of its own. */
  readonly option: string | undefined;
  /** First and last day of a table by date, and of its earlier period where that has dates of its own. */
  readonly dates: DayPeriod | undefined;
  readonly previous_dates: DayPeriod | undefined;
  /** Headings of a metric, of either period. */
  readonly heading: string;
  readonly previous_heading: string | undefined;
  /** From the filters. */
  readonly written: readonly string[];
  /** When the export was made. */
  readonly exported_on: string;
}

export interface ExportPeriods {
  readonly current: DayPeriod;
  /** Undefined where nothing is compared. */
  readonly previous: DayPeriod | undefined;
  /** The last day was not named and follows from the day of the export. */
  readonly isCounted: boolean;
}

/** Search Console shows a day when it is two days past. */
const DELAY_DAYS = 2;

/** The days of an export; undefined where nothing names them. */
export function periodsOf(clues: PeriodClues): ExportPeriods | undefined {
  const named = namedPeriod(clues);
  const current = named ?? countedPeriod(clues);
  if (current === undefined) return undefined;
  return { current, previous: previousPeriod(clues, current), isCounted: named === undefined };
}

/** @throws AppError for an option that cannot be read */
function namedPeriod({ option, dates, heading, written }: PeriodClues): DayPeriod | undefined {
  if (option !== undefined && dates === undefined) {
    const read = readPeriod(option);
    if (read !== undefined) return read;
    throw new AppError('invalid_input', `"${option.slice(0, 60)}" is not a period.`, {
      fix: 'Write it as two days, such as 2026-10-24..2026-11-20, or as a month, such as 2026-10.',
      issues: [
        { path: 'period', message: 'must be two days such as 2026-10-24..2026-11-20, or a month such as 2026-10' },
      ],
    });
  }
  return dates ?? twoDaysIn(heading) ?? written.map(twoDaysIn).find((period) => period !== undefined);
}

function countedPeriod({ heading, written, exported_on }: PeriodClues): DayPeriod | undefined {
  const length = [heading, ...written].map(lengthIn).find((each) => each !== undefined);
  if (length === undefined) return undefined;
  const to = addDays(exported_on, -DELAY_DAYS);
  if (length.unit === 'day') return { from: addDays(to, 1 - length.count), days: length.count };
  const from = new Date(`${to}T00:00:00Z`);
  from.setUTCMonth(from.getUTCMonth() - length.count);
  return periodBetween(addDays(from.toISOString().slice(0, 10), 1), to);
}

function previousPeriod(clues: PeriodClues, current: DayPeriod): DayPeriod | undefined {
  const { previous_heading, previous_dates } = clues;
  if (previous_heading === undefined) return undefined;
  const named = previous_dates ?? twoDaysIn(previous_heading);
  if (named !== undefined) return named;
  const label = metricOf(previous_heading)?.label ?? '';
  const isYear = namesYearBefore(label) || clues.written.some((text) => namesYearBefore(plainWord(text)));
  return { from: isYear ? yearBefore(current.from) : addDays(current.from, -current.days), days: current.days };
}

function yearBefore(day: string): string {
  const date = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return date.endsWith('02-29') ? date.replace('02-29', '02-28') : date;
}

/** Of a heading with the name of its metric before or behind the days. */
function twoDaysIn(text: string): DayPeriod | undefined {
  const words = text.trim();
  const days =
    readTwoDays(words) ??
    readTwoDays(words.replace(/\s+[^\s\d]+$/, '')) ??
    readTwoDays(words.replace(/^[^\s\d]+\s+/, ''));
  return days === undefined ? undefined : periodBetween(days.from, days.to);
}

/** How many days before a day of the current period its counterpart lies. */
export function shiftBetween({ current, previous }: ExportPeriods): number {
  return previous === undefined ? 0 : daysBetween(previous.from, current.from);
}
