import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { Cadence, LaunchDecision } from './input.ts';
import { NEAR_DUPLICATES_TOLERATED, OWN_CONTENT, THIN_TOLERATED } from './content-problems.ts';
import type { Problem } from './problems.ts';
import type { Measures } from './score.ts';

export const LaunchStep = z.object({
  order: z.int(),
  phase: z.string(),
  pages: z.int().nullable().describe('null where the number of pages is not known.'),
  when: z.string(),
  gate: z.string().describe('What has to hold before the next phase.'),
});
type LaunchStep = z.infer<typeof LaunchStep>;

/** Fewer records say little about thousands of pages. */
const SAMPLE_GOOD = 10;
/** Fewer say nothing: any two or three records may happen to differ. */
const SAMPLE_MIN = 5;
const NEAR_DUPLICATES_FATAL = 0.5;
const COLLISIONS_FATAL = 0.3;

export interface Decision {
  readonly launch_decision: LaunchDecision;
  readonly reasons: string[];
  /** What has to hold before anything is published: the other side of each reason. */
  readonly gates: readonly string[];
}

/** Problems that `decide` weighs by their measured share instead. */
const MEASURED: readonly Problem['type'][] = ['near_duplicate_pages', 'thin_pages'];

/** Whether to launch, with the figures that decide it. Nothing is launched on what was not measured. */
export function decide(measures: Measures, problems: readonly Problem[]): Decision {
  const { near_duplicate_share, thin_share, collision_share, records } = measures;
  const alike = `At most ${percent(NEAR_DUPLICATES_TOLERATED)} of the records are near-duplicates.`;
  const fatal: Obstacle[] = [];
  if (problems.some(({ type }) => type === 'no_variable'))
    fatal.push(['a pattern has no variable', 'Both patterns have a variable.']);
  if (atLeast(near_duplicate_share, NEAR_DUPLICATES_FATAL))
    fatal.push([`${percent(near_duplicate_share)} of the records are near-duplicates`, alike]);
  if (atLeast(collision_share, COLLISIONS_FATAL))
    fatal.push([`${percent(collision_share)} of the records collide`, 'No two records share an address or a search.']);
  const open: Obstacle[] = [];
  if (records < SAMPLE_MIN) open.push(fewRecords(records));
  const grave = problems.filter(
    ({ severity, type }) => (severity === 'critical' || severity === 'high') && !MEASURED.includes(type),
  ).length;
  if (grave > 0)
    open.push([
      `${counted(grave, 'problem')} of critical or high severity ${grave === 1 ? 'is' : 'are'} open`,
      'No problem of critical or high severity is open.',
    ]);
  if (fatal.length === 0 && atLeast(near_duplicate_share, NEAR_DUPLICATES_TOLERATED))
    open.push([`${percent(near_duplicate_share)} of the records are near-duplicates`, alike]);
  if (atLeast(thin_share, THIN_TOLERATED))
    open.push([
      `${percent(thin_share)} of the records make thin pages`,
      `Fewer than ${percent(THIN_TOLERATED)} of the records make thin pages: each has ${OWN_CONTENT}.`,
    ]);
  if (fatal.length > 0) return decision('do_not_launch', fatal, open);
  if (open.length > 0) return decision('fix_first', open, []);
  return {
    launch_decision: 'launch_pilot',
    reasons: [
      `${percent(near_duplicate_share)} near-duplicates and ${percent(thin_share)} thin pages in ${counted(records, 'record')}`,
    ],
    gates: [],
  };
}

/** What stands against a launch, and the state in which it does not. */
type Obstacle = readonly [reason: string, gate: string];

function decision(launch_decision: LaunchDecision, decisive: readonly Obstacle[], more: readonly Obstacle[]): Decision {
  return {
    launch_decision,
    reasons: decisive.map(([reason]) => reason),
    gates: [...decisive, ...more].map(([, gate]) => gate),
  };
}

function fewRecords(records: number): Obstacle {
  const reason =
    records === 0
      ? 'no sample records: likeness and thin pages were not measured'
      : `only ${counted(records, 'sample record')}, which ${records === 1 ? 'says' : 'say'} too little about the rest`;
  return [reason, `${SAMPLE_GOOD} or more real records were sent and measured.`];
}

function atLeast(value: number | null, bound: number): boolean {
  return value !== null && value >= bound;
}

export function percent(share: number | null): string {
  return share === null ? 'an unknown share' : `${Math.round(share * 1000) / 10} %`;
}

export interface ScaleRisk {
  readonly scale_risk: Level;
  readonly scale_risk_reasons: string[];
}

/** From this share on, what a gate keeps out is a cost of the template and not a slip. */
const SHARE_NOTED = 0.1;
const PAGES_MANY = 1000;
const PAGES_VERY_MANY = 10_000;

/** What publishing at this size and pace may cost the whole site. */
export function scaleRiskOf(
  measures: Measures,
  asked: { readonly pages: number | null; readonly cadence: Cadence; readonly stale: readonly string[] },
): ScaleRisk {
  const { near_duplicate_share, thin_share, collision_share, records } = measures;
  const reasons: [number, string][] = [...likenessRisk(near_duplicate_share), ...sizeRisk(asked.pages)];
  if (atLeast(thin_share, SHARE_NOTED))
    reasons.push([atLeast(thin_share, THIN_TOLERATED) ? 2 : 1, `${percent(thin_share)} thin pages in the sample`]);
  if (atLeast(collision_share, SHARE_NOTED)) reasons.push([1, `${percent(collision_share)} of the sample collide`]);
  if (asked.cadence === 'bulk_import') reasons.push([2, 'all pages are published at once']);
  if (asked.stale.length > 0) reasons.push([1, `no freshness known of ${asked.stale.slice(0, 3).join(', ')}`]);
  if (records < SAMPLE_GOOD) reasons.push([1, `only ${counted(records, 'sample record')} to judge by`]);
  const points = reasons.reduce((sum, [weight]) => sum + weight, 0);
  return {
    scale_risk: points >= 3 ? 'high' : points >= 2 ? 'medium' : 'low',
    scale_risk_reasons:
      reasons.length === 0 ? ['nothing measured speaks against it'] : reasons.map(([, reason]) => reason),
  };
}

function likenessRisk(share: number | null): [number, string][] {
  const weight = atLeast(share, NEAR_DUPLICATES_FATAL) ? 3 : atLeast(share, NEAR_DUPLICATES_TOLERATED) ? 2 : 0;
  return weight === 0 ? [] : [[weight, `${percent(share)} near-duplicates in the sample`]];
}

function sizeRisk(pages: number | null): [number, string][] {
  if (pages === null || pages < PAGES_MANY) return [];
  return [[pages >= PAGES_VERY_MANY ? 2 : 1, `${counted(pages, 'page')} planned`]];
}

const BATCHES: Readonly<Record<Cadence, { readonly when: string; readonly share: number }>> = {
  pilot: { when: 'after the pilot has passed its gates', share: 0.25 },
  weekly_batch: { when: 'every week', share: 0.1 },
  monthly_batch: { when: 'every month', share: 0.25 },
  bulk_import: { when: 'in four steps, a week apart, though bulk_import was asked', share: 0.25 },
};

const PILOT_PAGES_MAX = 50;

/** Pilot, batches, upkeep. What is not ready begins with mending. */
export function launchPlan({ launch_decision, gates }: Decision, pages: number | null, cadence: Cadence): LaunchStep[] {
  const pilot = pages === null ? PILOT_PAGES_MAX : Math.min(PILOT_PAGES_MAX, Math.max(1, Math.ceil(pages / 10)));
  const { when, share } = BATCHES[cadence];
  const mend = {
    phase: launch_decision === 'do_not_launch' ? 'Rethink the data' : 'Mend',
    pages: 0,
    when: 'before anything is published',
    gate: gates.join(' '),
  };
  const rest = [
    {
      phase: 'Pilot',
      pages: pilot,
      when: launch_decision === 'launch_pilot' ? 'now' : 'once the first gate holds',
      gate: 'After four weeks at least 60 % of the pilot pages are indexed, and some have impressions.',
    },
    {
      phase: 'Batches',
      pages: pages === null ? null : Math.max(1, Math.ceil((pages - pilot) * share)),
      when,
      gate: 'Each batch is indexed as well as the one before; stop when the share falls by a fifth.',
    },
    {
      phase: 'Upkeep',
      pages,
      when: 'every quarter',
      gate: 'Pages without impressions in six months are improved, merged or removed.',
    },
  ];
  const phases = launch_decision === 'launch_pilot' ? rest : [mend, ...rest];
  return phases.map((phase, at) => ({ order: at + 1, ...phase }));
}
