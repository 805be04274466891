import { z } from 'zod';

import { sharedOut } from '../../../kernel/points.ts';
import { jaccardDistance, rankBiasedOverlap, rankRows } from './overlap.ts';
import type { Snapshot } from './snapshot.ts';

/** Measures of change; null is unknown. */
export const Components = z.object({
  rank_biased_overlap: z.number().nullable().describe('0-1, 1 for the same order of pages; p = 0.9.'),
  domain_churn: z
    .number()
    .nullable()
    .describe('0-1: share of the top 10 domains that are in only one of the two lists.'),
  position_shift: z
    .number()
    .nullable()
    .describe('0-1: mean of min(positions moved, 10) / 10 over the pages in both lists; null if no page is in both.'),
  feature_churn: z.number().nullable().describe('0-1: the same for SERP features; null if none were sent.'),
});
export type Components = z.infer<typeof Components>;

const NAMES = ['rank_biased_overlap', 'domain_churn', 'position_shift', 'feature_churn'] as const;
type Name = (typeof NAMES)[number];

export const ScoreComponents = z.object({
  rank_biased_overlap: z.number(),
  domain_churn: z.number(),
  position_shift: z.number(),
  feature_churn: z.number(),
});
type ScoreComponents = z.infer<typeof ScoreComponents>;

/** What each measure counts for, of 100; our own weights. The weight of an unknown one goes to the rest. */
const WEIGHTS: Readonly<Record<Name, number>> = {
  rank_biased_overlap: 50,
  domain_churn: 25,
  position_shift: 15,
  feature_churn: 10,
};

/** A value for each measure. */
export function mapMeasures<Value>(value: (name: Name) => Value): Record<Name, Value> {
  return {
    rank_biased_overlap: value('rank_biased_overlap'),
    domain_churn: value('domain_churn'),
    position_shift: value('position_shift'),
    feature_churn: value('feature_churn'),
  };
}

/** Positions moved beyond this count no more. */
const SHIFT_MAX = 10;
const TOP = 10;

export interface Volatility {
  readonly volatility_score: number;
  readonly score_components: ScoreComponents;
}

/** How two snapshots differ. Domains are compared down to the depth that both reach, at most ten. */
export function compareSnapshots(before: Snapshot, after: Snapshot): Components {
  const depth = Math.min(before.depth, after.depth);
  const top = Math.min(TOP, depth);
  const shifts = after.rows.flatMap(({ key, position }) => {
    const then = before.by_key.get(key);
    return then === undefined ? [] : [Math.min(Math.abs(position - then.position), SHIFT_MAX) / SHIFT_MAX];
  });
  return {
    rank_biased_overlap: rankBiasedOverlap(rankRows(before.rows), rankRows(after.rows)),
    domain_churn: jaccardDistance(listDomains(before, top), listDomains(after, top)),
    position_shift: shifts.length === 0 ? null : shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length,
    feature_churn:
      before.features === null || after.features === null ? null : jaccardDistance(before.features, after.features),
  };
}

function listDomains({ rows }: Snapshot, depth: number): ReadonlySet<string> {
  return new Set(rows.filter(({ position, domain }) => position <= depth && domain !== '').map(({ domain }) => domain));
}

/**
 * The volatility of an interval, 0-100: 50 × (1 − RBO) + 25 × domain churn + 15 × position shift + 10 × feature churn.
 *
 * Unknown measures are left out and the weights of the others scaled to 100. In tenths; the components add up to the
 * score exactly.
 */
export function scoreVolatility(components: Components): Volatility {
  const known = NAMES.filter((name) => components[name] !== null);
  const total = known.reduce((sum, name) => sum + WEIGHTS[name], 0);
  const parts = NAMES.map((name) => {
    const measure = components[name];
    if (measure === null) return 0;
    const change = name === 'rank_biased_overlap' ? 1 - measure : measure;
    return (change * WEIGHTS[name] * 100) / total;
  });
  return sumUp(parts);
}

/** The mean of several intervals: of their known measures, and of their scores. */
export function averageIntervals(
  intervals: readonly { readonly components: Components; readonly parts: Volatility }[],
): {
  readonly components: Components;
  readonly parts: Volatility;
} {
  const measure = (name: Name): number | null => {
    const known = intervals.map(({ components }) => components[name]).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const points = NAMES.map(
    (name) => intervals.reduce((sum, { parts }) => sum + parts.score_components[name], 0) / intervals.length,
  );
  return {
    components: mapMeasures(measure),
    parts: sumUp(points),
  };
}

function sumUp(parts: readonly number[]): Volatility {
  const score = Math.round(parts.reduce((sum, part) => sum + part, 0) * 10) / 10;
  const points = sharedOut(parts, score, 0.1);
  return { volatility_score: score, score_components: mapMeasures((name) => points[NAMES.indexOf(name)] ?? 0) };
}

/** Measures to four decimals, so that answers are the same byte for byte on every machine. */
export function roundComponents(components: Components): Components {
  return mapMeasures((name) => {
    const value = components[name];
    return value === null ? null : Math.round(value * 10_000) / 10_000;
  });
}
