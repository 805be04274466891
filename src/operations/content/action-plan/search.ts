import { emptySchedule, type Job, type Problem, type Schedule, scheduleInOrder } from './schedule.ts';

/** Up to this many jobs every order is tried. */
const EXHAUSTIVE_MAX = 6;
/** Steps of placing that a search may take; bounds it to a fraction of a second. */
const STEPS_MAX = 500_000;
const TRIES_MAX = 4000;
const TRIES_MIN = 30;
/** Tries without a gain before the search starts from another order. */
const PATIENCE = 250;
const RANK_MAX = 3;
/** Searches after which a prerequisite may keep the rank of something that did not fit after all. */
const ROUNDS_MAX = 4;

/**
 * The most valuable schedule that a bounded search finds, one rank after the other.
 *
 * Jobs of a rank are placed with everything that they wait for before any job of a lower rank, so that no sum of
 * small tasks displaces what matters. A prerequisite has the rank of what waits for it only while that is in the plan:
 * where it does not fit, the search begins again with the prerequisite at its own rank.
 */
export function findBestSchedule(problem: Problem): Schedule {
  const { jobs } = problem;
  const givenUp = new Set<number>();
  for (let round = 1; ; round += 1) {
    const ranks = raiseRanks(jobs, (at) => !givenUp.has(at));
    const schedule = scheduleByRank(problem, ranks);
    const vain = round < ROUNDS_MAX ? findVainJobs(jobs, ranks, schedule) : [];
    if (vain.length === 0) return schedule;
    for (const at of vain) givenUp.add(at);
  }
}

/** The rank of each job: its own, or that of the highest that waits for it and `lends`. */
export function raiseRanks(jobs: readonly Job[], lends: (at: number) => boolean): readonly number[] {
  const ranks = jobs.map(({ rank }) => rank);
  const open = [...jobs.keys()].filter(lends);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const dep of jobs[at]?.deps ?? []) {
      if ((ranks[dep] ?? 0) >= (ranks[at] ?? 0)) continue;
      ranks[dep] = ranks[at] ?? 0;
      open.push(dep);
    }
  }
  return ranks;
}

/** Jobs that are not in the plan, but whose rank alone brought something else into it. */
function findVainJobs(jobs: readonly Job[], ranks: readonly number[], { placements }: Schedule): number[] {
  const justified = raiseRanks(jobs, (at) => placements[at] !== undefined);
  const raised = new Set(
    [...jobs.keys()].filter((at) => placements[at] !== undefined && (ranks[at] ?? 0) > (justified[at] ?? 0)),
  );
  if (raised.size === 0) return [];
  return [...jobs.keys()].filter((at) => {
    if (placements[at] !== undefined) return false;
    return [...collectReachable(at, (each) => jobs[each]?.deps ?? [])].some((dep) => raised.has(dep));
  });
}

function scheduleByRank(problem: Problem, ranks: readonly number[]): Schedule {
  let schedule = emptySchedule(problem);
  for (let rank = RANK_MAX; rank >= 0; rank -= 1) {
    const group = [...problem.jobs.keys()].filter((at) => ranks[at] === rank);
    if (group.length > 0) schedule = placeGroup(problem, group, schedule);
  }
  return schedule;
}

/**
 * The best places for a group of jobs beside what is planned already.
 *
 * Packing weeks under dependencies is a knapsack problem and worse, so that no quick method is always best. Few jobs
 * are tried in every order; more start from several sensible orders and are improved by moving and swapping jobs. The
 * moves come from a fixed sequence, so that the same request has the same plan.
 */
function placeGroup(problem: Problem, group: readonly number[], before: Schedule): Schedule {
  const { jobs } = problem;
  const starts = listSensibleOrders(jobs, group);
  let best = scheduleInOrder(problem, starts[0] ?? [], before);
  const consider = (order: readonly number[]): Schedule => {
    const schedule = scheduleInOrder(problem, orderByDependencies(jobs, order), before);
    if (schedule.value > best.value + 1e-9) best = schedule;
    return schedule;
  };
  if (group.length <= EXHAUSTIVE_MAX) {
    forEachOrder(group, consider);
    return best;
  }
  const steps = (STEPS_MAX * group.length) / jobs.length;
  const tries = Math.min(TRIES_MAX, Math.max(TRIES_MIN, Math.floor(steps / (group.length * 12 + jobs.length))));
  const random = makeSequence(group.length);
  const share = Math.floor((tries - starts.length) / starts.length);
  for (const start of starts) improveOrder(start, share, random, consider);
  return best;
}

function improveOrder(
  start: readonly number[],
  tries: number,
  random: () => number,
  consider: (order: readonly number[]) => Schedule,
): void {
  let order = [...start];
  let value = consider(order).value;
  let idle = 0;
  for (let at = 0; at < tries; at += 1) {
    const next = moveOne(order, random);
    // Now and then several moves at once, to leave a plan that no single move improves.
    if (idle > PATIENCE) for (let more = 0; more < 3; more += 1) swapJobs(next, random);
    const found = consider(next).value;
    idle = found > value + 1e-9 ? 0 : idle + 1;
    if (found >= value || idle > PATIENCE * 2) {
      order = next;
      value = found;
      if (idle > PATIENCE * 2) idle = 0;
    }
  }
}

function moveOne(order: readonly number[], random: () => number): number[] {
  const next = [...order];
  if (random() < 0.5) {
    swapJobs(next, random);
    return next;
  }
  const [job] = next.splice(Math.floor(random() * next.length), 1);
  if (job !== undefined) next.splice(Math.floor(random() * (next.length + 1)), 0, job);
  return next;
}

function swapJobs(order: number[], random: () => number): void {
  const one = Math.floor(random() * order.length);
  const other = Math.floor(random() * order.length);
  const kept = order[one];
  const brought = order[other];
  if (kept === undefined || brought === undefined) return;
  order[one] = brought;
  order[other] = kept;
}

/** By score, alone and with all that is waited for; by worth; by effort, either way; by what waits for them. */
function listSensibleOrders(jobs: readonly Job[], group: readonly number[]): number[][] {
  const among = new Set(group);
  const dependents = new Map<number, number[]>();
  for (const at of group) {
    for (const dep of jobs[at]?.deps ?? []) dependents.set(dep, [...(dependents.get(dep) ?? []), at]);
  }
  const before = (at: number): ReadonlySet<number> =>
    collectReachable(at, (each) => (jobs[each]?.deps ?? []).filter((dep) => among.has(dep)));
  const behind = (at: number): ReadonlySet<number> => collectReachable(at, (each) => dependents.get(each) ?? []);
  const worth = (at: number): number => (jobs[at]?.score ?? 0) * (jobs[at]?.effort ?? 0);
  const effort = (at: number): number => jobs[at]?.effort ?? 0;
  const density = (places: ReadonlySet<number>): number =>
    sumOver(places, worth) / Math.max(1, sumOver(places, effort));
  const keys: ((at: number) => number)[] = [
    (at) => jobs[at]?.score ?? 0,
    (at) => density(before(at)),
    worth,
    effort,
    (at) => -effort(at),
    (at) => density(behind(at)),
  ];
  return keys.map((key) => {
    const values = new Map(group.map((at) => [at, key(at)]));
    return orderByDependencies(
      jobs,
      group.toSorted((one, other) => (values.get(other) ?? 0) - (values.get(one) ?? 0) || one - other),
    );
  });
}

function sumOver(places: ReadonlySet<number>, of: (at: number) => number): number {
  let total = 0;
  for (const at of places) total += of(at);
  return total;
}

/** A job with everything that can be reached from it; bounded, since it is used for an order alone. */
function collectReachable(start: number, next: (at: number) => readonly number[]): ReadonlySet<number> {
  const seen = new Set([start]);
  for (const at of seen) {
    if (seen.size > 200) break;
    for (const each of next(at)) seen.add(each);
  }
  return seen;
}

/** The same order, except that what a job waits for comes right before it where it came after. */
function orderByDependencies(jobs: readonly Job[], order: readonly number[]): number[] {
  const ordered: number[] = [];
  // What is not in the order has its place already, or none.
  const done = new Uint8Array(jobs.length).fill(1);
  for (const at of order) done[at] = 0;
  const stack: number[] = [];
  for (const start of order) {
    stack.push(start);
    while (stack.length > 0) {
      const at = stack.at(-1) ?? 0;
      const open = done[at] === 1 ? [] : (jobs[at]?.deps ?? []).filter((dep) => done[dep] === 0);
      if (open.length > 0) {
        stack.push(...open);
        continue;
      }
      stack.pop();
      if (done[at] === 1) continue;
      done[at] = 1;
      ordered.push(at);
    }
  }
  return ordered;
}

/** Heap's algorithm. */
function forEachOrder(items: readonly number[], visit: (order: readonly number[]) => void): void {
  const count = items.length;
  const order = [...items];
  const turns = Array.from({ length: count }, () => 0);
  visit(order);
  let at = 0;
  while (at < count) {
    const turn = turns[at] ?? 0;
    if (turn < at) {
      const other = at % 2 === 0 ? 0 : turn;
      [order[other], order[at]] = [order[at] ?? 0, order[other] ?? 0];
      visit(order);
      turns[at] = turn + 1;
      at = 0;
    } else {
      turns[at] = 0;
      at += 1;
    }
  }
}

/** Marsaglia's xorshift from a fixed seed: the moves of a search have to be many and varied, not random. */
function makeSequence(seed: number): () => number {
  let state = (seed * 2654435761 + 88675123) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}
