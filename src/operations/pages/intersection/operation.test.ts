import { describe, expect, it } from 'vitest';

import { volumeFact } from '../../../../test/keyword-records.ts';
import { refusedFields } from '../../../../test/pure-operation.ts';
import { askRankings, rowOf } from '../../../../test/ranking-calls.ts';
import {
  comparedKeyword,
  comparisonOf,
  knownPage,
  type KnownRankings,
  placeAt,
} from '../../../../test/ranking-records.ts';
import operation from './operation.ts';
import { PageIntersection } from './report.ts';

const OWN = 'https://shop.example/repair';
const RIVAL = 'https://rival.example/*';
const BOTH = { pages: [OWN, RIVAL] };

async function call(body: Readonly<Record<string, unknown>>, known: KnownRankings) {
  const answer = await askRankings(operation, PageIntersection, { ...BOTH, ...body }, known);
  return { ...answer, row: rowOf(answer.report.items, 'keyword') };
}

const etv = (position: number, estimated_traffic: number, url: string) =>
  placeAt(position, { estimated_traffic, url: `https://${url}` });
const price = { cpc: 2, currency: 'USD', difficulty: { value: 30, scale: 'dataforseo' } } as const;

const PROVIDER = comparisonOf.provider([
  comparedKeyword('bike repair', [etv(9, 150, 'shop.example/repair'), etv(2, 1600, 'rival.example/repair')], {
    facts: [volumeFact('bike repair', 10_000, 'bucket', price)],
    features: ['organic', 'ai_overview', 'local_pack'],
    checked_at: '2026-11-01T00:00:00Z',
  }),
  comparedKeyword('fix a flat', [null, etv(3, 400, 'rival.example/flat')], {
    facts: [volumeFact('fix a flat', 4000, 'bucket', { ...price, cpc: 1 })],
  }),
  comparedKeyword('truing stand', [etv(2, 60, 'shop.example/repair'), null], {
    facts: [volumeFact('truing stand', 400, 'bucket', price)],
  }),
  comparedKeyword('bike tools', [etv(45, 2, 'shop.example/repair'), etv(12, 30, 'rival.example/tools')], {
    facts: [volumeFact('bike tools', 3000, 'bucket', price)],
  }),
]);

describe('pages.intersection', () => {
  it('names every field that is wrong', () => {
    expect(refusedFields(operation, {})).toEqual(['pages']);
    expect(refusedFields(operation, { pages: ['shop.example', OWN, 'https://*.a.example/'] })).toEqual([
      'pages[0]',
      'pages[2]',
    ]);
    expect(refusedFields(operation, { pages: [OWN], exclude_pages: ['http://shop.example/repair/'] })).toEqual([
      'exclude_pages[0]',
    ]);
    expect(
      refusedFields(operation, {
        ...BOTH,
        limit: 101,
        max_rank: 0,
        item_types: ['video'],
        sort_by: 'threat',
        intersection_mode: 'all',
      }),
    ).toEqual(['item_types[0]', 'limit', 'intersection_mode', 'max_rank', 'sort_by']);
    expect(
      refusedFields(operation, { pages: Array.from({ length: 6 }, (_, at) => `https://a.example/${at}`) }),
    ).toEqual(['pages']);
  });

  it('costs five credits, ten with clickstream data, and the plain price where nobody has them', async () => {
    expect(operation.prepare({ ...BOTH, limit: 100 }).credits).toBe(5);
    const body = { include_clickstream_data: true };
    expect(operation.prepare({ ...BOTH, ...body }).credits).toBe(10);
    const bought = await call(body, { shared: PROVIDER });
    expect(bought.asked.shared).toMatchObject([{ has_clickstream: true }]);
    expect(bought.report.clickstream_volumes).toBe(true);
    expect(bought.credits).toBeUndefined();
    const sample = comparisonOf.serps([comparedKeyword('a', [placeAt(3), placeAt(2)])], 30);
    const without = await call(body, { shared: sample });
    expect(without.report.clickstream_volumes).toBe(false);
    expect(without.credits).toBe(5);
  });

  it('asks for either mode; max_rank leaves a union what the first page does not rank for', async () => {
    const union = await call({ max_rank: 20, min_search_volume: 10, sort_by: 'rank' }, {});
    expect(union.asked.shared).toMatchObject([
      {
        targets: [OWN, RIVAL],
        excluded: [],
        mode: 'any',
        item_types: ['organic', 'featured_snippet'],
        max_position: undefined,
        volume_min: 10,
        order: 'position',
        is_any_place: true,
        has_clickstream: false,
      },
    ]);
    const all = await call(
      { intersection_mode: 'intersect', max_rank: 20, exclude_pages: ['https://c.example/*'] },
      {},
    );
    expect(all.asked.shared).toMatchObject([{ mode: 'all', max_position: 20, excluded: ['https://c.example/*'] }]);
    expect((await call({ pages: [OWN] }, {})).asked.shared).toMatchObject([{ mode: 'any', max_position: 30 }]);
  });

  describe('from a provider', () => {
    it('shows each page with its rank, URL and traffic, and where one is missing', async () => {
      const { row, report } = await call({}, { shared: PROVIDER });
      expect(row('bike repair')).toMatchObject({
        pages: [
          { page: OWN, rank: 9, url: 'https://shop.example/repair', estimated_traffic: 150, clicks: null },
          { page: RIVAL, rank: 2, url: 'https://rival.example/repair', estimated_traffic: 1600 },
        ],
        missing_in: [],
        best_page: RIVAL,
        first_page_rank: 9,
        first_page_within_max_rank: true,
        rank_spread: 7,
        traffic_gap: 1450,
        search_volume: 10_000,
        serp_info: null,
        intent: 'local',
      });
      expect(row('fix a flat')).toMatchObject({
        missing_in: [OWN],
        first_page_rank: null,
        first_page_within_max_rank: null,
        rank_spread: null,
        traffic_gap: 400,
        reason: `The first page does not rank, and ${RIVAL} ranks at position 3, with about 400 more clicks a month.`,
      });
      expect(row('truing stand')).toMatchObject({ missing_in: [RIVAL], traffic_gap: -60, best_page: OWN });
      expect(report).toMatchObject({
        basis: 'provider',
        coverage: 'full',
        total_count: 3,
        counts: { ranking_in_all: 1, ranking_in_some: 2, first_page_missing: 1 },
        is_one_site: false,
      });
    });

    it('leaves out and counts what the first page ranks too low for, and says that this is about it alone', async () => {
      const { report, guidance } = await call({}, { shared: PROVIDER });
      expect(report.items.map(({ keyword }) => keyword)).not.toContain('bike tools');
      expect(report.filtered_out?.beyond_max_rank).toBe(1);
      expect(guidance.guardrails).toContain('max_rank applies to the first page only: 1 keyword is left out by it.');
      const wide = await call({ max_rank: 50 }, { shared: PROVIDER });
      expect(wide.row('bike tools').first_page_within_max_rank).toBe(true);
    });

    it('adds what the result page had only where it is asked, and no absence that nobody could see', async () => {
      const { row } = await call({ include_serp_info: true }, { shared: PROVIDER });
      expect(row('bike repair').serp_info).toEqual({
        checked_at: '2026-11-01T00:00:00Z',
        ai_overview: true,
        featured_snippet: false,
        local_pack: true,
        paid: false,
      });
      expect(row('truing stand').serp_info).toMatchObject({ ai_overview: null, local_pack: null });
    });

    it('scores what the first page could win, with parts that add up', async () => {
      const { row } = await call({}, { shared: PROVIDER });
      const { opportunity_score, score_components, score_coverage } = row('fix a flat');
      expect(score_coverage).toBe(1);
      expect(score_components.ranking_gain).toBe(15);
      const sum = Object.values(score_components).reduce<number>((total, points) => total + (points ?? 0), 0);
      expect(sum).toBeCloseTo(opportunity_score ?? -1, 5);
      expect(row('truing stand').score_components.ranking_gain).toBe(0);
    });

    it('plans one task a page, on the own page where it ranks and as a new one where it does not', async () => {
      const { guidance } = await call({}, { shared: PROVIDER });
      expect(guidance.steps.map(({ action }) => action)).toEqual([
        'Compare https://shop.example/repair with https://rival.example/repair for “bike repair”, and add what it lacks.',
        'Cover “fix a flat” on your own site: read what https://rival.example/flat answers.',
      ]);
      expect(guidance.next_calls.map(({ operation: id }) => id)).toEqual(['analyze.serp', 'extract']);
    });

    it('lists what the pages that are left out do not have', async () => {
      const shared = comparisonOf.provider([
        comparedKeyword('fix a flat', [etv(3, 400, 'rival.example/flat')], {
          facts: [volumeFact('fix a flat', 4000, 'bucket', price)],
        }),
      ]);
      const { row, report, guidance, markdown_summary } = await call(
        { pages: [RIVAL], exclude_pages: ['https://shop.example/*'] },
        { shared },
      );
      expect(row('fix a flat')).toMatchObject({ traffic_gap: 400, score_components: { ranking_gain: 15 } });
      expect(row('fix a flat').reason).toContain('none of the excluded pages does');
      expect(report.exclude_pages).toMatchObject([{ page: 'https://shop.example/*', is_pattern: true }]);
      expect(guidance.recommended_action).toContain('Cover “fix a flat”');
      expect(markdown_summary).toContain('Left out: what https://shop.example/\\* ranks for');
    });

    it.each([
      ['opportunity', ['bike repair', 'fix a flat', 'truing stand']],
      ['search_volume', ['bike repair', 'fix a flat', 'truing stand']],
      ['traffic_gap', ['bike repair', 'fix a flat', 'truing stand']],
      ['rank', ['truing stand', 'bike repair', 'fix a flat']],
      ['cpc', ['bike repair', 'truing stand', 'fix a flat']],
    ])('sorts by %s with unknown last and ties by keyword', async (sort_by, order) => {
      const { report } = await call({ sort_by }, { shared: PROVIDER });
      expect(report.items.map(({ keyword }) => keyword)).toEqual(order);
    });
  });

  describe('from the own console', () => {
    const pages = ['https://shop.example/guide', 'https://shop.example/blog/*'];
    const seen = (position: number, clicks: number, impressions: number, url: string) =>
      placeAt(position, { clicks, impressions, url });
    const shared = comparisonOf.console([
      comparedKeyword('true a wheel', [
        seen(8.24, 28, 2000, 'https://shop.example/guide'),
        seen(5.1, 56, 1800, 'https://shop.example/blog/wheels'),
      ]),
    ]);

    it('shows counted clicks and mean positions, and estimates none', async () => {
      const { row, report } = await call({ pages }, { shared });
      expect(row('true a wheel')).toMatchObject({
        pages: [
          { rank: 8.2, clicks: 28, impressions: 2000, estimated_traffic: null },
          { rank: 5.1, clicks: 56, url: 'https://shop.example/blog/wheels' },
        ],
        rank_spread: 3.1,
        // 28 clicks in 28 days are 30.4 in a month.
        traffic_gap: 30.4,
        traffic_gap_evidence: { source: 'measured', low: null },
      });
      expect(report).toMatchObject({
        basis: 'console',
        coverage: 'full',
        window: { days: 28 },
        location: null,
        is_one_site: true,
      });
    });

    it('sees pages of one site as rivals of each other', async () => {
      const { guidance } = await call({ pages }, { shared });
      expect(guidance.steps[0]?.action).toBe(
        'Decide which page should rank for “true a wheel”, and link the others to it.',
      );
      expect(guidance.steps[0]?.evidence).toEqual([
        '“true a wheel”: https://shop.example/guide at 8.2 (28 clicks), https://shop.example/blog/wheels at 5.1 (56 clicks)',
      ]);
    });

    it('calls no keyword an opportunity that another page of the site has already', async () => {
      const apart = comparisonOf.console([
        comparedKeyword('inner tube', [null, seen(3.2, 40, 900, 'https://shop.example/blog/tubes')]),
      ]);
      const { guidance } = await call({ pages }, { shared: apart });
      expect(guidance.summary).not.toContain('Best opportunity');
      expect(guidance).toMatchObject({ recommended_action: 'Leave these pages as they are.', priority: 'low' });
    });

    it('keeps what was seen often enough where no volume is known', async () => {
      expect((await call({ pages, min_search_volume: 1500 }, { shared })).report.items).toHaveLength(1);
      const { report, guidance } = await call({ pages, min_search_volume: 2500 }, { shared });
      expect(report).toMatchObject({ state: 'no_match', filtered_out: { unknown_search_volume: 1 } });
      expect(guidance.recommended_action).toBe('Lower min_search_volume.');
    });

    it('says that its own pages were not shown', async () => {
      const quiet = comparisonOf.console([], { unknown_targets: pages });
      const { report, guidance } = await call({ pages }, { shared: quiet });
      expect(report).toMatchObject({ state: 'own_site_without_data', coverage: 'full' });
      expect(guidance.summary).toContain('had no impressions in search');
    });
  });

  describe('from stored result pages', () => {
    it('is a sample, without traffic where no volume is known', async () => {
      const shared = comparisonOf.serps([comparedKeyword('inner tube', [placeAt(9), placeAt(2)])], 14);
      const { report, row, guidance } = await call({}, { shared });
      expect(report).toMatchObject({ basis: 'serps', coverage: 'sample', serps_considered: 14 });
      expect(row('inner tube')).toMatchObject({ traffic_gap: null, rank_spread: 7, priority: null });
      expect(guidance.confidence).toBeLessThan(0.4);
    });

    it('names the page that is on none of them', async () => {
      const shared = comparisonOf.serps([comparedKeyword('inner tube', [null, placeAt(2)])], 40, {
        unknown_targets: [OWN],
      });
      const { report, guidance } = await call({}, { shared });
      expect(report.pages.map(({ is_known }) => is_known)).toEqual([false, true]);
      expect(guidance.confidence_reasons.join(' ')).toContain(`knows no keyword of ${OWN}`);
    });
  });

  describe('where addresses lead elsewhere', () => {
    const known_pages = [knownPage(OWN, { status_code: 301, redirect_url: 'https://shop.example/service' })];

    it('compares where they lead, and says so', async () => {
      const { asked, report, guidance, markdown_summary } = await call({}, { shared: PROVIDER, known_pages });
      expect(asked.shared[0]?.targets).toEqual(['https://shop.example/service', RIVAL]);
      expect(report.pages[0]).toMatchObject({
        page: OWN,
        compared_as: 'https://shop.example/service',
        via: ['redirect'],
        status_code: 301,
      });
      expect(guidance.steps.at(-1)?.action).toBe(`Use https://shop.example/service in place of ${OWN}.`);
      expect(markdown_summary).toContain('compared as https://shop.example/service (redirect)');
    });

    it('refuses an excluded page that leads to one of the others', async () => {
      const body = { pages: [OWN], exclude_pages: ['https://shop.example/service'] };
      await expect(call(body, { shared: PROVIDER, known_pages })).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'exclude_pages[0]' }],
      });
    });
  });

  it('says first that the pages are unknown, charges nothing and says what would change that', async () => {
    const { report, guidance, credits, markdown_summary, next_operations } = await call({}, {});
    expect(report).toMatchObject({
      basis: null,
      state: 'unknown_target',
      coverage: 'none',
      total_count: null,
      counts: null,
    });
    expect(credits).toBe(0);
    expect(guidance.summary).toMatch(/^Rankings of https:\/\/shop\.example\/repair and .* are unknown/);
    expect(guidance.confidence).toBe(0);
    expect(guidance.steps[0]?.action).toContain('seamark import console');
    expect(markdown_summary).toMatch(/^## Keywords of pages compared\n\nRankings of https/);
    expect(next_operations).toEqual(['analyze.serp']);
  });
});
