import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '../../test/any-character.ts';
import { readAnswerText } from './answer-text.ts';
import { compileNames, type NameSearch } from './find-names.ts';
import type { Named } from './names.ts';

const named = (name: string, facts: Partial<Named> = {}): Named => ({ name, aliases: [], domains: [], ...facts });

function find(text: string, who: Named | string, search: Partial<NameSearch> = {}) {
  const all = [typeof who === 'string' ? named(who) : who];
  return compileNames({ all, languages: ['en'], category: [], ...search })(readAnswerText(text));
}
const strong = (text: string, who: Named | string, search: Partial<NameSearch> = {}) =>
  find(text, who, search).filter(({ is_weak }) => !is_weak);

describe('a name', () => {
  it.each([
    ['Use ClickUp for tasks.', 'Click Up', 'en'],
    ['Use click-up for tasks.', 'ClickUp', 'en'],
    ['Use Click Up for tasks.', 'ClickUp', 'en'],
    ['**Click**Up is fine.', 'ClickUp', 'en'],
    ['Zyntra’s prices are fine.', 'Zyntra', 'en'],
    ['The Zyntras of this world', 'Zyntra', 'en'],
    ['Zyntras Preise sind gut.', 'Zyntra', 'de'],
    ['Die Preise von Straßenfuxx', 'STRASSENFUXX', 'de'],
    ['Bei Müllerei kaufen', 'Muellerei', 'de'],
    ['İSTANBULLU güzel', 'istanbullu', 'tr'],
    ['Zyntra’nın fiyatları', 'Zyntra', 'tr'],
    ['Ｚｙｎｔｒａ is wide', 'Zyntra', 'en'],
    ['Zyn\u00adtra has soft hyphens', 'Zyntra', 'en'],
    ['トヨタ中古車がおすすめです', 'トヨタ', 'ja'],
    ['推荐京东和其他平台', '京东', 'zh'],
    ['무신사는 인기 있는 쇼핑몰입니다', '무신사', 'ko'],
    ['أنصح بمتجر ونمشي من أفضل المتاجر', 'نمشي', 'ar'],
    ['ביקרתי בזינטרה אתמול', 'זינטרה', 'he'],
    ['Смотрите цены Зинтры', 'Зинтр', 'ru'],
    ['[Zyntra](https://other.example/x) leads.', 'Zyntra', 'en'],
    ['| Zyntra | 9 |', 'Zyntra', 'en'],
    ['Try Booking.com for hotels.', 'Booking.com', 'en'],
    ['Printers by HP are common.', 'HP', 'en'],
  ])('is found in “%s” for %s', (text, name, language) => {
    expect(strong(text, name, { languages: [language] })).toHaveLength(1);
  });

  it.each([
    ['Fine cosmetics', 'Cos'],
    ['Zyntralab is another one.', 'Zyntra'],
    ['See https://shop.example/zyntra for more', 'Zyntra'],
    ['See zyntra.com for more', 'Zyntra'],
    ['Write to help@zyntra.com', 'Zyntra'],
    ['Run `npm install zyntra` first', 'Zyntra'],
    ['```\nzyntra --help\n```', 'Zyntra'],
    ['<div class="zyntra">Text</div>', 'Zyntra'],
    ['[other](https://zyntra.com/a)', 'Zyntra'],
    ['We like the harbour. Bikez are nice.', 'Harbour Bikez'],
    ['- Harbour\n- Bikez', 'Harbour Bikez'],
    ['the hp of an engine', 'HP'],
    ['https://www.booking.com/hotel', 'Booking.com'],
  ])('is not found in “%s” for %s', (text, name) => {
    expect(find(text, name)).toEqual([]);
  });

  it('is one mention where two aliases overlap, and belongs to whom the longest of them names', () => {
    const acme = named('Zyntra', { aliases: ['Zyntra CRM'] });
    expect(strong('Zyntra CRM is fine.', acme).map(({ written }) => written)).toEqual(['Zyntra CRM']);
    const all = [named('Zyntra'), named('Zyntra Labs')];
    const found = strong('Zyntra Labs is not Zyntra.', 'x', { all });
    expect(found.map(({ owner, written }) => [owner, written])).toEqual([
      [1, 'Zyntra Labs'],
      [0, 'Zyntra'],
    ]);
  });

  it('goes by the label of a domain that is long enough', () => {
    expect(strong('Ask Zyntra.', named('Other', { domains: ['www.zyntra.co.uk'] }))).toHaveLength(1);
    expect(strong('Ask zyn.', named('Other', { domains: ['zyn.com'] }))).toEqual([]);
  });

  it('is found between any other words, however its words are joined', () => {
    const word = fc.stringMatching(/^[a-z]{4,8}$/).map((text) => `q${text}`);
    fc.assert(
      fc.property(fc.tuple(word, word), fc.constantFrom(' ', '-', '', '\u00a0'), word, (parts, joint, other) => {
        const found = strong(`${other}: ${parts.join(joint)}, ${other}`, parts.join(' '), { languages: [] });
        expect(found.length).toBeGreaterThan(0);
      }),
    );
  });

  it('reads any text without failing, and finds names only where they stand', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.string({ minLength: 1, maxLength: 9 }),
        (text, name) => {
          const whole = text.toWellFormed();
          for (const found of find(whole, named(name, { aliases: ['Zyntra'] })))
            expect(whole.slice(found.start, found.end)).toBe(found.written);
        },
      ),
    );
  });
});

describe('a name that is a word of everyday language', () => {
  const notion = named('Notion', { domains: ['notion.so'] });

  it.each([
    ['Many teams use Notion every day.', 'capital'],
    ['1. **Notion** – all in one', 'set_off'],
    ['- Notion: flexible', 'set_off'],
    ['| Notion | 9 |', 'set_off'],
    ['Notion ([notion.so](https://www.notion.so/x)) is flexible.', 'domain'],
    ['Notion is workspace software.', 'category'],
  ])('is a name in “%s” by its %s', (text, evidence) => {
    const found = find(text, notion, { category: ['workspace'] });
    expect(found).toMatchObject([{ is_weak: false, evidence }]);
  });

  it.each(['I have no notion of it.', 'Notion of time varies.', '# Notion of Time', 'THE NOTION OF TIME'])(
    'is weak in “%s”',
    (text) => {
      expect(find(text, notion)).toMatchObject([{ is_weak: true, evidence: null }]);
    },
  );

  it('is not told by a capital that it always has, or that every noun of the language has', () => {
    expect(find('We met on Monday.', 'Monday')).toMatchObject([{ is_weak: true }]);
    expect(find('Try monday.com today.', 'monday.com')).toMatchObject([{ written: 'monday.com' }]);
    expect(find('Wir gehen in den Wald.', 'Wald', { languages: ['de'] })).toMatchObject([{ is_weak: true }]);
  });

  it('is a name at the beginning of a sentence where the answer names it surely elsewhere', () => {
    expect(strong('Notion is flexible. Many teams use Notion.', notion)).toHaveLength(2);
  });
});

it('reads an answer of a megabyte in time that grows with its length alone', () => {
  const text = '<a [x](http://a.example/ `b` - **c** | d '.repeat(30_000);
  expect(find(text, 'Zyntra')).toEqual([]);
});
