import { type Planned, pointsOf, waitingFor } from './planned.ts';

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
export function criticalPath(planned: Planned): PathStep[] {
  const chains = longestChains(planned);
  const waiting = waitingFor(planned);
  let end: number | undefined;
  let most = -1;
  for (const [index, { effort, before }] of [...chains].sort(([one], [other]) => one - other)) {
    if (before === undefined || waiting.has(index) || effort <= most) continue;
    most = effort;
    end = index;
  }
  const path: number[] = [];
  for (let at = end; at !== undefined; at = chains.get(at)?.before) path.unshift(at);
  return path.map((index) => stepOf(planned, index));
}

function longestChains({ open, items, dependencies, stays }: Planned): ReadonlyMap<number, Chain> {
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

function stepOf({ items, stays, calendar }: Planned, index: number): PathStep {
  return {
    item: items[index]?.title ?? '',
    index,
    effort_points: pointsOf(items[index]?.effort ?? 0),
    due_date: calendar.dates[stays.get(index)?.end ?? 0] ?? '',
  };
}
