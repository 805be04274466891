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

/** When the insert that is under way began, in Unix milliseconds at the latest. */
async function underWaySince(): Promise<bigint | undefined> {
  const rows = await index.database.rows(
    z.object({ since: z.string() }),
    sql`SELECT toString(toUnixTimestamp64Milli(now64(3)) - toInt64(floor(1000 * elapsed))) AS since FROM system.processes
      WHERE query_kind = 'Insert'`,
  );
  return rows[0] === undefined ? undefined : BigInt(rows[0].since);
}

it('is before an insert that is under way, and after it once it is done', async () => {
  const insert = index.database.run(
    sql`INSERT INTO rereads (host_key, path_key) SELECT toString(sipHash64(number)), '' FROM numbers(15000000) WHERE sipHash64(number, 1) = 1`,
  );
  let since: bigint | undefined;
  while (since === undefined) since = await underWaySince();
  const before = await writtenBefore(index.database);
  await insert;
  expect(before).toBeLessThan(since);
  expect(await writtenBefore(index.database)).toBeGreaterThan(since);
});
