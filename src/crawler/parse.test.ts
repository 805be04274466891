import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parse5, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';

import { languageDetector, type LanguageDetector } from '../text/detect-language.ts';
import { pageAddress } from '../web/url.ts';
import { parsePage, type PageInput, type ParsedPage } from './parse.ts';

let detectLanguage: LanguageDetector;
beforeAll(async () => {
  detectLanguage = await languageDetector();
});

const URL_OF_PAGE = 'https://www.example.com/dir/page';

function parse(html: string | Uint8Array, changes: Partial<PageInput> = {}): ParsedPage {
  return parsePage(
    {
      url: URL_OF_PAGE,
      content_type: 'text/html',
      content_type_header: 'text/html',
      x_robots_tag: '',
      link: '',
      bytes: typeof html === 'string' ? Buffer.from(html) : html,
      ...changes,
    },
    { agent_token: 'SeamarkBot', scope: { mode: 'domains', names: new Set(['example.com']) }, detectLanguage },
  );
}

function documentOf(html: string, changes: Partial<PageInput> = {}): NonNullable<ParsedPage['document']> {
  const { document } = parse(html, changes);
  if (document === undefined) throw new Error('no document');
  return document;
}

function targets(html: string): readonly string[] {
  return parse(html).links.map(({ target_url }) => target_url);
}

function link(html: string): ParsedPage['links'][number] {
  const [first] = parse(html).links;
  if (first === undefined) throw new Error('no link');
  return first;
}

describe('the title', () => {
  it('is folded and decoded', () => {
    expect(documentOf('<title>\n  Fish &amp; chips \t&#8212; caf&eacute; </title>').title).toBe('Fish & chips — café');
  });
  it('is not that of a drawing', () => {
    expect(documentOf('<svg><title>Icon</title></svg><title>Page</title>').title).toBe('Page');
    expect(documentOf('<svg><title>Icon</title></svg>').title).toBe('');
  });
  it('is the first one', () => {
    expect(documentOf('<title>One</title><title>Two</title>').title).toBe('One');
  });
  it('holds markup as text', () => {
    expect(documentOf('<title>a <b>bold</b> move</title>').title).toBe('a <b>bold</b> move');
  });
  it('is cut at 1,000 characters, not through a surrogate pair', () => {
    const { title } = documentOf(`<title>${'x'.repeat(999)}😀😀</title>`);
    expect(title).toBe('x'.repeat(999));
  });
  it('swallows the rest of a page that never closes it, within bounds', () => {
    expect(documentOf('<title>Open<p>text</p>').title).toBe('Open<p>text</p>');
  });
});

describe('the head', () => {
  it('gives description, canonical, language and date', () => {
    const document = documentOf(
      `<html lang="de-AT"><meta name="Description" content=" A  page. "><link rel="canonical" href="/other?utm_source=x">
       <meta property="article:published_time" content="2026-03-01T10:00:00+02:00">`,
    );
    expect(document).toMatchObject({
      description: 'A page.',
      canonical_url: 'https://www.example.com/other',
      language: 'de',
      published_at: '2026-03-01T08:00:00Z',
    });
  });
  it('takes the canonical of the Link header when the page has none', () => {
    const changes = { link: '</style.css>; rel=preload, <https://example.com/c>; rel="canonical"' };
    expect(documentOf('<p>x', changes).canonical_url).toBe('https://example.com/c');
    expect(documentOf('<link rel=canonical href=/own>', changes).canonical_url).toBe('https://www.example.com/own');
  });
  it('obeys robots meta elements for everybody and for this crawler, not those for others', () => {
    expect(documentOf('<meta name="robots" content="NOINDEX, follow">')).toMatchObject({
      noindex: true,
      nofollow: false,
    });
    expect(documentOf('<meta name="ROBOTS" content="none">')).toMatchObject({ noindex: true, nofollow: true });
    expect(documentOf('<meta name=robots content="noindex; nofollow">')).toMatchObject({
      noindex: true,
      nofollow: true,
    });
    expect(documentOf('<meta name="seamarkbot" content="nofollow">')).toMatchObject({ noindex: false, nofollow: true });
    expect(documentOf('<meta name="googlebot" content="noindex,nofollow">')).toMatchObject({
      noindex: false,
      nofollow: false,
    });
  });
  it('obeys X-Robots-Tag in the same way', () => {
    const robots = (x_robots_tag: string): object => documentOf('<p>x', { x_robots_tag });
    expect(robots('noindex')).toMatchObject({ noindex: true, nofollow: false });
    expect(robots('googlebot: noindex, nofollow')).toMatchObject({ noindex: false, nofollow: false });
    expect(robots('otherbot: noindex, SeamarkBot: nofollow')).toMatchObject({ noindex: false, nofollow: true });
    expect(robots('unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow')).toMatchObject({
      noindex: false,
      nofollow: true,
    });
  });
  it('keeps no text of a page that is not to be indexed, but its links and its hash', () => {
    const page = parse('<meta name=robots content=noindex><p>Some text <a href=/x>here</a>');
    expect(page.document?.text).toBe('');
    expect(page.document?.content_hash).not.toBe(0n);
    expect(page.follow).toHaveLength(1);
  });
  it('gives no follow-ups of a page that says nofollow, and calls its links so', () => {
    const page = parse('<meta name=robots content=nofollow><a href=/x>here</a>');
    expect(page.follow).toEqual([]);
    expect(page.links[0]).toMatchObject({ dofollow: false, attributes: [] });
  });
  it('reads dates of structured data before those of meta elements, and no nonsense', () => {
    const json = '<script type="application/ld+json">{"@type":"Article","datePublished":"2025-12-24"}</script>';
    expect(documentOf(`<meta name=date content="2020-01-01">${json}`).published_at).toBe('2025-12-24');
    expect(
      documentOf('<meta name=date content="yesterday"><article><time datetime="2024-02-30T99:00">x</time></article>')
        .published_at,
    ).toBeUndefined();
    expect(
      documentOf('<meta name=date content="0000-00-00"><article><time datetime="2024-02-03">x</time></article>')
        .published_at,
    ).toBe('2024-02-03');
  });
});

describe('links', () => {
  it('are resolved and normalised', () => {
    expect(targets('<a href="../x?utm_source=a&amp;b=1#frag">x</a>')).toEqual(['https://www.example.com/x?b=1']);
    expect(targets('<a href=" \n//cdn.example.com/y ">x</a>')).toEqual(['https://cdn.example.com/y']);
    expect(targets('<a href="HTTPS://EXAMPLE.com:443/%7ea">x</a>')).toEqual(['https://example.com/%7ea']);
  });
  it('leave out what is no page', () => {
    const html = [
      '#top',
      'javascript:void(0)',
      'mailto:a@b.c',
      'tel:1',
      'data:text/html,x',
      '',
      ' ',
      'http://',
      'http://[bad/',
    ]
      .map((href) => `<a href="${href}">x</a>`)
      .join('');
    expect(targets(html + '<a name=anchor>x</a><a>y</a>')).toEqual([]);
  });
  it('follow the first base, wherever it stands, if it is http', () => {
    expect(targets('<a href=x>1</a><base href="/base/"><base href="/second/"><a href=y>2</a>')).toEqual([
      'https://www.example.com/base/x',
      'https://www.example.com/base/y',
    ]);
    expect(targets('<base href="javascript:x"><a href=x>1</a>')).toEqual(['https://www.example.com/dir/x']);
    expect(targets('<base target=_blank><base href="https://other.org/"><a href=x>1</a>')).toEqual([
      'https://other.org/x',
    ]);
  });
  it('carry their text, folded, with the text of blocks in them apart', () => {
    expect(link('<a href=x> Read <b>more</b>\n now </a>').anchor).toBe('Read more now');
    expect(link('<a href=x><div>One</div><div>Two</div></a>').anchor).toBe('One Two');
    expect(link('<a href=x>a<script>var b</script><style>c{}</style>d</a>').anchor).toBe('ad');
    expect(link(`<a href=x>${'long '.repeat(300)}</a>`).anchor.length).toBeLessThanOrEqual(500);
  });
  it('know their rel values and what follows from them', () => {
    expect(link('<a rel="UGC nofollow noopener me" href=x>a</a>')).toMatchObject({
      attributes: ['ugc', 'nofollow', 'noopener'],
      dofollow: false,
    });
    expect(link('<a rel="sponsored" href=x>a</a>').dofollow).toBe(false);
    expect(link('<a rel="external noreferrer" href=x>a</a>')).toMatchObject({
      attributes: ['external', 'noreferrer'],
      dofollow: true,
    });
  });
  it('are not followed when they say nofollow', () => {
    expect(parse('<a rel=nofollow href=/a>a</a><a href=/b>b</a>').follow.map(({ url }) => url)).toEqual([
      'https://www.example.com/b',
    ]);
    expect(parse('<a rel=nofollow href=/a>a</a><a href=/a>a</a>').follow).toHaveLength(1);
  });
  it('around an image are of type image, with its text and address', () => {
    expect(link('<a href=x><img src=/i.png alt=" A  dog "></a>')).toMatchObject({
      type: 'image',
      anchor: '',
      alt: 'A dog',
      image_url: 'https://www.example.com/i.png',
    });
    expect(link('<a href=x><img src="data:image/gif;base64,R0" data-src="/lazy.png">Text</a>')).toMatchObject({
      type: 'anchor',
      anchor: 'Text',
      image_url: 'https://www.example.com/lazy.png',
    });
  });
  it('are found in image maps and drawings, not in srcset or templates', () => {
    expect(targets('<map><area href=/a alt=Shop></map><svg><a xlink:href=/b><text>B</text></a></svg>')).toEqual([
      'https://www.example.com/a',
      'https://www.example.com/b',
    ]);
    expect(
      targets('<img srcset="/a.png 2x"><template><a href=/t>t</a></template><script>"<a href=/s>"</script>'),
    ).toEqual([]);
  });
  it('of the head have types of their own', () => {
    const html =
      '<link rel=canonical href=/c><link rel=alternate hreflang=de href=/de><link rel=alternate type="application/rss+xml" href=/feed>' +
      '<link rel="stylesheet alternate" href=/s.css><link rel=stylesheet href=/t.css><meta http-equiv=Refresh content="5; URL=\'/new\'">';
    const page = parse(html);
    expect(page.links.map(({ type, target_url, position }) => [type, new URL(target_url).pathname, position])).toEqual([
      ['canonical', '/c', 'head'],
      ['alternate', '/de', 'head'],
      ['alternate', '/feed', 'head'],
      ['redirect', '/new', 'head'],
    ]);
    expect(page.follow.map(({ url }) => new URL(url).pathname)).toEqual(['/c', '/de', '/new']);
  });
  it('that are identical are one, counted', () => {
    const page = parse('<a href=/a>x</a><a href="/a">x</a><a href="/a#1">x</a><a href=/a>y</a>');
    expect(page.links.map(({ anchor, count }) => [anchor, count])).toEqual([
      ['x', 3],
      ['y', 1],
    ]);
    expect(page.document?.internal_links).toBe(4);
  });
  it('to other sites are kept behind ten thousand of the own one', () => {
    const own = Array.from({ length: 25_000 }, (_, at) => `<a href=/term-${at}>t</a>`).join('');
    const page = parse(`${own}<a href=https://other.example/last>last</a>`);
    expect(page.links).toHaveLength(10_001);
    expect(page.links.at(-1)?.target_url).toBe('https://other.example/last');
  });
  it('count as internal within the registrable domain', () => {
    const document = documentOf(
      '<a href=//shop.example.com/>a</a><a href=//example.org/>b</a><a href=//example.org/>b</a>',
    );
    expect(document).toMatchObject({ internal_links: 1, external_links: 2 });
  });
  it('carry the words around them, from their own block', () => {
    const found = link(
      '<p>Other block.</p><p>We went to <i>see</i> <a href=x>the sea</a>, which was calm.</p><p>Next.</p>',
    );
    expect(found).toMatchObject({ text_pre: 'We went to see', text_post: ', which was calm.' });
    const long = link(`<p>${'before '.repeat(30)}<a href=x>it</a>${' after'.repeat(30)}</p>`);
    expect(long.text_pre).toBe('before before before before before before before before');
    expect(long.text_post).toBe('after after after after after after after after after after');
  });
});

describe('the part of a page that a link stands in', () => {
  const position = (html: string): string | null => link(html).position;
  it.each([
    ['<nav><a href=x>a</a></nav>', 'navigation'],
    ['<header><a href=x>a</a></header>', 'header'],
    ['<header><nav><a href=x>a</a></nav></header>', 'navigation'],
    ['<footer><a href=x>a</a></footer>', 'footer'],
    ['<aside><a href=x>a</a></aside>', 'sidebar'],
    ['<main><article><header><a href=x>a</a></header></article></main>', 'content'],
    ['<div role=navigation><a href=x>a</a></div>', 'navigation'],
    ['<div role=contentinfo><a href=x>a</a></div>', 'footer'],
    ['<div class="site-footer dark"><a href=x>a</a></div>', 'footer'],
    ['<div id="main-nav"><a href=x>a</a></div>', 'navigation'],
    ['<div class="widget-area sidebar_primary"><p><a href=x>a</a></p></div>', 'sidebar'],
    ['<div class="canvas unavailable subheaders"><a href=x>a</a></div>', 'content'],
    ['<body class="has-sidebar no-footer"><a href=x>a</a>', 'content'],
    ['<div class="content-sidebar-wrap"><a href=x>a</a></div>', 'content'],
    ['<div class="card-header"><a href=x>a</a></div>', 'content'],
    ['<nav>menu</nav><a href=x>a</a>', 'content'],
    ['<nav><ul><li>one<li>two</nav><a href=x>a</a>', 'content'],
  ])('%s is %s', (html, expected) => {
    expect(position(html)).toBe(expected);
  });
});

describe('the text', () => {
  const text = (html: string): string => documentOf(html).text;
  it('leaves out scripts, styles, templates, hidden parts and the frame of the page', () => {
    const html = `<nav>menu</nav><p>Kept text.</p><script>x</script><style>y</style><noscript>no</noscript><template>t</template>
      <div hidden>h</div><div style="display: none">d</div><select><option>o</select><footer>f</footer><p>More.</p>`;
    expect(text(html)).toBe('Kept text.\nMore.');
  });
  it('takes all that is visible when nearly nothing is outside of the frame', () => {
    const words = 'word '.repeat(50).trim();
    expect(text(`<div class="sidebar">${words}</div><p>a</p>`)).toBe(words + '\na');
  });
  it('decodes entities, also unfinished and unknown ones', () => {
    expect(text('<p>a &lt;b&gt; &copy 2026 &unknown; &#x41;&#66;</p>')).toBe('a <b> © 2026 &unknown; AB');
  });
  it('separates table cells and list items', () => {
    expect(text('<table><tr><td>a<td>b<tr><td><table><tr><td>inner</table><td>c</table><ul><li>one<li>two</ul>')).toBe(
      'a\nb\ninner\nc\none\ntwo',
    );
  });
  it('survives markup that is never closed or wrongly nested', () => {
    expect(text('<div><p>one<div>two<b>three<p>four</i></b></div></p></td> five <a href=x>six')).toBe(
      'one\ntwothree\nfour\nfive six',
    );
  });
  it('does not end the main part at a stray end tag in a table cell', () => {
    const html = '<main><table><tr><td>x</div></main>y</td></tr></table><header>head of the article</header></main>';
    expect(text(html)).toContain('head of the article');
  });
  it('keeps text behind a tag that the page never finishes', () => {
    expect(text('<p>before</p><a href="never ends')).toBe('before');
  });
  it('is cut at 500 kB of bytes', () => {
    const { text: long } = documentOf(`<p>${'ä '.repeat(400_000)}</p>`);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(500_000);
    expect(Buffer.byteLength(long)).toBeGreaterThan(499_000);
  });
  it('has the same hash for the same words in another frame', () => {
    const one = documentOf('<nav>a b c</nav><p>The same text.</p>');
    const two = documentOf('<div><p>The  same\n text.</p></div><footer>z</footer>');
    expect(one.content_hash).toBe(two.content_hash);
    expect(one.simhash).toBe(two.simhash);
  });
  it('of a calendar has one shape, whatever the day', () => {
    const month = (days: number, year: number): bigint =>
      parse(`<h1>May ${year}</h1><p>${days} days, ${year} entries</p>`).shape_hash;
    expect(month(31, 2026)).toBe(month(30, 2999));
    expect(parse('<p>other text</p>').shape_hash).not.toBe(month(31, 2026));
  });
});

describe('headings and words', () => {
  it('are read with their levels, and images by their text', () => {
    const { headings } = documentOf(
      '<h1> A <i>b</i><br>c</h1><h2><img alt="Logo"></h2><h3></h3><h2 hidden>no</h2><h6>z</h6>',
    );
    expect(headings).toEqual([
      { level: 1, text: 'A b c' },
      { level: 2, text: 'Logo' },
      { level: 6, text: 'z' },
    ]);
  });
  it('are counted in scripts without spaces as well', () => {
    expect(documentOf('<p>one two, three-four</p>').word_count).toBe(3);
    expect(documentOf('<p>東京に行きます</p>').word_count).toBeGreaterThan(2);
  });
  it('tell the language when the page does not, or says wrongly', () => {
    const german =
      'Der schnelle braune Fuchs springt über den faulen Hund, und niemand weiß genau, warum er das eigentlich tut.';
    expect(documentOf(`<html lang=en><p>${german}</p>`).language).toBe('de');
    expect(documentOf('<html lang=fr><p>x</p>').language).toBe('fr');
    expect(documentOf('<p>1</p>').language).toBe('');
  });
});

describe('structured data and platform', () => {
  it('finds types in JSON-LD graphs, microdata and RDFa', () => {
    const html = `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":["Article","schema:NewsArticle"],
      "author":{"@type":"Person"}}]}</script><div itemscope itemtype="https://schema.org/Product"></div>
      <div vocab="https://schema.org/"><p typeof="Recipe"></p></div><p typeof="foaf:Person"></p>`;
    expect(documentOf(html).schema_types).toEqual(['Article', 'NewsArticle', 'Person', 'Product', 'Recipe']);
  });
  it('reads the date of publication in each of the three', () => {
    const pages = [
      '<script type="application/ld+json">{"@type":"Article","datePublished":"2026-03-01","author":{"@type":"Person","email":"a@a.example"}}</script>',
      '<div itemscope itemtype="https://schema.org/Article"><meta itemprop="datePublished" content="2026-03-01"><b itemprop="email">a@a.example</b></div>',
      '<div vocab="https://schema.org/" typeof="Article"><meta property="datePublished" content="2026-03-01"><b property="email">a@a.example</b></div>',
    ];
    for (const html of pages) expect(documentOf(html).published_at).toBe('2026-03-01');
  });
  it('ignores JSON-LD that is broken, too deep or too long', () => {
    expect(documentOf('<script type="application/ld+json">{"@type":</script>').schema_types).toEqual([]);
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(documentOf(`<script type="application/ld+json">${deep}</script><p>x</p>`).text).toBe('x');
    const raw = '<script type="application/ld+json">{"@type":"Thing","name":"line\nbreak"}</script>';
    expect(documentOf(raw).schema_types).toEqual(['Thing']);
  });
  it.each([
    ['<meta name=generator content="WordPress 6.5">', 'cms'],
    ['<link rel=stylesheet href="/wp-content/plugins/woocommerce/a.css">', 'ecommerce'],
    ['<meta name=generator content="MediaWiki 1.41">', 'wikis'],
    ['<meta name=generator content="Discourse 3">', 'message-boards'],
    ['<meta name=generator content="Ghost 5">', 'blogs'],
    ['<script type="application/ld+json">{"@type":"NewsArticle"}</script>', 'news'],
    ['<script type="application/ld+json">{"@type":"Organization"}</script>', 'organization'],
    ['<p>plain</p>', ''],
  ])('%s runs on %s', (html, expected) => {
    expect(documentOf(html).platform_type).toBe(expected);
  });
});

describe('a link that readers do not see', () => {
  const position = (html: string): string | null => link(html).position;
  const sold = '<a href="https://sold.example/">buy here</a>';
  it.each([
    `<div style="display:none">${sold}</div>`,
    `<div hidden><p>${sold}</div>`,
    `<p><a href="https://sold.example/" style="visibility: hidden">buy here</a>`,
    `<div style="position:absolute; left:-9999px"><p style="font-size:14px">${sold}</div>`,
    `<p style="text-indent:-99999px">${sold}`,
    `<span style="font-size:0">${sold}</span>`,
    `<span style="clip: rect(0 0 0 0); position:absolute">${sold}</span>`,
    `<div style="height:1px;overflow:hidden">${sold}</div>`,
  ])('is told as hidden: %s', (html) => {
    expect(position(`<main><h1>Ropes</h1>${html}</main>`)).toBe('hidden');
  });
  it.each([
    [`<div style="font-size:0"><p style="font-size:16px">${sold}</div>`, 'content'],
    [`<p style="font-size:0.9em">${sold}`, 'content'],
    [`<p style="margin-left:-10px;height:100px;overflow:hidden">${sold}`, 'content'],
    [`<nav><ul style="display:none"><li>${sold}</ul></nav>`, 'navigation'],
  ])('is not one that is made readable again, nor one in a menu: %s', (html, expected) => {
    expect(position(`<main><h1>Ropes</h1>${html}</main>`)).toBe(expected);
  });
});

describe('the spam score of a page by itself', () => {
  const quiet = '<title>Ropes and knots</title><p>x';
  it('reads no suffix, length or digits of an address, and holds little against http', () => {
    for (const url of [
      'https://www.win88.biz/',
      'https://a.cn/',
      'https://a-very-long-name-for-a-site.surf/',
      'https://db1.win88.ru/',
    ])
      expect([url, documentOf(quiet, { url }).spam_score]).toEqual([url, 0]);
    expect(documentOf(quiet, { url: 'http://www.win88.biz/' }).spam_score).toBe(10);
    expect(documentOf('<p>x', { url: 'http://www.win88.biz/' }).spam_score).toBe(15);
  });
  it('stays low for a page that says that it is about casinos', () => {
    expect(documentOf('<title>Casino of the old harbour</title><p>x').spam_score).toBe(25);
  });
  it('tells links that somebody else has put onto a page, from three sites on', () => {
    const sold = (at: number): string => `<a href="https://a${at}.example/">casino bonus</a>`;
    expect(documentOf(`${quiet}${sold(1)}${sold(2)}`).spam_score).toBe(0);
    expect(documentOf(`${quiet}${sold(1)}${sold(1)}${sold(1)}`).spam_score).toBe(0);
    expect(documentOf(`${quiet}${sold(1)}${sold(2)}${sold(3)}`).spam_score).toBe(45);
  });
});

describe('the bytes', () => {
  it('are decoded by header, declaration or content', () => {
    const latin = Buffer.from('<title>Caf\xe9</title>', 'latin1');
    expect(parse(latin, { content_type_header: 'text/html; charset=iso-8859-1' }).document?.title).toBe('Café');
    expect(parse(Buffer.from('<meta charset=windows-1251><title>\xcc\xe8\xf0</title>', 'latin1')).document?.title).toBe(
      'Мир',
    );
    expect(parse(Buffer.from('\ufeff<title>x</title>', 'utf16le')).document?.title).toBe('x');
    expect(
      parse(Buffer.from('<title>日本</title>'), { content_type_header: 'text/html; charset=iso-8859-1' }).document
        ?.title,
    ).toBe('日本');
  });
  it('are not read when they are no HTML, whatever they are called', () => {
    expect(parse(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])).problems).toEqual(['not_html']);
    expect(parse(Buffer.from('%PDF-1.7 ...')).document).toBeUndefined();
    expect(parse('{"a":1}', { content_type: 'application/json' }).document).toBeUndefined();
    expect(parse('just words', { content_type: 'text/plain' }).document).toBeUndefined();
    expect(parse('<!doctype html><title>T</title>', { content_type: 'text/plain' }).document?.title).toBe('T');
    expect(parse('<html><title>T</title>', { content_type: '' }).document?.title).toBe('T');
    expect(parse('').document?.text).toBe('');
  });
});

describe('a page of endless links', () => {
  it('has 10,000 distinct ones kept and the others counted', () => {
    const page = parse(Array.from({ length: 30_000 }, (_, at) => `<a href=/${at}>x</a>`).join(''));
    expect(page.links).toHaveLength(10_000);
    expect(page.problems).toContain('links_cut');
  });
  it('has identical ones as one link', () => {
    expect(parse('<a href=/>x</a>'.repeat(100_000)).links.map(({ count }) => count)).toEqual([100_000]);
  });
});

describe('links of real pages', () => {
  const pages = htmlFiles(join(import.meta.dirname, '../../node_modules'), 12);
  it('are those that a full parser finds', () => {
    expect(pages.length).toBeGreaterThan(0);
    for (const file of pages) {
      const bytes = readFileSync(file);
      const mine = new Set(
        parse(bytes)
          .links.filter(({ type }) => type === 'anchor' || type === 'image')
          .map((one) => one.target_url),
      );
      expect({ file, links: [...mine].sort() }).toEqual({ file, links: [...oracle(bytes.toString())].sort() });
    }
  });
});

/** Saved pages that packages bring along: a few per package, none too large for a full parser. */
function htmlFiles(root: string, most: number): readonly string[] {
  const found: string[] = [];
  const queue = [root];
  for (let folder = queue.shift(); folder !== undefined && found.length < most; folder = queue.shift()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) queue.push(path);
      else if (/\.html?$/.test(entry.name) && statSync(path).size > 500 && statSync(path).size < 1_000_000)
        found.push(path);
    }
  }
  return found.slice(0, most);
}

function oracle(html: string): ReadonlySet<string> {
  const hrefs: string[] = [];
  let base = '';
  const walk = (node: Tree.Node): void => {
    if ('attrs' in node) {
      const href = node.attrs.find(({ name }) => name === 'href')?.value;
      if ((node.tagName === 'a' || node.tagName === 'area') && href !== undefined) hrefs.push(href);
      if (node.tagName === 'base') base ||= href ?? '';
    }
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parse5(html));
  const from = new URL(base, URL_OF_PAGE).href;
  const pages = hrefs
    .filter((href) => href.trim() !== '' && !href.trim().startsWith('#'))
    .map((href) => pageAddress(href, from)?.url);
  return new Set(pages.filter((url) => url !== undefined));
}
