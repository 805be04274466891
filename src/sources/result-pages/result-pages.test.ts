import { describe, expect, it } from 'vitest';

import { SERP_ITEM_TYPES } from '../../ports/serp.ts';
import { googleLanguage } from './google-language.ts';
import { draftItem, rankItems } from './items.ts';
import { lackingOf, pagesFor } from './reach.ts';
import { readHtmlText, readPublishedAt, readText } from './texts.ts';
import { domainOf, endpoint, readResultUrl } from './urls.ts';

const NOW = new Date('2026-11-22T00:30:00Z');

describe('the address of a result', () => {
  it.each([
    ['https://shop.example/a?srsltid=AfmBO&b=1', 'https://shop.example/a?b=1'],
    ['https://shop.example/a?b=1&SRSLTID=x', 'https://shop.example/a?b=1'],
    ['https://shop.example/a?srsltid=x', 'https://shop.example/a'],
    ['https://shop.example/a?utm_source=gbp&srsltidy=1', 'https://shop.example/a?utm_source=gbp&srsltidy=1'],
    ['https://shop.example/a#:~:text=vinegar,water', 'https://shop.example/a'],
    ['https://shop.example/a#part:~:text=vinegar', 'https://shop.example/a#part'],
    ['https://shop.example/a#part', 'https://shop.example/a#part'],
    ['https://bücher.example/ä b?q=%C3%A9&r=é', 'https://xn--bcher-kva.example/%C3%A4%20b?q=%C3%A9&r=%C3%A9'],
    ['https://www.google.com/url?q=https://a.example/x%3Fsrsltid%3D1&sa=U', 'https://a.example/x'],
    ['https://www.google.co.uk/search?q=more', null],
    ['https://google.example/search?q=more', 'https://google.example/search?q=more'],
    ['/search?q=more', null],
    ['javascript:alert(1)', null],
    ['', null],
    [undefined, null],
  ])('%s is %s', (written, url) => {
    expect(readResultUrl(written)).toBe(url);
  });

  it('belongs to the domain that can be registered', () => {
    expect(domainOf('https://www.blog.bbc.co.uk/x')).toBe('bbc.co.uk');
    expect(domainOf(null)).toBeNull();
  });

  it('of an API may have a path and a slash', () => {
    expect(endpoint('https://a.example/searx/', '/search')).toBe('https://a.example/searx/search');
  });
});

describe('texts of results', () => {
  it('are one line without marks of direction, and keep what joins letters', () => {
    expect(readText('\u202b أهلا \n\t وسهلا\u202c ')).toBe('أهلا وسهلا');
    expect(readText('می\u200cخواهم')).toBe('می\u200cخواهم');
    expect([readText(' \n '), readText(null), readText(undefined)]).toEqual([null, null, null]);
  });

  it('lose tags and entities only where the vendor writes HTML', () => {
    expect(readHtmlText('<strong>Tom</strong> &amp; Jerry&#x27;s<br>&lt;div&gt;')).toBe("Tom & Jerry's <div>");
    expect(readText('The <b> tag & more')).toBe('The <b> tag & more');
  });

  it.each([
    ['May 5, 2026', '2026-05-05'],
    ['2026-05-05T00:00:00', '2026-05-05'],
    ['2026-05-05 13:00:00 +00:00', '2026-05-05T13:00:00Z'],
    ['3 days ago', '2026-11-19'],
    ['1 hour ago', '2026-11-21'],
    ['an hour ago', '2026-11-21'],
    ['20 mins ago', '2026-11-22'],
    ['Yesterday', '2026-11-21'],
    ['2 months ago', null],
    ['vor 3 Tagen', null],
    ['', null],
  ])('are dated: %s is %s', (written, day) => {
    expect(readPublishedAt(written, NOW)).toBe(day);
  });
});

describe('places on a result page', () => {
  it('are counted over all pages, and within each type', () => {
    const items = (['organic', 'video', 'organic', 'organic'] as const).map((type, at) =>
      draftItem({ type, page: at < 2 ? 1 : 2 }),
    );
    expect(rankItems(items).map(({ rank_absolute, rank_group }) => [rank_absolute, rank_group])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 3],
    ]);
  });
});

describe('what a source reaches', () => {
  const reach = { engine: 'google', sees: [], places: 'any', devices: [], depth_max: 100 } as const;
  const query = {
    keyword: 'x',
    engine: undefined,
    location: null,
    language: 'en',
    device: null,
    depth: 10,
    stop_at: undefined,
    wants: SERP_ITEM_TYPES,
    include_domains: [],
    exclude_domains: [],
  };

  it('is named for every type of item', () => {
    const names = lackingOf(query, reach) ?? [];
    expect(names).toHaveLength(SERP_ITEM_TYPES.length);
    expect(names.filter((name) => name.includes('_'))).toEqual([]);
    expect(names).toContain('AI Overviews');
  });

  it.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [100, 10],
    [500, 10],
  ])('%i results are %i pages', (depth, pages) => {
    expect(pagesFor(depth, reach)).toBe(pages);
  });

  it.each([
    ['de-AT', 'de'],
    ['pt-BR', 'pt-BR'],
    ['pt_br', 'pt-BR'],
    ['zh', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['es-419', 'es-419'],
    ['nb', 'no'],
  ])('%s is %s to Google', (language, code) => {
    expect(googleLanguage(language)).toBe(code);
  });
});
