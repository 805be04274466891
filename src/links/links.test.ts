import { describe, expect, it } from 'vitest';

import { describePastEnd, nextPageCalls } from '../guidance/list-page.ts';
import { checkMinRank, countEach, formatCounts } from './fields.ts';
import { hasLostMuch, rateBroken, rateLost, scoreGroup } from './link-group.ts';
import { findHighest, formatPart, formatPercent, rateSpam } from './quality.ts';
import { draftSteps, type Playbook, readPlaybook, readTexts } from './tables.ts';

const LIST = new URL('../operations/backlinks/list/operation.ts', import.meta.url).href;
const PLAYBOOK: Playbook<'mend' | 'keep'> = [
  ['mend', { action: 'Mend it.', why: 'It fails.', owner_hint: 'developer' }],
  ['keep', { action: 'Keep it.', why: 'It works.', owner_hint: 'SEO' }],
];

describe('the words of figures', () => {
  it.each([
    [0, 3, 'None of the 3 links'],
    [1, 1, 'The only link'],
    [2, 2, 'Both links'],
    [20, 20, 'All 20 links'],
    [1, 1200, '1 of the 1,200 links'],
  ])('call %s of %s «%s»', (part, whole, words) => {
    expect(formatPart(part, whole, 'link')).toBe(words);
  });

  it('round no share to nothing or to everything', () => {
    expect([0, 0.004, 0.5, 0.996, 1].map(formatPercent)).toEqual(['0%', 'under 1%', '50%', 'over 99%', '100%']);
  });

  it('band spam as published, and keep what is unknown unknown', () => {
    expect([null, 30, 31, 60, 61].map(rateSpam)).toEqual([null, 'low', 'medium', 'medium', 'high']);
  });

  it('count every name, and show those that occur', () => {
    const counts = countEach(['keep', 'disavow_review'], ['disavow_review', 'disavow_review']);
    expect(counts).toEqual({ keep: 0, disavow_review: 2 });
    expect(formatCounts(counts)).toBe('disavow review 2');
  });

  it('take the first of equal items for the highest', () => {
    expect(findHighest(['aa', 'b', 'cc'], (text) => text.length)).toBe('aa');
    expect(findHighest([], () => 1)).toBeUndefined();
  });
});

describe('a group of links', () => {
  const group = (backlinks: number, lost: number, broken = 0) => ({
    backlinks,
    dofollow_backlinks: backlinks,
    referring_pages: backlinks,
    broken_backlinks: broken,
    lost_backlinks: lost,
    spam_score: null,
    spam_signs: null,
    boilerplate_backlinks: 0,
    hidden_backlinks: 0,
    rank: null,
    first_seen: '2026-01-01',
    last_seen: '2026-03-01',
    lost_date: lost > 0 ? '2026-02-01' : null,
  });

  it('has lost much from one link in five on', () => {
    // Live links and lost ones: 1 of 5, 19 of 100, none.
    expect([group(4, 1), group(81, 19), group(4, 0)].map((record) => hasLostMuch(record, 'live'))).toEqual([
      true,
      false,
      false,
    ]);
    // Asked for all links, the lost ones are among them.
    expect([group(5, 1), group(100, 19)].map((record) => hasLostMuch(record, 'all'))).toEqual([true, false]);
    expect(hasLostMuch(group(1, 1), 'lost')).toBe(true);
  });

  it('has at most 67 points for urgency, 20 for authority and 13 for reach', () => {
    expect(scoreGroup(1, 1000, 999)).toEqual({
      score: 100,
      score_components: { urgency: 67, authority: 20, reach: 13 },
    });
    expect(scoreGroup(3, 1000, 1_000_000).score).toBe(100);
    expect(scoreGroup(0, null, 0).score).toBe(0);
    expect(scoreGroup(0.5, null, 9).score_components).toEqual({ urgency: 33.5, authority: 0, reach: 4.3 });
  });

  it('is more urgent for broken links than for lost ones, and hardly for a few lost of many', () => {
    expect([group(20, 0), group(10, 0, 10), group(20, 0, 5)].map(rateBroken)).toEqual([0, 1, 0.6125]);
    expect([group(9, 0), group(99, 1), group(0, 10)].map((record) => rateLost(record, 'live'))).toEqual([0, 0.1, 0.7]);
  });
});

describe('min_rank', () => {
  it('goes to 100 on one scale and to 1,000 on the other', () => {
    expect(checkMinRank({ min_rank: 101, rank_scale: 'one_hundred' })).toHaveLength(1);
    expect(checkMinRank({ min_rank: 101, rank_scale: 'one_thousand' })).toEqual([]);
    expect(checkMinRank({ rank_scale: 'one_hundred' })).toEqual([]);
  });
});

describe('the pages of a list', () => {
  it('end with its rows, and with the highest offset that a request may have', () => {
    const offsets = (page: Parameters<typeof nextPageCalls>[2]): unknown[] =>
      nextPageCalls('backlinks.list', { target: 'a.test' }, page).map(({ body }) => body['offset']);
    expect(offsets({ total_count: 26, limit: 25, offset: 0 })).toEqual([25]);
    expect(offsets({ total_count: 25, limit: 25, offset: 0 })).toEqual([]);
    expect(offsets({ total_count: null, limit: 25, offset: 0 })).toEqual([]);
    expect(offsets({ total_count: 90_000, limit: 100, offset: 19_950 })).toEqual([]);
  });

  it('say in the singular, too, that they are over', () => {
    const page = { total_count: 1, limit: 25, offset: 50 };
    expect(describePastEnd(page, 'row')).toBe('Offset 50 is past the end of the list: only 1 row matches.');
  });
});

describe('texts in tables', () => {
  it('make one step for each class that occurs, and none for a quiet one beside another', () => {
    const rows = ['keep', 'mend', 'mend'].map(
      (name) => ({ name: name === 'keep' ? 'keep' : 'mend', quote: name }) as const,
    );
    expect(draftSteps(PLAYBOOK, rows).map(({ evidence }) => evidence)).toEqual([
      ['mend: 2', 'mend', 'mend'],
      ['keep: 1', 'keep'],
    ]);
    expect(draftSteps(PLAYBOOK, rows, 'keep').map(({ action }) => action)).toEqual(['Mend it.']);
    expect(draftSteps(PLAYBOOK, rows.slice(0, 1), 'keep').map(({ action }) => action)).toEqual(['Keep it.']);
  });

  it('are refused when a row is missing or names a class that does not exist', () => {
    expect(() => readTexts(LIST, 'data/playbook.tsv', ['quality_review', 'unheard_of'])).toThrow('unheard_of');
    expect(() => readPlaybook(LIST, 'data/playbook.tsv', ['quality_review'])).toThrow('which does not exist');
  });
});
