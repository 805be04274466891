import { describe, expect, it } from 'vitest';

import { jsonErrorOf } from './json-error.ts';
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

describe('jsonErrorOf', () => {
  it.each([
    ['', 0, 'the block is empty'],
    ['{"a": 1', 6, '"}" is missing at the end'],
    ['{"a": 1,}', 8, 'a property name'],
    ['[1 2]', 3, '"," or the closing bracket'],
    ['{"a" 1}', 5, '":" expected'],
    ['{"a": "x\ny"}', 6, 'not closed'],
    ["{'a': 1}", 1, 'single quotes'],
    ['{} {}', 3, 'the end of the JSON text'],
    ['{"a": undefined}', 6, 'not JSON'],
    ['[1]]', 3, 'the end'],
  ])('finds where %j breaks', (text, offset, message) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    const error = jsonErrorOf(text);
    expect(error.offset).toBe(offset);
    expect(error.message).toContain(message);
  });
});
