import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createBrandTest } from './branded.ts';

const isBranded = createBrandTest({
  name: 'Harbour Bikes',
  aliases: ['HB Cycles', 'トヨタ'],
  domains: ['www.gannetworks.example', 'bikes.example'],
});

describe('a text is branded', () => {
  it.each([
    'harbour bikes opening hours',
    'HARBOUR-BIKES',
    'harbourbikes.example',
    'is harbour   bikes any good?',
    'hb cycles review',
    'gannetworks login',
    'gannet works',
    'トヨタ中古車',
    'ｈａｒｂｏｕｒ ｂｉｋｅｓ',
  ])('with the brand in it: %s', (text) => {
    expect(isBranded(text)).toBe(true);
  });

  it.each([
    'bike repair',
    'harbour',
    'bikes',
    'bikes harbour',
    'harbour bikeshed',
    'pinharbour bikes',
    'hbcyclesx',
    '',
  ])('only with the whole name, at the bounds of words: not “%s”', (text) => {
    expect(isBranded(text)).toBe(false);
  });

  it('not by a short label of a domain, which is mostly a plain word', () => {
    const shop = createBrandTest({ name: 'Shoes & Co', aliases: [], domains: ['shoes.example'] });
    expect(shop('running shoes')).toBe(false);
    expect(shop('shoes co')).toBe(true);
  });

  it('wherever the name stands, and however its words are joined', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(word),
        fc.constantFrom('', ' ', '-', '.', ' & '),
        fc.array(word),
        (before, between, after) => {
          expect(isBranded([...before, `harbour${between}bikes`, ...after].join(' '))).toBe(true);
        },
      ),
    );
  });

  it('never for a brand without letters', () => {
    expect(createBrandTest({ name: '!', aliases: ['…'], domains: [] })('anything at all !')).toBe(false);
  });
});
