import { type Level, priorityOf } from '../kernel/level.ts';
import { sharedOut } from '../kernel/points.ts';
import type { Intent } from '../text/signals.ts';

/** What is known about a keyword that makes it worth a page; null where unknown. */
export interface OpportunityInput {
  readonly search_volume: number | null;
  /** 0–100. */
  readonly difficulty: number | null;
  readonly intent: Intent | null;
  /** Share of the clicks of position 3 that the caller's site does not get yet, 0–1. */
  readonly ranking_gain: number | null;
}

const NAMES = ['volume', 'ease', 'intent', 'ranking_gain'] as const;
type Name = (typeof NAMES)[number];

export interface Opportunity {
  /** 0–100; null where too little is known. */
  readonly opportunity_score: number | null;
  /** Points; null where the figure is not known, or there is no score. */
  readonly score_components: Readonly<Record<Name, number | null>>;
  /** Share of the weight that is known, 0–1. */
  readonly score_coverage: number;
  readonly priority: Level | null;
}

/** Formulas 4.6. */
const WEIGHTS: Readonly<Record<Name, number>> = { volume: 0.35, ease: 0.3, intent: 0.2, ranking_gain: 0.15 };

/** Searches a month that earn the full points for volume. */
const VOLUME_FULL = 100_000;

/** A searcher who wants to buy is worth more; a local query is a query for a shop. */
const INTENT_VALUE: Readonly<Record<Intent, number>> = {
  transactional: 1,
  local: 1,
  commercial: 0.85,
  informational: 0.5,
  navigational: 0.2,
};

/** With less of the weight known, a score would say more about what is missing than about the keyword: there is none. */
const COVERAGE_MIN = 0.5;

const NO_POINTS: Opportunity['score_components'] = { volume: null, ease: null, intent: null, ranking_gain: null };

/**
 * How worthwhile a keyword is (formulas 4.6): 100 × (0.35 volume + 0.30 (1 − difficulty/100) + 0.20 intent + 0.15
 * gain).
 *
 * Volume counts by its logarithm up to 100,000 a month; the gain is what position 3 would add to the site's current
 * position. Unknown components are left out and the weights of the others scaled to 100. In tenths; the components add
 * up to the score. With less than half of the weight known there is no score: an intent alone would make it 100.
 */
export function scoreOpportunity(input: OpportunityInput): Opportunity {
  const shares = measureShares(input);
  const known = NAMES.filter((name) => shares[name] !== null);
  const weight = known.reduce((sum, name) => sum + WEIGHTS[name], 0);
  const score_coverage = Math.round(weight * 100) / 100;
  if (score_coverage < COVERAGE_MIN)
    return { opportunity_score: null, score_components: NO_POINTS, score_coverage, priority: null };
  const parts = known.map((name) => (100 * WEIGHTS[name] * (shares[name] ?? 0)) / weight);
  const opportunity_score = Math.round(parts.reduce((sum, part) => sum + part, 0) * 10) / 10;
  const points = sharedOut(parts, opportunity_score, 0.1);
  const pointsOf = (name: Name): number | null => points[known.indexOf(name)] ?? null;
  return {
    opportunity_score,
    score_components: {
      volume: pointsOf('volume'),
      ease: pointsOf('ease'),
      intent: pointsOf('intent'),
      ranking_gain: pointsOf('ranking_gain'),
    },
    score_coverage,
    priority: priorityOf(opportunity_score),
  };
}

function measureShares({
  search_volume,
  difficulty,
  intent,
  ranking_gain,
}: OpportunityInput): Record<Name, number | null> {
  return {
    volume: search_volume === null ? null : Math.min(1, Math.log1p(search_volume) / Math.log1p(VOLUME_FULL)),
    ease: difficulty === null ? null : 1 - difficulty / 100,
    intent: intent === null ? null : INTENT_VALUE[intent],
    ranking_gain,
  };
}
