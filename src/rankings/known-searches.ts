import { type KnownSearch, type KnownSearches, readSearch } from '../keywords/known-searches.ts';
import { readResultPages } from '../keywords/result-pages.ts';
import type { RankedKeyword, RankingMarket } from '../ports/rankings.ts';
import type { Ports } from '../ports/sources.ts';
import type { PageConditions } from '../serp/click-rate.ts';
import type { BrandNames } from '../text/branded.ts';
import { foldPhrase } from '../text/normalize.ts';
import type { Intent } from '../text/signals.ts';

/** Result pages that are held at a time. */
const KEYWORDS_AT_ONCE = 250;

interface SearchesQuestion {
  readonly keywords: readonly string[];
  readonly market: RankingMarket;
  /** Whose name, searched for alone, looks for its site. */
  readonly brand: BrandNames | null;
  readonly now: Date;
}

/** What stored result pages say of some keywords. Asks no source. */
export async function readKnownSearches(
  serp: Pick<Ports['serp'], 'known'>,
  { keywords, market, brand, now }: SearchesQuestion,
): Promise<KnownSearches> {
  const question = {
    location_code: market.is_any_place ? undefined : market.location.code,
    language: market.language,
    now,
  };
  const known = new Map<string, KnownSearch>();
  for (let at = 0; at < keywords.length; at += KEYWORDS_AT_ONCE) {
    const some = keywords.slice(at, at + KEYWORDS_AT_ONCE);
    const found = await readResultPages(serp, { ...question, keywords: some });
    for (const [keyword, page] of found?.pages ?? []) known.set(keyword, readSearch(page, brand));
  }
  return known;
}

/**
 * What changes the clicks of a keyword, so that its gain is the same wherever it is told: its stored result page, or else the
 * features that the source names. A source that names an AI Overview has seen one; one that does not may be unable to.
 */
export function chooseConditions(
  { keyword, features }: Pick<RankedKeyword, 'keyword' | 'features'>,
  intent: Intent | null,
  known: KnownSearches,
): PageConditions {
  const search = known.get(foldPhrase(keyword));
  if (search !== undefined) return { ...search.conditions, intent };
  const hasOverview = features?.includes('ai_overview') === true;
  return { intent, overview: hasOverview ? 'present' : 'unavailable', above: undefined };
}
