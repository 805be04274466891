import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { sql } from '../database/sql.ts';
import { writtenBefore } from './written-before.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

/** The time of the engine in Unix milliseconds, where it is at an insert. */
async function timeDuringInsert(): Promise<bigint | undefined> {
  const rows = await index.database.rows(
    z.object({ now: z.string() }),
    sql`SELECT toString(toUnixTimestamp64Milli(now64(3))) AS now FROM system.processes WHERE query_kind = 'Insert'`,
  );
  return rows[0] === undefined ? undefined : BigInt(rows[0].now);
}

/** What is told while an insert is under way, and when that was seen; one that ends too soon is followed by one of more rows. */
async function toldDuringInsert(rows: number): Promise<{ readonly seen: bigint; readonly before: bigint }> {
  const ended = { is: false };
  const insert = index.database
    .run(
      sql`INSERT INTO rereads (host_key, path_key) SELECT toString(sipHash64(number)), '' FROM numbers(${rows}) WHERE sipHash64(number, 1) = 1`,
    )
    .finally(() => {
      ended.is = true;
    });
  let seen = await timeDuringInsert();
  while (seen === undefined && !ended.is) seen = await timeDuringInsert();
  const before = await writtenBefore(index.database);
  const isUnderWay = (await timeDuringInsert()) !== undefined;
  await insert;
  return seen !== undefined && isUnderWay ? { seen, before } : toldDuringInsert(rows * 4);
}

it('is before an insert that is under way was seen, and after that once it is done', async () => {
  const { seen, before } = await toldDuringInsert(10_000_000);
  expect(before).toBeLessThan(seen);
  expect(await writtenBefore(index.database)).toBeGreaterThan(seen);
});
