import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  fingerprintSimilarity,
  minhash,
  minhashSimilarity,
  nearDuplicates,
  shingles,
  shingleSimilarity,
} from './near-duplicate.ts';
import { characterNgrams, wordNgrams } from './ngrams.ts';
import { containment, cosine, jaccard, weightedJaccard } from './similarity.ts';
import { inverseFrequencies, weighTerms } from './weights.ts';

const text = (at: number, words = 60): string[] => Array.from({ length: words }, (_, place) => `w${at}x${place}`);

describe('near duplicates', () => {
  it('finds a text of which few words were changed, and no other', () => {
    const changed = text(0).with(30, 'other');
    const pairs = nearDuplicates([text(0), text(1), changed, text(2)], 0.7);
    expect(pairs.map(({ one, other }) => [one, other])).toEqual([[0, 2]]);
    expect(pairs[0]?.similarity).toBeCloseTo(55 / 61);
  });

  it('finds the same pairs among a thousand texts, where not every pair is compared', () => {
    const texts = Array.from({ length: 1000 }, (_, at) => text(at));
    texts[900] = text(17).with(3, 'other');
    expect(nearDuplicates(texts, 0.8).map(({ one, other }) => [one, other])).toEqual([[17, 900]]);
  });

  it('compares each of a thousand equal texts with a few of them', () => {
    const pairs = nearDuplicates(Array.from({ length: 1000 }, () => text(0).slice(0, 9)));
    expect(pairs.length).toBeGreaterThan(900);
    expect(pairs.length).toBeLessThan(100_000);
  });

  it('has nothing to say of texts without words', () => {
    expect(nearDuplicates([[], [], ['a']])).toEqual([]);
    expect(shingleSimilarity([], [])).toBe(0);
    expect(fingerprintSimilarity([], ['a'])).toBe(0);
    expect(shingles(['a', 'b'])).toEqual(new Set(['a b']));
  });

  it('estimates the Jaccard similarity by MinHash within what 256 hashes allow', () => {
    for (const shared of [20, 50, 80]) {
      const one = new Set([...text(0, shared), ...text(1, 100 - shared)]);
      const other = new Set([...text(0, shared), ...text(2, 100 - shared)]);
      const estimate = minhashSimilarity(minhash(one, 256), minhash(other, 256));
      expect(Math.abs(estimate - jaccard(one, other))).toBeLessThan(0.12);
    }
  });
});

describe('measures of likeness', () => {
  const vector = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 9 })))
    .map((rows) => new Map(rows));

  it('lie between 0 and 1, do not depend on the side, and are 1 for equals', () => {
    fc.assert(
      fc.property(vector, vector, (one, other) => {
        for (const measure of [cosine, weightedJaccard]) {
          expect(measure(one, other)).toBeGreaterThanOrEqual(0);
          expect(measure(one, other)).toBeLessThanOrEqual(1);
          expect(measure(one, other)).toBeCloseTo(measure(other, one), 10);
          if (one.size > 0) expect(measure(one, one)).toBeCloseTo(1, 10);
        }
        if (one.size > 0) expect(containment(one, one)).toBe(1);
      }),
    );
  });

  it('weigh words that signal an intent less than subjects, and rare terms of a list more', () => {
    const weights = weighTerms(['best', 'shoe', 'make'], 'en');
    expect(weights.get('best')).toBeLessThan(weights.get('make') ?? 0);
    expect(weights.get('make')).toBeLessThan(weights.get('shoe') ?? 0);
    const rarity = inverseFrequencies([['shoe', 'run'], ['shoe', 'sock'], ['shoe']]);
    expect(rarity.get('sock')).toBeGreaterThan(rarity.get('shoe') ?? 9);
  });

  it('cut n-grams by words and by letters', () => {
    expect(wordNgrams(['a', 'b', 'c'], 2)).toEqual(['a b', 'b c']);
    expect(wordNgrams(['a'], 2)).toEqual([]);
    expect(characterNgrams('ab', 3, 3)).toEqual(['<ab', 'ab>']);
  });
});
