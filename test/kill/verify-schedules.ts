import type { Database } from '../../src/adapters/postgres/database.ts';

/** What is left of schedules after the kills. */
export interface ScheduleAccount {
  readonly runs_due: number;
  readonly jobs: number;
  readonly jobs_completed: number;
  readonly jobs_failed: number;
  readonly credits_charged: number;
  readonly provider_requests: number;
  readonly requests_booked: number;
  readonly requests_cut_off: number;
  readonly requests_repeated: number;
  readonly points: number;
}

interface Parts {
  readonly database: Database;
  /** Requests that reached the provider, by keyword. */
  readonly asked: ReadonlyMap<string, number>;
  /** Points in the history of a keyword. */
  readonly historyOf: (keyword: string) => Promise<number>;
}

interface ScheduleRow {
  readonly id: string;
  readonly keyword: string;
  readonly due: number;
  readonly jobs: number;
  readonly completed: number;
}

const SCHEDULES = `
  select schedules.id, input::json ->> 'keyword' as keyword,
    (select count(*)::int from made_due where schedule_id = schedules.id) as due,
    (select count(*)::int from jobs where jobs.input::json ->> 'keyword' = schedules.input::json ->> 'keyword') as jobs,
    (select count(*)::int from jobs where jobs.input::json ->> 'keyword' = schedules.input::json ->> 'keyword'
      and status = 'completed') as completed
  from schedules`;

interface JobRow {
  readonly id: string;
  readonly request_id: string;
  readonly status: string;
  readonly credits: number;
  readonly charged: number;
  readonly ends: number;
  readonly result: string | null;
}

const JOBS = `
  select id, request_id, status, credits, charged, result,
    (select count(*)::int from job_events where job_id = jobs.id and type in ('job.done', 'job.failed')) as ends
  from jobs where operation = 'rank.track'`;

interface RequestRow {
  readonly id: string;
  readonly identity: string;
  readonly request_id: string;
  readonly state: string;
  readonly repeats: string | null;
}

const REQUESTS = `select id, encode(identity, 'hex') as identity, request_id, state, repeats from source_requests
  where source = 'serper' order by identity, created_at, id`;

/** Every promise about schedules that was broken, in words; and the counts. That the balance tells of their charges is held by `verify`. */
export async function verifySchedules({
  database,
  asked,
  historyOf,
}: Parts): Promise<{ account: ScheduleAccount; broken: string[] }> {
  const schedules = await database.query<ScheduleRow>(SCHEDULES);
  const jobs = await database.query<JobRow>(JOBS);
  const requests = await database.query<RequestRow>(REQUESTS);
  const histories = new Map<string, number>();
  for (const { keyword } of schedules) histories.set(keyword, await historyOf(keyword));
  const reached = sum([...asked.values()]);
  const broken = [
    ...schedules.flatMap(brokenSchedule),
    ...jobs.flatMap(brokenJob),
    ...brokenRequests(requests, jobs),
    ...schedules.flatMap((schedule) => brokenHistory(schedule, histories.get(schedule.keyword) ?? 0)),
    ...(reached <= requests.length ? [] : [`${reached} requests reached the provider, ${requests.length} are booked`]),
  ];
  const account = {
    runs_due: sum(schedules.map(({ due }) => due)),
    jobs: jobs.length,
    jobs_completed: jobs.filter(({ status }) => status === 'completed').length,
    jobs_failed: jobs.filter(({ status }) => status === 'failed').length,
    credits_charged: sum(jobs.map((job) => job.charged)),
    provider_requests: reached,
    requests_booked: requests.length,
    requests_cut_off: requests.filter(({ state }) => state === 'cut_off').length,
    requests_repeated: requests.filter(({ repeats }) => repeats !== null).length,
    points: sum([...histories.values()]),
  };
  return { account, broken };
}

function brokenSchedule({ id, due, jobs }: ScheduleRow): string[] {
  return due === jobs ? [] : [`${id} was due ${due} times and has ${jobs} jobs`];
}

function brokenJob(job: JobRow): string[] {
  const owed = job.status === 'completed' ? job.credits : 0;
  return [
    ...(job.status === 'completed' || job.status === 'failed' ? [] : [`${job.id} is ${job.status}`]),
    ...(job.ends === 1 ? [] : [`${job.id} ended ${job.ends} times`]),
    ...(job.charged === owed ? [] : [`${job.id} was charged ${job.charged}`]),
  ];
}

/** A request after one that was cut off says so: in its own row, and in the answer of its job. */
function brokenRequests(requests: readonly RequestRow[], jobs: readonly JobRow[]): string[] {
  const answers = new Map(jobs.map((job) => [job.request_id, job]));
  return requests.flatMap((request, at) => [
    ...(request.state === 'open' ? [`the request ${request.id} is open`] : []),
    ...brokenRepeat(request, requests[at - 1]),
    ...brokenAnswer(request, answers.get(request.request_id)),
  ]);
}

function brokenRepeat(request: RequestRow, before: RequestRow | undefined): string[] {
  if (before?.identity !== request.identity || before.state !== 'cut_off' || request.repeats === before.id) return [];
  return [`the request ${request.id} does not say that it repeats ${before.id}`];
}

function brokenAnswer({ repeats, state }: RequestRow, job: JobRow | undefined): string[] {
  if (repeats === null || state !== 'answered' || job?.status !== 'completed') return [];
  const isTold = job.result?.includes('was cut off before its answer was saved') === true;
  // Killed again once the answer was saved: the attempt after that asked nobody, and the row alone tells of the repetition.
  const isRecalled = job.result?.includes('"cached":true') === true;
  return isTold || isRecalled ? [] : [`the answer of ${job.id} does not tell that it was asked for twice`];
}

/** A point for each look-up that ended, and none without one; a look-up within the hour serves later runs too. */
function brokenHistory({ keyword, completed }: ScheduleRow, points: number): string[] {
  if (completed > 0 && points === 0) return [`${keyword} was checked and has no point`];
  return points <= completed ? [] : [`${keyword} has ${points} points of ${completed} checks`];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
