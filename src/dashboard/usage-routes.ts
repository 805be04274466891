import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { USAGE_GROUPS, type UsageGroupTotal, type UsageQuery, type UsageReports } from '../ports/usage.ts';
import { check } from './check.ts';
import type { DashboardScope } from './routes.ts';
import type { CreditEntryView, CreditView, UsagePart, UsageSeriesView, UsageView } from './views.ts';
import { wire } from './wire.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 400;
/** More colours than these cannot be told apart in a chart. */
const PARTS_MAX = 5;
const ENTRIES = 50;

const day = z.iso.date('must be a day such as 2026-11-01');
const filter = z.string().min(1).max(200).optional();
const Range = z.strictObject({
  date_from: day,
  date_to: day,
  group_by: z.enum(USAGE_GROUPS),
  project_id: filter,
  operation: filter,
  key_id: filter,
});
const EntryPage = z.strictObject({ before: z.coerce.number().int().min(1).optional() });

export function serveUsage({ app, parts, userOf }: DashboardScope): void {
  const { usage } = parts.account;

  app.get('/usage', async (request): Promise<UsageView> => {
    const { workspace_id } = userOf(request);
    const { project_id, operation, key_id, ...range } = check(Range, request.query, 'The range');
    const days = daysOf(range.date_from, range.date_to);
    const query: UsageQuery = { ...range, project_id, operation, key_id };
    const [groups, total] = await Promise.all([usage.groups(workspace_id, query), usage.total(workspace_id, query)]);
    return { groups, total, series: await seriesOf({ usage, workspace_id, query, days }, groups) };
  });

  app.get('/credits', async (request): Promise<CreditView> => wire(await usage.credits(userOf(request).workspace_id)));

  app.get('/credits/entries', async (request): Promise<{ entries: readonly CreditEntryView[] }> => {
    const { before } = check(EntryPage, request.query);
    return { entries: wire(await usage.entries(userOf(request).workspace_id, ENTRIES, before)) };
  });
}

interface Question {
  readonly usage: UsageReports;
  readonly workspace_id: string;
  readonly query: UsageQuery;
  readonly days: readonly string[];
}

/** By day, the largest groups apart and the rest in one. */
async function seriesOf(question: Question, groups: readonly UsageGroupTotal[]): Promise<UsageSeriesView> {
  const { query, days } = question;
  const all = partOf(null, await byDay(question, {}), days);
  const field = FIELDS[query.group_by];
  if (field === undefined) return { days, parts: [all] };
  const largest = groups
    .filter((group) => group.group !== null)
    .toSorted((a, b) => b.credits - a.credits || b.calls - a.calls)
    .slice(0, PARTS_MAX);
  const parts: UsagePart[] = [];
  for (const { group } of largest) parts.push(partOf(group, await byDay(question, { [field]: group }), days));
  const rest = {
    group: undefined,
    credits: without(
      all.credits,
      parts.map((part) => part.credits),
    ),
    calls: without(
      all.calls,
      parts.map((part) => part.calls),
    ),
  };
  return { days, parts: rest.calls.some((calls) => calls > 0) ? [...parts, rest] : parts };
}

const FIELDS = { day: undefined, operation: 'operation', project: 'project_id', key: 'key_id' } as const;

function byDay(question: Question, changes: Record<string, string | null>): Promise<readonly UsageGroupTotal[]> {
  const { usage, workspace_id, query } = question;
  return usage.groups(workspace_id, { ...query, ...changes, group_by: 'day' });
}

function partOf(group: string | null, totals: readonly UsageGroupTotal[], days: readonly string[]): UsagePart {
  const byName = new Map(totals.map((total) => [total.group, total]));
  return {
    group,
    credits: days.map((name) => byName.get(name)?.credits ?? 0),
    calls: days.map((name) => byName.get(name)?.calls ?? 0),
  };
}

function without(all: readonly number[], parts: readonly (readonly number[])[]): number[] {
  return all.map((value, at) =>
    Math.max(
      0,
      parts.reduce((rest, part) => rest - (part[at] ?? 0), value),
    ),
  );
}

function daysOf(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (count < 1 || count > DAYS_MAX) {
    throw new AppError('invalid_input', `The range has to be 1 to ${DAYS_MAX} days.`, {
      fix: 'Choose a first day that is not after the last one.',
      issues: [{ path: 'date_to', message: `must be 0 to ${DAYS_MAX - 1} days after date_from` }],
    });
  }
  return Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10));
}
