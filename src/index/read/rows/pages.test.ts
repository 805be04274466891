import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../../test/index-engine.ts';
import { migrateIndex } from '../../schema.ts';
import { sql } from '../../database/sql.ts';
import { pagesByKey } from './pages.ts';

let index: TestIndex;
const signal = AbortSignal.timeout(300_000);

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

async function visit(title: string, at: Date): Promise<void> {
  await index.writer.write(pageFact('https://shop.example/bikes?size=m', { at, document: { title, language: 'de' } }));
  await index.writer.flush();
}

const BIKES = { host_key: 'example.shop.', path_key: '/bikes?size=m' };
const ELSEWHERE = { host_key: 'example.shop.', path_key: '/bells' };

async function known(): Promise<readonly [name: string, title: string, language: string, status: number][]> {
  const pages = await pagesByKey(index.database, [BIKES, ELSEWHERE, BIKES], signal);
  return [...pages].map(([name, { title, language, status }]) => [name, title, language, status]);
}

it('knows pages as their newest visit saw them, whatever order visits arrive in', async () => {
  await visit('Bikes, new', day(5));
  await visit('Bikes, old', day(2));
  expect(await known()).toEqual([['example.shop.\n/bikes?size=m', 'Bikes, new', 'de', 200]]);
});

it('keeps every letter of a title', async () => {
  const title = 'Bells & "Räder" \\ \'/\t\n日本 \u{1F6B2} </script>';
  await visit(title, day(1));
  expect(await known()).toEqual([['example.shop.\n/bikes?size=m', title, 'de', 200]]);
});

it('knows the pages of an index that was filled before there were cards', async () => {
  await visit('Bikes', day(1));
  await index.database.run(sql`DROP VIEW incoming_page_cards`);
  await index.database.run(sql`DROP TABLE page_cards`);
  await index.database.run(sql`TRUNCATE TABLE migrations`);
  await index.database.run(sql`INSERT INTO migrations SELECT arrayJoin([1, 2, 3])`);
  await migrateIndex(index.engine.url);
  expect(await known()).toEqual([['example.shop.\n/bikes?size=m', 'Bikes', 'de', 200]]);
  await visit('Bikes, later', day(9));
  expect(await known()).toEqual([['example.shop.\n/bikes?size=m', 'Bikes, later', 'de', 200]]);
});
