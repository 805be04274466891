/** Days of the week, Monday first. */
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export interface DayHours {
  readonly day: (typeof DAYS)[number];
  /** `09:00`–`17:30`; past midnight ends are above `24:00`. Empty is closed. */
  readonly open: readonly { readonly from: string; readonly to: string }[];
}

/** A time that a business is open, from a day of the week (0 is Monday) on. */
export interface OpenTime {
  readonly day: number;
  /** Minutes after midnight. */
  readonly from: number;
  /** Minutes after the same midnight: above 1,440 where it closes on the next day. */
  readonly to: number;
}

export const DAY_MINUTES = 1440;

/** Hours by day of the week, each day's in their order. Hours that last longer than 24 hours are split at midnight. */
export function groupByDay(times: readonly OpenTime[]): DayHours[] {
  const parts = times.flatMap(splitDays).sort((one, other) => one.from - other.from);
  return DAYS.map((day, at) => ({
    day,
    open: parts
      .filter((part) => part.day === at)
      .map(({ from, to }) => ({ from: formatTime(from), to: formatTime(to) })),
  }));
}

function splitDays({ day, from, to }: OpenTime): OpenTime[] {
  if (to - from <= DAY_MINUTES) return [{ day, from, to }];
  const rest = splitDays({ day: (day + 1) % DAYS.length, from: 0, to: Math.min(to - DAY_MINUTES, 6 * DAY_MINUTES) });
  return [{ day, from, to: DAY_MINUTES }, ...rest];
}

function formatTime(minutes: number): string {
  const pad = (count: number): string => String(count).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
