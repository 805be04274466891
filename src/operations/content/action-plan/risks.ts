import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { counted } from '../../../kernel/grammar.ts';
import { pageAddress } from '../../../web/url.ts';
import { leftBehind, type Planned, waitingFor } from './planned.ts';
import type { ScheduledItem } from './scheduled.ts';
import type { UnscheduledItem } from './unscheduled.ts';

export const Risk = z.object({
  risk: z.string(),
  likelihood: Level,
  impact: Level,
  mitigation: z.string(),
  items: z.array(z.string()).describe('At most ten titles; the text has the count of all.'),
});
export type Risk = z.infer<typeof Risk>;

type Finder = (
  planned: Planned,
  scheduled: readonly ScheduledItem[],
  unscheduled: readonly UnscheduledItem[],
) => Risk[];

const RANK: Readonly<Record<Level, number>> = { low: 1, medium: 2, high: 3 };

/** What may go wrong with the plan, read from the plan itself; the gravest first. */
export function risksOf(...given: Parameters<Finder>): Risk[] {
  return FINDERS.flatMap((find) => find(...given))
    .map((risk) => ({ ...risk, items: risk.items.slice(0, 10) }))
    .sort((one, other) => weight(other) - weight(one));
}

function weight({ likelihood, impact }: Risk): number {
  return RANK[likelihood] * RANK[impact];
}

const titles = (rows: readonly { readonly item: string }[]): string[] => rows.map(({ item }) => item);

/** Whether an item is out for want of room: its own, or that of something it waits for. */
function wantsRoom({ reason, root_causes }: UnscheduledItem): boolean {
  if (reason === 'dependency') return root_causes.every((root) => isTooMuch(root.reason));
  return isTooMuch(reason);
}

function isTooMuch(reason: UnscheduledItem['reason']): boolean {
  return reason === 'capacity' || reason === 'horizon';
}

const valuableLeftOut: Finder = (_planned, _scheduled, unscheduled) => {
  const rows = unscheduled.filter(
    (row) => wantsRoom(row) && (row.precedence === 'critical' || row.precedence === 'high'),
  );
  const waiting = rows.filter(({ reason }) => reason === 'dependency').length;
  const large = rows.length - waiting;
  if (rows.length === 0) return [];
  const parts = [
    ...(large > 0 ? [`${large} found no room`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for something that found no room`] : []),
  ];
  return [
    {
      risk: `${counted(rows.length, 'item')} of critical or high priority ${rows.length === 1 ? 'is' : 'are'} not in the plan: ${parts.join(', ')}.`,
      likelihood: 'high',
      impact: 'high',
      mitigation: 'Raise weekly_capacity, lengthen horizon_days, or cut what found no room into smaller items.',
      items: titles(rows),
    },
  ];
};

/** Items held up by a cause of one kind, with those that wait for them. */
function heldUp(
  unscheduled: readonly UnscheduledItem[],
  cause: 'blocked' | 'cancelled',
): { readonly causes: readonly string[]; readonly behind: readonly string[] } {
  const behind = unscheduled.filter(({ root_causes }) => root_causes.some(({ reason }) => reason === cause));
  const named = new Set(
    behind.flatMap(({ root_causes }) => root_causes.filter(({ reason }) => reason === cause).map(({ item }) => item)),
  );
  const causes = cause === 'blocked' ? titles(unscheduled.filter(({ reason }) => reason === 'blocked')) : [...named];
  return { causes, behind: titles(behind) };
}

const blocked: Finder = (_planned, _scheduled, unscheduled) => {
  const { causes, behind } = heldUp(unscheduled, 'blocked');
  if (causes.length === 0) return [];
  const waiting =
    behind.length === 0
      ? ''
      : `, and ${counted(behind.length, 'other item')} ${behind.length === 1 ? 'waits' : 'wait'} for ${causes.length === 1 ? 'it' : 'them'}`;
  return [
    {
      risk: `${counted(causes.length, 'item')} ${causes.length === 1 ? 'is' : 'are'} blocked${waiting}.`,
      likelihood: 'high',
      impact: behind.length > 0 ? 'high' : 'medium',
      mitigation: `Find out what blocks ${causes.length === 1 ? 'it' : 'them'}, and plan again once that is gone.`,
      items: [...causes, ...behind],
    },
  ];
};

const onCancelled: Finder = (_planned, _scheduled, unscheduled) => {
  const { causes, behind } = heldUp(unscheduled, 'cancelled');
  if (behind.length === 0) return [];
  return [
    {
      risk: `${counted(behind.length, 'item')} ${behind.length === 1 ? 'waits' : 'wait'} for work that was cancelled.`,
      likelihood: 'high',
      impact: 'medium',
      mitigation: 'Take the dependency out where it is not needed any more, or cancel what waits for it.',
      items: [...behind, ...causes],
    },
  ];
};

const preparatory: Finder = (planned, scheduled) => {
  const rows = scheduled.filter(({ index }) => {
    const behind = leftBehind(planned, index);
    return behind.length > 0 && (waitingFor(planned).get(index) ?? 0) === 0;
  });
  if (rows.length === 0) return [];
  return [
    {
      risk: `${counted(rows.length, 'item')} ${rows.length === 1 ? 'prepares' : 'prepare'} work that is not in the plan.`,
      likelihood: 'medium',
      impact: 'low',
      mitigation: 'Keep them where they are worth it by themselves; otherwise take them out until there is room.',
      items: titles(rows),
    },
  ];
};

const bottleneck: Finder = (planned, scheduled) => {
  const waiting = waitingFor(planned);
  const rows = scheduled.filter(({ index }) => (waiting.get(index) ?? 0) >= 2);
  if (rows.length === 0) return [];
  const most = rows.reduce((max, { index }) => Math.max(max, waiting.get(index) ?? 0), 0);
  return [
    {
      risk: `${counted(rows.length, 'item')} ${rows.length === 1 ? 'holds' : 'hold'} up two or more others; the most that wait for one: ${most}.`,
      likelihood: 'medium',
      impact: most >= 3 ? 'high' : 'medium',
      mitigation: 'Begin these first, and tell their owners who waits for them.',
      items: titles(rows),
    },
  ];
};

const long: Finder = (_planned, scheduled) => {
  const rows = scheduled.filter(({ allocations }) => allocations.length > 1);
  if (rows.length === 0) return [];
  return [
    {
      risk: `${counted(rows.length, 'item')} ${rows.length === 1 ? 'runs' : 'run'} over more than one week.`,
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Agree on a result for each week, so that a delay shows before the due date.',
      items: titles(rows),
    },
  ];
};

const lastMoment: Finder = ({ calendar }, scheduled) => {
  const last = calendar.dates.at(-1);
  const rows = scheduled.filter(({ due_date, score }) => due_date === last && score >= 34);
  if (rows.length === 0) return [];
  return [
    {
      risk: `${counted(rows.length, 'item')} ${rows.length === 1 ? 'ends' : 'end'} on the last working day of the horizon, with no day to spare.`,
      likelihood: 'medium',
      impact: 'low',
      mitigation: 'Move something smaller behind them, or accept that they may end later.',
      items: titles(rows),
    },
  ];
};

const assumed: Finder = (_planned, scheduled) => {
  const rows = scheduled.filter(
    ({ effort_source, impact_source }) => effort_source === 'assumed' || impact_source === 'assumed',
  );
  if (rows.length === 0) return [];
  const share = rows.length / scheduled.length;
  return [
    {
      risk: `${counted(rows.length, 'item')} of ${scheduled.length} ${rows.length === 1 ? 'has' : 'have'} no effort or no impact, so that dates and order rest on assumptions.`,
      likelihood: share > 0.5 ? 'high' : 'medium',
      impact: 'medium',
      mitigation: 'Send effort and impact_score for these items and plan again.',
      items: titles(rows),
    },
  ];
};

const samePage: Finder = (_planned, scheduled) => {
  const byPage = new Map<string, ScheduledItem[]>();
  for (const row of scheduled) {
    const page = row.url === null ? undefined : pageAddress(row.url);
    if (page === undefined) continue;
    const key = `${page.host_key} ${page.path_key}`;
    byPage.set(key, [...(byPage.get(key) ?? []), row]);
  }
  const rows = [...byPage.values()].filter((group) => group.length > 1 && overlaps(group)).flat();
  if (rows.length === 0) return [];
  return [
    {
      risk: `${counted(rows.length, 'item')} change the same page at the same time as another.`,
      likelihood: 'medium',
      impact: 'medium',
      mitigation: 'Give both to one owner, or make one depend on the other.',
      items: titles(rows),
    },
  ];
};

function overlaps(rows: readonly ScheduledItem[]): boolean {
  // Rows come in the order of their start.
  return rows.some((row, at) => at > 0 && row.start_date <= (rows[at - 1]?.due_date ?? ''));
}

const oneOwner: Finder = ({ team }, scheduled) => {
  if (team.length !== 1 || scheduled.length < 2) return [];
  return [
    {
      risk: `Everything rests on ${team[0] ?? 'one person'}.`,
      likelihood: 'medium',
      impact: 'high',
      mitigation: 'Name a stand-in for the items of high priority.',
      items: titles(scheduled.filter(({ precedence }) => precedence === 'critical' || precedence === 'high')),
    },
  ];
};

const FINDERS: readonly Finder[] = [
  valuableLeftOut,
  blocked,
  onCancelled,
  bottleneck,
  assumed,
  samePage,
  oneOwner,
  long,
  lastMoment,
  preparatory,
];
