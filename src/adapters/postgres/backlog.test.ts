import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { readBacklog } from './backlog.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it('is empty when nothing waits', async () => {
  await expect(readBacklog(test.database)).resolves.toEqual({ jobs: [], queue_lag_s: 0, pending_deliveries: 0 });
});

it('counts what waits and what runs, and how long the oldest that could run has waited', async () => {
  await test.database.query(`
    insert into jobs (id, workspace_id, request_id, transport, operation, input, status, credits, attempts_max, run_after)
    select 'job_' || n, 'ws_default', 'req', 'rest', operation, '{}', status, 1, 3, now() + after
    from (values
      (1, 'search', 'queued', interval '-90 seconds'), (2, 'search', 'queued', interval '-30 seconds'),
      (3, 'search', 'queued', interval '1 hour'), (4, 'extract', 'running', interval '-1 hour'),
      (5, 'extract', 'completed', interval '-2 hours')
    ) as jobs (n, operation, status, after)`);
  await test.database.query(`
    insert into webhook_deliveries (id, workspace_id, endpoint_id, message_id, event_type, payload, status)
    select 'dlv_' || n, 'ws_default', 'whe_1', 'msg', 'job.completed', '{}', status
    from (values (1, 'pending'), (2, 'pending'), (3, 'delivered')) as deliveries (n, status)`);
  const backlog = await readBacklog(test.database);
  expect(backlog.jobs).toEqual([
    { operation: 'extract', status: 'running', count: 1 },
    { operation: 'search', status: 'queued', count: 3 },
  ]);
  expect(backlog.queue_lag_s).toBeGreaterThanOrEqual(90);
  expect(backlog.queue_lag_s).toBeLessThan(150);
  expect(backlog.pending_deliveries).toBe(2);
});
