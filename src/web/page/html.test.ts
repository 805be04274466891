import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';

import { isEntity } from '../structured-data/entity.ts';
import type { Page } from './page.ts';
import { lineOf, quoteOf } from './quote.ts';
import { readPage } from './read.ts';

const read = (html: string, url = 'https://example.com/dir/page'): Page => readPage({ html }, url);

/** What the reference parser of the HTML standard sees, scripts on. */
class Reference {
  readonly links: string[] = [];
  readonly images: string[] = [];
  readonly headings: string[] = [];
  readonly titles: string[] = [];
  readonly metas: string[] = [];

  constructor(html: string) {
    this.#walk(parse(html), false);
  }

  #walk(node: DefaultTreeAdapterTypes.Node, inHead: boolean): void {
    if ('tagName' in node) {
      if (node.namespaceURI.toString() === 'http://www.w3.org/1999/xhtml') this.#see(node, inHead);
      else this.#seeDrawn(node);
    }
    const name = 'tagName' in node ? node.tagName : '';
    if ('childNodes' in node) for (const child of node.childNodes) this.#walk(child, inHead || name === 'head');
  }

  #seeDrawn({ tagName, attrs }: DefaultTreeAdapterTypes.Element): void {
    const href = attrs.find((attr) => attr.name === 'href')?.value;
    if (tagName === 'a' && href !== undefined) this.links.push(href);
  }

  #see({ tagName, attrs }: DefaultTreeAdapterTypes.Element, inHead: boolean): void {
    const value = (name: string): string => attrs.find((attr) => attr.name === name)?.value ?? '';
    if (tagName === 'a') this.links.push(value('href'));
    else if (tagName === 'img') this.images.push(value('src'));
    else if (tagName === 'title') this.titles.push(String(inHead));
    else if (tagName === 'meta') this.metas.push(`${value('name')} ${inHead}`);
    else if (/^h[1-6]$/.test(tagName)) this.headings.push(tagName);
  }
}

describe('CDATA', () => {
  it('is a comment up to the next > in HTML, as browsers have it, and text in a drawing', () => {
    const page = read(
      '<body><![CDATA[ never closed ><h1>Title</h1><svg><a href="/x"><text><![CDATA[<b>Chart</b>]]></text></a></svg><p>Text.</p>',
    );
    expect(page.headings.map(({ text }) => text)).toEqual(['Title']);
    expect(page.text).toContain('Text.');
    expect(page.links.map(({ text }) => text)).toEqual(['<b>Chart</b>']);
  });

  it('in scripts leaves structured data as it is', () => {
    const page = read('<script type="application/ld+json">//<![CDATA[\n{"@type":"Book"}\n//]]></script><p>Text.</p>');
    expect(page.json_ld.flatMap(({ entities }) => entities.flatMap(({ types }) => types))).toEqual(['Book']);
  });
});

describe('broken HTML', () => {
  it.each([
    '<title>No other tag</title><p>Text',
    '<head><title>T</title><meta name=a><div>ends the head</div><meta name=b></head><body><meta name=c>',
    '<head><meta name=a></head><meta name=between><body><meta name=c>',
    '<head>text<meta name=a></head>',
    '<head><noscript><meta name=n><img src=x></noscript><meta name=a></head>',
    '<head><template><meta name=t></template><meta name=a>',
    '<head><script>document.write("</head><body>")</script><meta name=a></head>',
    '<head><!-- <meta name=c> --><meta name=a></head>',
    '<body><h1>One<h2>Two</h1><p>Text<h3>Three',
    '<p>One<div>Two</p>Three</div><p>Four',
    '<ul><li><a href=1>One<li><a href=2>Two</ul><a href=3>Three',
    '<table><tr><td><a href=1>One<td><a href=2>Two<tr><th><h2>Three</table><h3>Four',
    '<a href=1>One<a href=2>Two</a>',
    '<svg><title>T</title><a href=s>x</a><circle></svg><title>Body</title><a href=1>x',
    '<svg><path d=x><div><a href=1>leaves the drawing</a></div><title>html again</title>',
    '<math><mi><a href=1>x</a></mi></math><a href=2>y',
    '<textarea><a href=1>no link</a></textarea><a href=2>x',
    '<style><a href=1></style><a href=2>x</a><script><a href=3></script><xmp><a href=4></xmp>',
    '<title>unclosed <a href=1>x</a>',
    '<IMG SRC=a><image src=b><img src=c/>',
    '<a href=1 href=2>first of repeated attributes</a>',
    '<p><button><p>inside</button><h1>x</h1>',
    '<select><option>a<option>b</select><h2>x</h2>',
    '<dl><dt><a href=1>x</a><dd><a href=2>y</a><dt>z</dl><p>x',
    '<div><noscript></div><a href=1></noscript><h2>x',
    '<h1>\0a</h1><a href="\0">x</a>',
    '</p></div></h1></table><h1>x',
  ])('is nested as the standard says: %s', (html) => {
    const { head, counts, links, images, headings } = read(html);
    const expected = new Reference(html);
    expect(headings.map((heading) => `h${heading.level}`)).toEqual(expected.headings);
    expect(head.titles.map((title) => String(title.in_head))).toEqual(expected.titles);
    expect(head.metas.map((meta) => `${meta.name ?? ''} ${meta.in_head}`)).toEqual(expected.metas);
    expect(images.map((image) => image.src ?? '')).toEqual(expected.images);
    expect(counts.links).toBe(links.length);
    expect(links.map((link) => (link.href ?? '').replaceAll('\0', '\uFFFD'))).toEqual(expected.links);
  });
});

describe('the head', () => {
  it('says what ended it although its end tag comes later', () => {
    const page = read('<head><meta charset=utf-8>\n<div class="x">\n<link rel=canonical href=/a></head><body>');
    expect(page.head.broken_by?.name).toBe('div');
    expect(lineOf(page, page.head.broken_by?.place.start ?? 0)).toBe(2);
    expect(page.head.links[0]).toMatchObject({ in_head: false, url: 'https://example.com/a' });
  });

  it('is not broken where its tags are left out', () => {
    expect(read('<title>x</title><p>y').head.broken_by).toBeUndefined();
    expect(read('<html><head><title>x</title><body><p>y').head.broken_by).toBeUndefined();
  });

  it('gives metas, links, language and charset as they are written', () => {
    const { head, language, direction, doctype } = read(
      '<!DOCTYPE html><html lang=" de-AT " dir=RTL><meta http-equiv="Content-Type" content="text/html; charset=Windows-1252"><meta property="og:Title" content=" A &amp; B "><link rel="Alternate  NOFOLLOW alternate" hreflang=de href=" /de ">',
    );
    expect(language?.value).toBe('de-AT');
    expect(direction).toBe('rtl');
    expect(doctype?.toLowerCase()).toContain('html');
    expect(head.charset?.value).toBe('Windows-1252');
    expect(head.metas[1]).toMatchObject({ property: 'og:title', content: 'A & B' });
    expect(head.links[0]).toMatchObject({
      rel: ['alternate', 'nofollow'],
      href: '/de',
      hreflang: 'de',
      url: 'https://example.com/de',
    });
  });
});

describe('links', () => {
  it('have the words, alt texts and drawing titles inside, and a label', () => {
    const { links } = read(
      '<a href=1> Two <b>words</b></a><a href=2><img alt="An image"></a><a href=3><svg><title>A drawing</title><path/></svg></a><a href=4 aria-label="Label"></a><a href=5><i title="Icon"></i></a>',
    );
    expect(links.map((link) => link.text)).toEqual(['Two words', 'An image', 'A drawing', '', '']);
    expect(links.map((link) => link.label)).toEqual([undefined, undefined, undefined, 'Label', 'Icon']);
  });

  it('resolve against the first base, unless that is no web address', () => {
    expect(read('<base href="/other/"><base href="/third/"><a href="x">').links[0]?.url).toBe(
      'https://example.com/other/x',
    );
    expect(read('<base href="data:text/html,x"><a href="x">').links[0]?.url).toBe('https://example.com/dir/x');
    expect(readPage({ html: '<a href="x">' }, undefined).links[0]?.url).toBeUndefined();
    expect(readPage({ html: '<base href="https://b.example/"><a href="x">' }, undefined).links[0]?.url).toBe(
      'https://b.example/x',
    );
  });

  it('know their region from landmarks, roles and well-known names', () => {
    const { links } = read(
      `<header><a href=1>x</a></header><div role=navigation><a href=2>x</a></div><div class="big site-nav"><a href=3>x</a></div>
       <main><header><a href=4>x</a></header><nav><a href=5>x</a></nav><div class="header"><a href=6>x</a></div></main>
       <aside><a href=7>x</a></aside><article><aside><a href=8>x</a></aside><footer><a href=9>x</a></footer></article><footer><a href=10>x</a></footer>`,
    );
    expect(links.map((link) => link.region)).toEqual([
      'header',
      'navigation',
      'navigation',
      'content',
      'navigation',
      'content',
      'sidebar',
      'content',
      'content',
      'footer',
    ]);
  });

  it('inside noscript and templates are not links of the page', () => {
    expect(read('<p>x</p><noscript><a href=1>a</a></noscript><template><a href=2>b</a></template>').links).toEqual([]);
  });
});

describe('text', () => {
  it('leaves out scripts, styles, hidden elements, form choices and drawings', () => {
    const { text } = read(
      '<p>Seen</p><script>no</script><style>no</style><p hidden>no</p><p style="color:red;DISPLAY : none">no</p><select><option>no</select><svg><text>no</text></svg><dialog>no</dialog><textarea>no</textarea><p hidden="until-found">found</p><details><summary>Also</summary>seen</details>',
    );
    expect(text.split('\n')).toEqual(['Seen', 'found', 'Also', 'seen']);
  });

  it('keeps words of different blocks apart and those of one together', () => {
    const { text } = read('<ul><li>One<li>T<b>w</b>o</ul>Three<br>Four<table><tr><td>a<td>b</table><pre>x\n  y</pre>');
    expect(text).toBe('One\nTwo\nThree\nFour\na\nb\nx\n  y');
  });

  it('is that of main where main holds a fair share of it, else of the content', () => {
    const words = 'Some words of content. '.repeat(20);
    expect(read(`<div>Around</div><main><p>${words}</p></main><div>Below</div>`).text).toBe(words.trim());
    expect(read(`<main><p>Short</p></main><p>${words}</p>`).text).toBe(`Short\n${words.trim()}`);
    expect(read(`<nav>Menu</nav><p>${words}</p><footer>Foot</footer>`).text).toBe(words.trim());
  });

  it('is cut into sections by the headings of the content', () => {
    const { sections, headings } = read(
      '<p>Intro</p><h2 id=a>First</h2><p>One two</p><nav><h2>Menu</h2></nav><p>three</p><h3><img alt="Second"></h3><p>Four</p>',
    );
    expect(sections.map(({ title, level, text, word_count }) => [title, level, text, word_count])).toEqual([
      ['', 0, 'Intro', 1],
      ['First', 2, 'One two\nthree', 3],
      ['Second', 3, 'Four', 1],
    ]);
    expect(headings.map((heading) => heading.region)).toEqual(['content', 'navigation', 'content']);
  });

  it('comes from noscript where scripts leave nothing else', () => {
    const words = 'A forum shows its posts to readers without scripts. '.repeat(10);
    const page = read(`<div id=app></div><noscript><h1>Posts</h1><p>${words}</p><a href=/next>Next</a></noscript>`);
    expect(page.text).toContain('A forum shows');
    expect(page.headings[0]?.text).toBe('Posts');
    expect(page.links).toHaveLength(1);
  });

  it('drops NUL, soft hyphens and byte order marks', () => {
    expect(read('\uFEFF<p>a\0b hy\u00ADphen</p>').text).toBe('ab hyphen');
  });
});

describe('structured data', () => {
  it('gives the nodes of JSON-LD, of @graph too, without the prefix of schema.org', () => {
    const { json_ld } = read(
      '<script type="application/ld+json; charset=utf-8">{"@context":"https://schema.org","@graph":[{"@type":"schema:Product","@id":"#p","name":{"@value":"Knife"}},{"@type":["http://schema.org/Thing","Other"]}]}</script>',
    );
    expect(json_ld[0]?.entities.map((entity) => entity.types)).toEqual([['Product'], ['Thing', 'Other']]);
    expect(json_ld[0]?.entities[0]?.properties.get('name')).toEqual(['Knife']);
    expect(json_ld[0]?.vocabulary).toBe(true);
  });

  it('says where JSON breaks', () => {
    const page = read('<p>\n<script type="application/ld+json">\n{"a": 1,\n "b": }\n</script>');
    const { error } = page.json_ld[0] ?? { error: undefined };
    expect(page.source[error?.offset ?? 0]).toBe('}');
    expect(lineOf(page, error?.offset ?? 0)).toBe(4);
    expect(error?.message).toBe('a value expected, "}" found');
  });

  it('reads microdata with nested items and text values, and RDFa beside it', () => {
    const { microdata, rdfa } = read(
      `<body itemscope itemtype="https://schema.org/WebPage"><div itemprop="mainEntity" itemscope itemtype="http://schema.org/Product">
       <h1 itemprop="name">A <b>knife</b></h1><img itemprop="image" src="a.png"><time itemprop="releaseDate" datetime="2026-01-01">New Year</time>
       <span itemprop="brand" content="Sharp">x</span></div><div typeof="schema:Person foaf:Person"></div>`,
    );
    const [page] = microdata;
    expect(page?.types).toEqual(['WebPage']);
    const product = page?.properties.get('mainEntity')?.[0];
    if (!isEntity(product)) throw new Error('no nested item');
    expect(Object.fromEntries(product.properties)).toEqual({
      name: ['A knife'],
      image: ['a.png'],
      releaseDate: ['2026-01-01'],
      brand: ['Sharp'],
    });
    expect(rdfa.map(({ types }) => types)).toEqual([['Person', 'foaf:Person']]);
  });

  it('takes prototype names for ordinary names', () => {
    const { json_ld, duplicate_ids, text } = read(
      '<script type="application/ld+json">{"__proto__":{"x":1},"constructor":"c","@type":"toString"}</script><p id=__proto__ constructor=1>a</p><p id=__proto__>b</p><x-__proto__>c</x-__proto__>',
    );
    expect(json_ld[0]?.entities[0]?.types).toEqual(['toString']);
    expect([...(json_ld[0]?.entities[0]?.properties.keys() ?? [])]).toEqual(['__proto__', 'constructor']);
    expect(duplicate_ids.map(({ id }) => id)).toEqual(['__proto__']);
    expect(text).toBe('a\nb\nc');
  });
});

describe('images', () => {
  it('tell a missing alt from an empty one, and whether their size is given', () => {
    const { images } = read(
      '<img src=a><img src=b alt=""><img src=c alt="C" width=10 height=20 loading=LAZY><a href=x><img src=d style="width:1px;height:2px"></a><img width=1 height=1>',
    );
    expect(images.map((image) => image.alt)).toEqual([undefined, '', 'C', undefined, undefined]);
    expect(images.map((image) => image.sized)).toEqual([false, false, true, true, true]);
    expect(images.map((image) => image.excused)).toEqual([false, false, false, false, true]);
    expect(images[2]?.lazy).toBe(true);
    expect(images[3]?.linked).toBe(true);
  });
});

describe('a quotation', () => {
  it('is the start tag on one line, cut at 200 characters, never through a surrogate pair', () => {
    const page = read(`<a\n  href="x"\n  title="${'😀'.repeat(200)}">`);
    const quote = quoteOf(page.source, page.links[0]?.place ?? { start: 0, end: 0 });
    expect(quote.startsWith('<a href="x" title="😀')).toBe(true);
    expect(quote.length).toBeLessThanOrEqual(200);
    expect(quote.isWellFormed()).toBe(true);
  });
});

describe('pages made to be large', () => {
  it('keep at most the bound of records, count all, and say so', () => {
    const page = read('<a href=x>y</a>'.repeat(60_000));
    expect(page.counts.links).toBe(60_000);
    expect(page.links).toHaveLength(50_000);
    expect(page.truncated).toBe(true);
  });
});
