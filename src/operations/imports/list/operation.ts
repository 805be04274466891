import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { queryNumber } from '../../../contract/fields.ts';
import { ImportView, importView } from '../../../contract/import-view.ts';
import { IMPORT_KINDS, IMPORT_STATUSES } from '../../../ports/imports.ts';

const LIMIT_MAX = 100;
const OFFSET_MAX = 20_000;

export default defineAccountOperation({
  id: 'imports.list',
  method: 'GET',
  path: '/imports',
  group: 'Crawls and imports',
  title: 'List imports',
  description: 'Lists the imports of this workspace, newest first, with their progress. Free.',

  is_workspace_wide: true,
  input: z.object({
    limit: queryNumber(z.int().min(1).max(LIMIT_MAX).default(25).describe('Maximum number of imports to return.')),
    offset: queryNumber(
      z.int().min(0).max(OFFSET_MAX).default(0).describe('Number of imports to skip, for the next page.'),
    ),
    kind: z.enum(IMPORT_KINDS).optional().describe('Only imports of this kind.'),
    status: z.enum(IMPORT_STATUSES).optional().describe('Only imports with this status.'),
  }),
  result: z.object({
    imports: z.array(ImportView),
    total_count: z.int().describe('Matching imports, before limit and offset.'),
  }),
  example: { status: 'completed', limit: 10 },

  async run({ limit, offset, kind, status }, { caller, account }) {
    const page = await account.imports.list(caller.workspace_id, { kind, status, limit, offset });
    return { imports: page.imports.map(importView), total_count: page.total_count };
  },
});
