import { describe, expect, it } from 'vitest';

import type { ChosenAction } from './actions.ts';
import type { MatchedAsset } from './assets.ts';
import { CAMPAIGN_GOALS } from './input.ts';
import type { Site } from './prospects.ts';
import { scoreSite } from './score.ts';

/** A site that earns every point there is. */
const BEST: Site = {
  site: 'best.test',
  written_as: 'best.test',
  url: 'https://best.test/',
  title: 'The best site',
  source_type: '',
  competitors: [],
  competitors_count: 3,
  says_competitors: true,
  topics: [],
  domain_rank: 100,
  page_rank: 100,
  spam_score: 0,
  dofollow: true,
  broken: false,
  broken_url: null,
  lost: false,
  lost_url: null,
  rows: 1,
  rows_over_spam: 0,
  already_links: null,
};
const ACTION: ChosenAction = { type: 'outreach', fit: 1, sign: '', channel: 'editor' };
const ASSET: MatchedAsset = {
  url: null,
  title: null,
  page_type: null,
  linkable_reason: null,
  relevance: 1,
  shared_topics: [],
  newsworthy: false,
};

describe('the score of a site', () => {
  it.each([
    // [goal_fit, relevance, authority, competitor_links, link_value, trust]
    ['mixed', [28, 22, 20, 12, 10, 8]],
    ['link_gap', [20, 20, 20, 25, 8, 7]],
    ['broken_link_building', [35, 25, 20, 5, 8, 7]],
    ['digital_pr', [25, 25, 30, 5, 5, 10]],
    ['resource_page', [30, 30, 15, 10, 8, 7]],
    ['reclaim_lost_links', [45, 10, 25, 0, 12, 8]],
    ['protect_authority', [30, 10, 40, 0, 12, 8]],
  ] as const)('gives the points of the goal %s', (goal, points) => {
    const { opportunity_score: score, score_components: components } = scoreSite(BEST, ACTION, ASSET, {
      goal,
      assets: true,
    });
    expect(Object.values(components)).toEqual(points);
    expect(score).toBe(100);
  });

  it.each(CAMPAIGN_GOALS)('leaves relevance out for the goal %s where no asset is owned', (goal) => {
    const { opportunity_score, score_components, score_coverage } = scoreSite(BEST, ACTION, null, {
      goal,
      assets: false,
    });
    expect(opportunity_score).toBe(100);
    expect(score_components.relevance).toBeNull();
    expect(score_coverage).toBeLessThan(1);
  });

  it('keeps a site that is skipped in the low band', () => {
    const skipped = { ...ACTION, type: 'skip' } as const;
    expect(scoreSite(BEST, skipped, ASSET, { goal: 'mixed', assets: true }).opportunity_score).toBeLessThanOrEqual(33);
  });

  it('gives no high priority to a link that anyone can place', () => {
    const listing = { ...ACTION, channel: 'business_listing' } as const;
    expect(scoreSite(BEST, listing, ASSET, { goal: 'mixed', assets: true }).priority).toBe('medium');
  });

  it('takes six tenths of the rank of the domain and four of the page, and the one that is known alone', () => {
    const authority = (domain_rank: number | null, page_rank: number | null): number | null =>
      scoreSite({ ...BEST, domain_rank, page_rank }, ACTION, ASSET, { goal: 'digital_pr', assets: true })
        .score_components.authority;
    expect([authority(100, 0), authority(0, 100), authority(50, null), authority(null, 50)]).toEqual([18, 12, 15, 15]);
    expect(authority(null, null)).toBeNull();
  });

  it('counts one, two and more competitors, and leaves out what is unknown', () => {
    const components = (changes: Partial<Site>) =>
      scoreSite({ ...BEST, ...changes }, ACTION, ASSET, { goal: 'link_gap', assets: true }).score_components;
    const counts = [0, 1, 2, 3, 40].map((count) => components({ competitors_count: count }).competitor_links);
    expect(counts).toEqual([0, 12.5, 18.8, 25, 25]);
    const unknown = { says_competitors: false, competitors_count: 0, dofollow: null, spam_score: null };
    expect(components(unknown)).toMatchObject({ competitor_links: null, link_value: null, trust: null });
  });
});
