import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { buildCalendar, type Day, type Job, type Placement, type Problem, scheduleJobs } from './schedule.ts';

const ANYONE: ReadonlySet<number> = new Set();

const DAYS: readonly Day[] = Array.from({ length: 90 }, (_day, at) => ({
  date: `day ${at}`,
  weekday: (1 + at) % 7,
}));

/** Efforts in hundredths of a point; each job may wait for jobs before it in the list. */
const jobs = (rankMax: number): fc.Arbitrary<Job[]> =>
  fc
    .array(
      fc.record({
        effort: fc.integer({ min: 50, max: 900 }),
        score: fc.integer({ min: 1, max: 100 }),
        rank: fc.nat({ max: rankMax }),
        deps: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 14 },
    )
    .map((rows) =>
      rows.map(({ deps, ...job }, at) => ({
        ...job,
        deps: at === 0 ? [] : [...new Set(deps.map((dep) => dep % at))].filter((dep) => (dep + at) % 2 === 0),
        suited: ANYONE,
      })),
    );

const problems = (rankMax = 3): fc.Arbitrary<Problem> =>
  fc
    .record({
      jobs: jobs(rankMax),
      days: fc.integer({ min: 7, max: 60 }),
      capacity: fc.integer({ min: 2, max: 20 }),
      owners: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ days, capacity, ...rest }) => ({ calendar: buildCalendar(DAYS.slice(0, days), capacity), ...rest }));

/** What each owner does in each week, in hundredths of a point. */
function sumWeek(placements: readonly (Placement | undefined)[], week: number, owner?: number): number {
  return placements
    .flatMap((placement) => placement?.allocations ?? [])
    .filter((part) => part.week === week && (owner === undefined || part.owner === owner))
    .reduce((sum, { effort }) => sum + effort, 0);
}

/** The first day on which everything that a job waits for is done; undefined if some of it is not in the plan. */
function readyOn({ jobs: all }: Problem, placements: readonly (Placement | undefined)[], at: number) {
  const ends = (all[at]?.deps ?? []).map((dep) => placements[dep]?.end ?? Infinity);
  return Math.max(0, ...ends.map((end) => end + 1));
}

/** Jobs that could have begun in a whole week in which an owner does nothing, although less urgent work comes later. */
function listIdleWhileWaiting(problem: Problem, placements: readonly (Placement | undefined)[]): number[] {
  return problem.calendar.weeks.flatMap(({ first, days }, week) =>
    Array.from({ length: problem.owners }, (_owner, owner) => owner).flatMap((owner) => {
      if (days < 5 || sumWeek(placements, week, owner) > 0) return [];
      const later = [...problem.jobs.entries()].filter(([at]) => (placements[at]?.start ?? 0) >= first + days);
      const own = later.filter(([at]) => placements[at]?.parts.some((part) => part.owner === owner));
      const least = Math.max(0, ...own.map(([, job]) => keyOf(job)));
      return later
        .filter(([at, job]) => keyOf(job) >= least && readyOn(problem, placements, at) <= first)
        .map(([at]) => at);
    }),
  );
}

const keyOf = ({ rank, score }: Job): number => rank * 1000 + score;

describe('the list schedule', () => {
  it('keeps every week within capacity, every dependency, and all of the effort', () => {
    fc.assert(
      fc.property(problems(), (problem) => {
        const placements = scheduleJobs(problem);
        for (const [week, { capacity }] of problem.calendar.weeks.entries()) {
          expect(sumWeek(placements, week)).toBeLessThanOrEqual(capacity);
        }
        for (const [at, placement] of placements.entries()) {
          if (placement === undefined) continue;
          expect(readyOn(problem, placements, at)).toBeLessThanOrEqual(placement.start);
          expect(placement.allocations.reduce((sum, { effort }) => sum + effort, 0)).toBe(problem.jobs[at]?.effort);
          expect(placement.end).toBeLessThan(problem.calendar.dates.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives an owner one job at a time', () => {
    fc.assert(
      fc.property(problems(), (problem) => {
        const parts = scheduleJobs(problem).flatMap((placement) => placement?.parts ?? []);
        const isDouble = parts.some((one, at) =>
          parts.slice(at + 1).some((other) => one.owner === other.owner && one.to > other.from && other.to > one.from),
        );
        expect(isDouble).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves no owner idle in a week in which a job of the same or a higher priority waits', () => {
    fc.assert(
      fc.property(problems(), (problem) => {
        const placements = scheduleJobs(problem);
        expect(listIdleWhileWaiting(problem, placements)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('takes nothing from work of a higher level for work of a lower one', () => {
    fc.assert(
      fc.property(problems(0), fc.integer({ min: 50, max: 900 }), (problem, effort) => {
        const urgent = problem.jobs.map((job) => ({ ...job, rank: 2 }));
        const trifles = Array.from({ length: 5 }, () => ({ effort, score: 60, rank: 1, deps: [], suited: ANYONE }));
        const alone = scheduleJobs({ ...problem, jobs: urgent });
        expect(scheduleJobs({ ...problem, jobs: [...urgent, ...trifles] }).slice(0, urgent.length)).toEqual(alone);
      }),
      { numRuns: 200 },
    );
  });

  it('places a job no later than one of a lower priority that was ready with it', () => {
    const calendar = buildCalendar(DAYS.slice(0, 28), 5);
    const job = (score: number, deps: readonly number[] = []): Job => ({
      effort: 300,
      score,
      rank: 1,
      deps,
      suited: ANYONE,
    });
    const placements = scheduleJobs({ calendar, owners: 1, jobs: [job(20), job(90, [3]), job(50), job(10)] });
    // The last one comes first, since the most urgent waits for it.
    expect(placements.map((placement) => placement?.start)).toEqual([9, 3, 6, 0]);
  });

  it('lends the priority of what does not fit to nothing', () => {
    const calendar = buildCalendar(DAYS.slice(0, 7), 5);
    const placements = scheduleJobs({
      calendar,
      owners: 1,
      jobs: [
        { effort: 300, score: 10, rank: 0, deps: [], suited: ANYONE },
        { effort: 400, score: 90, rank: 3, deps: [0], suited: ANYONE },
        { effort: 400, score: 50, rank: 1, deps: [], suited: ANYONE },
      ],
    });
    expect(placements.map((placement) => placement?.start)).toEqual([undefined, undefined, 0]);
  });

  it('plans the same work in the same way', () => {
    fc.assert(
      fc.property(problems(), (problem) => {
        expect(scheduleJobs(problem)).toEqual(scheduleJobs(problem));
      }),
      { numRuns: 50 },
    );
  });
});
