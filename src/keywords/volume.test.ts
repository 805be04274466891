import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { keywordFact, volumeFact } from '../../test/keyword-records.ts';
import type { VolumeBasis } from '../ports/keywords.ts';
import { calibrateBing } from './calibration.ts';
import { bandDemand } from './demand.ts';
import { combineVolumes } from './volume.ts';

/** Keywords that are searched for `ratio` times as often on Google as on Bing. */
function pairs(count: number, ratio = 20) {
  return Array.from({ length: count }, (_, at) => {
    const keyword = `own keyword ${at}`;
    const searches = 100 + at * 10;
    return [
      volumeFact(keyword, searches * ratio, 'exact', { source: 'search-console', language: null }),
      keywordFact(keyword, { source: 'bing-webmaster', bing_impressions: searches }),
    ];
  }).flat();
}

describe('a volume of several sources', () => {
  it('is unknown where no source has one', () => {
    expect(combineVolumes([], undefined)).toBeUndefined();
    expect(combineVolumes([keywordFact('a', { cpc: 2, bing_impressions: 90 })], undefined)).toBeUndefined();
  });

  it('counts a source once, with the newest that it said', () => {
    const told = (observed_at: string, value: number) =>
      volumeFact('stove', value, 'modelled', { source: 'vendor', observed_at });
    const volume = combineVolumes(
      [told('2026-11-28T09:00:00.000Z', 30_000), told('2026-11-29T09:00:00.000Z', 33_100)],
      undefined,
    );
    expect(volume).toMatchObject({ value: 33_100, low: null, high: null });
    expect(volume?.evidence).toMatchObject([{ source: 'vendor', weight: 1, observed_at: '2026-11-29T09:00:00.000Z' }]);
  });

  it('is the counted one where there is one, and names the others without weight', () => {
    const counted = { value: 1204, low: null, high: null, basis: 'exact', period: '2026-10' } as const;
    const volume = combineVolumes(
      [
        volumeFact('a', 1600, 'bucket', { source: 'keyword-planner' }),
        volumeFact('a', 2500, 'modelled', { source: 'ahrefs' }),
        keywordFact('a', { source: 'search-console', volume: counted }),
      ],
      undefined,
    );
    expect(volume).toMatchObject({
      value: 1204,
      low: 1204,
      high: 1204,
      basis: 'exact',
      source: 'search-console',
      period: '2026-10',
    });
    expect(volume?.evidence.map(({ source, weight }) => [source, weight])).toEqual([
      ['search-console', 1],
      ['ahrefs', 0],
      ['keyword-planner', 0],
    ]);
  });

  it('is the mean of the logarithms otherwise, between the bounds of all', () => {
    const volume = combineVolumes(
      [
        volumeFact('a', 100, 'modelled', { source: 'ahrefs', low: 50, high: 150 }),
        volumeFact('a', 10_000, 'modelled', { source: 'semrush', low: 8000, high: 12_000 }),
      ],
      undefined,
    );
    expect(volume).toMatchObject({ value: 1004, low: 50, high: 12_000, basis: 'modelled', source: 'ahrefs+semrush' });
  });

  it('counts a figure of Google Ads once, however many sources pass it on, and takes the newest', () => {
    const volume = combineVolumes(
      [
        volumeFact('a', 1000, 'bucket', { source: 'keyword-planner', observed_at: '2026-01-01T00:00:00Z' }),
        volumeFact('a', 1300, 'bucket', { source: 'dataforseo' }),
      ],
      undefined,
    );
    expect(volume).toMatchObject({ value: 1300, basis: 'bucket', source: 'dataforseo', low: 1177, high: 1436 });
  });

  it('has no number of a range or a lower bound', () => {
    const range = combineVolumes([volumeFact('a', null, 'range', { low: 1000, high: 10_000 })], undefined);
    expect(range).toMatchObject({ value: null, low: 1000, high: 10_000, basis: 'range' });
    const bound = combineVolumes([volumeFact('a', null, 'lower_bound', { low: 340 })], undefined);
    expect(bound).toMatchObject({ value: null, low: 340, high: null, basis: 'lower_bound' });
  });

  it('reaches at least as high as a lower bound', () => {
    const facts = [
      volumeFact('a', 100, 'bucket'),
      volumeFact('a', null, 'lower_bound', { source: 'search-console', low: 340 }),
    ];
    expect(combineVolumes(facts, undefined)).toMatchObject({ value: 100, high: 340 });
  });

  it('is zero only where the source says zero', () => {
    expect(combineVolumes([volumeFact('a', 0, 'bucket')], undefined)).toMatchObject({ value: 0, low: 0, high: 5 });
  });

  it('is no count where Google logged impressions incorrectly', () => {
    const fact = volumeFact('a', 900, 'exact', { source: 'search-console' });
    const broken = {
      ...fact,
      volume: { value: 900, low: null, high: null, basis: 'exact' as const, period: '2026-02' },
    };
    const sound = { ...broken, volume: { ...broken.volume, period: '2026-05' } };
    expect(combineVolumes([broken], undefined)).toMatchObject({ value: 900, basis: 'modelled' });
    expect(combineVolumes([sound], undefined)).toMatchObject({ value: 900, basis: 'exact' });
  });

  it('lies within what its sources say, in whatever order they come', () => {
    const drawn = fc.record({
      value: fc.nat({ max: 1_000_000 }),
      basis: fc.constantFrom<VolumeBasis[]>('bucket', 'modelled', 'exact'),
    });
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 5 }), (all) => {
        const given = all.map(({ value, basis }, at) => volumeFact('k', value, basis, { source: `source${at}` }));
        const { value, low, high, evidence } = combineVolumes(given, undefined) ?? NOTHING;
        const values = all.map((each) => each.value);
        expect(value).toBeGreaterThanOrEqual(Math.min(...values));
        expect(value).toBeLessThanOrEqual(Math.max(...values));
        expect(low === null || value === null || low <= value).toBe(true);
        expect(high === null || value === null || high >= value).toBe(true);
        expect(combineVolumes(given.toReversed(), undefined)?.evidence).toEqual(evidence);
        expect(evidence.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 1);
      }),
    );
  });
});

const NOTHING = { value: null, low: null, high: null, evidence: [] };

describe('searches on Bing', () => {
  const bing = keywordFact('new keyword', { source: 'bing-webmaster', bing_impressions: 50 });

  it('make no figure for Google with fewer than 30 own pairs', () => {
    expect(calibrateBing(pairs(29))).toBeUndefined();
    expect(combineVolumes([bing], calibrateBing(pairs(29)))).toBeUndefined();
  });

  it('make one by the median ratio of 30, with its interval and where it comes from', () => {
    const calibration = calibrateBing(pairs(30));
    expect(calibration).toMatchObject({ pairs: 30, spread: 0.1 });
    const volume = combineVolumes([bing], calibration);
    expect(volume).toMatchObject({ value: 1000, low: 849, high: 1178, basis: 'modelled', source: 'bing-webmaster' });
    expect(volume?.evidence[0]?.note).toBe('From 50 searches on Bing, calibrated on 30 of your own keywords.');
  });

  it('are not paired across countries, nor with anything but counted searches', () => {
    const abroad = pairs(40).map((fact) => (fact.bing_impressions === null ? fact : { ...fact, location_code: 2276 }));
    expect(calibrateBing(abroad)).toBeUndefined();
    const modelled = pairs(40).map((fact) =>
      fact.volume === null ? fact : { ...fact, volume: { ...fact.volume, basis: 'modelled' as const } },
    );
    expect(calibrateBing(modelled)).toBeUndefined();
  });

  it('tell a band and why, and no number', () => {
    expect(bandDemand(undefined, [bing])).toEqual({
      demand_band: 'medium',
      demand_reason: '50 searches a month on Bing.',
    });
    expect(bandDemand(undefined, [{ ...bing, bing_impressions: 0 }])?.demand_band).toBe('none_seen');
  });
});

describe('a demand band', () => {
  it('is left out where nothing hints at demand', () => {
    expect(bandDemand(undefined, [keywordFact('a')])).toBeUndefined();
  });

  it('follows bounds and suggestions', () => {
    const range = combineVolumes([volumeFact('a', null, 'range', { low: 1000, high: 10_000 })], undefined);
    expect(bandDemand(range, [])).toEqual({
      demand_band: 'high',
      demand_reason: 'Between 1,000 and 10,000 searches a month (dataforseo).',
    });
    const seen = [{ kind: 'suggestion' as const, source: 'brave', seen: 1 }];
    expect(bandDemand(undefined, [], seen)).toEqual({
      demand_band: 'low',
      demand_reason: 'Search suggestions show it once (brave).',
    });
  });
});
