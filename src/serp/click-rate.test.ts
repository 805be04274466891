import { describe, expect, it } from 'vitest';

import { organicOnly, serpRecord, type TestItem } from '../../test/serp-records.ts';
import { INTENTS } from '../text/signals.ts';
import { estimateClickRate, estimateClickShareLeft, type PageConditions } from './click-rate.ts';

const TEN: readonly TestItem[] = Array.from({ length: 10 }, (_, at) => ({ url: `https://site-${at}.test/page` }));
const OVERVIEW = { status: 'present', markdown: 'True the wheel.', references: [] } as const;

const page = (facts: Partial<PageConditions>): PageConditions => ({
  intent: 'informational',
  overview: 'absent',
  above: [],
  ...facts,
});
const rate = (position: number, facts: Partial<PageConditions> = {}) => {
  const found = estimateClickRate(position, page(facts));
  if (found === undefined) throw new Error(`No rate at ${position}.`);
  return found;
};

describe('the click rate of a position', () => {
  it('is that of the named curve where nothing takes clicks away', () => {
    expect(rate(1)).toEqual({ value: 0.304, low: 0.193, high: 0.304, curve: 'dataforseo-2025' });
    expect(rate(10)).toEqual({ value: 0.0113, low: 0.0113, high: 0.024, curve: 'dataforseo-2025' });
    expect(rate(15)).toEqual({ value: 0.0051, low: 0, high: 0.0113, curve: 'dataforseo-2025' });
  });

  it('never rises with the position, and lies within its bounds', () => {
    for (const intent of [...INTENTS, null]) {
      for (const overview of ['present', 'absent', 'async_not_loaded', 'unavailable'] as const) {
        const rates = Array.from({ length: 100 }, (_, at) => rate(at + 1, { intent, overview }));
        for (const [at, { value, low, high }] of rates.entries()) {
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
          if (at > 0) expect(value).toBeLessThanOrEqual(rates[at - 1]?.value ?? 0);
        }
      }
    }
  });

  it('is never raised by an AI Overview, and falls most for informational searches', () => {
    for (const intent of [...INTENTS, null]) {
      for (const position of [1, 2, 3, 4, 6, 9, 10, 30]) {
        expect(rate(position, { intent, overview: 'present' }).value).toBeLessThanOrEqual(
          rate(position, { intent }).value,
        );
      }
    }
    expect(rate(1, { overview: 'present' })).toMatchObject({ value: 0.1368, curve: 'dataforseo-2025+aio-2025-12' });
    expect(rate(1, { overview: 'present', intent: 'transactional' }).value).toBe(0.2675);
    expect(rate(1, { overview: 'present', intent: 'navigational' }).value).toBe(0.304);
    expect(rate(1, { overview: 'present', intent: null }).value).toBe(0.2022);
  });

  it('widens downwards and claims no AI Overview where nobody could see one', () => {
    expect(rate(1, { overview: 'unavailable' })).toEqual({
      value: 0.304,
      low: 0.0869,
      high: 0.304,
      curve: 'dataforseo-2025',
    });
  });

  it('ends where the curve does', () => {
    expect(estimateClickRate(101)).toBeUndefined();
    expect(estimateClickRate(0)).toBeUndefined();
  });
});

describe('the click share that is left for organic results', () => {
  it('sums the first ten positions under the conditions of the page', () => {
    expect(estimateClickShareLeft(serpRecord(TEN), 'informational')).toEqual({
      value: 0.7815,
      low: 0.599,
      high: 0.863,
      curve: 'dataforseo-2025',
    });
    const withOverview = serpRecord(TEN, { ai_overview: OVERVIEW });
    expect(estimateClickShareLeft(withOverview, 'informational')).toMatchObject({
      value: 0.418,
      curve: 'dataforseo-2025+aio-2025-12',
    });
    expect(estimateClickShareLeft(withOverview, 'transactional')?.value).toBe(0.6877);
  });

  it('loses clicks to a snippet or ads above the results, and none to what stands below them', () => {
    const above = serpRecord([{ type: 'featured_snippet', url: 'https://site-3.test/page' }, ...TEN]);
    const below = serpRecord([...TEN, { type: 'shopping' }]);
    expect(estimateClickShareLeft(above, 'informational')).toMatchObject({
      value: 0.6252,
      curve: 'dataforseo-2025+layout-2020',
    });
    expect(estimateClickShareLeft(below, 'informational')?.value).toBe(0.7815);
  });

  it('counts the results of a list that has ended, and all ten of one that was read in part', () => {
    const three = TEN.slice(0, 3);
    expect(estimateClickShareLeft(serpRecord(three, { ended: 'no_more_results' }), null)?.value).toBe(0.5633);
    expect(estimateClickShareLeft(serpRecord(three, { ended: 'incomplete' }), null)?.value).toBe(0.7815);
  });

  it('is not known without results, nor for the own index, which nobody searches the web with', () => {
    expect(estimateClickShareLeft(serpRecord([]), null)).toBeUndefined();
    const own = organicOnly(serpRecord(TEN), { engine: 'seamark-index', source: 'seamark-index' });
    expect(estimateClickShareLeft(own, null)).toBeUndefined();
  });
});
