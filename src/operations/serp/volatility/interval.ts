import { z } from 'zod';

import { sharedOut } from '../../../kernel/points.ts';
import { jaccardDistance, rankBiasedOverlap, rankedBy } from './overlap.ts';
import type { Snapshot } from './snapshot.ts';

/** Measures of change; null is not known. */
export const Components = z.object({
  rank_biased_overlap: z.number().nullable().describe('0-1, 1 for the same order of pages; p = 0.9.'),
  domain_churn: z.number().nullable().describe('0-1: share of the domains of the top ten that is in one list only.'),
  position_shift: z
    .number()
    .nullable()
    .describe('0-1: mean of min(positions moved, 10) / 10 over the pages in both; null where no page is in both.'),
  feature_churn: z.number().nullable().describe('0-1, of the SERP features; null where they were not sent.'),
});
export type Components = z.infer<typeof Components>;

export const ScoreComponents = z.object({
  rank_biased_overlap: z.number(),
  domain_churn: z.number(),
  position_shift: z.number(),
  feature_churn: z.number(),
});
export type ScoreComponents = z.infer<typeof ScoreComponents>;

/** What each measure counts for, of 100; our own weights. What is not known gives its weight to the rest. */
const WEIGHTS: Readonly<Record<keyof Components, number>> = {
  rank_biased_overlap: 50,
  domain_churn: 25,
  position_shift: 15,
  feature_churn: 10,
};
const NAMES = ['rank_biased_overlap', 'domain_churn', 'position_shift', 'feature_churn'] as const;

/** Positions moved beyond this count no more. */
const SHIFT_MAX = 10;
const TOP = 10;

export interface Volatility {
  readonly volatility_score: number;
  readonly score_components: ScoreComponents;
}

/** How two snapshots differ. Domains are compared down to the depth that both reach, ten at most. */
export function compare(before: Snapshot, after: Snapshot): Components {
  const depth = Math.min(before.depth, after.depth);
  const top = Math.min(TOP, depth);
  const shifts = after.rows.flatMap(({ key, position }) => {
    const then = before.by_key.get(key);
    return then === undefined ? [] : [Math.min(Math.abs(position - then.position), SHIFT_MAX) / SHIFT_MAX];
  });
  return {
    rank_biased_overlap: rankBiasedOverlap(rankedBy(before.rows), rankedBy(after.rows)),
    domain_churn: jaccardDistance(domainsIn(before, top), domainsIn(after, top)),
    position_shift: shifts.length === 0 ? null : shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length,
    feature_churn:
      before.features === null || after.features === null ? null : jaccardDistance(before.features, after.features),
  };
}

function domainsIn({ rows }: Snapshot, depth: number): ReadonlySet<string> {
  return new Set(rows.filter(({ position, domain }) => position <= depth && domain !== '').map(({ domain }) => domain));
}

/**
 * The volatility of an interval, 0-100: 50 × (1 − RBO) + 25 × domain churn + 15 × position shift + 10 × feature churn.
 *
 * Measures that are not known are left out and the weights of the others scaled to 100. In tenths, and the components
 * add up to the score exactly.
 */
export function volatilityOf(components: Components): Volatility {
  const known = NAMES.filter((name) => components[name] !== null);
  const total = known.reduce((sum, name) => sum + WEIGHTS[name], 0);
  const parts = NAMES.map((name) => {
    const measure = components[name];
    if (measure === null) return 0;
    const change = name === 'rank_biased_overlap' ? 1 - measure : measure;
    return (change * WEIGHTS[name] * 100) / total;
  });
  return scored(parts);
}

/** The mean of several intervals: of their measures where they are known, and of their scores. */
export function meanOf(intervals: readonly { readonly components: Components; readonly parts: Volatility }[]): {
  readonly components: Components;
  readonly parts: Volatility;
} {
  const measure = (name: keyof Components): number | null => {
    const known = intervals.map(({ components }) => components[name]).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const points = NAMES.map(
    (name) => intervals.reduce((sum, { parts }) => sum + parts.score_components[name], 0) / intervals.length,
  );
  return {
    components: {
      rank_biased_overlap: measure('rank_biased_overlap'),
      domain_churn: measure('domain_churn'),
      position_shift: measure('position_shift'),
      feature_churn: measure('feature_churn'),
    },
    parts: scored(points),
  };
}

function scored(parts: readonly number[]): Volatility {
  const score = Math.round(parts.reduce((sum, part) => sum + part, 0) * 10) / 10;
  const [overlap = 0, churn = 0, shift = 0, features = 0] = sharedOut(parts, score, 0.1);
  return {
    volatility_score: score,
    score_components: {
      rank_biased_overlap: overlap,
      domain_churn: churn,
      position_shift: shift,
      feature_churn: features,
    },
  };
}

/** Measures to four decimals, so that answers are the same byte for byte on every machine. */
export function roundedComponents(components: Components): Components {
  const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 10_000) / 10_000);
  return {
    rank_biased_overlap: round(components.rank_biased_overlap),
    domain_churn: round(components.domain_churn),
    position_shift: round(components.position_shift),
    feature_churn: round(components.feature_churn),
  };
}
