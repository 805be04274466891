import { z } from 'zod';

import { counted } from '../../../kernel/markdown.ts';
import { type Planned, pointsOf } from './planned.ts';
import type { Item } from './items.ts';

export const UnscheduledItem = z.object({
  item: z.string(),
  index: z.int(),
  why: z.string(),
  reason: z.enum(['finished', 'cancelled', 'blocked', 'dependency', 'capacity', 'horizon']),
  effort_points: z.number(),
  score: z.int(),
});
export type UnscheduledItem = z.infer<typeof UnscheduledItem>;

/** Every item that is not in the plan, with the reason: the valuable ones first, the finished ones last. */
export function leftOut(planned: Planned): UnscheduledItem[] {
  const { items, stays } = planned;
  return items
    .filter(({ index }) => !stays.has(index))
    .map((item) => ({
      item: item.title,
      index: item.index,
      ...whyNot(planned, item),
      effort_points: pointsOf(item.effort),
      score: item.score,
    }))
    .sort((one, other) => order(one) - order(other) || other.score - one.score || one.index - other.index);
}

function order({ reason }: UnscheduledItem): number {
  return reason === 'finished' ? 2 : reason === 'cancelled' ? 1 : 0;
}

function whyNot(planned: Planned, item: Item): Pick<UnscheduledItem, 'why' | 'reason'> {
  const { items, dependencies, stays, calendar } = planned;
  if (item.state === 'finished') return { reason: 'finished', why: 'It is finished.' };
  if (item.state === 'cancelled') return { reason: 'cancelled', why: 'It was cancelled.' };
  if (item.state === 'blocked')
    return { reason: 'blocked', why: 'It is blocked: plan it again once its status is open.' };
  const missing = (dependencies[item.index] ?? []).filter((dep) => !stays.has(dep) && items[dep]?.state !== 'finished');
  const [first] = missing;
  if (first !== undefined) {
    const others = missing.length === 1 ? '' : ` and ${counted(missing.length - 1, 'other item')}`;
    return {
      reason: 'dependency',
      why: `It waits for "${items[first]?.title ?? ''}"${others}, not in the plan ${missing.length === 1 ? 'itself' : 'themselves'}.`,
    };
  }
  const available = calendar.weeks.reduce((sum, { capacity }) => sum + capacity, 0);
  if (item.effort > available) {
    return {
      reason: 'horizon',
      why: `Its ${counted(pointsOf(item.effort), 'point')} are more than the ${counted(pointsOf(available), 'point')} of the whole horizon.`,
    };
  }
  return {
    reason: 'capacity',
    why: `No room is left within the horizon for its ${counted(pointsOf(item.effort), 'point')} after items that are worth more together.`,
  };
}
