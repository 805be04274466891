import type { Week } from './windows.ts';

/**
 * The week in which a falling series began to fall: of all weeks, the one at which a level followed by a lower level, or a
 * level followed by a straight fall, comes closest to the logarithms of the weeks (least squares).
 *
 * @param weeks oldest first
 * @param usual what the season leaves of each week, 1 for all of it
 * @returns the first day of that week; null where no week begins a fall
 */
export function findFirstDecline(
  weeks: readonly Week[],
  basis: 'clicks' | 'impressions',
  usual: readonly number[],
): string | null {
  const known = weeks.flatMap((week, at) => (week.is_known ? [{ week, usual: usual[at] ?? 1 }] : []));
  const values = known.map(({ week, usual: left }) => Math.log(week[basis] + 0.5) - Math.log(left));
  const starts = known.map((_, at) => at).slice(1);
  const fits = starts.flatMap((at) => [fit(values, at, () => 1), fit(values, at, (step) => step + 1)]);
  const best = fits
    .filter(({ slope }) => slope < 0)
    .reduce<Fit | undefined>(
      (least, each) => (least === undefined || each.error < least.error ? each : least),
      undefined,
    );
  return best === undefined ? null : (known[best.at]?.week.from ?? null);
}

interface Fit {
  readonly at: number;
  readonly slope: number;
  readonly error: number;
}

/** A level, to which a shape is added from one week on. */
function fit(values: readonly number[], at: number, shape: (step: number) => number): Fit {
  const shapes = values.map((_, index) => (index < at ? 0 : shape(index - at)));
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [middle, level] = [mean(shapes), mean(values)];
  const spread = shapes.reduce((sum, each) => sum + (each - middle) ** 2, 0);
  const shared = shapes.reduce((sum, each, index) => sum + (each - middle) * ((values[index] ?? 0) - level), 0);
  const slope = spread === 0 ? 0 : shared / spread;
  const error = values.reduce(
    (sum, value, index) => sum + (value - level - slope * ((shapes[index] ?? 0) - middle)) ** 2,
    0,
  );
  return { at, slope, error };
}

export interface Interval {
  readonly from: string;
  readonly to: string;
  readonly change_percent: number;
  readonly before: number;
  readonly after: number;
}

/** Fewer in a week make percentages that mean nothing. */
const COUNT_MIN = 10;

/** The two weeks in a row between which most was lost; null where no week is lower than the one before. */
export function findWorstInterval(weeks: readonly Week[], basis: 'clicks' | 'impressions'): Interval | null {
  const steps = weeks.slice(1).flatMap((week, at): Interval[] => {
    const before = weeks[at];
    if (before === undefined || !before.is_known || !week.is_known) return [];
    if (before[basis] < COUNT_MIN || week[basis] >= before[basis]) return [];
    const change_percent = Math.round((1000 * (week[basis] - before[basis])) / before[basis]) / 10;
    return [{ from: before.from, to: week.to, change_percent, before: before[basis], after: week[basis] }];
  });
  return steps.reduce<Interval | null>(
    (worst, step) => (worst === null || step.before - step.after > worst.before - worst.after ? step : worst),
    null,
  );
}
