import { describe, expect, it } from 'vitest';

import { volumeFact } from '../../../../test/keyword-records.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import { keywordsOf, knownPage, measured, rankedKeyword, TOTALS, WINDOW } from '../../../../test/ranking-records.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import { UNITED_STATES } from '../../../../test/source-context.ts';
import type { RunContext } from '../../../contract/operation.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { LocationQuery } from '../../../ports/locations.ts';
import type { Brand } from '../../../ports/projects.ts';
import type {
  PositionClicks,
  RankedKeyword,
  RankedKeywords,
  RankedKeywordsQuery,
  SearchCompetitor,
  SharedKeyword,
  SharedKeywordsQuery,
} from '../../../ports/rankings.ts';
import type { KnownSerpsQuery, Serp, SerpQuery } from '../../../ports/serp.ts';
import { operations } from '../../index.ts';
import find from './operation.ts';
import { type Opportunity, OpportunityReport } from './report.ts';

interface Known {
  readonly found?: RankedKeywords;
  readonly losses?: RankedKeywords;
  readonly rates?: PositionClicks;
  readonly pages?: readonly KnownPage[];
  readonly serps?: readonly Serp[];
  /** What a look-up answers; without it every look-up fails. */
  readonly looked_up?: readonly Serp[];
  readonly competitors?: readonly SearchCompetitor[];
  readonly shared?: readonly SharedKeyword[];
  readonly brand?: Brand;
}

interface Asked {
  readonly keywords: RankedKeywordsQuery[];
  readonly checks: SerpQuery[];
  readonly shared: SharedKeywordsQuery[];
}

function contextWith(known: Known): { readonly context: RunContext; readonly asked: Asked } {
  const asked: Asked = { keywords: [], checks: [], shared: [] };
  const context: RunContext = Object.assign(Object.create(null), {
    ports: {
      rankings: {
        keywords: (query: RankedKeywordsQuery) => {
          asked.keywords.push(query);
          const found = known.found ?? keywordsOf.nobody;
          return Promise.resolve(query.order === 'loss' ? (known.losses ?? found) : found);
        },
        clickRates: () => Promise.resolve(known.rates ?? null),
        competitors: () =>
          Promise.resolve({
            basis: 'provider',
            target_keywords: 40,
            target_traffic: null,
            items: known.competitors ?? [],
            total_count: null,
            serps_considered: null,
          }),
        shared: (query: SharedKeywordsQuery) => {
          asked.shared.push(query);
          return Promise.resolve({
            basis: 'provider',
            window: null,
            items: known.shared ?? [],
            total_count: null,
            serps_considered: null,
            unknown_targets: [],
          });
        },
      },
      serp: {
        known: ({ keywords }: KnownSerpsQuery) =>
          Promise.resolve((known.serps ?? []).filter(({ keyword }) => keywords.includes(keyword))),
        check: (query: SerpQuery) => {
          asked.checks.push(query);
          const serp = known.looked_up?.find(({ keyword }) => keyword === query.keyword);
          return serp === undefined
            ? Promise.reject(new AppError('source_not_configured', 'There is no source of result pages.'))
            : Promise.resolve(serp);
        },
      },
      links: {
        knownPages: ({ urls }: { readonly urls: readonly string[] }) =>
          known.pages === undefined
            ? Promise.reject(new AppError('source_not_configured', 'There is no source of links.'))
            : Promise.resolve(known.pages.filter(({ url }) => urls.includes(url))),
      },
    },
    now: new Date('2026-11-20T12:00:00Z'),
    locate: ({ location, location_code }: LocationQuery) =>
      Promise.resolve(location === undefined && location_code === undefined ? null : UNITED_STATES),
    brand: () => Promise.resolve(known.brand ?? null),
  });
  return { context, asked };
}

async function call(known: Known, body: Readonly<Record<string, unknown>> = {}) {
  const input = { target: 'shop.example', ...body };
  const { context, asked } = contextWith(known);
  const answer = await runChecked(find, input, context);
  const { credits, guidance } = await find.prepare(input).run(contextWith(known).context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  const report = OpportunityReport.parse(answer.result);
  for (const task of report.opportunities) holdNextCall(task);
  return { ...answer, report, tasks: report.opportunities, asked, credits, guidance };
}

/** A next call names an operation, its method and path, and a body that it takes. */
function holdNextCall({ next_call: next }: Opportunity): void {
  const named = operations.find(({ id }) => id === next.operation);
  expect({ method: named?.method, path: named?.path }).toEqual({ method: next.method, path: next.path });
  expect(() => named?.prepare(next.body)).not.toThrow();
}

/** The gain is that of its keywords and lies within its bounds; the points add up to the score. */
function holdSums({ expected_gain: gain, cluster, score_components, score }: Opportunity): void {
  if (gain === null) throw new Error('The task has a gain.');
  const members = cluster.reduce((sum, { clicks_per_month }) => sum + (clicks_per_month ?? 0), 0);
  expect(gain.clicks_per_month).toBeCloseTo(members, 1);
  expect(gain.low).toBeLessThan(gain.clicks_per_month);
  expect(gain.high).toBeGreaterThan(gain.clicks_per_month);
  const points = Object.values(score_components).reduce<number>((sum, each) => sum + (each ?? 0), 0);
  expect(points).toBeCloseTo(score ?? Number.NaN, 6);
}

const page = (name: string): string => `https://shop.example/${name}`;

function row(keyword: string, name: string, position: number, facts: Partial<RankedKeyword> = {}): RankedKeyword {
  return rankedKeyword(keyword, {
    url: page(name),
    position,
    measured: measured(20, 2800, { previous_clicks: 20, previous_impressions: 2800, year_ago_clicks: 20 }),
    ...facts,
  });
}

const consoleOf = (...rows: readonly RankedKeyword[]): RankedKeywords => keywordsOf.console(rows);

describe('opportunities.find', () => {
  it('costs three credits, and two more for each look at competitors', () => {
    const credits = (body: Readonly<Record<string, unknown>>) =>
      find.prepare({ target: 'shop.example', ...body }).credits;
    expect(credits({})).toBe(3);
    expect(credits({ include_serp_competitors: true })).toBe(5);
    expect(credits({ include_serp_competitors: true, include_competitor_discovery: true })).toBe(7);
  });

  it('makes one task of all keywords of a page, with what they gain, from where and why now', async () => {
    const { tasks, report, guidance } = await call({
      found: consoleOf(
        row('wheel truing', 'truing', 8.2),
        row('true a bicycle wheel', 'truing', 11),
        row('spoke tension', 'truing', 1.4, { measured: measured(900, 2800) }),
      ),
      pages: [knownPage(page('truing'))],
    });
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({
      type: 'quick_win',
      signal: 'striking_distance',
      keyword: 'true a bicycle wheel',
      url: page('truing'),
      rank: 11,
      cluster_size: 2,
      expected_gain: { to_rank: 3, period: 'month', ctr_curve: 'dataforseo-2025' },
      baseline: { clicks: 40, impressions: 5600, position: 9.6, window: { from: WINDOW.from, to: WINDOW.to } },
      effort: 'high',
      risk: { level: 'low' },
      also: [],
      dedupe_key: 'quick_win:page:example.shop./truing',
      next_call: { operation: 'analyze.serp', method: 'POST', body: { keyword: 'true a bicycle wheel' } },
    });
    for (const task of tasks) holdSums(task);
    expect(report).toMatchObject({ coverage: 'full', basis: 'console', total_count: 1 });
    expect(guidance.summary).toContain('1 task for shop.example');
  });

  it('leads with what scores highest on a page and keeps the rest beside it', async () => {
    const fallen = {
      previous_clicks: 400,
      previous_impressions: 9000,
      year_ago_clicks: 410,
      year_ago_impressions: 9000,
    };
    const { tasks } = await call({
      found: consoleOf(row('bike lights', 'lights', 7, { measured: measured(90, 9000, fallen) })),
    });
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({ type: 'content_refresh', signal: 'decay' });
    expect(tasks[0]?.also.map(({ signal }) => signal)).toContain('striking_distance');
    expect(tasks[0]?.evidence[0]).toBe('clicks: 400 before, 90 now (-77.5%), 410 a year before');
    expect(tasks[0]?.next_call).toMatchObject({ operation: 'content-decay.detect', body: { url: page('lights') } });
  });

  it('does not take the season, nor a site that fell as a whole, for decay', async () => {
    const yearly = { previous_clicks: 400, year_ago_clicks: 95 };
    const withSite = { previous_clicks: 400 };
    const totals = { ...TOTALS, clicks: 250, previous_clicks: 1000 };
    const season = await call({ found: consoleOf(row('a', 'a', 2, { measured: measured(100, 9000, yearly) })) });
    const site = await call({
      found: keywordsOf.console([row('a', 'a', 2, { measured: measured(100, 9000, withSite) })], { totals }),
    });
    expect([...season.tasks, ...site.tasks].filter(({ signal }) => signal === 'decay')).toEqual([]);
  });

  it('holds click rates against the own curve where the site has 10,000 impressions, else against the published one', async () => {
    const seen = row('wheel set', 'wheels', 2, { measured: measured(300, 10_000, { previous_clicks: 300 }) });
    const rates: PositionClicks = {
      property: 'sc-domain:shop.example',
      from: WINDOW.from,
      to: WINDOW.to,
      bins: [
        { position: 1, clicks: 700, impressions: 20_000 },
        { position: 2, clicks: 600, impressions: 20_000 },
      ],
    };
    const published = await call({ found: consoleOf(seen) });
    expect(published.tasks[0]).toMatchObject({
      signal: 'low_click_rate',
      type: 'quick_win',
      effort: 'low',
      next_call: { operation: 'content.title-meta' },
    });
    const own = await call({ found: consoleOf(seen), rates });
    expect(own.tasks.filter(({ signal }) => signal === 'low_click_rate')).toEqual([]);
    expect(own.report.ctr_curve).toContain('own-sc-domain:shop.example');
    const few = { ...rates, bins: [{ position: 2, clicks: 60, impressions: 2000 }] };
    expect((await call({ found: consoleOf(seen), rates: few })).report.ctr_curve).toBe('dataforseo-2025');
  });

  it('judges no click rate in days whose impressions are wrong, and says so', async () => {
    const window = { ...WINDOW, from: '2026-03-01', to: '2026-03-28' };
    const seen = row('wheel set', 'wheels', 2, { measured: measured(300, 10_000) });
    const { tasks, report } = await call({ found: keywordsOf.console([seen], { window }) });
    expect(tasks.filter(({ signal }) => signal === 'low_click_rate')).toEqual([]);
    expect(report.notes[0]).toContain('miscounted');
  });

  it('makes two pages that share a search one task, and leaves pages alone that hold the first places', async () => {
    const beside = (own: number, position: number) => ({
      url_figures: { position: own, measured: measured(15, 1600) },
      others: [{ url: page('blog'), position, clicks: 5, impressions: 1200 }],
    });
    const split = await call({
      found: consoleOf(row('hub service', 'hubs', 6, beside(6, 7)), row('hub repair', 'hubs', 6.5, beside(6.5, 8))),
    });
    const task = split.tasks.find(({ signal, also }) =>
      [signal, ...also.map((each) => each.signal)].includes('cannibalisation'),
    );
    expect(split.tasks).toHaveLength(1);
    expect(task?.url).toBe(page('hubs'));
    const top = await call({ found: consoleOf(row('hub service', 'hubs', 1.2, beside(1.2, 2))) });
    expect(JSON.stringify(top.tasks)).not.toContain('cannibalisation');
  });

  it('mends a page that search engines may not show before it improves it', async () => {
    const found = consoleOf(
      row('bike rental', 'rental', 5),
      row('bike hire', 'hire', 6),
      row('bike tours', 'tours', 7),
    );
    const { tasks } = await call({
      found,
      pages: [
        knownPage(page('rental'), { is_indexable: false }),
        knownPage(page('hire'), { status_code: 301, redirect_url: page('rental'), is_indexable: false }),
        knownPage(page('tours')),
      ],
    });
    const signals = new Map(tasks.map(({ url, signal }) => [url, signal]));
    expect(signals).toEqual(
      new Map([
        [page('rental'), 'page_fault'],
        [page('hire'), 'page_fault'],
        [page('tours'), 'striking_distance'],
      ]),
    );
    expect(tasks.find(({ url }) => url === page('hire'))?.recommended_action).toContain(
      'redirects to https://shop.example/rental',
    );
  });

  it('leaves branded searches out and tells how many', async () => {
    const brand = { name: 'Harbour Bikes', aliases: [], domains: ['shop.example'] };
    const found = consoleOf(row('harbour bikes opening hours', 'home', 5), row('bike rental', 'rental', 5));
    const { tasks, report } = await call({ found, brand });
    expect(tasks.map(({ keyword }) => keyword)).toEqual(['bike rental']);
    expect(report.inspected?.branded_left_out).toBe(1);
    const all = await call({ found, brand }, { include_brand: true });
    expect(all.tasks).toHaveLength(2);
  });

  it('finds snippets to win and overviews that do not cite the site, from stored result pages', async () => {
    const others = Array.from({ length: 9 }, (_, at) => ({ url: `https://s${at}.example/` }));
    const snippet = serpRecord(
      [
        { type: 'featured_snippet', url: 'https://wiki.example/' },
        { url: 'https://wiki.example/' },
        { url: page('tubes') },
        ...others,
      ],
      { keyword: 'patch an inner tube' },
    );
    const overview = serpRecord([...others.slice(0, 5), { url: page('chains') }, ...others.slice(5)], {
      keyword: 'how long does a chain last',
      ai_overview: {
        status: 'present',
        markdown: 'Long.',
        references: [{ url: 'https://wiki.example/chain', domain: 'wiki.example', title: null }],
      },
    });
    const cited = {
      ...overview,
      keyword: 'clean a chain',
      ai_overview: {
        ...overview.ai_overview,
        references: [{ url: page('chains'), domain: 'shop.example', title: null }],
      },
    };
    const { tasks, report } = await call({
      found: consoleOf(
        row('patch an inner tube', 'tubes', 2),
        row('how long does a chain last', 'chains', 6),
        row('clean a chain', 'cleaning', 6),
      ),
      serps: [snippet, overview, cited],
    });
    const byPage = new Map(tasks.map((task) => [task.url, [task.signal, ...task.also.map(({ signal }) => signal)]]));
    expect(byPage.get(page('tubes'))).toContain('winnable_feature');
    expect(byPage.get(page('chains'))).toContain('ai_overview');
    expect(byPage.get(page('cleaning'))).not.toContain('ai_overview');
    expect(report.inspected?.result_pages).toBe(3);
  });

  it('puts questions that nobody counts the clicks of beside or behind tasks with a known gain, and calls them no snippet', async () => {
    const asked = (keyword: string) =>
      serpRecord(
        [
          { type: 'people_also_ask' },
          { url: 'https://wiki.example/' },
          { url: page('tubes') },
          { url: page('pumps') },
          ...Array.from({ length: 9 }, (_, at) => ({ url: `https://s${at}.example/` })),
        ],
        { keyword, people_also_ask: [{ question: 'Is it hard?', url: 'https://wiki.example/', answer: null }] },
      );
    const { tasks, report } = await call({
      found: keywordsOf.provider([
        rankedKeyword('patch an inner tube', {
          url: page('tubes'),
          position: 9,
          facts: [volumeFact('patch an inner tube', 300)],
        }),
        rankedKeyword('which bike pump', { url: page('pumps'), position: 2 }),
      ]),
      serps: [asked('patch an inner tube'), asked('which bike pump')],
    });
    expect(tasks.map(({ url, signal }) => [url, signal])).toEqual([
      [page('tubes'), 'striking_distance'],
      [page('pumps'), 'related_questions'],
    ]);
    expect(tasks[0]?.also.map(({ signal }) => signal)).toEqual(['related_questions']);
    expect(tasks[1]).toMatchObject({ type: 'content_refresh', expected_gain: null, priority: null });
    expect(report.summary_by_type.map(({ type }) => type)).not.toContain('featured_snippet_opportunity');
  });

  it('brings back what was lost, and reworks for buyers what ranks far down', async () => {
    const { tasks } = await call({
      found: keywordsOf.provider([
        rankedKeyword('gravel wheels', {
          url: page('gravel'),
          movement: 'lost',
          previous_position: 6,
          facts: [volumeFact('gravel wheels', 5000)],
        }),
        rankedKeyword('buy carbon wheels', {
          url: page('carbon'),
          position: 34,
          facts: [volumeFact('buy carbon wheels', 9000)],
        }),
      ]),
    });
    const types = new Map(tasks.map(({ url, type }) => [url, type]));
    expect(types).toEqual(
      new Map([
        [page('gravel'), 'lost_keyword_recovery'],
        [page('carbon'), 'commercial_intent_opportunity'],
      ]),
    );
    expect(tasks.find(({ url }) => url === page('gravel'))?.expected_gain).toMatchObject({ to_rank: 6 });
    expect(tasks.find(({ url }) => url === page('carbon'))?.recommended_action).toBe(
      `Rework ${page('carbon')} for “buy carbon wheels”, or build a page that sells for it if this one answers a different search.`,
    );
  });

  it('looks at competitors only when asked, on stored pages first and five look-ups at most', async () => {
    const seeds = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7'];
    const stored = serpRecord(
      [
        ...Array.from({ length: 9 }, (_, at) => ({ url: `https://s${at}.example/a` })),
        { url: 'https://www.amazon.de/a' },
      ],
      { keyword: 'a1' },
    );
    const looked = seeds
      .slice(1, 3)
      .map((keyword) => serpRecord([{ url: page('x') }, { url: 'https://s1.example/b' }], { keyword }));
    const found = consoleOf(row('bike rental', 'rental', 5));
    const { report, asked, tasks } = await call(
      { found, serps: [stored], looked_up: looked },
      { include_serp_competitors: true, seed_keywords: seeds },
    );
    expect(asked.checks.map(({ keyword }) => keyword)).toEqual(['b2', 'c3', 'd4', 'e5', 'f6']);
    expect(report.seed_keywords).toEqual(['a1', 'b2', 'c3']);
    expect(report.serp_competitors?.find(({ domain }) => domain === 's1.example')).toMatchObject({
      keywords: 3,
      ahead: 1,
      median_position: 2,
    });
    expect(report.serp_competitors?.map(({ domain }) => domain)).not.toContain('amazon.de');
    expect(tasks.find(({ type }) => type === 'competitor_gap')).toMatchObject({
      keyword: 'a1',
      url: null,
      expected_gain: null,
    });
    const plain = await call({ found });
    expect(plain.report).toMatchObject({ serp_competitors: null, seed_keywords: null, discovered_competitors: null });
    expect(plain.asked.checks).toEqual([]);
  });

  it('makes one task of the page of a competitor that wins several searches without the site', async () => {
    const competitor: SearchCompetitor = {
      domain: 'rival.example',
      intersections: 30,
      shared_top10: 12,
      average_position: 6,
      ahead: 20,
      behind: 10,
      keyword_count: null,
      shared_traffic: null,
      traffic: 4000,
      target_shared_traffic: null,
      rivalry: null,
      examples: [],
    };
    const shared = ['ebike battery', 'ebike battery life'].map((keyword): SharedKeyword => ({
      keyword,
      places: [
        {
          position: 3,
          url: 'https://rival.example/batteries',
          type: 'organic',
          estimated_traffic: 90,
          clicks: null,
          impressions: null,
        },
        null,
      ],
      features: null,
      checked_at: null,
      facts: [volumeFact(keyword, 2000)],
    }));
    const { report, tasks, asked } = await call(
      {
        found: consoleOf(row('bike rental', 'rental', 5)),
        competitors: [{ ...competitor, domain: 'wikipedia.org' }, competitor],
        shared,
      },
      { include_competitor_discovery: true },
    );
    expect(asked.shared[0]).toMatchObject({ targets: ['rival.example', 'shop.example'], mode: 'first_only' });
    expect(report.discovered_competitors).toMatchObject([{ domain: 'rival.example', intersections: 30, gaps: 2 }]);
    const gap = tasks.find(({ type }) => type === 'competitor_gap');
    expect(gap).toMatchObject({ url: null, cluster_size: 2, expected_gain: { to_rank: 5 } });
    expect(gap?.recommended_action).toContain('https://rival.example/batteries');
  });

  it('makes no gap of a platform: the best result of another site is the one to outdo', async () => {
    const looked = serpRecord([{ url: 'https://en.wikipedia.org/wiki/A' }, { url: 'https://s1.example/b' }], {
      keyword: 'a1',
    });
    const { tasks } = await call(
      { found: consoleOf(row('bike rental', 'rental', 5)), looked_up: [looked] },
      { include_serp_competitors: true, seed_keywords: ['a1'] },
    );
    const gap = tasks.find(({ type }) => type === 'competitor_gap');
    expect(gap?.recommended_action).toContain('https://s1.example/b');
  });

  it('reads own figures by loss as well, and asks a provider once', async () => {
    const own = await call({ found: consoleOf(row('bike rental', 'rental', 5)) });
    expect(own.asked.keywords.map(({ order }) => order)).toEqual(['gain', 'loss']);
    const rented = await call({ found: keywordsOf.provider([rankedKeyword('bike rental', { position: 5 })]) });
    expect(rented.asked.keywords.map(({ order }) => order)).toEqual(['gain']);
  });

  it('says of stored result pages that they are a sample, and makes no gain up where no demand is known', async () => {
    const { report, tasks } = await call({
      found: keywordsOf.serps(
        [rankedKeyword('bike rental', { url: page('rental'), position: 5, features: ['featured_snippet'] })],
        40,
      ),
    });
    expect(report).toMatchObject({ coverage: 'sample', basis: 'serps', serps_considered: 40 });
    expect(tasks[0]).toMatchObject({
      signal: 'winnable_feature',
      expected_gain: null,
      score_components: { gain: null },
    });
  });

  it('says first that nobody knows the target, and charges nothing', async () => {
    const { report, credits, guidance, markdown_summary, next_operations } = await call({});
    expect(report).toMatchObject({
      coverage: 'none',
      state: 'unknown_target',
      basis: null,
      inspected: null,
      opportunities: [],
    });
    expect(credits).toBe(0);
    expect(guidance.summary).toMatch(/^Rankings of shop\.example are unknown/);
    expect(markdown_summary).toContain('Rankings of shop.example are unknown');
    expect(next_operations).toEqual(['analyze.serp']);
  });

  it('tells a site with nothing left to do from one that nobody knows', async () => {
    const { report, guidance, credits } = await call({
      found: consoleOf(row('bike rental', 'rental', 1, { measured: measured(900, 2800) })),
    });
    expect(report).toMatchObject({ state: 'answered', opportunities: [], summary_by_type: [] });
    expect(guidance.summary).toContain('No task stands out for shop.example');
    expect(credits).not.toBe(0);
  });

  it('goes on with the tasks beyond the limit, and ends', async () => {
    const rows = ['a', 'b', 'c'].map((name, at) =>
      rankedKeyword(`wheel ${name}`, {
        url: `https://shop.example/${name}`,
        position: 8,
        measured: measured(40, 5000 - at, { previous_clicks: 42, previous_impressions: 5100 }),
      }),
    );
    const known = { found: keywordsOf.console(rows) };
    const urls = async (body: Readonly<Record<string, unknown>>) =>
      (await call(known, body)).report.opportunities.map(({ url }) => url);
    const all = await urls({});
    expect(all).toHaveLength(3);
    expect([...(await urls({ limit: 2 })), ...(await urls({ limit: 2, offset: 2 }))]).toEqual(all);
    const exported = { limit: 1, export_rows: 100 };
    expect(await urls(exported)).toEqual(all);
    expect(find.prepare({ target: 'shop.example', ...exported })).toMatchObject({ always_queues: true, credits: 3 });
    const shown = await call(known, { limit: 2 });
    expect(shown.report.summary_by_type).toEqual((await call(known)).report.summary_by_type);
    expect(shown.guidance.summary).toMatch(/^The first 2 of 3 tasks for /);
    expect((await call(known, { limit: 2, offset: 2 })).guidance.summary).toMatch(/^Task 3 of 3 for /);
    const past = await call(known, { offset: 3 });
    expect(past.report).toMatchObject({ opportunities: [], total_count: 3, offset: 3 });
    expect(past.guidance.summary).toContain('only 3 tasks match');
  });

  it('answers the same on the same data, in an order that no input order changes', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => row(`keyword ${at}`, `page-${at % 7}`, 4 + (at % 5)));
    const one = await call({ found: consoleOf(...rows) });
    const other = await call({ found: consoleOf(...rows.toReversed()) });
    expect(JSON.stringify(other.tasks)).toBe(JSON.stringify(one.tasks));
    expect(one.tasks).toHaveLength(7);
    const few = await call({ found: consoleOf(...rows) }, { limit: 3 });
    expect(few.tasks).toEqual(one.tasks.slice(0, 3));
    expect(few.report.total_count).toBe(7);
  });
});
