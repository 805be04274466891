import { expect, it } from 'vitest';

import { killRounds } from './kill-rounds.ts';

/** A kill of each kind; `bench/kill.ts` and `bench/kill-schedules.ts` kill for as long as one likes. */
it('loses no job, no credit, no delivery and no run of a schedule when server, worker and database are killed or the database stands still', async () => {
  const victims = ['owner', 'frozen', 'worker', 'postgres'] as const;
  const { account, scheduled, broken, kills } = await killRounds(victims.length, {
    victims,
    schedules: 8,
    clients: { queued: 3, inline: 2 },
    between_kills_ms_max: 4000,
  });
  expect(broken).toEqual([]);
  expect(kills).toEqual({ owner: 1, frozen: 1, worker: 1, postgres: 1 });
  // How much of a load a busy machine carries between two kills says nothing of the promises; none would prove nothing.
  expect(account.jobs_accepted).toBeGreaterThan(0);
  expect(account.inline_answered).toBeGreaterThan(0);
  expect(scheduled?.runs_due).toBeGreaterThan(0);
  expect(scheduled?.jobs_completed).toBeGreaterThan(0);
}, 300_000);
