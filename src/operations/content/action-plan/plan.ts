import {
  confidenceOf,
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import { pageAddress } from '../../../web/url.ts';
import { readDependencies } from './dependencies.ts';
import type { GivenItem } from './items.ts';
import { quoteTitle } from './planned.ts';
import type { ActionPlanReport } from './report.ts';
import type { ScheduledItem, UnscheduledItem } from './rows.ts';

const STEPS_MAX = 6;

const OWNERS: Readonly<Record<ScheduledItem['kind']['value'], string>> = {
  refresh: 'editor',
  technical: 'developer',
  links: 'outreach',
  internal_links: 'editor',
  conversion: 'designer',
  launch: 'marketing',
  new_content: 'writer',
  other: 'team',
};

interface Asked {
  readonly items: readonly GivenItem[];
  readonly goal?: string | undefined;
  readonly horizon_days: number;
  readonly weekly_capacity: number;
  readonly team?: readonly string[] | undefined;
}

/** What to do about the calendar, based on it alone. */
export function planActionPlan(report: ActionPlanReport, asked: Asked): WorkflowDraft {
  const { scheduled, totals, horizon } = report;
  const [first] = scheduled;
  return makePlan({
    summary:
      first === undefined
        ? `Planned 0 of ${counted(totals.items, 'item')}.`
        : `Planned ${totals.scheduled} of ${counted(totals.items, 'item')} from ${horizon.start_date} to ${horizon.end_date}, using ${totals.scheduled_points} of ${counted(totals.capacity_points, 'point')}.`,
    steps: listSteps(report),
    otherwise: planWithoutItem(report),
    ...(first === undefined ? {} : { recommended_action: `Start on ${first.start_date} with: ${first.item}.` }),
    priority: first === undefined ? 'medium' : first.precedence === 'critical' ? 'high' : first.precedence,
    confidence: weighAssumptions(report),
    guardrails: [
      'Scores rank the work; they do not forecast traffic.',
      'Plan again when an item slips: do not move the dates of what depends on it by hand.',
      'Ask the owners before you commit them: the plan knows their names, not their calendars.',
    ],
    next_calls: planNextCalls(report, asked),
  });
}

function listSteps({ scheduled, risk_register: [risk] }: ActionPlanReport): StepDraft[] {
  if (scheduled.length === 0) return [];
  return listed([
    ...scheduled.slice(0, STEPS_MAX).map((row) => ({
      action: `${row.item}: ${row.start_date === row.due_date ? row.start_date : `${row.start_date} to ${row.due_date}`}.`,
      why: row.why_now,
      evidence: [
        `score ${row.score}`,
        ...row.allocations.map(({ week, points }) => `${counted(points, 'point')} in week ${week}`),
      ],
      effort: rateEffort(row.effort_points),
      owner_hint: row.owner ?? OWNERS[row.kind.value],
    })),
    risk && { action: risk.mitigation, why: risk.risk, evidence: risk.items.slice(0, 3), owner_hint: 'lead' },
  ]);
}

function rateEffort(points: number): Level {
  if (points <= 1) return 'low';
  return points <= 3 ? 'medium' : 'high';
}

function planWithoutItem({ unscheduled }: ActionPlanReport): StepDraft {
  const first = unscheduled.find(({ reason }) => reason !== 'finished' && reason !== 'cancelled');
  return {
    action:
      first === undefined
        ? 'Send new items: everything here is finished or cancelled.'
        : 'Unblock the first item, or raise weekly_capacity or horizon_days, and plan again.',
    why: first === undefined ? 'There is no open item.' : `${quoteTitle(first.item)}: ${first.why}`,
    evidence: [`unscheduled: ${unscheduled.length}`],
    owner_hint: 'lead',
  };
}

function weighAssumptions({ scheduled, warnings }: ActionPlanReport): ReturnType<typeof confidenceOf> {
  if (scheduled.length === 0) return confidenceOf(0.3, ['Nothing could be planned.']);
  const effort = scheduled.filter(({ effort_source: source }) => source !== 'assumed').length;
  const impact = scheduled.filter(({ impact_source: source }) => source !== 'assumed').length;
  const assumed = 1 - (effort + impact) / (2 * scheduled.length);
  return confidenceOf(0.9 - 0.5 * assumed - (warnings.length > 0 ? 0.1 : 0), [
    `Effort is given for ${effort} of ${counted(scheduled.length, 'item')}.`,
    `Impact is given, or taken from the priority, for ${impact} of ${scheduled.length}.`,
    warnings.length > 0 ? `${counted(warnings.length, 'value')} could not be read as sent.` : undefined,
  ]);
}

/** Rows that a follow-up call repeats; more would make the answer twice as long. */
const NEXT_ITEMS_MAX = 50;

function planNextCalls(report: ActionPlanReport, asked: Asked): PlannedCall[] {
  const [page] = report.scheduled.flatMap(({ url }) => (url === null ? [] : (pageAddress(url) ?? [])));
  const dependencies = readDependencies(asked.items).of;
  const left = listRemainder(report, dependencies);
  return listed([
    page && {
      operation: 'content.technical-qa',
      body: { url: page.url },
      reason: 'Shows what else is wrong with the first page in the plan before work on it starts.',
    },
    left.length > 0 && left.length <= NEXT_ITEMS_MAX && planRemainder(asked, report, left, dependencies),
  ]);
}

/**
 * What did not fit, and what waits for that: with everything that either waits for and that is not done, blocked and
 * cancelled items too, so that no dependency is lost.
 */
function listRemainder({ unscheduled }: ActionPlanReport, dependencies: readonly (readonly number[])[]): number[] {
  const rows = new Map(unscheduled.map((row) => [row.index, row]));
  const isOut = ({ reason }: Pick<UnscheduledItem, 'reason'>): boolean => reason === 'capacity' || reason === 'horizon';
  const kept = new Set(
    unscheduled.filter((row) => isOut(row) || row.root_causes.some(isOut)).map(({ index }) => index),
  );
  // A set is walked on as it grows.
  for (const index of kept) {
    for (const dep of dependencies[index] ?? []) {
      const row = rows.get(dep);
      if (row !== undefined && row.reason !== 'finished') kept.add(dep);
    }
  }
  return [...kept].sort((one, other) => one - other);
}

const HORIZON_MAX = 90;

/** The rest of the list as a plan of its own, over a horizon long enough for it, with the dependencies still open. */
function planRemainder(
  { items, goal, horizon_days, weekly_capacity, team }: Asked,
  { unscheduled }: ActionPlanReport,
  kept: readonly number[],
  dependencies: readonly (readonly number[])[],
): PlannedCall {
  const places = new Map(kept.map((index, at) => [index, at]));
  const points = unscheduled
    .filter(({ index }) => places.has(index))
    .reduce((sum, { effort_points: each }) => sum + each, 0);
  const weeks = Math.ceil(points / weekly_capacity) + 1;
  return {
    operation: 'content.action-plan',
    body: {
      items: kept.map((index) => ({
        ...items[index],
        dependencies: (dependencies[index] ?? []).flatMap((dep) => places.get(dep) ?? []).slice(0, 100),
      })),
      goal,
      horizon_days: Math.min(HORIZON_MAX, Math.max(horizon_days, weeks * 7)),
      weekly_capacity,
      team,
    },
    reason: 'Plans what did not fit, with its dependencies; send it when this plan is done.',
  };
}

const ROWS_MAX = 10;

/** What a person would paste into a report about the plan. */
export function summarizeActionPlan(report: ActionPlanReport): string {
  const { scheduled, totals, risk_register, critical_path: path, horizon } = report;
  const [first] = scheduled;
  const critical = path.slice(0, 5).map(({ item }) => inline(item, 40));
  return formatSummary({
    heading: `Action plan, ${horizon.start_date} to ${horizon.end_date}`,
    facts: [
      `Planned ${totals.scheduled} of ${counted(totals.items, 'item')}: ${totals.scheduled_points.toLocaleString('en-US')} of ${counted(totals.capacity_points, 'effort point')}`,
      `Not in the plan: ${totals.unscheduled}${formatReasons(report)}`,
      path.length > 1 ? `Critical path: ${critical.join(' → ')}` : undefined,
      ...risk_register.slice(0, 2).map(({ risk }) => `Risk: ${inline(risk, 160)}`),
    ],
    table: formatRows(scheduled, ROWS_MAX, [
      ['Item', ({ item }) => inline(item, 60)],
      ['Start', (row) => row.start_date],
      ['Due', (row) => row.due_date],
      ['Points', (row) => String(row.effort_points)],
      ['Owner', ({ owner }) => (owner === null ? null : inline(owner, 24))],
      ['Score', ({ score }) => score],
    ]),
    notes:
      scheduled.length > ROWS_MAX ? [`${counted(scheduled.length - ROWS_MAX, 'more item')} in the full list.`] : [],
    next:
      first === undefined
        ? 'Send open items, or raise weekly_capacity or horizon_days, and plan again.'
        : `Start on ${first.start_date} with: ${first.item}.`,
  });
}

const REASON_PHRASES = [
  ['did not fit', ['capacity', 'horizon']],
  ['waiting for another item', ['dependency']],
  ['blocked', ['blocked']],
  ['cancelled', ['cancelled']],
  ['finished', ['finished']],
] as const;

function formatReasons({ unscheduled }: ActionPlanReport): string {
  const parts = REASON_PHRASES.flatMap(([phrase, reasons]) => {
    const count = unscheduled.filter(({ reason }) => reasons.some((each) => each === reason)).length;
    return count === 0 ? [] : [`${count} ${phrase}`];
  });
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
