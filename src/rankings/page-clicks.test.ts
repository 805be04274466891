import { describe, expect, it } from 'vitest';

import { AMERICA } from '../../test/observations.ts';
import { keywordsOf, measured, rankedKeyword } from '../../test/ranking-records.ts';
import type { DailyFigures, DailyQuery } from '../ports/rankings.ts';
import { readPageClicks } from './page-clicks.ts';

const DAILY: DailyFigures = {
  property: 'sc-domain:shop.example',
  engine: 'google',
  to: '2026-01-28',
  pair: [
    { day: '2025-12-31', clicks: 50, impressions: 500, position: 4 },
    { day: '2026-01-01', clicks: 2, impressions: 30, position: 4 },
    { day: '2026-01-28', clicks: 1, impressions: 20, position: 5 },
  ],
  page: [],
  keyword: [],
  site: [],
  rivals: [],
  generative: null,
  page_since: null,
};
const ASKED = { url: 'https://shop.example/a', keyword: 'shoes', language: 'en', location: 'United States' };
const RATES = { property: '', from: '', to: '', bins: [] };

function rankings({ daily = DAILY, rates = RATES }: { daily?: DailyFigures | null; rates?: typeof RATES | null }) {
  const asked: (string | DailyQuery)[] = [];
  return {
    asked,
    rankings: {
      daily: async (query: DailyQuery) => {
        asked.push(query);
        return daily;
      },
      clickRates: async () => rates,
      keywords: async () => {
        asked.push('keywords');
        return keywordsOf.console([
          rankedKeyword('shoes', { measured: measured(3, 50) }),
          rankedKeyword('boots', { measured: measured(0, 9) }),
        ]);
      },
    },
  };
}

const locate = async () => AMERICA;

describe('the clicks of a page', () => {
  it('are those of the last 28 days in all countries, and of searches that brought any', async () => {
    const port = rankings({});
    const found = await readPageClicks(ASKED, port, locate);
    expect(found).toMatchObject({
      days: 28,
      to: '2026-01-28',
      search: { clicks: 3, impressions: 50 },
      queries: [{ query: 'shoes', clicks: 3 }],
    });
    expect(port.asked[0]).toMatchObject({ is_any_place: true, days: 28 });
  });

  it('are unknown, not none, where the console does not tell pages', async () => {
    expect((await readPageClicks(ASKED, rankings({}), locate))?.page).toBeNull();
  });

  it('are never asked of a provider: without console data nothing but the store is read', async () => {
    const none = rankings({ daily: null, rates: null });
    expect(await readPageClicks(ASKED, none, locate)).toBeNull();
    expect(none.asked).not.toContain('keywords');
    const untold = rankings({ rates: null });
    expect((await readPageClicks(ASKED, untold, locate))?.queries).toEqual([]);
    expect(untold.asked).not.toContain('keywords');
  });
});
