import { describe, expect, it } from 'vitest';

import { readKeyword } from './keyword.ts';
import { containment, cosine, jaccard, keywordSimilarity, weightedJaccard } from './similarity.ts';

const alike = (one: string, other: string): number =>
  keywordSimilarity(readKeyword(one, 'en'), readKeyword(other, 'en'));

describe('keywordSimilarity', () => {
  it.each([
    ['running shoes', 'shoes for running'],
    ['colour printers', 'color printer'],
    ['bike shop', 'the bike shops'],
  ])('is 1 for “%s” and “%s”', (one, other) => {
    expect(alike(one, other)).toBe(1);
  });

  it.each([
    ['mens running shoes', 'womens running shoes'],
    ['bike repair', 'bike hire'],
    ['pdf to word', 'word to pdf'],
    ['nike running shoes', 'adidas running shoes'],
    ['iphone 15', 'iphone 15 pro max'],
    ['flights london paris', 'flights paris london'],
  ])('stays low for “%s” and “%s”, which want different pages', (one, other) => {
    expect(alike(one, other)).toBeLessThan(0.7);
  });

  it('does not depend on the side', () => {
    expect(alike('used bikes leeds', 'cheap used bikes')).toBe(alike('cheap used bikes', 'used bikes leeds'));
  });
});

describe('measures', () => {
  const one = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  const other = new Map([
    ['b', 2],
    ['c', 1],
  ]);

  it('are what their names say', () => {
    expect(jaccard(new Set(['a', 'b']), new Set(['b', 'c']))).toBeCloseTo(1 / 3);
    expect(weightedJaccard(one, other)).toBeCloseTo(2 / 4);
    expect(containment(one, other)).toBeCloseTo(2 / 3);
    expect(cosine(one, other)).toBeCloseTo(4 / 5);
  });

  it('are 0 where there is nothing to compare', () => {
    const none = new Map<string, number>();
    expect([
      jaccard(new Set(), new Set(['a'])),
      weightedJaccard(none, none),
      containment(none, one),
      cosine(none, one),
    ]).toEqual([0, 0, 0, 0]);
  });
});
