import { describe, expect, it } from 'vitest';

import { parseTarget } from '../../../web/target.ts';
import type { LinkCompetitorsRecord } from '../../../ports/links.ts';
import { analyzeCompetitors, type CompetitorsQuestion, listLargeDomains } from './competitors.ts';

type Row = LinkCompetitorsRecord['competitors'][number];

const row = (domain: string, changes: Partial<Row> = {}): Row => ({
  domain,
  rank: 400,
  intersections: 10,
  referring_main_domains: 100,
  weighted_share: null,
  ...changes,
});

const QUESTION: CompetitorsQuestion = {
  target: parseTarget('acme.test'),
  rank_scale: 'one_hundred',
  main_domain: true,
  exclude_large_domains: true,
  sort_by: 'opportunity',
  limit: 25,
  offset: 0,
};

const analyze = (
  competitors: readonly Row[],
  question: Partial<CompetitorsQuestion> = {},
  record: Partial<LinkCompetitorsRecord> = {},
) =>
  analyzeCompetitors(
    { rank: 300, referring_main_domains: 100, total_count: competitors.length, competitors, ...record },
    { ...QUESTION, ...question },
  );

const names = (report: { items: readonly { domain: string }[] }): string[] => report.items.map(({ domain }) => domain);

describe('analyzeCompetitors', () => {
  it.each([
    // 100 × √(shared / own × shared / theirs) × shared / (shared + 2)
    [100, 100, 500, 43.8],
    [20, 500, 500, 3.6],
    [1, 1, 1, 33.3],
    [3, 3, 3, 60],
    [0, 100, 100, 0],
  ])('gives %s shared of %s and %s linking domains an overlap of %s', (intersections, own, theirs, overlap) => {
    const report = analyze(
      [row('a.test', { intersections, referring_main_domains: theirs })],
      {},
      { referring_main_domains: own },
    );
    expect(report.items[0]?.overlap_score).toBe(overlap);
  });

  it('counts the domains that link to the competitor alone, and the share of the target’s own', () => {
    expect(analyze([row('a.test')]).items[0]).toMatchObject({
      unique_referring_domains: 90,
      intersection_share: 0.1,
      reason:
        '10 of the 100 domains that link to the target also link to it; 90 domains link to it but not to the target.',
    });
    expect(
      analyze([row('a.test', { intersections: 1, referring_main_domains: 2 })], {}, { referring_main_domains: 1 })
        .items[0]?.reason,
    ).toBe('The only domain that links to the target also links to it; 1 domain links to it but not to the target.');
  });

  it('puts a rival before a site that everybody links to and one that few link to', () => {
    const rows = [
      row('rival.test', { intersections: 30, referring_main_domains: 150 }),
      row('everybody.test', { rank: 740, intersections: 60, referring_main_domains: 9000 }),
      row('tiny.test', { rank: 10, intersections: 3, referring_main_domains: 3 }),
    ];
    expect(names(analyze(rows))[0]).toBe('rival.test');
  });

  it('goes by what the shared domains say where that is known, and leaves out who shares only what nobody trusts', () => {
    const [known] = analyze([row('a.test', { weighted_share: 0.4 })]).items;
    const [unknown] = analyze([row('a.test')]).items;
    // 0.4 instead of the 10 of 100.
    expect(known?.overlap_score).toBeCloseTo(2 * (unknown?.overlap_score ?? 0), 0);
    const farms = analyze([row('farm.test', { weighted_share: 0.02 }), row('a.test', { weighted_share: 0.03 })]);
    expect(names(farms)).toEqual(['a.test']);
    expect(farms).toMatchObject({ left_out_as_spam: ['farm.test'], total_count: 1, candidate_count: 1 });
  });

  it('gives six tenths of the points for the overlap alone, the others for the lead and the domains to win', () => {
    // Overlap √(0.1 × 0.1) × 10/12; rank 400 is 59 and 300 is 45: a lead of 14 of 50; ln(91) / ln(1001) = 0.6529.
    expect(analyze([row('a.test')]).items[0]).toMatchObject({
      opportunity_score: 6.6,
      score_components: { overlap: 5, authority_lead: 0.5, unique_sites: 1.1 },
      priority: 'low',
    });
    expect(
      analyze([row('a.test', { rank: 1000, intersections: 90, referring_main_domains: 100 })]).items[0],
    ).toMatchObject({ priority: 'high' });
  });

  it('adds its components up to the score, to the tenth', () => {
    for (let shared = 1; shared <= 60; shared += 1) {
      const [item] = analyze([
        row('a.test', { intersections: shared, referring_main_domains: 7 * shared, rank: 9 * shared }),
      ]).items;
      const { overlap = 0, authority_lead = 0, unique_sites = 0 } = item?.score_components ?? {};
      expect(Math.round(10 * (overlap + authority_lead + unique_sites)) / 10).toBe(item?.opportunity_score);
    }
  });

  it('gives no points for domains to win where none is left', () => {
    expect(analyze([row('a.test', { rank: 900, referring_main_domains: 10 })]).items[0]).toMatchObject({
      unique_referring_domains: 0,
      score_components: { unique_sites: 0 },
    });
  });

  it('counts no lead while a rank is unknown, and keeps that rank null', () => {
    const [unknown] = analyze([row('a.test', { rank: null })]).items;
    expect(unknown).toMatchObject({ rank: null, score_components: { authority_lead: 0 } });
    const report = analyze([row('a.test', { rank: 900 })], {}, { rank: null });
    expect(report.rank).toBeNull();
    expect(report.items[0]?.score_components.authority_lead).toBe(0);
  });

  it('shows ranks on the asked scale, and the same scores on both', () => {
    const thousand = analyze([row('a.test')], { rank_scale: 'one_thousand' });
    expect(thousand).toMatchObject({ rank: 300, items: [{ rank: 400, opportunity_score: 6.6 }] });
    expect(analyze([row('a.test')])).toMatchObject({ rank: 45, items: [{ rank: 59, opportunity_score: 6.6 }] });
  });

  it('sorts by what was asked; equal ones by intersections and then by the name from its end', () => {
    const rows = [
      row('b.test', { rank: 500, intersections: 5 }),
      row('z.alpha', { intersections: 5 }),
      row('a.test', { intersections: 5 }),
      row('none.test', { rank: null, intersections: 50 }),
      row('many.test', { rank: 400, intersections: 40 }),
    ];
    expect(names(analyze(rows, { sort_by: 'rank' }))).toEqual([
      'b.test',
      'many.test',
      'z.alpha',
      'a.test',
      'none.test',
    ]);
    expect(names(analyze(rows, { sort_by: 'intersections' }))).toEqual([
      'none.test',
      'many.test',
      'z.alpha',
      'a.test',
      'b.test',
    ]);
    const scores = analyze(rows).items.map((item) => item.opportunity_score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  it('pages through all rows without gap or repetition, in whatever order they came', () => {
    const rows = Array.from({ length: 53 }, (_, at) => row(`c${at}.test`, { intersections: 1 + (at % 3) }));
    const whole = names(analyze(rows, { limit: 100 }));
    const paged = [0, 10, 20, 30, 40, 50].flatMap((offset) => names(analyze(rows.toReversed(), { limit: 10, offset })));
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(53);
  });

  it('says how many fit beyond the candidates that can be paged', () => {
    expect(analyze([row('a.test')], {}, { total_count: 5000 })).toMatchObject({
      total_count: 1,
      candidate_count: 5000,
    });
  });

  it('knows nothing, rather than none, where no link could have been seen', () => {
    expect(analyze([], {}, { total_count: null, rank: null, referring_main_domains: null })).toMatchObject({
      total_count: null,
      candidate_count: null,
      referring_main_domains: null,
      items: [],
    });
  });

  describe('leaves out large domains', () => {
    const LARGE = { rank: 750, referring_main_domains: 10_000 };

    it('by their figures: rank and linking domains, far above those of the target', () => {
      const report = analyze([row('everywhere.test', LARGE), row('a.test')]);
      expect(names(report)).toEqual(['a.test']);
      expect(report).toMatchObject({ left_out_as_large: ['everywhere.test'], total_count: 1, candidate_count: 1 });
    });

    it.each([
      ['is just below the rank', { ...LARGE, rank: 749 }, {}],
      ['is linked to by fewer', { ...LARGE, referring_main_domains: 9999 }, {}],
      ['is not 20 times the target', LARGE, { referring_main_domains: 501 }],
      ['has a target that is large itself', LARGE, { rank: 750 }],
      ['has no known rank', { ...LARGE, rank: null }, {}],
    ] as const)('but not one that %s', (_, changes, record) => {
      expect(names(analyze([row('big.test', changes)], {}, record))).toEqual(['big.test']);
    });

    it('only when asked to', () => {
      const report = analyze([row('big.test', LARGE)], { exclude_large_domains: false });
      expect(report).toMatchObject({ left_out_as_large: [], total_count: 1 });
    });

    it('as domains, but keeps the sites below a free host when hosts were asked for', () => {
      expect(listLargeDomains(true)).toEqual(expect.arrayContaining(['facebook.com', 'blogspot.com', 'bit.ly']));
      expect(listLargeDomains(false)).toEqual(expect.arrayContaining(['facebook.com', 'bit.ly']));
      expect(listLargeDomains(false)).not.toContain('blogspot.com');
      const hosts = [row('rival.blogspot.com'), row('www.blogspot.com'), row('blogspot.com')];
      expect(names(analyze(hosts, { main_domain: false }))).toEqual(['rival.blogspot.com']);
    });

    it('from a list in which no name stands twice and each is a registrable domain', () => {
      const list = listLargeDomains(true);
      expect(list.length).toBe(new Set(list).size);
      for (const name of list) expect(parseTarget(name)).toMatchObject({ value: name, type: 'domain' });
    });
  });
});
