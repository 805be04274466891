import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { layOut } from './layout.ts';
import { buildCalendar, type Day, type Job, type Problem, type Schedule } from './schedule.ts';
import { findBestSchedule } from './search.ts';

const DAYS: readonly Day[] = Array.from({ length: 90 }, (_day, at) => ({
  date: `day ${at}`,
  weekday: (1 + at) % 7,
}));

/** Jobs in points; each may wait for jobs before it in the list. */
const jobsOf = (effortMax: number, countMax: number, rankMax = 0): fc.Arbitrary<Job[]> =>
  fc
    .array(
      fc.record({
        effort: fc.integer({ min: 1, max: effortMax }),
        score: fc.integer({ min: 1, max: 100 }),
        rank: fc.nat({ max: rankMax }),
        deps: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: countMax },
    )
    .map((rows) =>
      rows.map(({ effort, score, rank, deps }, at) => ({
        effort: effort * 100,
        score,
        rank,
        deps: at === 0 ? [] : [...new Set(deps.map((dep) => dep % at))].filter((dep) => (dep + at) % 2 === 0),
      })),
    );

/**
 * The best sum of score × effort over every assignment of jobs to weeks or to nothing: weeks within capacity, nothing before a
 * week of what it waits for, chains within a week no longer than its days, and a day of an owner for each job.
 */
function bruteForce(problem: Problem, assigned: readonly Assigned[] = []): number {
  const job = problem.jobs[assigned.length];
  if (job === undefined) return assigned.reduce((sum, { score, effort }) => sum + score * effort, 0);
  const without = bruteForce(problem, [...assigned, { week: -1, depth: 0, score: 0, effort: 0 }]);
  return problem.calendar.weeks.reduce((best, _week, week) => {
    const next = assignedTo(problem, assigned, job, week);
    return next === undefined ? best : Math.max(best, bruteForce(problem, [...assigned, next]));
  }, without);
}

interface Assigned {
  readonly week: number;
  /** Place in the longest chain within its week, from 1. */
  readonly depth: number;
  readonly score: number;
  readonly effort: number;
}

function assignedTo(
  { calendar, owners }: Problem,
  assigned: readonly Assigned[],
  { deps, effort, score }: Job,
  week: number,
): Assigned | undefined {
  const { capacity = 0, days = 0 } = calendar.weeks[week] ?? {};
  const before = deps.map((dep) => assigned[dep] ?? { week: -1, depth: 0 });
  const there = assigned.filter((other) => other.week === week);
  const depth = 1 + Math.max(0, ...before.filter((dep) => dep.week === week).map((dep) => dep.depth));
  const fits = there.reduce((sum, other) => sum + other.effort, effort) <= capacity;
  const ready = before.every((dep) => dep.week >= 0 && dep.week <= week);
  const staffed = owners === undefined || there.length < owners * days;
  return fits && ready && staffed && depth <= days ? { week, depth, score, effort } : undefined;
}

function worthOf(schedule: Schedule, jobs: readonly Job[]): number {
  return schedule.order.reduce((sum, at) => sum + (jobs[at]?.score ?? 0) * (jobs[at]?.effort ?? 0), 0);
}

const problems = (effortMax: number, countMax: number, daysMax: number, rankMax = 0): fc.Arbitrary<Problem> =>
  fc
    .record({
      jobs: jobsOf(effortMax, countMax, rankMax),
      days: fc.integer({ min: 7, max: daysMax }),
      capacity: fc.integer({ min: 1, max: 8 }),
      owners: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    })
    .map(({ jobs, days, capacity, owners }) => ({
      calendar: buildCalendar(DAYS.slice(0, days), capacity),
      jobs,
      owners,
    }));

describe('the search for a schedule', () => {
  it('finds at least 95 % of the value that trying every assignment finds', () => {
    fc.assert(
      fc.property(problems(4, 7, 24), (problem) => {
        // Larger jobs spread over weeks, which the plain enumeration knows nothing of.
        const fitting = {
          ...problem,
          jobs: problem.jobs.map((job) => ({ ...job, effort: Math.min(job.effort, problem.calendar.capacity) })),
        };
        const found = worthOf(findBestSchedule(fitting), fitting.jobs);
        const best = bruteForce(fitting);
        expect(found).toBeGreaterThanOrEqual(best * 0.95);
        expect(found).toBeLessThanOrEqual(best);
      }),
      { numRuns: 250 },
    );
  });

  it('finds at least 95 % of the value on nine jobs, where not every order is tried', () => {
    fc.assert(
      fc.property(problems(5, 9, 16), (problem) => {
        const fitting = {
          ...problem,
          jobs: problem.jobs.map((job) => ({ ...job, effort: Math.min(job.effort, problem.calendar.capacity) })),
        };
        expect(worthOf(findBestSchedule(fitting), fitting.jobs)).toBeGreaterThanOrEqual(bruteForce(fitting) * 0.95);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the highest rank what it would have with the calendar to itself, whatever else wants room', () => {
    fc.assert(
      fc.property(problems(4, 9, 16, 3), (problem) => {
        const jobs = problem.jobs.map((job) => ({
          ...job,
          deps: [],
          effort: Math.min(job.effort, problem.calendar.capacity),
        }));
        const top = jobs.reduce((most, { rank }) => Math.max(most, rank), 0);
        const first = jobs.filter(({ rank }) => rank === top);
        const schedule = findBestSchedule({ ...problem, jobs });
        const found = worthOf({ ...schedule, order: schedule.order.filter((at) => jobs[at]?.rank === top) }, jobs);
        expect(found).toBeGreaterThanOrEqual(bruteForce({ ...problem, jobs: first }) * 0.95);
      }),
      { numRuns: 100 },
    );
  });

  it('does not plan a prerequisite for the sake of something that does not fit', () => {
    const calendar = buildCalendar(DAYS.slice(0, 7), 5);
    const jobs: Job[] = [
      { effort: 300, score: 20, rank: 0, deps: [] },
      { effort: 2000, score: 100, rank: 3, deps: [0] },
      { effort: 500, score: 40, rank: 1, deps: [] },
    ];
    expect(findBestSchedule({ calendar, jobs, owners: undefined }).order).toEqual([2]);
  });

  it('never exceeds the capacity of a week, whatever is larger than one', () => {
    fc.assert(
      fc.property(problems(30, 12, 60), (problem) => {
        const used = problem.calendar.weeks.map(() => 0);
        const { placements } = findBestSchedule(problem);
        for (const [at, placement] of placements.entries()) {
          if (placement === undefined) continue;
          const total = placement.allocations.reduce((sum, { effort }) => sum + effort, 0);
          expect(total).toBe(problem.jobs[at]?.effort);
          for (const { week, effort } of placement.allocations) used[week] = (used[week] ?? 0) + effort;
        }
        for (const [week, effort] of used.entries()) {
          expect(effort).toBeLessThanOrEqual(problem.calendar.weeks[week]?.capacity ?? 0);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('begins nothing before the day after everything that it waits for, and gives no owner two things on a day', () => {
    fc.assert(
      fc.property(problems(30, 14, 60), (problem) => {
        const schedule = findBestSchedule(problem);
        const stays = layOut(problem, schedule);
        const rows = schedule.order.map((at) => ({
          stay: stays[at] ?? { start: -1, end: -1, owner: undefined },
          weeks: schedule.placements[at]?.allocations.map(({ week }) => week) ?? [],
          ends: (problem.jobs[at]?.deps ?? []).map((dep) => stays[dep]?.end ?? Infinity),
        }));
        for (const { stay, weeks, ends } of rows) {
          expect(Math.max(-1, ...ends)).toBeLessThan(stay.start);
          expect(problem.calendar.week_of[stay.start]).toBe(weeks[0]);
          expect(problem.calendar.week_of[stay.end]).toBe(weeks.at(-1));
        }
        const days = rows.flatMap(({ stay: { start, end, owner } }) =>
          owner === undefined ? [] : Array.from({ length: end - start + 1 }, (_day, at) => `${owner} on ${start + at}`),
        );
        expect(new Set(days).size).toBe(days.length);
      }),
      { numRuns: 250 },
    );
  });

  it('places everything where capacity allows it, and gives the first owner the first turn', () => {
    const calendar = buildCalendar(DAYS.slice(0, 14), 5);
    const jobs = [3, 2, 4].map((points) => ({ effort: points * 100, score: 50, rank: 1, deps: [] }));
    const problem: Problem = { calendar, jobs, owners: 2 };
    const schedule = findBestSchedule(problem);
    const stays = layOut(problem, schedule);
    expect(schedule.order).toHaveLength(3);
    const byStart = schedule.order
      .map((at) => stays[at])
      .filter((stay) => stay !== undefined)
      .sort((one, other) => one.start - other.start || (one.owner ?? 0) - (other.owner ?? 0));
    expect(byStart.map(({ owner }) => owner)).toEqual([0, 1, 0]);
  });
});
