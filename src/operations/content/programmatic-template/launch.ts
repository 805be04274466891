import { z } from 'zod';

import { listed } from '../../../guidance/plan.ts';
import { agree, counted, joinWords } from '../../../kernel/grammar.ts';
import { Level } from '../../../kernel/level.ts';
import { sharedOut } from '../../../kernel/points.ts';
import { isSevere, type Problem } from './problems.ts';
import { formatPercent, NEAR_DUPLICATES_TOLERATED, type Own, OWN_CONTENT, THIN_TOLERATED } from './uniqueness.ts';

export const CADENCES = ['pilot', 'weekly_batch', 'monthly_batch', 'bulk_import'] as const;
export type Cadence = (typeof CADENCES)[number];

export const LAUNCH_DECISIONS = ['launch_pilot', 'fix_first', 'do_not_launch'] as const;
type LaunchDecision = (typeof LAUNCH_DECISIONS)[number];

export const LaunchStep = z.object({
  order: z.int(),
  phase: z.string(),
  pages: z.int().nullable().describe('null where the number of pages is unknown.'),
  when: z.string(),
  gate: z.string().describe('What must be true before the next phase.'),
});
type LaunchStep = z.infer<typeof LaunchStep>;

/** Fewer records say little about thousands of pages. */
const SAMPLE_GOOD = 10;
/** Fewer say nothing: any two or three records may happen to differ. */
const SAMPLE_MIN = 5;
const NEAR_DUPLICATES_FATAL = 0.5;
const COLLISIONS_FATAL = 0.3;

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
export function measureSample(own: readonly Own[], problems: readonly Problem[], variables: number): Measures {
  const records = own.length;
  const affected = (types: readonly Problem['type'][]): number =>
    new Set(problems.filter(({ type }) => types.includes(type)).flatMap(({ found = [] }) => found)).size;
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

interface Decision {
  readonly launch_decision: LaunchDecision;
  readonly reasons: string[];
  /** What has to hold before anything is published: the other side of each reason. */
  readonly gates: readonly string[];
}

/** Problems that `decideLaunch` weighs by their measured share instead. */
const MEASURED: readonly Problem['type'][] = ['near_duplicate_pages', 'thin_pages'];

/** What argues against a launch, and the state in which it no longer does. */
type Obstacle = readonly [reason: string, gate: string];

/** Whether to launch, with the figures that decide it. Nothing is launched on what was not measured. */
export function decideLaunch(measures: Measures, problems: readonly Problem[]): Decision {
  const { near_duplicate_share: copies, thin_share: thin, collision_share: collisions, records } = measures;
  const severe = problems.filter((found) => isSevere(found) && !MEASURED.includes(found.type)).length;
  const similar: Obstacle = [
    `${formatPercent(copies)} of the records are near-duplicates`,
    `At most ${formatPercent(NEAR_DUPLICATES_TOLERATED)} of the records are near-duplicates.`,
  ];
  const fatal = listed<Obstacle>([
    problems.some(({ type }) => type === 'no_variable') && [
      'a pattern has no variable',
      'Both patterns have a variable.',
    ],
    isAtLeast(copies, NEAR_DUPLICATES_FATAL) && similar,
    isAtLeast(collisions, COLLISIONS_FATAL) && [
      `${formatPercent(collisions)} of the records collide`,
      'No two records share a URL or a search.',
    ],
  ]);
  const open = listed<Obstacle>([
    records < SAMPLE_MIN && describeFewRecords(records),
    severe > 0 && [
      `${counted(severe, 'problem')} of critical or high severity ${agree(severe, 'is')} open`,
      'No problem of critical or high severity is open.',
    ],
    fatal.length === 0 && isAtLeast(copies, NEAR_DUPLICATES_TOLERATED) && similar,
    isAtLeast(thin, THIN_TOLERATED) && [
      `${formatPercent(thin)} of the records make thin pages`,
      `Fewer than ${formatPercent(THIN_TOLERATED)} of the records make thin pages: each has ${OWN_CONTENT}.`,
    ],
  ]);
  const gates = [...fatal, ...open].map(([, gate]) => gate);
  if (fatal.length > 0) return { launch_decision: 'do_not_launch', reasons: fatal.map(([reason]) => reason), gates };
  if (open.length > 0) return { launch_decision: 'fix_first', reasons: open.map(([reason]) => reason), gates };
  return {
    launch_decision: 'launch_pilot',
    reasons: [
      `${formatPercent(copies)} near-duplicates and ${formatPercent(thin)} thin pages in ${counted(records, 'record')}`,
    ],
    gates,
  };
}

function describeFewRecords(records: number): Obstacle {
  const reason =
    records === 0
      ? 'no sample records, so similarity and thin pages were not measured'
      : `only ${counted(records, 'sample record')}, which ${agree(records, 'says')} too little about the rest`;
  return [reason, `At least ${SAMPLE_GOOD} real records have been sent and measured.`];
}

function isAtLeast(value: number | null, bound: number): boolean {
  return value !== null && value >= bound;
}

interface ScaleRisk {
  readonly scale_risk: Level;
  readonly scale_risk_reasons: string[];
}

/** From this share on, what a gate keeps out is a cost of the template and not a slip. */
const SHARE_NOTED = 0.1;
const PAGES_MANY = 1000;
const PAGES_VERY_MANY = 10_000;

/** What publishing at this size and pace may cost the whole site. */
export function judgeScaleRisk(
  measures: Measures,
  asked: { readonly pages: number | null; readonly cadence: Cadence; readonly stale: readonly string[] },
): ScaleRisk {
  const { near_duplicate_share: copies, thin_share: thin, collision_share: collisions, records } = measures;
  const { pages, cadence, stale } = asked;
  const weighed: readonly (readonly [points: number, reason: string])[] = [
    [
      countPoints(copies, [NEAR_DUPLICATES_TOLERATED, 2], [NEAR_DUPLICATES_FATAL, 3]),
      `${formatPercent(copies)} near-duplicates in the sample`,
    ],
    [countPoints(pages, [PAGES_MANY, 1], [PAGES_VERY_MANY, 2]), `${counted(pages ?? 0, 'page')} planned`],
    [countPoints(thin, [SHARE_NOTED, 1], [THIN_TOLERATED, 2]), `${formatPercent(thin)} thin pages in the sample`],
    [countPoints(collisions, [SHARE_NOTED, 1]), `${formatPercent(collisions)} of the sample collide`],
    [cadence === 'bulk_import' ? 2 : 0, 'all pages are published at once'],
    [countPoints(stale.length, [1, 1]), `no freshness given for ${joinWords(stale.slice(0, 3))}`],
    [records < SAMPLE_GOOD ? 1 : 0, `only ${counted(records, 'sample record')} to judge from`],
  ];
  const reasons = weighed.filter(([points]) => points > 0);
  const points = reasons.reduce((sum, [each]) => sum + each, 0);
  return {
    scale_risk: points >= 3 ? 'high' : points >= 2 ? 'medium' : 'low',
    scale_risk_reasons:
      reasons.length === 0 ? ['no measurement argues against it'] : reasons.map(([, reason]) => reason),
  };
}

/** The points of the last bound that a value reaches; none where it is not known. */
function countPoints(value: number | null, ...bounds: readonly (readonly [from: number, points: number])[]): number {
  return bounds.findLast(([from]) => isAtLeast(value, from))?.[1] ?? 0;
}

const BATCHES: Readonly<Record<Cadence, { readonly when: string; readonly share: number }>> = {
  pilot: { when: 'after the pilot has passed its gates', share: 0.25 },
  weekly_batch: { when: 'every week', share: 0.1 },
  monthly_batch: { when: 'every month', share: 0.25 },
  bulk_import: { when: 'in four steps, a week apart, even though bulk_import was requested', share: 0.25 },
};

const PILOT_PAGES_MAX = 50;

/** Pilot, batches, maintenance. What is not ready starts with fixes. */
export function planLaunchSteps(
  { launch_decision, gates }: Decision,
  pages: number | null,
  cadence: Cadence,
): LaunchStep[] {
  const pilot = pages === null ? PILOT_PAGES_MAX : Math.min(PILOT_PAGES_MAX, Math.max(1, Math.ceil(pages / 10)));
  const { when, share } = BATCHES[cadence];
  const fixes = {
    phase: launch_decision === 'do_not_launch' ? 'Rethink the data' : 'Fix the problems',
    pages: 0,
    when: 'before anything is published',
    gate: gates.join(' '),
  };
  const rest = [
    {
      phase: 'Pilot',
      pages: pilot,
      when: launch_decision === 'launch_pilot' ? 'now' : 'once the first gate is met',
      gate: 'After four weeks, at least 60% of the pilot pages are indexed and some have impressions.',
    },
    {
      phase: 'Batches',
      pages: pages === null ? null : Math.max(1, Math.ceil((pages - pilot) * share)),
      when,
      gate: 'Each batch is indexed as well as the one before; stop if the share falls by a fifth.',
    },
    {
      phase: 'Maintenance',
      pages,
      when: 'every quarter',
      gate: 'Pages without impressions in six months are improved, merged or removed.',
    },
  ];
  const phases = launch_decision === 'launch_pilot' ? rest : [fixes, ...rest];
  return phases.map((phase, at) => ({ order: at + 1, ...phase }));
}

/** Points of each part when all could be judged; they add up to 100. Our own weights. */
const POINTS = { patterns: 15, data: 15, addresses: 20, uniqueness: 25, depth: 25 } as const;
type Part = keyof typeof POINTS;
const PARTS: readonly Part[] = ['patterns', 'data', 'addresses', 'uniqueness', 'depth'];

const LOSS: Readonly<Record<Problem['severity'], number>> = { critical: 1, high: 0.5, medium: 0.2, low: 0.05 };
/** Most that a template can score by its decision: a template that must not launch is not half ready. */
const SCORE_MAX: Readonly<Record<LaunchDecision, number>> = { launch_pilot: 100, fix_first: 66, do_not_launch: 33 };

interface Readiness {
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
export function scoreReadiness(measures: Measures, problems: readonly Problem[], decision: LaunchDecision): Readiness {
  const kept: Readonly<Record<Part, number | null>> = {
    patterns: sharePatterns(problems),
    data: shareData(measures, problems),
    addresses: shareAddresses(measures),
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

function sharePatterns(problems: readonly Problem[]): number {
  const own = problems.filter(({ found = [], type }) => found.length === 0 && !type.endsWith('without_data'));
  return Math.max(0, 1 - own.reduce((sum, { severity }) => sum + LOSS[severity], 0));
}

function shareData({ variables }: Measures, problems: readonly Problem[]): number | null {
  if (variables === 0) return null;
  return 1 - problems.filter(({ type }) => type === 'variable_without_data').length / variables;
}

function shareAddresses({ collision_share, faulty_share }: Measures): number | null {
  if (collision_share === null || faulty_share === null) return null;
  return Math.max(0, 1 - collision_share - faulty_share);
}
