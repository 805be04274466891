import { array, assert, property, string } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { pageId, textId } from './ids.ts';
import { arrayOf, sql } from './sql.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

/** As the engine numbers them. */
async function engineIds(texts: readonly string[]): Promise<readonly bigint[]> {
  const rows = await index.database.rows(
    z.object({ id: z.string() }),
    sql`SELECT toString(cityHash64(arrayJoin(${arrayOf(texts)}))) AS id`,
  );
  return rows.map(({ id }) => BigInt(id));
}

it('numbers texts of every length as the engine does', async () => {
  const letters = 'com.example.www./päge?q=1&x=%20-_~日本';
  const texts = Array.from({ length: 300 }, (_, length) => letters.repeat(12).slice(length % 7, (length % 7) + length));
  expect(texts.map(textId)).toEqual(await engineIds(texts));
});

it('numbers whatever is drawn as the engine does', async () => {
  const drawn: string[] = [];
  assert(
    property(array(string({ unit: 'grapheme', maxLength: 150 })), (texts) => {
      drawn.push(...texts);
    }),
  );
  expect(drawn.length).toBeGreaterThan(100);
  expect(drawn.map(textId)).toEqual(await engineIds(drawn));
});

it('numbers a page by both its keys', async () => {
  const [row] = await index.database.rows(
    z.object({ id: z.string() }),
    sql`SELECT toString(cityHash64('com.example.www.', '/bikes?size=m')) AS id`,
  );
  expect(String(pageId('com.example.www.', '/bikes?size=m'))).toBe(row?.id);
});
