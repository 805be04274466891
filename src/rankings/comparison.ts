import type { KnownSearches } from '../keywords/known-searches.ts';
import type { KeywordMetrics } from '../keywords/metrics.ts';
import { measureKeywords } from '../keywords/measure.ts';
import { type Opportunity, scoreOpportunity } from '../keywords/opportunity.ts';
import { agree, counted } from '../kernel/grammar.ts';
import type { RankingMarket, SharedKeyword, SharedKeywords } from '../ports/rankings.ts';
import type { BrandNames } from '../text/branded.ts';
import { describeEvidence, countKnownDays, explainEmpty, type RankingEvidence } from './evidence.ts';
import { readImpressionDemand, readVolumeDemand } from './gain.ts';
import { chooseConditions } from './known-searches.ts';
import { type OwnCurve, readClickRate } from './own-curve.ts';
import type { TrafficFacts } from './place-traffic.ts';

/** Keywords for which several targets were compared, with what is known of each. */
export interface ComparedKeyword {
  readonly row: SharedKeyword;
  readonly metrics: KeywordMetrics;
  readonly facts: TrafficFacts;
}

interface ComparisonInput {
  readonly found: SharedKeywords;
  readonly market: RankingMarket;
  readonly curve: OwnCurve | null;
  readonly brand: BrandNames | null;
  readonly searches: KnownSearches;
}

/** Each keyword with its metrics and what its clicks are read from. */
export function measureCompared({ found, market, curve, brand, searches }: ComparisonInput): ComparedKeyword[] {
  const metrics = measureKeywords({
    keywords: found.items.map(({ keyword }) => keyword),
    facts: found.items.flatMap(({ facts }) => facts),
    language: market.language,
    searches,
    brand,
  });
  const days = countKnownDays(found.window);
  return found.items.flatMap((row, at) => {
    const known = metrics[at];
    if (known === undefined) return [];
    const page = chooseConditions(row, known.intent, searches);
    // Who was seen knows how often people searched.
    const demand = readImpressionDemand(countSeen(row), days) ?? readVolumeDemand(known);
    return [{ row, metrics: known, facts: { demand, curve, page, days } }];
  });
}

/** Searches that showed the page that was shown most; null where nobody counts them. */
export function countSeen({ places }: SharedKeyword): number | null {
  const seen = places.flatMap((place) => place?.impressions ?? []);
  return seen.length === 0 ? null : Math.max(...seen);
}

/** Position 3 is what formulas 4.6 measure a gain against. */
const GOAL = 3;

/**
 * How worthwhile a keyword is to whoever stands at `own` (formulas 4.6). The gain is what position 3, or the place of the
 * rival where that is better, has over the own place, as a share of its clicks; who does not rank gains all of them.
 *
 * @param own null: does not rank
 * @param rival null: no rival ranks
 */
export function scoreGap({ metrics, facts }: ComparedKeyword, own: number | null, rival: number | null): Opportunity {
  const { curve, page, demand } = facts;
  const goal = readClickRate(Math.min(GOAL, rival ?? GOAL), curve, page)?.value ?? 0;
  const now = own === null ? 0 : (readClickRate(own, curve, page)?.value ?? 0);
  return scoreOpportunity({
    search_volume: metrics.search_volume ?? (demand === null ? null : Math.round(demand.value)),
    difficulty: metrics.keyword_difficulty,
    intent: metrics.intent,
    ranking_gain: goal === 0 ? null : Math.min(1, Math.max(0, (goal - now) / goal)),
  });
}

/** What the answer of a comparison goes by. @param shown rows that are left after all filters */
export function describeComparison(
  found: SharedKeywords,
  shown: readonly unknown[],
  market: RankingMarket,
): RankingEvidence {
  return describeEvidence({ ...found, items: shown, totals: null }, market, true, judgeComparison(found, shown));
}

function judgeComparison(found: SharedKeywords, shown: readonly unknown[]): RankingEvidence['state'] {
  const { basis, total_count, unknown_targets } = found;
  if (shown.length > 0) return 'answered';
  if (found.items.length > 0 || (total_count ?? 0) > 0) return 'no_match';
  if (basis === 'console') return unknown_targets.length > 0 ? 'own_site_without_data' : 'no_match';
  return unknown_targets.length > 0 || total_count === null ? 'unknown_target' : 'no_match';
}

/** Why a comparison has no rows, first thing in the answer. @param none the sentence for targets that are known and have none */
export function explainNoComparison(
  targets: readonly string[],
  unknown: readonly string[],
  evidence: RankingEvidence,
  none: string,
): string {
  const names = unknown.length === 0 ? targets : unknown;
  const shown = names.join(' and ');
  if (evidence.state === 'no_match') return none;
  if (evidence.state !== 'unknown_target') return explainEmpty(shown, evidence, 'keyword');
  const seen = evidence.serps_considered ?? 0;
  const pages =
    seen === 0
      ? ''
      : ` ${names.length === 1 ? 'It' : 'They'} ${agree(names.length, 'is')} on none of the ${counted(seen, 'stored result page')}.`;
  return `Rankings of ${shown} are unknown: no imported, stored or connected source knows ${names.length === 1 ? 'it' : 'them'}.${pages}`;
}
