import { expect, it } from 'vitest';

import type { MoneyGuard, SourceRequest } from '../ports/money.ts';
import { countedMoney } from './counted-money.ts';

const REQUEST: SourceRequest = {
  source: 'serper',
  capability: 'serp',
  method: 'check',
  identity: 'serp.check garden hose',
  usd: 0.001,
  workspace_id: 'ws_default',
  key_id: undefined,
  project_id: undefined,
  operation: 'search',
  request_id: 'req_1',
};
const NO_LIMITS = { source_usd: undefined, total_usd: undefined };
const BOOKING = { usd: 0.003, observations: [], workspace_id: '', index_id: '', delete_at: undefined };

/** A guard whose ends work, or all fail. */
const guardThat = (ends: () => Promise<void>): MoneyGuard => ({
  today: () => Promise.resolve(new Map()),
  reserve: ({ usd }) =>
    Promise.resolve(
      usd > 1
        ? { is_held: false, limit: 'total', limit_usd: 1, spent_usd: 0, resets_at: new Date(0) }
        : { is_held: true, repeats: 'srq_1', book: ends, fail: ends },
    ),
});

async function count(ends: () => Promise<void>, usd = 0.001): Promise<readonly object[]> {
  const counted: object[] = [];
  const metrics = { countSourceRequest: (request: object) => void counted.push(request) };
  const guard = countedMoney(guardThat(ends), metrics);
  for (const end of ['book', 'fail'] as const) {
    const hold = await guard.reserve({ ...REQUEST, usd }, NO_LIMITS);
    if (!hold.is_held) continue;
    expect(hold.repeats).toBe('srq_1');
    const ended = end === 'book' ? hold.book(BOOKING) : hold.fail({ usd: 0, reason: 'It failed.' });
    await ended.catch(() => undefined);
  }
  return counted;
}

it('counts what was charged when a request ends, and nothing that is not booked or was refused', async () => {
  await expect(count(() => Promise.resolve())).resolves.toEqual([
    { source: 'serper', outcome: 'answered', usd: 0.003 },
    { source: 'serper', outcome: 'failed', usd: 0 },
  ]);
  await expect(count(() => Promise.reject(new Error('the database is gone')))).resolves.toEqual([]);
  await expect(count(() => Promise.resolve(), 2)).resolves.toEqual([]);
});
