import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { kept, TestInbox } from '../../../test/observations.ts';
import type { Discussion, DiscussionsQuery } from '../../ports/discussions.ts';
import type { RecallScope } from '../../ports/store.ts';
import { sql } from '../database/sql.ts';
import { selectFacts } from './select.ts';
import { type FactStores, openFactStores } from './stores.ts';

let index: TestIndex;
let inbox: TestInbox;
let stores: FactStores;
let now: Date;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(async () => {
  await index.clear();
  now = day(5);
  inbox = new TestInbox(index.observations);
  stores = openFactStores(index.database, inbox, () => now);
});
afterAll(() => index.close());

const scope: RecallScope = { workspace_id: 'ws_1', since: undefined, signal: new AbortController().signal };
const QUERY: DiscussionsQuery = {
  query: 'cargo bike',
  platforms: ['reddit', 'x'],
  language: 'en',
  since: day(1),
  limit: 5,
};

function discussion(source: string, id: number): Discussion {
  return {
    source,
    platform: 'hacker_news',
    forum: 'news.ycombinator.com',
    url: `https://news.ycombinator.com/item?id=${id}`,
    title: 'A title\twith a tab',
    text: 'Half a pair: \\ and a line\nbreak',
    links: ['https://bikes.example/'],
    author: 'anna',
    published_at: '2026-03-01T10:00:00Z',
    score: 3,
    replies: null,
    state: 'open',
    attribution: null,
  };
}

const observe = (source: string, found: readonly Discussion[], query = QUERY, delete_at?: Date): void =>
  void inbox.waiting.push(
    ...stores.discussions.find.observe(query, found, source).map((each) => kept(each, source, delete_at)),
  );
const recall = (changes: Partial<DiscussionsQuery> = {}, since?: Date) =>
  stores.discussions.find.recall({ ...QUERY, ...changes }, { ...scope, since });

it('what each source found answers the same question, from the inbox and from the index', async () => {
  const [one, two] = [discussion('hacker-news', 1), discussion('stack-exchange', 2)];
  observe('hacker-news', [one]);
  observe('stack-exchange', [two]);
  for (let flushes = 0; flushes < 2; flushes += 1) {
    const found = await recall({ query: ' Cargo  BIKE', platforms: ['x', 'reddit'] });
    expect(found?.value).toEqual([one, two]);
    expect(found?.sources.map(({ source, cached }) => [source, cached])).toEqual([
      ['hacker-news', true],
      ['stack-exchange', true],
    ]);
    expect(await recall({ limit: 6 })).toBeUndefined();
    expect(await recall({ language: 'de' })).toBeUndefined();
    expect(await recall({ platforms: ['x'] })).toBeUndefined();
    expect(await recall({ since: day(2) })).toBeUndefined();
    expect(await recall({}, day(6))).toBeUndefined();
    await inbox.flush();
  }
});

it('an answer without discussions is an answer, and the newer one of a source wins', async () => {
  observe('hacker-news', [discussion('hacker-news', 1)]);
  await inbox.flush();
  now = day(6);
  observe('hacker-news', []);
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect(await recall()).toMatchObject({
      value: [],
      sources: [{ source: 'hacker-news', note: 'It found no discussions.' }],
    });
    await inbox.flush();
  }
});

it('a thread is one row of each source, the newest, and gone when its source wants it deleted', async () => {
  const Row = z.object({ url: z.string(), source: z.string() });
  const threads = async () => {
    const columns = { columns: sql`url, source`, where: sql`1`, end: sql`ORDER BY url, source` };
    return index.database.rows(Row, selectFacts('discussions', scope, columns));
  };
  observe('hacker-news', [discussion('hacker-news', 1)]);
  observe('brave', [discussion('brave', 1)], QUERY, new Date('2000-01-01T00:00:00Z'));
  observe('hacker-news', [discussion('hacker-news', 1), discussion('hacker-news', 2)], { ...QUERY, query: 'other' });
  await inbox.flush();
  expect(await threads()).toEqual([
    { url: 'https://news.ycombinator.com/item?id=1', source: 'hacker-news' },
    { url: 'https://news.ycombinator.com/item?id=2', source: 'hacker-news' },
  ]);
  expect((await recall())?.sources.map(({ source }) => source)).toEqual(['hacker-news']);
});
