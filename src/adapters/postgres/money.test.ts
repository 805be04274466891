import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';

import { spawnFrom } from '../../../test/killed-process.ts';
import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { BudgetSpent, SourceRequest, SpendingHold, SpendingLimits } from '../../ports/money.ts';
import type { Observation } from '../../ports/store.ts';
import { connect, type Database } from './database.ts';
import { PostgresMoneyGuard } from './money.ts';
import { PostgresObservationInbox } from './observation-inbox.ts';

let test: TestDatabase;
let replica: Database;
let guard: PostgresMoneyGuard;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = connect({ url: test.url, log: silentLog });
  guard = new PostgresMoneyGuard(test.database, silentLog);
});
afterAll(async () => {
  await guard.close();
  await replica.close();
  await test.close();
});
beforeEach(async () => {
  await test.database.query('truncate source_requests, source_days, source_usage_days, observation_inbox');
});

const NO_LIMITS: SpendingLimits = { source_usd: undefined, total_usd: undefined };
const REQUEST: SourceRequest = {
  source: 'dataforseo',
  capability: 'serp',
  method: 'check',
  identity: 'serp.check garden hose',
  usd: 0.002,
  workspace_id: 'ws_default',
  key_id: 'key_1',
  project_id: 'acme',
  operation: 'analyze.serp',
  request_id: 'req_1',
};
const FACT: Observation = {
  kind: 'serp',
  series: 'google garden hose us en desktop',
  observed_at: new Date('2026-11-20T08:00:00Z'),
  body: { items: ['nul \0 and lone \ud800 surrogate'] },
};

async function held(
  changes: Partial<SourceRequest> = {},
  limits = NO_LIMITS,
  by: PostgresMoneyGuard = guard,
): Promise<SpendingHold> {
  const hold = await by.reserve({ ...REQUEST, ...changes }, limits);
  if (!hold.is_held) throw new Error(`refused: ${JSON.stringify(hold)}`);
  return hold;
}

const book = (hold: SpendingHold, usd: number, observations: readonly Observation[] = []): Promise<void> =>
  hold.book({ usd, observations, workspace_id: '', index_id: '', delete_at: undefined });

async function total(): Promise<object | undefined> {
  const [row] = await test.database.query(
    `select reserved_usd::double precision as reserved, spent_usd::double precision as spent
      from source_days where source = ''`,
  );
  return row;
}

const states = (): Promise<readonly object[]> =>
  test.database.query('select state, charged_usd::double precision as usd from source_requests order by created_at');

/** As if the processes of all open requests had been gone for a minute. */
const lapse = (): Promise<unknown> =>
  test.database.query("update source_requests set lease_until = now() - interval '1 minute' where state = 'open'");

const nextMidnight = (): Date => new Date((Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000);

it('lets exactly three of fifty parallel requests through on a budget for three, whoever made them first', async () => {
  for (const limits of [
    { source_usd: 0.006, total_usd: undefined },
    { source_usd: undefined, total_usd: 0.006 },
    { source_usd: 0.0079, total_usd: 0.006 },
  ]) {
    await test.database.query('truncate source_requests, source_days');
    const guards = [guard, new PostgresMoneyGuard(replica, silentLog)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const request = { ...REQUEST, identity: `question ${at}`, request_id: `req_${at}` };
        return (guards[at % 2] ?? guard).reserve(request, limits);
      }),
    );
    expect(answers.filter((answer) => answer.is_held)).toHaveLength(3);
    await expect(total()).resolves.toEqual({ reserved: 0.006, spent: 0 });
    await expect(states()).resolves.toHaveLength(3);
    await guards[1]?.close();
  }
});

it('never exceeds the limit of all sources together, whatever the sources are and however they end', async () => {
  const guards = [guard, new PostgresMoneyGuard(replica, silentLog)];
  const made = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const changes = { source: ['one', 'two', 'three'][at % 3] ?? '', identity: `question ${at}` };
      const by = guards[at % 2] ?? guard;
      const hold = await by.reserve({ ...REQUEST, ...changes }, { source_usd: 0.02, total_usd: 0.04 });
      if (!hold.is_held) return 0;
      if (at % 4 === 0) await hold.fail({ usd: 0, reason: 'it failed' });
      else if (at % 4 === 1) await book(hold, 0.001);
      else if (at % 4 === 2) await book(hold, 0.002);
      return [0, 0.001, 0.002, 0.002][at % 4] ?? 0;
    }),
  );
  await guards[1]?.close();
  const sum = made.reduce((one, other) => one + Math.round(other * 1000), 0);
  const days = await test.database.query<{ used: number; sources: number }>(
    `select round(1000 * sum(reserved_usd + spent_usd) filter (where source = ''))::int as used,
      round(1000 * sum(reserved_usd + spent_usd) filter (where source <> ''))::int as sources from source_days`,
  );
  expect(days).toEqual([{ used: sum, sources: sum }]);
  expect(sum).toBeLessThanOrEqual(40);
  const [rows] = await test.database.query<{ used: number }>(
    'select round(1000 * sum(coalesce(charged_usd, reserved_usd)))::int as used from source_requests',
  );
  expect(rows?.used).toBe(sum);
});

it('says which limit a request would break, what is spent of it, and when it resets', async () => {
  await book(await held({ usd: 0.5 }), 0.5);
  await held({ usd: 0.25 });
  const refusal: BudgetSpent = {
    is_held: false,
    limit: 'source',
    limit_usd: 0.9,
    spent_usd: 0.75,
    resets_at: nextMidnight(),
  };
  const request = { ...REQUEST, usd: 0.2 };
  await expect(guard.reserve(request, { source_usd: 0.9, total_usd: 5 })).resolves.toEqual(refusal);
  await expect(guard.reserve(request, { source_usd: 5, total_usd: 0.8 })).resolves.toEqual({
    ...refusal,
    limit: 'total',
    limit_usd: 0.8,
  });
  // Another source has a budget of its own, and what a refused request had taken is given back.
  await held({ source: 'serper', usd: 0.2 }, { source_usd: 0.2, total_usd: 0.95 });
  await expect(total()).resolves.toEqual({ reserved: 0.45, spent: 0.5 });
});

it('fills a limit to its last hundredth of a cent', async () => {
  const limits = { source_usd: 0.3, total_usd: 0.3 };
  for (const at of [1, 2, 3]) await held({ usd: 0.1, identity: `question ${at}` }, limits);
  await expect(guard.reserve({ ...REQUEST, usd: 0.0001 }, limits)).resolves.toMatchObject({ spent_usd: 0.3 });
});

it('never refuses what is free, and counts it', async () => {
  await book(await held({ usd: 1 }), 1);
  const none = { source_usd: 0, total_usd: 0 };
  await book(await held({ source: 'searxng', usd: 0 }, none), 0);
  await book(await held({ usd: 0 }, none), 0);
  const today = await guard.today();
  expect(today.get('searxng')).toMatchObject({ usd: 0, requests: 1, failures: 0 });
  expect(today.get('dataforseo')).toMatchObject({ usd: 1, requests: 2 });
});

it('books what was really charged, also where that is more than was reserved', async () => {
  await book(await held({ usd: 0.002 }), 0.0045);
  await book(await held({ usd: 0.002 }), 0.0005);
  await (await held({ usd: 0.002 })).fail({ usd: 0.002, reason: 'The answer came too late.' });
  await (await held({ usd: 0.002 })).fail({ usd: 0, reason: 'The key is wrong.' });
  const today = await guard.today();
  expect([...today]).toEqual([
    [
      'dataforseo',
      {
        usd: 0.007,
        reserved_usd: 0,
        requests: 4,
        failures: 2,
        last_failure: { at: expect.any(Date), reason: 'The key is wrong.' },
      },
    ],
  ]);
  await expect(total()).resolves.toEqual({ reserved: 0, spent: 0.007 });
});

it('books once, however often the answer of the commit was lost', async () => {
  const hold = await held();
  await Promise.all([book(hold, 0.002, [FACT]), book(hold, 0.002, [FACT])]);
  await hold.fail({ usd: 0, reason: 'too late' });
  await expect(total()).resolves.toEqual({ reserved: 0, spent: 0.002 });
  await expect(states()).resolves.toEqual([{ state: 'answered', usd: 0.002 }]);
  await expect(test.database.query('select id from observation_inbox')).resolves.toHaveLength(1);
});

it('keeps observations with their cost, or neither', async () => {
  const hold = await held();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a kind that the table refuses
  const wrong = { ...FACT, kind: 'rumour' } as unknown as Observation;
  await expect(book(hold, 0.002, [FACT, wrong])).rejects.toThrow('observation_inbox');
  await expect(total()).resolves.toEqual({ reserved: 0.002, spent: 0 });
  await expect(test.database.query('select id from observation_inbox')).resolves.toEqual([]);
  await book(hold, 0.002, [FACT, { ...FACT, series: 'another' }]);
  await expect(total()).resolves.toEqual({ reserved: 0, spent: 0.002 });
  const inbox = new PostgresObservationInbox(test.database, { write: () => Promise.resolve() });
  const found = await inbox.find('serp', [FACT.series], undefined);
  expect(found).toMatchObject([{ ...FACT, source: 'dataforseo', workspace_id: '', delete_at: undefined }]);
});

it('takes a request whose process is gone for spent, and the next equal one says what it repeats', async () => {
  await held({ usd: 0.003 });
  await held({ usd: 0.003, identity: 'another question' });
  await lapse();
  const living = await held({ usd: 0.001, identity: 'a third question' });
  await expect(guard.sweep()).resolves.toBe(2);
  await expect(guard.sweep()).resolves.toBe(0);
  await expect(total()).resolves.toEqual({ reserved: 0.001, spent: 0.006 });
  expect((await guard.today()).get('dataforseo')).toMatchObject({
    usd: 0.006,
    failures: 2,
    last_failure: { reason: 'The process that made the request ended before it did.' },
  });
  const other = await held({ source: 'serper' });
  const again = await held();
  const later = await held();
  expect([living.repeats, other.repeats, again.repeats, later.repeats]).toEqual([
    undefined,
    undefined,
    expect.stringMatching(/^srq_/),
    undefined,
  ]);
});

it('cuts off an equal request of a process that is gone by itself, before any sweep', async () => {
  await held();
  await lapse();
  expect((await held()).repeats).toMatch(/^srq_/);
  await expect(states()).resolves.toEqual([
    { state: 'cut_off', usd: 0.002 },
    { state: 'open', usd: null },
  ]);
});

it('leaves a request of a living process alone, also where it was renewed while somebody looked', async () => {
  await held();
  expect((await held()).repeats).toBeUndefined();
  const cut = await test.database.query(
    "select end_source_request(id, 'cut_off', null, '') as is_cut from source_requests",
  );
  expect(cut).toEqual([{ is_cut: false }, { is_cut: false }]);
});

it('says it again where the repetition failed, and no longer after a day', async () => {
  await held();
  await lapse();
  const failing = await held();
  expect(failing.repeats).toBeDefined();
  await failing.fail({ usd: 0, reason: 'The source did not respond.' });
  const again = await held();
  expect(again.repeats).toBe(failing.repeats);
  await again.fail({ usd: 0, reason: 'The source did not respond.' });
  await test.database.query("update source_requests set created_at = created_at - interval '25 hours'");
  expect((await held()).repeats).toBeUndefined();
});

it('corrects a request that was taken for cut off and comes back after all', async () => {
  const late = await held({ usd: 0.003 });
  await lapse();
  await guard.sweep();
  await book(late, 0.001, [FACT]);
  await expect(total()).resolves.toEqual({ reserved: 0, spent: 0.001 });
  expect((await guard.today()).get('dataforseo')).toMatchObject({ usd: 0.001, requests: 1, failures: 0 });
  await expect(test.database.query('select id from observation_inbox')).resolves.toHaveLength(1);
  expect((await held()).repeats).toBeUndefined();
});

it('renews the requests of a living process, and lets go those that it has lost', async () => {
  const brief = new PostgresMoneyGuard(test.database, silentLog, { lease_ms: 90 });
  onTestFinished(() => brief.close());
  await held({}, NO_LIMITS, brief);
  const renewed = async (): Promise<boolean> => {
    const [row] = await test.database.query<{ is_renewed: boolean }>(
      "select lease_until > created_at + interval '1 second' as is_renewed from source_requests",
    );
    return row?.is_renewed === true;
  };
  await expect.poll(renewed).toBe(true);
  await expect(states()).resolves.toEqual([{ state: 'open', usd: null }]);
  const forgetful = new PostgresMoneyGuard(test.database, silentLog, { lease_ms: 30, lifetime_ms: 0 });
  onTestFinished(() => forgetful.close());
  await held({ identity: 'lost' }, NO_LIMITS, forgetful);
  await expect.poll(() => guard.sweep()).toBe(1);
});

it('counts what a killed process had reserved, and the next request says that it repeats it', async () => {
  const child = spawnFrom(
    import.meta.url,
    `import { connect } from './database.ts';
     import { PostgresMoneyGuard } from './money.ts';
     const log = { info() {}, warn() {}, error() {} };
     const guard = new PostgresMoneyGuard(connect({ url: process.argv[1], log }), log, { lease_ms: 2000 });
     await guard.reserve(JSON.parse(process.argv[2]), {});
     console.log('reserved');
     setInterval(() => undefined, 1000);`,
    [test.url, JSON.stringify(REQUEST)],
  );
  await expect(child.said).resolves.toBe('reserved');
  await expect(guard.sweep()).resolves.toBe(0);
  await child.kill();
  await expect.poll(() => guard.sweep()).toBe(1);
  await expect(total()).resolves.toEqual({ reserved: 0, spent: 0.002 });
  const again = await held();
  expect(again.repeats).toMatch(/^srq_/);
  await book(again, 0.002, [FACT]);
  await expect(total()).resolves.toEqual({ reserved: 0, spent: 0.004 });
});

it('counts what was cut off by itself, without an equal request', async () => {
  await held();
  await lapse();
  const watchful = new PostgresMoneyGuard(test.database, silentLog, { sweep_every_ms: 20 });
  onTestFinished(() => watchful.close());
  await expect.poll(states).toEqual([{ state: 'cut_off', usd: 0.002 }]);
});

it('deletes old requests and keeps their sums', async () => {
  await book(await held({ usd: 0.5 }), 0.5);
  await held({ identity: 'open' });
  await test.database.query("update source_requests set created_at = now() - interval '91 days'");
  await guard.sweep();
  await expect(states()).resolves.toEqual([{ state: 'open', usd: null }]);
  expect((await guard.today()).get('dataforseo')).toMatchObject({ usd: 0.5 });
});

it('starts each day in UTC with nothing spent', async () => {
  const limits = { source_usd: 0.002, total_usd: 0.002 };
  await book(await held({}, limits), 0.002);
  await test.database.query('update source_days set day = day - 1');
  await expect(guard.today()).resolves.toEqual(new Map());
  await held({}, limits);
});

it('refuses a price that is none', async () => {
  await expect(guard.reserve({ ...REQUEST, usd: -1 }, NO_LIMITS)).rejects.toThrow('-1 USD cannot be reserved');
  await expect(guard.reserve({ ...REQUEST, usd: Number.NaN }, NO_LIMITS)).rejects.toThrow('cannot be reserved');
});
