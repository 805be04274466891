import { describe, expect, it } from 'vitest';

import { refusedFields } from '../../../../test/pure-operation.ts';
import { askRankings, rowOf } from '../../../../test/ranking-calls.ts';
import { competitorsOf, type KnownRankings, searchCompetitor } from '../../../../test/ranking-records.ts';
import operation from './operation.ts';
import { CompetitorList } from './report.ts';

async function call(body: Readonly<Record<string, unknown>>, known: KnownRankings) {
  const { report: list, ...answer } = await askRankings(
    operation,
    CompetitorList,
    { target: 'shop.example', ...body },
    known,
  );
  return { ...answer, list, row: rowOf(list.items, 'domain') };
}

/** Forty stored pages: one strong rival, one that is hardly met, platforms, and a further domain of the own brand. */
const SERPS = competitorsOf.serps(
  [
    searchCompetitor('rival.example', 30, {
      shared_top10: 22,
      average_position: 4.27,
      ahead: 24,
      behind: 6,
      rivalry: 1.5,
      examples: [{ keyword: 'rim tape', position: 2, target_position: 5 }],
    }),
    searchCompetitor('even.example', 24, { average_position: 11, ahead: 6, behind: 18, rivalry: 0.6, shared_top10: 3 }),
    searchCompetitor('chance.example', 3, { average_position: 2, ahead: 3, behind: 0, rivalry: 0.2, shared_top10: 3 }),
    searchCompetitor('amazon.de', 36, { average_position: 1.5, ahead: 36, behind: 0, rivalry: 2 }),
    searchCompetitor('wikipedia.org', 20, { rivalry: 1 }),
    searchCompetitor('reddit.com', 18, { rivalry: 1 }),
    searchCompetitor('youtube.com', 9, { rivalry: 1 }),
    searchCompetitor('facebook.com', 5, { rivalry: 0.1 }),
    searchCompetitor('shop-sale.example', 12, { ahead: 1, behind: 11, rivalry: 1.4 }),
  ],
  40,
);
const BRAND = { name: 'Wheelhouse', aliases: [], domains: ['shop.example', 'shop-sale.example'] };

describe('domain.competitors', () => {
  it('names the field that is wrong, and costs five credits for each started hundred rows', () => {
    expect(refusedFields(operation, {})).toEqual(['target']);
    expect(refusedFields(operation, { target: 'shop.example', limit: 4, max_rank_group: 0, sort_by: 'rank' })).toEqual([
      'limit',
      'max_rank_group',
      'sort_by',
    ]);
    const credits = (limit: number) => operation.prepare({ target: 'shop.example', limit }).credits;
    expect([5, 100, 101, 250].map(credits)).toEqual([5, 5, 10, 15]);
  });

  it('asks for the site of a URL, and for more than it shows, since platforms come first', async () => {
    const body = { target: 'https://www.shop.example/a?b=1', limit: 5, min_intersections: 3, max_rank_group: 10 };
    const { asked, list } = await call(body, {});
    expect(asked.competitors).toMatchObject([
      { target: 'shop.example', limit: 300, max_position: 10, intersections_min: 3, is_any_place: true },
    ]);
    expect(list.target).toEqual({ value: 'shop.example', type: 'domain' });
    const hosted = await call({ target: 'anna.github.io' }, {});
    expect(hosted.asked.competitors[0]?.target).toBe('anna.github.io');
  });

  describe('from stored result pages', () => {
    it('splits platforms off by their kind, and leaves the own further domains out', async () => {
      const { list, guidance } = await call({}, { competitors: SERPS, brand: BRAND });
      expect(list.items.map(({ domain }) => domain)).toEqual(['rival.example', 'even.example', 'chance.example']);
      expect(list.platforms.map(({ domain, kind }) => [domain, kind])).toEqual([
        ['amazon.de', 'marketplace'],
        ['wikipedia.org', 'encyclopaedia'],
        ['reddit.com', 'forum'],
        ['youtube.com', 'video'],
        ['facebook.com', 'social'],
      ]);
      expect(list).toMatchObject({ own_domains: ['shop-sale.example'], platform_count: 5, total_count: 3 });
      expect(guidance.steps.at(-1)?.action).toContain('Consider a presence on amazon.de, reddit.com and youtube.com');
      const others = await call({ target: 'other.example' }, { competitors: SERPS, brand: BRAND });
      expect(others.list.items.map(({ domain }) => domain)).toContain('shop-sale.example');
    });

    it('sees competitors in marketplaces where the target is one', async () => {
      const { list } = await call({ target: 'ebay.de' }, { competitors: SERPS });
      expect(list.items.map(({ domain }) => domain)).toContain('amazon.de');
      expect(list.platforms.map(({ domain }) => domain)).not.toContain('amazon.de');
    });

    it('shows overlap and lead with bounds, since the pages are a sample', async () => {
      const { row, list } = await call({}, { competitors: SERPS });
      expect(row('rival.example')).toMatchObject({
        intersections: 30,
        overlap_share: { value: 0.75, n: 40, low: 0.5981, high: 0.8581 },
        their_overlap_share: null,
        shared_top10: 22,
        average_position: 4.3,
        keywords_where_ahead: 24,
        keywords_where_behind: 6,
        ahead_share: { value: 0.8, n: 30, low: 0.6269, high: 0.9049 },
        ahead_basis: 'positions',
        clicks_at_stake: 1.5,
        stake_unit: 'click_rates',
        competitor_traffic: null,
        traffic_gap: null,
        serps_considered: 30,
        is_sufficient: true,
        example_keywords: [{ keyword: 'rim tape', position: 2, target_position: 5 }],
      });
      expect(list).toMatchObject({ basis: 'serps', coverage: 'sample', serps_considered: 40, is_sufficient: true });
    });

    it('scores what is at stake, what is common and who is ahead, and the parts add up', async () => {
      const { row } = await call({}, { competitors: SERPS, brand: BRAND });
      expect(row('rival.example')).toMatchObject({
        threat_score: 86.8,
        score_components: { clicks_at_stake: 40, overlap: 18.8, ahead: 28 },
        score_coverage: 1,
        threat_level: 'high',
        next_action: 'close_gaps',
        reason: 'Both rank for 30 keywords, 75% of the target’s: it is ahead for 24 and behind for 6.',
      });
      expect(row('even.example')).toMatchObject({ threat_level: 'medium', next_action: 'defend' });
    });

    it('calls nobody a threat whom fewer than twenty pages show beside the target', async () => {
      const { row, list } = await call({}, { competitors: SERPS });
      expect(row('chance.example')).toMatchObject({
        is_sufficient: false,
        threat_score: null,
        threat_level: null,
        score_coverage: 0,
        next_action: 'look_up_more',
        reason: 'Only 3 stored result pages of the 20 needed show both sites.',
      });
      expect(list.items.at(-1)?.domain).toBe('chance.example');
      const few = competitorsOf.serps([searchCompetitor('rival.example', 12, { rivalry: 1, ahead: 9, behind: 3 })], 12);
      const small = await call({}, { competitors: few });
      expect(small.list).toMatchObject({ is_sufficient: false, threat_counts: { unknown: 1, high: 0 } });
      expect(small.guidance.summary).toContain('too few to judge: the site must rank for at least 20 keywords');
      expect(small.guidance.steps[0]?.action).toMatch(/^Look up more result pages/);
      expect(small.markdown_summary).toContain('Too few keywords to judge threats');
    });

    it('adds authority where links are known, and does without where they are not', async () => {
      const ranks = { 'shop.example': 300, 'rival.example': 500 };
      const { row, list, next_operations } = await call({}, { competitors: SERPS, ranks });
      expect(list.target_authority).toBe(45);
      expect(row('rival.example')).toMatchObject({ authority: 71, authority_gap: 26 });
      expect(row('even.example')).toMatchObject({ authority: null, authority_gap: null });
      expect(next_operations).toEqual([
        'domain.intersection',
        'domain.intersection',
        'analyze.serp',
        'backlinks.competitors',
      ]);
      expect((await call({}, { competitors: SERPS })).row('rival.example').authority).toBeNull();
    });

    it('says that the target is known and only platforms rank with it', async () => {
      const competitors = competitorsOf.serps([searchCompetitor('reddit.com', 30)], 30);
      const { list, guidance, credits } = await call({}, { competitors });
      expect(list).toMatchObject({ state: 'no_match', coverage: 'sample', total_count: 0 });
      expect(guidance.summary).toBe(
        'No competitor of shop.example matches the filters. 1 platform ranks for the same keywords.',
      );
      expect(credits).toBeUndefined();
    });
  });

  describe('from a provider', () => {
    const found = competitorsOf.provider(
      [
        searchCompetitor('rival.example', 300, {
          average_position: 8.43,
          keyword_count: 1200,
          shared_traffic: 900,
          traffic: 5000,
          target_shared_traffic: 300,
        }),
        searchCompetitor('large.example', 15, {
          keyword_count: 90_000,
          shared_traffic: 5,
          traffic: 40_000,
          target_shared_traffic: 40,
        }),
        searchCompetitor('unknown.example', 10),
      ],
      { target_keywords: 400, target_traffic: 700, total_count: 812 },
    );

    it('shows the gap on the shared keywords, and shares of both sides that are known whole', async () => {
      const { row, list, guidance } = await call({}, { competitors: found });
      expect(row('rival.example')).toMatchObject({
        overlap_share: { value: 0.75, n: 400, low: 0.75, high: 0.75 },
        their_overlap_share: 0.25,
        competitor_traffic: 5000,
        shared_traffic: 900,
        target_shared_traffic: 300,
        traffic_gap: 600,
        clicks_at_stake: 300,
        stake_unit: 'clicks_a_month',
        ahead_share: { value: 0.75, n: 300 },
        ahead_basis: 'traffic',
        keywords_where_ahead: null,
        is_sufficient: true,
        serps_considered: null,
        threat_level: 'high',
      });
      expect(row('large.example')).toMatchObject({ threat_level: 'low', next_action: 'study_content' });
      expect(list).toMatchObject({ basis: 'provider', coverage: 'full', total_count: 812, is_sufficient: true });
      expect(guidance.guardrails.join(' ')).toContain('do not add it to, or compare it with, measured clicks');
    });

    it('judges nobody for a site that ranks for fewer than twenty keywords at all', async () => {
      const { row, list, guidance } = await call({}, { competitors: { ...found, target_keywords: 19 } });
      expect(list.is_sufficient).toBe(false);
      expect(row('large.example')).toMatchObject({ threat_level: null, next_action: 'look_up_more' });
      expect(row('large.example').reason).toContain('ranks for 19 of the 20 needed');
      expect(guidance.priority).toBe('low');
    });

    it('has no score where too little is known, and says so', async () => {
      const { row } = await call({}, { competitors: found });
      expect(row('unknown.example')).toMatchObject({
        threat_level: null,
        score_coverage: 0.25,
        score_components: { clicks_at_stake: null, ahead: null },
        traffic_gap: null,
        next_action: 'monitor',
      });
    });

    it.each([
      ['threat', ['rival.example', 'large.example', 'unknown.example']],
      ['overlap', ['rival.example', 'large.example', 'unknown.example']],
      ['competitor_traffic', ['large.example', 'rival.example', 'unknown.example']],
      ['traffic_gap', ['rival.example', 'large.example', 'unknown.example']],
    ])('sorts by %s with unknown last', async (sort_by, order) => {
      const { list } = await call({ sort_by }, { competitors: found });
      expect(list.items.map(({ domain }) => domain)).toEqual(order);
    });
  });

  it('says first that the target is unknown, charges nothing and says what would change that', async () => {
    const { list, guidance, credits, markdown_summary, next_operations } = await call({}, {});
    expect(list).toMatchObject({
      basis: null,
      state: 'unknown_target',
      coverage: 'none',
      total_count: null,
      target_keywords: null,
      is_sufficient: null,
    });
    expect(credits).toBe(0);
    expect(guidance.summary).toMatch(/^Rankings of shop\.example are unknown/);
    expect(guidance.confidence).toBe(0);
    expect(guidance.steps[0]?.action).toContain('Look up result pages');
    expect(guidance.steps[1]?.action).toContain('SEAMARK_DATAFORSEO_LOGIN');
    expect(markdown_summary).toMatch(
      /^## Search competitors of shop\.example\n\nRankings of shop\.example are unknown/,
    );
    expect(next_operations).toEqual(['analyze.serp']);
  });
});
