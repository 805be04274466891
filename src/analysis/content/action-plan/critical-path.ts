import { type Planned, pointsOf } from './planned.ts';

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

/** The chain of dependencies among scheduled items with the most effort, from its beginning to its end. */
export function criticalPath(planned: Planned): PathStep[] {
  const chains = longestChains(planned);
  let end: number | undefined;
  let most = -1;
  for (const [index, { effort }] of [...chains].sort(([one], [other]) => one - other)) {
    if (effort <= most) continue;
    most = effort;
    end = index;
  }
  const path: number[] = [];
  for (let at = end; at !== undefined; at = chains.get(at)?.before) path.unshift(at);
  return path.map((index) => stepOf(planned, index));
}

function longestChains({ open, items, dependencies, schedule }: Planned): ReadonlyMap<number, Chain> {
  const chains = new Map<number, Chain>();
  // Jobs were placed after what they wait for, so that the order of placing is an order of dependencies.
  for (const job of schedule.order) {
    const index = open[job] ?? 0;
    let longest: Chain = { effort: 0, before: undefined };
    for (const dep of dependencies[index] ?? []) {
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
