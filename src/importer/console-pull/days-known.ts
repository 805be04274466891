import type { ConsoleUnit } from '../../ports/console-source.ts';
import type { ConsoleGrain, ConsoleSearchType } from '../../ports/console.ts';

const DAY_MS = 86_400_000;
/** Engines still correct a day for a while after they have called it complete. */
const ASKED_AGAIN_DAYS = 4;

/** Final days that the index has, by kind of search and grain. */
export type DaysKnown = (type: ConsoleSearchType, grain: ConsoleGrain) => ReadonlySet<string>;

/** Days since 1970: what an import notes of how far back it has come. */
export function dayNumber(day: string): number {
  return Date.parse(day) / DAY_MS;
}

/**
 * The tables that are still to be asked, in the same order.
 *
 * @param doneDown day number down to which this very pull has been; 0 at its start
 */
export function unitsToAsk(units: readonly ConsoleUnit[], known: DaysKnown, doneDown: number): ConsoleUnit[] {
  const newest = new Map<ConsoleSearchType, number>();
  for (const { search_type: type, day } of units) {
    if (day !== undefined) newest.set(type, Math.max(newest.get(type) ?? 0, dayNumber(day)));
  }
  return units.flatMap((unit) => {
    const { search_type: type, day } = unit;
    if (day === undefined) return [unit];
    const isRecent = dayNumber(day) > (newest.get(type) ?? 0) - ASKED_AGAIN_DAYS;
    const isDone = doneDown > 0 && dayNumber(day) >= doneDown;
    const grains = unit.grains.filter((grain) => (isRecent && !isDone) || !known(type, grain).has(day));
    return grains.length === 0 ? [] : [{ ...unit, grains }];
  });
}
