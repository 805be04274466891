import { z } from 'zod';

import type { Serp } from '../ports/serp.ts';
import type { Ports } from '../ports/sources.ts';
import { foldPhrase } from '../text/normalize.ts';
import { type SerpSeries, splitSeries } from './series.ts';

/** Stored result pages of some keywords, all of one series, so that they can be compared. */
export interface ResultPages {
  readonly series: SerpSeries;
  /** The newest of each keyword, by its folded text. */
  readonly pages: ReadonlyMap<string, Serp>;
  readonly checked_from: string;
  readonly checked_to: string;
}

/** Which stored result pages an answer is based on. */
export const PagesUsed = z.object({
  engine: z.string(),
  location_code: z.int().nullable(),
  language: z.string(),
  device: z.enum(['desktop', 'mobile']).nullable(),
  keywords: z.int().describe('Keywords whose result page is stored.'),
  checked_from: z.string(),
  checked_to: z.string(),
});

export function describePages({ series, pages, checked_from, checked_to }: ResultPages): z.infer<typeof PagesUsed> {
  return { ...series, keywords: pages.size, checked_from, checked_to };
}

export interface PagesQuestion {
  readonly keywords: readonly string[];
  /** Undefined: the place in which most of the keywords were checked. */
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly now: Date;
}

/** Results move: pages checked further apart than this share fewer results than their queries warrant. */
const AGE_DAYS_MAX = 90;
const DAY_MS = 86_400_000;
/** The rest of a shorter list is unknown, unless it is marked as complete. */
const RESULTS_MIN = 10;
/** How many series are considered: the newest page of a keyword may belong to a different series than most. */
const SERIES_MAX = 3;

/**
 * The stored result pages of the series with the most keywords; undefined if none are stored. Reads only what
 * is stored and asks no source.
 */
export async function readResultPages(
  serp: Pick<Ports['serp'], 'known'>,
  { keywords, location_code, language, now }: PagesQuestion,
): Promise<ResultPages | undefined> {
  const since = new Date(now.getTime() - AGE_DAYS_MAX * DAY_MS);
  const asked = [...new Set(keywords.map((keyword) => keyword.trim()))].filter((keyword) => keyword !== '');
  if (asked.length === 0) return undefined;
  const open = { engine: undefined, location_code, language, device: undefined };
  const newest = await serp.known({ keywords: asked, ...open, since });
  const series = splitSeries(newest.filter(isWhole), seriesOf).slice(0, SERIES_MAX);
  const inSeries = await Promise.all(series.map((each) => serp.known({ keywords: asked, ...each.series, since })));
  const [best] = splitSeries([...newest, ...inSeries.flat()].filter(isWhole), seriesOf);
  if (best === undefined) return undefined;
  const pages = new Map(best.items.toSorted(byTime).map((page) => [foldPhrase(page.keyword), page]));
  const times = [...pages.values()].map(({ checked_at }) => checked_at).sort();
  return { series: best.series, pages, checked_from: times[0] ?? '', checked_to: times.at(-1) ?? '' };
}

function isWhole({ items, ended }: Serp): boolean {
  return ended === 'no_more_results' || items.filter(({ type }) => type === 'organic').length >= RESULTS_MIN;
}

/** Oldest first, so that the newest page of a keyword is the one that stays. */
function byTime(one: Serp, other: Serp): number {
  if (one.checked_at === other.checked_at) return 0;
  return one.checked_at < other.checked_at ? -1 : 1;
}

function seriesOf({ engine, location, language, device }: Serp): SerpSeries {
  return { engine, location_code: location?.code ?? null, language, device };
}
