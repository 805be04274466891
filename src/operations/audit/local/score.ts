import type { Level } from '../../../kernel/level.ts';
import { priorityOf } from '../../../kernel/level.ts';
import { sharedOut } from '../../../kernel/points.ts';
import { LOCAL_COMPONENTS, type LocalCheck, type LocalComponent, type LocalReport } from './report.ts';

type Score = Pick<LocalReport, 'readiness_score' | 'score_components' | 'score_coverage' | 'priority'>;

/** Parts of the score in points of 100. Ours: what sends customers to the wrong place or number weighs most. */
const WEIGHTS: Readonly<Record<LocalComponent, number>> = {
  standing: 15,
  consistency: 30,
  profile: 20,
  reputation: 15,
  landing_page: 20,
};
const SEVERITIES: Readonly<Record<Level, number>> = { high: 3, medium: 2, low: 1 };
/** Below this share of known facts nothing is said of priority. */
const COVERAGE_MIN = 0.5;

export const NO_SCORE: Score = { readiness_score: null, score_components: null, score_coverage: null, priority: null };

/**
 * Readiness from 0 to 100: each component is the share of its known checks that pass, by severity (3, 2, 1); the known
 * components are weighted up to 100. `score_coverage` is the share of the weight whose checks are known, and the priority
 * rates what is missing to 100.
 */
export function scoreReadiness(checks: readonly LocalCheck[]): Score {
  const parts = LOCAL_COMPONENTS.map((component) => {
    const own = checks.filter((check) => check.component === component);
    const known = weigh(own.filter(({ status }) => status !== 'unknown'));
    const passed = weigh(own.filter(({ status }) => status === 'pass'));
    return {
      component,
      weight: WEIGHTS[component],
      share: known === 0 ? null : passed / known,
      known: known / weigh(own),
    };
  });
  const known = parts.filter(({ share }) => share !== null);
  const weight = known.reduce((sum, part) => sum + part.weight, 0);
  if (weight === 0) return NO_SCORE;
  const exact = known.map((part) => ((part.share ?? 0) * part.weight * 100) / weight);
  const score = Math.round(exact.reduce((sum, points) => sum + points, 0));
  const points = new Map(sharedOut(exact, score).map((each, at) => [known[at]?.component, each]));
  const coverage = parts.reduce((sum, part) => sum + part.known * part.weight, 0) / 100;
  return {
    readiness_score: score,
    score_components: Object.fromEntries(
      LOCAL_COMPONENTS.map((component) => [component, points.get(component) ?? null]),
    ),
    score_coverage: Math.round(coverage * 100) / 100,
    priority: coverage < COVERAGE_MIN ? null : priorityOf(100 - score),
  };
}

function weigh(checks: readonly LocalCheck[]): number {
  return checks.reduce((sum, { severity }) => sum + SEVERITIES[severity], 0);
}
