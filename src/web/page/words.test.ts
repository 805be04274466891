import { describe, expect, it } from 'vitest';

import { countWords, displayLength } from './words.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['Two words', 2],
    ["don't well-known l’été", 3],
    ['- – … !', 0],
    ['Größe 12 ½', 3],
    ['包丁を研ぐ', 3],
    ['iPhone 16 を買う', 4],
    ['한국어 단어', 2],
    ['𝒜 😀 a', 2],
    ['ภาษาไทยง่าย', 2],
  ])('counts %j as %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});

describe('displayLength', () => {
  it('counts wide characters twice and others once', () => {
    expect(displayLength('abc é 😀')).toBe(7);
    expect(displayLength('包丁ナイフ한글，')).toBe(16);
  });
});
