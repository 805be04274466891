import { sharedOut } from '../../../kernel/points.ts';
import { type Check, type Group, GROUPS, type Severity } from './check.ts';

/** Points of each group when every group could be judged; they add up to 100. Our own weights. */
const POINTS: Readonly<Record<Group, number>> = {
  indexability: 25,
  metadata: 15,
  canonical: 10,
  headings: 15,
  structured_data: 8,
  links: 10,
  images: 6,
  mobile: 4,
  international: 4,
  social: 3,
};

/** Share of its group's points that one failed check costs; a warning costs half of it. */
const LOSS: Readonly<Record<Severity, number>> = { critical: 1, high: 0.5, medium: 0.25, low: 0.1 };

/** A page with a critical failure is not half ready, however good the rest is. */
const CRITICAL_SCORE_MAX = 49;

interface Score {
  readonly readiness_score: number;
  /** Points by group, without groups in which nothing could be judged. */
  readonly score_components: Partial<Record<Group, number>>;
  readonly ready_to_publish: boolean;
}

/**
 * The readiness of a page, 0 to 100.
 *
 * Only groups with at least one judged check count, and their points are scaled to 100. Each keeps
 * `points × (1 − Σ loss)`, at least 0, where a failed check loses 1, 0.5, 0.25 or 0.1 of its group by severity
 * (critical, high, medium, low) and a warning half of that. With a critical failure the sum is scaled down to
 * 49 at most. Components are whole numbers by largest remainder, so that they add up to the score exactly.
 * A page is ready to publish when no check of critical or high severity fails.
 */
export function scorePage(checks: readonly Check[]): Score {
  const judged = GROUPS.filter((group) =>
    checks.some((check) => check.group === group && check.status !== 'not_applicable'),
  );
  const possible = judged.reduce((total, group) => total + POINTS[group], 0);
  const kept = judged.map((group) => (POINTS[group] * 100 * shareKept(checks, group)) / possible);
  const total = kept.reduce((sum, points) => sum + points, 0);
  const failed = checks.filter((check) => check.status === 'fail');
  const capped = failed.some((check) => check.severity === 'critical') && total > CRITICAL_SCORE_MAX;
  const score = capped ? CRITICAL_SCORE_MAX : Math.round(total);
  const components = sharedOut(total === 0 ? kept : kept.map((points) => (points * score) / total), score);
  return {
    readiness_score: score,
    score_components: Object.fromEntries(judged.map((group, at) => [group, components[at] ?? 0])),
    ready_to_publish: !failed.some((check) => check.severity === 'critical' || check.severity === 'high'),
  };
}

function shareKept(checks: readonly Check[], group: Group): number {
  let share = 1;
  for (const check of checks) {
    if (check.group !== group) continue;
    if (check.status === 'fail') share -= LOSS[check.severity];
    else if (check.status === 'warn') share -= LOSS[check.severity] / 2;
  }
  return Math.max(0, share);
}
