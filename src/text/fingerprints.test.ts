import { describe, expect, it } from 'vitest';

import { contentHash, hammingDistance, simhash } from './fingerprints.ts';

describe('fingerprints', () => {
  it('gives texts that differ only in white space one hash, and others another', () => {
    expect(contentHash(' one\n two ')).toBe(contentHash('one two'));
    expect(contentHash('one two')).not.toBe(contentHash('one three'));
    expect(contentHash('one two') < 1n << 64n).toBe(true);
  });

  it('puts near duplicates within few bits and unrelated texts far apart', () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${(at * 7919) % 1000}`);
    const changed = words.with(200, 'other');
    const unrelated = Array.from({ length: 400 }, (_, at) => `thing${(at * 104729) % 1000}`);
    expect(hammingDistance(simhash(words), simhash(words))).toBe(0);
    expect(hammingDistance(simhash(words), simhash(changed))).toBeLessThanOrEqual(6);
    expect(hammingDistance(simhash(words), simhash(unrelated))).toBeGreaterThan(16);
  });
});
