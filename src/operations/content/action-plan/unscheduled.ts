import { z } from 'zod';

import { counted } from '../../../kernel/grammar.ts';
import type { Item } from './items.ts';
import { type Planned, pointsOf, quoted } from './planned.ts';
import { PRECEDENCES } from './precedence.ts';

const REASONS = ['finished', 'cancelled', 'blocked', 'dependency', 'capacity', 'horizon'] as const;
type Reason = (typeof REASONS)[number];

export const UnscheduledItem = z.object({
  item: z.string(),
  index: z.int(),
  why: z.string(),
  reason: z.enum(REASONS),
  root_causes: z
    .array(z.object({ item: z.string(), index: z.int(), reason: z.enum(REASONS) }))
    .describe('Where the reason is dependency: the items at the end of what it waits for, ten at most.'),
  effort_points: z.number(),
  score: z.int(),
  priority_given: z.union([z.string(), z.number()]).nullable().describe('As it was sent.'),
  precedence: z.enum(PRECEDENCES),
});
export type UnscheduledItem = z.infer<typeof UnscheduledItem>;

const ROOTS_MAX = 10;

/** Every item that is not in the plan, with the reason: the valuable ones first, the finished ones last. */
export function leftOut(planned: Planned): UnscheduledItem[] {
  const { items, stays } = planned;
  return items
    .filter(({ index }) => !stays.has(index))
    .map((item) => {
      const reason = reasonOf(planned, item);
      const roots = reason === 'dependency' ? rootsOf(planned, item) : [];
      return {
        item: item.title,
        index: item.index,
        why: whyNot(planned, item, reason, roots),
        reason,
        root_causes: roots.slice(0, ROOTS_MAX),
        effort_points: pointsOf(item.effort),
        score: item.score,
        priority_given: item.priority_given,
        precedence: item.precedence,
      };
    })
    .sort(
      (one, other) =>
        order(one) - order(other) ||
        PRECEDENCES.indexOf(one.precedence) - PRECEDENCES.indexOf(other.precedence) ||
        other.score - one.score ||
        one.index - other.index,
    );
}

function order({ reason }: UnscheduledItem): number {
  return reason === 'finished' ? 2 : reason === 'cancelled' ? 1 : 0;
}

function reasonOf(planned: Planned, item: Item): Reason {
  if (item.state === 'finished' || item.state === 'cancelled' || item.state === 'blocked') return item.state;
  if (missingOf(planned, item.index).length > 0) return 'dependency';
  return item.effort > availableIn(planned) ? 'horizon' : 'capacity';
}

/** What an item waits for directly and what is neither finished nor planned. */
function missingOf({ items, dependencies, stays }: Planned, index: number): readonly Item[] {
  return (dependencies[index] ?? []).flatMap((dep) => {
    const item = items[dep];
    return item === undefined || stays.has(dep) || item.state === 'finished' ? [] : [item];
  });
}

function availableIn({ calendar }: Planned): number {
  return calendar.weeks.reduce((sum, { capacity }) => sum + capacity, 0);
}

/** The items that hold it up in the end: each is blocked, cancelled or did not fit, and waits for nothing itself. */
function rootsOf(planned: Planned, item: Item): UnscheduledItem['root_causes'] {
  const roots: UnscheduledItem['root_causes'] = [];
  const seen = new Set<Item>(missingOf(planned, item.index));
  // A set is walked on as it grows.
  for (const each of seen) {
    const reason = reasonOf(planned, each);
    if (reason === 'dependency') for (const next of missingOf(planned, each.index)) seen.add(next);
    else roots.push({ item: each.title, index: each.index, reason });
  }
  return roots.sort((one, other) => one.index - other.index);
}

const WHAT_HAPPENED: Readonly<Record<Reason, string>> = {
  finished: 'is finished',
  cancelled: 'was cancelled',
  blocked: 'is blocked',
  dependency: 'waits itself',
  capacity: 'found no room',
  horizon: 'is larger than the whole horizon',
};

function whyNot(planned: Planned, item: Item, reason: Reason, roots: UnscheduledItem['root_causes']): string {
  const points = counted(pointsOf(item.effort), 'point');
  switch (reason) {
    case 'finished':
      return 'It is finished.';
    case 'cancelled':
      return 'It was cancelled.';
    case 'blocked':
      return 'It is blocked: plan it again once its status is open.';
    case 'dependency':
      return waitsFor(planned, item, roots);
    case 'horizon':
      return `Its ${points} are more than the ${counted(pointsOf(availableIn(planned)), 'point')} of the whole horizon.`;
    case 'capacity':
      return `No room is left within the horizon for its ${points} behind work that comes before it.`;
  }
}

function waitsFor(planned: Planned, { index }: Item, roots: UnscheduledItem['root_causes']): string {
  const missing = missingOf(planned, index);
  const listed = (texts: readonly string[], joint: string): string =>
    texts.slice(0, 2).join(joint) + (texts.length > 2 ? ` and ${counted(texts.length - 2, 'other item')}` : '');
  const isDirect = missing.every((each) => roots.some((root) => root.index === each.index));
  if (isDirect) {
    const causes = roots.map(({ item, reason }) => `${quoted(item)}, which ${WHAT_HAPPENED[reason]}`);
    return `It waits for ${listed(causes, ', and for ')}.`;
  }
  const causes = roots.map(({ item, reason }) => `${quoted(item)} ${WHAT_HAPPENED[reason]}`);
  const names = missing.map(({ title }) => quoted(title));
  return `It waits for ${listed(names, ' and ')}, held up in turn: ${listed(causes, ', and ')}.`;
}
