import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import { entry, outline } from '../../../../test/rank-outlines.ts';
import { CHAIN_KEYWORD, CHAIN_PAGES } from '../../../../test/study/chain-pages.ts';
import { guidePage } from '../../../../test/study/guide-page.ts';
import { contextWithStudy, type TestStudy } from '../../../../test/study/study-context.ts';
import type { DailyFigures } from '../../../ports/rankings.ts';
import type { AiOverview } from '../../../ports/serp.ts';
import { distilPage } from '../../../text/reading/distil.ts';
import operation from './operation.ts';
import type { OpportunityType } from './types.ts';

const SITE = 'https://harbour-bikes.example';
const PAGE = `${SITE}/care/cleaning-a-chain`;
const WINTER = `${SITE}/winter`;
const RUST = `${SITE}/rust`;
const BLOG = `${SITE}/blog/chains`;

const chainPage = guidePage({
  title: 'Cleaning a bike chain',
  site: 'Harbour Bikes',
  published: '2022-05-01',
  text: `
Our mechanics clean a chain in the workshop every day of the week, with the tools that hang on its wall.

## Degrease the chain
Spray degreaser on the chain and let it soak for five minutes before you brush it off with an old brush.

## Book a drivetrain service
Our workshop cleans your whole drivetrain in an hour, six days a week, while you wait and drink a coffee.`,
});
const RUST_TEXT = 'A rusty chain squeaks. Clean your bike chain before the rust gets at it.';
const rustPage = guidePage({ title: 'Rust', site: 'Harbour Bikes', text: RUST_TEXT });
const linking = rustPage.replace(
  `<p>${RUST_TEXT}`,
  `<p>Here is <a href="/care/cleaning-a-chain">how to clean it</a>. ${RUST_TEXT}`,
);

const OWN = { [PAGE]: chainPage, [WINTER]: linking, [RUST]: rustPage };

const DAY = { clicks: 3, impressions: 90, position: 8 };
const CLICKS: DailyFigures = {
  property: 'sc-domain:harbour-bikes.example',
  engine: 'google',
  to: '2026-01-10',
  pair: [
    { ...DAY, day: '2025-12-13' },
    { ...DAY, day: '2025-12-14' },
  ],
  page: [],
  keyword: [],
  site: [],
  rivals: [],
  generative: null,
  page_since: null,
};

async function briefOf(body: object, study: TestStudy = {}) {
  const { context, read } = contextWithStudy({ own: OWN, ...study });
  const { guidance, ...others } = await operation.prepare({ keyword: CHAIN_KEYWORD, ...body }).run(context);
  const answer = await runChecked(operation, { keyword: CHAIN_KEYWORD, ...body }, context);
  return {
    read,
    report: operation.result.parse(others.result),
    summary: answer.markdown_summary,
    actions: guidance !== undefined && 'steps' in guidance ? guidance.steps.map(({ action }) => action) : [],
  };
}

const QUESTIONS = { people_also_ask: [{ question: 'Can I use WD-40 on a bike chain?', answer: null, url: null }] };
const OVERVIEW: AiOverview = {
  status: 'present',
  markdown: 'Degrease the chain, scrub it and rinse it.\n\n- Dry the chain before you lube it.',
  references: [{ url: 'https://velovault.example/guides/chain-cleaning', domain: 'velovault.example', title: null }],
};

describe('the kind of an opportunity', () => {
  const serp: TestStudy['serp'] = { ...QUESTIONS, ai_overview: OVERVIEW };
  const crawled = [RUST];
  const planOf = async (opportunity_type: OpportunityType) => {
    const { report, actions } = await briefOf({ page_url: PAGE, opportunity_type, current_rank: 8 }, { serp, crawled });
    const { metric, from, to, weeks } = report.brief.success_metric;
    return [actions[0]?.split(' ', 2).join(' '), metric, from, to, weeks.judge_after];
  };

  it('decides what comes first, what is measured, from what to what, and when', async () => {
    expect(await planOf('quick_win')).toEqual(['Add a', 'position', 'position 8', 'in the top three', 6]);
    expect(await planOf('content_refresh')).toEqual([
      'Check every',
      'clicks from this keyword',
      null,
      'more than in the 10 weeks before the change',
      10,
    ]);
    expect(await planOf('ai_overview_opportunity')).toEqual([
      'State on',
      'citations in the AI Overview',
      'not cited',
      'cited in two checks of three',
      12,
    ]);
    expect(await planOf('featured_snippet_opportunity')).toEqual([
      'Answer “Can',
      'ownership of the featured snippet',
      'no featured snippet on this result page',
      'yours in two checks of three',
      8,
    ]);
    expect(await planOf('commercial_intent_opportunity')).toEqual([
      'Put the',
      'conversions from organic visits',
      null,
      'more than in the 12 weeks before the change',
      12,
    ]);
    expect(await planOf('lost_keyword_recovery')).toEqual([
      'Check every',
      'position',
      'position 8',
      'in the top three',
      12,
    ]);
    expect(await planOf('competitor_gap')).toEqual(['Write 8', 'position', 'position 8', 'in the top three', 20]);
  });

  it('decides how much is asked for', async () => {
    const sectionsOf = async (opportunity_type: OpportunityType): Promise<number> =>
      (await briefOf({ page_url: PAGE, opportunity_type, current_rank: 8 })).report.brief.sections_to_add.length;
    expect(await sectionsOf('quick_win')).toBe(3);
    expect(await sectionsOf('commercial_intent_opportunity')).toBe(5);
    expect(await sectionsOf('competitor_gap')).toBeGreaterThan(5);
  });

  it('is doubted where the result page speaks against it', async () => {
    const { report } = await briefOf({ page_url: PAGE, opportunity_type: 'commercial_intent_opportunity' });
    expect(report.brief.serp_intent.main).toBe('informational');
    expect(report.notes).toContain(
      'Most of this result page is informational, so few of these visitors are ready to buy.',
    );
  });
});

describe('the position of the page', () => {
  const at = async (current_rank: number, opportunity_type: OpportunityType = 'quick_win') =>
    briefOf({ page_url: PAGE, opportunity_type, current_rank }, { crawled: [RUST] });

  it('at the top asks for little, and to hold what is there', async () => {
    const { report } = await at(2);
    expect(report.brief.sections_to_add).toHaveLength(2);
    expect(report.brief.success_metric.to).toBe('held where it is');
    expect(report.what_not_to_do[0]).toContain('Do not rewrite the page');
  });

  it('far down asks for content first, more of it and more time, and doubts a quick win', async () => {
    const [near, far] = [await at(8), await at(34)];
    expect(near.actions[0]).toContain('Add a link');
    expect(far.actions[0]).toContain('Write');
    expect(far.report.brief.sections_to_add.length).toBeGreaterThan(near.report.brief.sections_to_add.length);
    expect(far.report.brief.success_metric).toMatchObject({
      to: 'on the first page of results',
      weeks: { first_sign: 3, judge_after: 9 },
    });
    expect(far.report.notes[0]).toBe(
      'Position 34 is far for a quick win: plan it as a content refresh or a competitor gap.',
    );
  });

  it('has to be on the first page before a featured snippet can be won', async () => {
    expect((await at(15, 'featured_snippet_opportunity')).report.notes[0]).toContain('get there first');
    expect((await at(9, 'featured_snippet_opportunity')).report.notes.join()).not.toContain('get there first');
  });

  it('is read from the result page where it is not sent, and a difference between the two is told', async () => {
    const ranking = { [PAGE]: chainPage, ...CHAIN_PAGES };
    expect((await briefOf({ page_url: PAGE }, { ranking })).report.current_rank).toBe(1);
    const { report } = await briefOf({ page_url: PAGE, current_rank: 8 }, { ranking });
    expect(report.current_rank).toBe(8);
    expect(report.notes.join()).toContain('You sent position 8, and this result page shows your page at 1.');
  });

  it('is measured by the clicks of a refresh where Search Console knows them', async () => {
    const body = { page_url: PAGE, opportunity_type: 'content_refresh', current_rank: 8 };
    const { report } = await briefOf(body, { console: { daily: CLICKS, queries: [] } });
    expect(report.brief.success_metric.from).toBe('3 clicks in the 28 days to 2026-01-10, all countries');
  });

  it('that was lost is to be won back to where stored checks saw it', async () => {
    const checks = [
      outline('2026-08-01T08:00:00Z', [entry(PAGE, 7)]),
      outline('2026-09-01T08:00:00Z', [entry(PAGE, 5)]),
    ];
    const body = { page_url: PAGE, opportunity_type: 'lost_keyword_recovery' };
    const { report } = await briefOf({ ...body, current_rank: 14 }, { checks });
    expect(report.brief.current_page?.best_position).toEqual({ position: 5, checked_at: '2026-09-01T08:00:00Z' });
    expect(report.brief.success_metric.to).toBe('back at position 5, where it stood on 2026-09-01');
    const better = await briefOf({ ...body, current_rank: 4 }, { checks });
    expect(better.report.brief.success_metric.to).toBe('in the top three');
  });
});

describe('other pages of the site', () => {
  it('that rank for the search now have to be decided about first', async () => {
    const { report, actions } = await briefOf({ page_url: PAGE }, { ranking: { [BLOG]: chainPage, ...CHAIN_PAGES } });
    expect(report.cannibalising_pages).toMatchObject([{ url: BLOG, position: 1, checks: 1, of: 1 }]);
    expect(actions[0]).toBe(`Decide which page should rank, ${PAGE} or ${BLOG}, before you write.`);
  });

  it('are found on earlier result pages too, without the page itself and pages of others', async () => {
    const checks = [
      outline('2026-08-01T08:00:00Z', [entry(PAGE, 6), entry(BLOG, 11), entry('https://other.example/', 12)]),
      outline('2026-09-01T08:00:00Z', [entry(BLOG, 9)]),
    ];
    const { report, actions } = await briefOf({ page_url: PAGE }, { checks });
    expect(report.cannibalising_pages).toEqual([
      { url: BLOG, position: null, last_position: 9, last_seen_at: '2026-09-01T08:00:00Z', checks: 2, of: 3 },
    ]);
    expect(actions[0]).not.toContain(BLOG);
    expect(actions.join()).toContain(`Check whether ${BLOG} still competes with ${PAGE}`);
  });

  it('make a new page doubtful', async () => {
    const checks = [outline('2026-09-01T08:00:00Z', [entry(BLOG, 9)])];
    const { report, actions } = await briefOf({ target: 'harbour-bikes.example' }, { checks });
    expect(report.brief.current_page).toBeNull();
    expect(actions[0]).toContain(`Improve ${BLOG} instead of writing a new page`);
  });

  it('are unknown, not none, where nobody says whose site it is', async () => {
    const { report } = await briefOf({});
    expect(report.cannibalising_pages).toBeNull();
    expect(report.notes.join()).toContain('Send target or page_url.');
  });

  it('are read for whether they link, and those that do in their text need no task', async () => {
    const { report } = await briefOf({ page_url: PAGE }, { crawled: [PAGE, WINTER, RUST, `${SITE}/gone`] });
    expect(report.internal_links_from?.map(({ url, links_to_page }) => [url, links_to_page])).toEqual([
      [WINTER, 'text'],
      [RUST, 'none'],
      [`${SITE}/gone`, null],
    ]);
    expect(report.brief.internal_link_tasks).toEqual([
      {
        task: `Add a link to ${PAGE} in the text of ${RUST}: it has none.`,
        from: RUST,
        sentence: 'Clean your bike chain before the rust gets at it.',
      },
      {
        task: `Check whether ${SITE}/gone links to ${PAGE}; it could not be read.`,
        from: `${SITE}/gone`,
        sentence: null,
      },
    ]);
  });

  it('are unknown where the site was not crawled, and that is said', async () => {
    const { report } = await briefOf({ page_url: PAGE });
    expect(report.internal_links_from).toBeNull();
    expect(report.brief.internal_link_tasks).toBeNull();
    expect(report.notes).toContain('Your site was not crawled, so the pages that could link here are unknown.');
  });
});

describe('the AI Overview', () => {
  const targetsOf = async (serp: NonNullable<TestStudy['serp']>) =>
    (await briefOf({ page_url: PAGE }, { serp: { ...QUESTIONS, ...serp } })).report.ai_overview_targets;

  it('is told with what it says and whom it cites', async () => {
    expect(await targetsOf({ ai_overview: OVERVIEW })).toEqual({
      status: 'present',
      cited: [
        {
          url: 'https://velovault.example/guides/chain-cleaning',
          domain: 'velovault.example',
          title: null,
          own: false,
        },
      ],
      passages: ['Degrease the chain, scrub it and rinse it.', 'Dry the chain before you lube it.'],
      questions: ['Can I use WD-40 on a bike chain?'],
    });
  });

  it('is null where the source cannot see it, and its text where it was not loaded', async () => {
    const unseen: AiOverview = { status: 'unavailable', markdown: null, references: [] };
    expect(await targetsOf({ ai_overview: unseen })).toBeNull();
    expect(await targetsOf({ ai_overview: { ...unseen, status: 'async_not_loaded' } })).toMatchObject({
      cited: null,
      passages: null,
    });
    expect(await targetsOf({ ai_overview: { ...unseen, status: 'absent' } })).toMatchObject({
      cited: [],
      passages: [],
    });
  });
});

describe('what the pages that rank say', () => {
  it('is quoted from the pages that have it, and called a heading only where it is one', async () => {
    const { report } = await briefOf({ opportunity_type: 'competitor_gap' });
    expect(report.brief.sections_to_add.length).toBeGreaterThan(5);
    for (const { evidence, evidence_urls, seen_on } of report.brief.sections_to_add) {
      expect(evidence_urls.length).toBeGreaterThan(0);
      expect(seen_on).toEqual(expect.arrayContaining(evidence_urls));
      for (const { url, heading, quote } of evidence) {
        const { sections } = distilPage.run({ html: CHAIN_PAGES[url] ?? '', url });
        const section = sections.find(({ blocks }) =>
          blocks.some(({ text }) => text.includes(quote.replace(/…$/, ''))),
        );
        expect(section?.heading ?? '').toContain(heading ?? '');
      }
    }
  });

  it('is too little of fewer than three pages, which are listed with why', async () => {
    const [one = '', two = ''] = Object.keys(CHAIN_PAGES);
    const { report, summary } = await briefOf(
      { page_url: PAGE },
      { ranking: { [one]: CHAIN_PAGES[one] ?? '', [two]: { status: 'disallowed', note: 'robots.txt forbids it.' } } },
    );
    expect(report).toMatchObject({
      confidence: 'low',
      length_guidance: null,
      brief: { sections_to_add: [], current_page: { gaps: null, coverage_score: null } },
    });
    expect(report.competitor_outlines.map(({ status }) => status)).toEqual(['compared', 'disallowed']);
    expect(summary).toContain('only 1 ranking page could be compared');
  });

  it('is not asked for without outlines: the brief stands on the result page and the page, and says so', async () => {
    const { read, report, summary } = await briefOf(
      { page_url: PAGE, include_competitor_outlines: false },
      { serp: QUESTIONS },
    );
    expect(read).toEqual([]);
    expect(report).toMatchObject({
      confidence: 'low',
      competitor_outlines: [],
      brief: { current_page: { gaps: null }, sections_to_add: [] },
    });
    expect(report.brief.questions).toMatchObject([{ question: 'Can I use WD-40 on a bike chain?', answered: false }]);
    expect(summary).toContain('this rests on the result page and your page alone');
    expect(summary).not.toContain('0 ranking pages');
  });
});
