import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { PageFact } from '../../ports/index.ts';
import { sql } from '../database/sql.ts';
import { migrateIndex } from '../schema.ts';
import { engineTime, settleSince } from './settle.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const page = (at: number, ...links: string[]): PageFact => pageFact('https://a.com/', { at: day(at), links });

const Fate = z.object({ target: z.string(), lost: z.string(), is_new: z.int().nullable() });

async function fates(): Promise<readonly z.infer<typeof Fate>[]> {
  return index.database.rows(
    Fate,
    sql`SELECT target_host AS target, if(toUInt32(ifNull(lost_at, toDateTime(0, 'UTC'))) = 0, '', toString(lost_at)) AS lost,
      page_read_before AS is_new FROM links FINAL ORDER BY target_host`,
  );
}

it('judges the links of a page when it is read again, and writes nothing of a reading that is told twice', async () => {
  await index.add(page(1, 'https://x.com/', 'https://y.com/'));
  await index.add(page(5, 'https://y.com/', 'https://z.com/'));
  const judged = [
    { target: 'com.x.', lost: '2026-03-05 12:00:00', is_new: 0 },
    { target: 'com.y.', lost: '', is_new: null },
    { target: 'com.z.', lost: '', is_new: 1 },
  ];
  expect(await fates()).toEqual(judged);
  const written = async (): Promise<unknown> =>
    index.database.rows(z.unknown(), sql`SELECT count() AS judgements FROM links WHERE isNotNull(lost_at)`);
  const once = await written();
  await index.add(page(1, 'https://x.com/', 'https://y.com/'), page(5, 'https://y.com/', 'https://z.com/'));
  expect(await fates()).toEqual(judged);
  expect(await written()).toEqual(once);
});

/** The migration that begins to keep which links a page ever had. */
const LISTS_OF_LINKS = 23;

it('knows the links that an index held before it kept lists of them', async () => {
  await index.add(page(1, 'https://x.com/', 'https://y.com/'));
  await index.database.run(sql`TRUNCATE TABLE page_links`);
  await index.database.run(
    sql`ALTER TABLE migrations DELETE WHERE version >= ${LISTS_OF_LINKS} SETTINGS mutations_sync = 2`,
  );
  await migrateIndex(index.engine.url);
  await index.add(page(3, 'https://y.com/'));
  expect((await fates()).map(({ target, lost }) => [target, lost])).toEqual([
    ['com.x.', '2026-03-03 12:00:00'],
    ['com.y.', ''],
  ]);
});

it('stands against the older judgement of a rebuild that was under way', async () => {
  const since = await engineTime(index.database);
  await index.add(page(1, 'https://x.com/'), page(2));
  const lost = await fates();
  await index.database
    .run(sql`INSERT INTO links (target_host, target_path, source_host, source_path, type, anchor, alt, target_domain_length,
      source_domain_length, source_tld, first_seen, lost_at)
    SELECT target_host, target_path, source_host, source_path, type, anchor, alt, target_domain_length, source_domain_length, source_tld,
      first_seen, toDateTime(0, 'UTC') FROM links FINAL`);
  expect(await fates()).not.toEqual(lost);
  await settleSince(index.database, since);
  expect(await fates()).toEqual(lost);
});
