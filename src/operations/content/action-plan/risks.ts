import { z } from 'zod';

import { listed } from '../../../guidance/plan.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { Level } from '../../../kernel/level.ts';
import { pageAddress } from '../../../web/url.ts';
import type { Precedence } from './items.ts';
import { countWaiting, listLeftBehind, type Planned } from './planned.ts';
import type { ScheduledItem, UnscheduledItem } from './rows.ts';

export const Risk = z.object({
  risk: z.string(),
  likelihood: Level,
  impact: Level,
  mitigation: z.string(),
  items: z.array(z.string()).describe('Titles, at most ten; the text has the total.'),
});
export type Risk = z.infer<typeof Risk>;

interface PlanRows {
  readonly planned: Planned;
  readonly scheduled: readonly ScheduledItem[];
  readonly unscheduled: readonly UnscheduledItem[];
}

type RiskFinder = (rows: PlanRows) => Risk | false;

const WEIGHT: Readonly<Record<Level, number>> = { low: 1, medium: 2, high: 3 };
const ITEMS_MAX = 10;

/** What may go wrong with the plan, read from the plan itself; the most serious first. */
export function findRisks(rows: PlanRows): Risk[] {
  const weigh = ({ likelihood, impact }: Risk): number => WEIGHT[likelihood] * WEIGHT[impact];
  return listed(FINDERS.map((find) => find(rows)))
    .map((risk) => ({ ...risk, items: risk.items.slice(0, ITEMS_MAX) }))
    .sort((one, other) => weigh(other) - weigh(one));
}

const listTitles = (rows: readonly { readonly item: string }[]): string[] => rows.map(({ item }) => item);

/** The risk, unless no item has it. */
function describeRisk(rows: readonly { readonly item: string }[], risk: Omit<Risk, 'items'>): Risk | false {
  return rows.length > 0 && { ...risk, items: listTitles(rows) };
}

/** Whether an item is out for want of room: its own, or that of something it waits for. */
function lacksRoom({ reason, root_causes: causes }: UnscheduledItem): boolean {
  const isTooMuch = (each: UnscheduledItem['reason']): boolean => each === 'capacity' || each === 'horizon';
  return reason === 'dependency' ? causes.every((cause) => isTooMuch(cause.reason)) : isTooMuch(reason);
}

const isPressing = ({ precedence }: { readonly precedence: Precedence }): boolean =>
  precedence === 'critical' || precedence === 'high';

const findValuableLeftOut: RiskFinder = ({ unscheduled }) => {
  const rows = unscheduled.filter((row) => lacksRoom(row) && isPressing(row));
  const waiting = rows.filter(({ reason }) => reason === 'dependency').length;
  const parts = listed([
    rows.length > waiting && `${rows.length - waiting} did not fit`,
    waiting > 0 && `${waiting} ${agree(waiting, 'waits')} for something that did not fit`,
  ]);
  return describeRisk(rows, {
    risk: `${counted(rows.length, 'item')} of critical or high priority ${agree(rows.length, 'is')} not in the plan: ${parts.join(', ')}.`,
    likelihood: 'high',
    impact: 'high',
    mitigation: 'Raise weekly_capacity, extend horizon_days, or split what did not fit into smaller items.',
  });
};

/** Items that wait for something blocked or cancelled, and what that is. */
function findHeldUp(
  unscheduled: readonly UnscheduledItem[],
  cause: 'blocked' | 'cancelled',
): { readonly causes: readonly string[]; readonly behind: readonly string[] } {
  const roots = unscheduled.flatMap(({ root_causes: causes }) => causes.filter(({ reason }) => reason === cause));
  const behind = unscheduled.filter(({ root_causes: causes }) => causes.some(({ reason }) => reason === cause));
  return { causes: [...new Set(listTitles(roots))], behind: listTitles(behind) };
}

const findBlocked: RiskFinder = ({ unscheduled }) => {
  const blocked = listTitles(unscheduled.filter(({ reason }) => reason === 'blocked'));
  const { behind } = findHeldUp(unscheduled, 'blocked');
  const them = agree(blocked.length, 'it', 'them');
  const waiting = `, and ${counted(behind.length, 'other item')} ${agree(behind.length, 'waits')} for ${them}`;
  return (
    blocked.length > 0 && {
      risk: `${counted(blocked.length, 'item')} ${agree(blocked.length, 'is')} blocked${behind.length === 0 ? '' : waiting}.`,
      likelihood: 'high',
      impact: behind.length > 0 ? 'high' : 'medium',
      mitigation: `Find out what blocks ${them}, and plan again once that is resolved.`,
      items: [...blocked, ...behind],
    }
  );
};

const findWaitingForCancelled: RiskFinder = ({ unscheduled }) => {
  const { causes, behind } = findHeldUp(unscheduled, 'cancelled');
  return (
    behind.length > 0 && {
      risk: `${counted(behind.length, 'item')} ${agree(behind.length, 'waits')} for work that was cancelled.`,
      likelihood: 'high',
      impact: 'medium',
      mitigation: 'Remove the dependency where it is no longer needed, or cancel what waits for it.',
      items: [...behind, ...causes],
    }
  );
};

const findPreparatory: RiskFinder = ({ planned, scheduled }) => {
  const waiting = countWaiting(planned);
  const rows = scheduled.filter(
    ({ index }) => (waiting.get(index) ?? 0) === 0 && listLeftBehind(planned, index).length > 0,
  );
  return describeRisk(rows, {
    risk: `${counted(rows.length, 'item')} ${agree(rows.length, 'prepares')} work that is not in the plan.`,
    likelihood: 'medium',
    impact: 'low',
    mitigation: 'Keep what is worth doing on its own; drop the rest until there is room.',
  });
};

const findBottleneck: RiskFinder = ({ planned, scheduled }) => {
  const waiting = countWaiting(planned);
  const rows = scheduled.filter(({ index }) => (waiting.get(index) ?? 0) >= 2);
  const most = Math.max(0, ...rows.map(({ index }) => waiting.get(index) ?? 0));
  return describeRisk(rows, {
    risk: `${counted(rows.length, 'item')} ${agree(rows.length, 'holds')} up two or more others, and as many as ${most} wait for one item.`,
    likelihood: 'medium',
    impact: most >= 3 ? 'high' : 'medium',
    mitigation:
      rows.length === 1
        ? 'Start it first, and tell its owner who is waiting for it.'
        : 'Start these first, and tell their owners who is waiting for them.',
  });
};

const findLong: RiskFinder = ({ scheduled }) => {
  const rows = scheduled.filter(({ allocations }) => allocations.length > 1);
  return describeRisk(rows, {
    risk: `${counted(rows.length, 'item')} ${agree(rows.length, 'runs')} from one week into the next.`,
    likelihood: 'medium',
    impact: 'medium',
    mitigation: 'Agree on a result for each week, so that a delay shows before the due date.',
  });
};

const findLastMoment: RiskFinder = ({ planned, scheduled }) => {
  const last = planned.calendar.dates.at(-1);
  const rows = scheduled.filter(({ due_date, score }) => due_date === last && score >= 34);
  return describeRisk(rows, {
    risk: `${counted(rows.length, 'item')} ${agree(rows.length, 'ends')} on the last working day of the horizon, with no day to spare.`,
    likelihood: 'medium',
    impact: 'low',
    mitigation: `Move smaller work behind ${agree(rows.length, 'it', 'them')}, or accept that ${agree(rows.length, 'it', 'they')} may finish late.`,
  });
};

const findAssumed: RiskFinder = ({ scheduled }) => {
  const rows = scheduled.filter(
    ({ effort_source: effort, impact_source: impact }) => effort === 'assumed' || impact === 'assumed',
  );
  return describeRisk(rows, {
    risk: `${rows.length} of ${counted(scheduled.length, 'item')} ${agree(rows.length, 'has')} no effort or no impact, so dates and order rest on assumptions.`,
    likelihood: rows.length > scheduled.length / 2 ? 'high' : 'medium',
    impact: 'medium',
    mitigation: `Send effort and impact_score for ${agree(rows.length, 'this item', 'these items')}, and plan again.`,
  });
};

const findSamePage: RiskFinder = ({ scheduled }) => {
  const byPage = new Map<string, ScheduledItem[]>();
  for (const row of scheduled) {
    const page = row.url === null ? undefined : pageAddress(row.url);
    if (page === undefined) continue;
    const key = `${page.host_key} ${page.path_key}`;
    byPage.set(key, [...(byPage.get(key) ?? []), row]);
  }
  const rows = [...byPage.values()].filter(hasOverlap).flat();
  return describeRisk(rows, {
    risk: `${counted(rows.length, 'item')} change the same page at the same time as another.`,
    likelihood: 'medium',
    impact: 'medium',
    mitigation: 'Give both to one owner, or make one depend on the other.',
  });
};

function hasOverlap(rows: readonly ScheduledItem[]): boolean {
  // Rows come in the order of their start.
  return rows.some((row, at) => at > 0 && row.start_date <= (rows[at - 1]?.due_date ?? ''));
}

const findOneOwner: RiskFinder = ({ planned: { team }, scheduled }) =>
  team.length === 1 &&
  scheduled.length > 1 && {
    risk: `Everything depends on ${team[0] ?? 'one person'}.`,
    likelihood: 'medium',
    impact: 'high',
    mitigation: 'Name a stand-in for the high-priority items.',
    items: listTitles(scheduled.filter(isPressing)),
  };

const FINDERS: readonly RiskFinder[] = [
  findValuableLeftOut,
  findBlocked,
  findWaitingForCancelled,
  findBottleneck,
  findAssumed,
  findSamePage,
  findOneOwner,
  findLong,
  findLastMoment,
  findPreparatory,
];
