import { array, assert, asyncProperty, constant, constantFrom, nat, oneof, record } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { SourceRequest, SpendingHold } from '../../ports/money.ts';
import { connect, type Database } from './database.ts';
import { PostgresMoneyGuard } from './money.ts';

let test: TestDatabase;
let replica: Database;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = connect({ url: test.url, log: silentLog });
});
afterAll(async () => {
  await replica.close();
  await test.close();
});

const LIMITS = { source_usd: 0.03, total_usd: 0.05 };
const FACT = { kind: 'serp', series: 'hose', observed_at: new Date('2026-11-20T08:00:00Z'), body: {} } as const;

const action = oneof(
  {
    weight: 5,
    arbitrary: record({
      kind: constant('reserve' as const),
      source: constantFrom('one', 'two', 'free'),
      question: constantFrom('hose', 'pump'),
      project_id: constantFrom('acme', undefined),
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      kind: constant('end' as const),
      how: constantFrom('book', 'fail', 'fail for nothing'),
      which: nat({ max: 9 }),
      thousandths: constantFrom(0, 1, 4, 9),
    }),
  },
  { weight: 2, arbitrary: constantFrom({ kind: 'lapse' as const }, { kind: 'sweep' as const }) },
);
type Action = typeof action extends { generate: (...parts: never[]) => { value: infer Value } } ? Value : never;

let counter = 0;

async function perform(guard: PostgresMoneyGuard, actions: readonly Action[]): Promise<void> {
  const mine: SpendingHold[] = [];
  for (const step of actions) {
    if (step.kind === 'reserve') {
      const hold = await guard.reserve(requestOf(step), LIMITS);
      if (hold.is_held) mine.push(hold);
    } else if (step.kind === 'end') {
      await end(mine[step.which % Math.max(1, mine.length)], step);
    } else if (step.kind === 'sweep') {
      await guard.sweep();
    } else {
      await test.database.query(
        `update source_requests set lease_until = now() - interval '1 minute'
          where id in (select id from source_requests where state = 'open' order by id for update)`,
      );
    }
  }
}

function requestOf(step: Extract<Action, { kind: 'reserve' }>): SourceRequest {
  return {
    source: step.source,
    capability: 'serp',
    method: 'check',
    identity: step.question,
    usd: step.source === 'free' ? 0 : 0.004,
    workspace_id: 'ws_default',
    key_id: undefined,
    project_id: step.project_id,
    operation: 'search',
    request_id: `req_${(counter += 1)}`,
  };
}

async function end(
  hold: SpendingHold | undefined,
  { how, thousandths }: Extract<Action, { kind: 'end' }>,
): Promise<void> {
  const usd = thousandths / 1000;
  if (how === 'book')
    await hold?.book({ usd, observations: [FACT], workspace_id: '', index_id: '', delete_at: undefined });
  else await hold?.fail({ usd: how === 'fail' ? usd : 0, reason: 'It failed.' });
}

interface Sums {
  readonly source: string;
  readonly reserved: number;
  readonly spent: number;
  readonly requests: number;
  readonly failures: number;
}

const COLUMNS = `source, round(1000 * sum(reserved_usd))::int as reserved, round(1000 * sum(spent_usd))::int as spent,
  sum(requests)::bigint as requests, sum(failures)::bigint as failures`;

async function requireConsistent(): Promise<void> {
  const requests = await test.database.query<Sums>(
    `select ${COLUMNS} from (
      select source, case when state = 'open' then reserved_usd else 0 end as reserved_usd,
        coalesce(charged_usd, 0) as spent_usd, 1 as requests, (state in ('failed', 'cut_off'))::int as failures
      from source_requests
    ) as made group by source order by source`,
  );
  const days = await test.database.query<Sums>(
    `select ${COLUMNS} from source_days where source <> '' group by source having sum(requests) > 0 order by source`,
  );
  expect(days).toEqual(requests);
  const [total] = await test.database.query<Pick<Sums, 'reserved' | 'spent'>>(
    `select coalesce(round(1000 * sum(reserved_usd)), 0)::int as reserved,
      coalesce(round(1000 * sum(spent_usd)), 0)::int as spent from source_days where source = ''`,
  );
  const sum = (name: 'reserved' | 'spent'): number => requests.reduce((one, other) => one + other[name], 0);
  expect(total).toEqual({ reserved: sum('reserved'), spent: sum('spent') });
  const ended = await test.database.query<object>(
    `select source, count(*) as requests, count(*) filter (where state <> 'answered') as failures,
      round(1000 * sum(charged_usd))::int as spent
      from source_requests where state <> 'open' group by source order by source`,
  );
  const usage = await test.database.query<object>(
    `select source, sum(requests)::bigint as requests, sum(failures)::bigint as failures,
      round(1000 * sum(usd))::int as spent from source_usage_days group by source order by source`,
  );
  expect(usage).toEqual(ended);
  const [kept] = await test.database.query<{ inbox: number; answered: number; twice: number }>(
    `select (select count(*) from observation_inbox) as inbox,
      (select count(*) from source_requests where state = 'answered') as answered,
      (select count(*) from (
        select repeats from source_requests where repeats is not null and state <> 'failed'
        group by repeats having count(*) > 1
      ) as told) as twice`,
  );
  expect(kept).toEqual({ inbox: kept?.answered, answered: kept?.answered, twice: 0 });
}

it('is exact for any interleaving of requests, ends, crashes and sweeps, in two replicas at once', async () => {
  await assert(
    asyncProperty(array(array(action, { maxLength: 20 }), { minLength: 2, maxLength: 6 }), async (clients) => {
      await test.database.query('truncate source_requests, source_days, source_usage_days, observation_inbox');
      const guards = [test.database, replica].map((database) => new PostgresMoneyGuard(database, silentLog));
      await Promise.all(clients.map((actions, at) => perform(guards[at % 2] ?? fail(), actions)));
      await Promise.all(guards.map((guard) => guard.close()));
      await requireConsistent();
    }),
    { numRuns: 80 },
  );
});

function fail(): never {
  throw new Error('There are two replicas.');
}

it('waits for whoever is ending an equal request, and then says that it repeats it', async () => {
  await test.database.query('truncate source_requests, source_days, source_usage_days, observation_inbox');
  const guard = new PostgresMoneyGuard(test.database, silentLog);
  const request = requestOf({ kind: 'reserve', source: 'one', question: 'hose', project_id: undefined });
  await guard.reserve(request, LIMITS);
  await guard.reserve(request, LIMITS);
  await test.database.query("update source_requests set lease_until = now() - interval '1 minute'");
  const [last] = await test.database.query<{ id: string }>(
    'select id from source_requests order by created_at desc limit 1',
  );
  let reserving: ReturnType<PostgresMoneyGuard['reserve']> | undefined;
  await replica.transaction(async (transaction) => {
    await transaction.query('select id from source_requests where id = $1 for update', [last?.id]);
    reserving = guard.reserve(request, LIMITS);
    await expect
      .poll(async () => {
        const waiting = await replica.query(
          "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.length;
      })
      .toBe(1);
    await transaction.query("select end_source_request($1, 'cut_off', null, '')", [last?.id]);
  });
  await expect(reserving).resolves.toMatchObject({ is_held: true, repeats: expect.stringMatching(/^srq_/) });
  await guard.close();
  await requireConsistent();
});
