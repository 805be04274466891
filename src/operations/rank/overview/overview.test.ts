import { describe, expect, it } from 'vitest';

import { dayAt, outlinesOf, pointsOf, TRACKED } from '../../../../test/rank-outlines.ts';
import type { RankTarget } from '../../../ports/rank-targets.ts';
import type { TrackedRank } from '../../../tracking/tracked.ts';
import { weighKeywords } from '../../../tracking/weights.ts';
import { buildOverview } from './overview.ts';
import { planOverview, summarizeOverview } from './plan.ts';

const SERIES = {
  engine: 'google',
  location_code: 2840,
  location: 'United States',
  language: 'en',
  device: 'desktop',
} as const;

function ranked(
  keyword: string,
  positions: readonly (number | null)[],
  changes: Partial<RankTarget> = {},
): TrackedRank {
  const target: RankTarget = {
    id: `rkt_${keyword}`,
    project_id: undefined,
    keyword,
    url: TRACKED,
    series: SERIES,
    depth: 30,
    tags: [],
    is_paused: false,
    created_at: new Date(dayAt(0)),
    ...changes,
  };
  return { target, points: pointsOf(outlinesOf(positions)) };
}

const many = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const ask = (ranks: readonly TrackedRank[], day = 19, days = 7, volumes: Readonly<Record<string, number>> = {}) => {
  const weights = weighKeywords(
    ranks.map(({ target }) => target.id),
    new Map(Object.entries(volumes).map(([keyword, volume]) => [`rkt_${keyword}`, volume])),
  );
  return buildOverview(ranks, { tag: undefined, days, limit: 100, offset: 0, now: new Date(dayAt(day)), weights });
};
/** A keyword whose first check is so many days after the others'. */
const since = (day: number, rank: TrackedRank): TrackedRank => ({ ...rank, points: rank.points.slice(day) });

describe('the overview of tracked keywords', () => {
  it('counts places, and tells averages with the share that was found', () => {
    const report = ask([
      ranked('a', many(20, 1)),
      ranked('b', many(20, 8)),
      ranked('c', many(20, 20)),
      ranked('d', many(20, null)),
      ranked('e', []),
    ]);
    expect(report).toMatchObject({
      keywords: 5,
      checked: 4,
      counts: { top3: 1, top10: 2, top20: 3, not_found: 1 },
      average_position: 9.7,
      found_share: { value: 0.75, n: 4 },
      stale: 0,
    });
    expect(report.items.map(({ position, checked_at }) => [position, checked_at !== null])).toEqual([
      [1, true],
      [8, true],
      [20, true],
      [null, true],
      [null, false],
    ]);
  });

  it('has a visibility of 100 for first places only, 0 for none, and rises with the place', () => {
    const visibility = (place: number | null) => ask([ranked('a', many(20, place))]).visibility?.value;
    expect(visibility(1)).toBe(100);
    expect(visibility(null)).toBe(0);
    const values = [1, 2, 3, 5, 10, 20].map((place) => visibility(place) ?? 0);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    expect(ask([ranked('a', [])]).visibility).toBeNull();
  });

  it('has a visibility that does not move when keywords are added, poor or good ones', () => {
    const old = ranked('a', many(20, 5));
    for (const place of [30, 1, null]) {
      const { visibility } = ask([old, since(15, ranked('b', many(20, place)))]);
      expect(visibility?.history.map(({ keywords }) => keywords)).toEqual([1, 1, 1, 2, 2, 2, 2, 2]);
      expect(new Set(visibility?.history.map(({ value }) => value))).toEqual(new Set([visibility?.value]));
      expect(visibility).toMatchObject({ keywords: 2, keywords_before: 1, before: visibility?.value });
    }
  });

  it('has a visibility that keeps the proportion of each move, before and after keywords are added', () => {
    const alone = ask([ranked('a', [...many(14, 8), ...many(3, 5), ...many(3, 2)])]).visibility?.history ?? [];
    const joined = since(15, ranked('b', many(20, 20)));
    const both = ask([ranked('a', [...many(14, 8), ...many(3, 5), ...many(3, 2)]), joined]).visibility?.history ?? [];
    const ratio = (days: typeof alone) => (days[2]?.value ?? 0) / (days[0]?.value ?? 1);
    expect(ratio(both)).toBeCloseTo(ratio(alone), 1);
    expect(both.at(-1)?.value).toBeLessThan(alone.at(-1)?.value ?? 0);
  });

  it('has no earlier visibility where the keywords of then had none on the day that others joined', () => {
    const { visibility } = ask([ranked('a', many(20, null)), since(15, ranked('b', many(20, 1)))]);
    expect(visibility?.history.map(({ value }) => value)).toEqual([null, null, null, 50, 50, 50, 50, 50]);
    expect(visibility?.before).toBeNull();
  });

  it('counts keywords by search volume where half of the volumes are known, else equally, and says which', () => {
    const ranks = [ranked('a', many(20, 1)), ranked('b', many(20, null)), ranked('c', many(20, null))];
    expect(ask(ranks, 19, 7, { a: 98, b: 1 }).visibility).toMatchObject({
      value: 98,
      weights: 'volume',
      volume_known_share: 0.667,
    });
    const equal = ask(ranks, 19, 7, { a: 98 });
    expect(equal.visibility).toMatchObject({ value: 33.3, weights: 'equal', volume_known_share: 0.333 });
    expect(summarizeOverview(equal)).toContain('every keyword counted the same');
    expect(planOverview(equal).guardrails.join(' ')).toContain('too few search volumes are known');
  });

  it('keeps a result page on which the source stopped at a match out of share of voice', () => {
    const whole = ranked('a', many(20, 3));
    const stopped = ranked('b', many(20, 1));
    const points = stopped.points.map((point) => ({ ...point, ended: 'stopped_on_match' as const, depth_checked: 1 }));
    const alone = ask([whole]).share_of_voice;
    expect(alone).toMatchObject({ searches: 1, searches_stopped: 0 });
    expect(ask([whole, { ...stopped, points }]).share_of_voice).toEqual({ ...alone, searches_stopped: 1 });
    expect(ask([{ ...stopped, points }]).share_of_voice).toEqual({ value: null, searches: 0, searches_stopped: 1 });
    expect(ask([stopped]).share_of_voice?.value).toBeGreaterThan(alone?.value ?? 100);
  });

  it('counts a result page once in share of voice, whichever pages of the site are tracked on it', () => {
    const one = ranked('a', many(20, 3));
    const other = { ...one, target: { ...one.target, id: 'rkt_other', url: 'https://shop.example/boots' } };
    expect(ask([one, other]).share_of_voice).toEqual(ask([one]).share_of_voice);
  });

  it('names as movers only what three checks confirm within the period', () => {
    const noisy = ranked('noisy', [5, 6, 4, 5, 7, 5, 4, 6, 5, 5, 6, 4, 5, 6, 5, 4, 6, 5, 5, 9]);
    const fell = ranked('fell', [...many(16, 4), 15, 15, 15, 15]);
    const rose = ranked('rose', [...many(16, 18), 3, 3, 3, 3]);
    const early = ranked('early', [...many(5, 4), ...many(15, 15)]);
    const report = ask([noisy, fell, rose, early]);
    expect(report.movers.down.map(({ keyword }) => keyword)).toEqual(['fell']);
    expect(report.movers.up.map(({ keyword }) => keyword)).toEqual(['rose']);
    expect(ask([early], 19, 30).movers.down).toHaveLength(1);
    expect(planOverview(report).steps[0]?.action).toContain('“fell”');
    expect(summarizeOverview(report)).toContain('1 down, 1 up');
    const quiet = ask([noisy]);
    expect(`${planOverview(quiet).summary} ${summarizeOverview(quiet)}`).toContain('Nothing moved beyond noise');
  });

  it('says which keywords are no longer checked, and breaks the set down by tag', () => {
    const ranks = [
      ranked('a', many(20, 2), { tags: ['shop', 'brand'] }),
      ranked('b', many(10, 12), { tags: ['shop'] }),
      ranked('c', many(20, null)),
    ];
    const report = ask(ranks);
    expect(report.items.map(({ is_stale }) => is_stale)).toEqual([false, true, false]);
    expect(report.stale).toBe(1);
    expect(report.by_tag).toMatchObject([
      { tag: 'brand', keywords: 1, top3: 1 },
      { tag: 'shop', keywords: 2, checked: 2, top3: 1, top10: 1, top20: 2 },
    ]);
  });

  it('says what to do first where nothing is tracked or checked', () => {
    expect(planOverview(ask([]))).toMatchObject({
      confidence: 0,
      recommended_action: expect.stringContaining('Add keywords'),
    });
    const unchecked = ask([ranked('a', [])]);
    expect(planOverview(unchecked)).toMatchObject({
      summary: '1 keyword is tracked, and none has been checked yet.',
      next_calls: [{ operation: 'rank.targets.check', body: { max_searches: 1 } }],
    });
    expect(summarizeOverview(unchecked)).not.toContain('|');
  });
});
