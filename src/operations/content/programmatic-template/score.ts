import { sharedOut } from '../../../kernel/points.ts';
import type { LaunchDecision } from './input.ts';
import type { Problem } from './problems.ts';
import type { Own } from './uniqueness.ts';

/** Points of each part when all could be judged; they add up to 100. Our own weights. */
const POINTS = { patterns: 15, data: 15, addresses: 20, uniqueness: 25, depth: 25 } as const;
type Part = keyof typeof POINTS;
const PARTS: readonly Part[] = ['patterns', 'data', 'addresses', 'uniqueness', 'depth'];

const LOSS: Readonly<Record<Problem['severity'], number>> = { critical: 1, high: 0.5, medium: 0.2, low: 0.05 };
/** Most that a template can score by its decision: what is not to be launched is not half ready. */
const SCORE_MAX: Readonly<Record<LaunchDecision, number>> = { launch_pilot: 100, fix_first: 66, do_not_launch: 33 };

export interface Measures {
  readonly records: number;
  readonly variables: number;
  readonly near_duplicate_share: number | null;
  readonly mean_similarity: number | null;
  readonly thin_share: number | null;
  readonly collision_share: number | null;
  /** Share of records with a hole or a fault in keyword or address. */
  readonly faulty_share: number | null;
  readonly own_words_median: number | null;
}

/** The figures that everything else is decided by; null where there is too little to measure. */
export function measure(own: readonly Own[], problems: readonly Problem[], variables: number): Measures {
  const records = own.length;
  const affected = (types: readonly Problem['type'][]): number =>
    new Set(problems.filter(({ type }) => types.includes(type)).flatMap(({ found }) => found)).size;
  const share = (count: number, of: number): number | null =>
    of === 0 ? null : Math.round((count / of) * 1000) / 1000;
  const compared = records >= 2 ? own : [];
  const similarities = compared.map(({ nearest }) => nearest?.similarity ?? 0);
  const words = own.map((row) => row.words).sort((one, other) => one - other);
  return {
    records,
    variables,
    near_duplicate_share: share(compared.filter(({ near_duplicate }) => near_duplicate).length, compared.length),
    mean_similarity:
      compared.length === 0
        ? null
        : Math.round((similarities.reduce((sum, value) => sum + value, 0) / compared.length) * 1000) / 1000,
    thin_share: share(own.filter(({ thin }) => thin).length, records),
    collision_share: share(affected(['url_collision', 'keyword_collision', 'mirrored_pair']), records),
    faulty_share: share(affected(['empty_variable', 'nested_value', 'no_slug', 'same_value_twice']), records),
    own_words_median: words[Math.floor((words.length - 1) / 2)] ?? null,
  };
}

export interface Readiness {
  readonly readiness_score: number;
  readonly score_components: Partial<Record<Part, number>>;
}

/**
 * Readiness, 0-100: patterns 15, data 15, addresses 20, uniqueness 25, depth 25.
 *
 * patterns keep 1 − Σ loss of the problems that need no record (critical 1, high 0.5, medium 0.2, low 0.05); data is
 * the share of variables with data; addresses 1 − share of records that collide or have a fault; uniqueness
 * 1 − near-duplicate share; depth 1 − thin share. What could not be measured is left out and the rest scaled to 100;
 * the sum is scaled by 0.66 where something is to be fixed first, and by 0.33 where nothing may be launched.
 */
export function readinessOf(measures: Measures, problems: readonly Problem[], decision: LaunchDecision): Readiness {
  const kept: Readonly<Record<Part, number | null>> = {
    patterns: patternShare(problems),
    data: dataShare(measures, problems),
    addresses: addressShare(measures),
    uniqueness: measures.near_duplicate_share === null ? null : 1 - measures.near_duplicate_share,
    depth: measures.thin_share === null ? null : 1 - measures.thin_share,
  };
  const known = PARTS.filter((part) => kept[part] !== null);
  const possible = known.reduce((sum, part) => sum + POINTS[part], 0);
  const points = known.map((part) => ((kept[part] ?? 0) * POINTS[part] * 100) / possible);
  const total = points.reduce((sum, part) => sum + part, 0);
  const score = Math.round((total * SCORE_MAX[decision]) / 100);
  const shares = sharedOut(total === 0 ? points : points.map((part) => (part * score) / total), score);
  return {
    readiness_score: score,
    score_components: Object.fromEntries(known.map((part, at) => [part, shares[at] ?? 0])),
  };
}

function patternShare(problems: readonly Problem[]): number {
  const own = problems.filter(({ found, type }) => found.length === 0 && !type.endsWith('without_data'));
  return Math.max(0, 1 - own.reduce((sum, { severity }) => sum + LOSS[severity], 0));
}

function dataShare({ variables }: Measures, problems: readonly Problem[]): number | null {
  if (variables === 0) return null;
  return 1 - problems.filter(({ type }) => type === 'variable_without_data').length / variables;
}

function addressShare({ collision_share, faulty_share }: Measures): number | null {
  if (collision_share === null || faulty_share === null) return null;
  return Math.max(0, 1 - collision_share - faulty_share);
}
