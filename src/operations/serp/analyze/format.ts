import { agree, counted, pluralNoun } from '../../../kernel/grammar.ts';
import type { Serp } from '../../../ports/serp.ts';
import { judgeResult } from '../../../serp/result-type.ts';
import type { Result } from '../../../serp/results.ts';
import { findPlannedType, nameOnePage, namePageType, type PageType } from '../../../text/page-types.ts';
import { recommendPageType } from '../../../text/page-type/supplied.ts';
import type { SerpOpportunity } from './report.ts';

type Format = SerpOpportunity['recommended_format'];

/** With fewer judged results, the most common type may be chance. */
const JUDGED_MIN = 3;

/**
 * The page type that ranks most, weighted by position; where too few results reveal theirs, the type that the query's
 * words ask for.
 */
export function recommendFormat(serp: Serp, results: readonly Result[]): Format {
  const weights = new Map<PageType, { weight: number; count: number }>();
  for (const [at, result] of results.entries()) {
    const verdict = judgeResult(result, serp.language);
    if (verdict === undefined) continue;
    const type = findBuildable(findPlannedType(verdict.value));
    if (type === undefined) continue;
    const { weight, count } = weights.get(type) ?? { weight: 0, count: 0 };
    weights.set(type, { weight: weight + 1 / Math.log2(at + 2), count: count + 1 });
  }
  const ranked = [...weights].toSorted(([, one], [, other]) => other.weight - one.weight);
  const judged = ranked.reduce((sum, [, { count }]) => sum + count, 0);
  const [best] = ranked;
  if (best === undefined || judged < JUDGED_MIN) return recommendByWords(serp);
  const [page_type, { weight, count }] = best;
  const total = ranked.reduce((sum, [, row]) => sum + row.weight, 0);
  return {
    page_type,
    share: Math.round((weight / total) * 100) / 100,
    basis: 'results',
    evidence: [
      `${count} of ${counted(judged, 'judged result')} ${agree(count, 'is')} ${nameResults(page_type, count)}`,
    ],
  };
}

/** Company pages that rank by their name and that nobody builds for a query. */
const CLOSED: ReadonlySet<PageType> = new Set<PageType>(['about', 'contact', 'careers', 'legal', 'login']);

/** A site has one home page: what it offers searchers, other sites offer on a landing page. */
function findBuildable(type: PageType): PageType | undefined {
  if (CLOSED.has(type)) return undefined;
  return type === 'homepage' ? 'landing_page' : type;
}

function nameResults(type: PageType, count: number): string {
  if (type === 'landing_page') return count === 1 ? 'a landing or home page' : 'landing or home pages';
  return count === 1 ? nameOnePage(type) : pluralNoun(namePageType(type));
}

function recommendByWords({ keyword, language }: Serp): Format {
  const { value, evidence } = recommendPageType(keyword, { language: language.split('-', 1)[0] ?? '' });
  return { page_type: value, share: null, basis: 'keyword', evidence: [...evidence] };
}
