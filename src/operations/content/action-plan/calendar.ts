/** A day of the horizon; the caller of the analysis knows the clock. */
export interface Day {
  readonly date: string;
  /** 0 is Sunday. */
  readonly weekday: number;
}

interface Week {
  readonly number: number;
  readonly start_date: string;
  readonly end_date: string;
  /** Capacity in hundredths of a point. */
  readonly capacity: number;
  /** Its working days, as places in `Calendar.dates`. */
  readonly first: number;
  readonly days: number;
}

export interface Calendar {
  /** The working days of the horizon. */
  readonly dates: readonly string[];
  readonly weeks: readonly Week[];
  /** The week (place in `weeks`) of each working day. */
  readonly week_of: readonly number[];
  /** Capacity of a whole week, in hundredths. */
  readonly capacity: number;
}

const DAYS_A_WEEK = 7;
export const WORKING_DAYS_A_WEEK = 5;

/**
 * Weeks of seven days from the first day on. Work is done from Monday to Friday, so each whole week has five working
 * days whatever day the plan begins on; a last week that the horizon cuts has capacity for the working days it keeps.
 */
export function calendarOf(days: readonly Day[], weeklyCapacity: number): Calendar {
  const dates: string[] = [];
  const weeks: Week[] = [];
  const weekOf: number[] = [];
  const capacity = weeklyCapacity * 100;
  for (let start = 0; start < days.length; start += DAYS_A_WEEK) {
    const stretch = days.slice(start, start + DAYS_A_WEEK);
    const working = stretch.filter(({ weekday }) => weekday >= 1 && weekday <= 5);
    if (working.length === 0) continue;
    weeks.push({
      number: weeks.length + 1,
      start_date: stretch[0]?.date ?? '',
      end_date: stretch.at(-1)?.date ?? '',
      capacity: Math.floor((capacity * working.length) / WORKING_DAYS_A_WEEK),
      first: dates.length,
      days: working.length,
    });
    for (const { date } of working) {
      dates.push(date);
      weekOf.push(weeks.length - 1);
    }
  }
  return { dates, weeks, week_of: weekOf, capacity };
}
