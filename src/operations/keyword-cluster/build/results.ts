import { type SerpSeries, splitSeries } from '../../../keywords/series.ts';
import type { Serp } from '../../../ports/serp.ts';
import type { Ports } from '../../../ports/sources.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import type { KnownResults } from './cluster.ts';

/** Results move; pages that were looked up longer apart share less than the searches do. */
const AGE_DAYS_MAX = 90;
const DAY_MS = 86_400_000;
/** Shorter lists share less than the searches do, unless there is no more to share. */
const RESULTS_MIN = 10;
/** Series that are looked into: the newest page of a keyword may be of another one than most are. */
const SERIES_MAX = 3;

/**
 * The stored result pages of the series that has most of the keywords; undefined when none is stored. A stored read alone:
 * nobody is asked to search.
 */
export async function readResults(
  serp: Pick<Ports['serp'], 'known'>,
  keywords: readonly string[],
  now: Date,
): Promise<KnownResults | undefined> {
  const since = new Date(now.getTime() - AGE_DAYS_MAX * DAY_MS);
  const asked = [...new Set(keywords.map((keyword) => keyword.trim()))].filter((keyword) => keyword !== '');
  const open = { engine: undefined, location_code: undefined, language: undefined, device: undefined };
  const newest = await serp.known({ keywords: asked, ...open, since });
  const series = splitSeries(newest.filter(isWhole), seriesOf).slice(0, SERIES_MAX);
  const inSeries = await Promise.all(series.map((each) => serp.known({ keywords: asked, ...each.series, since })));
  const [best] = splitSeries([...newest, ...inSeries.flat()].filter(isWhole), seriesOf);
  if (best === undefined) return undefined;
  const pages = [...new Map(best.items.toSorted(byTime).map((page) => [foldPhrase(page.keyword), page])).values()];
  const times = pages.map(({ checked_at }) => checked_at).sort();
  return {
    series: best.series,
    serps: pages.map(({ keyword, items }) => ({
      keyword,
      urls: items.flatMap(({ type, url }) => (type === 'organic' && url !== null ? [url] : [])),
    })),
    checked_from: times[0] ?? '',
    checked_to: times.at(-1) ?? '',
  };
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
