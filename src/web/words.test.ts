import { describe, expect, it } from 'vitest';

import { measureGrowth } from '../../test/growth.ts';
import { countWords, displayLength, foldText, languageOfTag, tokenize } from './words.ts';

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
    expect(measureGrowth((times) => countWords('漢字文書'.repeat(times)), 600)).toBeLessThan(9);
  });
});

describe('the number of words', () => {
  it('is seven of a sentence with apostrophes and hyphens, which do not part words', () => {
    expect(countWords("Don't re-enter the state-of-the-art shop; it's l'été")).toBe(7);
  });

  it.each([
    ['', 0],
    ['Two words', 2],
    ["don't well-known l’été", 3],
    ['- – … !', 0],
    ['Größe 12 ½', 3],
    ['包丁を研ぐ', 3],
    ['iPhone 16 を買う', 4],
    ['東京でPostgreSQLを使う', 5],
    ['한국어 단어', 2],
    ['𝒜 😀 a', 2],
    ['ภาษาไทยง่าย', 3],
  ])('counts %j as %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});

describe('a language tag', () => {
  it('gives its two-letter code', () => {
    expect(languageOfTag('de-AT')).toBe('de');
    expect(languageOfTag(' EN ')).toBe('en');
    expect(languageOfTag('zh_Hant_TW')).toBe('zh');
    expect(languageOfTag('english')).toBe('');
    expect(languageOfTag('')).toBe('');
  });
});

describe('displayLength', () => {
  it('counts wide characters twice and others once', () => {
    expect(displayLength('abc é 😀')).toBe(7);
    expect(displayLength('包丁ナイフ한글，')).toBe(16);
  });
});
