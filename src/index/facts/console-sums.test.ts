import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
  ANYWHERE,
  consolePart,
  consoleRow,
  daysBetween,
  importConsole,
  OWN_SCOPE,
} from '../../../test/console-rows.ts';
import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import type { ConsoleRow } from '../../ports/console.ts';
import { sql } from '../database/sql.ts';
import { ConsoleSummer } from './console-summer.ts';
import { selectFacts } from './select.ts';
import type { FactStores } from './stores.ts';

let index: TestIndex;
let stores: FactStores;

beforeAll(async () => {
  index = await openTestIndex();
  stores = index.recollect({ find: () => Promise.resolve([]), flush: () => Promise.resolve() });
});
afterAll(() => index.close());
beforeEach(() => index.clear());

const DAYS = daysBetween('2025-10-01', '2026-11-17');
const COUNTRIES = ['US', 'GB', ''];

/** Six rows a day of 23 queries, one of which is the withheld rest, and seven pages. */
const ROWS: readonly ConsoleRow[] = DAYS.flatMap(({ day }, at) =>
  Array.from({ length: 6 }, (_, row) => {
    const number = at * 7 + row * 11;
    const impressions = 10 + (number % 13);
    return consoleRow({
      day,
      query: number % 23 === 0 ? '' : `hose ${number % 23}`,
      page: `https://shop.test/${(number % 23) % 7}${row === 5 ? '/other' : ''}`,
      country: COUNTRIES[number % 3] ?? '',
      clicks: number % 5,
      impressions,
      position_sum: impressions * (1 + (number % 30)),
    });
  }),
);

async function load(): Promise<void> {
  await importConsole(index.consoleWriter, consolePart(), ROWS, DAYS);
  const pages = ROWS.map((row) => ({ ...row, query: null, country: null, device: null }));
  await importConsole(index.consoleWriter, consolePart({ grain: 'page' }), pages, DAYS);
}

/** Sums up tables of any size. */
async function sumUp(): Promise<void> {
  const failures: unknown[] = [];
  const summer = new ConsoleSummer(index.database, (thrown) => failures.push(thrown), 1);
  summer.note(consolePart());
  summer.note(consolePart({ grain: 'page' }));
  await summer.close();
  expect(failures).toEqual([]);
}

const Count = z.object({ rows: z.int() });

async function countSums(workspace_id = 'ws_own'): Promise<number> {
  const all = { columns: sql`count() AS rows`, where: sql`1` };
  const [row] = await index.database.rows(Count, selectFacts('console_sums', { workspace_id }, all));
  return row?.rows ?? 0;
}

const TARGETS = ['shop.test', 'https://shop.test/3'];
const AMERICA = { ...ANYWHERE, is_any_place: false };

/** What everybody asks of a site, and of a page. */
async function ask(): Promise<unknown> {
  const { keywords, pages, traffic, shared, clickRates } = stores.rankings;
  const list = { limit: 100, max_position: 100, include_lost: true, volume_min: 0 };
  const answers: unknown[] = [];
  for (const place of [ANYWHERE, AMERICA]) {
    for (const target of TARGETS) {
      answers.push(await keywords.recall({ ...place, ...list, target, order: 'gain' }, OWN_SCOPE));
      answers.push(
        await pages.recall(
          { ...place, target, limit: 100, traffic_min: 0, state: 'all', order: 'keywords' },
          OWN_SCOPE,
        ),
      );
      answers.push(await clickRates.recall({ ...place, target, brand_letters: ['hose1'] }, OWN_SCOPE));
    }
    answers.push(await traffic.recall({ ...place, targets: TARGETS, types: ['organic'] }, OWN_SCOPE));
    const both = { targets: ['https://shop.test/3', 'https://shop.test/3/other'], excluded: [], mode: 'any' } as const;
    const rest = {
      item_types: ['organic'],
      order: 'traffic',
      max_position: undefined,
      has_clickstream: false,
    } as const;
    answers.push(await shared.recall({ ...place, ...both, ...rest, limit: 100, volume_min: 0 }, OWN_SCOPE));
  }
  return answers;
}

describe('sums of a console', () => {
  it('change no answer, for any place or one country, of a site or a page', async () => {
    await load();
    const before = await ask();
    await sumUp();
    expect(await countSums()).toBeGreaterThan(0);
    expect(await ask()).toEqual(before);
    expect(await countSums('ws_other')).toBe(0);
  });

  it('answer in place of the rows', async () => {
    await load();
    await sumUp();
    const list = { limit: 100, max_position: 100, include_lost: true, volume_min: 0, order: 'traffic' } as const;
    const question = { ...ANYWHERE, ...list, target: 'shop.test' };
    const before = await stores.rankings.keywords.recall(question, OWN_SCOPE);
    await index.database.run(sql`TRUNCATE TABLE console_rows`);
    const after = await stores.rankings.keywords.recall(question, OWN_SCOPE);
    expect(after?.value.total_count).toBe(22);
    expect(after?.value.items.map(({ measured }) => measured?.clicks)).toEqual(
      before?.value.items.map(({ measured }) => measured?.clicks),
    );
  });

  it('are not asked once a day has changed, and are summed up anew only then', async () => {
    await load();
    await sumUp();
    const count = await countSums();
    await sumUp();
    expect(await countSums()).toBe(count);
    const observed_at = new Date('2026-11-21T06:00:00Z');
    for (const grain of ['detail', 'page'] as const) {
      const [query, country, device] = grain === 'page' ? [null, null, null] : ['hose 1', 'US', 'mobile' as const];
      const row = consoleRow({ query, country, device, page: 'https://shop.test/3', clicks: 900, impressions: 1000 });
      await importConsole(index.consoleWriter, consolePart({ grain, load: 'newer', observed_at }), [row]);
    }
    const before = await ask();
    expect(JSON.stringify(before)).toMatch(/"clicks":9\d\d,/);
    await sumUp();
    expect(await countSums()).toBeGreaterThan(count);
    expect(await ask()).toEqual(before);
  });
});
