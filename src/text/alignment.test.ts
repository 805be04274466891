import { describe, expect, it } from 'vitest';

import { alignKeyword } from './alignment.ts';

describe('alignKeyword', () => {
  it.each([
    ['best crm software', 'The Best CRMs of 2026: Software Guide'],
    ['crms', 'What is a CRM?'],
    ["men's sneakers", 'Sneakers for Men'],
    ['men’s sneakers', 'Sneakers for Men'],
  ])('finds every word of «%s» in «%s»', (keyword, text) => {
    expect(alignKeyword(keyword, text, 'en').missing).toEqual([]);
  });

  it('takes the s of a short name for no plural', () => {
    expect(alignKeyword('cs course', 'CSS course', 'en').missing).toEqual(['cs']);
  });
});
