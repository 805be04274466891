import { describe, expect, it } from 'vitest';

import { countTerms, stem, terms } from './stems.ts';

describe('stems', () => {
  it('brings inflected forms together by the rules of their language', () => {
    expect(terms('connected connection connecting', 'en')).toEqual(['connect', 'connect', 'connect']);
    expect(new Set(terms('Datenbanken Datenbank', 'de')).size).toBe(1);
    expect(new Set(terms('continuellement continuelle', 'fr')).size).toBe(1);
  });

  it('leaves words alone in languages without a stemmer and in none', () => {
    expect(stem('connections', '')).toBe('connections');
    expect(stem('文書', 'ja')).toBe('文書');
    expect(stem('running', 'constructor')).toBe('running');
  });

  it('counts terms and leaves out runs that are no words', () => {
    expect(countTerms(`Link links LINKED ${'x'.repeat(65)}`, 'en')).toEqual(new Map([['link', 3]]));
  });

  it('stays within its cache for any number of words', () => {
    for (let number = 0; number < 60_000; number += 1) stem(`word${number}s`, 'en');
    expect(stem('connections', 'en')).toBe('connect');
  });
});
