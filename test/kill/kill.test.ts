import { describe, expect, it } from 'vitest';

import { killRounds } from './kill-rounds.ts';
import { killScheduleRounds } from './schedule-rounds.ts';

// Side by side, since most of their time is waiting for what killed calls had reserved.
describe.concurrent('when server, worker and database are killed', () => {
  it('loses no job, no credit and no delivery in the midst of a load, nor where the database stands still or loses who looks after it', async () => {
    const victims = ['owner', 'server', 'frozen', 'worker', 'postgres'] as const;
    const report = await killRounds(victims.length, { victims });
    expect(report.broken).toEqual([]);
    expect(report.kills).toEqual({ owner: 1, server: 1, frozen: 1, worker: 1, postgres: 1 });
    // How much of a load a busy machine carries between two kills says nothing of the promises; none would prove nothing.
    expect(report.account.jobs_accepted).toBeGreaterThan(0);
    expect(report.account.inline_answered).toBeGreaterThan(0);
  }, 300_000);

  it('runs each schedule once each time it is due, and charges it once', async () => {
    const { account, broken, kills } = await killScheduleRounds({ rounds: 3, schedules: 24 });
    expect(broken).toEqual([]);
    expect(kills).toEqual({ server: 1, worker: 1, postgres: 1 });
    expect(account.runs_due).toBeGreaterThan(0);
    expect(account.jobs_completed).toBeGreaterThan(0);
  }, 300_000);
});
