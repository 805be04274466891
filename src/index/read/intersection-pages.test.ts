import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { parseTarget } from '../../web/target.ts';
import type { PageFact } from '../../ports/index.ts';
import type { PageIntersectionQuery } from '../../ports/links.ts';
import { CoverageReader } from './rows/coverage.ts';
import { IndexLinksSource } from './links.ts';

/** Among very many pages the best are found without working out all: by names, and by the numbers of copies. */
let index: TestIndex;
const signal = AbortSignal.timeout(600_000);

beforeAll(async () => {
  index = await openTestIndex();
  for (const fact of WEB) await index.writer.write(fact);
  await index.writer.flush();
});
afterAll(() => index.close());

const TO = 'https://target.com/';
const OTHER = 'https://other.io/';

/** More pages that stand level than a question names. */
const LEVEL = Array.from({ length: 5100 }, (_, at) => `https://level.org/${String(at).padStart(4, '0')}`);

const WEB: readonly PageFact[] = [
  ...LEVEL.map((url) => pageFact(url, { at: day(2), links: [TO] })),
  // Its newest link is the newest of all, but it has linked for longest.
  pageFact('https://early.net/', { at: day(1), links: [TO] }),
  pageFact('https://early.net/', { at: day(28), links: [TO, `${TO}news`] }),
  ...['one', 'two', 'three', 'four', 'five'].map((name) =>
    pageFact(`https://${name}.shared.de/`, { at: day(25), links: [TO, OTHER] }),
  ),
  pageFact('https://fresh.com/a', { at: day(20), links: [TO] }),
  pageFact('https://fresh.com/b', { at: day(19), links: [TO] }),
  pageFact('https://fresh.com/c', { at: day(18), links: [TO] }),
];

describe.each([
  { rows: 'names', hot_links_min: 1_000_000 },
  { rows: 'numbers', hot_links_min: 1 },
  { rows: 'both', hot_links_min: 100 },
])('pages that link to targets with very many links, by $rows', ({ hot_links_min }) => {
  beforeAll(async () => {
    await index.rebuild({ hot_links_min });
  });

  async function found(
    query: Partial<PageIntersectionQuery>,
  ): Promise<{ total: number | null; urls: readonly string[] }> {
    const source = new IndexLinksSource(index.database, new CoverageReader(index.database), 0);
    const whole: PageIntersectionQuery = {
      targets: [parseTarget('target.com')],
      exclude_targets: [],
      status: 'live',
      dofollow_only: false,
      mode: 'partial',
      spam_score_max: undefined,
      sort_by: 'first_seen',
      limit: 1,
      ...query,
    };
    const { total_count, pages } = (await source.pageIntersection(whole, signal)).value;
    return { total: total_count, urls: pages.map(({ url }) => url) };
  }

  it('stand by the first of their links, whichever of them is the newest', async () => {
    expect(await found({ limit: 6 })).toEqual({
      total: 5109,
      urls: [
        'https://five.shared.de/',
        'https://four.shared.de/',
        'https://one.shared.de/',
        'https://three.shared.de/',
        'https://two.shared.de/',
        'https://fresh.com/a',
      ],
    });
  });

  it('are looked for further back where the best ones link to what is excluded', async () => {
    const exclude_targets = [parseTarget('other.io')];
    expect(await found({ exclude_targets })).toEqual({ total: 5104, urls: ['https://fresh.com/a'] });
    expect(await found({ exclude_targets, limit: 5 })).toEqual({
      total: 5104,
      urls: ['https://fresh.com/a', 'https://fresh.com/b', 'https://fresh.com/c', LEVEL[0], LEVEL[1]],
    });
  });

  it('are cut by name where more stand level than are answered', async () => {
    const { total, urls } = await found({ limit: 2000 });
    expect(total).toBe(5109);
    expect(urls.slice(8)).toEqual(LEVEL.slice(0, 1992));
  });

  it('link to every target where that is asked for, and are none where no page does', async () => {
    const targets = [parseTarget('target.com'), parseTarget('other.io')];
    expect(await found({ targets, mode: 'all' })).toEqual({ total: 5, urls: ['https://five.shared.de/'] });
    const elsewhere = [parseTarget('target.com'), parseTarget('fresh.com')];
    expect(await found({ targets: elsewhere, mode: 'all' })).toEqual({ total: 0, urls: [] });
  });
});
