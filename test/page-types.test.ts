import { describe, expect, it } from 'vitest';

import { schemaPlan } from '../src/operations/content/schema-plan/schema-plan.ts';
import { detectPageType } from '../src/checks/page-type.ts';
import { detectTitleType } from '../src/operations/content/title-meta/page-type.ts';
import { gatherFacts } from '../src/operations/page/cro-qa/facts.ts';
import { readPage } from '../src/web/page/read.ts';

/** Every operation names the type of a page in its own words; what it is about is the same. */

const PROSE = '<p>A pump moves water from the lower basin to the upper one, and a valve keeps it up there.</p>'.repeat(
  20,
);
const CARDS = Array.from(
  { length: 14 },
  (_, at) => `<li><h3><a href="/shop-${at}">Shop ${at}</a></h3><span>12 May 2026</span></li>`,
).join('');
const CRMS = ['HubSpot', 'Pipedrive', 'Zoho', 'Freshsales', 'Close']
  .map((name, at) => `<h2>${at + 1}. ${name}</h2>${PROSE.slice(0, 600)}`)
  .join('');
const ARTICLE =
  '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-01">';
const PRODUCT =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Fjord","offers":{"@type":"Offer","price":"20.00","priceCurrency":"EUR"}}</script>';

interface Types {
  readonly technical: string | null;
  readonly title: string | null;
  readonly cro: string | null;
  readonly schema: string | null;
}

function judge(url: string, head: string, body: string): Types {
  const html = `<!doctype html><html lang="en"><head><title>Things</title>${head}</head><body><main>${body}</main></body></html>`;
  const page = readPage({ html }, url);
  const asked = { html, markdown: undefined, url, status: undefined, conversion_goal: undefined, keyword: undefined };
  const report = schemaPlan.run({
    page: { text: html, format: 'html', url, answer: undefined },
    page_type: 'auto',
    keyword: undefined,
    target: undefined,
    include_jsonld: true,
  });
  return {
    technical: detectPageType(page, 'auto').type,
    title: detectTitleType(page, 'auto').type,
    cro: gatherFacts({ ...asked, page_type: 'auto' }).page_type.value,
    schema: report.page_type.type,
  };
}

describe('one page has one type in every operation', () => {
  it.each<[string, [string, string, string], Types]>([
    [
      'a directory of shops',
      ['https://a.example/how-to/find-a-shop', '', `<h1>How to find a bike shop</h1><ul>${CARDS}</ul>`],
      { technical: null, title: 'landing_page', cro: null, schema: 'CollectionPage' },
    ],
    [
      'the best of a kind, published as an article',
      ['https://a.example/p/best-crm', ARTICLE, `<h1>The 5 best CRMs</h1>${CRMS}`],
      { technical: 'comparison_page', title: 'comparison_page', cro: 'comparison_page', schema: 'ItemList' },
    ],
    [
      'a product at the address of a post',
      ['https://a.example/blog/fjord', PRODUCT, '<h1>Fjord</h1><p>20.00 €</p>'],
      { technical: 'product', title: 'product', cro: 'product', schema: 'Product' },
    ],
    [
      'an explanation that begins with "how to"',
      ['https://a.example/how-pumps-work', ARTICLE, `<h1>How to choose a pump</h1>${PROSE}`],
      { technical: 'article', title: 'blog_post', cro: 'blog_post', schema: 'Article' },
    ],
    [
      'prose at the address of a product',
      ['https://a.example/p/old-light', ARTICLE, `<h1>Old light</h1>${PROSE}`],
      { technical: 'article', title: 'blog_post', cro: 'blog_post', schema: 'Article' },
    ],
    [
      'a manual',
      ['https://docs.a.example/pumps', '', `<h1>Pumps</h1>${PROSE}<pre>start()</pre><pre>stop()</pre>`],
      { technical: 'docs', title: 'guide', cro: 'docs', schema: 'TechArticle' },
    ],
  ])('%s', (_, [url, head, body], types) => {
    expect(judge(url, head, body)).toEqual(types);
  });
});
