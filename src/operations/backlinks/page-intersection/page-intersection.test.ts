import { describe, expect, it } from 'vitest';

import { BACKLINK } from '../../../../test/link-records.ts';
import type { BacklinkRecord, IntersectingPage } from '../../../ports/links.ts';
import { analyzeIntersection, type IntersectionQuestion } from './page-intersection.ts';
import { findConflicts, readParties } from './targets.ts';

const LINK: BacklinkRecord = {
  ...BACKLINK,
  domain_to: 'spokes.test',
  url_to: 'https://spokes.test/b',
  anchor: 'Spokes',
  text_pre: 'see',
  text_post: '.',
  last_seen: '2026-01-01T00:00:00.000Z',
};

const linkedTo = (target: string, changes: Partial<BacklinkRecord> = {}) => ({
  target,
  links_count: 1,
  links: [{ ...LINK, ...changes }],
});

const PAGE: IntersectingPage = {
  url: 'https://news.test/a',
  domain: 'news.test',
  title: 'A',
  language: 'en',
  rank: 200,
  page_rank: 200,
  domain_rank: 500,
  spam_score: 10,
  spam_signs: [],
  external_links: 12,
  word_count: 600,
  first_seen: '2026-01-01T00:00:00.000Z',
  last_seen: '2026-01-01T00:00:00.000Z',
  linked_targets: [linkedTo('spokes.test')],
};

const QUESTION: IntersectionQuestion = {
  ...readParties(['spokes.test', 'wheels.test'], ['acme.test']),
  rank_scale: 'one_hundred',
  intersection_mode: 'partial',
  limit: 25,
  offset: 0,
  known_links: { by_site: {}, unknown: null },
};

const analyze = (changes: Partial<IntersectingPage> = {}, question: Partial<IntersectionQuestion> = {}) =>
  analyzeIntersection({ total_count: 1, pages: [{ ...PAGE, ...changes }] }, { ...QUESTION, ...question });

const rowOf = (changes: Partial<IntersectingPage>, question: Partial<IntersectionQuestion> = {}) => {
  const [row] = analyze(changes, question).items;
  if (row === undefined) throw new Error('There is no row.');
  return row;
};

describe('analyzeIntersection', () => {
  it('marks a page whose site links to the excluded target from another page', () => {
    const link = {
      url_from: 'https://news.test/other',
      url_to: 'https://www.acme.test/',
      dofollow: true,
      is_indirect_link: false,
      first_seen: '2026-01-01T00:00:00.000Z',
      last_seen: '2026-02-01T00:00:00.000Z',
      backlinks: 2,
    };
    const known_links = { by_site: { 'news.test': link }, unknown: null };
    const known = analyze({ domain: 'www.news.test' }, { known_links });
    expect(known.items[0]?.already_links).toEqual(link);
    expect(known.notes).toEqual([
      '1 of these pages is on a site that already links to exclude_targets from another page (see already_links): you would ask for another link, not for a first one.',
    ]);
    expect(analyze({ domain: 'other.test' }, { known_links })).toMatchObject({
      items: [{ already_links: null }],
      notes: [],
    });
  });

  it('takes a page on a host without a domain', () => {
    expect(rowOf({ domain: '203.0.113.7' }).already_links).toBeNull();
  });

  it('gives points for authority, coverage, follow and place, and takes some for spam', () => {
    // Rank 200 out of 1,000 is 31 out of 100, 500 is 71.
    expect(rowOf({})).toMatchObject({
      score: 55.4,
      score_components: {
        page_authority: 6.2,
        domain_authority: 14.2,
        coverage: 12.5,
        followed: 15,
        in_content: 10,
        freshness: 0,
        spam: -2.5,
      },
      priority: 'medium',
      reason: 'Links to spokes.test (followed, in the main content); its domain has a rank of 71 out of 100.',
    });
  });

  it('adds its components up to a score from 0 to 100, whatever the page', () => {
    const both = [linkedTo('spokes.test', { is_new: true }), linkedTo('wheels.test')];
    const cases: Partial<IntersectingPage>[] = [
      {},
      { linked_targets: both, page_rank: 1000, domain_rank: 1000, spam_score: 0 },
      { page_rank: null, domain_rank: null, spam_score: null },
      { page_rank: 1, domain_rank: 333, spam_score: 33, last_seen: '2027-03-07T00:00:00.000Z' },
      {
        page_rank: null,
        domain_rank: null,
        spam_score: 100,
        linked_targets: [
          linkedTo('spokes.test', { dofollow: false, semantic_location: 'footer', placement: 'boilerplate' }),
        ],
      },
    ];
    for (const changes of cases) {
      const { score, score_components } = rowOf(changes);
      const sum = Object.values(score_components).reduce((total, points) => total + points, 0);
      expect(score).toBeCloseTo(sum, 5);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(100);
    }
    const best = { linked_targets: both, page_rank: 1000, domain_rank: 1000, spam_score: 0 };
    expect(rowOf(best)).toMatchObject({ score: 100, priority: 'high' });
  });

  it('takes no more for spam than there is, so the score ends at 0', () => {
    const weak = {
      page_rank: null,
      domain_rank: null,
      spam_score: 100,
      linked_targets: [
        linkedTo('spokes.test', { dofollow: false, semantic_location: 'footer', placement: 'boilerplate' }),
      ],
    };
    expect(rowOf(weak)).toMatchObject({ score: 0, score_components: { coverage: 12.5, spam: -12.5 } });
  });

  it.each([
    ['read once only', {}, false, 0],
    ['known to be new', {}, true, 10],
    ['seen to stand for a year', { last_seen: '2027-01-01T00:00:00.000Z' }, false, 3.7],
    ['seen to stand for ten years', { last_seen: '2036-01-01T00:00:00.000Z' }, false, 0],
  ])('gives a link that is %s its points of freshness', (_, changes, is_new, points) => {
    const linked_targets = [linkedTo('spokes.test', { is_new })];
    expect(rowOf({ ...changes, linked_targets }).score_components.freshness).toBe(points);
  });

  it('keeps what is unknown null and gives no points for it', () => {
    expect(
      rowOf({
        rank: null,
        page_rank: null,
        domain_rank: null,
        spam_score: null,
        word_count: null,
        external_links: null,
      }),
    ).toMatchObject({
      rank: null,
      page_rank: null,
      domain_rank: null,
      spam_score: null,
      quality: { spam_level: null, word_count: null, external_links: null, signals: ['followed', 'in_content'] },
      score_components: { page_authority: 0, domain_authority: 0, spam: 0 },
      reason: 'Links to spokes.test (followed, in the main content); the rank of its domain is unknown.',
    });
    expect(analyzeIntersection({ total_count: null, pages: [] }, QUESTION)).toMatchObject({
      total_count: null,
      items: [],
    });
  });

  it('says of no link that it stands in the text, nor outside it, where nobody said where it stands', () => {
    const row = rowOf({ linked_targets: [linkedTo('spokes.test', { semantic_location: null, placement: null })] });
    expect(row).toMatchObject({
      score: 45.4,
      score_components: { in_content: 0 },
      quality: { in_content: null, semantic_locations: [], signals: ['followed'] },
      reason: 'Links to spokes.test (followed); its domain has a rank of 71 out of 100.',
    });
  });

  it('shows ranks on the asked scale, with the same score', () => {
    expect(rowOf({}, { rank_scale: 'one_thousand' })).toMatchObject({
      rank: 200,
      page_rank: 200,
      domain_rank: 500,
      score: 55.4,
      linked_targets: [{ links: [{ rank: 200 }] }],
    });
  });

  it.each([
    ['nofollow_only', { linked_targets: [linkedTo('spokes.test', { dofollow: false })] }],
    ['hidden_only', { linked_targets: [linkedTo('spokes.test', { placement: 'hidden' })] }],
    [
      'boilerplate_only',
      { linked_targets: [linkedTo('spokes.test', { semantic_location: 'footer', placement: 'boilerplate' })] },
    ],
    ['indirect_only', { linked_targets: [linkedTo('spokes.test', { is_indirect_link: true })] }],
    ['lost', { linked_targets: [linkedTo('spokes.test', { is_lost: true })] }],
    ['broken_competitor_link', { linked_targets: [linkedTo('spokes.test', { is_broken: true })] }],
    ['new_link', { linked_targets: [linkedTo('spokes.test', { is_new: true })] }],
    ['links_to_all_targets', { linked_targets: [linkedTo('spokes.test'), linkedTo('wheels.test')] }],
    ['thin_page', { word_count: 99 }],
    ['many_outgoing_links', { external_links: 1001 }],
    ['high_spam', { spam_score: 61 }],
  ] as const)('signals %s, and not otherwise', (signal, changes) => {
    expect(rowOf(changes).quality.signals).toContain(signal);
    expect(rowOf({}).quality.signals).not.toContain(signal);
  });

  it('keeps the order of the source and counts rows by target and priority', () => {
    const pages = [
      { ...PAGE, url: 'https://news.test/weak', domain_rank: null, spam_score: 90 },
      { ...PAGE, url: 'https://news.test/both', linked_targets: [linkedTo('spokes.test'), linkedTo('wheels.test')] },
    ];
    const report = analyzeIntersection({ total_count: 2, pages }, QUESTION);
    expect(report.items.map(({ url }) => url)).toEqual(['https://news.test/weak', 'https://news.test/both']);
    expect(report).toMatchObject({
      targets: [
        { value: 'spokes.test', pages: 2 },
        { value: 'wheels.test', pages: 1 },
      ],
      priority_counts: { high: 1, medium: 0, low: 1 },
    });
  });
});

describe('readParties', () => {
  it('counts a target once, however often and however it is written', () => {
    const parties = readParties(['Spokes.test', 'spokes.test/', 'https://a.test/x', 'http://a.test/x/'], []);
    expect(parties.targets.map(({ value }) => value)).toEqual(['spokes.test', 'https://a.test/x']);
    expect(parties.notes).toEqual([
      'targets lists spokes.test more than once; it is counted once.',
      'targets lists https://a.test/x more than once; it is counted once.',
    ]);
  });

  it('says that a link to a part counts for the whole too', () => {
    expect(readParties(['spokes.test', 'blog.spokes.test'], []).notes).toEqual([
      'blog.spokes.test is part of spokes.test: a link to it counts for both.',
    ]);
  });
});

describe('findConflicts', () => {
  it.each([
    [['spokes.test'], ['a.test', 'spokes.test'], 'exclude_targets[1]', 'is also one of the targets'],
    [['https://spokes.test/x'], ['http://spokes.test/x/'], 'exclude_targets[0]', 'is also one of the targets'],
    [['blog.spokes.test'], ['spokes.test'], 'exclude_targets[0]', 'contains the target blog.spokes.test'],
    [['https://blog.spokes.test/x'], ['blog.spokes.test'], 'exclude_targets[0]', 'contains the target https://blog'],
  ])('refuses targets %j with %j excluded', (targets, excluded, path, message) => {
    expect(findConflicts(targets, excluded)).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  it.each([
    [['spokes.test'], ['blog.spokes.test']],
    [['spokes.test'], ['https://spokes.test/']],
    [['notspokes.test'], ['spokes.test']],
    [['https://spokes.test/x'], ['https://spokes.test/y']],
  ])('takes targets %j with %j excluded', (targets, excluded) => {
    expect(findConflicts(targets, excluded)).toEqual([]);
  });
});
