import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { JobClaims } from './job-claims.ts';
import { PostgresLedger } from './ledger.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => test.database.query('truncate jobs, plans'));

async function publish(plans: Readonly<Record<string, number | null>>): Promise<void> {
  const settings = Object.entries(plans).map(
    ([name, concurrent_jobs]) => [name, { concurrent_jobs, credits_per_month: null }] as const,
  );
  await new PostgresLedger(test.database, { plans: new Map(settings) }).publishPlans();
}

let counter = 0;

/** A workspace on that plan with six queued jobs. */
async function openWorkspace(plan: string): Promise<string> {
  const id = `ws_${(counter += 1)}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', $2)", [id, plan]);
  await test.database.query(
    `insert into jobs (id, workspace_id, request_id, transport, operation, input, credits, attempts_max)
      select 'job_' || $1 || place, $1, 'req_1', 'rest', 'search', '{}', 0, 3 from generate_series(1, 6) as place`,
    [id],
  );
  return id;
}

/** How many jobs of each workspace a worker takes that has none of the service's settings. */
async function claimed(...workspaces: readonly string[]): Promise<readonly number[]> {
  const taken = await new JobClaims(test.database).claim({ owner: 'worker_1', duration_ms: 30_000 }, 50);
  return workspaces.map((id) => taken.filter((row) => row.workspace_id === id).length);
}

it('takes no more jobs of a workspace than its plan allows, as the service has published it', async () => {
  await publish({ self_hosted: null, small: 2, larger: 4 });
  const workspaces = [await openWorkspace('self_hosted'), await openWorkspace('small'), await openWorkspace('larger')];
  await expect(claimed(...workspaces)).resolves.toEqual([6, 2, 4]);
  await expect(claimed(...workspaces)).resolves.toEqual([0, 0, 0]);
});

it('allows a workspace on a plan that nobody knows the least of all', async () => {
  await publish({ self_hosted: null, small: 3, larger: 4 });
  await expect(claimed(await openWorkspace('forgotten'))).resolves.toEqual([3]);
});

it('still knows the limits when a process with fewer plans has published its own', async () => {
  await publish({ self_hosted: null, small: 2 });
  await publish({ self_hosted: null });
  await expect(claimed(await openWorkspace('small'))).resolves.toEqual([2]);
});

it('limits nobody where no plan does', async () => {
  await publish({ self_hosted: null });
  await expect(claimed(await openWorkspace('self_hosted'), await openWorkspace('forgotten'))).resolves.toEqual([6, 6]);
});

it('takes a changed limit into account with the next claim', async () => {
  await publish({ small: 1 });
  const claims = new JobClaims(test.database);
  const lease = { owner: 'worker_1', duration_ms: 30_000 };
  await openWorkspace('small');
  await expect(claims.claim(lease, 5)).resolves.toHaveLength(1);
  await publish({ small: 4 });
  await expect(claims.claim(lease, 5)).resolves.toHaveLength(3);
});
