import { describe, expect, it } from 'vitest';

import { SourceFailure } from '../../ports/source-failure.ts';
import { UNSEEN_AI_OVERVIEW } from './compose-serp.ts';
import { draftItem } from './items.ts';
import { type PageReading, readResultPages, type ResultPage } from './read-pages.ts';

const USD = 0.001;

function pageOf(page: number, more?: boolean): ResultPage {
  return {
    drafts: [draftItem({ type: 'organic', page, url: `https://site${page}.example/` })],
    more,
    has_results: true,
    usd: USD,
    facts: {
      spell: null,
      total_results: null,
      check_url: null,
      checked_at: '2026-11-22T12:00:00.000Z',
      ai_overview: UNSEEN_AI_OVERVIEW,
      people_also_ask: null,
      related_searches: null,
    },
  };
}

function reading(read: PageReading['read'], parts: Partial<PageReading> = {}): PageReading {
  return {
    query: {
      keyword: 'kettle',
      engine: undefined,
      location: null,
      language: 'en',
      device: null,
      depth: 30,
      stop_at: undefined,
      wants: [],
      include_domains: [],
      exclude_domains: [],
    },
    engine: 'google',
    source: 'test',
    title: 'Test',
    sees: ['organic'],
    keyword_sent: 'kettle',
    location: null,
    device: null,
    pages_asked: 3,
    is_shallow: false,
    signal: new AbortController().signal,
    read,
    ...parts,
  };
}

describe('reading pages', () => {
  it('is incomplete where the source goes less deep than asked', async () => {
    const read = (page: number): Promise<ResultPage> => Promise.resolve(pageOf(page));
    expect((await readResultPages(reading(read))).value.ended).toBe('depth_reached');
    expect((await readResultPages(reading(read, { is_shallow: true }))).value.ended).toBe('incomplete');
  });

  it('prefers the end of the list to the depth, since it says more', async () => {
    const { value } = await readResultPages(reading((page) => Promise.resolve(pageOf(page, page < 3))));
    expect([value.ended, value.pages_fetched]).toEqual(['no_more_results', 3]);
  });

  it('books what was charged for pages before its time ran out', async () => {
    const time = new AbortController();
    const read = (page: number): Promise<ResultPage> => {
      if (page < 3) return Promise.resolve(pageOf(page));
      time.abort();
      return Promise.reject(new SourceFailure('timeout', 'Test did not respond in time.'));
    };
    await expect(readResultPages(reading(read, { signal: time.signal }))).rejects.toMatchObject({
      kind: 'timeout',
      usd: 2 * USD,
    });
  });

  it('charges for a page that brought nothing new', async () => {
    const { value, usd } = await readResultPages(reading(() => Promise.resolve(pageOf(1))));
    expect([value.pages_fetched, usd]).toEqual([1, 2 * USD]);
  });

  it('passes on what is no failure of the source', async () => {
    const bug = new TypeError('x is not a function');
    await expect(readResultPages(reading(() => Promise.reject(bug)))).rejects.toBe(bug);
  });
});
