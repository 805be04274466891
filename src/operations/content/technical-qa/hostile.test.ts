import { describe, expect, it } from 'vitest';

import { decodeBody } from '../../../web/charset.ts';
import { readPage } from '../../../web/page/read.ts';
import { planTechnicalQa, summarizeTechnicalQa } from './plan.ts';
import { technicalQa, TechnicalQaReport } from './technical-qa.ts';

/**
 * A page of tens of megabytes of answer, or one that takes minutes, is what a mistake here would give; the bounds
 * only tell that from a slow machine.
 */
const MS_MAX = 60_000;
const ANSWER_CHARACTERS_MAX = 60_000;

const ADDRESS = 'https://example.com/a/b';
const TEXT = 'Some words of a page that is long enough to be judged. '.repeat(8);
const body = (inside: string): string =>
  `<!doctype html><html lang="en"><head><title>A page made to break things</title></head><body><h1>Words</h1><p>${TEXT}</p>${inside}</body></html>`;
const head = (inside: string): string =>
  `<html lang="en"><head><title>A page made to break things</title>${inside}</head><body><p>${TEXT}</p></body></html>`;
const jsonLd = (text: string): string => head(`<script type="application/ld+json">${text}</script>`);

const NESTING: readonly (readonly [string, string])[] = [
  ['200,000 elements side by side', body('<i></i>'.repeat(200_000))],
  ['100,000 elements in one another', body('<div>'.repeat(100_000))],
  ['50,000 lists in one another, closed backwards', body('<ul><li>'.repeat(50_000) + '</li></ul>'.repeat(50_000))],
  ['50,000 tables in cells of tables', body('<table><tr><td>'.repeat(50_000))],
  ['links that nobody closes', body('<a href="/x">word '.repeat(50_000))],
  ['headings that nobody closes', body('<h2>word '.repeat(50_000))],
  ['formatting that is closed crosswise', body('<b><i><u>x</b></i></u>'.repeat(50_000))],
  ['drawings in drawings', body('<svg><a href="/x"><text>'.repeat(20_000))],
  ['formulas that are left and entered', body('<math><mi><p>x</p>'.repeat(30_000))],
  ['templates in templates', body('<template>'.repeat(50_000) + '<a href="/x">here</a>')],
  ['selects and options without an end', body('<select><option>'.repeat(50_000))],
  ['frames in a page that goes on', '<frameset><frame src="/a">'.repeat(20_000) + body('')],
];

const UNCLOSED: readonly (readonly [string, string])[] = [
  ['a tag that never ends', body('<a href="/x" class="')],
  ['a title that never ends', `<head><title>${TEXT.repeat(500)}`],
  ['a comment that never ends', body(`<!-- ${'<a href="/x">here</a>'.repeat(1000)}`)],
  ['a script that never ends', body(`<script>${'document.write("<a href=/x>here</a>");'.repeat(1000)}`)],
  ['a style that never ends', head('<style>p { color: red } </styl')],
  ['a text area that never ends', body('<textarea><h1>no heading</h1>'.repeat(1000))],
  ['only opening brackets', '<'.repeat(500_000)],
  ['only end tags', '</p></div></a></h1>'.repeat(50_000)],
  ['CDATA in HTML', body('<![CDATA[<a href="/x">here</a>]]>'.repeat(5_000))],
];

const BYTES: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['only spaces', ' \n\t'.repeat(10_000)],
  ['NUL everywhere', body('\0<a\0 href="/\0x">\0here</a>'.repeat(2_000))],
  ['lone surrogates and noncharacters', body('\uD800<p title="\uDFFF">\uFFFE&#xD800;&#xFFFFFF;&#0;'.repeat(2_000))],
  ['names of the object prototype', body('<a __proto__="x" constructor="y" href="__proto__">toString</a><__proto__>')],
  ['text that turns around', body('<a href="/x">\u202Ehere\u202C</a>'.repeat(1_000))],
  ['combining marks without end', body(`<h2>a${'\u0301'.repeat(100_000)}</h2>`)],
  ['entities in entities', body('&amp;'.repeat(100_000) + '&lt;a href=/x&gt;'.repeat(10_000))],
  [
    'entities that a document type declares',
    `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${body('&b;'.repeat(10_000))}`,
  ],
];

const ATTRIBUTES: readonly (readonly [string, string])[] = [
  ['2 MB in one class', body(`<p class="${'a '.repeat(1_000_000)}">x</p>`)],
  ['2 MB in one address', body(`<a href="https://example.com/${'a'.repeat(2_000_000)}">here</a>`)],
  ['2 MB in one alt text', body(`<img src="a.png" alt="${'word '.repeat(400_000)}">`)],
  ['2 MB in a canonical', head(`<link rel="canonical" href="https://example.com/${'a'.repeat(2_000_000)}">`)],
  ['2 MB in hreflang', head(`<link rel="alternate" hreflang="${'de-'.repeat(700_000)}" href="https://example.com/">`)],
  [
    '2 MB in lang',
    `<html lang="${'en-'.repeat(700_000)}"><body lang="${'en-'.repeat(700_000)}"><p lang="${'x'.repeat(2_000_000)}"><a href=/x>here</a>`,
  ],
  ['2 MB of rules for robots', head(`<meta name="robots" content="${'noindex, '.repeat(200_000)}">`)],
  ['2 MB of style', body(`<p style="${'display:none;'.repeat(150_000)}">x</p>`)],
  ['2 MB in a data: image', body(`<img src="data:image/png;base64,${'A'.repeat(2_000_000)}">`)],
  ['2 MB in a data: link', body(`<a href="data:text/html,${'A'.repeat(2_000_000)}">here</a>`)],
  ['100,000 attributes', body(`<a ${'data-a="b" '.repeat(100_000)}>x</a>`)],
  ['100,000 event handlers', body(`<a ${Array.from({ length: 100_000 }, (_, at) => `on${at}=x`).join(' ')}>x</a>`)],
];

const LIES: readonly (readonly [string, string])[] = [
  ['a base of javascript:', head('<base href="javascript:alert(1)//"><link rel="canonical" href="x">')],
  ['a base of data:', head('<base href="data:text/html,x"><link rel="canonical" href="x">')],
  ['a base on another host, and more of them', head('<base href="https://evil.example/">'.repeat(5_000))],
  ['a base that is no address', head('<base href="https://["><link rel="canonical" href="/x">')],
  [
    'links of every odd scheme',
    body(
      ['javascript:x', 'vbscript:x', 'data:,x', 'blob:x', 'file:///etc/passwd', 'ftp://', 'http://[', 'about:blank']
        .map((href) => `<a href="${href}">word</a>`)
        .join('')
        .repeat(1_000),
    ),
  ],
  ['a script that looks like text', body('<script>Lorem ipsum dolor sit amet</script>'.repeat(2_000))],
  ['text that looks like a script', body('&lt;script&gt;alert(1)&lt;/script&gt;'.repeat(2_000))],
  [
    'charsets that contradict each other',
    head(
      '<meta charset="utf-7"><meta charset="x-user-defined"><meta http-equiv="content-type" content="text/html; charset=ebcdic">',
    ),
  ],
  ['5,000 refreshes', head('<meta http-equiv="refresh" content="0; url=/x">'.repeat(5_000))],
  ['JSON-LD nested beyond any stack', jsonLd('{"a":'.repeat(200_000))],
  [
    'JSON-LD with itself as its part',
    jsonLd(
      '{"@context":"https://schema.org","@id":"#a","@type":"Product","offers":{"@id":"#a"},"review":[{"@id":"#a"}]}',
    ),
  ],
  [
    'JSON-LD of a million numbers',
    jsonLd(`{"@context":"https://schema.org","@type":"Product","a":[${'1,'.repeat(1_000_000)}1]}`),
  ],
  ['microdata in microdata', body('<div itemscope itemprop="x" itemtype="https://schema.org/Product">'.repeat(20_000))],
];

const PAGES = [...NESTING, ...UNCLOSED, ...BYTES, ...ATTRIBUTES, ...LIES];

describe('a hostile page', () => {
  it.each(PAGES)('gets a bounded answer in bounded time: %s', (_, html) => {
    const started = performance.now();
    const report = technicalQa.run({
      html,
      keyword: 'some words',
      page_type: 'auto',
      today: '2026-06-15',
      url: {
        url: ADDRESS,
        final_url: ADDRESS,
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-16' },
        redirects: [],
        content_type: 'text/html',
        bytes: html.length,
        robots: null,
        canonical_target: null,
      },
    });
    expect(performance.now() - started).toBeLessThan(MS_MAX);
    TechnicalQaReport.parse(report);
    expect(JSON.stringify(report).length).toBeLessThan(ANSWER_CHARACTERS_MAX);
    planTechnicalQa(report);
    expect(summarizeTechnicalQa(report).length).toBeLessThanOrEqual(2500);
  });

  it('is one of at least forty', () => {
    expect(PAGES.length).toBeGreaterThanOrEqual(40);
  });
});

describe('hostile headers', () => {
  it.each([
    ['2 MB of links', { link: '<https://example.com/a>; rel="canonical", '.repeat(45_000) }],
    ['a link that never ends', { link: `<${'a'.repeat(2_000_000)}` }],
    ['parameters without end', { link: `<a>${'; a="b'.repeat(300_000)}` }],
    ['2 MB of rules', { 'x-robots-tag': 'googlebot: noindex, '.repeat(100_000) }],
    ['crawler names without end', { 'x-robots-tag': `${'a'.repeat(2_000_000)}: noindex` }],
    ['a date without end', { 'x-robots-tag': `unavailable_after: ${'1'.repeat(2_000_000)}` }],
    ['a content type without end', { 'content-type': `text/html; charset=${'"'.repeat(2_000_000)}` }],
  ])('get a bounded answer in bounded time: %s', (_, headers) => {
    const started = performance.now();
    const answer = {
      url: ADDRESS,
      final_url: ADDRESS,
      status: 200,
      redirects: [],
      content_type: 'text/html',
      bytes: 1,
    };
    const repeated_headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value, value]]));
    const report = technicalQa.run({
      html: body(''),
      page_type: 'auto',
      today: '2026-06-15',
      url: { ...answer, headers, repeated_headers, robots: null, canonical_target: null },
    });
    expect(performance.now() - started).toBeLessThan(MS_MAX);
    expect(JSON.stringify(report).length).toBeLessThan(ANSWER_CHARACTERS_MAX);
  });
});

describe('bytes that lie about their charset', () => {
  const text = '<title>Größe</title><meta charset="utf-16"><p>Größe und Maß</p>';
  it.each([
    ['UTF-8 called UTF-16', Buffer.from(text), 'text/html; charset=utf-16'],
    ['UTF-16 called UTF-8', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'text/html; charset=utf-8'],
    ['latin1 called UTF-8', Buffer.from(text, 'latin1'), 'text/html; charset=utf-8'],
    ['UTF-8 called something that does not exist', Buffer.from(text), 'text/html; charset=klingon'],
    [
      'random bytes called HTML',
      Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256)),
      'text/html',
    ],
    ['half a character at the end', Buffer.from(`${text}ß`).subarray(0, -1), 'text/html; charset=utf-8'],
  ])('are read as some text: %s', (_, bytes, contentType) => {
    const decoded = decodeBody(bytes, contentType);
    expect(decoded.text.isWellFormed()).toBe(true);
    expect(readPage({ html: decoded.text }, ADDRESS).format).toBe('html');
    expect(
      technicalQa.run({ html: decoded.text, page_type: 'auto', today: '2026-06-15' }).checks.length,
    ).toBeGreaterThan(50);
  });
});
