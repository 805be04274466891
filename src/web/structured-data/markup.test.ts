import { describe, expect, it } from 'vitest';

import { readPage } from '../page/read.ts';
import { type Entity, type EntityValue, isEntity, visitEntities } from './entity.ts';
import { readStructuredData } from './items.ts';

const read = (html: string): { rdfa: readonly Entity[]; microdata: readonly Entity[] } => readPage({ html }, undefined);

/** An entity as JSON-LD would write it. */
const plain = (value: EntityValue): unknown => {
  if (!isEntity(value)) return value;
  const type = value.types.length === 0 ? {} : { '@type': value.types.join(' ') };
  const id = value.id === undefined ? {} : { '@id': value.id };
  const entries = [...value.properties].map(([name, values]) => [name, values.map(plain)]);
  return { ...type, ...id, ...Object.fromEntries(entries) };
};
const rdfa = (html: string): unknown[] => read(html).rdfa.map(plain);

describe('RDFa', () => {
  it('reads a thing, its properties and the things inside in the shape of JSON-LD', () => {
    const html = `<div vocab="https://schema.org/" typeof="Product">
      <h1 property="name">Trail <b>shoe</b></h1><img property="image" src="/a.jpg" alt="">
      <div property="offers" typeof="Offer"><span property="price" content="129.00">129 €</span>
      <link property="availability" href="https://schema.org/InStock"></div>
      <time property="releaseDate" datetime="2026-03-01">March</time></div>`;
    expect(rdfa(html)).toEqual([
      {
        '@type': 'Product',
        name: ['Trail shoe'],
        image: ['/a.jpg'],
        offers: [{ '@type': 'Offer', price: ['129.00'], availability: ['https://schema.org/InStock'] }],
        releaseDate: ['2026-03-01'],
      },
    ]);
  });

  it('takes the address of a typed link for the id of the thing', () => {
    const html =
      '<ol vocab="https://schema.org/" typeof="BreadcrumbList"><li property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" href="/shoes"><span property="name">Shoes</span></a><meta property="position" content="1"></li></ol>';
    expect(rdfa(html)).toEqual([
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', item: [{ '@type': 'WebPage', '@id': '/shoes', name: ['Shoes'] }], position: ['1'] },
        ],
      },
    ]);
  });

  it.each([
    ['a vocabulary in force', '<p vocab="http://schema.org/"><b typeof="Person">', ['Person']],
    ['the prefix that everybody knows', '<b typeof="schema:Person">', ['Person']],
    [
      'a declared prefix',
      '<html prefix="s: https://schema.org/ og: https://ogp.me/ns#"><b typeof="s:Person">',
      ['Person'],
    ],
    ['a full address', '<b typeof="https://schema.org/Person">', ['Person']],
    ['types of two vocabularies', '<b typeof="foaf:Agent schema:Person">', ['foaf:Agent Person']],
    ['no vocabulary', '<b typeof="Person">', []],
    ['another vocabulary', '<p vocab="http://xmlns.com/foaf/0.1/"><b typeof="Person">', []],
    ['a vocabulary that is taken back', '<p vocab="https://schema.org/"><i vocab=""><b typeof="Person">', []],
    ['a prefix that means something else', '<p prefix="schema: https://other.example/"><b typeof="schema:Person">', []],
    ['only another vocabulary', '<img typeof="foaf:Image" src="a.png" alt="">', []],
  ])('knows what belongs to schema.org by %s', (_name, html, types) => {
    expect(read(html).rdfa.map((entity) => entity.types.join(' '))).toEqual(types);
  });

  it('leaves out properties of other vocabularies, such as Open Graph', () => {
    const html =
      '<html vocab="https://schema.org/" typeof="WebPage" prefix="og: https://ogp.me/ns#"><head><meta property="og:title" content="A"><meta property="name" content="B"></head>';
    expect(rdfa(html)).toEqual([{ '@type': 'WebPage', name: ['B'] }]);
  });

  it('joins what is said of one resource in several places', () => {
    const html = `<body vocab="https://schema.org/"><div resource="#shoe" typeof="Product"><b property="name">Fjord</b></div>
      <p resource="#shoe"><b property="sku">F-1</b></p></body>`;
    expect(rdfa(html)).toEqual([{ '@type': 'Product', '@id': '#shoe', name: ['Fjord'], sku: ['F-1'] }]);
  });

  it('refers to a thing that stands elsewhere, and keeps other addresses as they are', () => {
    const html = `<body vocab="https://schema.org/"><div typeof="Article"><link property="publisher" resource="#org">
      <link property="license" resource="https://example.com/license"></div><footer resource="#org" typeof="Organization"><b property="name">Fjord</b></footer>`;
    expect(rdfa(html)).toEqual([
      { '@type': 'Article', publisher: [{ '@id': '#org' }], license: ['https://example.com/license'] },
      { '@type': 'Organization', '@id': '#org', name: ['Fjord'] },
    ]);
  });

  it('reads prefixed relations, and leaves those of HTML alone', () => {
    const html =
      '<div typeof="schema:Product"><div rel="schema:review"><div typeof="schema:Review"><b property="schema:author">Ada</b></div></div><a rel="nofollow" href="/x">x</a><a rel="schema:url" href="/y">y</a></div>';
    expect(rdfa(html)).toEqual([{ '@type': 'Product', review: [{ '@type': 'Review', author: ['Ada'] }], url: ['/y'] }]);
  });

  it('never makes a thing a part of itself', () => {
    const html =
      '<div vocab="https://schema.org/" resource="#a" typeof="Thing"><div property="about" resource="#a" typeof="Thing"><div property="about" resource="#b" typeof="Thing"><i property="about" resource="#a"></i></div></div></div>';
    const page = readPage({ html }, undefined);
    let count = 0;
    visitEntities(page.rdfa, () => {
      count += 1;
    });
    expect(count).toBeLessThan(10);
    expect(readStructuredData(page).items.map(({ path }) => path)).toEqual(['rdfa[0]']);
  });

  it.each([
    ['things within each other', '<p vocab="https://schema.org/" property="a" typeof="Thing">'.repeat(50_000)],
    [
      'properties within each other',
      `<p vocab="https://schema.org/" typeof="Thing">${'<b property="x">y'.repeat(100_000)}`,
    ],
    ['prefixes without end', `<p prefix="${'a: https://a.example/ '.repeat(100_000)}" typeof="a:b">`],
    ['resources without end', '<i vocab="https://schema.org/" typeof="Thing" resource="#x"></i>'.repeat(50_000)],
  ])('stays in bounds for %s', (_name, html) => {
    const { items } = readStructuredData(readPage({ html }, undefined));
    expect(items.length).toBeLessThanOrEqual(60);
    expect(JSON.stringify(items).length).toBeLessThan(2_000_000);
  });
});

describe('itemref of microdata', () => {
  const items = (html: string): unknown[] => read(html).microdata.map(plain);

  it('adds properties that stand elsewhere, before or behind the item', () => {
    const html = `<p id="brand">by <b itemprop="brand">Fjord</b></p>
      <div itemscope itemtype="https://schema.org/Product" itemref="brand price none"><b itemprop="name">Shoe</b></div>
      <p id="price"><span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">129</b></span></p>
      <p id="other"><b itemprop="sku">F-1</b></p>`;
    expect(items(html)).toEqual([
      { '@type': 'Product', name: ['Shoe'], brand: ['Fjord'], offers: [{ '@type': 'Offer', price: ['129'] }] },
    ]);
  });

  it('takes the element itself, and gives one text to every item that names it', () => {
    const html = `<h1 id="t" itemprop="name">Shoe</h1><i itemscope itemtype="https://schema.org/Product" itemref="t"></i>
      <i itemscope itemtype="https://schema.org/WebPage" itemref="t"></i>`;
    expect(items(html)).toEqual([
      { '@type': 'Product', name: ['Shoe'] },
      { '@type': 'WebPage', name: ['Shoe'] },
    ]);
  });

  it('leaves what belongs to an item inside the part to that item', () => {
    const html = `<i itemscope itemtype="https://schema.org/Product" itemref="p"></i>
      <p id="p"><b itemprop="name">Shoe</b><span itemscope itemtype="https://schema.org/Person"><b itemprop="email">a@b.example</b></span></p>`;
    expect(items(html)).toEqual([
      { '@type': 'Product', name: ['Shoe'] },
      { '@type': 'Person', email: ['a@b.example'] },
    ]);
  });

  it('lets two items share a part that stands in one of them, and counts it once there', () => {
    const html = `<div itemscope itemtype="https://schema.org/Product" itemref="p"><b id="p" itemprop="name">Shoe</b></div>
      <div itemscope itemtype="https://schema.org/Offer" itemref="p"></div>`;
    expect(items(html)).toEqual([
      { '@type': 'Product', name: ['Shoe'] },
      { '@type': 'Offer', name: ['Shoe'] },
    ]);
  });

  it('never makes an item a part of itself', () => {
    const html = `<p id="a"><span itemprop="x" itemscope itemtype="https://schema.org/Thing" itemref="b"></span></p>
      <p id="b"><span itemprop="y" itemscope itemtype="https://schema.org/Thing" itemref="a"></span></p>
      <p id="c"><span itemprop="z" itemscope itemtype="https://schema.org/Thing" itemref="c"></span></p>`;
    const page = readPage({ html }, undefined);
    let count = 0;
    visitEntities(page.microdata, () => {
      count += 1;
    });
    expect(count).toBe(3);
  });

  it.each([
    ['parts in parts', '<b id=x><i itemref="x y z" itemscope itemprop=a>'.repeat(20_000)],
    [
      'one part for very many items',
      `<p id=x>${'<b itemprop=a>y</b>'.repeat(2000)}</p>${'<i itemscope itemref=x></i>'.repeat(20_000)}`,
    ],
    ['quotes that never end', '<b itemref="'.repeat(100_000)],
    [
      'ids within each other',
      Array.from(
        { length: 5000 },
        (_, at) => `<b id=i${at} itemprop=a><i itemscope itemprop=b itemref=i${at + 1}>`,
      ).join(''),
    ],
  ])('stays in bounds for %s', (_name, html) => {
    const { items: found } = readStructuredData(readPage({ html }, undefined));
    expect(found.length).toBeLessThanOrEqual(60);
    expect(JSON.stringify(found).length).toBeLessThan(2_000_000);
  });
});

describe('microdata beside RDFa', () => {
  it('keeps each to itself on elements that have both', () => {
    const html =
      '<div itemscope itemtype="https://schema.org/Person" vocab="https://schema.org/" typeof="Person"><b itemprop="name" property="name">Ada</b></div>';
    const { microdata, rdfa: things } = read(html);
    expect(microdata.map(plain)).toEqual([{ '@type': 'Person', name: ['Ada'] }]);
    expect(things.map(plain)).toEqual([{ '@type': 'Person', name: ['Ada'] }]);
  });
});
