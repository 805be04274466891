import { z } from 'zod';

import { listed } from '../../../guidance/plan.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { Level, priorityOf } from '../../../kernel/level.ts';
import { type Item, PRECEDENCES } from './items.ts';
import { WORK_KINDS } from './kinds.ts';
import { countWaiting, listLeftBehind, listOwners, type Planned, quoteTitle, toPoints } from './planned.ts';
import type { Placement } from './schedule.ts';

export const Points = z.number().describe('Effort points, to hundredths.');

export const ScheduledItem = z.object({
  item: z.string().describe('Title of the item.'),
  index: z.int().describe('Position of the item in the request, from 0.'),
  url: z.string().nullable(),
  keyword: z.string().nullable(),
  start_date: z.string(),
  due_date: z.string().describe('Last day of work. Both dates are working days.'),
  week: z.int().describe('Week in which it starts, counted from 1.'),
  allocations: z
    .array(z.object({ week: z.int(), points: Points }))
    .describe('More than one where the item does not fit into a week.'),
  effort_points: Points,
  effort_source: z.enum(['given', 'assumed']),
  owner: z.string().nullable().describe('null without a team.'),
  shared_with: z
    .array(z.string())
    .describe('Other owners who do parts of it: no single owner has the time left to finish it, or what waits for it.'),
  depends_on: z.array(z.string()).describe('Titles of the items that must be done first, including finished ones.'),
  kind: z.object({
    value: z.enum([...WORK_KINDS, 'other']),
    confidence: z.number(),
    evidence: z.array(z.string()).describe('The words of the title that indicate it.'),
  }),
  impact_source: z.enum(['given', 'from_priority', 'assumed']),
  score: z.int(),
  score_components: z.object({ impact: z.int(), priority: z.int(), goal_fit: z.int() }),
  priority: Level.describe('Based on the score.'),
  priority_given: z.union([z.string(), z.number()]).nullable().describe('As sent.'),
  precedence: z
    .enum(PRECEDENCES)
    .describe('Based on the priority sent, or on the score where that is higher. Higher levels are placed first.'),
  why_now: z.string(),
});
export type ScheduledItem = z.infer<typeof ScheduledItem>;

/** The rows of the plan, in the order of their start. */
export function listScheduled(planned: Planned): ScheduledItem[] {
  const waiting = countWaiting(planned);
  const rows = [...planned.stays].flatMap(([index, stay]) => {
    const item = planned.items[index];
    return item === undefined ? [] : [{ stay, row: toScheduled(planned, item, stay, waiting.get(index) ?? 0) }];
  });
  return rows
    .sort(
      (one, other) =>
        one.stay.start - other.stay.start || one.stay.end - other.stay.end || one.row.index - other.row.index,
    )
    .map(({ row }) => row);
}

function toScheduled(planned: Planned, item: Item, stay: Placement, waiting: number): ScheduledItem {
  const { items, dependencies, calendar } = planned;
  const [owner, ...others] = listOwners(planned, item.index);
  const { index, title, url, keyword, effort_source, impact_source, kind, score, score_components } = item;
  return {
    item: title,
    index,
    url,
    keyword,
    start_date: calendar.dates[stay.start] ?? '',
    due_date: calendar.dates[stay.end] ?? '',
    week: (calendar.week_of[stay.start] ?? 0) + 1,
    allocations: sumByWeek(stay),
    effort_points: toPoints(item.effort),
    effort_source,
    owner: owner ?? null,
    shared_with: others,
    depends_on: (dependencies[index] ?? []).map((dep) => items[dep]?.title ?? ''),
    kind: { value: kind.value, confidence: kind.confidence, evidence: [...kind.evidence] },
    impact_source,
    score,
    score_components: { ...score_components },
    priority: priorityOf(score),
    priority_given: item.priority_given,
    precedence: item.precedence,
    why_now: explainNow(item, {
      waiting,
      deps: dependencies[index]?.length ?? 0,
      behind: listLeftBehind(planned, index),
    }),
  };
}

function sumByWeek({ allocations }: Placement): ScheduledItem['allocations'] {
  const weeks = [...new Set(allocations.map(({ week }) => week))];
  return weeks.map((week) => {
    const parts = allocations.filter((allocation) => allocation.week === week);
    return { week: week + 1, points: toPoints(parts.reduce((sum, { effort }) => sum + effort, 0)) };
  });
}

interface Around {
  /** Scheduled items that wait for it. */
  readonly waiting: number;
  readonly deps: number;
  /** Items that wait for it and are not in the plan. */
  readonly behind: readonly Item[];
}

function explainNow({ state, score, effort, score_components, kind, precedence }: Item, around: Around): string {
  const { waiting, deps, behind } = around;
  const fitsGoal = score_components.goal_fit >= 12 && kind.value !== 'other';
  const text = listed([
    precedence === 'critical' && 'critical work comes first',
    state === 'started' && 'it is already in progress',
    waiting > 0 && `${counted(waiting, 'other item')} ${agree(waiting, 'waits')} for it`,
    `score ${score} for ${counted(toPoints(effort), 'point')}${fitsGoal ? `, and ${kind.value.replaceAll('_', ' ')} work fits the goal` : ''}`,
    deps > 0 && 'it comes after what it depends on',
    behind.length > 0 && explainLeftBehind(behind),
  ]).join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1) + '.';
}

function explainLeftBehind(behind: readonly Item[]): string {
  const titles = listFirst(
    behind.map(({ title }) => quoteTitle(title)),
    1,
    ' and ',
  );
  const count = behind.length;
  return `${titles}, which ${agree(count, 'waits')} for it, ${agree(count, 'is')} not in the plan, so it is planned on its own merit`;
}

/** The first of a list, and how many other items there are. */
function listFirst(texts: readonly string[], max: number, joint: string): string {
  const rest = texts.length - max;
  return texts.slice(0, max).join(joint) + (rest > 0 ? ` and ${counted(rest, 'other item')}` : '');
}

const REASONS = ['finished', 'cancelled', 'blocked', 'dependency', 'capacity', 'horizon'] as const;
type Reason = (typeof REASONS)[number];

export const UnscheduledItem = z.object({
  item: z.string(),
  index: z.int(),
  why: z.string(),
  reason: z.enum(REASONS),
  root_causes: z
    .array(z.object({ item: z.string(), index: z.int(), reason: z.enum(REASONS) }))
    .describe('If the reason is dependency: the items at the end of the chain that it waits for, at most ten.'),
  effort_points: z.number(),
  score: z.int(),
  priority_given: z.union([z.string(), z.number()]).nullable().describe('As sent.'),
  precedence: z.enum(PRECEDENCES),
});
export type UnscheduledItem = z.infer<typeof UnscheduledItem>;

const ROOTS_MAX = 10;

/** Every item that is not in the plan, with the reason: the valuable ones first, the finished ones last. */
export function listUnscheduled(planned: Planned): UnscheduledItem[] {
  const { items, stays } = planned;
  return items
    .filter(({ index }) => !stays.has(index))
    .map((item) => {
      const reason = findReason(planned, item);
      const roots = reason === 'dependency' ? findRootCauses(planned, item) : [];
      return {
        item: item.title,
        index: item.index,
        why: explainLeftOut(planned, item, reason, roots),
        reason,
        root_causes: roots.slice(0, ROOTS_MAX),
        effort_points: toPoints(item.effort),
        score: item.score,
        priority_given: item.priority_given,
        precedence: item.precedence,
      };
    })
    .sort(
      (one, other) =>
        rankReason(one) - rankReason(other) ||
        PRECEDENCES.indexOf(one.precedence) - PRECEDENCES.indexOf(other.precedence) ||
        other.score - one.score ||
        one.index - other.index,
    );
}

function rankReason({ reason }: UnscheduledItem): number {
  return reason === 'finished' ? 2 : reason === 'cancelled' ? 1 : 0;
}

function findReason(planned: Planned, item: Item): Reason {
  if (item.state === 'finished' || item.state === 'cancelled' || item.state === 'blocked') return item.state;
  if (listMissing(planned, item.index).length > 0) return 'dependency';
  return item.effort > sumCapacity(planned) ? 'horizon' : 'capacity';
}

/** What an item waits for directly and what is neither finished nor planned. */
function listMissing({ items, dependencies, stays }: Planned, index: number): readonly Item[] {
  return (dependencies[index] ?? []).flatMap((dep) => {
    const item = items[dep];
    return item === undefined || stays.has(dep) || item.state === 'finished' ? [] : [item];
  });
}

function sumCapacity({ calendar }: Planned): number {
  return calendar.weeks.reduce((sum, { capacity }) => sum + capacity, 0);
}

/** The items that hold it up in the end: each is blocked, cancelled or did not fit, and waits for nothing itself. */
function findRootCauses(planned: Planned, item: Item): UnscheduledItem['root_causes'] {
  const roots: UnscheduledItem['root_causes'] = [];
  const seen = new Set<Item>(listMissing(planned, item.index));
  // A set is walked on as it grows.
  for (const each of seen) {
    const reason = findReason(planned, each);
    if (reason === 'dependency') for (const next of listMissing(planned, each.index)) seen.add(next);
    else roots.push({ item: each.title, index: each.index, reason });
  }
  return roots.sort((one, other) => one.index - other.index);
}

const WHAT_HAPPENED: Readonly<Record<Reason, string>> = {
  finished: 'is finished',
  cancelled: 'was cancelled',
  blocked: 'is blocked',
  dependency: 'is waiting too',
  capacity: 'did not fit',
  horizon: 'is larger than the whole horizon',
};

function explainLeftOut(planned: Planned, item: Item, reason: Reason, roots: UnscheduledItem['root_causes']): string {
  const points = counted(toPoints(item.effort), 'point');
  switch (reason) {
    case 'finished':
      return 'It is finished.';
    case 'cancelled':
      return 'It was cancelled.';
    case 'blocked':
      return 'It is blocked: plan it again once its status is open.';
    case 'dependency':
      return explainWaiting(planned, item, roots);
    case 'horizon':
      return `Its ${points} ${agree(toPoints(item.effort), 'exceeds')} the ${counted(toPoints(sumCapacity(planned)), 'point')} of the whole horizon.`;
    case 'capacity':
      return explainCapacity(planned, item);
  }
}

/** Points may be free in sum and still be too scattered for an item, which every owner works on in one stretch. */
function explainCapacity(planned: Planned, { effort, index }: Item): string {
  const points = counted(toPoints(effort), 'point');
  const used = [...planned.stays.values()]
    .flatMap(({ allocations }) => allocations)
    .reduce((sum, allocation) => sum + allocation.effort, 0);
  const left = sumCapacity(planned) - used;
  if (left < effort)
    return `Higher-ranked work fills the horizon: its ${points} ${agree(toPoints(effort), 'does', 'do')} not fit.`;
  const free = `${counted(toPoints(left), 'point')} of the horizon ${agree(toPoints(left), 'is', 'are')} free, but`;
  const waits = (planned.dependencies[index]?.length ?? 0) > 0;
  return waits
    ? `${free} not enough of that comes after what it waits for: its ${points} would need a longer horizon.`
    : `${free} not in stretches long enough for its ${points}: split it into smaller items.`;
}

function explainWaiting(planned: Planned, { index }: Item, roots: UnscheduledItem['root_causes']): string {
  const missing = listMissing(planned, index);
  const isDirect = missing.every((each) => roots.some((root) => root.index === each.index));
  if (isDirect) {
    const causes = roots.map(({ item, reason }) => `${quoteTitle(item)}, which ${WHAT_HAPPENED[reason]}`);
    return `It waits for ${listFirst(causes, 2, ', and for ')}.`;
  }
  const causes = roots.map(({ item, reason }) => `${quoteTitle(item)} ${WHAT_HAPPENED[reason]}`);
  const names = missing.map(({ title }) => quoteTitle(title));
  return `It waits for ${listFirst(names, 2, ' and ')}, held up in turn: ${listFirst(causes, 2, ', and ')}.`;
}
