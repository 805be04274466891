import type { Item } from './items.ts';
import type { Stay } from './layout.ts';
import type { Calendar, Problem, Schedule } from './schedule.ts';

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
export function toPoints(hundredths: number): number {
  return hundredths / 100;
}

/** A title within a sentence; titles with quotation marks of their own get others. */
export function quoteTitle(title: string): string {
  return title.includes('"') ? `«${title}»` : `"${title}"`;
}

/** Open items that wait directly for this one and are not in the plan. */
export function listLeftBehind({ items, dependencies, stays }: Planned, index: number): readonly Item[] {
  return items.filter(
    (item) =>
      !stays.has(item.index) &&
      item.state !== 'finished' &&
      item.state !== 'cancelled' &&
      dependencies[item.index]?.includes(index) === true,
  );
}

/** How many scheduled items wait directly for each. */
export function countWaiting({ open, dependencies, stays }: Planned): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const index of open) {
    if (!stays.has(index)) continue;
    for (const dep of dependencies[index] ?? []) counts.set(dep, (counts.get(dep) ?? 0) + 1);
  }
  return counts;
}

interface PathStep {
  readonly item: string;
  readonly index: number;
  readonly effort_points: number;
  readonly due_date: string;
}

interface Chain {
  /** Effort of the whole chain that ends here. */
  readonly effort: number;
  readonly before: number | undefined;
}

/**
 * The chain of dependencies with the most effort in which each item begins the working day after the one it waits for,
 * from its beginning to an item that nothing else waits for: a day lost in it is a day lost at its end. A chain with
 * idle days has room to slip and is not critical, nor is an item alone.
 */
export function findCriticalPath(planned: Planned): PathStep[] {
  const chains = findLongestChains(planned);
  const waiting = countWaiting(planned);
  let end: number | undefined;
  let most = -1;
  for (const [index, { effort, before }] of [...chains].sort(([one], [other]) => one - other)) {
    if (before === undefined || waiting.has(index) || effort <= most) continue;
    most = effort;
    end = index;
  }
  const path: number[] = [];
  for (let at = end; at !== undefined; at = chains.get(at)?.before) path.unshift(at);
  return path.map((index) => toPathStep(planned, index));
}

function findLongestChains({ open, items, dependencies, stays }: Planned): ReadonlyMap<number, Chain> {
  const chains = new Map<number, Chain>();
  const scheduled = open
    .flatMap((index) => ({ index, stay: stays.get(index) }))
    .sort((one, other) => (one.stay?.start ?? 0) - (other.stay?.start ?? 0));
  for (const { index, stay } of scheduled) {
    if (stay === undefined) continue;
    let longest: Chain = { effort: 0, before: undefined };
    for (const dep of dependencies[index] ?? []) {
      if (stays.get(dep)?.end !== stay.start - 1) continue;
      const effort = chains.get(dep)?.effort ?? 0;
      if (effort > longest.effort) longest = { effort, before: dep };
    }
    chains.set(index, { effort: longest.effort + (items[index]?.effort ?? 0), before: longest.before });
  }
  return chains;
}

function toPathStep({ items, stays, calendar }: Planned, index: number): PathStep {
  return {
    item: items[index]?.title ?? '',
    index,
    effort_points: toPoints(items[index]?.effort ?? 0),
    due_date: calendar.dates[stays.get(index)?.end ?? 0] ?? '',
  };
}
