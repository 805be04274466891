import { expect, it } from 'vitest';

import { killRounds } from './kill-rounds.ts';

it('loses no job, no credit and no delivery when server, worker and database are killed in the midst of a load', async () => {
  const report = await killRounds(3);
  expect(report.broken).toEqual([]);
  expect(report.kills).toEqual({ server: 1, worker: 1, postgres: 1 });
  expect(report.account.jobs_accepted).toBeGreaterThan(5);
  expect(report.account.inline_answered).toBeGreaterThan(5);
}, 300_000);
