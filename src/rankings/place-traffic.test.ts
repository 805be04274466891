import { describe, expect, it } from 'vitest';

import { placeAt } from '../../test/ranking-records.ts';
import { UNKNOWN_PAGE } from '../serp/click-rate.ts';
import { compareTraffic, measurePlace, type TrafficFacts } from './place-traffic.ts';

const FACTS: TrafficFacts = {
  demand: { value: 1000, low: 800, high: 1300, basis: 'volume' },
  curve: null,
  page: UNKNOWN_PAGE,
  days: 28,
};
const NO_DEMAND = { ...FACTS, demand: null };

describe('the clicks on a place', () => {
  it('are those that were counted, as of a month', () => {
    expect(measurePlace(placeAt(3, { clicks: 28, estimated_traffic: 900 }), FACTS)).toMatchObject({
      traffic: 30.4,
      source: 'measured',
    });
    expect(measurePlace(placeAt(3, { clicks: 28 }), { ...FACTS, days: 0 })).toBeNull();
  });

  it('are else the provider’s, and else read from the curve with bounds', () => {
    expect(measurePlace(placeAt(3, { estimated_traffic: 12.34 }), FACTS)).toMatchObject({
      traffic: 12.3,
      source: 'provider',
    });
    const read = measurePlace(placeAt(1), FACTS);
    expect(read).toMatchObject({ traffic: 304, source: 'dataforseo-2025' });
    expect(read?.low).toBeLessThan(304);
    expect(read?.high).toBeGreaterThan(304);
  });

  it('are unknown without demand, for other types of results, and for whoever does not rank', () => {
    expect(measurePlace(placeAt(1), NO_DEMAND)).toBeNull();
    expect(measurePlace(placeAt(1, { type: 'local_pack' }), FACTS)).toBeNull();
    expect(measurePlace(null, FACTS)).toBeNull();
  });
});

describe('what one place has beyond another', () => {
  it('is above 0 where the other is better, and the same below 0 where it is worse', () => {
    const behind = compareTraffic(placeAt(9), placeAt(2), FACTS);
    const ahead = compareTraffic(placeAt(2), placeAt(9), FACTS);
    expect(behind).toMatchObject({ clicks_per_month: 147, source: 'dataforseo-2025' });
    expect(ahead).toMatchObject({ clicks_per_month: -147 });
    expect([ahead?.low, ahead?.high]).toEqual([-(behind?.high ?? 0), -(behind?.low ?? 0)]);
    expect(compareTraffic(placeAt(4), placeAt(4), FACTS)?.clicks_per_month).toBe(0);
  });

  it('is all of it where one does not rank', () => {
    expect(compareTraffic(null, placeAt(1), FACTS)?.clicks_per_month).toBe(304);
    expect(compareTraffic(placeAt(1), null, FACTS)?.clicks_per_month).toBe(-304);
    expect(compareTraffic(placeAt(1, { estimated_traffic: 80 }), null, FACTS)).toEqual({
      clicks_per_month: -80,
      low: null,
      high: null,
      source: 'provider',
    });
    expect(compareTraffic(null, null, FACTS)).toBeNull();
  });

  it('is unknown where one of them is, or they were not measured alike', () => {
    expect(compareTraffic(placeAt(9), placeAt(2), NO_DEMAND)).toBeNull();
    expect(compareTraffic(placeAt(9, { clicks: 5 }), placeAt(2, { estimated_traffic: 90 }), FACTS)).toBeNull();
    expect(compareTraffic(placeAt(9, { clicks: 5 }), placeAt(2), FACTS)).toBeNull();
    expect(compareTraffic(placeAt(9), placeAt(2, { clicks: 5 }), FACTS)).toBeNull();
  });
});
