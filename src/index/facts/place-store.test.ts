import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { day, openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { kept, listing, TestInbox } from '../../../test/observations.ts';
import type { LocalPack } from '../../ports/places.ts';
import type { RecallScope } from '../../ports/store.ts';
import { type FactStores, openFactStores } from './stores.ts';

let index: TestIndex;
let inbox: TestInbox;
let stores: FactStores;

beforeAll(async () => {
  index = await openTestIndex();
  inbox = new TestInbox(index.observations);
  stores = openFactStores(index.database, inbox, () => day(5));
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const scope: RecallScope = { workspace_id: 'ws_1', since: undefined, signal: new AbortController().signal };

it('listings of a business answer the same question, from the inbox and from the index', async () => {
  const query = { name: 'Corner Bakery', near: 'Austin, TX', location: null, language: 'en', limit: 5 };
  const listings = [listing('one'), listing('two', { hours: null, rating: null })];
  inbox.waiting.push(
    ...stores.places.find.observe(query, listings, 'google-places').map((each) => kept(each, 'google-places')),
  );
  const found = async (changes: object = {}, since?: Date) =>
    (await stores.places.find.recall({ ...query, ...changes }, { ...scope, since }))?.value;
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect(await found({ name: 'corner  BAKERY' })).toEqual(listings);
    expect(await found({ limit: 1 })).toEqual([listings[0]]);
    expect(await found({ limit: 6 })).toBeUndefined();
    expect(await found({ near: 'Boston' })).toBeUndefined();
    expect(await found({}, day(6))).toBeUndefined();
    await inbox.flush();
  }
});

it('a pack answers for its point, device and language', async () => {
  const query = {
    keyword: 'bakery',
    latitude: 30.267_15,
    longitude: -97.743_06,
    language: 'en',
    device: 'mobile',
    depth: 20,
  } as const;
  const pack: LocalPack = {
    keyword: 'bakery',
    checked_at: day(5).toISOString(),
    surface: 'maps',
    listings: [
      { ...listing('b'), rank: 1 },
      { ...listing('a'), rank: 2 },
    ],
  };
  inbox.waiting.push(...stores.places.pack.observe(query, pack, 'dataforseo').map((each) => kept(each, 'dataforseo')));
  const found = async (changes: object = {}) =>
    (await stores.places.pack.recall({ ...query, ...changes }, scope))?.value;
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect(await found()).toEqual(pack);
    expect(await found({ depth: 3 })).toEqual(pack);
    expect(await found({ depth: 21 })).toBeUndefined();
    expect(await found({ device: 'desktop' })).toBeUndefined();
    expect(await found({ latitude: 30.2673 })).toBeUndefined();
    await inbox.flush();
  }
});
