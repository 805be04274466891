import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import { knownPage } from '../../../../test/ranking-records.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import { UNITED_STATES } from '../../../../test/source-context.ts';
import type { RunContext } from '../../../contract/operation.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { LocationQuery } from '../../../ports/locations.ts';
import type { DailyFigures, DailyPoint, DailyQuery } from '../../../ports/rankings.ts';
import type { Serp } from '../../../ports/serp.ts';
import detect from './operation.ts';
import { DecayReport } from './report.ts';
import { shiftDay } from './windows.ts';

const URL = 'https://shop.example/repair';
const TO = '2026-11-18';

interface Shape {
  /** Clicks and impressions a day, and the position, by how many days ago it was. */
  readonly clicks: (ago: number) => number;
  readonly impressions?: (ago: number) => number;
  readonly position?: (ago: number) => number;
}

/** The days that the port answers for a window of 28: the last 56 and the same ones a year before. */
function days({ clicks, impressions = (ago) => clicks(ago) * 20, position = () => 4 }: Shape, to = TO): DailyPoint[] {
  const agos = [...Array(56).keys()].flatMap((ago) => [ago, ago + 364]);
  return agos
    .map((ago) => ({
      day: shiftDay(to, -ago),
      clicks: clicks(ago),
      impressions: impressions(ago),
      position: position(ago),
    }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

function figures(pair: Shape, facts: Partial<DailyFigures> = {}, to = TO): DailyFigures {
  const own = days(pair, to);
  return {
    property: 'sc-domain:shop.example',
    engine: 'google',
    to,
    pair: own,
    page: own,
    keyword: own,
    site: days({ clicks: () => 500 }, to),
    rivals: [],
    generative: null,
    page_since: '2024-01-05',
    ...facts,
  };
}

interface Known {
  readonly daily?: Readonly<Record<string, DailyFigures>>;
  readonly pages?: readonly KnownPage[];
  readonly serps?: readonly Serp[];
  readonly has_no_links?: boolean;
}

function contextWith({ daily = {}, pages = [], serps = [], has_no_links = false }: Known) {
  const asked: DailyQuery[] = [];
  const context: RunContext = Object.assign(Object.create(null), {
    ports: {
      rankings: {
        daily: (query: DailyQuery) => {
          asked.push(query);
          return Promise.resolve(daily[query.url] ?? null);
        },
        clickRates: () => Promise.resolve(null),
      },
      serp: { history: () => Promise.resolve(serps) },
      links: {
        knownPages: ({ urls }: { readonly urls: readonly string[] }) =>
          has_no_links
            ? Promise.reject(new AppError('source_not_configured', 'There is no source of links.'))
            : Promise.resolve(pages.filter(({ url }) => urls.includes(url))),
      },
    },
    now: new Date('2026-11-20T12:00:00Z'),
    locate: ({ location, location_code }: LocationQuery) =>
      Promise.resolve(location === undefined && location_code === undefined ? null : UNITED_STATES),
    brand: () => Promise.resolve(null),
  });
  return { context, asked };
}

async function call(known: Known, body: Readonly<Record<string, unknown>> = {}) {
  const input = { url: URL, keyword: 'bike repair', ...body };
  const { context, asked } = contextWith(known);
  const answer = await runChecked(detect, input, context);
  const { credits, guidance } = await detect.prepare(input).run(contextWith(known).context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  const { coverage, decay_audit: audit } = DecayReport.parse(answer.result);
  return { ...answer, coverage, audit, credits, guidance, asked };
}

const isRecent = (ago: number): boolean => ago < 21;
const STEADY: Shape = { clicks: () => 40 };
/** Half of the clicks, at a position that is worse by four. */
const FALLEN: Shape = {
  clicks: (ago) => (isRecent(ago) ? 15 : 40),
  impressions: () => 800,
  position: (ago) => (isRecent(ago) ? 8 : 3),
};

describe('content-decay.detect', () => {
  it('names the field that is wrong, and costs two credits', () => {
    const issues = (body: unknown): string[] => {
      try {
        detect.prepare(body);
      } catch (thrown) {
        if (thrown instanceof AppError) return thrown.issues.map(({ path }) => path);
      }
      return [];
    };
    expect(issues({})).toEqual(['url', 'keyword']);
    expect(issues({ url: URL, keyword: 'a', lookback_days: 2 })).toEqual(['lookback_days']);
    expect(issues({ url: URL, keyword: 'a', lookback_days: 181, threshold: -1 })).toEqual([
      'lookback_days',
      'threshold',
    ]);
    expect(detect.prepare({ url: URL, keyword: 'a' }).credits).toBe(2);
  });

  it('tells since when a page loses, how much and why', async () => {
    const { audit, coverage, guidance, next_operations } = await call({
      daily: { [URL]: figures(FALLEN, { keyword: days({ clicks: () => 40, impressions: () => 800 }) }) },
      pages: [knownPage(URL)],
    });
    expect(coverage).toBe('full');
    expect(audit).toMatchObject({
      decaying: true,
      status: 'decaying',
      judged_by: 'clicks',
      scope: 'keyword',
      decay_percent: 46.9,
      within_noise: false,
      first_decline_at: '2026-10-29',
      traffic_at_risk: { clicks_per_month: 570 },
      year_over_year: { clicks: 595, last_year_clicks: 1120, change_percent: -46.9 },
      seasonal_expectation: { basis: 'last_year', expected: 1120, observed: 595, change_percent: 0 },
      page: { status_code: 200, referring_domains: 4, age_days: 728 },
    });
    expect(audit.likely_causes.map(({ cause }) => cause)).toEqual(['rank', 'stale']);
    expect(audit.likely_causes[0]).toMatchObject({
      figure: 3.8,
      unit: 'positions lost',
      before: 3,
      after: 6.8,
      share: 1,
    });
    expect(audit.causes_considered).toMatchObject({
      demand: 'ruled_out',
      technical: 'ruled_out',
      competitor: 'unknown',
    });
    expect(audit.slope_per_day).toBeLessThan(0);
    expect(audit.points).toHaveLength(8);
    expect(audit.points.at(-1)).toMatchObject({ from: '2026-11-12', clicks: 105, last_year_clicks: 280 });
    expect(guidance.summary).toBe(
      'https://shop.example/repair for “bike repair” is decaying: clicks down 46.9% against the 28 days before (46.9% below what the season explains) since the week of 2026-10-29, most likely because of a loss of position.',
    );
    expect(guidance.priority).toBe('high');
    expect(next_operations).toEqual(['content.technical-qa', 'analyze.serp']);
  });

  it('is quiet where clicks fall as they did a year before', async () => {
    const season: Shape = { clicks: (ago) => (ago % 364 < 28 ? 20 : 40) };
    const { audit, guidance, markdown_summary } = await call({ daily: { [URL]: figures(season) } });
    expect(audit).toMatchObject({ decaying: false, status: 'stable', decay_percent: 50, within_noise: true });
    expect(audit.season_adjusted?.percent).toBeCloseTo(0, 0);
    expect(audit.likely_causes).toEqual([]);
    expect(guidance.summary).toContain('is stable: its clicks follow the season');
    expect(`${guidance.summary} ${markdown_summary}`).not.toMatch(/decaying|down /);
  });

  it('is quiet inside the noise, whatever the threshold', async () => {
    const noise: Shape = { clicks: (ago) => 3 + ((ago * 7) % 5) - (ago < 28 && ago % 7 === 3 ? 2 : 0) };
    const { audit } = await call({ daily: { [URL]: figures(noise) } }, { threshold: 0 });
    expect(audit).toMatchObject({ status: 'stable', within_noise: true });
    expect(audit.decay_percent).toBeGreaterThan(3);
  });

  it('says of a fall with the demand that a year before is missing, and does not call it decay', async () => {
    const isThisYear = ({ day }: DailyPoint): boolean => day > '2026-01-01';
    const fell = days({ clicks: (ago) => (isRecent(ago) ? 15 : 40) }).filter(isThisYear);
    const young = figures(STEADY, {
      pair: fell,
      page: fell,
      keyword: fell,
      site: days({ clicks: () => 500 }).filter(isThisYear),
    });
    const { audit } = await call({ daily: { [URL]: { ...young, page: days(STEADY).filter(isThisYear) } } });
    expect(audit).toMatchObject({ status: 'stable', seasonal_expectation: { basis: 'demand' }, year_over_year: null });
    expect(audit.notes.join(' ')).toContain('fell with the demand');
  });

  it('takes the season from the other pages of the site, not from the page itself', async () => {
    const isThisYear = ({ day }: DailyPoint): boolean => day > '2026-01-01';
    const fell = days({ clicks: (ago) => (ago < 28 ? 20 : 40), impressions: () => 800 }).filter(isThisYear);
    const wanted = days({ clicks: () => 40, impressions: () => 800 }).filter(isThisYear);
    const site = days({ clicks: (ago) => (ago < 28 ? 90 : 110) }).filter(isThisYear);
    const { audit } = await call({
      daily: { [URL]: figures(STEADY, { pair: fell, page: fell, keyword: wanted, site }) },
    });
    expect(audit).toMatchObject({
      status: 'decaying',
      decay_percent: 50,
      season_adjusted: { percent: 50 },
      seasonal_expectation: { basis: 'none', change_percent: 0 },
    });
    expect(audit.traffic_at_risk?.clicks_per_month).toBeCloseTo(20 * 30.4, 0);
  });

  it('knows nothing of days before the import, and finds the fall within those after it', async () => {
    const since = (first: string) => (points: readonly DailyPoint[]) => points.filter(({ day }) => day >= first);
    const imported = since('2026-10-22');
    const fell = imported(days({ clicks: (ago) => (ago < 14 ? 10 : 40), impressions: () => 800 }));
    const young = figures(STEADY, {
      pair: fell,
      page: fell,
      keyword: imported(days({ clicks: () => 40, impressions: () => 800 })),
      site: imported(days({ clicks: (ago) => (ago < 14 ? 470 : 500) })),
      page_since: '2026-10-22',
    });
    const { audit, asked } = await call({ daily: { [URL]: young } }, { lookback_days: 28 });
    expect(audit).toMatchObject({
      status: 'decaying',
      window: { from: '2026-11-05', to: '2026-11-18', previous_from: '2026-10-22', previous_to: '2026-11-04' },
      decay_percent: 75,
    });
    expect(audit.notes[0]).toBe(
      'There is no data before 2026-10-22, so the last 14 days are compared with the 14 before them.',
    );
    expect(asked.map((query) => query.days)).toContain(14);
    const { audit: short } = await call({ daily: { [URL]: young } }, { lookback_days: 21 });
    expect(short).toMatchObject({ status: 'insufficient_data', scopes: { keyword: { previous_clicks: null } } });
    expect(short.reason).toContain('days before 2026-10-29 have no data');
    expect(short.points.slice(0, 2).map(({ clicks }) => clicks)).toEqual([null, null]);
    expect(short.slopes.clicks?.n).toBe(4);
  });

  it('judges a window with a break in impressions by clicks', async () => {
    const to = '2025-10-08';
    const broken: Shape = {
      clicks: () => 30,
      impressions: (ago) => (shiftDay(to, -ago) < '2025-09-12' ? 2000 : 600),
      position: (ago) => (shiftDay(to, -ago) < '2025-09-12' ? 14 : 5),
    };
    const { audit } = await call({ daily: { [URL]: figures(broken, {}, to) } });
    expect(audit).toMatchObject({ status: 'stable', judged_by: 'clicks', decay_percent: 0 });
    expect(audit.known_breaks.map(({ from }) => from)).toEqual(['2025-05-13', '2025-09-10']);
    const fewClicks: Shape = { ...broken, clicks: () => 1 };
    const { audit: unknown } = await call({ daily: { [URL]: figures(fewClicks, {}, to) } });
    expect(unknown).toMatchObject({
      status: 'insufficient_data',
      decaying: null,
      decay_percent: null,
      judged_by: null,
    });
    expect(unknown.reason).toContain('cannot be compared');
  });

  it('looks for the cause where miscounted days hide it, and never leaves a page alone that decays', async () => {
    const { audit, guidance } = await call({
      daily: { [URL]: figures(FALLEN, {}, '2026-03-01') },
      pages: [knownPage(URL)],
    });
    expect(audit).toMatchObject({ decaying: true, likely_causes: [] });
    expect(audit.recovery_steps).toHaveLength(2);
    expect(guidance.steps.map(({ action }) => action).join(' ')).not.toContain('Leave the page');
    expect(guidance.steps[0]?.why).toBe('The figures show the loss, but not its cause.');
  });

  it('judges impressions where clicks are few and no break lies between, and nothing below both minimums', async () => {
    const seen = (after: number): Shape => ({ clicks: () => 1, impressions: (ago) => (isRecent(ago) ? after : 300) });
    const { audit } = await call({ daily: { [URL]: figures(seen(100)) } });
    expect(audit).toMatchObject({ judged_by: 'impressions', traffic_at_risk: null });
    const few = figures({ clicks: () => 1, impressions: () => 10 });
    const { audit: none } = await call({ daily: { [URL]: few } });
    expect(none).toMatchObject({ status: 'insufficient_data', confidence: 0 });
    expect(none.reason).toContain('at least 50 clicks or 500 impressions');
  });

  it('does not judge three days, nor pages that are new', async () => {
    const { audit } = await call({ daily: { [URL]: figures(FALLEN) } }, { lookback_days: 3 });
    expect(audit).toMatchObject({ status: 'insufficient_data', decaying: null, decay_percent: null });
    const { audit: young } = await call({ daily: { [URL]: figures(FALLEN, { page_since: '2026-10-20' }) } });
    expect(young).toMatchObject({
      status: 'insufficient_data',
      decaying: false,
      exempt: { reason: 'new_page', since: '2026-10-20', until: '2026-12-04' },
      likely_causes: [],
    });
  });

  it('follows a page that moved and adds the figures of both addresses', async () => {
    const next = 'https://shop.example/bike-repair';
    const { audit, asked } = await call({
      daily: {
        [URL]: figures({ clicks: (ago) => (ago < 20 ? 0 : 40) }),
        [next]: figures({ clicks: (ago) => (ago < 20 ? 40 : 0) }, { page_since: shiftDay(TO, -19) }),
      },
      pages: [knownPage(URL, { status_code: 301, redirect_url: next, is_indexable: false }), knownPage(next)],
    });
    expect(audit).toMatchObject({ url: next, followed: [URL], status: 'stable', decay_percent: 0, exempt: null });
    expect([...new Set(asked.map(({ url }) => url))]).toEqual([next, URL]);
    // Two windows, for the year before of both; and one, for the pages that took over.
    expect([...new Set(asked.map(({ days: span }) => span))]).toEqual([56, 28]);
  });

  it('ends at a redirect that leads in a circle or off the site', async () => {
    const other = 'https://shop.example/b';
    const circle = [
      knownPage(URL, { status_code: 301, redirect_url: other }),
      knownPage(other, { status_code: 301, redirect_url: URL }),
    ];
    expect((await call({ pages: circle })).audit.url).toBe(other);
    const away = [knownPage(URL, { status_code: 301, redirect_url: 'https://elsewhere.example/' })];
    expect((await call({ pages: away })).audit.url).toBe(URL);
  });

  it('blames the fault of a page that cannot be shown, and nothing else', async () => {
    const { audit, guidance } = await call({
      daily: { [URL]: figures({ clicks: (ago) => (isRecent(ago) ? 0 : 40) }) },
      pages: [knownPage(URL, { is_indexable: false })],
    });
    expect(audit.likely_causes).toMatchObject([{ cause: 'technical', share: 1, lost_clicks: 840 }]);
    expect(guidance.steps[0]?.action).toContain('noindex');
  });

  it('names a fault that is younger than the loss last, and has it mended first all the same', async () => {
    const { audit, guidance } = await call({
      daily: {
        [URL]: figures({
          clicks: (ago) => (isRecent(ago) ? 12 : 40),
          position: (ago) => (isRecent(ago) ? 9 : 4),
        }),
      },
      pages: [knownPage(URL, { is_indexable: false })],
    });
    expect(audit.likely_causes[0]).toMatchObject({ cause: 'rank', share: expect.any(Number) });
    expect(audit.likely_causes.at(-1)).toMatchObject({
      cause: 'technical',
      share: null,
      lost_clicks: null,
      evidence: [
        expect.stringContaining('indexable'),
        'the page was still clicked in the last week, so this does not explain the earlier loss',
      ],
    });
    expect(guidance.steps[0]).toMatchObject({ why: 'The page cannot keep its rankings in this state.' });
    expect(guidance.steps[0]?.action).toContain('noindex');
  });

  it('tells searches that went to another own page from searches that ended', async () => {
    const half: Shape = {
      clicks: (ago) => (isRecent(ago) ? 16 : 40),
      impressions: (ago) => (isRecent(ago) ? 320 : 800),
    };
    const rivals = [
      {
        url: 'https://shop.example/blog',
        clicks: 60,
        impressions: 10_000,
        position: 6,
        previous_clicks: 0,
        previous_impressions: 40,
      },
    ];
    const steady = days({ clicks: () => 40, impressions: () => 800 });
    const split = await call({ daily: { [URL]: figures(half, { keyword: steady, rivals }) } });
    expect(split.audit.likely_causes.map(({ cause }) => cause)).toEqual(['cannibalised']);
    const ended = await call({ daily: { [URL]: figures(half) } });
    expect(ended.audit.likely_causes.map(({ cause }) => cause)).toEqual(['demand']);
    expect(ended.audit.recovery_steps[0]).toContain('Do not rewrite');
  });

  it('tells clicks lost above the result, with the feature that stands there and AI impressions', async () => {
    const serps = [55, 50, 45, 12, 8, 2].map((ago) =>
      serpRecord(
        [
          ...(ago < 20 ? [{ type: 'featured_snippet' as const, url: 'https://wiki.example/' }] : []),
          { url: 'https://a.example/' },
          { url: URL },
        ],
        { checked_at: `${shiftDay(TO, -ago)}T08:00:00Z` },
      ),
    );
    const shape: Shape = { clicks: (ago) => (isRecent(ago) ? 15 : 40), impressions: () => 800 };
    const { audit } = await call({
      daily: { [URL]: figures(shape, { generative: { impressions: 900, previous_impressions: 100 } }) },
      serps,
    });
    expect(audit.likely_causes.map(({ cause }) => cause)).toEqual(['clicks_lost_above']);
    expect(audit.likely_causes[0]?.evidence).toEqual([
      'click rate 5% before, 2.7% now',
      'new on stored result pages: featured snippet',
      'impressions in AI answers: 100 before, 900 now',
    ]);
  });

  it('reads stored result pages where there is no console data, and who moved above', async () => {
    const page = (ago: number, position: number): Serp => {
      const others = Array.from({ length: 9 }, (_, at) => ({ url: `https://s${at}.example/` }));
      const above = ago < 20 ? [{ url: 'https://rival.example/' }, ...others] : others;
      return serpRecord([...above.slice(0, position - 1), { url: URL }, ...above.slice(position - 1)], {
        checked_at: `${shiftDay(TO, -ago)}T08:00:00Z`,
      });
    };
    const serps = [28, 26, 24, 22, 8, 6, 4, 2].map((ago) => page(ago, ago > 20 ? 2 : 9));
    const { audit, coverage } = await call({ serps });
    expect(coverage).toBe('sample');
    expect(audit).toMatchObject({ status: 'decaying', judged_by: 'position', decay_percent: 350 });
    expect(audit.slope_per_day).toBeGreaterThan(0);
    expect(audit.likely_causes.map(({ cause }) => cause)).toEqual(['rank', 'competitor']);
    expect(audit.likely_causes[1]?.evidence).toEqual([
      'now above the page: rival.example, s1.example, s2.example, s3.example, s4.example',
    ]);
    const few = await call({ serps: serps.slice(0, 3) });
    expect(few.audit).toMatchObject({ status: 'insufficient_data', decay_percent: null });
    const still = await call({ serps: [28, 26, 24, 22, 8, 6, 4, 2].map((ago) => page(ago, ago > 20 ? 5 : 6)) });
    expect(still.audit).toMatchObject({ status: 'stable', within_noise: true });
  });

  it('says first that nothing is known, and charges nothing', async () => {
    const { audit, coverage, credits, guidance, markdown_summary } = await call({ has_no_links: true });
    expect(coverage).toBe('none');
    expect(credits).toBe(0);
    expect(audit).toMatchObject({ status: 'insufficient_data', decaying: null, decay_percent: null, confidence: 0 });
    expect(guidance.summary).toContain('there is no Search Console data for the page');
    expect(guidance.steps[0]?.action).toContain('seamark import console');
    expect(markdown_summary).toContain('It is unknown whether https://shop.example/repair is losing clicks');
  });

  it('never calls a page decaying that has no fewer clicks, and never better for fewer clicks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 80 }), fc.integer({ min: 0, max: 80 }), async (before, after) => {
        const shape = (now: number): Shape => ({ clicks: (ago) => (ago < 28 ? now : before), impressions: () => 2000 });
        const one = await call({ daily: { [URL]: figures(shape(after)) } });
        const more = await call({ daily: { [URL]: figures(shape(after + 1)) } });
        if (after >= before) expect(one.audit.decaying).toBe(false);
        expect(more.audit.decay_percent ?? 0).toBeLessThanOrEqual(one.audit.decay_percent ?? 0);
        if (more.audit.decaying === true) expect(one.audit.decaying).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});
