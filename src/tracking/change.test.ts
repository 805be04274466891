import { describe, expect, it } from 'vitest';

import { dayAt, entry, outline, outlinesOf, pointsOf, TRACKED } from '../../test/rank-outlines.ts';
import { compareLatest, judgeLatest, listSignificantChanges } from './change.ts';
import { levelPoints } from './level.ts';
import { measureNoise } from './noise.ts';
import { summarizeSeries } from './summary.ts';
import { fitTrend } from './trend.ts';

const series = (positions: readonly (number | null)[]) => pointsOf(outlinesOf(positions));
const leveled = (positions: readonly (number | null)[]) => levelPoints(series(positions));

describe('the noise of a series', () => {
  it('is 1.4826 times the median difference of its own pairs', () => {
    const noise = measureNoise(leveled([5, 7, 5, 7, 5, 7, 5, 7, 5]), 6);
    expect(noise).toEqual({ sigma: 2.97, pairs: 8, basis: 'measured' });
  });

  it.each([
    [2, 0.5],
    [9, 1.5],
    [15, 3],
    [40, 6],
  ])('is the usual one at position %d below eight pairs', (level, sigma) => {
    expect(measureNoise(leveled([1, 9, 1, 9]), level)).toEqual({ sigma, pairs: 3, basis: 'default' });
  });

  it('is measured on pairs within 36 hours of the last 60 days, also over the change of a clock', () => {
    const hours = [0, 24, 49, 73, 96, 120, 144, 168, 192, 260];
    const start = Date.parse('2026-03-25T06:00:00Z');
    const checks = hours.map((hour, at) =>
      outline(new Date(start + hour * 3_600_000).toISOString(), [entry(TRACKED, at % 2 === 0 ? 4 : 6)]),
    );
    expect(measureNoise(levelPoints(pointsOf(checks)), 5)).toEqual({ sigma: 2.97, pairs: 8, basis: 'measured' });
    const old = outlinesOf(Array.from({ length: 90 }, (_, day) => (day < 30 ? 1 + (day % 2) * 20 : 5)));
    expect(measureNoise(levelPoints(pointsOf(old)), 5)).toMatchObject({ sigma: 0, basis: 'measured' });
  });
});

describe('the change since the check before', () => {
  it('from 8 to not found is lost, in those words, and not a place', () => {
    expect(compareLatest(series([8, null]))).toMatchObject({
      from: 8,
      to: null,
      kind: 'lost',
      within_noise: false,
      significant: false,
      words: 'lost (was 8, now beyond 30)',
    });
  });

  it('from not found to 8 is new', () => {
    expect(compareLatest(series([null, 8]))).toMatchObject({ kind: 'new', words: 'new at 8 (was beyond 30)' });
  });

  it.each([
    [5, 7],
    [12, 16],
    [28, null],
    [null, 29],
  ])('from %s to %s is within the noise, and no word says that it went up or down', (from, to) => {
    const change = compareLatest(series([from, to]));
    expect(change).toMatchObject({ from, to, within_noise: true, significant: false });
    expect(change?.words).toMatch(/within the noise/);
    expect(change?.words).not.toMatch(/\b(?:up|down|lost|new|improv|declin)/);
  });

  it('between two checks that did not find it is none', () => {
    expect(compareLatest(series([null, null]))).toMatchObject({
      kind: 'same',
      within_noise: true,
      words: 'still beyond 30',
    });
  });

  it('is unknown where the newest check was too shallow to see the page', () => {
    const shallow = outline(dayAt(3), [], { depth_asked: 10, organic_seen: 10 });
    const points = pointsOf([...outlinesOf([25, 25, 24]), shallow]);
    expect(compareLatest(points)).toMatchObject({ kind: 'unknown', within_noise: true, significant: false });
    expect(summarizeSeries(points)).toMatchObject({ current: 24, shallow_checks: 1, found_share: { value: 1, n: 3 } });
  });

  it('of 85 in a deep check and not found in one of the usual depth is unknown', () => {
    const deep = outline(dayAt(2), [entry(TRACKED, 85)], { depth_asked: 100, organic_seen: 100 });
    const points = pointsOf([...outlinesOf([null, null]), deep]);
    expect(compareLatest(points)).toMatchObject({ kind: 'unknown', within_noise: true });
    expect(listSignificantChanges(levelPoints(points))).toEqual([]);
  });
});

describe('a significant change', () => {
  it('is one of the medians of three checks by more than twice the noise', () => {
    expect(judgeLatest(leveled([4, 5, 4, 12, 13, 12]))).toMatchObject({
      from: 4,
      to: 12,
      direction: 'down',
      shown_by: 'beyond_noise',
      at: dayAt(3),
      after: dayAt(2),
    });
  });

  it('is one that three checks confirm, each by more than the noise', () => {
    expect(judgeLatest(leveled([8, 6, 6, 6]))).toMatchObject({
      from: 8,
      to: 6,
      direction: 'up',
      shown_by: 'persisted',
    });
    expect(judgeLatest(leveled([8, 6, 8, 6]))).toBe(null);
  });

  it('is not a single bad day', () => {
    expect(listSignificantChanges(leveled([5, 5, 5, 5, 28, 5, 5, 5, 5]))).toEqual([]);
    expect(listSignificantChanges(leveled([5, 5, 5, 5, null, 5, 5, 5, 5]))).toEqual([]);
  });

  it('is told once, where the checks show it most', () => {
    const changes = listSignificantChanges(leveled([5, 5, 5, 5, 5, 15, 15, 15, 15, 15, 15]));
    expect(changes).toMatchObject([{ at: dayAt(5), from: 5, to: 15, direction: 'down' }]);
  });

  it('to beyond the depth has no place there', () => {
    expect(listSignificantChanges(leveled([8, 8, 8, null, null, null]))).toMatchObject([
      { from: 8, to: null, direction: 'down' },
    ]);
  });
});

describe('the trend', () => {
  it.each([
    ['insufficient_data', [5, 6, 7]],
    ['stable', [5, 6, 5, 5, 6, 5, 5, 5, 6, 5]],
    ['declining', [4, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13]],
    ['improving', [20, 18, 17, 15, 14, 12, 11, 9, 8, 6, 5, 4]],
    ['volatile', [3, 14, 4, 15, 2, 16, 3, 12, 4, 15, 3, 14]],
    ['stable', [5, 6, 5, 6, 5, 6, 5, 6, 5, 6, 5, 6]],
    ['stable', [5, 5, 5, 5, 6, 5, 5, 5, 5, 6]],
  ])('is %s for %j', (trend, positions) => {
    expect(fitTrend(leveled(positions)).trend).toBe(trend);
  });

  it('of noise alone is never called improving or declining', () => {
    const random = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const called = Array.from({ length: 200 }, (_, seed) => {
      const next = random(seed + 1);
      const places = Array.from({ length: 60 }, () => Math.round(8 + 2 * (next() + next() + next() - 1.5)));
      return fitTrend(leveled(places)).trend;
    });
    expect(called.filter((trend) => trend === 'improving' || trend === 'declining').length).toBe(0);
  });
});

describe('the summary of a series', () => {
  it('averages the checks that found the page and says how many those are; null never beats a place', () => {
    expect(summarizeSeries(series([8, null, 4, null]))).toMatchObject({
      current: null,
      best: 4,
      best_checked_at: dayAt(2),
      worst: 8,
      average: 6,
      found_share: { value: 0.5, n: 4, low: 0.15, high: 0.85 },
      mrr: 0.094,
    });
  });

  it('of checks that never found it has no best place', () => {
    expect(summarizeSeries(series([null, null]))).toMatchObject({ best: null, worst: null, average: null, mrr: 0 });
  });
});

it('equal facts have an equal answer', () => {
  const positions = [5, 6, null, 7, 5, 9, 12, 12, 13];
  const answer = () => JSON.stringify([summarizeSeries(series(positions)), compareLatest(series(positions))]);
  expect(answer()).toBe(answer());
});
