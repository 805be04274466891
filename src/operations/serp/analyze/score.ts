import { type Level, priorityOf } from '../../../kernel/level.ts';
import { sharedOut } from '../../../kernel/points.ts';
import type { Serp } from '../../../ports/serp.ts';
import { type ClickRate, describeConditions, estimateClickRate } from '../../../serp/click-rate.ts';
import type { SerpFeature } from '../../../serp/features.ts';
import type { SerpIntent } from '../../../serp/intent.ts';

const COMPONENTS = ['open_clicks', 'beatable', 'weak_results', 'winnable_features'] as const;
export type Component = (typeof COMPONENTS)[number];

/** Points of each component when everything is known. Our own weights, pinned by the tests. */
const POINTS: Readonly<Record<Component, number>> = {
  open_clicks: 35,
  beatable: 35,
  weak_results: 15,
  winnable_features: 15,
};

export const MEANING: Readonly<Record<Component, string>> = {
  open_clicks:
    'Clicks left for organic results, against those of an average page; where the search looks for one site, without the first result.',
  beatable: 'How far the difficulty is below 100.',
  weak_results: 'Share of the results with a weakness; half of them give all points.',
  winnable_features: 'Features on the page that a site can win; three give all points.',
};

/** What the average page leaves for ten results: the sum of the curve. */
const CLICKS_USUAL = 0.78;
const WEAK_SHARE_FULL = 0.5;
const FEATURES_FULL = 3;
/** Below this share, too little is known to tell queries apart. */
const PRIORITY_COVERAGE_MIN = 0.5;

export interface ScoreFacts {
  readonly serp: Serp;
  readonly intent: SerpIntent;
  readonly clicks: ClickRate | undefined;
  readonly difficulty: number | undefined;
  readonly results: number;
  readonly weak: number;
  readonly features: readonly SerpFeature[];
}

export interface Score {
  readonly score: number | null;
  readonly score_components: Readonly<Record<Component, number | null>>;
  readonly score_coverage: number;
  readonly priority: Level | null;
}

/** The opportunity score: known components weighted up to 100. A page without results has none. */
export function scoreOpportunity(facts: ScoreFacts): Score {
  const shares = facts.results === 0 ? NOTHING : rateComponents(facts);
  const known = COMPONENTS.filter((name) => shares[name] !== null);
  const weight = known.reduce((sum, name) => sum + POINTS[name], 0);
  const parts = known.map((name) => ((shares[name] ?? 0) * POINTS[name] * 100) / Math.max(1, weight));
  const score = Math.round(parts.reduce((sum, part) => sum + part, 0));
  const points = sharedOut(parts, score);
  const pointsOf = (name: Component): number | null => points[known.indexOf(name)] ?? null;
  return {
    score: known.length === 0 ? null : score,
    score_components: {
      open_clicks: pointsOf('open_clicks'),
      beatable: pointsOf('beatable'),
      weak_results: pointsOf('weak_results'),
      winnable_features: pointsOf('winnable_features'),
    },
    score_coverage: weight / 100,
    priority: weight / 100 < PRIORITY_COVERAGE_MIN ? null : priorityOf(score),
  };
}

type Shares = Readonly<Record<Component, number | null>>;

const NOTHING: Shares = { open_clicks: null, beatable: null, weak_results: null, winnable_features: null };

function rateComponents({ serp, intent, clicks, difficulty, results, weak, features }: ScoreFacts): Shares {
  const isSeen = features.some(({ status }) => status !== 'unavailable');
  const winnable = features.filter((feature) => feature.winnable === true).length;
  return {
    open_clicks: clicks === undefined ? null : Math.min(1, findOpenClicks(serp, intent, clicks) / CLICKS_USUAL),
    beatable: difficulty === undefined ? null : 1 - difficulty / 100,
    weak_results: Math.min(1, weak / results / WEAK_SHARE_FULL),
    winnable_features: isSeen ? Math.min(1, winnable / FEATURES_FULL) : null,
  };
}

/** Nobody else wins the clicks of somebody who looks for one site. */
function findOpenClicks(serp: Serp, intent: SerpIntent, { value }: ClickRate): number {
  if (intent.looks_for === null) return value;
  return Math.max(0, value - (estimateClickRate(1, describeConditions(serp, intent.main))?.value ?? 0));
}
