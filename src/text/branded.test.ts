import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '../../test/any-character.ts';
import { branding, type BrandNames } from './branded.ts';

const brandOf = (name: string, facts: Partial<BrandNames> = {}): BrandNames => ({
  name,
  aliases: [],
  domains: [],
  ...facts,
});
const isBranded = (text: string, name: string, facts: Partial<BrandNames> = {}) => branding(brandOf(name, facts))(text);

describe('branding', () => {
  it('does not tell without a brand', () => {
    expect(branding(null)('harbour bikes')).toBeNull();
  });

  it.each([
    ['harbour bikes', 'Harbour Bikes'],
    ['harbour-bikes opening hours', 'Harbour Bikes'],
    ['HARBOURBIKES', 'Harbour Bikes'],
    ['repair at harbour. bikes', 'Harbour Bikes'],
    ['Harbour Bikes’ spring sale', 'Harbour Bikes'],
    ['ｈａｒｂｏｕｒ ｂｉｋｅｓ', 'Harbour Bikes'],
    ['har\u00adbour bi\u200bkes', 'Harbour Bikes'],
    ['harbour bikes', 'harbour-bikes'],
    ['apple pie', 'Apple'],
    ['macys sale', 'Macy’s'],
    ['h&m jeans', 'H&M'],
    ['hm jeans', 'H&M'],
    ['nestle chocolate', 'Nestlé'],
    ['mueller radreisen', 'Müller'],
    ['muller radreisen', 'Müller'],
    ['strasse 12 berlin', 'Straße'],
    ['ΑΘΗΝΑΣ', 'Αθηνάς'.normalize('NFD').replaceAll(/\p{M}/gu, '')],
    ['купить велосипед Стелс', 'СТЕЛС'],
    ['山本園の公式サイト', '山本園'],
    ['无印良品 店舗', '无印良品'],
    ['متجر نون', 'نون'],
    ['무신사 할인', '무신사'],
    ['4711 parfum', '4711'],
    ['harbour & bikes', 'Harbour Bikes'],
    ['トヨタ中古車', 'トヨタ'],
  ])('finds the brand in “%s” for “%s”', (text, name) => {
    expect(isBranded(text, name)).toBe(true);
  });

  it.each([
    ['pineapple juice', 'Apple'],
    ['apples', 'Apple'],
    ['harbour with bikes', 'Harbour Bikes'],
    ['harbour', 'Harbour Bikes'],
    ['bikes', 'Harbour Bikes'],
    ['bikes harbour', 'Harbour Bikes'],
    ['my harbour bikesshop', 'Harbour Bikes'],
    ['h m jeans', 'H&M'],
    ['look at t-shirts', 'AT&T'],
    ['ライオン', 'イオン'],
    ['велосипед', 'СТЕЛС'],
    ['', 'Harbour Bikes'],
    ['anything', '!!!'],
  ])('finds no brand in “%s” for “%s”', (text, name) => {
    expect(isBranded(text, name)).toBe(false);
  });

  it('knows the aliases and the domains', () => {
    const facts = { aliases: ['HB Cycles'], domains: ['harbourbikes.example', 'shop.quay.example'] };
    for (const text of ['hb-cycles', 'harbourbikes discount', 'www.harbourbikes.example login', 'shop.quay.example'])
      expect(isBranded(text, 'The Quay', facts)).toBe(true);
    for (const text of ['hb', 'cycles', 'example', 'shop quay', 'quay walls'])
      expect(isBranded(text, 'The Quay', facts)).toBe(false);
  });

  it.each([
    ['harbour bikes', 'www.harbourbikes.co.uk'],
    ['fahrradkönig berlin', 'xn--fahrradknig-yfb.example'],
    ['quaysidecycles', 'quaysidecycles.github.io'],
  ])('reads “%s” as the label of %s', (text, domain) => {
    expect(isBranded(text, 'Other', { domains: [domain] })).toBe(true);
  });

  it.each([
    ['shoes', 'shoes.example'],
    ['furniture sale', 'furniture.example'],
    ['cheap flights', 'cheapflights.example'],
    ['electronics', 'electronics.example'],
    ['github', 'quay.github.io'],
    ['192', '192.0.2.1'],
  ])('does not take the plain word in “%s” for the brand of %s', (text, domain) => {
    expect(isBranded(text, 'Acme Electronics', { domains: [domain] })).toBe(false);
  });

  const word = fc.stringMatching(/^[a-z]{3,8}$/);

  it('finds a name however its words are joined, between any other words', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 4 }),
        fc.constantFrom(' ', '-', '.', '', ' - ', '\u00a0'),
        fc.array(word, { maxLength: 3 }),
        fc.array(word, { maxLength: 3 }),
        (name, joint, before, after) => {
          const text = [...before, name.join(joint).toUpperCase(), ...after].join(' ');
          expect(isBranded(text, name.join(' '))).toBe(true);
        },
      ),
    );
  });

  it('finds no name of one word inside of a longer word', () => {
    fc.assert(
      fc.property(word, word, fc.boolean(), (name, rest, isBefore) => {
        const text = isBefore ? rest + name : name + rest;
        expect(isBranded(text, name)).toBe(false);
      }),
    );
  });

  it('tells of any text and any brand without failing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        fc.domain(),
        (text, name, domain) => {
          expect(isBranded(text, name, { domains: [domain] })).toBeTypeOf('boolean');
        },
      ),
    );
  });
});
