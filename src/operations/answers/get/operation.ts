import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { offset, printable, queryNumber } from '../../../contract/fields.ts';
import { csvTable } from '../../../kernel/csv-table.ts';
import { ownJob } from '../../../contract/own-job.ts';
import { AppError } from '../../../kernel/errors.ts';
import { tableOf } from '../../../kernel/record-table.ts';
import type { AccountPorts } from '../../../ports/account.ts';
import type { Caller } from '../../../ports/accounts.ts';
import { readPart, type Part } from './part.ts';

const LIMIT_MAX = 100;
/** No answer has longer lists. */
const ROWS_MAX = 1_000_000;

export default defineAccountOperation({
  id: 'answers.get',
  method: 'GET',
  path: '/answers/{id}',
  group: 'Jobs and webhooks',
  title: 'Read more of an answer',
  description:
    'Returns more of an earlier answer: further rows of a list, the rest of a text. ' +
    'Without `field` it lists the fields of the answer with their length. ' +
    'Answers of jobs are kept as long as the job, others for 24 hours if they were asked for in brief, over MCP, or with an idempotency key. Free.',

  input: z.object({
    id: printable(200).describe('meta.request_id of the answer, or the id of its job.'),
    field: printable(200).optional().describe('Path of the field, such as items or cluster_plan.clusters.'),
    limit: queryNumber(z.int().min(1).max(LIMIT_MAX))
      .default(25)
      .describe(`Rows to return, at most ${LIMIT_MAX}. For a text: thousands of characters.`),
    offset: queryNumber(offset()).describe('Rows to skip. For a text: thousands of characters.'),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe(
        'csv: the rows of a list as comma-separated values with a header line, all of them whatever limit says.',
      ),
  }),
  result: z.object({
    id: z.string(),
    field: z.string().nullable(),
    kind: z.enum(['list', 'text', 'record', 'value']),
    total_count: z.int().describe('Rows of a list, characters of a text, fields of a record; 1 for a single value.'),
    limit: z.int(),
    offset: z.int(),
    items: z.array(z.unknown()).nullable().describe('Rows of a list.'),
    value: z.unknown().describe('A text, a record or a single value; null for a list.'),
    fields: z
      .array(z.object({ field: z.string(), kind: z.string(), length: z.int() }))
      .nullable()
      .describe('What the answer has, if no field was named.'),
  }),
  csv: ({ items }) => {
    const { head, rows } = tableOf(items ?? []);
    return csvTable(head, rows);
  },
  example: { id: 'req_4Zt9Xb7LwVn0Ra3f', field: 'items', offset: 20 },

  async run({ id, field, limit: asked, offset: from, format }, { caller, account }) {
    const answer = await ownAnswer(account, caller, id);
    const limit = format === 'csv' ? ROWS_MAX : asked;
    const shown: Part = readPart(answer, field, { limit, offset: from });
    if (format === 'csv' && shown.kind !== 'list') throw noTable(field, shown);
    return { id, field: field ?? null, limit, offset: from, ...shown };
  },
});

/** @throws AppError not_found for an answer that is not kept, and for those of other workspaces and projects */
async function ownAnswer(
  account: AccountPorts,
  caller: Caller,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  const job = await ownJob(account, caller, id);
  if (job?.result !== undefined) return job.result;
  const kept = job === undefined ? await account.answers.find(caller.workspace_id, id) : undefined;
  if (kept !== undefined) {
    const answer = Answer.parse(JSON.parse(kept.body));
    if (caller.project_id === undefined || answer.meta?.project_id === caller.project_id) return answer;
  }
  throw new AppError('not_found', `There is no kept answer ${id.slice(0, 60)}.`, {
    fix: 'Use the request_id in the meta of an answer of the last 24 hours, or the id of a completed job.',
  });
}

function noTable(field: string | undefined, { kind, fields }: Part): AppError {
  const lists = (fields ?? []).filter((each) => each.kind === 'list').map((each) => each.field);
  const named = lists.length === 0 ? '' : ` Lists of this answer: ${lists.join(', ')}.`;
  const message = field === undefined ? 'is required for csv' : `is a ${kind}, and only lists make a table`;
  return new AppError('invalid_input', 'Only a list can be returned as comma-separated values.', {
    fix: `Set field to a list, such as items.${named}`,
    issues: [{ path: 'field', message }],
  });
}

const Answer = z.looseObject({ meta: z.looseObject({ project_id: z.string().nullable().optional() }).optional() });
