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
const WORKING_DAYS_A_WEEK = 5;

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
  /** Owners whose role names the kind of work; any owner will do where there are none. */
  readonly suited: ReadonlySet<number>;
}

/** What one owner does of a job: work from `from` to `to`, in hundredths of a point since the plan began. */
interface Part {
  /** Place in the team; 0 without a team. */
  readonly owner: number;
  readonly from: number;
  readonly to: number;
}

/** Where a job stands: working days from `start` to `end`, both included. */
export interface Placement {
  readonly start: number;
  readonly end: number;
  /** More than one only where no owner has the time left to finish the job, or the chain behind it, within the horizon. */
  readonly parts: readonly Part[];
  readonly allocations: readonly Allocation[];
}

interface Allocation {
  readonly week: number;
  readonly owner: number;
  readonly effort: number;
}

export interface Problem {
  readonly calendar: Calendar;
  readonly jobs: readonly Job[];
  /** Without a team all work is one line, one job after another. */
  readonly owners: number;
}

/** Searches after which a prerequisite may keep the priority of something that did not fit after all. */
const ROUNDS_MAX = 4;

/**
 * A list schedule: jobs in the order of their priority, each at the earliest place that an owner has free.
 *
 * A prerequisite has the priority of what waits for it, so that it comes first, but only while that is in the plan:
 * where it does not fit, the schedule begins again with the prerequisite at its own priority. An owner can only be idle before a job
 * if nothing of the same or a higher priority was ready: whatever has a higher priority was placed earlier, when those
 * days were still free. R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969, bounds what such schedules lose.
 */
export function scheduleJobs(problem: Problem): readonly (Placement | undefined)[] {
  const givenUp = new Set<number>();
  for (let round = 1; ; round += 1) {
    const keys = raisePriorities(problem.jobs, (at) => !givenUp.has(at));
    const placements = placeInOrder(problem, keys);
    const justified = raisePriorities(problem.jobs, (at) => placements[at] !== undefined);
    const isInVain = keys.some((key, at) => placements[at] !== undefined && key > (justified[at] ?? 0));
    if (!isInVain || round === ROUNDS_MAX) return placements;
    for (const at of problem.jobs.keys()) if (placements[at] === undefined) givenUp.add(at);
  }
}

/** More than any score. */
const LEVEL = 1000;

/** The priority of each job, its level before its score: its own, or the highest of those that wait for it and `lend`. */
function raisePriorities(jobs: readonly Job[], lends: (at: number) => boolean): readonly number[] {
  const keys = jobs.map(({ rank, score }) => rank * LEVEL + score);
  const open = [...jobs.keys()].filter(lends);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const dep of jobs[at]?.deps ?? []) {
      if ((keys[dep] ?? 0) >= (keys[at] ?? 0)) continue;
      keys[dep] = keys[at] ?? 0;
      open.push(dep);
    }
  }
  return keys;
}

/** By priority; among equals the one with the longest chain behind it, so that prerequisites come before dependents. */
function orderJobs(keys: readonly number[], tails: readonly number[]): number[] {
  return [...keys.keys()].sort(
    (one, other) => (keys[other] ?? 0) - (keys[one] ?? 0) || (tails[other] ?? 0) - (tails[one] ?? 0) || one - other,
  );
}

/** The effort of the longest chain that begins with each job. */
function measureTails(jobs: readonly Job[]): readonly number[] {
  const tails = jobs.map(({ effort }) => effort);
  const open = [...jobs.keys()];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const dep of jobs[at]?.deps ?? []) {
      const tail = (jobs[dep]?.effort ?? 0) + (tails[at] ?? 0);
      if (tail <= (tails[dep] ?? 0)) continue;
      tails[dep] = tail;
      open.push(dep);
    }
  }
  return tails;
}

/** An owner's share of the capacity, as a line of work from the first day to the last. */
interface Lane {
  readonly owner: number;
  /** Hundredths of a point that are done by the end of each working day. */
  readonly done_by: readonly number[];
  /** Free stretches, in their order. */
  free: readonly { readonly from: number; readonly to: number }[];
}

/** The weekly capacity in equal shares: whole hundredths, so that no week's sum exceeds it. */
function openLanes({ calendar, owners }: Problem): Lane[] {
  return Array.from({ length: owners }, (_lane, owner) => {
    const weekly = Math.floor(calendar.capacity / owners) + (owner < calendar.capacity % owners ? 1 : 0);
    const doneBy = calendar.dates.map((_date, day) => Math.floor((weekly * (day + 1)) / WORKING_DAYS_A_WEEK));
    return { owner, done_by: doneBy, free: [{ from: 0, to: doneBy.at(-1) ?? 0 }] };
  });
}

function placeInOrder(problem: Problem, keys: readonly number[]): (Placement | undefined)[] {
  const tails = measureTails(problem.jobs);
  const team: Team = { lanes: openLanes(problem), next: 0 };
  const placements = problem.jobs.map((): Placement | undefined => undefined);
  const order = orderJobs(keys, tails);
  const place = (at: number, assign: typeof assignJob): void => {
    const job = problem.jobs[at];
    const earliest = job && findEarliestDay(job, placements);
    if (job === undefined || earliest === undefined) return;
    const behind = (tails[at] ?? 0) - job.effort;
    const parts = assign(team, { effort: job.effort, behind, suited: job.suited }, earliest);
    if (parts === undefined) return;
    for (const part of parts) takePart(team, part);
    placements[at] = toPlacement(problem, team, parts);
  };
  // What only several owners have the time for takes none from what one can do, nor lower levels any from it.
  for (const level of new Set(order.map((at) => levelOf(keys, at)))) {
    const jobs = order.filter((at) => levelOf(keys, at) === level);
    for (const at of jobs) place(at, assignJob);
    for (const at of jobs) if (placements[at] === undefined) place(at, shareJob);
  }
  return placements;
}

function levelOf(keys: readonly number[], at: number): number {
  return Math.floor((keys[at] ?? 0) / LEVEL);
}

interface Team {
  readonly lanes: readonly Lane[];
  /** Whose turn it is. */
  next: number;
}

/** The working day after everything that it waits for; undefined if something of that is not in the plan. */
function findEarliestDay(job: Job, placements: readonly (Placement | undefined)[]): number | undefined {
  let earliest = 0;
  for (const dep of job.deps) {
    const before = placements[dep];
    if (before === undefined) return undefined;
    earliest = Math.max(earliest, before.end + 1);
  }
  return earliest;
}

/**
 * One owner does the job, unless the horizon is too short for that: for the job itself, whatever else there is to do, or
 * for the longest chain behind it. Then as few owners as can do equal parts.
 */
function assignJob(team: Team, { effort, behind, suited }: Work, earliest: number): Part[] | undefined {
  const room = Math.max(...team.lanes.map((lane) => endOf(lane) - positionOf(lane, earliest)));
  const fewest = Math.max(1, Math.ceil(effort / Math.max(1, room)));
  let first: Part[] | undefined;
  for (let count = fewest; count <= team.lanes.length; count += 1) {
    const parts = findPlaces(team, { effort, suited }, earliest, count);
    if (parts === undefined && fewest === 1) break;
    if (parts === undefined) continue;
    first ??= parts;
    const leavesRoom = parts.every(({ owner, to }) => {
      const lane = team.lanes[owner];
      return lane === undefined || to + behind <= endOf(lane);
    });
    if (!leavesRoom) continue;
    first = parts;
    break;
  }
  return first;
}

/**
 * What no owner has the time left for is done in the time that several have: by those who can begin first, each in one
 * stretch of at least a week, or in the longest where there is none.
 */
function shareJob(team: Team, { effort }: Work, earliest: number): Part[] | undefined {
  const offers = team.lanes
    .flatMap((lane) => {
      const begin = positionOf(lane, earliest);
      const stretches = lane.free
        .map(({ from, to }) => ({ owner: lane.owner, from: Math.max(from, begin), to }))
        .filter(({ from, to }) => from < to);
      const week = lane.done_by[WORKING_DAYS_A_WEEK - 1] ?? 0;
      const [longest] = stretches.toSorted((one, other) => other.to - other.from - (one.to - one.from));
      const offer = stretches.find(({ from, to }) => to - from >= week) ?? longest;
      return offer === undefined ? [] : [{ ...offer, start: dayOf(lane, offer.from) }];
    })
    .toSorted((one, other) => one.start - other.start || one.owner - other.owner);
  const parts: Part[] = [];
  let open = effort;
  for (const { owner, from, to } of offers) {
    const share = Math.min(open, to - from);
    if (share > 0) parts.push({ owner, from, to: from + share });
    open -= share;
  }
  return open > 0 ? undefined : parts;
}

interface Work {
  readonly effort: number;
  /** Effort of the longest chain that waits for it. */
  readonly behind: number;
  readonly suited: ReadonlySet<number>;
}

/** Equal parts of a job with as many owners; undefined where not all of them have the time. */
function findPlaces(
  team: Team,
  { effort, suited }: Pick<Work, 'effort' | 'suited'>,
  earliest: number,
  count: number,
): Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < count; at += 1) {
    const share = Math.floor((effort * (at + 1)) / count) - Math.floor((effort * at) / count);
    const part = findPlace(team, { effort: share, suited }, earliest, parts);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

function endOf(lane: Lane): number {
  return lane.done_by.at(-1) ?? 0;
}

/** Where a lane stands when a day begins. */
function positionOf(lane: Lane, day: number): number {
  return day === 0 ? 0 : (lane.done_by[day - 1] ?? Infinity);
}

function dayOf(lane: Lane, position: number): number {
  return lane.done_by.findIndex((done) => done > position);
}

/**
 * The owner who can begin first; among equals whoever is left with the fewest idle days before it, then whose turn it is.
 * An owner whose role suits the work is worth a wait of a week.
 */
function findPlace(
  team: Team,
  { effort, suited }: Pick<Work, 'effort' | 'suited'>,
  earliest: number,
  beside: readonly Part[],
): Part | undefined {
  let best: { readonly part: Part; readonly start: number; readonly idle: number } | undefined;
  for (let turn = 0; turn < team.lanes.length; turn += 1) {
    const lane = team.lanes[(team.next + turn) % team.lanes.length];
    if (lane === undefined || beside.some(({ owner }) => owner === lane.owner)) continue;
    const begin = positionOf(lane, earliest);
    const stretch = lane.free.find(({ from, to }) => Math.max(from, begin) + effort <= to);
    if (stretch === undefined) continue;
    const from = Math.max(stretch.from, begin);
    const wait = suited.size === 0 || suited.has(lane.owner) ? 0 : WORKING_DAYS_A_WEEK;
    const [start, idle] = [dayOf(lane, from) + wait, from - stretch.from];
    if (best !== undefined && (start > best.start || (start === best.start && idle >= best.idle))) continue;
    best = { part: { owner: lane.owner, from, to: from + effort }, start, idle };
  }
  return best?.part;
}

/** Whose turn it was and who was passed over stays first in line. */
function takePart(team: Team, { owner, from, to }: Part): void {
  const lane = team.lanes[owner];
  if (lane === undefined) return;
  lane.free = lane.free.flatMap((stretch) =>
    to <= stretch.from || from >= stretch.to
      ? [stretch]
      : [
          { from: stretch.from, to: from },
          { from: to, to: stretch.to },
        ].filter((rest) => rest.from < rest.to),
  );
  if (owner === team.next) team.next = (team.next + 1) % team.lanes.length;
}

function toPlacement({ calendar }: Problem, { lanes }: Team, parts: readonly Part[]): Placement {
  const rows = parts.flatMap((part) => {
    const lane = lanes[part.owner];
    return lane === undefined ? [] : [{ part, lane, start: dayOf(lane, part.from), end: dayOf(lane, part.to - 1) }];
  });
  const allocations = rows.flatMap(({ part, lane }) =>
    calendar.weeks.flatMap(({ first, days }, week) => {
      const begin = Math.max(part.from, positionOf(lane, first));
      const effort = Math.min(part.to, positionOf(lane, first + days)) - begin;
      return effort > 0 ? [{ week, owner: part.owner, effort }] : [];
    }),
  );
  return {
    start: Math.min(...rows.map(({ start }) => start)),
    end: Math.max(...rows.map(({ end }) => end)),
    parts,
    allocations: allocations.sort((one, other) => one.week - other.week),
  };
}
