import { describe, expect, it } from 'vitest';

import brief from '../../src/operations/content/brief/operation.ts';
import gap from '../../src/operations/content/gap/operation.ts';
import { EXCLUSIONS, type Exclusion } from '../../src/study/kinds.ts';
import type { PageRead } from '../../src/text/reading/reading.ts';
import { runChecked } from '../pure-operation.ts';
import { CHAIN_KEYWORD, CHAIN_PAGES } from './chain-pages.ts';
import { FREEZER_PAGES } from './german-pages.ts';
import { guidePage } from './guide-page.ts';
import { contextWithStudy, type TestStudy } from './study-context.ts';

type Ranking = NonNullable<TestStudy['ranking']>;

const URL = 'https://own.example/chain';
const GUIDES: Ranking = Object.fromEntries(Object.entries(CHAIN_PAGES).slice(0, 4));
const [[BEST_URL, BEST] = ['', '']] = Object.entries(GUIDES);
const LAST = 'https://odd.example/page';
const own = guidePage({ title: 'Clean a chain', site: 'Own', text: 'Brush the chain and oil it.' });

/** What is said of the page that ranks below four guides. */
async function lastOf(page: Ranking[string], url = LAST, above: Ranking = GUIDES) {
  const { context } = contextWithStudy({ own: { [URL]: own }, ranking: { ...above, [url]: page } });
  const { result } = await runChecked(gap, { url: URL, keyword: CHAIN_KEYWORD }, context);
  const { pages_compared } = gap.result.parse(result);
  expect(pages_compared.map((row) => row.url)).toEqual([...Object.keys(above), url]);
  return pages_compared.at(-1);
}

const guide = guidePage({
  title: 'How to clean a bike chain at home',
  site: 'Odd',
  text: `${'Lean the bike against a wall, brush every link with soapy water and turn the cranks. '.repeat(6)}

## Dry the chain
${'Let the chain hang in the sun for an hour, and turn it now and then so that no water stays in it. '.repeat(4)}`,
});
const shopOf = (text: string): string => `<!doctype html><html lang="en"><head><title>Chain brush | Odd Shop</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Chain brush","offers":{"@type":"Offer","price":"9.90","priceCurrency":"USD","availability":"https://schema.org/InStock"}}</script></head>
<body><main><h1>Chain brush</h1><p>$9.90</p><button>Add to cart</button><p>${text.repeat(8)}</p></main></body></html>`;
const product = shopOf(
  'Nylon bristles clean the rollers and plates of a chain of any width without harm to its coating. ',
);
const paid = guide.replace('"@type":"Article"', '"@type":"Article","isAccessibleForFree":false');
const consent = `<!doctype html><html lang="en"><head><title>Before you continue</title></head><body><div><h1>We value your privacy</h1><p>We and our partners store and access cookies on your device and process personal data for ads and measurement. You can withdraw your consent at any time in our privacy policy.</p><button>Accept all</button><button>Reject all</button><button>Manage preferences</button></div></body></html>`;
const scripted =
  '<!doctype html><html lang="en"><head><title>Chains</title><script src="/app.js"></script></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript></body></html>';
const thread = `<!doctype html><html lang="en"><head><title>Chain noisy, help</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"DiscussionForumPosting","headline":"Chain noisy, help","author":{"@type":"Person","name":"a"},"comment":[{"@type":"Comment","text":"Oil it."},{"@type":"Comment","text":"Wax it."}]}</script></head><body><main><h1>Chain noisy, help</h1><p>${'My chain squeaks since the rain last week and I do not know which oil to buy for it. '.repeat(8)}</p></main></body></html>`;
const [german = ''] = Object.values(FREEZER_PAGES);

const told = (status: Exclude<PageRead['status'], 'read'>): PageRead => ({
  status,
  note: `Told by the reader: ${status}.`,
});

/** By reason: a page that is left out for it, and where it stands unless that does not matter. */
const LEFT: Readonly<
  Record<Exclude<Exclusion, 'own_page' | 'not_needed' | 'other_intent'>, readonly [page: Ranking[string], url?: string]>
> = {
  disallowed: [told('disallowed')],
  http_error: [told('http_error')],
  not_html: [told('not_html'), 'https://odd.example/manual.pdf'],
  unreachable: [told('unreachable')],
  too_slow: [told('too_slow')],
  paywall: [paid],
  consent_wall: [consent],
  scripts: [scripted],
  too_short: [
    guidePage({
      title: 'Chains',
      site: 'Odd',
      text: 'Wash the chain with warm water and a drop of soap, dry it with a rag, and put oil on every link. Do so after each ride in the rain, and once a month in summer, and the chain will last for years.',
    }),
  ],
  other_language: [german],
  forum: [thread],
  social: [guide, 'https://www.facebook.com/groups/chains/posts/1'],
  video: [guide, 'https://www.youtube.com/watch?v=abc'],
  shop: [product],
  same_site: [guide, `${BEST_URL}-again`],
  same_text: [BEST ?? ''],
};

describe('a page that ranks and cannot be compared', () => {
  it.each(Object.entries(LEFT))('is listed with its reason: %s', async (reason, [page, url]) => {
    const row = await lastOf(page, url);
    expect(row?.status).toBe(reason);
    expect(row?.note).toMatch(/^\S.+\.$/);
    expect(row).toMatchObject({ position: 5, headings: [], word_count: null });
  });

  it('is your own page, and it is not read', async () => {
    expect((await lastOf(guide, URL))?.status).toBe('own_page');
  });

  it('is a discussion by the site that it stands on, too', async () => {
    expect((await lastOf(guide, 'https://www.reddit.com/r/bikes/comments/1/chain'))?.status).toBe('forum');
  });

  it('is a guide among shops', async () => {
    const shops = Object.fromEntries(
      [
        'Nylon bristles clean the rollers of any chain without harm to its coating. ',
        'This citrus degreaser comes in a bottle of half a litre with a spray head. ',
        'Two sponges and a magnet sit in a case that clips around the lower run. ',
        'Our wax melts at ninety degrees and keeps ten drivetrains quiet all winter. ',
      ].map((text, at) => [`https://shop${at}.example/item`, shopOf(text)]),
    );
    expect((await lastOf(guide, LAST, shops))?.status).toBe('other_intent');
  });

  it('has a reason that one of these tests shows', () => {
    const shown = new Set([...Object.keys(LEFT), 'own_page', 'other_intent']);
    // The study reads the whole first page of results, so that nothing is left unread but on purpose.
    expect(EXCLUSIONS.filter((reason) => !shown.has(reason))).toEqual(['not_needed']);
  });
});

describe('a guide that nothing speaks against', () => {
  it('is compared', async () => {
    expect((await lastOf(guide))?.status).toBe('compared');
  });
});

describe('a search for which only your own pages are known', () => {
  it('has a brief that begins with the page that ranks, and tells the reason once', async () => {
    const ranking = Object.fromEntries([1, 2, 3].map((at) => [`https://own.example/chain-${at}`, guide]));
    const { context } = contextWithStudy({ ranking, serp: { keyword: CHAIN_KEYWORD, people_also_ask: [] } });
    const { guidance } = await brief.prepare({ keyword: CHAIN_KEYWORD, target: 'own.example' }).run(context);
    expect(guidance).toMatchObject({
      steps: [
        { action: 'Decide whether to improve the page that you have instead of writing another.' },
        { evidence: ['3 results of your own site'] },
      ],
    });
  });
});
