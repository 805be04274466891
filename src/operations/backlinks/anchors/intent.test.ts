import { describe, expect, it } from 'vitest';

import { parseTarget } from '../../../web/target.ts';
import type { CommonAnchorRecord } from '../../../ports/links.ts';
import { classifyAnchor, readTarget, type TargetReading } from './intent.ts';

type Titles = Readonly<Record<string, string | null>>;

/** What is known of a site whose linked pages have these titles, by path. */
function siteOf(target: string, titles: Titles): TargetReading {
  const { host } = parseTarget(target);
  const records = Object.entries(titles).map(([path, title]): CommonAnchorRecord => ({
    anchor: '',
    backlinks: 1,
    referring_main_domains: 1,
    image_backlinks: 1,
    target_url: `https://${host}${path}`,
    target_title: title,
  }));
  return readTarget(parseTarget(target), records);
}

function told(reading: TargetReading, titles: Titles, anchor: string, path: string, image_backlinks = 0) {
  const target_url = `https://${reading.target.host}${path}`;
  return classifyAnchor(
    { anchor, backlinks: 4, image_backlinks, target_url, target_title: titles[path] ?? null },
    reading,
  );
}

const SHOP: Titles = {
  '/': 'Harbour Bikes – the shop on the quay',
  '/bikes/': 'Cargo bikes | Harbour Bikes',
  '/bikes/gannet-8': 'Harbour Gannet 8 – cargo bike with a low loading box | Harbour Bikes',
  '/guides/winter': 'How to look after your bike all through the winter | Harbour Bikes',
  '/workshop/': 'Workshop: repairs and servicing | Harbour Bikes',
  '/de/beratung': 'Lastenräder für Familien: Beratung auf Deutsch | Harbour Bikes',
  '/sale': null,
  '/p/4711': null,
};
const shop = siteOf('harbour-bikes.example', SHOP);

describe('the intent of an anchor', () => {
  it.each([
    ['Harbour Bikes', '/', 'branded'],
    ['harbourbikes', '/', 'branded'],
    ['HARBOR BIKES', '/', 'branded'],
    ['Harbour Bikes’ spring sale', '/sale', 'branded'],
    ['Fahrräder von Harbour-Bikes', '/', 'branded'],
    ['harbour-bikes.example', '/', 'url'],
    ['https://harbour-bikes.example/bikes/?a=b', '/bikes/', 'url'],
    ['(www.harbour-bikes.example)', '/', 'url'],
    ['bikeshop.de', '/', 'url'],
    ['click here', '/bikes/', 'generic'],
    ['»Hier klicken«', '/bikes/', 'generic'],
    ['Zur Website', '/', 'generic'],
    ['Quelle', '/', 'generic'],
    ['aquí', '/', 'generic'],
    ['más información', '/', 'generic'],
    ['こちら', '/', 'generic'],
    ['公式サイト', '/', 'generic'],
    ['[12]', '/', 'generic'],
    ['cargo bikes', '/bikes/', 'exact_match'],
    ['Cargo-Bike', '/bikes/', 'exact_match'],
    ['Harbour Gannet 8', '/bikes/gannet-8', 'exact_match'],
    ['best cargo bikes for families', '/bikes/', 'partial_match'],
    ['this one with a low box', '/bikes/gannet-8', 'partial_match'],
    ['electric cargo bikes', '/', 'partial_match'],
    ['How to look after your bike all through the winter', '/guides/winter', 'partial_match'],
    ['Lastenrad für Familien', '/de/beratung', 'exact_match'],
    ['günstige Fahrräder kaufen', '/', 'foreign'],
    ['guía de compras baratas', '/', 'foreign'],
    ['自転車のお店', '/', 'foreign'],
    ['купить велосипед', '/', 'foreign'],
    ['sale', '/sale', 'exact_match'],
    ['my favourite place in town', '/workshop/', null],
    ['the one we chose', '/p/4711', null],
    ['node.js', '/p/4711', null],
  ] as const)('of “%s” to %s is %s', (anchor, path, intent) => {
    expect(told(shop, SHOP, anchor, path).intent).toBe(intent);
  });

  it('without text is that of an image where most of the links are images', () => {
    expect(told(shop, SHOP, '', '/', 4).intent).toBe('image');
    expect(told(shop, SHOP, '', '/', 2).intent).toBe('image');
    expect(told(shop, SHOP, '', '/', 1).intent).toBe('empty');
    expect(told(shop, SHOP, ' \u200b ', '/').intent).toBe('empty');
  });

  it('says by what it goes', () => {
    expect(told(shop, SHOP, 'cargo bike', '/bikes/').reason).toBe(
      'It matches the title of the linked page (“Cargo bikes”).',
    );
    expect(told(shop, SHOP, 'this one with a low box', '/bikes/gannet-8').reason).toBe(
      'It shares “low”, “box” with the linked page.',
    );
    expect(told(shop, SHOP, '自転車のお店', '/').reason).toBe(
      'It is in Japanese, while the titles of the linked pages are in English.',
    );
    expect(told(shop, SHOP, 'the one we chose', '/p/4711').reason).toContain('has not been crawled');
    expect(told(shop, SHOP, 'my favourite place in town', '/workshop/').reason).toContain('Free wording');
  });

  const TOURS: Titles = {
    '/': 'Mueller Radreisen – geführte Touren an der Donau',
    '/donau': 'Radreise an der Donau | Mueller Radreisen',
    '/elbe': 'Radreise an der Elbe | Mueller Radreisen',
  };
  const tours = siteOf('mueller-radreisen.de', TOURS);
  it.each([
    ['Müller Radreisen', '/', 'branded'],
    ['Radreisen an der Donau', '/donau', 'exact_match'],
    ['günstige Radreise', '/elbe', 'partial_match'],
    ['read about the tours here', '/', 'foreign'],
    ['hier', '/', 'generic'],
    ['ドナウ川の旅', '/', 'foreign'],
  ] as const)('on a German site: “%s” to %s is %s', (anchor, path, intent) => {
    expect(told(tours, TOURS, anchor, path).intent).toBe(intent);
  });

  it('knows umlauts that a domain writes as two letters', () => {
    const titles: Titles = { '/': 'Startseite' };
    const shoes = siteOf('koehler.de', titles);
    expect(told(shoes, titles, 'Schuhe von Köhler', '/').intent).toBe('branded');
    expect(told(shoes, titles, 'Kohlen', '/').intent).not.toBe('branded');
  });

  const TEA: Titles = {
    '/': '緑茶と煎茶の通販｜山本園',
    '/sencha': '煎茶の選び方｜山本園',
    '/matcha': '抹茶の点て方｜山本園',
  };
  const tea = siteOf('yamamotoen.co.jp', TEA);
  it.each([
    ['山本園', '/', 'branded'],
    ['山本園の公式サイト', '/', 'branded'],
    ['yamamotoen', '/', 'branded'],
    ['煎茶の選び方', '/sencha', 'exact_match'],
    ['おいしい煎茶', '/sencha', 'partial_match'],
    ['詳しくはこちら', '/', 'generic'],
    ['where to buy the best tea for your home', '/', 'foreign'],
  ] as const)('on a Japanese site: “%s” to %s is %s', (anchor, path, intent) => {
    expect(told(tea, TEA, anchor, path).intent).toBe(intent);
  });

  it('takes a name from titles only where most of them end with it', () => {
    const titles: Titles = {
      '/a': 'Council opens bridge - The New Kirkwall Times',
      '/b': 'Rain ahead - The New Kirkwall Times',
      '/c': 'Letters - The New Kirkwall Times',
      '/d': 'Letters again - The New Kirkwall Times',
      '/e': 'Old harbour | Sport',
      '/f': 'New harbour | Sport',
      '/g': 'Boats | Sport',
    };
    const paper = siteOf('nktimes.com', titles);
    expect(told(paper, titles, 'as the New Kirkwall Times says', '/a').intent).toBe('branded');
    expect(told(paper, titles, 'The New Kirkwall Times', '/a').intent).toBe('branded');
    expect(told(paper, titles, 'Sport', '/e').intent).toBe('exact_match');
  });

  it('knows the owner of a name below a host that many share', () => {
    const titles: Titles = { '/': 'Anna writes' };
    const blog = siteOf('anna-writes.github.io', titles);
    expect(told(blog, titles, 'Anna Writes', '/').intent).toBe('branded');
    expect(told(blog, titles, 'GitHub', '/').intent).not.toBe('branded');
  });

  it('calls no text foreign where nothing tells the language of the site', () => {
    const unread = siteOf('harbour-bikes.example', { '/p/1': null });
    expect(told(unread, {}, 'günstige Fahrräder kaufen', '/p/1').intent).toBeNull();
  });
});
