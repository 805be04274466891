import { agree, counted, pluralNoun } from '../kernel/grammar.ts';
import type { Serp } from '../ports/serp.ts';
import { findPlannedType, nameOnePage, namePageType, type PageType } from '../text/page-types.ts';
import { recommendPageType } from '../text/page-type/supplied.ts';
import type { Intent } from '../text/signals.ts';
import { findTypeIntent, type SerpIntent } from './intent.ts';
import { judgeResult } from './result-type.ts';
import { listResults } from './results.ts';

/** The page to build for a search. */
export interface RecommendedFormat {
  readonly page_type: PageType;
  /** Of the results whose page type could be judged, weighted by position; null where the words decide. */
  readonly share: number | null;
  readonly basis: 'results' | 'keyword';
  readonly evidence: readonly string[];
}

/** With fewer judged results, the most common type may be chance. */
const JUDGED_MIN = 3;

/**
 * The page type that ranks most among the results of the main intent, weighted by position; where too few results reveal
 * theirs, the type that the query's words ask for.
 */
export function recommendFormat(serp: Serp, { main }: Pick<SerpIntent, 'main'>): RecommendedFormat {
  const ranked = rankTypes(serp, main);
  const judged = ranked.reduce((sum, { count }) => sum + count, 0);
  const best = ranked.find(({ type }) => intentOf(type) === main) ?? ranked[0];
  if (best === undefined || judged < JUDGED_MIN) return recommendByWords(serp);
  const { type, weight, count } = best;
  const total = ranked.reduce((sum, row) => sum + row.weight, 0);
  return {
    page_type: type,
    share: Math.round((weight / total) * 100) / 100,
    basis: 'results',
    evidence: [`${count} of ${counted(judged, 'judged result')} ${agree(count, 'is')} ${nameResults(type, count)}`],
  };
}

interface RankedType {
  readonly type: PageType;
  readonly weight: number;
  readonly count: number;
}

/** The types of page that rank, the heaviest first. */
function rankTypes(serp: Serp, main: Intent | null): RankedType[] {
  const types = new Map<PageType, RankedType>();
  for (const [at, result] of listResults(serp).entries()) {
    const verdict = judgeResult(result, serp.language);
    if (verdict === undefined) continue;
    const type = findBuildable(findPlannedType(verdict.value), main);
    if (type === undefined) continue;
    const { weight, count } = types.get(type) ?? { weight: 0, count: 0 };
    types.set(type, { type, weight: weight + 1 / Math.log2(at + 2), count: count + 1 });
  }
  return [...types.values()].toSorted((one, other) => other.weight - one.weight);
}

/** A home page is left among the types only where people look for the site. */
function intentOf(type: PageType): Intent | undefined {
  return type === 'homepage' ? 'navigational' : findTypeIntent(type);
}

/** Company pages that rank by their name and that nobody builds for a query. */
const CLOSED: ReadonlySet<PageType> = new Set<PageType>(['about', 'contact', 'careers', 'legal', 'login']);

/** A site has one home page, for those who look for the site: what else it offers searchers, others offer on a landing page. */
function findBuildable(type: PageType, main: Intent | null): PageType | undefined {
  if (CLOSED.has(type)) return undefined;
  const isHome = type === 'homepage' && main !== 'navigational';
  if (main === 'local' && (isHome || type === 'landing_page')) return 'local_landing_page';
  return isHome ? 'landing_page' : type;
}

function nameResults(type: PageType, count: number): string {
  if (type === 'landing_page' || type === 'local_landing_page')
    return count === 1 ? 'a landing or home page' : 'landing or home pages';
  return count === 1 ? nameOnePage(type) : pluralNoun(namePageType(type));
}

function recommendByWords({ keyword, language }: Serp): RecommendedFormat {
  const { value, evidence } = recommendPageType(keyword, { language: language.split('-', 1)[0] ?? '' });
  return { page_type: value, share: null, basis: 'keyword', evidence };
}
