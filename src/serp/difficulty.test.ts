import { describe, expect, it } from 'vitest';

import { serpRecord, type TestItem } from '../../test/serp-records.ts';
import { rateDifficulty, type ResultAuthority } from './difficulty.ts';

const url = (at: number): string => `https://site-${at}.test/wheel-truing`;
const TEN: readonly TestItem[] = Array.from({ length: 10 }, (_, at) => ({
  url: url(at),
  title: 'Wheel truing',
  description: 'How wheel truing works.',
}));
const SERP = serpRecord(TEN, { keyword: 'wheel truing' });

const authorities = (
  ranks: readonly (number | null)[],
  pages: readonly (number | null)[] = [],
): ReadonlyMap<string, ResultAuthority> =>
  new Map(ranks.map((domain_rank, at) => [url(at), { domain_rank, page_rank: pages[at] ?? null }]));
const all = (rank: number): number[] => Array.from({ length: 10 }, () => rank);

describe('keyword difficulty', () => {
  it('is the scaled median strength of the results, by domain and match where no page is ranked', () => {
    // Median 0.75·425/850 + 0.25·1 = 0.625; (0.625 − 0.15)/0.7.
    expect(rateDifficulty(SERP, authorities(all(425)))).toEqual({
      difficulty: { value: 68, scale: 'seamark' },
      confidence: 0.6,
      scope: 'google',
      results: 10,
      known_domains: 10,
      known_pages: 0,
      domain_rank_median: 425,
      forum_share: 0,
    });
  });

  it('goes by the pages most where they are ranked', () => {
    // 0.55·170/850 + 0.3·425/850 + 0.15 = 0.41.
    const rated = rateDifficulty(SERP, authorities(all(425), all(170)));
    expect(rated).toMatchObject({ difficulty: { value: 37 }, confidence: 1, known_pages: 10 });
  });

  it('rises when every authority rises', () => {
    const values = [100, 200, 300, 400, 500, 600].map(
      (rank) => rateDifficulty(SERP, authorities(all(rank), all(rank))).difficulty?.value ?? 0,
    );
    expect(values).toEqual(values.toSorted((one, other) => one - other));
    expect(new Set(values).size).toBe(values.length);
  });

  it('is unknown below six sites with a known rank, and one site with many results is one', () => {
    const five = [400, 400, 400, 400, 400];
    expect(rateDifficulty(SERP, authorities(five))).toMatchObject({ difficulty: undefined, known_domains: 5 });
    expect(rateDifficulty(SERP, authorities([...five, 400])).difficulty?.value).toBe(65);
    const oneSite = serpRecord(TEN.map((item, at) => ({ ...item, url: `https://one.test/${at}` })));
    const known = new Map(TEN.map((_, at) => [`https://one.test/${at}`, { domain_rank: 400, page_rank: null }]));
    expect(rateDifficulty(oneSite, known)).toMatchObject({ difficulty: undefined, known_domains: 1 });
  });

  it('falls where forums hold more than a fifth of the results', () => {
    const forums = TEN.map((item, at) => (at < 7 ? { ...item, url: `https://www.reddit.com/r/wheels/${at}` } : item));
    const serp = serpRecord(forums, { keyword: 'wheel truing' });
    const known = new Map(serp.items.map((item) => [item.url ?? '', { domain_rank: 425, page_rank: null }]));
    expect(rateDifficulty(serp, known)).toMatchObject({ forum_share: 0.7, known_domains: 4 });
    const few = serpRecord([...TEN.slice(0, 6), ...forums.slice(0, 4)], { keyword: 'wheel truing' });
    const fewKnown = new Map(few.items.map((item) => [item.url ?? '', { domain_rank: 425, page_rank: null }]));
    expect(rateDifficulty(few, fewKnown)).toMatchObject({ forum_share: 0.4, difficulty: { value: 66 } });
  });

  it('rises where brands that the search names hold the top', () => {
    const urls = [
      'https://www.nike.com/',
      'https://about.nike.com/',
      'https://nike.de/',
      ...TEN.map((_, at) => url(at)),
    ];
    const serp = serpRecord(
      urls.slice(0, 10).map((each) => ({ url: each, title: 'nike' })),
      { keyword: 'nike' },
    );
    const known = new Map(urls.map((each) => [each, { domain_rank: 340, page_rank: null }]));
    const plain = rateDifficulty({ ...serp, keyword: 'nike'.replace('nike', 'puma') }, known).difficulty?.value ?? 0;
    expect(rateDifficulty(serp, known).difficulty?.value).toBeGreaterThanOrEqual(plain + 10);
  });

  it('names the engine that it holds for', () => {
    const own = { ...SERP, engine: 'seamark-index', source: 'seamark-index' };
    expect(rateDifficulty(own, authorities(all(425))).scope).toBe('seamark-index');
  });

  it('is unknown on an empty page', () => {
    const empty = rateDifficulty(serpRecord([]), new Map());
    expect(empty).toMatchObject({ difficulty: undefined, confidence: 0, results: 0, domain_rank_median: null });
  });
});
