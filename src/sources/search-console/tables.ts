import type { ConsoleGrain, ConsoleRow, ConsoleSearchType } from '../../ports/console.ts';
import { findCountry } from '../../text/countries.ts';
import type { AnalyticsRow, Dimension } from './query.ts';

/** Kinds of search of the API; the report on AI answers is no part of it. */
export const SEARCH_TYPES = [
  'web',
  'image',
  'video',
  'news',
  'discover',
  'google_news',
] as const satisfies readonly ConsoleSearchType[];

/**
 * What each grain is split by. Coarser tables are asked for as well because finer ones leave rows out. Discover knows neither
 * queries nor devices, Google News no queries.
 */
export function dimensionsOf(type: ConsoleSearchType, grain: ConsoleGrain): readonly Dimension[] {
  return type === 'discover' && grain === 'place' ? ['country'] : DIMENSIONS[grain];
}

const DIMENSIONS: Readonly<Record<ConsoleGrain, readonly Dimension[]>> = {
  total: [],
  place: ['country', 'device'],
  page: ['page'],
  query: ['query'],
  appearance: [],
  detail: ['query', 'page', 'country', 'device'],
};

export function grainsOf(type: ConsoleSearchType): readonly ConsoleGrain[] {
  const hasQueries = type !== 'discover' && type !== 'google_news';
  return hasQueries ? ['total', 'place', 'page', 'detail'] : ['total', 'place', 'page'];
}

/** Undefined for a row without impressions, as the total of an empty day has it. */
export function rowOf(day: string, row: AnalyticsRow, dimensions: readonly Dimension[]): ConsoleRow | undefined {
  const { clicks, impressions, position = 0 } = row;
  if (impressions <= 0) return undefined;
  const keyOf = (dimension: Dimension): string | null => {
    const at = dimensions.indexOf(dimension);
    return at === -1 ? null : (row.keys[at] ?? '');
  };
  const country = keyOf('country');
  const device = keyOf('device');
  return {
    day,
    days: 1,
    query: keyOf('query'),
    page: keyOf('page'),
    country: country === null ? null : countryCode(country),
    device: device === null ? null : (DEVICES.get(device.toUpperCase()) ?? ''),
    appearance: null,
    clicks,
    impressions,
    position_sum: position >= 1 ? position * impressions : null,
  };
}

const DEVICES: ReadonlyMap<string, 'desktop' | 'mobile' | 'tablet'> = new Map([
  ['DESKTOP', 'desktop'],
  ['MOBILE', 'mobile'],
  ['TABLET', 'tablet'],
]);

/** Google writes alpha-3, Kosovo by a code of its own, and `zzz` for what it does not know. */
function countryCode(text: string): string {
  return text.toLowerCase() === 'xkk' ? 'XK' : (findCountry(text)?.code ?? '');
}

interface Sums {
  clicks: number;
  impressions: number;
  position_sum: number;
}

/** Adds up what is told of each page, to find what is not. */
export class ToldRows {
  readonly #sums = new Map<string, Sums>();

  add(rows: readonly ConsoleRow[]): void {
    for (const { page, clicks, impressions, position_sum } of rows) {
      if (page === null) continue;
      const sums = this.#sums.get(page) ?? { clicks: 0, impressions: 0, position_sum: 0 };
      sums.clicks += clicks ?? 0;
      sums.impressions += impressions;
      sums.position_sum += position_sum ?? 0;
      this.#sums.set(page, sums);
    }
  }

  /**
   * What the engine counts for each page and tells of no query: those that few people asked, and rows beyond its limit. As
   * rows with an empty query, so that the rows of a page add up to the page.
   */
  withheld(pages: readonly ConsoleRow[]): ConsoleRow[] {
    return pages.flatMap((page) => {
      const told = this.#sums.get(page.page ?? '') ?? { clicks: 0, impressions: 0, position_sum: 0 };
      const impressions = page.impressions - told.impressions;
      if (impressions <= 0) return [];
      const clicks = Math.min(impressions, Math.max(0, (page.clicks ?? 0) - told.clicks));
      // Positions count from 1, and those that are told are rounded.
      const position_sum =
        page.position_sum === null ? null : Math.max(impressions, page.position_sum - told.position_sum);
      return [{ ...page, query: '', country: '', device: '', clicks, impressions, position_sum }];
    });
  }
}
