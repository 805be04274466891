import { describe, expect, it } from 'vitest';

import { stemTerm } from './keyword.ts';
import { findMeaning, findTermMeaning, readMeaningTerms, replaceRuns } from './synonyms.ts';

describe('synonyms', () => {
  it('have one word that stands for all of a row', () => {
    expect(findMeaning('bicycle', 'en')).toBe(findMeaning('bike', 'en'));
    expect(findTermMeaning(stemTerm('bicycles', 'en'), 'en')).toBe(findTermMeaning(stemTerm('bike', 'en'), 'en'));
    expect(findMeaning('zyzzyva', 'en')).toBe('zyzzyva');
  });

  it('replace runs of words, in the plural too, and leave the rest', () => {
    expect(replaceRuns(['second', 'hand', 'bikes'], 'en')).toEqual(['used', 'bikes']);
    expect(replaceRuns(['handy', 'second'], 'en')).toEqual(['handy', 'second']);
  });

  it('make texts of one meaning the same', () => {
    expect(readMeaningTerms('second hand bicycles', 'en')).toEqual(readMeaningTerms('used bikes', 'en'));
  });

  it('belong to one language', () => {
    expect(findMeaning('bicycle', 'de')).toBe('bicycle');
  });
});
