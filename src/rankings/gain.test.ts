import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  estimateClicks,
  estimateGain,
  readImpressionDemand,
  readVolumeDemand,
  type SearchDemand,
  phraseGain,
} from './gain.ts';
import { fitOwnCurve } from './own-curve.ts';

const searches = (value: number, low = value, high = value): SearchDemand => ({ value, low, high, basis: 'volume' });
const OWN = fitOwnCurve({
  property: 'sc-domain:shop.example',
  from: '2026-10-24',
  to: '2026-11-20',
  bins: [
    { position: 3, clicks: 1200, impressions: 10_000 },
    { position: 8, clicks: 200, impressions: 10_000 },
  ],
});

describe('the clicks gained at a better position', () => {
  it('are the demand times the difference of the click rates, with bounds and the name of the curve', () => {
    expect(estimateGain({ position: 8, to_rank: 3, demand: searches(1000), curve: null })).toEqual({
      clicks_per_month: 77.6,
      low: 21.1,
      high: 91.4,
      to_rank: 3,
      ctr_curve: 'dataforseo-2025',
      demand_basis: 'volume',
    });
    expect(estimateGain({ position: 8, to_rank: 3, demand: searches(1000), curve: OWN })).toMatchObject({
      clicks_per_month: 98.9,
      ctr_curve: 'own-sc-domain:shop.example-2026-10-24',
    });
  });

  it('name both curves where the positions are read from different ones', () => {
    expect(estimateGain({ position: 15, to_rank: 3, demand: searches(1000), curve: OWN })?.ctr_curve).toBe(
      'own-sc-domain:shop.example-2026-10-24, dataforseo-2025',
    );
  });

  it('never count what the site is clicked less than others as a gain of the rank', () => {
    const four = fitOwnCurve({
      property: 'sc-domain:shop.example',
      from: '2026-10-24',
      to: '2026-11-20',
      bins: [{ position: 4, clicks: 200, impressions: 10_000 }],
    });
    const gain = (curve: typeof four) =>
      estimateGain({ position: 4, to_rank: 3, demand: searches(10_000), curve })?.clicks_per_month ?? Number.NaN;
    const [own, published] = [gain(four), gain(null)];
    const now = estimateClicks({ position: 4, demand: searches(10_000), curve: four })?.clicks_per_month ?? 0;
    const there = estimateClicks({ position: 3, demand: searches(10_000), curve: null })?.clicks_per_month ?? 0;
    const here = estimateClicks({ position: 4, demand: searches(10_000), curve: null })?.clicks_per_month ?? 0;
    expect(own).toBeCloseTo(now * (there / here - 1), 0);
    expect(own).toBeLessThan(published);
  });

  it('are all clicks of the position for a page that does not rank', () => {
    expect(estimateGain({ position: 'unranked', to_rank: 3, demand: searches(1000), curve: null })).toMatchObject({
      clicks_per_month: 97.3,
    });
  });

  it('are none where the position is reached already', () => {
    expect(estimateGain({ position: 2, to_rank: 3, demand: searches(1000), curve: null })).toMatchObject({
      clicks_per_month: 0,
      low: 0,
      high: 0,
    });
  });

  it('are fewer under an AI Overview', () => {
    const gain = (overview: 'present' | 'absent') =>
      estimateGain({
        position: 8,
        to_rank: 3,
        demand: searches(1000),
        curve: OWN,
        page: { intent: 'informational', overview, above: [] },
      })?.clicks_per_month ?? 0;
    expect(gain('present')).toBeLessThan(gain('absent'));
  });

  it('are unknown where the position or the demand is', () => {
    expect(estimateGain({ position: null, to_rank: 3, demand: searches(1000), curve: OWN })).toBeNull();
    expect(estimateGain({ position: 8, to_rank: 3, demand: null, curve: OWN })).toBeNull();
    expect(estimateGain({ position: 8, to_rank: 101, demand: searches(10), curve: OWN })).toBeNull();
    expect(estimateClicks({ position: null, demand: searches(10), curve: null })).toBeNull();
    expect(estimateClicks({ position: 4, demand: null, curve: null })).toBeNull();
    expect(readImpressionDemand(null, 28)).toBeNull();
    expect(readVolumeDemand({ search_volume: null, volume_low: 10, volume_high: 20 })).toBeNull();
  });

  it('rise with a better goal and lie within their bounds', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 100, noNaN: true }),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.boolean(),
        (position, goal, volume, isOwn) => {
          const ask = (to_rank: number) =>
            estimateGain({
              position,
              to_rank,
              demand: searches(volume, volume * 0.5, volume * 2),
              curve: isOwn ? OWN : null,
            });
          const [better, worse] = [ask(goal), ask(goal + 1)];
          if (better === null || worse === null) throw new Error('Everything is known.');
          expect(better.clicks_per_month).toBeGreaterThanOrEqual(worse.clicks_per_month);
          expect(better.low).toBeLessThanOrEqual(better.clicks_per_month);
          expect(better.high).toBeGreaterThanOrEqual(better.clicks_per_month);
          expect(better.low).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('demand', () => {
  it('is what a window counted, scaled to a month', () => {
    expect(readImpressionDemand(2800, 28)).toEqual({ value: 3040, low: 3040, high: 3040, basis: 'impressions' });
  });

  it('keeps the bounds of a volume', () => {
    expect(readVolumeDemand({ search_volume: 1000, volume_low: 800, volume_high: null })).toEqual({
      value: 1000,
      low: 800,
      high: 1000,
      basis: 'volume',
    });
  });
});

it('says a gain with separators of thousands in all of its numbers', () => {
  expect(phraseGain({ clicks_per_month: 1329.4, low: 1150.2, high: 1535 })).toBe(
    'about 1,329 more clicks a month (1,150–1,535)',
  );
  expect(phraseGain({ clicks_per_month: 1, low: 0.4, high: 2 })).toBe('about 1 more click a month (0–2)');
});
