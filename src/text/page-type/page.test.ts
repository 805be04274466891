import { describe, expect, it } from 'vitest';

import { measureGrowth } from '../../../test/growth.ts';
import { readPage } from '../../web/page/read.ts';
import { judgePageType } from './page.ts';

const PROSE = '<p>A pump moves water from the lower basin to the upper one, and a valve keeps it up there.</p>'.repeat(
  25,
);
const card = (name: string, at: number, rest = ''): string =>
  `<li><h3><a href="/${at}">${name} ${at}</a></h3>${rest}</li>`;
const cards = (count: number, name: string, rest = ''): string =>
  `<ul>${Array.from({ length: count }, (_, at) => card(name, at + 1, rest)).join('')}</ul>`;
const sections = (names: readonly string[], text = PROSE.slice(0, 800)): string =>
  names.map((name) => `<h2>${name}</h2>${text}`).join('');
const data = (...nodes: readonly object[]): string =>
  nodes
    .map(
      (node) =>
        `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...node })}</script>`,
    )
    .join('');
const CRMS = ['1. HubSpot', '2. Pipedrive', '3. Zoho CRM', '4. Freshsales', '5. Close'];

interface Case {
  readonly url?: string;
  readonly head?: string;
  readonly body: string;
  readonly lang?: string;
}

function judge({ url, head = '', body, lang = 'en' }: Case): string | undefined {
  const html = `<!doctype html><html lang="${lang}"><head>${head}</head><body><main>${body}</main></body></html>`;
  return judgePageType(readPage({ html }, url))?.value;
}

describe('judgePageType', () => {
  it.each<[string, Case, string | undefined]>([
    ['eight shops, which are enough to choose from', { body: `<h1>Shops</h1>${cards(8, 'Shop')}` }, 'listing'],
    ['seven shops, which are not', { body: `<h1>Shops</h1>${cards(7, 'Shop')}` }, undefined],
    ['shops in a directory', { body: `<h1>Bike shops in Leeds</h1>${cards(14, 'Shop')}` }, 'listing'],
    ['dated events', { body: `<h1>What’s on</h1>${cards(14, 'Concert', '<span>12 May 2026</span>')}` }, 'listing'],
    [
      'goods with prices',
      { body: `<h1>Blankets</h1>${cards(14, 'Blanket', '<span>20.00 €</span>')}` },
      'category_page',
    ],
    [
      'a list that says so',
      { head: data({ '@type': 'CollectionPage', name: 'Wool' }), body: '<h1>Wool</h1>' },
      'listing',
    ],
    [
      'several products',
      {
        url: 'https://a.example/c/wool',
        head: data({ '@type': 'Product', name: 'One' }, { '@type': 'Product', name: 'Two' }),
        body: '<h1>Wool</h1>',
      },
      'category_page',
    ],
    [
      'the home page of a business that says where it is',
      {
        url: 'https://harbour-bikes.example/',
        head: data({ '@type': 'BikeStore', name: 'Harbour Bikes' }),
        body: '<h1>Harbour Bikes</h1><p>Bikes and repairs.</p>',
      },
      'local_landing_page',
    ],
    [
      'any other home page',
      {
        url: 'https://a.example/',
        head: data({ '@type': 'Organization', name: 'A' }),
        body: '<h1>A</h1><p>Bikes.</p>',
      },
      'homepage',
    ],
    ['the best things of a kind', { body: `<h1>The 5 best CRMs of 2026</h1>${sections(CRMS)}` }, 'ranking'],
    [
      'the best things, marked up as an article',
      {
        url: 'https://a.example/blog/best-crm',
        head: `${data({ '@type': 'BlogPosting', headline: 'Best CRMs' })}<meta property="og:type" content="article">`,
        body: `<h1>Best CRMs</h1>${sections(CRMS)}`,
      },
      'ranking',
    ],
    [
      'numbered headings',
      { body: `<h1>What keeps a team together</h1>${sections(['1. Trust', '2. Time', '3. Tea', '4. Truth'])}` },
      'listicle',
    ],
    [
      'chapters with numbers',
      { body: `<h1>Pumps</h1>${sections(['1. Introduction', '2. Valves', '3. Seals', '4. Motors'])}` },
      undefined,
    ],
  ])('sees a list in %s', (_, page, type) => {
    expect(judge(page)).toBe(type);
  });

  const TOOLS = ['HubSpot', 'Pipedrive', 'Zoho', 'Freshsales', 'Close'];
  const lines = (format: (name: string, at: number) => string): string =>
    TOOLS.map((name, at) => format(name, at)).join('');

  it.each<[string, string, string | undefined]>([
    ['as many headings as promised', `# The 5 best CRMs\n\n${lines((name) => `## ${name}\nGood.\n`)}`, 'ranking'],
    ['as many items as promised', `# 5 best CRMs\n\n${lines((name) => `- ${name}\n`)}`, 'ranking'],
    ['names with a description', `# Best CRMs\n\n${lines((name, at) => `${at + 1}. ${name}: good\n`)}`, 'ranking'],
    ['numbered paragraphs', `# Best CRMs\n\n${lines((name, at) => `**${at + 1}. ${name}** Good.\n\n`)}`, 'ranking'],
    ['a countdown', `# Best CRMs\n\n${lines((name, at) => `## ${5 - at}. ${name}\nGood.\n`)}`, 'ranking'],
    ['advice', `# 5 facts about sleep\n\n${lines((name) => `- ${name} sleeps.\n`)}`, 'listicle'],
    // Nothing below keeps the promise of the title, or nothing promises a list.
    ['fewer items than promised', `# 7 facts about sleep\n\n${lines((name) => `- ${name} sleeps.\n`)}`, undefined],
    [
      'a list in a longer text',
      `# 5 facts about sleep\n\n${'We sleep at night. '.repeat(30)}\n\n${lines((name) => `- ${name}\n`)}`,
      undefined,
    ],
    ['names without a description', `# Best CRMs\n\n${lines((name) => `- ${name}\n`)}`, 'comparison_page'],
    ['goods with prices', `# 5 best sellers\n\n${lines((name) => `- ${name}, $20\n`)}`, 'comparison_page'],
    ['a list without a promise', `# Our CRMs\n\n${lines((name) => `- ${name}: good\n`)}`, undefined],
  ])('takes a short list by what its title promises: %s', (_, markdown, type) => {
    expect(judgePageType(readPage({ markdown }, undefined))?.value).toBe(type);
  });

  it.each<[string, Case, string]>([
    ['how-to words without steps', { body: `<h1>How to choose a pump</h1>${PROSE}` }, 'guide'],
    [
      'steps',
      { body: `<h1>How to fix a flat tyre</h1>${sections(['Step 1: Remove the wheel', 'Step 2: Patch the hole'])}` },
      'how_to',
    ],
    [
      'steps in German',
      {
        lang: 'de',
        body: `<h1>So flickst du einen Reifen</h1><h2>1. Nimm das Rad heraus</h2><p>Öffne dazu die Bremse und löse die beiden Muttern der Achse.</p><h2>2. Klebe den Flicken auf</h2><p>Drücke ihn eine Minute lang fest an und warte dann noch etwas.</p>`,
      },
      'how_to',
    ],
    [
      'a recipe',
      {
        body: '<h1>Apple cake</h1><h2>Ingredients</h2><ul><li>4 apples<li>200 g flour</ul><h2>Method</h2><ol><li>Heat the oven.<li>Mix it all.</ol>',
      },
      'recipe',
    ],
    [
      'questions',
      {
        body: `<h1>Help with orders</h1>${sections(['Where is my parcel?', 'May I return it?', 'Who pays?'], '<p>Yes.</p>')}`,
      },
      'faq',
    ],
  ])('tells instructions from explanations: %s', (_, page, type) => {
    expect(judge(page)).toBe(type);
  });

  it.each<[string, Case, string | undefined]>([
    [
      'prose at the address of a product',
      { url: 'https://a.example/p/old-light', body: `<h1>Old light</h1><p>1 March 2026</p>${PROSE}` },
      'article',
    ],
    [
      'a declared article at the address of a product',
      {
        url: 'https://a.example/p/old-light',
        head: data({ '@type': 'NewsArticle', headline: 'Old light' }),
        body: `<h1>Old light</h1>${PROSE}`,
      },
      'article',
    ],
    [
      'a declared product at the address of a post',
      {
        url: 'https://a.example/blog/fjord',
        head: data({ '@type': 'Product', name: 'Fjord' }),
        body: '<h1>Fjord</h1><p>20.00 €</p>',
      },
      'product',
    ],
    [
      'a product with related ones',
      {
        url: 'https://a.example/products/fjord',
        head: data({ '@type': 'Product', name: 'Fjord' }),
        body: `<h1>Fjord</h1>${cards(14, 'Blanket', '<span>20.00 €</span>')}`,
      },
      'product',
    ],
    [
      'a product without markup, numbered in its address, with related ones',
      {
        url: 'https://a.example/store/products/fjord-blanket-117023/',
        body: `<h1>Fjord blanket</h1>${cards(26, 'Blanket', '<span>20.00 €</span>')}`,
      },
      'product',
    ],
    [
      'a product without markup on a shelf of a shop, with related ones',
      {
        url: 'https://a.example/shop/blankets/fjord/',
        body: `<h1>Fjord</h1><p>£90.00</p><button>Add to basket</button><p>Wool.</p>${cards(14, 'Blanket', '<span>£20.00</span>')}`,
      },
      'product',
    ],
    [
      'the same in Spanish, where the address tells nothing',
      {
        url: 'https://a.example/fjord',
        lang: 'es',
        body: `<h1>Fjord</h1><p>90,00 €</p><button>Añadir al carrito</button>${cards(9, 'Manta', '<span>20,00 €</span>')}`,
      },
      'product',
    ],
    [
      'the same in Japanese, whose buttons say more around the phrase',
      {
        url: 'https://a.example/fjord',
        lang: 'ja',
        body: `<h1>Fjord</h1><p>¥9,000</p><button>今すぐカートに入れる</button>${cards(9, '毛布', '<span>¥2,000</span>')}`,
      },
      'product',
    ],
    [
      'a shelf with a button in each card, at the address of products',
      {
        url: 'https://a.example/products/blankets',
        body: `<h1>Blankets</h1>${cards(14, 'Blanket', '<span>£20.00</span><button>Add to basket</button>')}`,
      },
      'category_page',
    ],
    [
      'many prices that lead to one page, which are variants',
      {
        url: 'https://a.example/products/fjord',
        body: `<h1>Fjord</h1><a href="/help">Help</a><table>${'<tr><td>Blue</td><td>£90.00</td></tr>'.repeat(30)}</table>`,
      },
      'product',
    ],
    [
      'an electrician who is marked up as a product for the stars',
      {
        url: 'https://a.example/services/electrician',
        head: data({ '@type': 'Product', name: 'Electrician', aggregateRating: { '@type': 'AggregateRating' } }),
        body: `<h1>Electrician</h1>${PROSE}`,
      },
      'service',
    ],
    [
      'standings, which are most of the page',
      {
        url: 'https://a.example/league/standings',
        body: `<h1>Standings</h1><table>${Array.from({ length: 14 }, (_, at) => `<tr><td><a href="/team-${at}">Team ${at}</a></td>${'<td>12</td>'.repeat(6)}</tr>`).join('')}</table>`,
      },
      'listing',
    ],
    [
      'a number to call on a page of no other type',
      { body: `<h1>Bookkeeping</h1><p>We keep your books.</p><a href="tel:+49301234">030 1234</a>` },
      'landing_page',
    ],
    [
      'a product in two notations',
      { head: data({ '@type': 'Product', name: 'Fjord' }, { '@type': 'Product' }), body: '<h1>Fjord blanket</h1>' },
      'product',
    ],
    [
      'an article in a blog',
      {
        url: 'https://a.example/blog/old-light',
        head: data({ '@type': 'Article', headline: 'Old light' }),
        body: `<h1>Old light</h1>${PROSE}`,
      },
      'blog_post',
    ],
    [
      'an article in a manual',
      {
        url: 'https://a.example/docs/pumps',
        head: '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-01">',
        body: `<h1>Pumps</h1>${PROSE}`,
      },
      'docs',
    ],
    [
      'a restaurant',
      { head: data({ '@type': 'Restaurant', name: 'Quay' }), body: '<h1>Quay</h1>' },
      'local_landing_page',
    ],
    [
      'a thread',
      { url: 'https://forum.a.example/t/wool/4711', body: `<h1>How do you wash wool?</h1>${PROSE}` },
      'forum_thread',
    ],
    [
      'a home page full of prices',
      { url: 'https://a.example/', body: `<h1>Wool</h1>${cards(30, 'Blanket', '<span>20.00 €</span>')}` },
      'homepage',
    ],
    [
      'the address of a category without anything in it',
      { url: 'https://museum.example/collections/blue-vase', body: `<h1>Blue vase</h1>${PROSE}` },
      undefined,
    ],
    ['nothing', { body: '<p>Hello.</p>' }, undefined],
  ])('weighs what a page declares and says against its address: %s', (_, page, type) => {
    expect(judge(page)).toBe(type);
  });

  it('says what it goes by', () => {
    const page = readPage({ html: `<main><h1>The 5 best CRMs</h1>${sections(CRMS)}</main>` }, undefined);
    expect(judgePageType(page)).toEqual({
      value: 'ranking',
      confidence: 0.85,
      evidence: ['a “best of” title with 5 headings at one level'],
    });
  });

  it('takes time in proportion to the page', () => {
    const pages = new Map(
      [250, 1000].map((size) => [
        size,
        readPage({ html: `<main><h1>Shops</h1>${cards(size, 'Shop', '<span>12 May 2026</span>')}</main>` }, undefined),
      ]),
    );
    const judgeSize = (size: number): unknown => {
      const page = pages.get(size);
      return page === undefined ? undefined : judgePageType(page);
    };
    for (const page of pages.values()) expect(judgePageType(page)?.value).toBe('listing');
    expect(measureGrowth(judgeSize, 250)).toBeLessThan(9);
  });
});
