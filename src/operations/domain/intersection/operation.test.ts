import { describe, expect, it } from 'vitest';

import { volumeFact } from '../../../../test/keyword-records.ts';
import { refusedFields } from '../../../../test/pure-operation.ts';
import { askRankings, rowOf } from '../../../../test/ranking-calls.ts';
import {
  comparedKeyword,
  comparisonOf,
  type KnownRankings,
  placeAt,
  trafficOf,
} from '../../../../test/ranking-records.ts';
import { classifyGap } from './classify.ts';
import operation from './operation.ts';
import { IntersectionList } from './report.ts';

const BOTH = { target1: 'shop.example', target2: 'rival.example' };

async function call(body: Readonly<Record<string, unknown>>, known: KnownRankings) {
  const { report: list, ...answer } = await askRankings(operation, IntersectionList, { ...BOTH, ...body }, known);
  return { ...answer, list, row: rowOf(list.items, 'keyword') };
}

const price = { cpc: 2, currency: 'USD', difficulty: { value: 30, scale: 'dataforseo' } } as const;
const etv = (position: number, estimated_traffic: number, url: string) =>
  placeAt(position, { estimated_traffic, url: `https://${url}` });

const PROVIDER = comparisonOf.provider(
  [
    comparedKeyword('bike repair', [etv(9, 150, 'shop.example/repair'), etv(2, 1600, 'rival.example/repair')], {
      facts: [volumeFact('bike repair', 10_000, 'bucket', price)],
      features: ['organic', 'ai_overview'],
      checked_at: '2026-11-01T00:00:00Z',
    }),
    comparedKeyword('spoke key', [etv(1, 90, 'shop.example/spokes'), etv(7, 8, 'rival.example/tools')], {
      facts: [volumeFact('spoke key', 300, 'bucket', price)],
    }),
    comparedKeyword('rim tape', [etv(8, 10, 'shop.example/rims'), etv(9, 8, 'rival.example/rims')], {
      facts: [volumeFact('rim tape', 500, 'bucket', { ...price, cpc: 5 })],
    }),
    comparedKeyword('rival.example hours', [etv(40, 1, 'shop.example/'), etv(1, 5000, 'rival.example/')], {
      facts: [volumeFact('rival.example hours', 20_000, 'bucket', price)],
    }),
  ],
  { total_count: 4 },
);

describe('domain.intersection', () => {
  it('names the field that is wrong, and costs five credits for each started hundred rows', () => {
    expect(refusedFields(operation, {})).toEqual(['target1', 'target2']);
    expect(refusedFields(operation, { ...BOTH, limit: 4, sort_by: 'rank' })).toEqual(['limit', 'sort_by']);
    const credits = (limit: number) => operation.prepare({ ...BOTH, limit }).credits;
    expect([5, 100, 101, 250].map(credits)).toEqual([5, 5, 10, 15]);
  });

  it('refuses two targets of one site, however they are written, and names what compares pages', () => {
    for (const target2 of ['shop.example', 'WWW.shop.example', 'https://blog.shop.example/post', 'blog.shop.example']) {
      expect(refusedFields(operation, { target1: 'shop.example', target2 })).toEqual(['target2']);
    }
    expect(() => operation.prepare({ target1: 'shop.example', target2: 'shop.example' })).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ message: expect.stringContaining('pages.intersection') })],
      }),
    );
    expect(refusedFields(operation, { target1: 'anna.github.io', target2: 'ben.github.io' })).toEqual([]);
  });

  it('asks for sites, for as many rows as it counts, and for the side that is wanted', async () => {
    const body = { target1: 'https://www.shop.example/a', target2: 'blog.rival.example', min_search_volume: 50 };
    const { asked, list } = await call({ ...body, sort_by: 'cpc' }, {});
    expect(asked.shared).toMatchObject([
      {
        targets: ['shop.example', 'blog.rival.example'],
        excluded: [],
        mode: 'all',
        limit: 1000,
        volume_min: 50,
        order: 'cpc',
        is_any_place: true,
        has_clickstream: false,
      },
    ]);
    expect(asked.rates[0]).toMatchObject({ target: 'shop.example' });
    expect(list).toMatchObject({ target1: 'shop.example', target2: 'blog.rival.example' });
    const only = await call({ intersections: false }, {});
    expect(only.asked.shared).toMatchObject([{ mode: 'first_only' }]);
  });

  it.each([
    [5, 2, 'shared_deficit'],
    [2, 1, 'shared_deficit'],
    [4, 3, 'shared_deficit'],
    [1, 2, 'current_advantage'],
    [9, 2, 'shared_deficit'],
    [4, 6, 'current_advantage'],
    [5, 6, 'parity'],
    [12, 11, 'parity'],
    [3, 3, 'parity'],
    [90, 21, 'parity'],
    [21, 20, 'parity'],
    [24, 20, 'shared_deficit'],
    [50, null, 'target1_exclusive'],
  ] as const)('calls position %s against %s %s', (rank1, rank2, classification) => {
    expect(classifyGap(rank1, rank2)).toBe(classification);
  });

  describe('from a provider', () => {
    it('shows both ranks, both pages and the clicks between them, and says whose gap it is', async () => {
      const { row, list } = await call({}, { shared: PROVIDER });
      expect(row('bike repair')).toMatchObject({
        target1_rank: 9,
        target2_rank: 2,
        rank_gap: 7,
        target1_traffic: 150,
        target2_traffic: 1600,
        traffic_gap: 1450,
        traffic_gap_evidence: { clicks_per_month: 1450, low: null, high: null, source: 'provider' },
        classification: 'shared_deficit',
        gap_class: { target1: 'weak', target2: 'strong' },
        best_urls: { target1: 'https://shop.example/repair', target2: 'https://rival.example/repair' },
        search_volume: 10_000,
        volume_basis: 'bucket',
        serp_features: ['organic', 'ai_overview'],
        opportunity_for: 'target1',
        reason:
          'shop.example ranks at position 9, below rival.example at 2; rival.example gets about 1,450 more clicks a month, estimated.',
      });
      expect(row('spoke key')).toMatchObject({
        traffic_gap: -82,
        rank_gap: -6,
        classification: 'current_advantage',
        gap_class: { target1: 'strong', target2: 'weak' },
      });
      expect(row('rim tape')).toMatchObject({ classification: 'parity', gap_class: { target1: 'shared' } });
      expect(list).toMatchObject({ basis: 'provider', coverage: 'full', total_count: 4 });
    });

    it('plans nothing on the name of the other site, and sorts it last', async () => {
      const { list, row, guidance } = await call({}, { shared: PROVIDER });
      expect(row('rival.example hours').brand_of).toBe('target2');
      expect(list.items.at(-1)?.keyword).toBe('rival.example hours');
      expect(JSON.stringify(guidance.steps)).not.toContain('hours');
      expect(guidance.steps[0]?.action).toMatch(
        /^Compare https:\/\/shop\.example\/repair with https:\/\/rival\.example\/repair for “bike repair”/,
      );
    });

    it('scores by volume, ease, intent and what the better place has over the own one', async () => {
      const { row } = await call({}, { shared: PROVIDER });
      const { opportunity_score, score_components, score_coverage } = row('bike repair');
      expect(score_coverage).toBe(1);
      expect(score_components.ranking_gain).toBeGreaterThan(10);
      const sum = Object.values(score_components).reduce<number>((total, points) => total + (points ?? 0), 0);
      expect(sum).toBeCloseTo(opportunity_score ?? -1, 5);
      expect(row('spoke key').score_components.ranking_gain).toBe(0);
    });

    it('counts the classes over all rows, not over those shown', async () => {
      const { list, guidance } = await call({ limit: 5 }, { shared: manyRows(12) });
      expect(list.items).toHaveLength(5);
      expect(list).toMatchObject({
        total_count: 12,
        counts: { shared_deficit: 6, current_advantage: 6, parity: 0, target1_exclusive: null },
        counted_rows: 12,
        counts_complete: true,
      });
      expect(guidance.summary).toContain('behind for 6, ahead for 6 and level for 0; 5 are shown');
      const keywords = async (body: Readonly<Record<string, unknown>>) =>
        (await call(body, { shared: manyRows(12) })).list.items.map(({ keyword }) => keyword);
      expect(await keywords({ limit: 5, offset: 5 })).toEqual((await keywords({ limit: 10 })).slice(5));
      const cut = await call({}, { shared: { ...manyRows(12), total_count: 5000 } });
      expect(cut.list).toMatchObject({ total_count: 5000, counts_complete: false });
      expect(cut.guidance.summary).toContain('of the 12 counted');
    });

    it.each([
      ['opportunity', ['bike repair', 'rim tape', 'spoke key', 'rival.example hours']],
      ['search_volume', ['rival.example hours', 'bike repair', 'rim tape', 'spoke key']],
      ['traffic_gap', ['rival.example hours', 'bike repair', 'rim tape', 'spoke key']],
      ['rank_gap', ['rival.example hours', 'bike repair', 'rim tape', 'spoke key']],
      ['cpc', ['rim tape', 'spoke key', 'bike repair', 'rival.example hours']],
    ])('sorts by %s with ties by rank and keyword', async (sort_by, order) => {
      const { list } = await call({ sort_by }, { shared: PROVIDER });
      expect(list.items.map(({ keyword }) => keyword)).toEqual(order);
    });

    it('counts what a minimum volume leaves out', async () => {
      const { list } = await call({ min_search_volume: 400 }, { shared: PROVIDER });
      expect(list.filtered_out).toEqual({ below_min_search_volume: 1, unknown_search_volume: 0 });
      expect(list).toMatchObject({ total_count: 3, counts: { current_advantage: 0 } });
      const none = await call({ min_search_volume: 90_000 }, { shared: PROVIDER });
      expect(none.list).toMatchObject({ state: 'no_match', coverage: 'full', total_count: 0 });
      expect(none.guidance.summary).toBe(
        'None of the 4 keywords found is searched for as often as min_search_volume asks.',
      );
    });

    it('tells known and empty from unknown, and charges for the first', async () => {
      const shared = comparisonOf.provider([]);
      const known = (target: string) => trafficOf(target, 'provider', { organic: 10 });
      const traffic = [known('shop.example'), known('rival.example')];
      const { list, guidance, credits } = await call({}, { shared, traffic });
      expect(list).toMatchObject({ state: 'no_match', coverage: 'full', total_count: 0 });
      expect(guidance.summary).toBe('No keyword was found for which both shop.example and rival.example rank.');
      expect(guidance.recommended_action).toContain('Set intersections to false');
      expect(credits).toBeUndefined();
      const one = await call({}, { shared, traffic: [known('shop.example')] });
      expect(one.list).toMatchObject({
        state: 'unknown_target',
        coverage: 'none',
        total_count: null,
        unknown_targets: ['rival.example'],
      });
      expect(one.credits).toBe(0);
      expect(one.guidance.summary).toMatch(/^Rankings of rival\.example are unknown/);
      const filtered = await call({ min_search_volume: 90_000 }, { shared: PROVIDER });
      expect(filtered.asked.traffic).toEqual([]);
    });
  });

  describe('of keywords that only target1 ranks for', () => {
    const found = comparisonOf.provider([
      comparedKeyword('pump', [etv(2, 300, 'shop.example/pumps'), null], {
        facts: [volumeFact('pump', 4000, 'bucket', price)],
      }),
      comparedKeyword('tire lever', [etv(12, 20, 'shop.example/levers'), null], {
        facts: [volumeFact('tire lever', 3000, 'bucket', price)],
      }),
    ]);

    it('says which side they are of, and which call shows the other', async () => {
      const { list, guidance, markdown_summary } = await call({ intersections: false }, { shared: found });
      const meaning =
        'Keywords for which shop.example ranks and rival.example does not. For what shop.example is missing, swap the two: target1 rival.example, target2 shop.example.';
      expect(list.meaning).toBe(meaning);
      expect(guidance.guardrails[0]).toBe(meaning);
      expect(markdown_summary).toContain(meaning);
      expect(guidance.next_calls[0]).toMatchObject({
        operation: 'domain.intersection',
        body: { target1: 'rival.example', target2: 'shop.example', intersections: false },
      });
    });

    it('gives target2 nothing of their clicks, and scores them for target2', async () => {
      const { row, list } = await call({ intersections: false, sort_by: 'traffic_gap' }, { shared: found });
      expect(row('pump')).toMatchObject({
        target2_rank: null,
        rank_gap: null,
        target2_traffic: null,
        traffic_gap: -300,
        classification: 'target1_exclusive',
        gap_class: { target1: 'unique', target2: 'missing' },
        best_urls: { target1: 'https://shop.example/pumps', target2: null },
        opportunity_for: 'target2',
      });
      expect(list.items.map(({ keyword }) => keyword)).toEqual(['pump', 'tire lever']);
      expect(list.counts).toEqual({
        shared_deficit: null,
        current_advantage: null,
        target1_exclusive: 2,
        parity: null,
      });
    });
  });

  describe('from stored result pages', () => {
    const rows = [
      comparedKeyword('inner tube', [placeAt(9), placeAt(2)], {
        checked_at: '2026-11-10T08:00:00Z',
        facts: [volumeFact('inner tube', 10_000)],
      }),
      comparedKeyword('bike stand', [placeAt(4), placeAt(8)]),
    ];

    it('is a sample with estimates in bounds where volumes are known, and with none elsewhere', async () => {
      const { list, row, guidance, next_operations } = await call({}, { shared: comparisonOf.serps(rows, 30) });
      expect(list).toMatchObject({ basis: 'serps', coverage: 'sample', serps_considered: 30, language: 'en' });
      const { traffic_gap, traffic_gap_evidence: gap } = row('inner tube');
      expect(traffic_gap).toBe(1470);
      expect(gap?.source).toBe('dataforseo-2025');
      expect(gap?.low).toBeLessThan(1470);
      expect(gap?.high).toBeGreaterThan(1470);
      expect(row('bike stand')).toMatchObject({
        traffic_gap: null,
        target1_traffic: null,
        search_volume: null,
        priority: null,
        classification: 'current_advantage',
      });
      expect(guidance.guardrails.join(' ')).toContain('don’t report their number as a total');
      expect(next_operations).toContain('keyword-metrics.overview');
    });

    it('doubts what it calls exclusive where it never saw the other site', async () => {
      const shared = comparisonOf.serps([comparedKeyword('pump', [placeAt(3), null])], 30, {
        unknown_targets: ['rival.example'],
      });
      const { list, guidance } = await call({ intersections: false }, { shared });
      expect(list).toMatchObject({ state: 'answered', unknown_targets: ['rival.example'] });
      expect(guidance.confidence_reasons.join(' ')).toContain('knows nothing of rival.example');
    });

    it('says that one of the two is unknown, and charges nothing', async () => {
      const shared = comparisonOf.serps([], 30, { unknown_targets: ['rival.example'] });
      const { list, guidance, credits } = await call({}, { shared });
      expect(list).toMatchObject({ state: 'unknown_target', coverage: 'none', total_count: null, basis: null });
      expect(guidance.summary).toMatch(/^Rankings of rival\.example are unknown/);
      expect(credits).toBe(0);
    });
  });

  it('says first that both are unknown, charges nothing and says what would change that', async () => {
    const { list, guidance, credits, markdown_summary, next_operations } = await call({}, {});
    expect(list).toMatchObject({
      basis: null,
      state: 'unknown_target',
      coverage: 'none',
      total_count: null,
      counts: { shared_deficit: null, current_advantage: null, parity: null, target1_exclusive: null },
    });
    expect(credits).toBe(0);
    expect(guidance.summary).toMatch(/^Rankings of shop\.example and rival\.example are unknown/);
    expect(guidance.confidence).toBe(0);
    expect(guidance.steps[0]?.action).toContain('Look up result pages');
    expect(markdown_summary).toMatch(
      /^## Keywords of shop\.example and rival\.example\n\nRankings of shop\.example and rival\.example are unknown/,
    );
    expect(next_operations).toEqual(['analyze.serp']);
  });
});

function manyRows(count: number) {
  return comparisonOf.provider(
    Array.from({ length: count }, (_, at) =>
      comparedKeyword(
        `wheel ${at}`,
        at % 2 === 0
          ? [etv(9, 1, 'a.example/'), etv(2, 9, 'b.example/')]
          : [etv(2, 9, 'a.example/'), etv(9, 1, 'b.example/')],
      ),
    ),
  );
}
