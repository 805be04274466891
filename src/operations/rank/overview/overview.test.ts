import { describe, expect, it } from 'vitest';

import { dayAt, outlinesOf, pointsOf, TRACKED } from '../../../../test/rank-outlines.ts';
import type { RankTarget } from '../../../ports/rank-targets.ts';
import type { TrackedRank } from '../../../tracking/tracked.ts';
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
const ask = (ranks: readonly TrackedRank[], day = 19, days = 7) =>
  buildOverview(ranks, { tag: undefined, days, limit: 100, offset: 0, now: new Date(dayAt(day)) });

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

  it('compares visibility over the keywords that were checked then and now, so that a new keyword changes nothing', () => {
    const old = ranked('a', many(20, 3));
    const fresh: TrackedRank = { ...ranked('b', many(20, 30)), points: ranked('b', many(20, 30)).points.slice(-2) };
    const alone = ask([old]).visibility;
    const both = ask([old, fresh]).visibility;
    expect(both).toMatchObject({
      keywords: 2,
      keywords_compared: 1,
      before: alone?.before,
      value_compared: alone?.value,
    });
    expect(both?.value).toBeLessThan(alone?.value ?? 0);
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
