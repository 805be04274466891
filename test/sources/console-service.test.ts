import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openIndex } from '../../src/compose/indexes.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { fieldsOf } from '../../src/kernel/fields-of.ts';
import { endedJob } from '../ended-job.ts';
import { BING_KEY } from '../providers/bing-webmaster.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { CONSOLE_NOW, LAST_FINAL_DAY, serviceAccountFile, SITE } from '../providers/search-console.ts';
import { openTestService, type TestService } from '../service.ts';

/** Pulls and schedules over HTTP, on a whole service with real jobs, databases and index. */

const SINCE = '2054-11-15';

let providers: Providers;
let service: TestService;
let folder: string;
let now = CONSOLE_NOW;

beforeAll(async () => {
  [providers, folder] = await Promise.all([startProviders(), mkdtemp(join(tmpdir(), 'seamark-console-'))]);
  await writeFile(join(folder, 'key.json'), serviceAccountFile());
  service = await openTestService({
    clock: () => now,
    environment: {
      SEAMARK_SEARCH_CONSOLE_KEY_FILE: join(folder, 'key.json'),
      SEAMARK_SEARCH_CONSOLE_URL: `${providers.url('search-console')}/v3`,
      SEAMARK_SEARCH_CONSOLE_TOKEN_URL: `${providers.url('search-console')}/token`,
      SEAMARK_BING_WEBMASTER_KEY: BING_KEY,
      SEAMARK_BING_WEBMASTER_URL: providers.url('bing-webmaster'),
    },
  });
});
afterAll(async () => {
  await service.close();
  await Promise.all([providers.close(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  providers.reset();
  now = CONSOLE_NOW;
});

async function send(method: 'PATCH' | 'DELETE', path: string, body?: unknown, key = service.key) {
  const response = await fetch(`${service.base}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: fieldsOf(await response.json()) };
}

async function finalDays(workspaceId: string): Promise<readonly string[]> {
  return closingAfter(async (closing) => {
    const index = closing.add(await openIndex(service.config));
    const table = { engine: 'google', property: SITE, search_type: 'web', grain: 'detail' } as const;
    return index.consoleReader.finalDays(workspaceId, table, AbortSignal.timeout(30_000));
  });
}

const body = { kind: 'console', property: SITE, since: SINCE };

describe('POST /imports with a property alone', () => {
  it('pulls its figures as a job, into the index of the workspace', async () => {
    const answer = await service.call('/imports', body);
    expect(answer).toMatchObject({
      status: 201,
      json: { import: { kind: 'console', location: `search-console:${SITE} since ${SINCE}`, status: 'waiting' } },
    });
    expect(await endedJob(service, answer.json['job_id'])).toMatchObject({
      status: 'completed',
      operation: 'imports.create',
      result: { import: { status: 'completed', options: { property: SITE } } },
    });
    const [workspace] = await service.rows("select workspace_id from imports where kind = 'console'");
    const days = await finalDays(String(workspace?.['workspace_id']));
    expect([days[0], days.at(-1)]).toEqual([SINCE, LAST_FINAL_DAY]);
    expect(await finalDays('ws_customer')).toEqual([]);
  }, 120_000);

  it('waits for a quota in the queue, and goes on when it is over', async () => {
    // The queue goes by the clock of the database, and has to hold what the service puts off until a time in the past.
    await service.rows(
      "create function wait_longer() returns trigger language plpgsql as $$ begin new.run_after := new.run_after + interval '100 years'; return new; end $$",
    );
    await service.rows(
      'create trigger wait_longer before update of run_after on jobs for each row execute function wait_longer()',
    );
    // A token and the list of properties when it is ordered; the list, the last day and some tables when it runs.
    providers.misbehave({ vendor: 'search-console', with: 'rate_limit', after: 6 });
    const since = '2054-11-10';
    const answer = await service.call('/imports', { ...body, since });
    const id = String(answer.json['job_id']);
    const waiting = `select run_after - interval '100 years' as run_after from jobs where id = '${id}' and status = 'queued' and attempts_made = 0 and started_at is not null`;
    await expect
      .poll(async () => service.rows(waiting), { timeout: 60_000 })
      .toMatchObject([{ run_after: new Date('2054-11-22T20:15:00Z') }]);
    expect((await service.call('/imports?kind=console&status=stopped', undefined)).json).toMatchObject({
      imports: [{ notes: [expect.stringContaining('2054-11-22 20:15 UTC')], job_id: id }],
    });
    // The same order finds the job that waits.
    expect((await service.call('/imports', { ...body, since })).json['job_id']).toBe(id);
    await service.rows('drop trigger wait_longer on jobs');
    await service.rows(`update jobs set run_after = now() where id = '${id}'`);
    expect(await endedJob(service, id)).toMatchObject({ status: 'completed', result: { import: { notes: [] } } });
  }, 120_000);

  it('brings weeks of Bing in the same way', async () => {
    const order = { kind: 'console', engine: 'bing', property: 'https://harbour-bikes.example/' };
    const answer = await service.call('/imports', order);
    expect(await endedJob(service, answer.json['job_id'])).toMatchObject({
      status: 'completed',
      result: { import: { location: 'bing-webmaster:https://harbour-bikes.example/', counts: { read: 36 } } },
    });
  }, 120_000);

  it('refuses at once what no job could bring', async () => {
    const refused = async (changes: object) => service.call('/imports', { ...body, ...changes });
    expect(await refused({ property: 'harbor-bikes.example' })).toMatchObject({
      status: 404,
      json: { fix: expect.stringContaining('Did you mean sc-domain:harbour-bikes.example?') },
    });
    expect(await refused({ types: ['generative_ai'] })).toMatchObject({
      status: 422,
      json: { fix: expect.stringContaining('web, image') },
    });
    expect(await refused({ url: 'https://files.example/Queries.csv' })).toMatchObject({
      status: 422,
      json: { errors: [{ path: 'since' }] },
    });
    expect(await refused({ period: '2054-10' })).toMatchObject({ status: 422, json: { errors: [{ path: 'period' }] } });
    expect(await refused({ since: '15.11.2026' })).toMatchObject({
      status: 422,
      json: { errors: [{ path: 'since' }] },
    });
  });

  it('is for keys of the first workspace, whose credentials they are', async () => {
    const customer = { 'x-api-key': await service.makeCustomerKey() };
    expect(await service.call('/imports', body, customer)).toMatchObject({
      status: 403,
      json: { code: 'key_not_allowed_here' },
    });
    // A file of its own is another matter.
    const content = 'Top queries,Clicks,Impressions,CTR,Position\nbike repair,1,2,50%,3\n';
    const own = { kind: 'console', content, property: SITE, period: '2054-10-01..2054-10-28' };
    expect(await service.call('/imports', own, customer)).toMatchObject({ status: 201 });
  });
});

describe('a schedule', () => {
  it('pulls every day, once for the days that the service was away, and tells of its runs', async () => {
    const settings = { operation: 'imports.create', input: body, cadence: 'daily', time_zone: 'Europe/Berlin' };
    const made = await send('PATCH', '/schedules/console', settings);
    expect(made).toMatchObject({ status: 200, json: { schedule: { id: 'console', credits: 0, last: null } } });
    const first = new Date(String(fieldsOf(made.json['schedule'])['next_due']));
    expect(first > now && first.getTime() < now.getTime() + 86_400_000).toBe(true);
    now = new Date(first.getTime() + 30 * 86_400_000 + 60_000);
    const lastRun = async (): Promise<unknown> => {
      const schedules = (await service.call('/schedules', undefined)).json['schedules'];
      return Array.isArray(schedules) ? fieldsOf(schedules[0])['last'] : undefined;
    };
    await expect.poll(lastRun, { timeout: 60_000 }).toMatchObject({
      due: first.toISOString(),
      missed: 30,
      error: null,
      job_id: expect.stringMatching(/^job_/),
    });
    const jobs = await service.rows("select id, status from jobs where transport = 'schedule'");
    expect(jobs).toHaveLength(1);
    expect(await endedJob(service, jobs[0]?.['id'])).toMatchObject({ status: 'completed' });
    expect(await send('DELETE', '/schedules/console')).toMatchObject({ status: 200, json: { deleted: true } });
    expect(await send('DELETE', '/schedules/console')).toMatchObject({ status: 404 });
  }, 120_000);

  it('of an import does not run once its workspace may not import any more, and says so', async () => {
    await service.rows(
      `insert into schedules (workspace_id, id, operation, input, cadence, pattern, time_zone, next_due)
       values ('ws_customer', 'console', 'imports.create', '${JSON.stringify(body)}', 'daily', '0 3 * * *', 'UTC', '2054-11-20T03:00:00Z')`,
    );
    const error = "select last_job_id, last_error from schedules where workspace_id = 'ws_customer'";
    await expect
      .poll(() => service.rows(error), { timeout: 60_000 })
      .toMatchObject([{ last_job_id: null, last_error: expect.stringContaining('may not write into the index') }]);
  }, 120_000);

  it('takes any analysis with its price, keeps what is not said, and rests while it is paused', async () => {
    const made = await send('PATCH', '/schedules/links', {
      operation: 'backlinks.summary',
      input: { target: 'example.com' },
      cron: '0 6 * * 1',
    });
    expect(made.json).toMatchObject({
      schedule: { cadence: 'cron', cron: '0 6 * * 1', time_zone: 'UTC', next_due: '2054-11-23T06:00:00.000Z' },
    });
    expect(fieldsOf(made.json['schedule'])['credits']).toBeGreaterThan(0);
    const paused = await send('PATCH', '/schedules/links', { is_paused: true });
    expect(paused.json).toMatchObject({
      schedule: { is_paused: true, cron: '0 6 * * 1', input: { target: 'example.com' } },
    });
    now = new Date('2054-12-16T12:00:00Z');
    // What passed meanwhile is not made up for.
    const again = await send('PATCH', '/schedules/links', { is_paused: false });
    expect(again.json).toMatchObject({ schedule: { next_due: '2054-12-21T06:00:00.000Z', last: null } });
    await send('DELETE', '/schedules/links');
  });

  it('refuses what its call would be refused for, by the field that is wrong', async () => {
    const refused = async (settings: object): Promise<unknown> => {
      const answer = await send('PATCH', '/schedules/wrong', {
        cadence: 'daily',
        operation: 'backlinks.summary',
        ...settings,
      });
      expect(answer.status).toBe(422);
      return Array.isArray(answer.json['errors']) ? answer.json['errors'].map((issue) => fieldsOf(issue)['path']) : [];
    };
    expect(await refused({ input: {} })).toEqual(['input.target']);
    expect(await refused({ operation: 'backlinks.sumary' })).toEqual(['operation']);
    expect(await refused({ operation: 'webhooks.endpoints.list' })).toEqual(['operation']);
    expect(await refused({ input: { target: 'example.com' }, cadence: 'cron' })).toEqual(['cron']);
    expect(await refused({ input: { target: 'example.com' }, cron: '0 6 * * 1' })).toEqual(['cron']);
    expect(await refused({ input: { target: 'example.com' }, time_zone: 'Mars/Olympus' })).toEqual(['time_zone']);
    expect(await refused({ input: { target: 'example.com' }, cadence: 'cron', cron: '0 0 30 2 *' })).toEqual(['cron']);
    const scoped = await service.makeKey({ scopes: ['schedules.set'] });
    const call = { operation: 'backlinks.summary', input: { target: 'example.com' }, cadence: 'daily' };
    expect(await send('PATCH', '/schedules/wrong', call, scoped)).toMatchObject({ status: 403 });
    const project = await service.makeKey({ project_id: 'acme' });
    expect(await send('PATCH', '/schedules/wrong', call, project)).toMatchObject({ status: 403 });
  });
});

describe('the sources', () => {
  it('show both consoles beside rankings, and answer a test', async () => {
    const { json } = await service.call('/sources', undefined);
    const list = Array.isArray(json['capabilities']) ? json['capabilities'] : [];
    expect(list.find((one) => fieldsOf(one)['capability'] === 'rankings')).toMatchObject({
      sources: expect.arrayContaining([
        expect.objectContaining({ source: 'search-console', sees: expect.arrayContaining(['clicks']) }),
        expect.objectContaining({ source: 'bing-webmaster', sees: expect.arrayContaining(['clicks']) }),
      ]),
    });
    const test = await service.call('/sources/test', { source: 'search-console' });
    expect(test.json).toMatchObject({
      tests: [{ source: 'search-console', ok: true, message: expect.stringContaining(SITE) }],
    });
  });
});
