import { describe, expect, it } from 'vitest';

import { markNeighbours, neighbourMark } from './neighbours.ts';
import { cutText } from './stems.ts';

describe('markNeighbours', () => {
  it('marks the words before and after each term, as they are spelt, within each text', () => {
    const marks = markNeighbours(['Old gardens', 'The garden, the oaks'].map((text) => cutText(text, 'en')));
    expect(marks.get('garden')).toBe([neighbourMark('old'), neighbourMark('the')].join(''));
    expect(marks.get('oak')).toBe(neighbourMark('the'));
    expect(marks.get('old')).toBe(neighbourMark('gardens'));
  });

  it('tells nothing of a term that stands beside half of all words', () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at} the`);
    const marks = markNeighbours([cutText(words.join(' '), '')]);
    expect(marks.get('the')).toBe('');
    expect(marks.get('word7')).toBe(neighbourMark('the'));
  });

  it('writes marks that need no escape', () => {
    const marks = Array.from({ length: 5000 }, (_, at) => neighbourMark(`word${at}`));
    expect(new Set(marks).size).toBe(86);
    expect(marks.join('')).toMatch(/^[(-[\]-~]+$/);
  });
});
