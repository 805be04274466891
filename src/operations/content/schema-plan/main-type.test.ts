import { describe, expect, it } from 'vitest';

import { schemaPlan } from './schema-plan.ts';

const CARDS = Array.from(
  { length: 14 },
  (_, at) => `<li><a href="/item-${at}">Wool blanket no. ${at}</a> <span>${at + 20}.00 €</span></li>`,
).join('');
const PROSE = '<p>A pump moves water from the lower basin to the upper one, and a valve keeps it there.</p>'.repeat(15);
const CODE = '<pre><code>pump.start()</code></pre><pre><code>pump.stop()</code></pre>';
const DATA = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;
const QUESTIONS = ['Does an implant hurt?', 'How long does it last?', 'What does it cost?']
  .map((question) => `<h2>${question}</h2><p>That depends on the bone, and we say so before we begin.</p>`)
  .join('');
const SITE = DATA({ '@type': 'Organization', name: 'Example', url: 'https://a.example/' });
const OFFER = { '@type': 'Offer', price: '20.00', priceCurrency: 'EUR' };

function mainOf(url: string, body: string): { type: string | null; node: Record<string, unknown> | undefined } {
  const text = `<!doctype html><html lang="en"><head><title>Things | Example</title></head><body><main>${body}</main></body></html>`;
  const report = schemaPlan.run({
    page: { text, format: 'html', url, answer: undefined },
    page_type: 'auto',
    keyword: undefined,
    target: undefined,
    include_jsonld: true,
  });
  const node = report.recommended_types.find(({ role }) => role === 'main');
  expect(node?.type ?? null).toBe(report.page_type.type);
  return { type: report.page_type.type, node: report.jsonld ?? undefined };
}

interface Case {
  readonly name: string;
  readonly url: string;
  readonly body: string;
  readonly main: string | null;
}

const CASES: readonly Case[] = [
  {
    name: 'a category of a shop, whatever its cards cost',
    url: 'https://a.example/collections/blankets',
    body: `<h1>Blankets</h1><ul>${CARDS}</ul><button>Add to cart</button>`,
    main: 'CollectionPage',
  },
  {
    name: 'a category that describes several of its products',
    url: 'https://a.example/c/blankets',
    body: `<h1>Blankets</h1><ul>${CARDS}</ul>${DATA({ '@type': 'Product', name: 'One', offers: OFFER })}${DATA({ '@type': 'Product', name: 'Two', offers: OFFER })}`,
    main: 'CollectionPage',
  },
  {
    name: 'a product below the address of its collection',
    url: 'https://a.example/collections/blankets/products/fjord',
    body: `<h1>Fjord</h1><p>49.00 €</p><p>SKU: 12345</p><button>Add to cart</button><ul>${CARDS}</ul>`,
    main: 'Product',
  },
  {
    name: 'the one product that a page describes, at whatever address',
    url: 'https://a.example/catalog/fjord',
    body: `<h1>Fjord</h1>${DATA({ '@type': 'Product', name: 'Fjord', offers: OFFER })}<p>20.00 €</p><ul>${CARDS}</ul>`,
    main: 'Product',
  },
  {
    name: 'an object of a museum, which links to little',
    url: 'https://a.example/collections/blue-vase',
    body: `<h1>Blue vase</h1>${PROSE}`,
    main: null,
  },
  {
    name: 'a dated article in a category',
    url: 'https://a.example/category/science/old-light',
    body: `<article><h1>Old light</h1><p>By Ada King</p><time datetime="2026-03-01">1 March 2026</time>${PROSE}<ul>${CARDS}</ul></article>`,
    main: 'Article',
  },
  {
    name: 'a thread of a forum',
    url: 'https://forum.a.example/t/how-do-you-wash-wool/4711',
    body: `<h1>How do you wash wool?</h1>${PROSE}`,
    main: 'DiscussionForumPosting',
  },
  {
    name: 'a thread of an older forum',
    url: 'https://a.example/forum/viewtopic.php?t=4711',
    body: `<h1>How do you wash wool?</h1>${PROSE}`,
    main: 'DiscussionForumPosting',
  },
  {
    name: 'the front of a forum',
    url: 'https://forum.a.example/latest',
    body: `<h1>Latest</h1><ul>${CARDS}</ul>`,
    main: 'CollectionPage',
  },
  {
    name: 'an address like that of a thread on a site that is no forum',
    url: 'https://a.example/t/blankets/4711',
    body: `<h1>Blankets</h1>${PROSE}`,
    main: null,
  },
  {
    name: 'documentation with code, on the site of an organisation',
    url: 'https://a.example/docs/pumps',
    body: `<h1>Pumps</h1>${PROSE}${CODE}${SITE}`,
    main: 'TechArticle',
  },
  {
    name: 'the contents of a documentation',
    url: 'https://docs.a.example/',
    body: `<h1>Contents</h1><ul>${CARDS}</ul>`,
    main: 'CollectionPage',
  },
  {
    name: 'a page about one service',
    url: 'https://a.example/services/pump-repair',
    body: `<h1>Pump repair</h1>${PROSE}`,
    main: 'Service',
  },
  {
    name: 'the page of all services',
    url: 'https://a.example/services/',
    body: `<h1>Our services</h1>${PROSE}`,
    main: null,
  },
  {
    name: 'a page about a treatment, told in questions only',
    url: 'https://a.example/dental-implants',
    body: `<h1>Dental implants in Leeds</h1>${PROSE}${QUESTIONS}`,
    main: null,
  },
  {
    name: 'a page about one service, told in questions only',
    url: 'https://a.example/services/dental-implants',
    body: `<h1>Dental implants in Leeds</h1>${PROSE}${QUESTIONS}`,
    main: 'Service',
  },
  {
    name: 'a page that says that it answers questions',
    url: 'https://a.example/dental-implants',
    body: `<h1>Dental implants: FAQs</h1>${PROSE}${QUESTIONS}`,
    main: 'FAQPage',
  },
  {
    name: 'a page whose address says that it answers questions',
    url: 'https://a.example/faq/dental-implants',
    body: `<h1>Dental implants</h1>${QUESTIONS}`,
    main: 'FAQPage',
  },
  {
    name: 'a page of a site that describes itself on every page',
    url: 'https://a.example/opening-words',
    body: `<h1>Opening words</h1>${PROSE}${SITE}`,
    main: null,
  },
];

describe('the main type of a page that its address names', () => {
  it.each(CASES)('is $main for $name', ({ url, body, main }) => {
    expect(mainOf(url, body).type).toBe(main);
  });

  it.each([
    ['https://a.example/collections/blankets', `<h1>Blankets</h1><ul>${CARDS}</ul>`, { '@type': 'CollectionPage' }],
    ['https://a.example/services/pump-repair', `<h1>Pump repair</h1>${PROSE}`, { '@type': 'Service' }],
    ['https://a.example/docs/pumps', `<h1>Pumps</h1>${PROSE}${CODE}`, { '@type': 'TechArticle' }],
  ])('comes with a draft of what the page says: %s', (url, body, expected) => {
    expect(mainOf(url, body).node).toMatchObject({ '@context': 'https://schema.org', ...expected });
  });

  it('lists the headings of a ranking, and keeps the article that holds it', () => {
    const crms = ['1. HubSpot', '2. Pipedrive', '3. Zoho', '4. Close']
      .map((name) => `<h2>${name}</h2>${PROSE}`)
      .join('');
    const { type, node } = mainOf(
      'https://a.example/blog/best-crm',
      `<h1>The 4 best CRMs</h1>${crms}${DATA({ '@type': 'BlogPosting', headline: 'The 4 best CRMs' })}`,
    );
    expect(type).toBe('ItemList');
    expect(node?.['@graph']).toMatchObject([
      {
        '@type': 'ItemList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'HubSpot' },
          { position: 2, name: 'Pipedrive' },
          { position: 3, name: 'Zoho' },
          { position: 4, name: 'Close' },
        ],
      },
      { '@type': 'BlogPosting', headline: 'The 4 best CRMs' },
    ]);
  });

  it('drafts no thread for publication without whose post it is', () => {
    const { node } = mainOf('https://forum.a.example/t/wool/4711', `<h1>Wool</h1>${PROSE}`);
    expect(JSON.stringify(node)).not.toContain('DiscussionForumPosting');
  });
});
