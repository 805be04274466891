import { describe, expect, it } from 'vitest';

import { measured, rankedKeyword } from '../../test/ranking-records.ts';
import type { RankedKeyword } from '../ports/rankings.ts';
import { narrowToPage } from './own-place.ts';

const boots = { url: 'https://shop.example/old-boots', position: 12.2, clicks: 20, impressions: 1000 };
const mixed = (facts: Partial<RankedKeyword>) =>
  rankedKeyword('alpine boots', {
    url: 'https://shop.example/boots',
    position: 9.2,
    position_kind: 'average',
    measured: measured(170, 4000, { previous_clicks: 160, previous_impressions: 3900 }),
    others: [boots],
    ...facts,
  });

describe('the figures of the page that ranks for a keyword', () => {
  it('are those that the console counted for it, beside however many other pages of the site', () => {
    const own = { position: 8.2, measured: measured(150, 3000, { previous_clicks: 140, previous_impressions: 2900 }) };
    for (const others of [1, 9].map((count) => Array.from({ length: count }, () => boots)))
      expect(narrowToPage(mixed({ url_figures: own, others }))).toMatchObject(own);
  });

  it('are the keyword’s own where no other page shows, or where they are of one result page', () => {
    const alone = mixed({ others: [] });
    expect(narrowToPage(alone)).toBe(alone);
    const tracked = mixed({ position_kind: 'tracked' });
    expect(narrowToPage(tracked)).toBe(tracked);
  });

  it('are unknown where nobody counted the page by itself', () => {
    expect(narrowToPage(mixed({ url_figures: null }))).toMatchObject({ position: null, measured: null });
  });
});
