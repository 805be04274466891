import { describe, expect, it } from 'vitest';

import { GROUP_QUESTION, REFERRING_DOMAIN } from '../../../../test/link-records.ts';
import type { GroupQuestion } from '../../../links/link-list.ts';
import type { ReferringDomainRecord } from '../../../ports/links.ts';
import { analyzeReferringDomains } from './referring-domains.ts';

function judge(changes: Partial<ReferringDomainRecord>, question: Partial<GroupQuestion> = {}) {
  const record = { total_count: 1, backlinks: 60, domains: [{ ...REFERRING_DOMAIN, ...changes }], tool_reports: [] };
  const [item] = analyzeReferringDomains(record, { ...GROUP_QUESTION, ...question }).items;
  if (item === undefined) throw new Error('A record has to give a row.');
  return item;
}

const WEAK = 100;
const STRONG = 400;

describe('the action for a referring domain', () => {
  it.each([
    ['keep', {}],
    ['keep', { domain_rank: null, spam_score: null }],
    ['keep', { domain_rank: STRONG }],
    ['strengthen', { domain_rank: STRONG, backlinks: 2, dofollow_backlinks: 2, referring_pages: 2 }],
    ['strengthen', { domain_rank: STRONG, dofollow_backlinks: 0 }],
    ['keep', { domain_rank: STRONG, dofollow_backlinks: 0, spam_score: 31 }],
    ['repair', { broken_backlinks: 1 }],
    ['keep', { broken_backlinks: null }],
    ['reclaim', { lost_backlinks: 2, lost_date: '2026-02-01T00:00:00.000Z' }],
    ['keep', { lost_backlinks: 1 }],
    ['repair', { lost_backlinks: 6, broken_backlinks: 1 }],
    // High spam: followed links of a site without standing are for a person to judge; others are looked at.
    ['disavow_review', { spam_score: 61 }],
    ['disavow_review', { spam_score: 90, domain_rank: null, broken_backlinks: 2 }],
    ['review', { spam_score: 90, dofollow_backlinks: 0 }],
    ['review', { spam_score: 90, domain_rank: STRONG }],
    // One weak sign is common; two are worth a look, where links are followed.
    ['keep', { spam_score: 40 }],
    ['keep', { domain_rank: WEAK }],
    ['keep', { backlinks: 51, referring_pages: 51 }],
    ['review', { spam_score: 40, domain_rank: WEAK }],
    ['keep', { spam_score: 40, domain_rank: WEAK, dofollow_backlinks: 0 }],
    ['review', { backlinks: 51, referring_pages: 51, domain_rank: WEAK }],
    ['review', { backlinks: 20, referring_pages: 2, spam_score: 31 }],
    ['review', { boilerplate_backlinks: 6, domain_rank: WEAK }],
    ['keep', { boilerplate_backlinks: 6 }],
    // Links that nobody sees are nobody's recommendation.
    ['review', { hidden_backlinks: 6 }],
    ['keep', { hidden_backlinks: 5 }],
  ] as const)('is %s for %j', (action, changes) => {
    expect(judge(changes).action).toBe(action);
  });

  it.each([
    ['reclaim', 'lost', {}],
    ['reclaim', 'lost', { broken_backlinks: 3 }],
    ['review', 'lost', { spam_score: 40 }],
    ['review', 'lost', { spam_score: 80 }],
    ['reclaim', 'all', { lost_backlinks: 6 }],
    ['keep', 'all', { lost_backlinks: 1 }],
    ['reclaim', 'all', { lost_backlinks: 3 }],
  ] as const)('is %s when %s links are asked for and it has %j', (action, status, changes) => {
    expect(judge(changes, { status }).action).toBe(action);
  });

  it('suspects a template or a list by the figures, and says by which', () => {
    expect(judge({ backlinks: 50, referring_pages: 50 }).sitewide_suspected).toBe(false);
    expect(judge({ backlinks: 51, referring_pages: 51 }).reasons[0]).toContain('51 links from 51 pages of one host');
    expect(judge({ backlinks: 20, referring_pages: 1 }).reasons[0]).toBe(
      '20 links on just 1 page look like a list of links.',
    );
    expect(judge({ backlinks: 20, referring_pages: 3 }).sitewide_suspected).toBe(false);
  });

  it('says which signs of a farm were found and how many sites share them', () => {
    const spam_signs = [
      { sign: 'no_https', backlinks: 6, referring_main_domains: 1, peers: null },
      { sign: 'money_anchor', backlinks: 6, referring_main_domains: 1, peers: 12 },
    ] as const;
    const item = judge({ spam_score: 75, spam_signs, boilerplate_backlinks: 6 });
    const reason = 'The site is one of 12 throwaway sites that link to the same page with the same keyword.';
    expect(item.spam_signs).toMatchObject([{ sign: 'no_https' }, { sign: 'money_anchor', peers: 12, reason }]);
    expect(item.reasons.join(' ')).toContain(`an average spam score of 75 out of 100. ${reason}`);
    expect(item.reasons).toContain('All 6 links are part of a menu, header, footer or sidebar.');
    expect(judge({ spam_score: null, spam_signs: null }).spam_signs).toBeNull();
  });

  it('gives reasons with the figures, on the asked scale', () => {
    expect(judge({}).reasons).toEqual(['The site has a rank of 38 out of 100; 4 of the 6 links are followed.']);
    expect(judge({}, { rank_scale: 'one_thousand' }).reasons[0]).toContain('a rank of 250 out of 1,000;');
    expect(judge({ backlinks: 1, dofollow_backlinks: 1 }).reasons[0]).toContain('; the only link is followed.');
    expect(judge({ dofollow_backlinks: 6 }).reasons[0]).toContain('; all 6 links are followed.');
    expect(judge({ domain_rank: null }).reasons[0]).toContain('The authority of the site is unknown;');
    expect(judge({ dofollow_backlinks: 0 }).reasons.at(-1)).toContain('none of its links are followed.');
    expect(judge({ spam_score: 70.4 }).reasons[0]).toBe(
      'The linking pages have an average spam score of 70 out of 100.',
    );
  });
});

describe('the priority of a referring domain', () => {
  it.each([
    ['low', {}],
    ['low', { domain_rank: 1000, backlinks: 1000, referring_pages: 1000 }],
    ['medium', { broken_backlinks: 1 }],
    ['high', { broken_backlinks: 6, domain_rank: 600, backlinks: 6 }],
    ['medium', { lost_backlinks: 6 }],
    ['medium', { spam_score: 80 }],
    ['medium', { domain_rank: STRONG, dofollow_backlinks: 0 }],
  ] as const)('is %s for %j', (priority, changes) => {
    const item = judge(changes);
    expect(item.priority).toBe(priority);
    const sum = Object.values(item.score_components).reduce((total, points) => total + points, 0);
    expect(item.score).toBeCloseTo(sum, 5);
  });

  it('is low for lost links of a spam site, which are no loss', () => {
    expect(judge({ spam_score: 80 }, { status: 'lost' }).priority).toBe('low');
  });
});

describe('analyzeReferringDomains', () => {
  it('shows the own authority beside the rank that is passed on, on the asked scale', () => {
    expect(judge({})).toMatchObject({ domain_rank: 38, rank: 19, share: 0.1 });
    expect(judge({}, { rank_scale: 'one_thousand' })).toMatchObject({ domain_rank: 250, rank: 120 });
    expect(judge({ domain_rank: null, rank: null })).toMatchObject({ domain_rank: null, rank: null });
  });

  it('counts every action, also those with no row', () => {
    const domains = [REFERRING_DOMAIN, { ...REFERRING_DOMAIN, broken_backlinks: 1 }];
    expect(
      analyzeReferringDomains({ total_count: 2, backlinks: 12, domains, tool_reports: [] }, GROUP_QUESTION)
        .action_counts,
    ).toEqual({
      keep: 1,
      strengthen: 0,
      reclaim: 0,
      repair: 1,
      review: 0,
      disavow_review: 0,
    });
  });
});
