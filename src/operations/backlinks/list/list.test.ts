import { describe, expect, it } from 'vitest';

import { BACKLINK } from '../../../../test/link-records.ts';
import { parseTarget } from '../../../web/target.ts';
import type { BacklinkRecord } from '../../../ports/links.ts';
import { classifyBacklink, classifyBacklinks } from './list.ts';

const RECORD = BACKLINK;

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
      classify({ dofollow: false, domain_from_rank: 10, page_from_rank: 10, placement: 'boilerplate' }).priority,
    ).toBe('low');
  });

  it('sends links that nobody sees, and pages that score as spam, to review with the evidence', () => {
    expect(classify({ placement: 'hidden' })).toMatchObject({
      classification: 'quality_review',
      reason: 'Readers do not see the link on its page.',
    });
    const spam_signs = [
      { sign: 'ring', points: 65, peers: 9 },
      { sign: 'no_https', points: 10, peers: null },
    ] as const;
    const spam = classify({ backlink_spam_score: 75, spam_signs });
    const ring = 'The site trades links with 9 sites that also link to each other.';
    expect(spam.reason).toBe(`The page has a spam score of 75 out of 100. ${ring}`);
    expect(spam.spam_signs).toMatchObject([{ sign: 'ring', peers: 9, reason: ring }, { sign: 'no_https' }]);
    expect(classify({ backlink_spam_score: null, spam_signs: null }).spam_signs).toBeNull();
    expect(spam.score_components).toMatchObject({ followed: 0, in_content: 0 });
    expect(spam.score).toBeLessThan(classify({}).score);
  });

  it('gives no points for the text to a link of which nobody said where it stands', () => {
    expect(classify({ placement: null })).toMatchObject({
      placement: null,
      score_components: { in_content: 0 },
    });
  });

  it('shows ranks on the asked scale', () => {
    expect(classify({}).domain_from_rank).toBe(71);
    expect(classifyBacklink(RECORD, 'one_thousand').domain_from_rank).toBe(500);
  });

  it('counts every class, also those with no row', () => {
    const { classification_counts: counts } = classifyBacklinks(
      { total_count: 2, backlinks: [RECORD, { ...RECORD, is_broken: true }] },
      { target: parseTarget('acme.test'), rank_scale: 'one_hundred', limit: 25, offset: 0 },
    );
    expect(counts).toEqual({
      authority_protection: 1,
      broken_target_repair: 1,
      lost_link_reclaim: 0,
      quality_review: 0,
      outreach_reference: 0,
    });
  });
});
