import type { LocationQuery } from '../ports/locations.ts';
import type { DailyPoint } from '../ports/rankings.ts';
import type { Ports } from '../ports/sources.ts';
import { readMarket } from './market.ts';

/** What the caller's own console counted of one page, in all countries: a page earns its clicks wherever they come from. */
export interface PageClicks {
  /** Days of the window, its last included. */
  readonly days: number;
  readonly to: string;
  /** Null where the console data tell no pages. */
  readonly page: ClickCount | null;
  /** The page on the one search; null where they do not tell searches by page. */
  readonly search: ClickCount | null;
  /** Searches that bring the page clicks, most first; withheld ones are missing. */
  readonly queries: readonly { readonly query: string; readonly clicks: number }[];
  /** Other pages of the site that showed for the search. */
  readonly rivals: readonly ({ readonly url: string } & ClickCount)[];
}

interface ClickCount {
  readonly clicks: number;
  readonly impressions: number;
}

interface Asked extends LocationQuery {
  readonly url: string;
  readonly keyword: string;
  readonly language: string;
}

const DAYS = 28;
const QUERIES_MAX = 50;
const POSITION_MAX = 100;

/**
 * Null where no console of the caller knows the site.
 *
 * Nothing is paid for: `daily` and `clickRates` are read from the store alone, and where the second one answers, `keywords` is answered
 * by the same console before any provider.
 */
export async function readPageClicks(
  asked: Asked,
  { rankings }: { readonly rankings: Pick<Ports['rankings'], 'daily' | 'clickRates' | 'keywords'> },
  locate: Parameters<typeof readMarket>[1],
): Promise<PageClicks | null> {
  const { url, keyword } = asked;
  const market = { ...(await readMarket(asked, locate)), is_any_place: true };
  const [daily, rates] = await Promise.all([
    rankings.daily({ url, keyword, days: DAYS, ...market }),
    rankings.clickRates({ target: url, brand_letters: [], ...market }),
  ]);
  if (daily === null) return null;
  const found =
    rates === null
      ? []
      : (
          await rankings.keywords({
            ...market,
            target: url,
            limit: QUERIES_MAX,
            max_position: POSITION_MAX,
            include_lost: false,
            order: 'traffic',
            volume_min: 0,
          })
        ).items;
  return {
    days: DAYS,
    to: daily.to,
    page: sumWindow(daily.page, daily.to),
    search: sumWindow(daily.pair, daily.to),
    queries: found.flatMap(({ keyword: query, measured }) =>
      measured === null || measured.clicks === 0 ? [] : [{ query, clicks: measured.clicks }],
    ),
    rivals: daily.rivals.map((rival) => ({ url: rival.url, clicks: rival.clicks, impressions: rival.impressions })),
  };
}

const DAY_MS = 86_400_000;

/** Of the last window alone: the points reach back to the one before and to the year before. */
function sumWindow(points: readonly DailyPoint[], to: string): ClickCount | null {
  const last = Date.parse(to);
  const own = points.filter(({ day }) => Date.parse(day) > last - DAYS * DAY_MS && Date.parse(day) <= last);
  if (own.length === 0) return null;
  return {
    clicks: own.reduce((sum, { clicks }) => sum + clicks, 0),
    impressions: own.reduce((sum, { impressions }) => sum + impressions, 0),
  };
}
