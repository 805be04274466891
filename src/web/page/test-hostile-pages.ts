/** Markup made to take all the time and memory there is, by name. A size of 1 makes some 100 kB of the large ones. */
export function hostilePages(size = 1): readonly (readonly [name: string, html: string])[] {
  const times = (text: string, count: number): string => text.repeat(Math.ceil(count * size));
  return [
    ...nestingPages(times),
    ...unclosedPages(times),
    ...textPages(times),
    ...attributePages(times),
    ...lyingPages(times),
  ];
}

type Times = (text: string, count: number) => string;
type Pages = readonly (readonly [name: string, html: string])[];

const TEXT = 'Some words of a page that is long enough to be judged. '.repeat(8);
const body = (inside: string): string =>
  `<!doctype html><html lang="en"><head><title>A page made to break things</title></head><body><h1>Words</h1><p>${TEXT}</p>${inside}</body></html>`;
const head = (inside: string): string =>
  `<html lang="en"><head><title>A page made to break things</title>${inside}</head><body><p>${TEXT}</p></body></html>`;
const jsonLd = (text: string): string => head(`<script type="application/ld+json">${text}</script>`);

function nestingPages(times: Times): Pages {
  return [
    ['elements side by side', body(times('<i></i>', 20_000))],
    ['elements with text side by side', body(times('<i>a</i>', 20_000))],
    ['line breaks side by side', body(times('<br>', 20_000))],
    ['headings side by side', body(times('<h1>x</h1>', 10_000))],
    ['elements in one another', body(times('<div>', 20_000))],
    ['elements in one another before the text', `${times('<section>', 10_000)}${body('')}`],
    ['quotations in one another', body(`${times('<blockquote>', 10_000)}end`)],
    ['lists in one another, closed backwards', body(times('<ul><li>', 5_000) + times('</li></ul>', 5_000))],
    ['list items that nobody closes', body(`<ul>${times('<li>word', 10_000)}`)],
    ['tables in cells of tables', body(times('<table><tr><td>', 5_000))],
    ['rows of a table', body(`<table>${times('<tr><td>a<td>b', 5_000)}`)],
    ['links that nobody closes', body(times('<a href="/x">word ', 5_000))],
    ['identical links', body(times('<a href=/>x</a>', 10_000))],
    ['distinct links', body(times('<a href=/x>x</a><a href=/y?z>y</a>', 5_000))],
    ['canonical elements', head(times('<link rel=canonical href=x>', 5_000))],
    ['headings that nobody closes', body(times('<h2>word ', 5_000))],
    ['formatting that nobody closes', body(times('<b><p>', 15_000))],
    ['formatting that is closed crosswise', body(times('<b><i><u>x</b></i></u>', 5_000))],
    ['end tags in deep elements', times('<div>', 600) + times('</i></span>', 10_000)],
    ['paragraphs that a button shields', `<p><button>${'<b>'.repeat(505)}${times('<hr>', 15_000)}`],
    ['forms in forms', times('<form>', 12_000)],
    ['elements in one another, closed', body(times('<div>', 8_000) + times('</div>', 8_000))],
    ['drawings in drawings', body(times('<svg><a href="/x"><text>', 4_000))],
    ['formulas that are left and entered', body(times('<math><mi><p>x</p>', 5_000))],
    ['templates in templates', body(`${times('<template>', 8_000)}<a href="/x">here</a>`)],
    ['selects and options without an end', body(times('<select><option>', 5_000))],
    ['frames in a page that goes on', times('<frameset><frame src="/a">', 4_000) + body('')],
    ['documents in a document', times(`${TEXT}<html><head><title>b</title></head><body>`, 50)],
    [
      'microdata in microdata',
      body(times('<div itemscope itemprop="x" itemtype="https://schema.org/Product">', 2_000)),
    ],
  ];
}

function unclosedPages(times: Times): Pages {
  return [
    ['a tag that never ends', body('<a href="/x" class="')],
    ['a title that never ends', `<head><title>${times(TEXT, 200)}`],
    ['a comment that never ends', body(`<!-- ${times('<!-- <a href="/x">here</a>', 4_000)}`)],
    ['a script that never ends', body(`<script>${times('document.write("<a href=/x>here</a>");', 2_500)}`)],
    ['a style that never ends', head('<style>p { color: red } </styl')],
    ['a text area that never ends', body(times('<textarea><h1>no heading</h1>', 3_000))],
    ['nothing that is closed', body(`<div><p><ul><li><b><i><table><tr><td></table>${TEXT}<div><em>`)],
    ['only opening brackets', times('<', 100_000)],
    ['only end tags', times('</p></div></a></h1>', 5_000)],
    ['CDATA in HTML', body(times('<![CDATA[<a href="/x">here</a>]]>', 3_000))],
    ['conditional comments', body(times('<![if IE]><!--[if IE]><p>x</p><![endif]--><![endif]>', 2_000))],
  ];
}

function textPages(times: Times): Pages {
  return [
    ['nothing', ''],
    ['no body', '<!doctype html><title>a</title>'],
    ['only spaces', times(' \n\t', 30_000)],
    ['no markup at all', times(TEXT, 200)],
    ['a word without end', body(times('x', 100_000))],
    ['Chinese without end', body(`<p>${times('漢字文書', 10_000)}</p>`)],
    ['NUL everywhere', body(times('<a\0 href="/\0x">\0here</a>', 4_000))],
    ['lone surrogates and noncharacters', body(times('\uD800<p title="\uDFFF">\uFFFE&#xD800;&#xFFFFFF;&#0;', 2_000))],
    [
      'names of the object prototype',
      body('<a __proto__="x" constructor="y" href="__proto__">toString</a><__proto__>'),
    ],
    ['text that turns around', body(times('<a href="/x">\u202Ehere\u202C</a>', 3_000))],
    ['combining marks without end', body(`<h2>a${times('\u0301', 50_000)}</h2>`)],
    ['entities', body(times('&amp;&#x41;&notit;&lt;a href=/x&gt;', 4_000))],
    [
      'entities that a document type declares',
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${body(times('&b;', 20_000))}`,
    ],
    ['bytes that are no text', String.fromCharCode(...Array.from({ length: 60_000 }, (_, at) => (at * 7919) % 65_536))],
  ];
}

function attributePages(times: Times): Pages {
  return [
    ['one long class', body(`<div class="${times('nav ', 50_000)}">x</div>`)],
    ['one long address', body(`<a href="https://example.com/${times('a', 200_000)}">here</a>`)],
    ['one long alt text', body(`<img src="a.png" alt="${times('word ', 40_000)}">`)],
    ['one long canonical', head(`<link rel="canonical" href="https://example.com/${times('a', 200_000)}">`)],
    [
      'one long hreflang',
      head(`<link rel="alternate" hreflang="${times('de-', 70_000)}" href="https://example.com/">`),
    ],
    [
      'one long language',
      `<html lang="${times('en-', 50_000)}"><body lang="${times('x', 50_000)}"><a href=/x>here</a>`,
    ],
    ['rules for robots', head(`<meta name="robots" content="${times('noindex, ', 20_000)}">`)],
    ['one long refresh', head(`<meta http-equiv=refresh content="${times('; ', 50_000)}">`)],
    ['one long style', body(`<p style="${times('display:none;', 15_000)}">x</p>`)],
    ['a data: image', body(`<img src="data:image/png;base64,${times('A', 200_000)}">`)],
    ['a data: link', body(`<a href="data:text/html,${times('A', 200_000)}">here</a>`)],
    ['attributes', body(`<a ${times('data-a="b" ', 10_000)}href=/y>x</a>`)],
    ['attributes without a name', body(`<div ${times('a b=c ', 10_000)}>x</div>`)],
    ['event handlers', body(`<a ${Array.from({ length: 10_000 }, (_, at) => `on${at}=x`).join(' ')}>x</a>`)],
  ];
}

function lyingPages(times: Times): Pages {
  const schemes = [
    'javascript:x',
    'vbscript:x',
    'data:,x',
    'blob:x',
    'file:///etc',
    'ftp://',
    'http://[',
    'about:blank',
  ];
  return [
    ['a base of javascript:', head('<base href="javascript:alert(1)//"><link rel="canonical" href="x">')],
    ['a base of data:', head('<base href="data:text/html,x"><link rel="canonical" href="x">')],
    ['a base on another host, and more of them', head(times('<base href="https://evil.example/">', 3_000))],
    ['a base that is no address', head('<base href="https://["><link rel="canonical" href="/x">')],
    ['links of every odd scheme', body(times(schemes.map((href) => `<a href="${href}">word</a>`).join(''), 500))],
    ['scripts that look like text', body(times('<script>Lorem ipsum dolor sit amet</script>', 2_500))],
    ['text that looks like a script', body(times('&lt;script&gt;alert(1)&lt;/script&gt;', 2_500))],
    ['refreshes', head(times('<meta http-equiv="refresh" content="0; url=/x">', 2_000))],
    ['JSON-LD nested beyond any stack', jsonLd(times('{"a":', 20_000))],
    ['lists in JSON-LD nested beyond any stack', jsonLd(times('[', 50_000))],
    ['a JSON-LD context nested beyond any stack', jsonLd(`{"@context":${times('[', 20_000)}${times(']', 20_000)}}`)],
    ['JSON-LD with itself as its part', jsonLd('{"@id":"#a","@type":"Product","offers":{"@id":"#a"}}')],
    ['JSON-LD of many numbers', jsonLd(`{"@type":"Product","a":[${times('1,', 100_000)}1]}`)],
  ];
}
