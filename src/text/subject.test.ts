import { describe, expect, it } from 'vitest';

import { asksSame, compareSubjects, findYears, readSubject } from './subject.ts';

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

  it.each([
    ['How to waterproof a tent', ['waterproof', 'tent']],
    ['pitch a tent', ['pitch', 'tent']],
    ['how to wash a tent, step by step', ['wash', 'tent']],
  ])('keeps what is done, which a search for instructions names: %s', (text, about) => {
    expect([...readSubject(text, 'en', '').about.keys()]).toEqual(about);
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

describe('asksSame', () => {
  const ask = (one: string, other: string, granted: string, language = 'en'): boolean =>
    asksSame(readSubject(one, language, ''), readSubject(other, language, ''), readSubject(granted, language, ''));

  it.each([
    ['How Much Do Solar Panels Cost', 'What do solar panels cost?', 'solar panels', 'en'],
    ['Solar panel prices in 2026', 'The cost of solar panels', 'solar panels', 'en'],
    ['How long do solar panels last?', 'How long will they last?', 'solar panels', 'en'],
    ['Are solar panels worth it?', 'Is solar worth it?', 'solar panels', 'en'],
    ['How long do they last?', 'Solar panel lifespan', 'solar panels', 'en'],
    ['Wie lange halten Wärmepumpen?', 'Lebensdauer', 'wärmepumpe', 'de'],
    ['¿Cuánto duran las placas solares?', 'Vida útil', 'placas solares', 'es'],
    ['Combien de temps durent-ils ?', 'Durée de vie des panneaux', 'panneaux solaires', 'fr'],
    ['Kosten einer Wärmepumpe', 'Was kostet eine Wärmepumpe?', 'wärmepumpe', 'de'],
    ['Prix des panneaux solaires', 'Combien coûtent les panneaux solaires ?', 'panneaux solaires', 'fr'],
  ])('takes “%s” and “%s” for one question', (one, other, granted, language) => {
    expect(ask(one, other, granted, language)).toBe(true);
  });

  it.each([
    ['What are solar panels?', 'How do solar panels work?', 'solar panels'],
    ['Which solar panels are best?', 'Solar panel costs', 'solar panels'],
    ['How long do solar panels last?', 'How do I clean solar panels?', 'solar panels'],
    ['Cost of a battery', 'Cost of the inverter', 'solar panels'],
    ['How long does installation take?', 'Solar panel lifespan', 'solar panels'],
  ])('takes “%s” and “%s” for two', (one, other, granted) => {
    expect(ask(one, other, granted)).toBe(false);
  });
});
