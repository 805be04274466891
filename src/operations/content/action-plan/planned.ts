import type { Calendar } from './calendar.ts';
import type { Item } from './items.ts';
import type { Stay } from './layout.ts';
import type { Problem, Schedule } from './schedule.ts';

/** What every part of the report is made from. */
export interface Planned {
  readonly items: readonly Item[];
  readonly dependencies: readonly (readonly number[])[];
  readonly calendar: Calendar;
  readonly team: readonly string[];
  /** Indexes of the items that could be planned; jobs of the problem stand in this order. */
  readonly open: readonly number[];
  readonly problem: Problem;
  readonly schedule: Schedule;
  /** By index of the item. */
  readonly stays: ReadonlyMap<number, Stay>;
}

/** Hundredths, in which efforts are kept so that sums are exact, as points. */
export function pointsOf(hundredths: number): number {
  return hundredths / 100;
}

/** A title within a sentence; titles with quotation marks of their own get others. */
export function quoted(title: string): string {
  return title.includes('"') ? `«${title}»` : `"${title}"`;
}

/** Open items that wait directly for this one and are not in the plan. */
export function leftBehind({ items, dependencies, stays }: Planned, index: number): readonly Item[] {
  return items.filter(
    (item) =>
      !stays.has(item.index) &&
      item.state !== 'finished' &&
      item.state !== 'cancelled' &&
      dependencies[item.index]?.includes(index) === true,
  );
}

/** How many scheduled items wait directly for each. */
export function waitingFor({ open, dependencies, stays }: Planned): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const index of open) {
    if (!stays.has(index)) continue;
    for (const dep of dependencies[index] ?? []) counts.set(dep, (counts.get(dep) ?? 0) + 1);
  }
  return counts;
}
