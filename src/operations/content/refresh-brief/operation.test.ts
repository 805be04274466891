import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import { entry, outline } from '../../../../test/rank-outlines.ts';
import { knownPage } from '../../../../test/ranking-records.ts';
import { CHAIN_KEYWORD, CHAIN_PAGES } from '../../../../test/study/chain-pages.ts';
import { guidePage } from '../../../../test/study/guide-page.ts';
import { contextWithStudy, type TestStudy } from '../../../../test/study/study-context.ts';
import type { DailyFigures, DailyPoint } from '../../../ports/rankings.ts';
import operation from './operation.ts';

const SITE = 'https://harbour-bikes.example';
const PAGE = `${SITE}/care/cleaning-a-chain`;
const BLOG = `${SITE}/blog/chains`;
const TOOLS = `${SITE}/care/tools`;
const WINTER = `${SITE}/winter`;

const TEXT = `
Our workshop was founded in 2004. Our mechanics clean a bike chain here every day of the week.

## Degrease the chain
Spray degreaser on the chain and let it soak for five minutes before you brush it off with an old brush.

## Book a drivetrain service
Our workshop cleans your whole drivetrain in an hour, six days a week, while you wait and drink a coffee.`;

const ownPage = (text = TEXT, title = 'How to clean a bike chain'): string =>
  guidePage({ title, site: 'Harbour Bikes', text });

async function refreshOf(study: TestStudy = {}, body: object = {}) {
  const { context } = contextWithStudy({ own: { [PAGE]: ownPage() }, ...study });
  const request = { url: PAGE, keyword: CHAIN_KEYWORD, ...body };
  const { guidance } = await operation.prepare(request).run(context);
  const answer = await runChecked(operation, request, context);
  return {
    report: operation.result.parse(answer.result),
    summary: answer.markdown_summary,
    actions: guidance !== undefined && 'steps' in guidance ? guidance.steps.map(({ action }) => action) : [],
  };
}

const TO = '2026-01-10';
const DAY_MS = 86_400_000;

/** So much on each of the last 28 days, and ten times as much on the 28 days before. */
function days(clicks: number, impressions: number): DailyPoint[] {
  return Array.from({ length: 56 }, (_, at) => {
    const times = at < 28 ? 10 : 1;
    return {
      day: new Date(Date.parse(TO) - (55 - at) * DAY_MS).toISOString().slice(0, 10),
      clicks: clicks * times,
      impressions: impressions * times,
      position: 8,
    };
  });
}

function daily(rivals: DailyFigures['rivals'] = []): DailyFigures {
  return {
    property: 'sc-domain:harbour-bikes.example',
    engine: 'google',
    to: TO,
    pair: days(1, 10),
    page: days(3, 40),
    keyword: [],
    site: [],
    rivals,
    generative: null,
    page_since: null,
  };
}

const rival = (clicks: number, impressions: number): DailyFigures['rivals'][number] => ({
  url: BLOG,
  clicks,
  impressions,
  position: 11,
  previous_clicks: 0,
  previous_impressions: 0,
});

describe('what time has a hold on', () => {
  it('is what a page says for today, not when its company was founded', async () => {
    const text = `${TEXT}\n\n## Prices\nAs of 2022 we ask little. A new chain costs $29.`;
    const { report } = await refreshOf({ own: { [PAGE]: ownPage(text) } });
    expect(report.freshness_signals.outdated_statements).toEqual([
      { text: 'As of 2022 we ask little.', pattern: 'the year 2022', section: 'Prices' },
      { text: 'A new chain costs $29.', pattern: 'a price', section: 'Prices' },
    ]);
  });

  it('is counted whole where only the strongest signs are listed', async () => {
    const prices = Array.from({ length: 20 }, (_, at) => `Tool number ${at} costs $${at + 3}.`).join(' ');
    const text = `${TEXT}\n\n## Prices\n${prices} We recently moved to the harbour.`;
    const { report, actions } = await refreshOf({ own: { [PAGE]: ownPage(text) } });
    const { outdated_statements: listed, outdated_count } = report.freshness_signals;
    expect(outdated_count).toBe(21);
    expect(listed).toHaveLength(12);
    expect(listed.at(-1)?.pattern).toBe('“recently”');
    expect(actions.join()).toContain('Check 21 statements that may be out of date.');
  });

  it('is no price on a page that sells', async () => {
    const text = `${TEXT}\n\n## Prices\nA new chain costs $29.`;
    const shop = guidePage({ title: 'Bike chain', site: 'Harbour Bikes', type: 'Product', text }).replace(
      '"name":"Bike chain"',
      '"name":"Bike chain","offers":{"@type":"Offer","price":"29.00","priceCurrency":"USD"}',
    );
    const { report } = await refreshOf({ own: { [PAGE]: shop } });
    expect(report.freshness_signals.outdated_statements).toEqual([]);
  });

  it('is looked for by words in four languages only, and that is said elsewhere', async () => {
    const page = guidePage({
      title: 'Pulire la catena',
      site: 'Porto',
      language: 'it',
      text: 'La nostra officina fu fondata nel 2004. Di recente abbiamo cambiato gli orari di apertura del negozio. Nel 2019 una catena costava 29 €.',
    });
    const { report } = await refreshOf(
      { own: { [PAGE]: page }, serp: { keyword: 'pulire catena bici', language: 'it' } },
      { keyword: 'pulire catena bici', language: 'it' },
    );
    expect(report.freshness_signals).toMatchObject({
      words_known: false,
      outdated_statements: [{ text: 'Nel 2019 una catena costava 29 €.', pattern: 'the year 2019' }],
    });
    expect(report.notes.join()).toContain('are not known in “it”');
    expect((await refreshOf()).report.notes.join()).not.toContain('not known in');
  });
});

describe('title and main heading', () => {
  it('are kept where they hold the words of the search with a hyphen', async () => {
    const { report, actions } = await refreshOf({ own: { [PAGE]: ownPage(TEXT, 'Bike-chain cleaning: how to') } });
    expect(report.h1_guidance.advice).toBe('Keep the main heading: it says what people search for.');
    expect(report.title_options).toEqual([]);
    expect(actions.join()).not.toContain('Keep the title');
  });

  it('are those of a shop on a page that sells, and its type stays its own', async () => {
    const shop = guidePage({ title: 'Chains', site: 'Harbour Bikes', type: 'Product', text: TEXT }).replace(
      '"name":"Chains"',
      '"name":"Chains","offers":{"@type":"Offer","price":"29.00","priceCurrency":"USD"}',
    );
    const { report } = await refreshOf({ own: { [PAGE]: shop } });
    expect(report.title_options.map(({ strategy }) => strategy)).not.toContain('step_by_step');
    expect(report.schema_recommendations.map(({ type }) => type)).not.toContain('Article');
    const guide = (await refreshOf({ own: { [PAGE]: ownPage(TEXT, 'Chains') } })).report;
    expect(guide.title_options.map(({ strategy }) => strategy)).toContain('step_by_step');
  });
});

describe('a year gone by in the title', () => {
  const titled = async (title: string, body: object = {}, study: TestStudy = {}) =>
    refreshOf({ own: { [PAGE]: ownPage(TEXT, title) }, ...study }, body);

  it('is a task whatever the goal', async () => {
    for (const refresh_goal of ['recover_rankings', 'improve_ai_visibility', 'expand_topic_depth']) {
      const { report, actions } = await titled('How to clean a bike chain in 2022', { refresh_goal });
      expect(report.title_year?.year).toBe(2022);
      expect(report.freshness_signals.outdated_statements).toEqual([]);
      expect(actions.join()).toContain(
        'Remove 2022 from the title and the main heading; 1 of the 10 titles on the result page shows a year.',
      );
    }
  });

  it('is to be brought up to date where most titles on the result page show one', async () => {
    const ranking = Object.fromEntries(
      Object.entries(CHAIN_PAGES).map(([url, html]) => [url, html.replace('</title>', ' (2026)</title>')]),
    );
    const { report } = await titled('How to clean a bike chain in 2022', {}, { ranking });
    expect(report.title_year?.advice).toContain('Check the whole page for 2026');
  });

  it('is left alone where the search asks for it, and is none of this year', async () => {
    const keyword = 'clean a 2022 bike chain';
    const asked = await titled('Clean a 2022 bike chain', { keyword }, { serp: { keyword } });
    expect(asked.report.title_year).toBeNull();
    expect(asked.report.freshness_signals.outdated_statements).toEqual([]);
    expect((await titled('How to clean a bike chain in 2026')).report.title_year).toBeNull();
  });
});

describe('links in the text', () => {
  const text = TEXT.replace('an old brush', 'an old brush from our LINK');
  const own = ownPage(text).replace('LINK', '<a href="/care/tools">list of tools</a>');
  const linksOf = async (study: TestStudy) => (await refreshOf(study)).report.freshness_signals;

  it('within the site are asked for too', async () => {
    const gone = await linksOf({ own: { [PAGE]: own, [TOOLS]: { status: 404, body: 'Gone' } } });
    expect(gone).toMatchObject({ links_in_text: 1, links_checked: 1 });
    expect(gone.dead_links).toEqual([
      { url: TOOLS, text: 'list of tools', status: 404, is_internal: true, why: 'The server answered 404.' },
    ]);
    expect((await linksOf({ own: { [PAGE]: own, [TOOLS]: ownPage() } })).dead_links).toEqual([]);
  });

  it('that a crawl saw alive are not asked for, and one that it saw gone is believed where nobody answers', async () => {
    const seen = { fetched_at: '2026-01-02T00:00:00Z' };
    const alive = knownPage(TOOLS, { ...seen, status_code: 200 });
    expect(await linksOf({ own: { [PAGE]: own }, known: [alive] })).toMatchObject({ links_checked: 1, dead_links: [] });
    const gone = knownPage(TOOLS, { ...seen, status_code: 410 });
    const { dead_links: dead } = await linksOf({ own: { [PAGE]: own }, known: [gone] });
    expect(dead).toMatchObject([{ url: TOOLS, status: 410, why: 'A crawl got 410 on 2026-01-02.' }]);
    const back = await linksOf({ own: { [PAGE]: own, [TOOLS]: ownPage() }, known: [gone] });
    expect(back.dead_links).toEqual([]);
  });

  it('that nobody answered are unknown, and that is said', async () => {
    const { report } = await refreshOf({ own: { [PAGE]: own } });
    expect(report.freshness_signals).toMatchObject({ links_in_text: 1, links_checked: 0, dead_links: [] });
    expect(report.notes).toContain('Links in the text: 0 of 1 could be checked, and the others are unknown.');
  });
});

describe('what to keep', () => {
  const console = { daily: daily(), queries: [{ query: 'drivetrain service', clicks: 31 }] };
  const links = {
    rank: 120,
    backlinks: 9,
    referring_domains: 3,
    top_anchors: [{ anchor: 'best degreaser', backlinks: 4, referring_domains: 2 }],
  };

  it('is first what clicks and links are known to come from, with the figures', async () => {
    const { report } = await refreshOf({
      console,
      links: { ...links, top_anchors: [{ anchor: 'degrease', backlinks: 4, referring_domains: 2 }] },
    });
    expect(report.keep.slice(0, 2)).toMatchObject([
      { heading: 'Book a drivetrain service', reasons: ['earns_clicks', 'unique'] },
      { heading: 'Degrease the chain', reasons: ['earns_links', 'expected'] },
    ]);
    expect(report.keep[0]?.evidence[0]).toBe('“drivetrain service”: 31 clicks in 28 days');
    expect(report.search_console).toMatchObject({ clicks: 84, impressions: 1120, clicks_of_search: 28 });
  });

  it('is not guessed from words that the page does not have', async () => {
    const { report } = await refreshOf({
      console: {
        ...console,
        queries: [
          { query: 'bike chain', clicks: 90 },
          { query: 'e-bike battery', clicks: 9 },
        ],
      },
      links,
    });
    expect(report.keep.flatMap(({ reasons }) => reasons)).not.toContain('earns_clicks');
    expect(report.keep.flatMap(({ reasons }) => reasons)).not.toContain('earns_links');
  });

  it('is said to be unknown without links and clicks', async () => {
    const { report } = await refreshOf();
    expect(report).toMatchObject({ search_console: null, link_equity: null });
    expect(report.notes.join()).toContain('check what earns them before you remove a section');
  });
});

describe('another page of the site', () => {
  const checks = [
    outline('2025-12-01T08:00:00Z', [entry(PAGE, 5), entry(BLOG, 8)]),
    outline('2025-12-20T08:00:00Z', [entry(BLOG, 9)]),
  ];

  it('on earlier result pages is to be checked, after the work and not before it', async () => {
    const { report, actions } = await refreshOf({ checks });
    expect(report.best_position).toEqual({ position: 5, checked_at: '2025-12-01T08:00:00Z' });
    expect(report.redirect_or_merge).toMatchObject({ url: BLOG, position: null, action: 'check' });
    expect(report.redirect_or_merge?.evidence).toContain(
      `${BLOG}: on 2 of 3 result pages, last at position 9 on 2025-12-20`,
    );
    expect(actions[0]).not.toContain(BLOG);
    expect(actions.join()).toContain(`Check whether ${BLOG} still competes with ${PAGE}.`);
  });

  it('that shows in Search Console now is to be decided about first, and the stronger one is told by its figures', async () => {
    const known = [knownPage(PAGE, { referring_domains: 2 }), knownPage(BLOG, { referring_domains: 14 })];
    const strong = await refreshOf({ console: { daily: daily([rival(60, 300)]), queries: [] }, known });
    expect(strong.actions[0]).toBe(`Decide between ${PAGE} and ${BLOG} before you write.`);
    expect(strong.report.redirect_or_merge).toMatchObject({ action: 'decide', stronger: 'other_page' });
    expect(strong.report.redirect_or_merge?.advice).toContain('2 domains link to the page that you would redirect');
    const weak = await refreshOf(
      { console: { daily: daily([rival(1, 300)]), queries: [] }, known },
      { current_rank: 4 },
    );
    expect(weak.report.redirect_or_merge).toMatchObject({ stronger: 'this_page' });
    expect(weak.report.redirect_or_merge?.advice).toContain('14 domains link');
  });

  it('that hardly ever showed, or leads to this page already, does not compete', async () => {
    const alone = { ...daily([rival(0, 9)]), pair: [] };
    for (const rare of [daily([rival(0, 20)]), alone]) {
      const { report } = await refreshOf({ console: { daily: rare, queries: [] } });
      expect(report.redirect_or_merge).toBeNull();
    }
    const moved = await refreshOf({ checks, known: [knownPage(BLOG, { status_code: 301, redirect_url: PAGE })] });
    expect(moved.report.redirect_or_merge).toBeNull();
  });

  it('that is gone but ranked has to redirect here', async () => {
    const { report, actions } = await refreshOf({ checks, known: [knownPage(BLOG, { status_code: 404 })] });
    expect(report.redirect_or_merge?.action).toBe('redirect_gone_page');
    expect(actions[0]).toBe(`Redirect ${BLOG} to ${PAGE}.`);
  });
});

describe('internal links', () => {
  it('come from crawled pages that do not link yet, each with a sentence of theirs where it has one', async () => {
    const winter = guidePage({
      title: 'Winter',
      site: 'Harbour Bikes',
      text: 'Salt eats metal. In winter, clean your bike chain once a week. Dry it well.',
    });
    const linking = winter.replace('Dry it well.</p>', '<a href="/care/cleaning-a-chain">This is how</a>.</p>');
    const own = { [PAGE]: ownPage(), [WINTER]: winter, [BLOG]: linking, [TOOLS]: { status: 404, body: 'Gone' } };
    const { report } = await refreshOf({ own, crawled: [PAGE, WINTER, BLOG, TOOLS] });
    expect(report.internal_link_tasks).toEqual([
      {
        task: `Add a link to ${PAGE} in the text of ${WINTER}: it has none.`,
        from: WINTER,
        sentence: 'In winter, clean your bike chain once a week.',
      },
    ]);
  });

  it('are unknown, not none, where the site was not crawled', async () => {
    const { report } = await refreshOf();
    expect(report.internal_link_tasks).toBeNull();
    expect(report.notes.join()).toContain('Your site was not crawled');
  });
});
