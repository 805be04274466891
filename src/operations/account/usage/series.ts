import { z } from 'zod';

import type { UsageGroup, UsageGroupTotal } from '../../../ports/usage.ts';

/** A chart cannot show more colors that people can tell apart. */
const GROUPS_MAX = 5;
const DAY_MS = 86_400_000;

export const UsageSeries = z.object({
  days: z.array(z.string()),
  parts: z
    .array(
      z.object({
        kind: z
          .enum(['all', 'group', 'rest'])
          .describe('all: every call. group: one of the five largest groups. rest: everything else.'),
        group: z.string().nullable().describe('Operation, project or key; null for all and rest.'),
        credits: z.array(z.int()).describe('One figure per day.'),
        calls: z.array(z.int()).describe('One figure per day.'),
      }),
    )
    .describe('Parts that add up to the total of each day.'),
});
export type UsageSeries = z.infer<typeof UsageSeries>;
type Part = UsageSeries['parts'][number];

/** The groups that get a part of their own: those that cost most. */
export function pickLargestGroups(groupBy: UsageGroup, groups: readonly UsageGroupTotal[]): string[] {
  if (groupBy === 'day') return [];
  return groups
    .toSorted((one, other) => other.credits - one.credits || other.calls - one.calls)
    .flatMap(({ group }) => (group === null ? [] : [group]))
    .slice(0, GROUPS_MAX);
}

export function listDays({ date_from, date_to }: { readonly date_from: string; readonly date_to: string }): string[] {
  const first = Date.parse(date_from);
  const count = Math.round((Date.parse(date_to) - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

/** @param byDay the totals of each day: of all calls, and of each of the largest groups in their order */
export function buildUsageSeries(
  days: readonly string[],
  byDay: { readonly all: readonly UsageGroupTotal[]; readonly groups: ReadonlyMap<string, readonly UsageGroupTotal[]> },
): UsageSeries {
  const all: Part = { kind: 'all', group: null, ...fillDays(byDay.all, days) };
  if (byDay.groups.size === 0) return { days: [...days], parts: [all] };
  const parts = [...byDay.groups].map(([group, totals]): Part => ({ kind: 'group', group, ...fillDays(totals, days) }));
  const rest: Part = {
    kind: 'rest',
    group: null,
    credits: subtract(
      all.credits,
      parts.map((part) => part.credits),
    ),
    calls: subtract(
      all.calls,
      parts.map((part) => part.calls),
    ),
  };
  return { days: [...days], parts: rest.calls.some((calls) => calls > 0) ? [...parts, rest] : parts };
}

function fillDays(totals: readonly UsageGroupTotal[], days: readonly string[]): Pick<Part, 'credits' | 'calls'> {
  const byName = new Map(totals.map((total) => [total.group, total]));
  return {
    credits: days.map((day) => byName.get(day)?.credits ?? 0),
    calls: days.map((day) => byName.get(day)?.calls ?? 0),
  };
}

function subtract(all: readonly number[], parts: readonly (readonly number[])[]): number[] {
  return all.map((value, at) =>
    Math.max(
      0,
      parts.reduce((rest, part) => rest - (part[at] ?? 0), value),
    ),
  );
}
