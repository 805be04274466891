import type { Serp } from '../ports/serp.ts';
import { buildAddressKey } from '../text/address.ts';
import { compareText, foldPhrase } from '../text/normalize.ts';
import { listResults } from './results.ts';

export interface SimilarSerp {
  readonly keyword: string;
  /** Pages that rank on the first page of both. */
  readonly shared: number;
  /** As a share of the shorter of the two lists, 0–1. */
  readonly overlap: number;
  readonly shared_urls: readonly string[];
  readonly checked_at: string;
}

/** Fewer shared pages can be chance; from three on, one page can usually answer both queries. */
const SHARED_MIN = 3;

/** Pages that two queries share on their first result pages, with the URLs as the first one has them. */
function listSharedPages(one: Serp, other: Serp): string[] {
  const theirs = new Set(listResults(other).map(({ url }) => buildAddressKey(url)));
  return listResults(one)
    .map(({ url }) => url)
    .filter((url) => theirs.has(buildAddressKey(url)));
}

/**
 * The queries in the same series whose first result pages share at least three results with this one's, most similar
 * first.
 */
export function findSimilarSerps(serp: Serp, others: readonly Serp[]): SimilarSerp[] {
  const own = foldPhrase(serp.keyword);
  return others
    .filter((other) => isOneSeries(serp, other) && foldPhrase(other.keyword) !== own)
    .map((other) => {
      const shared_urls = listSharedPages(serp, other);
      const least = Math.min(listResults(serp).length, listResults(other).length);
      return {
        keyword: other.keyword,
        shared: shared_urls.length,
        overlap: least === 0 ? 0 : Math.round((shared_urls.length / least) * 100) / 100,
        shared_urls,
        checked_at: other.checked_at,
      };
    })
    .filter(({ shared }) => shared >= SHARED_MIN)
    .toSorted((one, other) => other.shared - one.shared || compareText(one.keyword, other.keyword));
}

/** Result pages for different engines, places, languages or devices are never compared. */
export function isOneSeries(one: Serp, other: Serp): boolean {
  return (
    one.engine === other.engine &&
    one.location?.code === other.location?.code &&
    one.language === other.language &&
    one.device === other.device
  );
}
