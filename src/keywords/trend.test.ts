import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { monthsUntilOctober } from '../../test/keyword-records.ts';
import { scaleMonths } from './months.ts';
import { findSeasonality } from './seasonality.ts';
import { measureTrend } from './trend.ts';

/** January to December of a keyword that people search for before Christmas. */
const CHRISTMAS = [100, 100, 100, 100, 100, 100, 100, 100, 150, 300, 900, 1500];
/** From November on, so that a year of it ends with October. */
const YEAR = [...CHRISTMAS.slice(10), ...CHRISTMAS.slice(0, 10)];

describe('months', () => {
  it('count as if all were equally long', () => {
    const [february, march] = scaleMonths([
      { month: '2026-03', searches: 3100 },
      { month: '2026-02', searches: 2800 },
    ]);
    expect(february?.searches).toBeCloseTo(3043.7, 1);
    expect(march?.searches).toBeCloseTo(february?.searches ?? 0, 6);
  });

  it('are no trend where every day has as many searches', () => {
    const days = [30, 31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31];
    const monthly = monthsUntilOctober(days.map((day) => day * 40));
    expect(measureTrend(monthly, 'a').direction).toBe('stable');
  });

  it('are counted once, and left out where they are none', () => {
    const odd = [
      { month: '2026-13', searches: 5 },
      { month: 'May', searches: 5 },
      { month: '2026-05', searches: 5 },
      { month: '2026-05', searches: 31 },
    ];
    expect(scaleMonths(odd).map(({ searches }) => Math.round(searches))).toEqual([30]);
  });
});

describe('a trend', () => {
  it('is not known from five months', () => {
    const trend = measureTrend(monthsUntilOctober([1, 2, 4, 8, 16]), 'a');
    expect(trend).toMatchObject({
      direction: 'insufficient_data',
      change_percent_year: null,
      n: 5,
      within_noise: null,
    });
  });

  it('does not mistake the season for growth', () => {
    const trend = measureTrend(monthsUntilOctober([...YEAR, ...YEAR]), 'a');
    expect(trend).toMatchObject({ direction: 'stable', method: 'seasonal_theil_sen', change_percent_year: 0, n: 24 });
  });

  it('is the change from year to year, season aside', () => {
    const grown = YEAR.map((searches) => searches * 1.5);
    const trend = measureTrend(monthsUntilOctober([...YEAR, ...grown]), 'a');
    expect(trend).toMatchObject({ direction: 'rising', within_noise: false });
    expect(Math.round(trend.change_percent_year ?? 0)).toBe(50);
    expect(trend.low).toBeGreaterThan(45);
    const fallen = measureTrend(monthsUntilOctober([...grown, ...YEAR]), 'a');
    expect(fallen.direction).toBe('falling');
  });

  it('is within the noise of one pair of months a year apart', () => {
    const trend = measureTrend(monthsUntilOctober([100, ...YEAR.slice(0, 11), 400]), 'a');
    expect(trend).toMatchObject({ method: 'year_over_year', within_noise: true, direction: 'stable', low: null });
  });

  it('has a direction and no yearly change where no two months are a year apart', () => {
    const trend = measureTrend(monthsUntilOctober([100, 120, 150, 170, 220, 260, 300, 380]), 'a');
    expect(trend).toMatchObject({ method: 'theil_sen', direction: 'rising', change_percent_year: null });
  });

  it('never calls a change that is within the noise up or down', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5000 }), { maxLength: 40 }), (searches) => {
        const trend = measureTrend(monthsUntilOctober(searches), 'a');
        if (trend.within_noise === true) expect(trend.direction).toBe('stable');
        expect(JSON.stringify(trend)).not.toMatch(/NaN|Infinity/);
        expect(Object.values(trend).every((value) => !Number.isNaN(value))).toBe(true);
      }),
    );
  });
});

describe('a season', () => {
  it('is unknown with less than two whole years', () => {
    expect(findSeasonality(monthsUntilOctober(YEAR))).toBeNull();
    expect(findSeasonality(monthsUntilOctober([...YEAR, ...YEAR].slice(1)))).toBeNull();
  });

  it('is the month that stands out every year', () => {
    expect(findSeasonality(monthsUntilOctober([...YEAR, ...YEAR]))).toMatchObject({
      is_seasonal: true,
      peak_month: 12,
      years: 2,
    });
  });

  it('is none of a peak that came once', () => {
    const flat = YEAR.map(() => 100);
    expect(findSeasonality(monthsUntilOctober([...flat, ...YEAR]))).toMatchObject({
      is_seasonal: false,
      peak_month: null,
    });
  });

  it('is no growth', () => {
    const growing = Array.from({ length: 24 }, (_, at) => 100 * 1.02 ** at);
    expect(findSeasonality(monthsUntilOctober(growing))?.is_seasonal).toBe(false);
  });
});
