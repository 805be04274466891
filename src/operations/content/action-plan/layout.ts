import { type Placement, type Problem, type Schedule, WORKING_DAYS_A_WEEK } from './schedule.ts';
import { raiseRanks } from './search.ts';

export interface Stay {
  readonly start: number;
  readonly end: number;
  /** Place in the team; undefined without a team. */
  readonly owner: number | undefined;
}

/**
 * Gives each job its days and its owner.
 *
 * The schedule has jobs in weeks, each with one day at least. Here a job gets as many days as its share of the week's
 * capacity, as far as that fits; the days of the schedule, which always fit, are the last resort. Owners take turns;
 * whoever is not free that early is passed over, and comes first again the next time.
 */
export function layOut(problem: Problem, schedule: Schedule): readonly (Stay | undefined)[] {
  const { calendar, jobs, owners } = problem;
  const lanes: Lanes = {
    taken: Array.from({ length: owners ?? 1 }, () => new Uint8Array(calendar.dates.length)),
    next: 0,
    named: owners !== undefined,
  };
  const ranks = raiseRanks(jobs, (at) => schedule.placements[at] !== undefined);
  const stays = Array.from<Stay | undefined>({ length: jobs.length });
  // The sort keeps the order of the schedule among jobs of one day.
  const byStart = schedule.order.toSorted((one, other) => getStart(schedule, one) - getStart(schedule, other));
  for (const at of byStart) {
    const placement = schedule.placements[at];
    if (placement !== undefined && isLarge(problem, at)) stays[at] = placeAsPlanned(lanes, placement);
  }
  for (const week of calendar.weeks.keys()) {
    const small = byStart.filter(
      (at) => !isLarge(problem, at) && schedule.placements[at]?.allocations[0]?.week === week,
    );
    layOutWeek({ problem, schedule, ranks, stays, lanes }, week, small);
  }
  return stays;
}

interface Lanes {
  /** Days that are taken, for each owner. */
  readonly taken: Uint8Array[];
  next: number;
  readonly named: boolean;
}

interface Layout {
  readonly problem: Problem;
  readonly schedule: Schedule;
  /** Of each job, raised by what waits for it in the plan. */
  readonly ranks: readonly number[];
  readonly stays: (Stay | undefined)[];
  readonly lanes: Lanes;
}

function isLarge({ jobs, calendar }: Problem, at: number): boolean {
  return (jobs[at]?.effort ?? 0) > calendar.capacity;
}

function getStart(schedule: Schedule, at: number): number {
  return schedule.placements[at]?.start ?? 0;
}

const DURATIONS: readonly ((days: number) => number)[] = [
  (days) => Math.max(1, Math.ceil(days - 1e-9)),
  (days) => Math.max(1, Math.round(days)),
  (days) => Math.max(1, Math.floor(days)),
  () => 1,
];

function layOutWeek(layout: Layout, week: number, small: readonly number[]): void {
  const { lanes, stays, schedule } = layout;
  const urgent = orderByUrgency(layout, small);
  for (const duration of DURATIONS) {
    const before = { taken: lanes.taken.map((days) => days.slice()), next: lanes.next };
    const found = stretchJobs(layout, week, urgent, duration);
    if (found !== undefined) {
      for (const [at, stay] of found) stays[at] = stay;
      return;
    }
    for (const [lane, days] of before.taken.entries()) lanes.taken[lane]?.set(days);
    lanes.next = before.next;
  }
  for (const at of small) {
    const placement = schedule.placements[at];
    if (placement !== undefined) stays[at] = placeAsPlanned(lanes, placement);
  }
}

/** Within a week the higher rank begins first, then the higher score, as far as dependencies allow. */
function orderByUrgency({ problem, ranks }: Layout, small: readonly number[]): number[] {
  const rank = (at: number): number => ranks[at] ?? 0;
  const score = (at: number): number => problem.jobs[at]?.score ?? 0;
  const rest = small.toSorted((one, other) => rank(other) - rank(one) || score(other) - score(one) || one - other);
  const waiting = new Set(small);
  const urgent: number[] = [];
  while (rest.length > 0) {
    const ready = rest.findIndex((at) => problem.jobs[at]?.deps.some((dep) => waiting.has(dep)) !== true);
    const [next] = rest.splice(Math.max(0, ready), 1);
    if (next === undefined) break;
    waiting.delete(next);
    urgent.push(next);
  }
  return urgent;
}

function stretchJobs(
  layout: Layout,
  week: number,
  small: readonly number[],
  duration: (days: number) => number,
): Map<number, Stay> | undefined {
  const { problem, stays, lanes } = layout;
  const { first = 0, days = 0, capacity = 1 } = problem.calendar.weeks[week] ?? {};
  const found = new Map<number, Stay>();
  for (const at of small) {
    const job = problem.jobs[at];
    const length = duration(((job?.effort ?? 0) / capacity) * days);
    const ends = (job?.deps ?? []).map((dep) => (found.get(dep) ?? stays[dep])?.end ?? -1);
    const earliest = Math.max(first, ...ends.map((end) => end + 1));
    const latest = Math.min(first + days, latestEnd(layout, at) + 1);
    const stay = firstFree(lanes, earliest, latest, Math.min(length, WORKING_DAYS_A_WEEK));
    if (stay === undefined) return undefined;
    found.set(at, stay);
  }
  return found;
}

/** The day before the first large job that waits for it begins: large jobs have their days already. */
function latestEnd({ problem, stays }: Layout, at: number): number {
  let latest = problem.calendar.dates.length;
  for (const [dependent, { deps }] of problem.jobs.entries()) {
    const stay = stays[dependent];
    if (stay !== undefined && isLarge(problem, dependent) && deps.includes(at))
      latest = Math.min(latest, stay.start - 1);
  }
  return latest;
}

/** The owner who is free first for so many days in a row; among equals whoever is next in turn. */
function firstFree(lanes: Lanes, earliest: number, behind: number, length: number): Stay | undefined {
  let first = { lane: 0, turn: 0, start: Infinity };
  for (let turn = 0; turn < lanes.taken.length; turn += 1) {
    const lane = (lanes.next + turn) % lanes.taken.length;
    const days = lanes.taken[lane];
    if (days === undefined) continue;
    for (let start = earliest; start < first.start && start + length <= behind; start += 1) {
      if (days.subarray(start, start + length).includes(1)) continue;
      first = { lane, turn, start };
    }
  }
  return first.start === Infinity ? undefined : takeDays(lanes, first, first.start, first.start + length - 1);
}

/** Exactly the days of the schedule, which has an owner free on each of them. */
function placeAsPlanned(lanes: Lanes, { start, end }: Placement): Stay {
  for (let turn = 0; turn < lanes.taken.length; turn += 1) {
    const lane = (lanes.next + turn) % lanes.taken.length;
    if (lanes.taken[lane]?.subarray(start, end + 1).includes(1) === true) continue;
    return takeDays(lanes, { lane, turn }, start, end);
  }
  if (lanes.named) throw new Error('The schedule has more jobs on a day than there are owners.');
  return { start, end, owner: undefined };
}

/** Whose turn it was and who was passed over stays first in line. */
function takeDays(lanes: Lanes, { lane, turn }: { lane: number; turn: number }, start: number, end: number): Stay {
  lanes.taken[lane]?.fill(1, start, end + 1);
  if (turn === 0) lanes.next = (lane + 1) % lanes.taken.length;
  return { start, end, owner: lanes.named ? lane : undefined };
}
