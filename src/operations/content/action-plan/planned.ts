import type { Item } from './items.ts';
import type { Calendar, Placement } from './schedule.ts';

/** What every part of the report is made from. */
export interface Planned {
  readonly items: readonly Item[];
  readonly dependencies: readonly (readonly number[])[];
  readonly calendar: Calendar;
  readonly team: readonly string[];
  /** By index of the item; only of those in the plan. */
  readonly stays: ReadonlyMap<number, Placement>;
}

/** Hundredths, in which efforts are kept so that sums are exact, as points. */
export function toPoints(hundredths: number): number {
  return hundredths / 100;
}

/** A title within a sentence. */
export function quoteTitle(title: string): string {
  return `“${title}”`;
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
export function countWaiting({ dependencies, stays }: Planned): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const index of stays.keys()) {
    for (const dep of dependencies[index] ?? []) counts.set(dep, (counts.get(dep) ?? 0) + 1);
  }
  return counts;
}

interface Chain {
  /** Effort of the whole chain that ends here. */
  readonly effort: number;
  readonly before: number | undefined;
}

/**
 * The longest chain of dependencies in the plan, by effort: no number of owners makes the plan shorter than this. Empty where
 * no item waits for another, since an item alone is no chain.
 */
export function findCriticalPath(planned: Planned): number[] {
  const chains = findLongestChains(planned);
  let end: number | undefined;
  let most = 0;
  for (const [index, { effort, before }] of [...chains].sort(([one], [other]) => one - other)) {
    if (before === undefined || effort <= most) continue;
    most = effort;
    end = index;
  }
  const path: number[] = [];
  for (let at = end; at !== undefined; at = chains.get(at)?.before) path.unshift(at);
  return path;
}

function findLongestChains({ items, dependencies, stays }: Planned): ReadonlyMap<number, Chain> {
  const chains = new Map<number, Chain>();
  // Whatever an item waits for starts before it.
  for (const [index] of [...stays].sort(([, one], [, other]) => one.start - other.start)) {
    let longest: Chain = { effort: 0, before: undefined };
    for (const dep of dependencies[index] ?? []) {
      const effort = chains.get(dep)?.effort ?? 0;
      if (effort > longest.effort) longest = { effort, before: dep };
    }
    chains.set(index, { effort: longest.effort + (items[index]?.effort ?? 0), before: longest.before });
  }
  return chains;
}

/** Who works on an item, the one who begins first before the others; nobody without a team. */
export function listOwners({ team, stays }: Planned, index: number): string[] {
  return (stays.get(index)?.parts ?? []).flatMap(({ owner }) => team[owner] ?? []);
}
