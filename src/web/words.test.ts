import { describe, expect, it } from 'vitest';

import {
  contentHash,
  countTerms,
  foldText,
  hammingDistance,
  languageDetector,
  languageOfTag,
  simhash,
  stem,
  terms,
  tokenize,
} from './words.ts';
import { measureGrowth } from '../../test/growth.ts';

describe('words', () => {
  it('folds case, width and sharp s, so that spellings of one word are one word', () => {
    expect(tokenize('STRASSE Straße ｓｔｒａｓｓｅ')).toEqual(['strasse', 'strasse', 'strasse']);
    expect(foldText('ΟΔΥΣΣΕΎΣ')).toBe(foldText('οδυσσεύσ'));
  });

  it('cuts at everything that is neither letter, mark nor number', () => {
    expect(tokenize("Don't panic: PostgreSQL 15.3 (e.g. naïve café)!")).toEqual([
      'don',
      't',
      'panic',
      'postgresql',
      '15',
      '3',
      'e',
      'g',
      'naïve',
      'café',
    ]);
  });

  it('cuts scripts without spaces by dictionary and leaves the Latin words among them whole', () => {
    expect(tokenize('東京でPostgreSQLを使う')).toEqual(['東京', 'で', 'postgresql', 'を', '使う']);
    expect(tokenize('ภาษาไทย').length).toBeGreaterThan(1);
  });

  it('keeps Devanagari, Arabic and Cyrillic words whole', () => {
    expect(tokenize('हिन्दी العربية русский')).toEqual(['हिन्दी', 'العربية', 'русский']);
  });

  it('finds no words in punctuation or nothing', () => {
    expect(tokenize('')).toEqual([]);
    expect(tokenize(' -- … !? ')).toEqual([]);
  });

  it('reads a run of Han characters in linear time', () => {
    expect(tokenize('漢字文書'.repeat(2500)).length).toBeGreaterThan(1000);
    expect(measureGrowth((times) => tokenize('漢字文書'.repeat(times)), 600)).toBeLessThan(9);
  });
});

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
    for (let number = 0; number < 120_000; number += 1) stem(`word${number}s`, 'en');
    expect(stem('connections', 'en')).toBe('connect');
  });
});

describe('language', () => {
  it('tells a text by itself and believes the page only where the text allows it', async () => {
    const detect = await languageDetector();
    const german = 'Die Datenbank speichert alle Dokumente und beantwortet jede Anfrage in wenigen Millisekunden.';
    expect(detect(german, '')).toBe('de');
    expect(detect(german, 'en')).toBe('de');
    expect(detect('The quick brown fox jumps over the lazy dog while nobody looks.', 'de-DE')).toBe('en');
    expect(detect('これは日本語で書かれた短い文書です。', '')).toBe('ja');
  });

  it('takes the claim of the page for texts too short to tell, and nothing without one', async () => {
    const detect = await languageDetector();
    expect(detect('Hello', 'fr-CA')).toBe('fr');
    expect(detect('Hello', '')).toBe('');
    expect(detect('1234567890 0987654321', '')).toBe('');
  });

  it('reads the code of a language tag', () => {
    expect(languageOfTag('de-AT')).toBe('de');
    expect(languageOfTag(' EN ')).toBe('en');
    expect(languageOfTag('zh_Hant_TW')).toBe('zh');
    expect(languageOfTag('english')).toBe('');
    expect(languageOfTag('')).toBe('');
  });
});

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
