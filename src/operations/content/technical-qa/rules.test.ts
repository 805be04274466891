import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { CheckInput, UrlContext } from '../../../checks/input.ts';
import { technicalQa } from './technical-qa.ts';
import type { Check } from '../../../checks/check.ts';
import { RULE_IDS } from '../../../checks/rule.ts';
import { RULES } from '../../../checks/rules.ts';

const TITLE = '<title>Sharpening kitchen knives at home | Example</title>';
const DESCRIPTION =
  '<meta name="description" content="How to sharpen kitchen knives with a whetstone: angles, grits, and the mistakes that ruin an edge.">';
const CANONICAL = '<link rel="canonical" href="https://example.com/guides/sharpen-knives">';
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';
const SOCIAL =
  '<meta property="og:title" content="Sharpening knives"><meta property="og:image" content="https://example.com/knife.jpg">';
const HEAD = `<meta charset="utf-8">${TITLE}${DESCRIPTION}${CANONICAL}${VIEWPORT}${SOCIAL}`;
const PROSE =
  '<p>A dull knife slips, and a knife that slips cuts the cook instead of the onion, so keep every blade sharp.</p>'.repeat(
    12,
  );
const BODY = `<main><h1>Sharpening kitchen knives</h1>${PROSE}<h2>Grits</h2><p>See <a href="/guides/whetstones">how to choose a whetstone</a>.</p></main>`;

const ANSWER: UrlContext = {
  url: 'https://example.com/guides/sharpen-knives',
  final_url: 'https://example.com/guides/sharpen-knives',
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  redirects: [],
  content_type: 'text/html',
  bytes: 5000,
  robots: { allowed: true, status: 200, matched_line: null },
  canonical_target: null,
};

interface Case {
  readonly head?: string;
  readonly body?: string;
  readonly html?: string;
  readonly markdown?: string;
  readonly lang?: string;
  readonly answer?: Partial<UrlContext> | null;
  readonly input?: Partial<CheckInput>;
}

function documentOf(page: Case): string {
  if (page.markdown !== undefined) return page.markdown;
  return (
    page.html ??
    `<!doctype html><html lang="${page.lang ?? 'en'}"><head>${page.head ?? HEAD}</head><body>${page.body ?? BODY}</body></html>`
  );
}

function inputOf(page: Case): CheckInput {
  const url = page.answer === null ? undefined : { ...ANSWER, ...page.answer };
  const text = page.markdown === undefined ? { html: documentOf(page), url } : { markdown: page.markdown };
  return { ...text, page_type: 'auto', today: '2026-06-15', ...page.input };
}

function judged(id: string, page: Case): Check {
  const check = technicalQa.run(inputOf(page)).checks.find((each) => each.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  return check;
}

const jsonLd = (text: string): string => `<script type="application/ld+json">${text}</script>`;
const schema = (node: Record<string, unknown>): string =>
  jsonLd(JSON.stringify({ '@context': 'https://schema.org', ...node }));

/** Each rule with pages that it finds nothing wrong with, and pages that it finds wanting. */
const CASES: Readonly<
  Record<string, { readonly right: readonly Case[]; readonly wrong: readonly (readonly [Case, string])[] }>
> = {
  'index.status': {
    right: [{}],
    wrong: [
      [{ answer: { status: 404 } }, '404'],
      [{ answer: { status: 503 } }, '503'],
    ],
  },
  'index.noindex-meta': {
    right: [
      {},
      { head: `${HEAD}<meta name="robots" content="index, follow, max-snippet:-1">` },
      { head: `${HEAD}<noscript><meta name="robots" content="noindex"></noscript>` },
      { head: `${HEAD}<meta name="googlebot-news" content="noindex, nofollow">` },
    ],
    wrong: [
      [
        { head: `${HEAD}<meta name="robots" content="noindex"><meta name="googlebot" content="index, follow">` },
        'noindex',
      ],
      [{ head: `${HEAD}<meta name="robots" content="index"><meta name="googlebot" content="noindex">` }, 'noindex'],
      [{ head: `${HEAD}<META NAME="Robots" CONTENT="NOINDEX, nofollow">` }, 'noindex'],
      [{ head: `${HEAD}<meta name="googlebot" content="none">` }, 'none'],
      [{ body: `${BODY}<meta name="robots" content="noindex">` }, 'noindex'],
      [{ head: `${HEAD}<meta name="bingbot" content="noindex">` }, 'only for bingbot'],
    ],
  },
  'index.noindex-header': {
    right: [
      {},
      { answer: { headers: { 'x-robots-tag': 'unavailable_after: Friday, 25-Jun-30 15:00:00 UTC, nofollow' } } },
      { answer: { headers: { 'x-robots-tag': 'otherbot: noindex, nofollow' } } },
      {
        answer: {
          headers: { 'x-robots-tag': 'nofollow, otherbot: noindex' },
          repeated_headers: { 'x-robots-tag': ['nofollow', 'otherbot: noindex'] },
        },
      },
    ],
    wrong: [
      [{ answer: { headers: { 'x-robots-tag': 'noindex' } } }, 'noindex'],
      [{ answer: { headers: { 'x-robots-tag': 'googlebot: nofollow, noindex' } } }, 'noindex'],
      [{ answer: { headers: { 'x-robots-tag': '*: noindex' } } }, 'noindex'],
      [{ answer: { headers: { 'x-robots-tag': 'otherbot: nofollow, Googlebot: NoIndex' } } }, 'noindex'],
      [{ answer: { headers: { 'x-robots-tag': 'bingbot: noindex, nofollow' } } }, 'only for bingbot'],
      [
        {
          answer: {
            headers: { 'x-robots-tag': 'otherbot: nofollow, none' },
            repeated_headers: { 'x-robots-tag': ['otherbot: nofollow', 'none'] },
          },
        },
        'none',
      ],
    ],
  },
  'index.robots-blocked': {
    right: [{}, { answer: { robots: { allowed: true, status: 200, matched_line: 'Allow: /guides' } } }],
    wrong: [
      [{ answer: { robots: { allowed: false, status: 200, matched_line: 'Disallow: /guides' } } }, 'Disallow: /guides'],
    ],
  },
  'robots.unavailable': {
    right: [{}, { answer: { robots: { allowed: true, status: 404, matched_line: null } } }],
    wrong: [[{ answer: { robots: { allowed: null, status: 503, matched_line: null } } }, '503']],
  },
  'robots.valid': {
    right: [{}, { answer: { robots: { allowed: true, status: 200, matched_line: null, problems: [] } } }],
    wrong: [
      [
        {
          answer: {
            robots: {
              allowed: true,
              status: 200,
              matched_line: null,
              problems: [{ line: 3, text: 'Disalow: /a', why: 'is not spelled disallow' }],
            },
          },
        },
        '1 line with a problem: line 3',
      ],
    ],
  },
  'index.unavailable-after': {
    right: [
      { head: `${HEAD}<meta name="robots" content="unavailable_after: 2030-01-01">` },
      {
        answer: {
          headers: {
            'x-robots-tag': 'otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST, unavailable_after: 2030-01-01',
          },
          repeated_headers: {
            'x-robots-tag': ['otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST', 'unavailable_after: 2030-01-01'],
          },
        },
      },
    ],
    wrong: [
      [
        { head: `${HEAD}<meta name="robots" content="all, Unavailable_after: 25-Aug-2007 15:00:00 EST, all">` },
        '2007-08-25',
      ],
      [
        {
          answer: {
            headers: {
              'x-robots-tag': 'googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST, unavailable_after: 2030-01-01',
            },
            repeated_headers: {
              'x-robots-tag': [
                'googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST',
                'unavailable_after: 2030-01-01',
              ],
            },
          },
        },
        '2010-06-25',
      ],
      [{ head: `${HEAD}<meta name="robots" content="unavailable_after: 25 Jun 2020 15:00:00 PST">` }, '2020-06-25'],
      [{ answer: { headers: { 'x-robots-tag': 'unavailable_after: Friday, 25-Jun-10 15:00:00 UTC' } } }, '2010-06-25'],
      [{ head: `${HEAD}<meta name="robots" content="unavailable_after: soon">` }, 'cannot be parsed'],
    ],
  },
  'index.content-type': {
    right: [{}],
    wrong: [
      [{ answer: { content_type: 'text/plain' } }, 'text/plain'],
      [{ answer: { content_type: '' } }, 'no content-type'],
    ],
  },
  'index.redirect': {
    right: [
      {},
      { answer: { redirects: [{ url: 'http://example.com/a', status: 301, location: 'https://example.com/a' }] } },
    ],
    wrong: [
      [{ answer: { redirects: [{ url: 'http://example.com/a', status: 302, location: '/b' }] } }, 'temporary'],
      [
        {
          answer: {
            redirects: [
              { url: 'http://example.com/a', status: 301, location: '/b' },
              { url: 'http://example.com/b', status: 301, location: '/c' },
            ],
          },
        },
        '2 redirects',
      ],
    ],
  },
  'index.https': { right: [{}], wrong: [[{ answer: { final_url: 'http://example.com/a' } }, 'http']] },
  'index.meta-refresh': {
    right: [{}, { head: `${HEAD}<noscript><meta http-equiv="refresh" content="0; url=/nojs"></noscript>` }],
    wrong: [
      [{ head: `${HEAD}<meta http-equiv="Refresh" content="0; URL='/new'">` }, 'another URL'],
      [{ head: `${HEAD}<meta http-equiv="refresh" content="30">` }, 'reloads'],
    ],
  },
  'index.nofollow': { right: [{}], wrong: [[{ head: `${HEAD}<meta name="robots" content="nofollow">` }, 'nofollow']] },
  'index.nosnippet': {
    right: [{ head: `${HEAD}<meta name="robots" content="max-snippet:-1">` }],
    wrong: [[{ head: `${HEAD}<meta name="robots" content="max-snippet: 0">` }, 'nosnippet']],
  },
  'robots.separator': {
    right: [
      { head: `${HEAD}<meta name="robots" content="noindex, nofollow">` },
      { answer: { headers: { 'x-robots-tag': 'unavailable_after: Friday, 25-Jun-30 15:00:00 UTC, nofollow' } } },
    ],
    wrong: [
      [{ head: `${HEAD}<meta name="robots" content="noindex; nofollow">` }, 'nofollow'],
      [{ head: `${HEAD}<meta name="robots" content="noarchive nosnippet">` }, 'nosnippet'],
      [{ answer: { headers: { 'x-robots-tag': 'noarchive; nosnippet' } } }, 'nosnippet'],
    ],
  },
  'index.noimageindex': {
    right: [{}],
    wrong: [[{ head: `${HEAD}<meta name="robots" content="noimageindex">` }, 'noimageindex']],
  },
  'index.soft-404': {
    right: [{}, { head: HEAD.replace('Sharpening kitchen knives at home', 'How we fixed 404 errors') }],
    wrong: [
      [{ head: HEAD.replace('Sharpening kitchen knives at home', 'Page not found') }, 'Page not found'],
      [{ head: HEAD.replace('Sharpening kitchen knives at home', 'Seite nicht gefunden') }, 'Seite'],
    ],
  },
  'html.size': { right: [{}], wrong: [[{ answer: { bytes: 3_000_000 } }, '2,930 kB']] },
  'html.head-invalid': {
    right: [
      {},
      { head: `${HEAD}<noscript><img src="https://count.example/p.gif"></noscript>` },
      { html: '<title>No tags at all is allowed</title><p>Words.' },
    ],
    wrong: [
      [
        { head: `<meta charset="utf-8">${TITLE}<img src="/pixel.gif">${CANONICAL}` },
        '1 element after it no longer counts',
      ],
      [{ head: `${HEAD}<div></div><style></style>` }, '<div> ends the head early'],
      [{ head: `${TITLE}stray text ${DESCRIPTION}${CANONICAL}` }, 'text ends the head early; 2 elements'],
    ],
  },
  'title.missing': {
    right: [{}, { html: `<title>Before any tag</title>${BODY}` }],
    wrong: [
      [{ head: DESCRIPTION }, 'no title element'],
      [{ head: '<title>  \n </title>' }, 'an empty title'],
      [{ head: `<p>x</p>${TITLE}` }, 'outside the head'],
      [{ head: '', body: `<svg><title>Logo</title></svg>${BODY}` }, 'no title element'],
    ],
  },
  'title.multiple': {
    right: [{ body: `<svg><title>Logo</title></svg>${BODY}` }],
    wrong: [[{ head: `${HEAD}<title>Another</title>` }, '2 titles']],
  },
  'title.long': {
    right: [{}, { head: '<title>日本語のタイトルは全角三十文字までなら検索結果で切れない</title>' }],
    wrong: [
      [{ head: `<title>${'Sharpening kitchen knives '.repeat(3)}</title>` }, '77 characters'],
      [
        { head: '<title>家庭で包丁を研ぐための完全ガイド：砥石の選び方から研ぎ角度、よくある失敗まで</title>' },
        '76 characters',
      ],
    ],
  },
  'title.short': {
    right: [{}, { head: '<title>東京の美味しいラーメン</title>' }],
    wrong: [[{ head: '<title>Knives</title>' }, '6 characters']],
  },
  'title.boilerplate': {
    right: [{}, { head: '<title>Home insurance compared</title>' }],
    wrong: [
      [{ head: '<title>Home</title>' }, 'Home'],
      [{ head: '<title>Startseite</title>' }, 'Startseite'],
      [{ head: '<title>{{ page.title }} | Example</title>' }, 'unfilled'],
      [{ head: '<title>Knives, kitchen knives, sharp knives</title>' }, 'three or more times'],
    ],
  },
  'title.keyword': {
    right: [
      { input: { keyword: 'how to sharpen a kitchen knife' } },
      { input: { keyword: 'KITCHEN KNIVES' } },
      { lang: 'de', head: '<title>Fahrräder mieten in Münster</title>', input: { keyword: 'fahrrad mieten' } },
      {
        lang: 'de',
        head: '<title>Das beste Fahrradschloss für die Stadt</title>',
        input: { keyword: 'Fahrrad Schloss' },
      },
      { lang: 'ja', head: '<title>東京で人気のラーメン店ランキング</title>', input: { keyword: '東京 ラーメン' } },
      { lang: 'tr', head: '<title>İstanbul otelleri ve fiyatları</title>', input: { keyword: 'istanbul otelleri' } },
    ],
    wrong: [
      [{ input: { keyword: 'garden hose' } }, '“garden”, “hose”'],
      [{ input: { keyword: 'sharpen garden tools kitchen' } }, 'lacks “garden”, “tools”'],
      [{ lang: 'ja', head: '<title>東京で人気のラーメン店</title>', input: { keyword: '大阪 うどん' } }, '大阪'],
    ],
  },
  'meta.missing': {
    right: [{}],
    wrong: [
      [{ head: TITLE }, 'no meta description'],
      [{ head: `${TITLE}<meta name="description" content=" ">` }, 'empty'],
      [{ head: `${TITLE}<meta name="description" content="\t&nbsp;">` }, 'empty'],
      [{ head: `${TITLE}<meta name="twitter:description" property="og:description" content="A text.">` }, 'no meta'],
      [{ head: `${TITLE}<p>x</p>${DESCRIPTION}` }, 'outside the head'],
    ],
  },
  'meta.multiple': {
    right: [{}, { head: `${HEAD}<meta name="twitter:description" property="og:description" content="Another text.">` }],
    wrong: [
      [{ head: `${HEAD}${DESCRIPTION}` }, '2 descriptions'],
      [{ head: `${HEAD}<meta name="description" content="">` }, '2 descriptions'],
    ],
  },
  'meta.long': {
    right: [{}],
    wrong: [[{ head: `<meta name="description" content="${'word '.repeat(40)}">` }, '199 characters']],
  },
  'meta.short': { right: [{}], wrong: [[{ head: '<meta name="description" content="Too short.">' }, '10 characters']] },
  'meta.same-as-title': {
    right: [{}],
    wrong: [
      [{ head: '<title>Sharpening knives</title><meta name="description" content="SHARPENING knives">' }, 'repeats'],
    ],
  },
  'canonical.expected': {
    right: [
      { input: { expected_canonical: 'http://example.com/guides/sharpen-knives/?utm_source=x#top' } },
      {
        answer: null,
        head: `${TITLE}<link rel="canonical" href="/guides/sharpen-knives">`,
        input: { expected_canonical: 'https://example.com/guides/sharpen-knives' },
      },
    ],
    wrong: [
      [{ input: { expected_canonical: 'https://example.com/other' } }, 'expected “https://example.com/other”'],
      [{ head: TITLE, input: { expected_canonical: 'https://example.com/other' } }, 'no canonical'],
      [{ input: { expected_canonical: 'https://www.example.com/guides/sharpen-knives' } }, 'expected'],
    ],
  },
  'canonical.missing': {
    right: [{}, { head: TITLE, answer: { headers: { link: '<https://example.com/a,b>; rel="canonical"' } } }],
    wrong: [
      [{ head: TITLE }, 'no canonical'],
      [{ head: '<link rel="canonical" hreflang="de" href="https://example.com/">' }, 'not count as a canonical'],
      [{ head: '<link rel="canonical" href="">' }, 'no canonical'],
    ],
  },
  'canonical.multiple': {
    right: [
      {},
      { head: `${CANONICAL}${CANONICAL}` },
      { head: `${CANONICAL}<link rel="canonical">` },
      { answer: { headers: { link: '<https://example.com/guides/sharpen-knives>; rel=canonical' } } },
    ],
    wrong: [
      [{ head: `${CANONICAL}<link rel="CANONICAL nofollow" href="https://example.com/other">` }, '2 different'],
      [
        {
          head: TITLE,
          answer: {
            headers: { link: '<https://example.com/a>; rel="canonical", <https://example.com/b>; rel="canonical"' },
          },
        },
        '2 different',
      ],
    ],
  },
  'canonical.invalid': {
    right: [{}, { head: '<link rel="canonical" href="/relative">' }],
    wrong: [
      [{ head: '<link rel="canonical" href="">' }, 'without a URL'],
      [{ head: `${CANONICAL}<link rel="canonical">` }, 'without a URL'],
      [{ head: '<link rel="canonical" href="https:// example.com">' }, 'not a URL'],
      [{ head: '<link rel="canonical" href="javascript:void(0)">' }, 'not http'],
      [{ head: '<link rel="canonical" href="https://">' }, 'not a URL'],
      [{ head: '<link rel="canonical" href="https://example.com/#part">' }, 'fragment'],
    ],
  },
  'canonical.relative': {
    right: [{}],
    wrong: [[{ head: '<link rel="canonical" href="/guides/sharpen-knives">' }, 'relative']],
  },
  'canonical.root': {
    right: [
      {},
      { answer: { final_url: 'https://example.com/' }, head: '<link rel="canonical" href="https://example.com">' },
      {
        answer: { final_url: 'https://example.com/index.html' },
        head: '<link rel="canonical" href="https://example.com/">',
      },
    ],
    wrong: [
      [{ head: '<link rel="canonical" href="https://www.example.com/">' }, 'home page'],
      [
        {
          answer: { final_url: 'https://example.com/index.html/a' },
          head: '<link rel="canonical" href="https://example.com/">',
        },
        'home page',
      ],
    ],
  },
  'canonical.other': {
    right: [
      {},
      { head: '<link rel="canonical" href="http://example.com/guides/sharpen-knives/?utm_medium=mail#x">' },
      {
        answer: { final_url: 'https://example.com/index.html' },
        head: '<link rel="canonical" href="https://example.com/">',
      },
    ],
    wrong: [[{ head: '<link rel="canonical" href="https://example.com/guides/other">' }, 'guides/other']],
  },
  'canonical.scheme': {
    right: [{}],
    wrong: [[{ head: '<link rel="canonical" href="http://example.com/guides/sharpen-knives">' }, 'is http']],
  },
  'canonical.header-mismatch': {
    right: [{ answer: { headers: { link: '</guides/sharpen-knives>; rel=canonical' } } }],
    wrong: [
      [{ answer: { headers: { link: '</guides/sharpen-knives/>; rel=canonical' } } }, 'in the header'],
      [
        {
          answer: {
            headers: { link: '<https://example.com/b>; rel="preload", <https://example.com/c>; rel="canonical"' },
          },
        },
        '/c',
      ],
    ],
  },
  'canonical.outside-head': {
    right: [{}, { body: `${BODY}${CANONICAL}` }],
    wrong: [
      [{ head: TITLE, body: `${BODY}${CANONICAL}` }, 'in the body'],
      [{ head: `${TITLE}<iframe src="https://t.example/"></iframe>${CANONICAL}` }, 'after <iframe>'],
    ],
  },
  'canonical.noindex': {
    right: [{ head: `${HEAD}<meta name="robots" content="noindex">` }],
    wrong: [
      [
        { head: '<meta name="robots" content="noindex"><link rel="canonical" href="https://example.com/b">' },
        'noindex and a canonical',
      ],
    ],
  },
  'canonical.target': {
    right: [{ answer: { canonical_target: { url: 'https://example.com/c', status: 200, redirected: false } } }],
    wrong: [
      [{ answer: { canonical_target: { url: 'https://example.com/c', status: 404, redirected: false } } }, '404'],
      [{ answer: { canonical_target: { url: 'https://example.com/c', status: 200, redirected: true } } }, 'redirects'],
    ],
  },
  'content.empty': {
    right: [{}],
    wrong: [
      [{ body: '' }, 'no visible text'],
      [
        { body: '<p hidden>Hidden words</p><p style="display: none">More</p><template><p>And more</p></template>' },
        'no visible text',
      ],
      [{ body: '<div id="root"></div><script src="/app.js"></script>' }, 'scripts'],
    ],
  },
  'content.stub': {
    right: [
      {},
      { body: `<h1>Oil a chain</h1><p>${'Turn the pedals and let a drop fall on each link. '.repeat(3)}</p>` },
    ],
    wrong: [
      [{ body: '<h1>B</h1>' }, '1 word'],
      [{ body: '<h1>Oil a chain</h1><p>Soon more.</p>' }, '5 words'],
    ],
  },
  'content.thin': {
    right: [
      {},
      {
        lang: 'ja',
        body: `<h1>包丁の研ぎ方</h1><p>${'包丁を研ぐときは砥石を水に浸してから使います。'.repeat(20)}</p>`,
      },
    ],
    wrong: [
      [{ body: '<h1>Hello</h1><p>Not much to say here.</p>' }, '6 words'],
      [{ body: `<main>${'word '.repeat(150)}</main>`, input: { page_type: 'article' } }, '150 words'],
    ],
  },
  'content.placeholder': {
    right: [
      {},
      {
        head: '<title>Lorem ipsum: where the text comes from</title>',
        body: '<p>Lorem ipsum dolor sit amet is no Latin. You will find out why in this text.</p>',
      },
      { body: `${BODY}<pre>TODO: write tests</pre>` },
    ],
    wrong: [
      [{ body: `${BODY}<p>Lorem ipsum dolor sit amet, consectetur.</p>` }, 'Lorem ipsum'],
      [{ body: `${BODY}<p>TODO: add figures</p>` }, 'TODO: add figures'],
    ],
  },
  'h1.missing': {
    right: [
      {},
      { body: `<h1><img src="/logo.png" alt="Sharp knives"></h1>${PROSE}` },
      { body: `<h1></h1><h1>Second has text</h1>${PROSE}` },
    ],
    wrong: [
      [{ body: `<h2>Second level</h2>${PROSE}` }, 'no H1'],
      [{ body: `<h1> </h1>${PROSE}` }, 'no text'],
      [{ body: `<h1 style="display:none">Hidden</h1>${PROSE}` }, 'hidden'],
    ],
  },
  'h1.multiple': { right: [{}], wrong: [[{ body: `${BODY}<h1>Another</h1>` }, '2 H1']] },
  'h1.keyword': {
    right: [{ input: { keyword: 'sharpening knife' } }],
    wrong: [[{ input: { keyword: 'garden hose' } }, 'lacks']],
  },
  'heading.order': {
    right: [{}, { body: `<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>${PROSE}<footer><h6>Imprint</h6></footer>` }],
    wrong: [[{ body: `<h1>A</h1><h2>B</h2><h4>C</h4>${PROSE}` }, 'H4 “C” follows an H2']],
  },
  'heading.empty': {
    right: [{}, { body: `${BODY}<h2><img src="a.png" alt="Words"></h2><h2 hidden></h2>` }],
    wrong: [[{ body: `${BODY}<h3> <br> </h3>` }, '1 empty heading']],
  },
  'sd.json': {
    right: [
      { head: schema({ '@type': 'WebPage' }) },
      { head: jsonLd('<!-- {"@context":"https://schema.org","@type":"WebPage"} -->') },
    ],
    wrong: [
      [{ head: jsonLd('\n{\n  "@type": "Product",\n  "name": "Knife",\n}') }, 'line 5'],
      [{ head: jsonLd('') }, 'empty'],
      [{ head: jsonLd("{'a': 1}") }, 'single quotes'],
    ],
  },
  'sd.vocabulary': {
    right: [{ head: schema({ '@type': 'WebPage' }) }, { head: jsonLd('{"@type":"https://schema.org/WebPage"}') }],
    wrong: [[{ head: jsonLd('{"@type":"WebPage"}') }, 'without schema.org']],
  },
  'sd.type': {
    right: [{ head: schema({ '@type': ['BlogPosting', 'Thing'] }) }, { head: schema({ '@type': 'MyOwnType' }) }],
    wrong: [
      [{ head: schema({ '@type': 'Blogposting' }) }, 'should be BlogPosting'],
      [{ head: schema({ name: 'x' }) }, 'without a type'],
    ],
  },
  'sd.required': {
    right: [
      {
        head: schema({
          '@type': 'Product',
          name: 'Knife',
          offers: { '@type': 'Offer', price: '10.00', priceCurrency: 'EUR' },
        }),
      },
      {
        head: jsonLd(
          '{"@context":"https://schema.org","@graph":[{"@type":"Product","name":"Knife","offers":{"@id":"#o"}},{"@type":"Offer","@id":"#o","price":5}]}',
        ),
      },
      {
        head: schema({
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://example.com/' },
            { '@type': 'ListItem', position: 2, name: 'Guides' },
          ],
        }),
      },
      {
        body: `${BODY}<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Knife</span><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="10"></div></div>`,
      },
      {
        body: `${BODY}<div vocab="https://schema.org/" typeof="Product"><span property="name">Knife</span><div property="offers" typeof="Offer"><meta property="price" content="10"></div></div>`,
      },
      { head: schema({ '@type': 'Article' }) },
    ],
    wrong: [
      [
        { body: `${BODY}<div typeof="schema:Product"><b property="schema:name">Knife</b></div>` },
        'Product lacks offers',
      ],
      [{ head: schema({ '@type': 'AggregateRating', ratingValue: 4, ratingCount: 2 }) }, 'lacks itemReviewed.name'],
      [{ head: schema({ '@type': 'Product', name: ' ' }) }, 'Product lacks name, offers or review or aggregateRating'],
      [{ head: schema({ '@type': 'Product', name: 'Knife', offers: { '@type': 'Offer' } }) }, 'offers.price'],
      [{ head: schema({ '@type': 'Restaurant', name: 'Sharp' }) }, 'Restaurant lacks address'],
      [
        {
          head: schema({
            '@type': 'BreadcrumbList',
            itemListElement: [
              { '@type': 'ListItem', name: 'Home' },
              { '@type': 'ListItem', position: 2, name: 'x' },
            ],
          }),
        },
        'itemListElement.position, itemListElement.item',
      ],
      [
        {
          head: schema({
            '@type': 'Product',
            name: 'K',
            aggregateRating: { '@type': 'AggregateRating', ratingValue: 4 },
          }),
        },
        'ratingCount or reviewCount',
      ],
    ],
  },
  'sd.recommended': {
    right: [
      {
        head: schema({
          '@type': 'BlogPosting',
          headline: 'A',
          author: { '@type': 'Person', name: 'B' },
          datePublished: '2026-01-01',
          image: 'https://example.com/a.jpg',
        }),
      },
    ],
    wrong: [[{ head: schema({ '@type': 'BlogPosting', headline: 'A' }) }, 'author.name, datePublished, image']],
  },
  'sd.values': {
    right: [
      { head: schema({ '@type': 'Article', datePublished: '2026-01-31T10:00:00+01:00', offers: { price: '10.50' } }) },
    ],
    wrong: [
      [
        { head: schema({ '@type': 'Product', offers: { price: '€10,50' } }) },
        'offers.price: a price must be a plain number',
      ],
      [
        { head: schema({ '@type': 'Article', datePublished: 'yesterday' }) },
        'datePublished: a date must be in ISO 8601: “yesterday”',
      ],
    ],
  },
  'sd.expected': {
    right: [
      {
        head: schema({
          '@type': 'Product',
          name: 'x',
          offers: { '@type': 'Offer', price: '9.00', priceCurrency: 'EUR' },
        }),
      },
      { input: { page_type: 'product' }, body: `${BODY}<p typeof="schema:Product">Knife</p>` },
    ],
    wrong: [[{ input: { page_type: 'product' } }, 'no structured data']],
  },
  'sd.retired': {
    right: [{ head: schema({ '@type': 'WebPage' }) }],
    wrong: [[{ head: schema({ '@type': 'FAQPage' }) }, 'FAQPage (since 2026-05-07)']],
  },
  'link.localhost': {
    right: [{}, { body: `${BODY}<p>Open <a href="http://localhost:3000">http://localhost:3000</a>.</p>` }],
    wrong: [
      [{ body: `${BODY}<a href="http://localhost:8080/x">Shop</a>` }, 'localhost:8080'],
      [{ body: `${BODY}<a href="http://192.168.1.5/x">Shop</a>` }, '192.168.1.5'],
      [{ body: `${BODY}<a href="http://shop.local/x">Shop</a>` }, 'shop.local'],
    ],
  },
  'link.none-internal': {
    right: [{}, { answer: null }],
    wrong: [
      [
        { body: `<h1>A</h1>${PROSE}<a href="https://other.example/">Other</a><a href="#top">Top</a>` },
        'no links to other pages',
      ],
    ],
  },
  'link.uncrawlable': {
    right: [
      {},
      { body: `${BODY}<a name="here"></a><a href="mailto:a@example.com">Mail</a><a href="tel:+49">Call</a>` },
      {
        body: `${BODY}<a href="#">Top</a><a href="#:~:text=grit">Grit</a><a href="?page=2">2</a><a href="//other.example">O</a>`,
      },
      {
        body: `${BODY}<a href="ftp://me@host.example">Files</a><a href="http://172.217.20.78">By number</a><a href="">Here</a>`,
      },
      {
        body: `${BODY}<a>Where a link would stand</a><a id="grits" rel="bookmark">Grits</a><a name="x" target="y">X</a>`,
      },
      { body: `${BODY}<a href="javascript:void(0)" role="button">4.5 stars</a><a role="tab" onclick="go()">Tab</a>` },
      {
        body: `${BODY}<a href="/prices" onclick="window.open('x')">Prices</a><a href="mailto:a@b.example" onclick="go()">M</a>`,
      },
      { body: `${BODY}<svg><a><path d="M0 0"/></a></svg>` },
    ],
    wrong: [
      [{ body: `${BODY}<a onmousedown="go()">Prices</a>` }, 'has no href'],
      [{ body: `${BODY}<a onclick="go()"><i class="icon"></i></a>` }, 'has no href'],
      [{ body: `${BODY}<a target="_blank">Prices</a>` }, 'has no href'],
      [{ body: `${BODY}<a type="button" tabindex="0">Best of the year</a>` }, 'has no href'],
      [{ body: `${BODY}<a role=" " rel="nofollow">Prices</a>` }, 'has no href'],
      [{ body: `${BODY}<a name=" " rel="nofollow">Prices</a>` }, 'has no href'],
      [{ body: `${BODY}<a href="ftp://">Files</a>` }, 'ftp://'],
      ...[
        'javascript:void(0)',
        'javascript: void(0)',
        'javascript : void ( 0 )',
        'javascript:void 0',
        'JAVASCRIPT:;',
      ].map((href): readonly [Case, string] => [
        { body: `${BODY}<nav><a href="${href}"></a></nav>` },
        'only runs a script',
      ]),
      [{ body: `${BODY}<a onclick="go()">Prices</a>` }, 'has no href'],
      [{ body: `${BODY}<a href="file:///C:/a.html">Prices</a>` }, 'file:'],
      [{ body: `${BODY}<a href="http://a b">Prices</a>` }, 'http://a b'],
      [{ body: `${BODY}<a href="JavaScript:go()">Prices</a>` }, 'only runs a script'],
    ],
  },
  'sec.mixed': {
    right: [
      {},
      { answer: { final_url: 'https://example.com/' }, body: `${BODY}<script src="//cdn.example/a.js"></script>` },
    ],
    wrong: [
      [{ body: `${BODY}<script src="http://cdn.example/a.js"></script>` }, 'cdn.example'],
      [{ body: `${BODY}<img src="http://cdn.example/a.png" alt="">` }, '1 resource'],
    ],
  },
  'sec.form-http': {
    right: [{ body: `${BODY}<form action="/search"></form>` }],
    wrong: [[{ body: `${BODY}<form action="http://example.com/login"></form>` }, '1 form']],
  },
  'link.empty-text': {
    right: [
      {},
      {
        body: `${BODY}<a href="/x"><img src="a.png" alt="Cart"></a><a href="/y" aria-label="Cart"></a><a href="/z"><svg><title>Cart</title></svg></a><a href="/w"><i title="Cart"></i></a>`,
      },
    ],
    wrong: [
      [
        { body: `${BODY}<a href="/x"><img src="a.png" alt=""></a><a href="/y"><i class="icon"></i></a>` },
        '2 links without text or label',
      ],
    ],
  },
  'link.text': {
    right: [
      {},
      { body: `${BODY}<a href="/x" aria-label="Read more about grits">Read more</a><a href="#more">More</a>` },
      { body: `${BODY}<a href="/plus">Plus</a><a href="/mas">Mas</a><a href="/tu">Tu</a><a href="/her">Her</a>` },
      { lang: 'de', body: `${BODY}<a href="/">Start</a><a href="/go">Go</a><a href="/this">This</a>` },
      { lang: 'fil', body: `${BODY}<a href="/here">Here</a>` },
      { html: `<p>${'Words of no named language. '.repeat(9)}<a href="/plus">Plus</a> <a href="/mer">Mer</a>` },
      { body: `${BODY}<p lang="de"><a href="/start">Start</a></p><a href="/de"><span lang="de">Start</span></a>` },
      { body: `${BODY}<svg><a href="/start"><text xml:lang="de-DE">Start</text></a></svg>` },
      { body: `${BODY}<a href="/x"><img src="a.png" alt="Whetstones"> Read more</a>` },
      { body: `${BODY}<a href="/"><img src="logo.svg" alt="Go"></a>` },
      {
        body: `${BODY}<a href="/x" rel="noopener nofollow">here</a><a href="mailto:a@b.example">here</a><a href="javascript:x">here</a>`,
      },
      { body: `${BODY}<a href="/guides/sharpen-knives#end">here</a><a href="">here</a><a href="">more</a>` },
    ],
    wrong: [
      ...['klicke hier', 'click aquí', 'aqui', 'hier', 'こちら', 'здесь', "plus d'infos", 'click here'].map(
        (text): readonly [Case, string] => [
          { html: `<p>${'Words of no named language. '.repeat(9)}<a href="/x">${text}</a>` },
          text,
        ],
      ),
      [{ lang: 'en-US', body: `${BODY}<a href="/x">Start</a>` }, 'Start'],
      [{ lang: 'de-DE', body: `${BODY}<a href="/x">klicke hier</a>` }, 'klicke hier'],
      [{ html: `<body lang="de"><p>${'Wörter einer Sprache. '.repeat(9)}<a href="/x">mehr</a>` }, 'mehr'],
      [{ body: `${BODY}<p lang="fr"><a href="/x">Plus</a></p>` }, 'Plus'],
      [{ body: `${BODY}<a href="/x" lang="de"><span lang="en">here</span></a>` }, 'here'],
      [{ body: `${BODY}<a href="/x"><span lang="de">click</span> <span lang="fr">here</span></a>` }, 'click here'],
      [{ body: `${BODY}<a href="/x"><img src="a.png" alt="" lang="de"> here</a>` }, 'here'],
      [{ body: `${BODY}<a href="/x"><img src="a.png" alt="click"><span>click <b>here</b></span></a>` }, 'click here'],
      [{ body: `${BODY}<svg><a href="/x"><circle r="2"/><text x="5">here</text></a></svg>` }, 'here'],
      [{ body: `${BODY}<svg><a xlink:href="/x"><text>click this</text></a></svg>` }, 'click this'],
      [{ body: '<a href="/x">Click here</a><script src="/app.js"></script>' }, 'Click here'],
      [{ body: `${BODY}<a href="/x">Click here!</a>` }, 'Click here!'],
      [{ lang: 'de', body: `${BODY}<a href="/x">Mehr erfahren »</a>` }, 'Mehr erfahren'],
      [{ lang: 'ja', body: `${BODY}<a href="/x">詳しくはこちら</a>` }, '詳しくはこちら'],
      [{ lang: 'fr', body: `${BODY}<a href="/x">En savoir plus</a>` }, 'En savoir plus'],
    ],
  },
  'link.nofollow-internal': {
    right: [{ body: `${BODY}<a href="/x?sort=price" rel="nofollow">By price</a>` }],
    wrong: [[{ body: `${BODY}<a href="/x" rel="nofollow">Prices</a>` }, '1 internal link']],
  },
  'link.http': {
    right: [{ body: `${BODY}<a href="http://other.example/">Other</a>` }],
    wrong: [[{ body: `${BODY}<a href="http://www.example.com/x">Prices</a>` }, '1 internal link']],
  },
  'link.pagination': {
    right: [{ head: '<link rel="next" href="/list?page=2">', body: `${BODY}<a href="/list?page=2">Next page</a>` }],
    wrong: [[{ head: '<link rel="next" href="/list?page=2">' }, '1 page linked only']],
  },
  'link.duplicate-id': {
    right: [{ body: `${BODY}<a href="#a">Jump</a><p id="a"></p><p id="b"></p><p id="b"></p>` }],
    wrong: [[{ body: `${BODY}<a href="#a">Jump</a><p id="a"></p><p id="a"></p>` }, '“a”']],
  },
  'url.form': {
    right: [{}],
    wrong: [
      [{ answer: { final_url: 'https://example.com//a%20b?sid=1' } }, 'double slashes and spaces and a session id'],
    ],
  },
  'img.alt-missing': {
    right: [
      {
        body: `${BODY}<img src="a.png" alt=""><img src="b.png" alt="A knife"><img src="p.gif" width="1" height="1"><img src="c.png" role="presentation">`,
      },
      { body: `${BODY}<img src="a.png" title="A knife"><img src="a.png" aria-label="A knife"><img src="a.png" alt>` },
    ],
    wrong: [
      [{ body: `${BODY}<img src="a.png"><img src="b.png" alt="b">` }, '1 of 2 images'],
      [{ body: `${BODY}<img src="a.png" alt=" ">` }, '1 of 1 image'],
      [{ body: `${BODY}<img src="a.png" title=" ">` }, '1 of 1 image'],
    ],
  },
  'img.alt-file-name': {
    right: [{ body: '<img src="a.png" alt="A knife">' }],
    wrong: [[{ body: '<img src="a.png" alt="IMG_2041.JPG">' }, 'IMG_2041.JPG']],
  },
  'img.alt-long': {
    right: [{ body: '<img src="a.png" alt="A knife">' }],
    wrong: [[{ body: `<img src="a.png" alt="${'very '.repeat(40)}">` }, 'very long alt']],
  },
  'img.size': {
    right: [
      {
        body: '<img src="a.png" alt="" width="10" height="20"><img src="b.png" alt="" style="width: 10px; aspect-ratio: 1"><img src="c.svg" alt="">',
      },
    ],
    wrong: [[{ body: '<img src="a.png" alt="">' }, '1 of 1 image']],
  },
  'html.viewport': {
    right: [{}],
    wrong: [
      [{ head: TITLE }, 'no viewport'],
      [{ head: '<meta name="viewport" content="width=1024">' }, 'width=1024'],
    ],
  },
  'html.viewport-zoom': {
    right: [{}, { head: '<meta name="viewport" content="width=device-width, maximum-scale=10.0">' }],
    wrong: [[{ head: '<meta name="viewport" content="width=device-width, user-scalable=no">' }, 'disables']],
  },
  'hreflang.code': {
    right: [
      {
        head: '<link rel="alternate" hreflang="x-default" href="https://example.com/"><link rel="alternate" hreflang="zh-Hant-TW" href="https://example.com/tw"><link rel="alternate" hreflang="en-GB" href="https://example.com/uk">',
      },
    ],
    wrong: [
      ...[
        ['xx1', 'not an ISO 639-1'],
        ['XX-be-Hans', 'not an ISO 639-1'],
        ['@@', 'not an ISO 639-1'],
        [' es', 'trailing space'],
        [' x-default', 'trailing space'],
        ['in', 'region code without a language'],
        ['en-EU', 'no valid two-letter region'],
        ['fil', 'the only kind that Google documents'],
        ['iw', 'the only kind that Google documents'],
        ['es-419', 'numeric region'],
      ].map(([code = '', found = '']): readonly [Case, string] => [
        { head: `<link rel="alternate" hreflang="${code}" href="https://example.com/">` },
        found,
      ]),
      [{ answer: { headers: { link: '<https://example.com/>; rel="alternate"; hreflang="  es"' } } }, 'trailing space'],
      [{ head: '<link rel="alternate" hreflang="en-UK" href="https://example.com/">' }, 'the code is gb'],
      [{ head: '<link rel="alternate" hreflang="jp" href="https://example.com/">' }, 'region code without a language'],
      [{ head: '<link rel="alternate" hreflang="en_US" href="https://example.com/">' }, 'underscore'],
      [{ answer: { headers: { link: '<https://example.com/>; rel="alternate"; hreflang="xx"' } } }, 'not an ISO 639-1'],
    ],
  },
  'hreflang.relative': {
    right: [{ head: '<link rel="alternate" hreflang="de" href="https://example.com/de">' }],
    wrong: [
      [{ head: '<link rel="alternate" hreflang="de" href="/de">' }, '1 URL'],
      [{ head: '<link rel="alternate" hreflang="de">' }, '1 URL'],
      [{ head: '<link rel="alternate" hreflang="de" href="example.com">' }, '1 URL'],
      [{ answer: { headers: { link: '<//example.com/de>; rel=alternate; hreflang=de' } } }, '1 URL'],
    ],
  },
  'hreflang.duplicate': {
    right: [
      {
        head: '<link rel="alternate" hreflang="de" href="https://example.com/de"><link rel="alternate" hreflang="de" href="https://example.com/de/">',
      },
    ],
    wrong: [
      [
        {
          head: '<link rel="alternate" hreflang="de" href="https://example.com/de"><link rel="alternate" hreflang="DE" href="https://example.com/at">',
        },
        'different URLs',
      ],
    ],
  },
  'hreflang.no-self': {
    right: [
      {
        head: '<link rel="alternate" hreflang="en" href="https://example.com/guides/sharpen-knives/"><link rel="alternate" hreflang="de" href="https://example.com/de">',
      },
    ],
    wrong: [[{ head: '<link rel="alternate" hreflang="de" href="https://example.com/de">' }, 'none of 1 version']],
  },
  'hreflang.canonical-conflict': {
    right: [
      { head: `${CANONICAL}<link rel="alternate" hreflang="en" href="https://example.com/guides/sharpen-knives">` },
    ],
    wrong: [
      [
        {
          head: '<link rel="canonical" href="https://example.com/de"><link rel="alternate" hreflang="en" href="https://example.com/guides/sharpen-knives"><link rel="alternate" hreflang="de" href="https://example.com/de">',
        },
        'another language version',
      ],
    ],
  },
  'hreflang.language-mismatch': {
    right: [
      { lang: 'en-US', head: '<link rel="alternate" hreflang="en" href="https://example.com/guides/sharpen-knives">' },
    ],
    wrong: [
      [
        { lang: 'fr', head: '<link rel="alternate" hreflang="en" href="https://example.com/guides/sharpen-knives">' },
        'html lang is “fr”',
      ],
    ],
  },
  'html.lang': {
    right: [{}, { lang: 'zh-Hant-TW' }, { lang: 'gsw' }],
    wrong: [
      [{ lang: 'english' }, 'not a language tag'],
      [{ lang: 'en_US' }, 'not a language tag'],
      [{ html: '<html><head></head><body>x</body></html>' }, 'no html lang'],
    ],
  },
  'html.charset': {
    right: [
      {},
      { head: TITLE },
      { head: '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">' },
      { answer: null, html: '\uFEFF<p>x' },
    ],
    wrong: [
      [{ head: '<meta charset="iso-8859-1">' }, '“utf-8” in the header'],
      [{ answer: null, head: TITLE }, 'no meta charset'],
    ],
  },
  'social.og': { right: [{}], wrong: [[{ head: TITLE }, 'no og:title and no og:image']] },
  'social.og-image': {
    right: [{}],
    wrong: [[{ head: '<meta property="og:image" content="/a.png">' }, 'not absolute']],
  },
  'social.og-url': {
    right: [{ head: `${CANONICAL}<meta property="og:url" content="https://example.com/guides/sharpen-knives/">` }],
    wrong: [[{ head: `${CANONICAL}<meta property="og:url" content="https://example.com/">` }, 'og:url is']],
  },
  'social.twitter': {
    right: [{}, { head: '<meta name="twitter:card" content="summary">' }],
    wrong: [[{ head: TITLE }, 'no twitter:card']],
  },
};

const rules = Object.values(RULES).flat();

describe('the table', () => {
  it('has each rule once, with words for what is expected and how to fix it', () => {
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
    for (const { expected, fix, docs } of rules) {
      expect(expected).not.toBe('');
      expect(fix).toMatch(/\.$/);
      expect(docs).toMatch(/^https:\/\//);
    }
  });

  it('has a judge for each text', () => {
    const known = new Set(rules.map(({ id }) => id));
    expect(RULE_IDS.filter((id) => !known.has(id))).toEqual([]);
    expect(rules.filter(({ expected }) => /[{}]|undefined/.test(expected)).map(({ id }) => id)).toEqual([]);
  });

  it('has a passing and a failing page here for each rule, and no page for a rule that is not there', () => {
    expect(Object.keys(CASES).sort()).toEqual(rules.map((rule) => rule.id).sort());
    const lacking = Object.entries(CASES).filter(([, { right, wrong }]) => right.length === 0 || wrong.length === 0);
    expect(lacking.map(([id]) => id)).toEqual([]);
  });

  it('is in the documentation, each rule with its severity', () => {
    const documented = readFileSync(new URL('../../../../docs/technical-qa.md', import.meta.url), 'utf8');
    for (const { id, severity } of rules)
      expect(documented).toMatch(new RegExp(`^\\| \`${id}\` \\| ${severity} \\|`, 'm'));
    const written = [...documented.matchAll(/^\| `([a-z\d.-]+)` \|/gm)].map((found) => found[1]);
    expect(new Set(written)).toEqual(new Set(rules.map((rule) => rule.id)));
  });
});

describe('each rule', () => {
  for (const [id, { right, wrong }] of Object.entries(CASES)) {
    it(`${id} lets right pages pass`, () => {
      for (const page of right) expect(judged(id, page)).toMatchObject({ status: 'pass', fix: '' });
    });

    it(`${id} finds wrong pages, says what it found and how to fix it`, () => {
      for (const [page, found] of wrong) {
        const check = judged(id, page);
        expect(check.found).toContain(found);
        expect(['fail', 'warn']).toContain(check.status);
        expect(check.fix).not.toBe('');
        expect(check.docs).toMatch(/^https:\/\//);
      }
    });

    it(`${id} quotes what stands in the page or in its answer, and nothing else`, () => {
      for (const page of [...right, ...wrong.map(([each]) => each)]) {
        const document = inOne(documentOf(page));
        const answer = leavesOf(inputOf(page).url).join('\n');
        for (const { element, line } of judged(id, page).evidence) {
          if (line !== null) expect(document).toContain(inOne(element.replace(/…$/, '')));
          else
            for (const word of element
              .replace(STATED, '')
              .replace(/ \/robots\.txt$/, '')
              .split(/ (?:→ )?/))
              expect(answer).toContain(word);
        }
      }
    });
  }
});

/** Evidence from outside of the document begins with a word of ours that says what it is. */
const STATED = /^(?:HTTP|robots\.txt line \d+:|robots\.txt:|x-robots-tag:|content-type:|link:) /;
const inOne = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();

/** Every text and number of an answer, and of nothing else. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

describe('what cannot be checked', () => {
  it('is not applicable with the reason, never passed', () => {
    expect(judged('index.noindex-header', { answer: null })).toMatchObject({
      status: 'not_applicable',
      found: expect.stringContaining('not checked'),
    });
    expect(judged('index.robots-blocked', { answer: { robots: null } }).status).toBe('not_applicable');
    expect(
      judged('index.robots-blocked', { answer: { robots: { allowed: null, status: null, matched_line: null } } })
        .status,
    ).toBe('not_applicable');
    expect(judged('canonical.missing', { markdown: '# A' })).toMatchObject({
      status: 'not_applicable',
      found: 'Markdown has no head',
    });
    expect(judged('index.https', { answer: { final_url: 'http://localhost:3000/a' } }).status).toBe('not_applicable');
    expect(judged('index.nofollow', { markdown: '# A' }).status).toBe('not_applicable');
    expect(judged('title.missing', { markdown: '# A' }).status).toBe('not_applicable');
    expect(judged('h1.missing', { body: '<div id="root"></div><script src="/app.js"></script>' }).status).toBe(
      'not_applicable',
    );
    expect(judged('canonical.target', {}).status).toBe('not_applicable');
    expect(
      judged('robots.valid', { answer: { robots: { allowed: true, status: 404, matched_line: null } } }).status,
    ).toBe('not_applicable');
    const shell = '<a href="/about">About us</a><div id="root"></div><script src="/app.js"></script>';
    expect(judged('link.text', { body: shell }).status).toBe('not_applicable');
    const feed = '<link rel="alternate" type="application/rss+xml" hreflang="en" href="/feed">';
    const outside = '<link rel="alternate" hreflang="xx" href="/x">';
    for (const page of [{ head: feed }, { body: outside }, { head: '<link rel="alternate" hreflang="" href="/x">' }]) {
      expect(judged('hreflang.code', page).status).toBe('not_applicable');
      expect(judged('hreflang.relative', page).status).toBe('not_applicable');
    }
    expect(judged('title.keyword', {}).found).toBe('no keyword was sent');
  });

  it('is only the head in Markdown: front matter, headings, links and images are judged', () => {
    const markdown =
      '---\ntitle: Sharpening kitchen knives\ndescription: short\n---\n## Grits\n\n#### Fine\n\nSee [here](/a) and ![](knife.png).\n';
    expect(judged('title.missing', { markdown }).status).toBe('pass');
    expect(judged('meta.short', { markdown }).status).toBe('warn');
    expect(judged('h1.missing', { markdown }).found).toContain('front matter');
    expect(judged('heading.order', { markdown })).toMatchObject({
      status: 'warn',
      evidence: [{ element: 'Fine', line: 7 }],
    });
    expect(judged('title.missing', { markdown }).evidence).toEqual([
      { element: 'title: Sharpening kitchen knives', line: 2 },
    ]);
    expect(judged('link.text', { markdown }).evidence).toEqual([{ element: '[here](/a)', line: 9 }]);
    expect(judged('img.alt-missing', { markdown }).evidence).toEqual([{ element: '![](knife.png)', line: 9 }]);
  });
});

describe('evidence', () => {
  it('quotes the start tag on one line of at most 200 characters with its line number', () => {
    const check = judged('img.alt-missing', { body: `\n\n<img\n  src="a.png"\n  data-x="${'x'.repeat(500)}">` });
    expect(check.evidence[0]?.line).toBe(3);
    expect(check.evidence[0]?.element).toMatch(/^<img src="a\.png" data-x="x+…$/);
    expect(check.evidence[0]?.element.length).toBe(200);
  });

  it('is at most five elements, while the count is of all', () => {
    const check = judged('img.alt-missing', { body: '<img src="a.png">'.repeat(40) });
    expect(check.evidence).toHaveLength(5);
    expect(check.found).toBe('40 of 40 images without alt');
  });
});
