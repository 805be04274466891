import { readResultPages, type PagesQuestion } from '../keywords/result-pages.ts';
import type { RankedKeyword } from '../ports/rankings.ts';
import type { Ports } from '../ports/sources.ts';
import { describeConditions, type PageConditions } from '../serp/click-rate.ts';
import { foldPhrase } from '../text/normalize.ts';
import type { Intent } from '../text/signals.ts';

/** What stands on stored result pages, by folded keyword. */
export type KnownConditions = ReadonlyMap<string, PageConditions>;

/** Result pages that are held at a time. */
const KEYWORDS_AT_ONCE = 250;

/** What is known of the result pages of some keywords. Reads only what is stored. */
export async function readConditions(
  serp: Pick<Ports['serp'], 'known'>,
  { keywords, ...question }: PagesQuestion,
): Promise<KnownConditions> {
  const known = new Map<string, PageConditions>();
  for (let at = 0; at < keywords.length; at += KEYWORDS_AT_ONCE) {
    const some = keywords.slice(at, at + KEYWORDS_AT_ONCE);
    const found = await readResultPages(serp, { ...question, keywords: some });
    for (const [keyword, page] of found?.pages ?? []) known.set(keyword, describeConditions(page, null));
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
  known: KnownConditions,
): PageConditions {
  const page = known.get(foldPhrase(keyword));
  if (page !== undefined) return { ...page, intent };
  const hasOverview = features?.includes('ai_overview') === true;
  return { intent, overview: hasOverview ? 'present' : 'unavailable', above: undefined };
}
