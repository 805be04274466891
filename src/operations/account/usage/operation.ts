import { z } from 'zod';

import { printable } from '../../../contract/fields.ts';
import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { ownProject } from '../../../contract/own-project.ts';
import { usageCsv } from './usage-csv.ts';
import { AppError } from '../../../kernel/errors.ts';
import { USAGE_GROUPS, type UsageGroupTotal, type UsageQuery, type UsageReports } from '../../../ports/usage.ts';
import { buildUsageSeries, listDays, pickLargestGroups, UsageSeries } from './series.ts';

const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

const day = () =>
  z.iso
    .date('must be a day such as 2026-11-01')
    .refine((text) => text >= '2000-01-01', 'must be 2000-01-01 or later')
    .optional();

const filter = (what: string) => printable(128).optional().describe(what);

const usd = z.number().describe('USD spent on paid sources, including requests that failed or were cut off.');

const counts = {
  calls: z.int().describe('Calls that succeeded or failed; dry runs and repeated answers do not count.'),
  failed_calls: z.int().describe('Calls that returned an error. They cost no credits.'),
  credits: z.int().describe('Credits charged.'),
  usd,
};

export default defineAccountOperation({
  id: 'usage',
  method: 'GET',
  path: '/usage',
  group: 'Usage and credits',
  title: 'Report usage',
  description:
    'Reports calls, failed calls, credits and USD spent on paid sources. ' +
    'Covers a range of days in UTC, grouped by day, operation, project, key or source. A call counts within a second of its answer. ' +
    'A key that belongs to a project reports only that project. Free.',

  input: z.object({
    date_from: day().describe('First day. Default: the first day of the month of date_to.'),
    date_to: day().describe(`Last day, inclusive. Default: today. At most ${DAYS_MAX} days after date_from.`),
    group_by: z
      .enum(USAGE_GROUPS)
      .default('day')
      .describe('What to group by. Returns every day, or the 1,000 groups that cost the most.'),
    project_id: filter('Only calls charged to this project.'),
    operation: filter('Only calls of this operation, such as backlinks.list.'),
    key_id: filter('Only calls made with this key.'),
    by_day: z
      .enum(['true', 'false'])
      .default('false')
      .describe('true: adds daily figures for a stacked chart, with the five largest groups on their own.'),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('csv: over REST, returns the groups as comma-separated values instead of JSON.'),
  }),
  result: z.object({
    date_from: z.string(),
    date_to: z.string(),
    group_by: z.enum(USAGE_GROUPS),
    total: z.object(counts),
    groups: z.array(
      z.object({
        group: z.string().nullable().describe('Day, operation, project, key or source; null for calls without one.'),
        calls: z.int().describe('Calls. If group_by is source: requests to the source.'),
        failed_calls: z.int().describe('Failed calls. If group_by is source: requests that failed.'),
        credits: z.int().describe('Credits charged. If group_by is source: 0, since credits are charged per call.'),
        usd,
      }),
    ),
    series: UsageSeries.nullable().describe('null unless by_day is true.'),
  }),
  csv: ({ group_by, groups }) => usageCsv(group_by, groups),
  example: { date_from: '2026-11-01', date_to: '2026-11-30', group_by: 'operation' },

  async run({ group_by, operation, key_id, ...input }, { caller, account, now }) {
    const range = readRange(input.date_from, input.date_to, now);
    const project_id = ownProject(caller, input.project_id);
    const query = { ...range, group_by, operation, key_id, project_id };
    const [total, groups] = await Promise.all([
      account.usage.total(caller.workspace_id, query),
      account.usage.groups(caller.workspace_id, query),
    ]);
    const series = input.by_day === 'true' ? await readSeries(account.usage, caller.workspace_id, query, groups) : null;
    return { ...range, group_by, total, groups: [...groups], series };
  },
});

const FIELDS = {
  day: undefined,
  operation: 'operation',
  project: 'project_id',
  key: 'key_id',
  // A call can ask several sources, so its credits are in no part of their own.
  source: undefined,
} as const;

async function readSeries(
  usage: UsageReports,
  workspaceId: string,
  query: UsageQuery,
  groups: readonly UsageGroupTotal[],
): Promise<UsageSeries> {
  const field = FIELDS[query.group_by];
  const readDays = (only: Readonly<Record<string, string>>): Promise<readonly UsageGroupTotal[]> =>
    usage.groups(workspaceId, { ...query, ...only, group_by: 'day' });
  const byGroup = new Map<string, readonly UsageGroupTotal[]>();
  if (field !== undefined) {
    for (const group of pickLargestGroups(query.group_by, groups))
      byGroup.set(group, await readDays({ [field]: group }));
  }
  return buildUsageSeries(listDays(query), { all: await readDays({}), groups: byGroup });
}

function readRange(
  from: string | undefined,
  to: string | undefined,
  now: Date,
): { date_from: string; date_to: string } {
  const date_to = to ?? now.toISOString().slice(0, 10);
  const date_from = from ?? `${date_to.slice(0, 7)}-01`;
  const days = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1;
  if (days < 1) throw refuse('date_from', `must not be after date_to (${date_to})`);
  if (days > DAYS_MAX) throw refuse('date_from', `must be at most ${DAYS_MAX} days before date_to (${date_to})`);
  return { date_from, date_to };
}

function refuse(path: string, message: string): AppError {
  return new AppError('invalid_input', `The input of usage is not valid: ${path}.`, {
    fix: 'Correct every field listed in errors and send the request again.',
    issues: [{ path, message }],
  });
}
