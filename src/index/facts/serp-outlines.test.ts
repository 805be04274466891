import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { AMERICA, kept, serp, serpItem, serpQuery, TestInbox } from '../../../test/observations.ts';
import type { Serp } from '../../ports/serp.ts';
import type { RecallScope } from '../../ports/store.ts';
import { sql } from '../database/sql.ts';
import type { FactStores } from './stores.ts';
import { OUTLINE_DEFINITIONS } from './tables.ts';

let index: TestIndex;
let inbox: TestInbox;
let stores: FactStores;

beforeAll(async () => {
  index = await openTestIndex();
  inbox = new TestInbox(index.observations);
  stores = index.recollect(inbox);
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const scope: RecallScope = { workspace_id: 'ws_1', since: undefined, signal: new AbortController().signal };

function observe(found: Serp): void {
  const query = serpQuery({ device: found.device, location: found.location, language: found.language });
  inbox.waiting.push(...stores.serp.check.observe(query, found, found.source).map((each) => kept(each, found.source)));
}

const QUERY = {
  keyword: 'Running  Shoes',
  domains: ['example.com'],
  engine: 'google',
  location_code: AMERICA.code,
  language: 'en',
  device: 'desktop',
  since: undefined,
  limit: 100,
} as const;

const WHOLE = serp({
  items: [
    serpItem('https://rival.net/snippet', 1, {
      type: 'featured_snippet',
      children: [{ title: null, url: 'https://example.com/in-snippet', domain: 'example.com' }],
    }),
    serpItem('https://other.org/', 2, { rank_group: 1 }),
    serpItem('https://www.EXAMPLE.com/shoes', 3, { rank_group: 2, page: 1, top_px: 740.4 }),
    serpItem('https://maps.example.net/', 4, {
      type: 'local_pack',
      rank_group: 1,
      url: null,
      domain: 'example.com',
      children: [{ title: 'Shop', url: null, domain: null }],
    }),
    serpItem('https://rival.net/', 5, { type: 'other', kind: 'carousel', rank_group: 1, url: null, domain: null }),
  ],
  ai_overview: {
    status: 'present',
    markdown: 'Shoes.',
    references: [
      { url: 'https://other.org/', domain: 'other.org', title: null },
      { url: 'https://example.com/guide', domain: 'example.com', title: null },
    ],
  },
});

const ENTRIES = [
  ['featured_snippet', 'child', 1, 1, 1, 'https://example.com/in-snippet', null],
  ['organic', 'item', 3, 2, 1, 'https://www.EXAMPLE.com/shoes', 740],
  ['local_pack', 'item', 4, 1, 1, 'https://example.com/', null],
  ['ai_overview', 'reference', 2, 2, 0, 'https://example.com/guide', null],
];

it('keeps of a page where one site stands on it, and what the page has', async () => {
  observe(WHOLE);
  const found = await stores.serp.outlines.recall(QUERY, scope);
  const [outline] = found?.value ?? [];
  expect(outline?.entries.map(Object.values)).toEqual(ENTRIES);
  expect(outline).toMatchObject({
    engine: 'google',
    source: 'dataforseo',
    location_code: 2840,
    device: 'desktop',
    checked_at: '2026-03-05T12:00:00.250Z',
    overview: 'present',
    shown: ['featured_snippet', 'organic', 'local_pack', 'carousel'],
    linked: ['featured_snippet', 'organic', 'local_pack', 'ai_overview'],
  });
});

it('tells the checks of one series, oldest first, and the newest of many', async () => {
  for (const day of ['07', '05', '06']) observe({ ...WHOLE, checked_at: `2026-03-${day}T12:00:00.000Z` });
  observe({ ...WHOLE, checked_at: '2026-03-08T12:00:00.000Z', device: 'mobile' });
  observe({ ...WHOLE, checked_at: '2026-03-09T12:00:00.000Z', location: null });
  observe({ ...WHOLE, checked_at: '2026-03-09T13:00:00.000Z', engine: 'bing' });
  const found = await stores.serp.outlines.recall({ ...QUERY, limit: 2 }, scope);
  expect(found?.value.map(({ checked_at }) => checked_at.slice(8, 10))).toEqual(['06', '07']);
});

it('lists the series of a keyword, the one that began first in front, without checks that came short', async () => {
  observe({ ...WHOLE, checked_at: '2026-03-06T12:00:00.000Z', device: 'mobile' });
  observe({ ...WHOLE, checked_at: '2026-03-05T12:00:00.000Z', location: null, device: null });
  observe({ ...WHOLE, checked_at: '2026-03-09T12:00:00.000Z', device: 'mobile' });
  observe({ ...WHOLE, checked_at: '2026-03-01T12:00:00.000Z', ended: 'incomplete' });
  const found = await stores.serp.series.recall({ keyword: 'running shoes' }, scope);
  expect(found?.value).toEqual([
    {
      engine: 'google',
      location_code: null,
      language: 'en',
      device: null,
      checks: 1,
      first_checked_at: '2026-03-05T12:00:00.000Z',
      last_checked_at: '2026-03-05T12:00:00.000Z',
    },
    {
      engine: 'google',
      location_code: 2840,
      language: 'en',
      device: 'mobile',
      checks: 2,
      first_checked_at: '2026-03-06T12:00:00.000Z',
      last_checked_at: '2026-03-09T12:00:00.000Z',
    },
  ]);
});

it('has outlines of the pages that an index held before, as if they were written today', async () => {
  observe(WHOLE);
  const written = await stores.serp.outlines.recall(QUERY, scope);
  const columns = sql`SELECT * FROM serp_outlines FINAL`;
  const before = await index.database.rows(z.record(z.string(), z.unknown()), columns);
  await index.database.run(sql`TRUNCATE TABLE serp_outlines`);
  for (const statement of OUTLINE_DEFINITIONS) await index.database.run(statement);
  expect(await index.database.rows(z.record(z.string(), z.unknown()), columns)).toEqual(before);
  expect((await stores.serp.outlines.recall(QUERY, scope))?.value).toEqual(written?.value);
});
