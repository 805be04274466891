import { type Level, priorityOf } from '../kernel/level.ts';
import { sharedOut } from '../kernel/points.ts';

export interface WeighedScore<Name extends string> {
  /** 0–100; null when nothing is known. */
  readonly opportunity_score: number | null;
  /** Points; null where the figure is not known. They add up to the score. */
  readonly score_components: Record<Name, number | null>;
  /** Share of the weight that is known, 0–1. */
  readonly score_coverage: number;
  readonly priority: Level | null;
}

/** With less of the weight known, a score says more of what is missing than of its subject. */
const COVERAGE_MIN = 0.5;

/**
 * A score of weighted shares, 0–1 each. Unknown ones are left out and the weights of the others scaled to 100, in tenths.
 *
 * @param weights add up to 1
 */
export function weighShares<const Name extends string>(
  weights: Readonly<Record<Name, number>>,
  shares: Readonly<Record<Name, number | null>>,
): WeighedScore<Name> {
  const names = listNames(weights);
  const known = names.filter((name) => shares[name] !== null);
  const weight = known.reduce((sum, name) => sum + weights[name], 0);
  const parts = known.map((name) => (100 * weights[name] * Math.min(1, Math.max(0, shares[name] ?? 0))) / weight);
  const score = Math.round(parts.reduce((sum, part) => sum + part, 0) * 10) / 10;
  const points = sharedOut(parts, score, 0.1);
  const coverage = Math.round(weight * 100) / 100;
  return {
    opportunity_score: weight === 0 ? null : score,
    score_components: byName(names, (name) => points[known.indexOf(name)] ?? null),
    score_coverage: coverage,
    priority: coverage < COVERAGE_MIN ? null : priorityOf(score),
  };
}

/** The keys of a record that was written with these keys alone. */
function listNames<Name extends string>(weights: Readonly<Record<Name, number>>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return Object.keys(weights) as Name[];
}

/** A record with all of the names, each once. */
function byName<Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value): Record<Name, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}

/** A count as a share of one that is as good as any more, by its logarithm. */
export function shareOfLog(count: number | null, full: number): number | null {
  return count === null ? null : Math.min(1, Math.log1p(Math.max(0, count)) / Math.log1p(full));
}
