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

  it.each([
    ['kiln firing near me', 'Kiln firing in Bristol', 'en'],
    ['zahnarzt in der nähe', 'Zahnarzt in Köln', 'de'],
    ['clases de surf cerca de mí', 'Clases de surf en Zarautz', 'es'],
    ['cours de guitare près de chez moi', 'Cours de guitare à Lyon', 'fr'],
  ])('asks no page to say «near me»: %s', (keyword, text, language) => {
    expect(alignKeyword(keyword, text, language).missing).toEqual([]);
  });

  it('takes the s of a short name for no plural', () => {
    expect(alignKeyword('cs course', 'CSS course', 'en').missing).toEqual(['cs']);
  });
});
