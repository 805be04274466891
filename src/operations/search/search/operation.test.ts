import { describe, expect, it } from 'vitest';

import { type Serp, type SerpItem } from '../../../ports/serp.ts';
import operation from './operation.ts';
import { planSearch, summarizeSearch } from './plan.ts';
import { listResults } from './results.ts';

describe('a query', () => {
  it.each([
    ['is empty', '  '],
    ['is nothing but punctuation', '"" - | ...'],
    ['has a NUL', 'boiler\0'],
    ['is longer than 700 characters', 'x'.repeat(701)],
  ])('that %s is refused with its field', (_what, query) => {
    expect(() => operation.prepare({ query })).toThrow(expect.objectContaining({ status: 422 }));
  });

  it('of operators, open quotation marks and alternatives is taken', () => {
    for (const query of ['site:example.com', 'say "hello', 'a OR', '-word site:'])
      expect(() => operation.prepare({ query })).not.toThrow();
  });
});

describe('lists of domains', () => {
  const prepare = (include_domains: string[], exclude_domains: string[]) => () =>
    operation.prepare({ query: 'tent', include_domains, exclude_domains });

  it('that leave out what they ask for are refused with both fields', () => {
    for (const [wanted, left] of [
      ['a.example', 'a.example'],
      ['blog.a.example', 'https://a.example/'],
    ] as const)
      expect(prepare([wanted, 'b.example'], [left])).toThrow(
        expect.objectContaining({
          issues: [
            { path: 'include_domains', message: `must not name sites that exclude_domains covers: ${wanted}` },
            { path: 'exclude_domains', message: `must not cover sites that include_domains names: ${wanted}` },
          ],
        }),
      );
  });

  it('may leave out a part of a site that they ask for', () => {
    expect(prepare(['a.example'], ['blog.a.example'])).not.toThrow();
  });
});

const ITEM: SerpItem = {
  type: 'organic',
  kind: null,
  rank_absolute: 1,
  rank_group: 1,
  page: 1,
  url: 'https://heat.example.com/pressure',
  domain: 'example.com',
  title: 'Low boiler pressure',
  description: 'A boiler that loses pressure has a leak.',
  published_at: null,
  place_id: null,
  phone: null,
  address: null,
  rating: null,
  reviews: null,
  top_px: null,
  height_px: null,
  children: [],
};

function serp(given: Partial<Serp>): Serp {
  return {
    engine: 'seamark-index',
    source: 'seamark-index',
    keyword: 'boilr pressure',
    keyword_sent: 'boilr pressure',
    spell: null,
    location: null,
    language: 'en',
    device: null,
    checked_at: '2026-03-01T12:00:00.000Z',
    check_url: null,
    total_results: 1,
    depth_asked: 10,
    pages_fetched: 1,
    organic_seen: 1,
    ended: 'no_more_results',
    sees: ['organic'],
    items: [ITEM],
    ai_overview: { status: 'unavailable', markdown: null, references: [] },
    people_also_ask: null,
    related_searches: null,
    ...given,
  };
}

const PAGE = { limit: 10, offset: 0 };

describe('the answer', () => {
  it('goes on from an offset, and says past the last result that there are no more', () => {
    const items = ['a', 'b', 'c'].map((name, at) => ({ ...ITEM, rank_group: at + 1, url: `https://${name}.example/` }));
    const next = listResults(serp({ items, total_results: 900 }), { limit: 2, offset: 2 });
    expect(next).toMatchObject({ results: [{ position: 3, url: 'https://c.example/' }], total_count: 900, offset: 2 });
    const past = listResults(serp({ items, total_results: 900 }), { limit: 2, offset: 4 });
    expect(past).toMatchObject({ results: [], total_count: 900 });
    expect(planSearch('boiler', past).summary).toMatch(/^Offset 4 is past the last result for “boiler”/);
    expect(summarizeSearch('boiler', past)).toContain('past the last result');
  });

  it('tells what was searched in place of a misspelled query, in every part that is read alone', () => {
    const result = listResults(serp({ spell: 'boiler pressure' }), PAGE);
    expect(result.corrected_query).toBe('boiler pressure');
    expect(result.results[0]?.description_marked).toBe('A **boiler** that loses **pressure** has a leak.');
    expect(planSearch('boilr pressure', result).summary).toContain('“boiler pressure” was searched instead');
    expect(summarizeSearch('boilr pressure', result)).toContain('Searched for: “boiler pressure”');
  });

  it('gives the reason for finding nothing where the query is the reason', () => {
    const notes = ['The query has no word to search for. Add one beside the operators.'];
    const result = listResults(serp({ keyword: 'site:a.com', items: [], total_results: 0, notes }), PAGE);
    expect(planSearch('site:a.com', result).summary).toContain('has no word to search for');
    expect(summarizeSearch('site:a.com', result)).toContain('has no word to search for');
  });

  it('is unknown, and not nothing, where the index has no page, and names the crawl of the sites that were asked for', () => {
    const result = listResults(serp({ items: [], total_results: null }), PAGE);
    const plan = planSearch('boiler site:b.example', result, ['a.example']);
    expect(plan.summary).toContain('has not read any page yet');
    expect(plan.next_calls).toMatchObject([
      { operation: 'crawls.create', body: { urls: ['https://a.example/', 'https://b.example/'] } },
    ]);
    expect(summarizeSearch('boiler', result)).toContain('Not known');
  });
});
