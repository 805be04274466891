import { describe, expect, it } from 'vitest';

import { parseTarget } from '../../../web/target.ts';
import type { LinkSummaryRecord } from '../../../ports/links.ts';
import { analyzeSummary, type SummaryQuestion } from './summary.ts';

const RECORD: LinkSummaryRecord = {
  rank: 400,
  backlinks: 200,
  referring_domains: 42,
  referring_main_domains: 40,
  referring_pages: 180,
  referring_domains_nofollow: 3,
  dofollow_backlinks: 150,
  broken_backlinks: 0,
  broken_pages: 0,
  lost_backlinks: 0,
  spam_score: 12,
  spam_signs: null,
  first_seen: '2026-01-01T00:00:00.000Z',
  last_seen: '2026-02-01T00:00:00.000Z',
  link_types: [{ value: 'anchor', backlinks: 200 }],
  link_attributes: [{ value: 'nofollow', backlinks: 50 }],
  tlds: [],
  semantic_locations: [],
  placements: null,
  platform_types: [],
  languages: [],
  top_anchors: [],
  top_pages: [],
  tool_metrics: [],
};

const QUESTION: SummaryQuestion = { rank_scale: 'one_hundred', status: 'live', dofollow_only: false };

const analyze = (changes: Partial<LinkSummaryRecord>, question: Partial<SummaryQuestion> = {}) =>
  analyzeSummary(parseTarget('acme.test'), { ...RECORD, ...changes }, { ...QUESTION, ...question });

describe('analyzeSummary', () => {
  it('sends a profile to review of which a third of the linking domains are farms, however low the average', () => {
    const share = (sites: number) =>
      [{ sign: 'template', backlinks: 3 * sites, referring_main_domains: sites, peers: null }] as const;
    expect(analyze({ spam_score: 20, spam_signs: share(14) })).toMatchObject({
      risk_level: 'high',
      risk_reasons: ['At least 14 of the 40 linking domains show signs of a link farm.'],
      recommended_action_type: 'review_risk',
    });
    expect(analyze({ spam_score: 20, spam_signs: share(5) }).risk_level).toBe('medium');
    expect(analyze({ spam_score: 20, spam_signs: share(4) })).toMatchObject({ risk_level: 'low', risk_reasons: [] });
    expect(analyze({ spam_score: 20, spam_signs: null }).spam_signs).toBeNull();
  });

  it.each([
    [1000, 'elite'],
    [647, 'elite'],
    [500, 'strong'],
    [300, 'established'],
    [130, 'emerging'],
    [0, 'new'],
    [null, null],
  ] as const)('puts a rank of %s of 1000 into the tier %s', (rank, tier) => {
    expect(analyze({ rank, referring_domains: 100 }).authority_tier).toBe(tier);
  });

  it.each([
    [100, 'elite'],
    [99, 'strong'],
    [19, 'established'],
    [4, 'emerging'],
    [1, 'new'],
  ] as const)(
    'needs more than a rank: %s referring domains bear out the tier %s at most',
    (referring_domains, tier) => {
      expect(analyze({ rank: 1000, referring_domains }).authority_tier).toBe(tier);
    },
  );

  it('shares distributions by the backlinks that were asked for', () => {
    expect(analyze({}).link_attributes).toEqual([{ value: 'nofollow', backlinks: 50, share: 0.25 }]);
    expect(analyze({}).dofollow_share).toBe(0.75);
  });

  it('keeps what is unknown null, in tier, risk and shares', () => {
    const report = analyze({ backlinks: null, dofollow_backlinks: null, spam_score: null, rank: null });
    expect(report).toMatchObject({
      backlinks: null,
      dofollow_share: null,
      risk_level: null,
      risk_reasons: [],
      authority_tier: null,
      link_types: null,
      top_pages: null,
      recommended_action_type: null,
    });
  });

  it('calls no risk low where no page that links was read, and tells the risks that there are', () => {
    expect(analyze({ spam_score: null })).toMatchObject({ risk_level: null, risk_reasons: [] });
    expect(analyze({ spam_score: null, dofollow_backlinks: 200 }).risk_level).toBe('medium');
  });

  it('says why a profile is risky, with the figures', () => {
    expect(analyze({ spam_score: 70 })).toMatchObject({ risk_level: 'high', recommended_action_type: 'review_risk' });
    expect(analyze({ spam_score: 40 }).risk_reasons).toEqual([
      'The linking pages have an average spam score of 40 out of 100.',
    ]);
    expect(analyze({ backlinks: 30_000 }).risk_reasons[0]).toContain('750 times on average');
    expect(analyze({ dofollow_backlinks: 200 }).risk_level).toBe('medium');
  });

  it('finds an anchor text that stands on too many links, but not the bare domain', () => {
    const row = { backlinks: 120, referring_domains: 30 };
    expect(analyze({ top_anchors: [{ anchor: 'cheap shoes', ...row }] }).risk_level).toBe('medium');
    expect(analyze({ top_anchors: [{ anchor: 'www.acme.test', ...row }] }).risk_level).toBe('low');
  });

  it('makes no risk and no share of what was asked for', () => {
    const report = analyze({ dofollow_backlinks: 200 }, { dofollow_only: true });
    expect(report).toMatchObject({ risk_level: 'low', dofollow_share: null, referring_domains_nofollow: null });
  });

  it('counts lost links once when all links were asked for', () => {
    expect(analyze({ lost_backlinks: 19 }, { status: 'all' }).recommended_action_type).toBe('protect_authority');
    expect(analyze({ lost_backlinks: 21 }, { status: 'all' }).recommended_action_type).toBe('reclaim_lost_links');
    // A tenth of all links there ever were, exactly.
    expect(analyze({ lost_backlinks: 20 }, { status: 'all' }).recommended_action_type).toBe('reclaim_lost_links');
  });

  it('mends broken links before it reclaims lost ones, and reclaims before it builds', () => {
    expect(analyze({ broken_backlinks: 1, lost_backlinks: 90 }).recommended_action_type).toBe('repair_broken_links');
    expect(analyze({ lost_backlinks: 30 }).recommended_action_type).toBe('reclaim_lost_links');
    expect(analyze({ lost_backlinks: 3 }).recommended_action_type).toBe('protect_authority');
    expect(analyze({ rank: 100 }).recommended_action_type).toBe('build_links');
  });
});
