import { type Problem, type Schedule, scheduleInOrder } from './schedule.ts';

/** Up to this many jobs every order is tried. */
const EXHAUSTIVE_MAX = 6;
/** Steps of placing that a search may take; bounds it to a fraction of a second. */
const STEPS_MAX = 700_000;
const TRIES_MAX = 4000;
/** Tries without a gain before the search starts from another order. */
const PATIENCE = 250;

/**
 * The most valuable schedule that a bounded search finds.
 *
 * Packing weeks under dependencies is a knapsack problem and worse, so that no quick method is always best. Few jobs
 * are tried in every order; more start from several sensible orders and are improved by moving and swapping jobs. The
 * moves come from a fixed sequence, so that the same request has the same plan.
 */
export function bestSchedule(problem: Problem): Schedule {
  const { jobs } = problem;
  const starts = sensibleOrders(problem);
  let best = scheduleInOrder(problem, starts[0] ?? []);
  const consider = (order: readonly number[]): Schedule => {
    const schedule = scheduleInOrder(problem, dependenciesFirst(problem, order));
    if (schedule.value > best.value + 1e-9) best = schedule;
    return schedule;
  };
  if (jobs.length <= EXHAUSTIVE_MAX) {
    forEachOrder(jobs.length, consider);
    return best;
  }
  const tries = Math.min(TRIES_MAX, Math.max(60, Math.floor(STEPS_MAX / (jobs.length * 12))));
  const random = sequence(jobs.length);
  const used = starts.length;
  const share = Math.floor((tries - used) / used);
  for (const start of starts) improve(start, share, random, consider);
  return best;
}

function improve(
  start: readonly number[],
  tries: number,
  random: () => number,
  consider: (order: readonly number[]) => Schedule,
): void {
  let order = [...start];
  let value = consider(order).value;
  let idle = 0;
  for (let at = 0; at < tries; at += 1) {
    const next = moved(order, random);
    // Now and then several moves at once, to leave a plan that no single move betters.
    if (idle > PATIENCE) for (let more = 0; more < 3; more += 1) swap(next, random);
    const found = consider(next).value;
    idle = found > value + 1e-9 ? 0 : idle + 1;
    if (found >= value || idle > PATIENCE * 2) {
      order = next;
      value = found;
      if (idle > PATIENCE * 2) idle = 0;
    }
  }
}

function moved(order: readonly number[], random: () => number): number[] {
  const next = [...order];
  if (random() < 0.5) {
    swap(next, random);
    return next;
  }
  const [job] = next.splice(Math.floor(random() * next.length), 1);
  if (job !== undefined) next.splice(Math.floor(random() * (next.length + 1)), 0, job);
  return next;
}

function swap(order: number[], random: () => number): void {
  const one = Math.floor(random() * order.length);
  const other = Math.floor(random() * order.length);
  const kept = order[one];
  const brought = order[other];
  if (kept === undefined || brought === undefined) return;
  order[one] = brought;
  order[other] = kept;
}

/** By worth an effort, alone and with all that is waited for; by worth; by effort; by what waits for them. */
function sensibleOrders({ jobs }: Problem): number[][] {
  const all = jobs.map((_job, at) => at);
  const before = all.map((at) => closureOf(at, (each) => jobs[each]?.deps ?? []));
  const dependents = all.map((): number[] => []);
  for (const [at, { deps }] of jobs.entries()) for (const dep of deps) dependents[dep]?.push(at);
  const behind = all.map((at) => closureOf(at, (each) => dependents[each] ?? []));
  const sum = (places: ReadonlySet<number>, field: 'score' | 'effort'): number =>
    [...places].reduce((total, at) => total + (jobs[at]?.[field] ?? 0), 0);
  const keys: ((at: number) => number)[] = [
    (at) => (jobs[at]?.score ?? 0) / (jobs[at]?.effort ?? 1),
    (at) => sum(before[at] ?? new Set(), 'score') / Math.max(1, sum(before[at] ?? new Set(), 'effort')),
    (at) => jobs[at]?.score ?? 0,
    (at) => -(jobs[at]?.effort ?? 0),
    (at) => sum(behind[at] ?? new Set(), 'score') / (jobs[at]?.effort ?? 1),
  ];
  return keys.map((key) => {
    const values = all.map(key);
    return dependenciesFirst(
      { jobs },
      all.toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0) || one - other),
    );
  });
}

/** A job with everything that can be reached from it; bounded, since it is used for an order alone. */
function closureOf(start: number, next: (at: number) => readonly number[]): ReadonlySet<number> {
  const seen = new Set([start]);
  for (const at of seen) {
    if (seen.size > 200) break;
    for (const each of next(at)) seen.add(each);
  }
  return seen;
}

/** The same order, but for jobs that stood before what they wait for: that comes right before them. */
function dependenciesFirst({ jobs }: Pick<Problem, 'jobs'>, order: readonly number[]): number[] {
  const ordered: number[] = [];
  const done = new Uint8Array(jobs.length);
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
function forEachOrder(count: number, visit: (order: readonly number[]) => void): void {
  const order = Array.from({ length: count }, (_each, at) => at);
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
function sequence(seed: number): () => number {
  let state = (seed * 2654435761 + 88675123) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}
