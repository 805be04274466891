import { z } from 'zod';

import { counted } from '../../../kernel/grammar.ts';
import { defineTask, type Task } from '../../../kernel/task.ts';
import { cleanText } from '../../../text/normalize.ts';
import { TargetVisibility, TopDomain, rankDomains, trackTarget } from './domains.ts';
import {
  compareSnapshots,
  Components,
  averageIntervals,
  roundComponents,
  ScoreComponents,
  scoreVolatility,
  mapMeasures,
} from './interval.ts';
import {
  Appearance,
  FeatureChange,
  findFeatureChanges,
  FirstPlace,
  compareFirstPlaces,
  Mover,
  findMovements,
} from './movement.ts';
import { type GivenSnapshot, readSnapshots, type Snapshot } from './snapshot.ts';

export const SENSITIVITIES = ['low', 'medium', 'high'] as const;
type Sensitivity = (typeof SENSITIVITIES)[number];

export interface VolatilityInput {
  readonly keyword: string;
  readonly snapshots: readonly GivenSnapshot[];
  /** Hosts, folded. */
  readonly target_hosts: readonly string[];
  readonly sensitivity: Sensitivity;
  readonly location: string;
  readonly device: 'desktop' | 'mobile';
}

const INTERPRETATIONS = ['calm', 'normal', 'elevated', 'turbulent'] as const;
type Interpretation = (typeof INTERPRETATIONS)[number];

const Interval = z.object({
  from: z.string(),
  to: z.string(),
  days: z.number(),
  depth_compared: z.int().describe('The depth that both snapshots reach.'),
  volatility_score: z.number(),
  score_components: ScoreComponents,
  components: Components,
  interpretation: z.enum(INTERPRETATIONS),
  new_entries: z.int(),
  dropouts: z.int(),
});

export const VolatilityReport = z.object({
  keyword: z.string(),
  location: z.string(),
  device: z.enum(['desktop', 'mobile']),
  sensitivity: z.enum(SENSITIVITIES),
  positions_min: z.int().describe('Positions a page must move to count as a winner or loser, by sensitivity.'),
  snapshots_compared: z.int(),
  first_checked_at: z.string().nullable(),
  last_checked_at: z.string().nullable(),
  volatility_score: z
    .number()
    .nullable()
    .describe('0-100, the mean of the intervals; null if fewer than two snapshots have results.'),
  score_components: ScoreComponents.nullable().describe('Points; they add up to volatility_score.'),
  interpretation: z.enum(INTERPRETATIONS).nullable(),
  components: Components.describe('Means over the intervals.'),
  counts: z
    .object({
      winners: z.int(),
      losers: z.int(),
      new_entries: z.int(),
      dropouts: z.int(),
      feature_changes: z.int().nullable().describe('null if no two snapshots in a row have SERP features.'),
    })
    .describe('Of all rows; each list shows at most 100.'),
  first_place: FirstPlace.nullable().describe('In the first and the last snapshot; null with fewer than two.'),
  winners: z.array(Mover).describe('From the first to the last snapshot.'),
  losers: z.array(Mover),
  new_entries: z.array(Appearance).describe('In the last snapshot but not in the first, which reached deep enough.'),
  dropouts: z.array(Appearance).describe('In the first snapshot but not in the last; position is where it ranked.'),
  feature_changes: z.array(FeatureChange),
  target_visibility: z.array(TargetVisibility),
  intervals: z.array(Interval).describe('One per consecutive pair, in order of time.'),
  top_domains: z.array(TopDomain),
  warnings: z.array(z.string()),
});
export type VolatilityReport = z.infer<typeof VolatilityReport>;

/** Positions that are worth reporting, by sensitivity. */
const POSITIONS_MIN: Readonly<Record<Sensitivity, number>> = { low: 5, medium: 3, high: 1 };

/** Where each band begins. A swap among the lower half is calm; half of the first page new is turbulent. Our own. */
const BANDS: readonly (readonly [number, Interpretation])[] = [
  [50, 'turbulent'],
  [25, 'elevated'],
  [10, 'normal'],
  [0, 'calm'],
];

const ROWS_MAX = 100;
const WARNINGS_MAX = 20;
const DAY_MS = 86_400_000;

/**
 * Measures how much the results of a search moved between checks, who gained and who lost.
 *
 * Lists of unequal length are compared as far as both reach; what lies below is unknown and never called gone.
 */
export const volatility: Task<VolatilityInput, VolatilityReport> = defineTask(
  import.meta.url,
  'volatility',
  measureVolatility,
);

function measureVolatility(input: VolatilityInput): VolatilityReport {
  const { snapshots, warnings } = readSnapshots(input.snapshots);
  const positionsMin = POSITIONS_MIN[input.sensitivity];
  const intervals = snapshots.slice(1).map((after, at) => measureInterval(snapshots[at] ?? after, after));
  const whole = intervals.length === 0 ? undefined : averageIntervals(intervals);
  return {
    keyword: cleanText(input.keyword, 700),
    location: cleanText(input.location, 200),
    device: input.device,
    sensitivity: input.sensitivity,
    positions_min: positionsMin,
    snapshots_compared: snapshots.length,
    first_checked_at: snapshots[0]?.checked_at ?? null,
    last_checked_at: snapshots.at(-1)?.checked_at ?? null,
    ...formatScores(whole),
    ...listMoves(snapshots, positionsMin),
    target_visibility: input.target_hosts.map((host) => trackTarget(host, snapshots, positionsMin)),
    intervals: intervals.map(({ row }) => row),
    top_domains: rankDomains(snapshots),
    warnings:
      warnings.length > WARNINGS_MAX
        ? [...warnings.slice(0, WARNINGS_MAX), `${counted(warnings.length - WARNINGS_MAX, 'more warning')}.`]
        : [...warnings],
  };
}

type Measured = Pick<ReturnType<typeof measureInterval>, 'components' | 'parts'>;

function measureInterval(before: Snapshot, after: Snapshot) {
  const components = compareSnapshots(before, after);
  const parts = scoreVolatility(components);
  const { new_entries, dropouts } = findMovements(before, after, 1);
  const row: z.infer<typeof Interval> = {
    from: before.checked_at,
    to: after.checked_at,
    days: Math.round(((after.checked_at_ms - before.checked_at_ms) / DAY_MS) * 100) / 100,
    depth_compared: Math.min(before.depth, after.depth),
    ...parts,
    components: roundComponents(components),
    interpretation: interpretScore(parts.volatility_score),
    new_entries: new_entries.length,
    dropouts: dropouts.length,
  };
  return { components, parts, row };
}

function interpretScore(score: number): Interpretation {
  return BANDS.find(([from]) => score >= from)?.[1] ?? 'calm';
}

const UNKNOWN: Components = mapMeasures(() => null);

function formatScores(
  whole: Measured | undefined,
): Pick<VolatilityReport, 'volatility_score' | 'score_components' | 'interpretation' | 'components'> {
  if (whole === undefined) {
    return { volatility_score: null, score_components: null, interpretation: null, components: UNKNOWN };
  }
  return {
    ...whole.parts,
    interpretation: interpretScore(whole.parts.volatility_score),
    components: roundComponents(whole.components),
  };
}

type Moves = Pick<
  VolatilityReport,
  'counts' | 'first_place' | 'winners' | 'losers' | 'new_entries' | 'dropouts' | 'feature_changes'
>;

/** Whether any two snapshots in a row say which SERP features they have. */
function areFeaturesKnown(snapshots: readonly Snapshot[]): boolean {
  return snapshots.some(({ features }, at) => features !== null && (snapshots[at - 1]?.features ?? null) !== null);
}

function listMoves(snapshots: readonly Snapshot[], positionsMin: number): Moves {
  const [first, ...later] = snapshots;
  const last = later.at(-1);
  const features = findFeatureChanges(snapshots);
  const isPair = first !== undefined && last !== undefined;
  const moves = isPair
    ? findMovements(first, last, positionsMin)
    : { winners: [], losers: [], new_entries: [], dropouts: [] };
  return {
    counts: {
      winners: moves.winners.length,
      losers: moves.losers.length,
      new_entries: moves.new_entries.length,
      dropouts: moves.dropouts.length,
      feature_changes: areFeaturesKnown(snapshots) ? features.length : null,
    },
    first_place: isPair ? compareFirstPlaces(first, last) : null,
    winners: moves.winners.slice(0, ROWS_MAX),
    losers: moves.losers.slice(0, ROWS_MAX),
    new_entries: moves.new_entries.slice(0, ROWS_MAX),
    dropouts: moves.dropouts.slice(0, ROWS_MAX),
    feature_changes: features.slice(0, ROWS_MAX),
  };
}
