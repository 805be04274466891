import { describe, expect, it } from 'vitest';

import { measured, rankedKeyword } from '../../test/ranking-records.ts';
import { narrowToPage } from './own-place.ts';

const boots = (position: number | null, clicks: number | null, impressions: number | null) => ({
  url: 'https://shop.example/old-boots',
  position,
  clicks,
  impressions,
});
const mixed = (others: readonly ReturnType<typeof boots>[]) =>
  rankedKeyword('alpine boots', {
    url: 'https://shop.example/boots',
    position: 9.2,
    position_kind: 'average',
    measured: measured(170, 4000, { previous_clicks: 160, previous_impressions: 3900 }),
    others,
  });

describe('the figures of the page that ranks for a keyword', () => {
  it('are those of the keyword without the other pages of the site', () => {
    // 9.2 × 4000 = 8.2 × 3000 + 12.2 × 1000
    const own = narrowToPage(mixed([boots(12.2, 20, 1000)]));
    expect(own.position).toBeCloseTo(8.2, 5);
    expect(own.measured).toEqual({
      clicks: 150,
      impressions: 3000,
      previous_clicks: null,
      previous_impressions: null,
      year_ago_clicks: null,
      year_ago_impressions: null,
    });
  });

  it('are the keyword’s own where no other page shows, or where they are of one result page', () => {
    const alone = mixed([]);
    expect(narrowToPage(alone)).toBe(alone);
    const tracked = { ...mixed([boots(12, null, null)]), position_kind: 'tracked' as const };
    expect(narrowToPage(tracked)).toBe(tracked);
  });

  it('are unknown where not all other pages are known, or one of them has no figures', () => {
    const many = mixed(Array.from({ length: 5 }, () => boots(12, 1, 100)));
    expect(narrowToPage(many)).toMatchObject({ position: null, measured: null });
    expect(narrowToPage(mixed([boots(12, null, null)]))).toMatchObject({ position: null, measured: null });
    expect(narrowToPage(mixed([boots(null, 20, 1000)]))).toMatchObject({
      position: null,
      measured: { clicks: 150, impressions: 3000 },
    });
  });
});
