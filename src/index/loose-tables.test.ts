import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestIndex, type TestIndex } from '../../test/index-engine.ts';
import { sql } from './database/sql.ts';
import { lastBlock, loosenessOf, mergeNow } from './loose-tables.ts';

let index: TestIndex;
beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

it('a table of many loose rows is merged, and counted as it is then', async () => {
  const { database } = index;
  for (let time = 0; time < 2; time += 1) {
    await database.run(
      sql`INSERT INTO link_packs (domain, packed_at, links, pack) SELECT number, now64(3), 1, '' FROM numbers(9000)`,
    );
  }
  const before = lastBlock(await loosenessOf(database), 'link_packs');
  const merged = await mergeNow(database, 'link_packs');
  expect(merged.get('link_packs')).toMatchObject({ total: 9000, largest: 9000, last_block: before });
});
