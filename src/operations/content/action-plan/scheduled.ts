import { z } from 'zod';

import { Level, priorityOf } from '../../../kernel/level.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { Item } from './items.ts';
import { WORK_KINDS } from './kinds.ts';
import type { Stay } from './layout.ts';
import { leftBehind, type Planned, pointsOf, quoted, waitingFor } from './planned.ts';
import { PRECEDENCES } from './precedence.ts';
import type { Placement } from './schedule.ts';

export const Points = z.number().describe('Effort points, to hundredths.');

export const ScheduledItem = z.object({
  item: z.string().describe('Title of the item.'),
  index: z.int().describe('Place of the item in the request, from 0.'),
  url: z.string().nullable(),
  keyword: z.string().nullable(),
  start_date: z.string(),
  due_date: z.string().describe('Last day of work; both dates are working days.'),
  week: z.int().describe('Week in which it begins, from 1.'),
  allocations: z
    .array(z.object({ week: z.int(), points: Points }))
    .describe('More than one where the item is larger than a week.'),
  effort_points: Points,
  effort_source: z.enum(['given', 'assumed']),
  owner: z.string().nullable().describe('null without a team.'),
  depends_on: z.array(z.string()).describe('Titles of the items that have to be done before; finished ones included.'),
  kind: z.object({
    value: z.enum([...WORK_KINDS, 'other']),
    confidence: z.number(),
    evidence: z.array(z.string()).describe('Beginnings of the words that it goes by.'),
  }),
  impact_source: z.enum(['given', 'from_priority', 'assumed']),
  score: z.int(),
  score_components: z.object({ impact: z.int(), priority: z.int(), goal_fit: z.int() }),
  priority: Level.describe('By the score.'),
  priority_given: z.union([z.string(), z.number()]).nullable().describe('As it was sent.'),
  precedence: z
    .enum(PRECEDENCES)
    .describe('By the priority that was sent, or by the score where that is higher: earlier levels are placed first.'),
  why_now: z.string(),
});
export type ScheduledItem = z.infer<typeof ScheduledItem>;

/** The rows of the plan, in the order of their start. */
export function scheduledItems(planned: Planned): ScheduledItem[] {
  const waiting = waitingFor(planned);
  const rows = planned.open.flatMap((index, job) => {
    const item = planned.items[index];
    const stay = planned.stays.get(index);
    const placement = planned.schedule.placements[job];
    if (item === undefined || stay === undefined || placement === undefined) return [];
    return [{ stay, row: scheduledItem(planned, item, { stay, placement }, waiting.get(index) ?? 0) }];
  });
  return rows
    .sort(
      (one, other) =>
        one.stay.start - other.stay.start || one.stay.end - other.stay.end || one.row.index - other.row.index,
    )
    .map(({ row }) => row);
}

function scheduledItem(
  planned: Planned,
  item: Item,
  { stay, placement }: { stay: Stay; placement: Placement },
  waiting: number,
): ScheduledItem {
  const { items, dependencies, calendar, team } = planned;
  const { index, title, url, keyword, effort_source, impact_source, kind, score, score_components } = item;
  return {
    item: title,
    index,
    url,
    keyword,
    start_date: calendar.dates[stay.start] ?? '',
    due_date: calendar.dates[stay.end] ?? '',
    week: (calendar.week_of[stay.start] ?? 0) + 1,
    allocations: placement.allocations.map(({ week, effort }) => ({ week: week + 1, points: pointsOf(effort) })),
    effort_points: pointsOf(item.effort),
    effort_source,
    owner: stay.owner === undefined ? null : (team[stay.owner] ?? null),
    depends_on: (dependencies[index] ?? []).map((dep) => items[dep]?.title ?? ''),
    kind: { value: kind.value, confidence: kind.confidence, evidence: [...kind.evidence] },
    impact_source,
    score,
    score_components: { ...score_components },
    priority: priorityOf(score),
    priority_given: item.priority_given,
    precedence: item.precedence,
    why_now: whyNow(item, { waiting, deps: dependencies[index]?.length ?? 0, behind: leftBehind(planned, index) }),
  };
}

interface Around {
  /** Scheduled items that wait for it. */
  readonly waiting: number;
  readonly deps: number;
  /** Items that wait for it and are not in the plan. */
  readonly behind: readonly Item[];
}

function whyNow({ state, score, effort, score_components, kind, precedence }: Item, around: Around): string {
  const { waiting, deps, behind } = around;
  const reasons: string[] = [];
  if (precedence === 'critical') reasons.push('critical work comes first');
  if (state === 'started') reasons.push('it is in progress already');
  if (waiting > 0) reasons.push(`${counted(waiting, 'other item')} ${waiting === 1 ? 'waits' : 'wait'} for it`);
  const largest =
    score_components.goal_fit >= 12 && kind.value !== 'other'
      ? `, and ${kind.value.replaceAll('_', ' ')} work fits the goal`
      : '';
  reasons.push(`score ${score} for ${counted(pointsOf(effort), 'point')}${largest}`);
  if (deps > 0) reasons.push(`it follows what it depends on`);
  const [first] = behind;
  if (first !== undefined) {
    const others = behind.length === 1 ? '' : ` and ${counted(behind.length - 1, 'other item')}`;
    reasons.push(
      `${quoted(first.title)}${others}, which ${behind.length === 1 ? 'waits' : 'wait'} for it, ${behind.length === 1 ? 'is' : 'are'} not in the plan, so that it stands here for itself`,
    );
  }
  const text = reasons.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1) + '.';
}
