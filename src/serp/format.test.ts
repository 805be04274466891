import { describe, expect, it } from 'vitest';

import { serpRecord, type TestItem } from '../../test/serp-records.ts';
import { recommendFormat } from './format.ts';

const shelves = (count: number): TestItem[] =>
  Array.from({ length: count }, (_, at) => ({ url: `https://shop-${at}.test/category/tents`, title: 'Tents' }));
const guides = (count: number): TestItem[] =>
  Array.from({ length: count }, (_, at) => ({
    url: `https://site-${at}.test/guides/how-to-pitch-a-tent`,
    title: 'How to pitch a tent',
  }));
const homes = (count: number): TestItem[] =>
  Array.from({ length: count }, (_, at) => ({ url: `https://firm-${at}.test/`, title: `Firm ${at}` }));

describe('the page to build for a search', () => {
  it('is of the type that ranks most', () => {
    const serp = serpRecord([...shelves(4), ...guides(2)], { keyword: 'tent' });
    expect(recommendFormat(serp, { main: 'transactional' })).toEqual({
      page_type: 'category_page',
      share: expect.closeTo(0.78, 2),
      basis: 'results',
      evidence: ['4 of 6 judged results are category pages'],
    });
  });

  it('serves the main intent, however many pages of one type serve another', () => {
    const serp = serpRecord([...shelves(4), ...guides(3)], { keyword: 'tent' });
    expect(recommendFormat(serp, { main: 'informational' })).toMatchObject({
      page_type: 'guide',
      evidence: ['3 of 7 judged results are guides'],
    });
  });

  it('is a local page where people look nearby, and the home page only where they look for the site', () => {
    const serp = serpRecord(homes(5), { keyword: 'tent repair' });
    const typeOf = (main: Parameters<typeof recommendFormat>[1]['main']) => recommendFormat(serp, { main }).page_type;
    expect([typeOf('commercial'), typeOf('local'), typeOf('navigational')]).toEqual([
      'landing_page',
      'local_landing_page',
      'homepage',
    ]);
  });

  it('is what the words ask for where fewer than three results show their type', () => {
    const serp = serpRecord(guides(2), { keyword: 'buy tent online' });
    expect(recommendFormat(serp, { main: 'informational' })).toMatchObject({ basis: 'keyword', share: null });
  });
});
