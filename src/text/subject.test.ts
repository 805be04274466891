import { describe, expect, it } from 'vitest';

import { compareSubjects, findYears, readSubject } from './subject.ts';

const alike = (one: string, other: string, language = 'en', brand = ''): number =>
  compareSubjects(readSubject(one, language, brand), readSubject(other, language, brand)).similarity;

describe('readSubject', () => {
  it.each([
    ['best running shoes', 'top rated running shoes', 'en'],
    ['How to repair a bike', 'bicycle repair guide', 'en'],
    ['used bikes', 'second hand bicycles', 'en'],
    ['crm software', 'crm tools', 'en'],
    ['Best CRM 2024', 'Best CRM 2026', 'en'],
    ['Fahrrad kaufen', 'Fahrräder günstig kaufen', 'de'],
  ])('takes “%s” and “%s” for one subject', (one, other, language) => {
    expect(alike(one, other, language)).toBeGreaterThan(0.6);
  });

  it.each([
    ['running shoes', 'running socks'],
    ['bike insurance', 'bike rental'],
    ['iphone 14 case', 'iphone 15 case'],
  ])('takes “%s” and “%s” for two', (one, other) => {
    expect(alike(one, other)).toBeLessThan(0.6);
  });

  it('leaves the brand out where the text has all of it', () => {
    const { about } = readSubject('Harbour Bikes used bikes', 'en', 'harbour bikes');
    expect([...about.keys()].some((term) => term.startsWith('harb'))).toBe(false);
  });

  it('says which words one has and the other lacks', () => {
    const one = readSubject('waterproof hiking boots', 'en', '');
    const other = readSubject('hiking boots', 'en', '');
    expect(compareSubjects(one, other)).toMatchObject({ only_one: ['waterproof'], only_other: [] });
  });

  it('tells years from prices and sizes', () => {
    expect(findYears(['best', 'crm', '2026'])).toEqual([2026]);
    expect(findYears(['laptops', 'under', '2000'])).toEqual([]);
    expect(findYears(['heater', '2000', 'watt'])).toEqual([]);
  });
});
