import { describe, expect, it } from 'vitest';

import { GROUP_QUESTION, LINKED_PAGE } from '../../../../test/link-records.ts';
import type { GroupQuestion } from '../../../links/link-list.ts';
import type { TargetPageRecord } from '../../../ports/links.ts';
import { analyzeDomainPages } from './domain-pages.ts';

const UNREAD = {
  title: null,
  status_code: null,
  redirect_target: null,
  page_rank: null,
  first_visited: null,
  words_count: null,
  internal_links: null,
  external_links: null,
  broken_backlinks: null,
} as const;

const FARMS = [{ sign: 'ring', backlinks: 9, referring_main_domains: 5, peers: null }] as const;

function judge(changes: Partial<TargetPageRecord>, question: Partial<GroupQuestion> = {}) {
  const record = { total_count: 1, backlinks: 80, pages: [{ ...LINKED_PAGE, ...changes }] };
  const [item] = analyzeDomainPages(record, { ...GROUP_QUESTION, ...question }).items;
  if (item === undefined) throw new Error('A record has to give a row.');
  return item;
}

describe('the action for a linked page', () => {
  it.each([
    ['monitor', {}],
    ['protect', { referring_main_domains: 5 }],
    ['protect', { page_rank: 400 }],
    ['monitor', { page_rank: null, words_count: null }],
    // Links of farms are worth no protection.
    ['monitor', { referring_main_domains: 5, page_rank: 400, spam_signs: FARMS }],
    ['protect', { referring_main_domains: 6, page_rank: 400, spam_signs: FARMS }],
    ['improve', { words_count: 99 }],
    ['monitor', { words_count: 100 }],
    ['improve', { words_count: 99, referring_main_domains: 50 }],
    ['improve', { lost_backlinks: 2 }],
    ['monitor', { lost_backlinks: 1, backlinks: 1 }],
    // Nothing is said of a page that was never read, however many link to it.
    ['monitor', { ...UNREAD, referring_main_domains: 500 }],
    ['restore', { status_code: 404, broken_backlinks: 8 }],
    ['redirect', { status_code: 404, broken_backlinks: 8, referring_main_domains: 2 }],
    ['redirect', { status_code: 404, broken_backlinks: 8, spam_score: 61 }],
    ['redirect', { status_code: 410, broken_backlinks: 8 }],
    ['restore', { status_code: 500, broken_backlinks: 8, referring_main_domains: 1 }],
    // What refuses the crawler may be there for visitors.
    ['monitor', { status_code: 403, broken_backlinks: 8 }],
    ['monitor', { status_code: 429, broken_backlinks: 8 }],
    ['monitor', { status_code: 301, redirect_target: 'https://www.acme.test/new' }],
    ['redirect', { status_code: 302, redirect_target: 'https://acme.test/new' }],
    ['redirect', { status_code: 301, redirect_target: 'https://elsewhere.test/' }],
    ['redirect', { status_code: 301, redirect_target: null }],
  ] as const)('is %s for %j', (action, changes) => {
    expect(judge(changes).action).toBe(action);
  });

  it('of lost links is to see why they went', () => {
    const lost = { lost_backlinks: 8 };
    expect(judge(lost, { status: 'lost' }).action).toBe('improve');
    expect(judge({ ...lost, status_code: 404 }, { status: 'lost' })).toMatchObject({
      action: 'restore',
      priority: 'low',
    });
    expect(judge({ ...lost, status_code: 404 }, { status: 'all' }).reasons[0]).toContain(
      'why these links were dropped',
    );
    expect(judge({ ...lost, ...UNREAD }, { status: 'lost' }).action).toBe('monitor');
  });

  it('comes with its reason and what else stands out', () => {
    expect(judge({ status_code: 404 }).reasons).toEqual([
      'The page returns 404, and 3 sites link to it: enough to restore it or publish a replacement.',
    ]);
    expect(judge({ status_code: 410, referring_main_domains: 1 }).reasons[0]).toContain(
      '410 (removed on purpose), and 1 site links to it',
    );
    expect(judge({ ...UNREAD }).reasons[0]).toBe('The page has never been crawled, so its status is unknown.');
    expect(judge({ words_count: 1 }).reasons[0]).toContain('only 1 word,');
    expect(judge({ spam_score: 75 }).reasons[1]).toContain('75 out of 100');
    expect(judge({ dofollow_backlinks: 0 }).reasons.at(-1)).toBe('None of the links to it are followed.');
    expect(judge({ page_rank: 400 }, { rank_scale: 'one_thousand' }).reasons[0]).toContain(
      'a rank of 400 out of 1,000',
    );
  });
});

describe('the priority of a linked page', () => {
  it.each([
    ['low', {}],
    ['low', { ...UNREAD, referring_main_domains: 1000 }],
    ['medium', { status_code: 404, referring_main_domains: 1 }],
    ['high', { status_code: 404, referring_main_domains: 10 }],
    ['medium', { referring_main_domains: 100, page_rank: 500 }],
  ] as const)('is %s for %j', (priority, changes) => {
    const item = judge(changes);
    expect(item.priority).toBe(priority);
    const sum = Object.values(item.score_components).reduce((total, points) => total + points, 0);
    expect(item.score).toBeCloseTo(sum, 5);
  });
});

describe('analyzeDomainPages', () => {
  it('keeps what is unknown null and shows ranks on the asked scale', () => {
    expect(judge(UNREAD)).toMatchObject(UNREAD);
    expect(judge({})).toMatchObject({ page_rank: 23, rank: 19, share: 0.1 });
    expect(judge({}, { rank_scale: 'one_thousand' })).toMatchObject({ page_rank: 150, rank: 120 });
  });

  it('counts every action, also those with no row', () => {
    const record = { total_count: 1, backlinks: 8, pages: [LINKED_PAGE] };
    expect(analyzeDomainPages(record, GROUP_QUESTION).action_counts).toEqual({
      protect: 0,
      redirect: 0,
      restore: 0,
      improve: 0,
      monitor: 1,
    });
  });
});
