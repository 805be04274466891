import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { connect, type Database } from './database.ts';
import { PostgresSourceTurns } from './source-turns.ts';

let test: TestDatabase;
let otherDatabase: Database;
let turns: PostgresSourceTurns;
let otherReplica: PostgresSourceTurns;

beforeAll(async () => {
  test = await openTestDatabase();
  otherDatabase = connect({ url: test.url, log: silentLog });
  turns = new PostgresSourceTurns(test.database);
  otherReplica = new PostgresSourceTurns(otherDatabase);
});
afterAll(async () => {
  await otherDatabase.close();
  await test.close();
});

describe('turns of a source', () => {
  it('are the asked time apart, whichever replica takes them', async () => {
    const taken = Array.from({ length: 6 }, async (_, at) => {
      const asked_ms = performance.now();
      const wait_ms = await (at % 2 === 0 ? turns : otherReplica).reserve('nominatim', 5000);
      return { earliest_ms: asked_ms + wait_ms, latest_ms: performance.now() + wait_ms };
    });
    const moments = (await Promise.all(taken)).sort((one, other) => one.latest_ms - other.latest_ms);
    const apart_ms = moments.slice(1).map(({ latest_ms }, at) => latest_ms - (moments[at]?.earliest_ms ?? 0));
    expect(Math.min(...apart_ms)).toBeGreaterThanOrEqual(5000);
  });

  it('of different sources do not hold one another up', async () => {
    await turns.reserve('one', 10_000);
    expect(await turns.reserve('other', 10_000)).toBe(0);
    expect(await otherReplica.reserve('one', 10_000)).toBeGreaterThan(0);
  });

  it('are refused, and none used up, when too many are waiting', async () => {
    await turns.reserve('busy', 40_000);
    await turns.reserve('busy', 40_000);
    const refusal = { kind: 'rate_limited', retry_after_s: 80 };
    await expect(turns.reserve('busy', 40_000)).rejects.toMatchObject(refusal);
    await expect(turns.reserve('busy', 40_000)).rejects.toMatchObject(refusal);
  });

  it('end when their caller leaves', async () => {
    await turns.reserve('left', 20_000);
    const waiting = turns.wait('left', 20_000, AbortSignal.abort(new Error('gone')));
    await expect(waiting).rejects.toThrow('aborted');
  });
});
