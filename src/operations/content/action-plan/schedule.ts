/** A day of the horizon; the caller of the analysis knows the clock. */
export interface Day {
  readonly date: string;
  /** 0 is Sunday. */
  readonly weekday: number;
}

const DAY_MS = 86_400_000;

/** The days of a horizon that begins today. */
export function listDays(now: Date, count: number): Day[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: count }, (_day, at) => {
    const day = new Date(today + at * DAY_MS);
    return { date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() };
  });
}

interface Week {
  readonly number: number;
  readonly start_date: string;
  readonly end_date: string;
  /** Capacity in hundredths of a point. */
  readonly capacity: number;
  /** Its working days, as places in `Calendar.dates`. */
  readonly first: number;
  readonly days: number;
}

export interface Calendar {
  /** The working days of the horizon. */
  readonly dates: readonly string[];
  readonly weeks: readonly Week[];
  /** The week (place in `weeks`) of each working day. */
  readonly week_of: readonly number[];
  /** Capacity of a whole week, in hundredths. */
  readonly capacity: number;
}

const DAYS_A_WEEK = 7;
export const WORKING_DAYS_A_WEEK = 5;

/**
 * Weeks of seven days from the first day on. Work is done from Monday to Friday, so each whole week has five working
 * days whatever day the plan begins on; a last week that the horizon cuts has capacity for the working days it keeps.
 */
export function buildCalendar(days: readonly Day[], weeklyCapacity: number): Calendar {
  const dates: string[] = [];
  const weeks: Week[] = [];
  const weekOf: number[] = [];
  const capacity = weeklyCapacity * 100;
  for (let start = 0; start < days.length; start += DAYS_A_WEEK) {
    const stretch = days.slice(start, start + DAYS_A_WEEK);
    const working = stretch.filter(({ weekday }) => weekday >= 1 && weekday <= 5);
    if (working.length === 0) continue;
    weeks.push({
      number: weeks.length + 1,
      start_date: stretch[0]?.date ?? '',
      end_date: stretch.at(-1)?.date ?? '',
      capacity: Math.floor((capacity * working.length) / WORKING_DAYS_A_WEEK),
      first: dates.length,
      days: working.length,
    });
    for (const { date } of working) {
      dates.push(date);
      weekOf.push(weeks.length - 1);
    }
  }
  return { dates, weeks, week_of: weekOf, capacity };
}

/** An item that may be planned; `deps` are places in the list of jobs. */
export interface Job {
  readonly effort: number;
  readonly score: number;
  /** 3 for critical down to 0 for low. */
  readonly rank: number;
  readonly deps: readonly number[];
}

interface Allocation {
  readonly week: number;
  readonly effort: number;
}

/** Where a job stands: working days from `start` to `end`, both included. */
export interface Placement {
  readonly start: number;
  readonly end: number;
  readonly allocations: readonly Allocation[];
}

export interface Schedule {
  readonly placements: readonly (Placement | undefined)[];
  /** Jobs in the order in which they were placed. */
  readonly order: readonly number[];
  /** Σ score × effort of what is placed, less what its delay costs. */
  readonly value: number;
  /** Capacity that is left in each week. */
  readonly left: readonly number[];
  /** Jobs that hold an owner on each working day. */
  readonly busy: Uint16Array;
}

export interface Problem {
  readonly calendar: Calendar;
  readonly jobs: readonly Job[];
  /** People who can work at the same time; undefined where no team is named, and nobody can be double-booked. */
  readonly owners: number | undefined;
}

/** What finishing on the last day instead of the first costs a job: enough to decide between equals, and no more. */
const DELAY_COST = 0.02;

export function emptySchedule({ jobs, calendar }: Problem): Schedule {
  return {
    placements: Array.from<Placement | undefined>({ length: jobs.length }),
    order: [],
    value: 0,
    left: calendar.weeks.map(({ capacity }) => capacity),
    busy: new Uint16Array(calendar.dates.length),
  };
}

/**
 * Places jobs one after another, each in the first week with room for it and after everything that it waits for.
 *
 * What fits into a week stays within one; what is larger takes what is left of each week until it is done. A job
 * needs a day of an owner at least, so that nobody has two things on one day. With the right order this reaches every
 * assignment that a plan can have, so that a search over orders is a search over plans. What `before` holds stays where
 * it is.
 *
 * A job is worth its score for each point of effort, so that a plan of small tasks is never worth more than the same days
 * spent on what scores higher; delay costs in proportion, which puts higher scores first.
 */
export function scheduleInOrder(problem: Problem, order: readonly number[], before: Schedule): Schedule {
  const { jobs, calendar } = problem;
  const state: State = { problem, left: [...before.left], busy: before.busy.slice() };
  const placements = [...before.placements];
  const placed = [...before.order];
  let value = before.value;
  for (const at of order) {
    const job = jobs[at];
    if (job === undefined) continue;
    const earliest = findEarliestDay(job, placements);
    if (earliest === undefined) continue;
    const placement =
      job.effort <= calendar.capacity ? placeWithinWeek(state, job, earliest) : placeOverWeeks(state, job, earliest);
    if (placement === undefined) continue;
    placements[at] = placement;
    placed.push(at);
    value += job.score * job.effort * (1 - (DELAY_COST * placement.end) / calendar.dates.length);
  }
  return { placements, order: placed, value, left: state.left, busy: state.busy };
}

interface State {
  readonly problem: Problem;
  readonly left: number[];
  readonly busy: Uint16Array;
}

function findEarliestDay(job: Job, placements: readonly (Placement | undefined)[]): number | undefined {
  let earliest = 0;
  for (const dep of job.deps) {
    const before = placements[dep];
    if (before === undefined) return undefined;
    if (before.end >= earliest) earliest = before.end + 1;
  }
  return earliest;
}

function placeWithinWeek(state: State, { effort }: Job, earliest: number): Placement | undefined {
  const { weeks, week_of } = state.problem.calendar;
  for (let week = week_of[earliest] ?? Infinity; week < weeks.length; week += 1) {
    if (getLeft(state, week) < effort) continue;
    const { first, behind } = getDays(state, week);
    for (let day = Math.max(earliest, first); day < behind; day += 1) {
      const placement = { start: day, end: day, allocations: [{ week, effort }] };
      if (isFree(state, placement)) return takePlacement(state, placement);
    }
  }
  return undefined;
}

function getLeft({ left }: State, week: number): number {
  return left[week] ?? 0;
}

function getDays({ problem }: State, week: number): { first: number; behind: number } {
  const { first = 0, days = 0 } = problem.calendar.weeks[week] ?? {};
  return { first, behind: first + days };
}

function takePlacement({ left, busy }: State, placement: Placement): Placement {
  for (const { week, effort } of placement.allocations) left[week] = (left[week] ?? 0) - effort;
  for (let day = placement.start; day <= placement.end; day += 1) busy[day] = (busy[day] ?? 0) + 1;
  return placement;
}

function placeOverWeeks(state: State, { effort }: Job, earliest: number): Placement | undefined {
  const { weeks, week_of } = state.problem.calendar;
  for (let week = week_of[earliest] ?? Infinity; week < weeks.length; week += 1) {
    if (getLeft(state, week) === 0) continue;
    const { behind } = getDays(state, week);
    for (let start = Math.max(earliest, findFirstFreeDay(state, week)); start < behind; start += 1) {
      const placement = spreadOverWeeks(state, effort, week, start);
      if (placement !== undefined && isFree(state, placement)) return takePlacement(state, placement);
    }
  }
  return undefined;
}

/** After the work that the week holds already. */
function findFirstFreeDay(state: State, week: number): number {
  const { first = 0, days = 0, capacity = 1 } = state.problem.calendar.weeks[week] ?? {};
  return first + Math.min(days - 1, Math.floor(days * (1 - getLeft(state, week) / capacity)));
}

function spreadOverWeeks({ problem, left }: State, effort: number, week: number, start: number): Placement | undefined {
  const { calendar } = problem;
  const allocations: Allocation[] = [];
  let rest = effort;
  for (let at = week; at < calendar.weeks.length; at += 1) {
    const part = Math.min(rest, left[at] ?? 0);
    if (part === 0) continue;
    allocations.push({ week: at, effort: part });
    rest -= part;
    if (rest > 0) continue;
    const { first = 0, days = 0, capacity = 0 } = calendar.weeks[at] ?? {};
    const used = capacity - (left[at] ?? 0) + part;
    const end = first + Math.max(1, Math.min(days, Math.ceil((days * used) / capacity))) - 1;
    return { start, end: Math.max(start, end), allocations };
  }
  return undefined;
}

function isFree({ problem, busy }: State, { start, end }: Placement): boolean {
  if (problem.owners === undefined) return true;
  for (let day = start; day <= end; day += 1) if ((busy[day] ?? 0) >= problem.owners) return false;
  return true;
}
