import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { FailedRun } from '../../ports/check-runs.ts';
import { PostgresCheckRuns, SerpFailureStore } from './check-runs.ts';

let test: TestDatabase;
let runs: PostgresCheckRuns;
beforeAll(async () => {
  test = await openTestDatabase();
  runs = new PostgresCheckRuns(test.database);
});
beforeEach(() => test.database.query('truncate check_runs'));
afterAll(() => test.close());

const SERIES = { keyword: 'running shoes', engine: 'google', location_code: 2840, language: 'en', device: 'desktop' };

function failed(changes: Partial<FailedRun> = {}): FailedRun {
  return {
    workspace_id: 'ws_default',
    capability: 'serp',
    series: SERIES,
    failed_at: new Date('2026-03-29T01:30:00Z'),
    reason: 'DataForSEO could not be reached.',
    source: 'dataforseo',
    operation: 'rank.track',
    request_id: 'req_1',
    ...changes,
  };
}

async function failures(
  changes: { keyword?: string; workspace_id?: string; operations?: string[]; limit?: number } = {},
) {
  const { workspace_id = 'ws_default', ...query } = changes;
  const asked = { keyword: 'running shoes', operations: ['rank.track'], since: undefined, limit: 10, ...query };
  const scope = { workspace_id, since: undefined, signal: new AbortController().signal };
  return (await new SerpFailureStore(test.database).recall(asked, scope)).value;
}

it('tells a failed check with its series, its time and its reason', async () => {
  await runs.fail(failed());
  expect(await failures({ keyword: ' Running  SHOES ' })).toEqual([
    {
      engine: 'google',
      location_code: 2840,
      language: 'en',
      device: 'desktop',
      failed_at: '2026-03-29T01:30:00.000Z',
      reason: 'DataForSEO could not be reached.',
      source: 'dataforseo',
    },
  ]);
});

it('counts a job that fails three times once, with its last failure', async () => {
  for (const [attempt, reason] of ['first', 'second', 'third'].entries()) {
    await runs.fail(failed({ reason, failed_at: new Date(Date.parse('2026-03-29T01:30:00Z') + attempt * 8000) }));
  }
  expect(await failures()).toMatchObject([{ reason: 'third', failed_at: '2026-03-29T01:30:16.000Z' }]);
});

it('forgets the failures of a job that was answered in the end, and no others', async () => {
  await runs.fail(failed());
  await runs.fail(failed({ request_id: 'req_2', failed_at: new Date('2026-03-28T01:30:00Z') }));
  await runs.fail(failed({ series: { ...SERIES, device: 'mobile' } }));
  await runs.recover(failed());
  expect(await failures()).toMatchObject([{ device: 'desktop' }, { device: 'mobile' }]);
});

it('keeps what a series left open as null', async () => {
  await runs.fail(
    failed({ source: undefined, series: { ...SERIES, engine: null, location_code: null, device: null } }),
  );
  expect(await failures()).toMatchObject([{ engine: null, location_code: null, device: null, source: null }]);
});

it('tells nobody else, and of no other operation', async () => {
  await runs.fail(failed());
  expect(await failures({ workspace_id: 'ws_other' })).toEqual([]);
  expect(await failures({ operations: ['analyze.serp'] })).toEqual([]);
});

it('tells the newest ones oldest first', async () => {
  for (const day of ['03', '01', '02']) {
    await runs.fail(failed({ request_id: `req_${day}`, failed_at: new Date(`2026-03-${day}T06:00:00Z`) }));
  }
  expect((await failures({ limit: 2 })).map(({ failed_at }) => failed_at.slice(8, 10))).toEqual(['02', '03']);
});
