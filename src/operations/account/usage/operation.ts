import { z } from 'zod';

import { printable } from '../../../contract/fields.ts';
import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { ownProject } from '../../../contract/own-project.ts';
import { usageCsv } from '../../../contract/usage-csv.ts';
import { AppError } from '../../../kernel/errors.ts';
import { USAGE_GROUPS, type UsageGroupTotal, type UsageQuery, type UsageReports } from '../../../ports/usage.ts';
import { buildUsageSeries, listDays, pickLargestGroups, UsageSeries } from './series.ts';

const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

const day = () =>
  z.iso
    .date('must be a day such as 2026-11-01')
    .refine((text) => text >= '2000-01-01', 'must be a day from 2000-01-01 on')
    .optional();

const filter = (what: string) => printable(128).optional().describe(what);

const counts = {
  calls: z.int().describe('Calls that were answered or failed; dry runs and repeated answers are none.'),
  failed_calls: z.int().describe('Calls that were answered with an error. They cost nothing.'),
  credits: z.int().describe('Credits that were charged.'),
};

export default defineAccountOperation({
  id: 'usage',
  method: 'GET',
  path: '/usage',
  group: 'Usage and credits',
  title: 'Report usage',
  description:
    'Calls, failed calls and credits of the workspace by day, operation, project or key, for a range of days in UTC. A call ' +
    'is counted within a second after its answer. A key that belongs to a project reports that project alone. Free.',

  input: z.object({
    date_from: day().describe('First day. Default: the first of the month of date_to.'),
    date_to: day().describe(`Last day, included. Default: today. At most ${DAYS_MAX} days after date_from.`),
    group_by: z
      .enum(USAGE_GROUPS)
      .default('day')
      .describe('One group for each of these. Days are all there; of the others, the 1,000 that cost most.'),
    project_id: filter('Only calls booked on this project.'),
    operation: filter('Only calls of this operation, such as backlinks.list.'),
    key_id: filter('Only calls made with this key.'),
    by_day: z
      .enum(['true', 'false'])
      .default('false')
      .describe('true: adds the figures of each day, the five largest groups apart, as a chart stacks them.'),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('csv: over REST, the groups as comma-separated values instead of JSON.'),
  }),
  result: z.object({
    date_from: z.string(),
    date_to: z.string(),
    group_by: z.enum(USAGE_GROUPS),
    total: z.object(counts),
    groups: z.array(
      z.object({
        group: z.string().nullable().describe('Day, operation, project or key; null for calls without one.'),
        ...counts,
      }),
    ),
    series: UsageSeries.nullable().describe('null unless by_day is true.'),
  }),
  csv: ({ group_by, groups }) => usageCsv(group_by, groups),
  example: { date_from: '2026-11-01', date_to: '2026-11-30', group_by: 'operation' },

  async run({ group_by, operation, key_id, ...input }, { caller, account, now }) {
    const range = rangeOf(input.date_from, input.date_to, now);
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

const FIELDS = { day: undefined, operation: 'operation', project: 'project_id', key: 'key_id' } as const;

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

function rangeOf(from: string | undefined, to: string | undefined, now: Date): { date_from: string; date_to: string } {
  const date_to = to ?? now.toISOString().slice(0, 10);
  const date_from = from ?? `${date_to.slice(0, 7)}-01`;
  const days = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1;
  if (days < 1) throw wrong('date_from', `must not be after date_to (${date_to})`);
  if (days > DAYS_MAX) throw wrong('date_from', `must be at most ${DAYS_MAX} days before date_to (${date_to})`);
  return { date_from, date_to };
}

function wrong(path: string, message: string): AppError {
  return new AppError('invalid_input', `The input of usage is not valid: ${path}.`, {
    fix: 'Correct every field listed in errors and send the request again.',
    issues: [{ path, message }],
  });
}
