import { describe, expect, it } from 'vitest';

import type { BacklinkRecord } from '../../ports/links.ts';
import { classificationCounts, classifyBacklink } from './list.ts';

const RECORD: BacklinkRecord = {
  domain_from: 'news.test',
  url_from: 'https://news.test/a',
  domain_to: 'acme.test',
  url_to: 'https://acme.test/b',
  tld_from: 'test',
  item_type: 'anchor',
  anchor: 'Acme',
  alt: null,
  image_url: null,
  text_pre: '',
  text_post: '',
  semantic_location: 'content',
  attributes: [],
  dofollow: true,
  links_count: 1,
  group_count: 1,
  first_seen: '2026-01-01T00:00:00.000Z',
  last_seen: '2026-02-01T00:00:00.000Z',
  lost_date: null,
  is_new: false,
  is_lost: false,
  is_broken: false,
  url_to_status_code: 200,
  url_to_redirect_target: null,
  is_indirect_link: false,
  rank: 200,
  page_from_rank: 200,
  domain_from_rank: 500,
  page_from_title: 'A',
  page_from_language: 'en',
  page_from_status_code: 200,
  page_from_external_links: 12,
  page_from_internal_links: 40,
  page_from_word_count: 600,
  backlink_spam_score: 10,
};

const classify = (changes: Partial<BacklinkRecord>) => classifyBacklink({ ...RECORD, ...changes }, 'one_hundred');

describe('classifyBacklink', () => {
  it.each([
    ['authority_protection', {}],
    ['outreach_reference', { dofollow: false }],
    ['outreach_reference', { domain_from_rank: 100 }],
    ['outreach_reference', { domain_from_rank: null }],
    ['broken_target_repair', { is_broken: true, url_to_status_code: 404 }],
    ['lost_link_reclaim', { is_lost: true, lost_date: '2026-03-01T00:00:00.000Z', is_broken: true }],
    ['quality_review', { backlink_spam_score: 61, is_broken: true }],
    ['quality_review', { page_from_external_links: 1001 }],
  ] as const)('answers %s for %j', (classification, changes) => {
    expect(classify(changes).classification).toBe(classification);
  });

  it('does not take a target that was never read for broken', () => {
    expect(classify({ is_broken: null, url_to_status_code: null }).classification).toBe('authority_protection');
  });

  it('gives a score that its components add up to, and the priority of that score', () => {
    for (const changes of [
      {},
      { is_broken: true },
      { is_lost: true },
      { page_from_rank: null, domain_from_rank: null },
      { dofollow: false },
    ]) {
      const row = classify(changes);
      const sum = Object.values(row.score_components).reduce((total, points) => total + points, 0);
      expect(row.score).toBeCloseTo(sum, 5);
      expect(row.score).toBeLessThanOrEqual(100);
    }
    expect(classify({ is_broken: true, page_from_rank: 900, domain_from_rank: 900 }).priority).toBe('high');
    expect(
      classify({ dofollow: false, domain_from_rank: 10, page_from_rank: 10, semantic_location: 'footer' }).priority,
    ).toBe('low');
  });

  it('shows ranks on the asked scale', () => {
    expect(classify({}).domain_from_rank).toBe(71);
    expect(classifyBacklink(RECORD, 'one_thousand').domain_from_rank).toBe(500);
  });

  it('counts every class, also those with no row', () => {
    expect(classificationCounts([classify({}), classify({ is_broken: true })])).toEqual({
      authority_protection: 1,
      broken_target_repair: 1,
      lost_link_reclaim: 0,
      quality_review: 0,
      outreach_reference: 0,
    });
  });
});
