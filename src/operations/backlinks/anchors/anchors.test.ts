import { describe, expect, it } from 'vitest';

import { ANCHOR_GROUP } from '../../../../test/link-records.ts';
import type { GroupQuestion } from '../../../links/link-list.ts';
import { parseTarget } from '../../../web/target.ts';
import type { AnchorRecord, AnchorsRecord, CommonAnchorRecord } from '../../../ports/links.ts';
import { analyzeAnchors } from './anchors.ts';

const RECORD = ANCHOR_GROUP;
const CARGO: Pick<CommonAnchorRecord, 'target_url' | 'target_title'> = {
  target_url: 'https://harbour-bikes.example/bikes/',
  target_title: 'Cargo bikes | Harbour Bikes',
};
const QUESTION: GroupQuestion = {
  target: parseTarget('harbour-bikes.example'),
  rank_scale: 'one_hundred',
  status: 'live',
  limit: 25,
  offset: 0,
};

function common(anchor: string, backlinks: number, sites: number, page = CARGO): CommonAnchorRecord {
  return { anchor, backlinks, referring_main_domains: sites, image_backlinks: 0, ...page };
}

function analyze(record: Partial<AnchorsRecord>, question: Partial<GroupQuestion> = {}) {
  const whole: AnchorsRecord = { total_count: 1, backlinks: 200, anchors: [], commonest: [], ...record };
  return analyzeAnchors(whole, { ...QUESTION, ...question });
}

function group(changes: Partial<AnchorRecord>, question: Partial<GroupQuestion> = {}) {
  const [item] = analyze({ anchors: [{ ...RECORD, ...changes }] }, question).items;
  if (item === undefined) throw new Error('A record has to give a group.');
  return item;
}

const signals = (changes: Partial<AnchorRecord>, question: Partial<GroupQuestion> = {}): string[] => {
  const { risk_signals, repair_signals } = group(changes, question);
  return [...risk_signals, ...repair_signals].map(({ signal }) => signal);
};

describe('the signals of an anchor', () => {
  it.each([
    [[], {}],
    [['raised_spam'], { spam_score: 31 }],
    [['high_spam'], { spam_score: 61 }],
    [[], { spam_score: null }],
    [['spam_trade'], { anchor: 'best online casino' }],
    [['spam_trade'], { anchor: '', image_backlinks: 20, image_alt: 'cheap viagra' }],
    [[], { anchor: 'Casinoff', target_title: null }],
    [['foreign_text'], { anchor: 'günstige Fahrräder kaufen' }],
    [[], { anchor: 'günstige Fahrräder kaufen', referring_main_domains: 1 }],
    [['sitewide'], { backlinks: 501, referring_main_domains: 10 }],
    [['hidden'], { backlinks: 20, hidden_backlinks: 10 }],
    [[], { backlinks: 20, hidden_backlinks: 9 }],
    [[], { backlinks: 500, referring_main_domains: 10 }],
    [['repeated_keyword'], { anchor: 'cargo bikes', ...CARGO, backlinks: 21, referring_main_domains: 5 }],
    [[], { anchor: 'cargo bikes', ...CARGO, backlinks: 20, referring_main_domains: 5 }],
    [[], { anchor: 'cargo bikes', ...CARGO, backlinks: 21, referring_main_domains: 4 }],
    [['broken_target'], { broken_backlinks: 1 }],
    [[], { broken_backlinks: null }],
    [['lost_links'], { lost_backlinks: 2, lost_date: '2026-02-01T00:00:00.000Z' }],
    [['image_without_alt'], { anchor: '', image_backlinks: 20 }],
    [[], { anchor: '', image_backlinks: 20, image_alt: 'Harbour Bikes' }],
  ] as const)('are %j for %j', (expected, changes) => {
    const commonest = [common('x', 1, 1), common('y', 1, 1, RECORD)];
    const [item] = analyze({ anchors: [{ ...RECORD, ...changes }], commonest }).items;
    expect([...(item?.risk_signals ?? []), ...(item?.repair_signals ?? [])].map(({ signal }) => signal)).toEqual(
      expected,
    );
  });

  it('do not hold a trade against a site that is in it, but do against one that was broken into', () => {
    const play = { target_url: 'https://harbour-bikes.example/play', target_title: 'Casino games' };
    const of = (commonest: CommonAnchorRecord[]) =>
      analyze({ anchors: [{ ...RECORD, anchor: 'casino games', ...play }], commonest }).items[0]?.risk_signals.map(
        ({ signal }) => signal,
      );
    expect(of([common('a', 1, 1, play)])).toEqual([]);
    const others = [1, 2, 3, 4, 5].map((at) =>
      common(`a${at}`, 1, 1, { target_url: `https://harbour-bikes.example/${at}`, target_title: `Bike ${at}` }),
    );
    expect(of([common('a', 1, 1, play), ...others])).toEqual(['spam_trade']);
  });

  it('tell broken and lost links with their figures, in singular and plural', () => {
    const reason = (changes: Partial<AnchorRecord>) => group(changes).repair_signals.map((signal) => signal.reason)[0];
    expect(reason({ broken_backlinks: 1 })).toBe('1 of the 20 links points to a page that returns an error.');
    expect(reason({ broken_backlinks: 1, backlinks: 1 })).toBe('The only link points to a page that returns an error.');
    expect(reason({ broken_backlinks: 20 })).toBe('All 20 links point to pages that return an error.');
    expect(reason({ lost_backlinks: 1, lost_date: '2026-02-03T04:05:06.000Z' })).toBe('1 link was lost on 2026-02-03.');
    expect(reason({ lost_backlinks: 2, lost_date: '2026-02-03T04:05:06.000Z' })).toBe(
      '2 links were lost, most recently on 2026-02-03.',
    );
  });

  it('of lost links do not ask for what is gone to be mended', () => {
    expect(signals({ broken_backlinks: 3, lost_backlinks: 20 }, { status: 'lost' })).toEqual(['lost_links']);
  });
});

describe('the priority of an anchor', () => {
  it.each([
    ['low', {}],
    ['low', { rank: 1000, referring_main_domains: 1000 }],
    ['medium', { broken_backlinks: 1, backlinks: 1, rank: null }],
    ['medium', { broken_backlinks: 1, backlinks: 1000, rank: 1000, referring_main_domains: 1000 }],
    ['high', { broken_backlinks: 20 }],
    ['low', { lost_backlinks: 1, backlinks: 1000 }],
    ['medium', { lost_backlinks: 10, backlinks: 10 }],
    ['medium', { spam_score: 70 }],
    ['low', { backlinks: 5000, referring_main_domains: 1 }],
  ] as const)('is %s for %j', (priority, changes) => {
    const item = group(changes);
    expect(item.priority).toBe(priority);
    const sum = Object.values(item.score_components).reduce((total, points) => total + points, 0);
    expect(item.score).toBeCloseTo(sum, 5);
    expect(item.score).toBeLessThanOrEqual(100);
  });
});

describe('the profile', () => {
  const branded = (links: number, sites: number) => common('Harbour Bikes', links, sites);
  const exact = (links: number, sites: number) => common('cargo bikes', links, sites);

  it('shares all links by intent', () => {
    const { profile } = analyze({ commonest: [branded(120, 60), exact(30, 10), common('here', 50, 30)] });
    expect(profile.share).toMatchObject({ branded: 0.6, exact_match: 0.15, generic: 0.25, url: 0, unknown: 0 });
    expect(Object.values(profile.share).reduce((sum: number, share) => sum + (share ?? 0), 0)).toBeCloseTo(1, 6);
    expect(profile).toMatchObject({ exact_match_share: 0.15, exact_match_site_share: 0.1, groups: 3, backlinks: 200 });
  });

  it.each([
    [true, [branded(84, 84), exact(16, 16)]],
    [false, [branded(85, 85), exact(15, 15)]],
    [false, [branded(95, 95), exact(5, 5)]],
    // One site that repeats its link on every page makes one choice of a text.
    [false, [branded(100, 60), exact(9000, 1)]],
    // Too small, by links or by sites, says nothing, even where all is exact.
    [null, [exact(99, 99)]],
    [null, [exact(5000, 19)]],
    [null, []],
    // Half of it unreadable does not clear it; what is over stays over.
    [null, [branded(45, 45), common('the one we chose', 55, 55, { ...CARGO, target_title: 'Xyz' })]],
    [true, [exact(30, 30), common('the one we chose', 70, 70, { ...CARGO, target_title: 'Xyz' })]],
  ] as const)('has over_optimized %s for %j', (over, commonest) => {
    // The exact text is told by its own page, which the free wording does not share.
    const apart = commonest.map((each, at) => ({ ...each, target_url: `https://harbour-bikes.example/p/${at}` }));
    const { profile } = analyze({ commonest: apart });
    expect(profile.over_optimized).toBe(over);
    expect(profile.reason).not.toBe('');
  });

  it('of lost links is not judged', () => {
    const { profile } = analyze({ commonest: [exact(500, 400)] }, { status: 'lost' });
    expect(profile).toMatchObject({ over_optimized: null, exact_match_share: 1 });
  });

  it('says what share of the links it covers, and nothing where there are none', () => {
    expect(analyze({ backlinks: 400, commonest: [branded(100, 60)] }).profile.covered_share).toBe(0.25);
    const none = analyze({ backlinks: null });
    expect(none.profile).toMatchObject({ covered_share: null, exact_match_share: null, over_optimized: null });
    expect(none.profile.share.branded).toBeNull();
  });
});

describe('analyzeAnchors', () => {
  it('shows ranks on the asked scale and shares of all links', () => {
    expect(group({})).toMatchObject({ rank: 45, share: 0.1, dofollow_share: 0.75 });
    expect(group({}, { rank_scale: 'one_thousand' }).rank).toBe(300);
  });

  it('keeps what is unknown null', () => {
    const item = group({ rank: null, spam_score: null, broken_backlinks: null, language: null, target_title: null });
    expect(item).toMatchObject({ rank: null, spam_score: null, broken_backlinks: null, language: null });
    expect(analyze({ anchors: [RECORD], backlinks: null }).items[0]?.share).toBeNull();
  });
});

describe('the brand of the project', () => {
  const brand = { name: 'Quay & Sons', aliases: ['HB Cycles'], domains: ['harbour-bikes.example'] };
  const judge = (anchor: string, target = QUESTION.target, known: typeof brand | null = brand) => {
    const record = { total_count: 1, backlinks: 200, anchors: [{ ...RECORD, anchor }], commonest: [] };
    const list = analyzeAnchors(record, { ...QUESTION, target }, known);
    return [list.items[0]?.anchor_intent, list.brand.project_brand];
  };

  it('makes anchors with its names branded on its own sites, next to the name of the site', () => {
    expect(judge('the HB-Cycles team')).toEqual(['branded', 'Quay & Sons']);
    expect(judge('Harbour Bikes')).toEqual(['branded', 'Quay & Sons']);
    expect(judge('the HB-Cycles team', parseTarget('blog.harbour-bikes.example'))).toEqual(['branded', 'Quay & Sons']);
    expect(judge('the HB-Cycles team', QUESTION.target, null)).toEqual([null, null]);
  });

  it('counts for nothing on the sites of others', () => {
    expect(judge('the HB-Cycles team', parseTarget('rival.example'))).toEqual([null, null]);
  });

  it('is recognized by its name where it has no domains', () => {
    const named = { name: 'Harbour Bikes', aliases: ['HB Cycles'], domains: [] };
    expect(judge('the HB-Cycles team', QUESTION.target, named)).toEqual(['branded', 'Harbour Bikes']);
  });
});
