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
  group: 'Imports',
  title: 'List imports',
  description:
    'Files that were or are being read into the index by this workspace, newest first, with how far each has come. Free.',

  is_workspace_wide: true,
  input: z.object({
    limit: queryNumber(z.int().min(1).max(LIMIT_MAX).default(25).describe('Most imports to answer.')),
    offset: queryNumber(z.int().min(0).max(OFFSET_MAX).default(0).describe('Imports to pass over, for the next page.')),
    kind: z.enum(IMPORT_KINDS).optional().describe('Only imports of this kind.'),
    status: z.enum(IMPORT_STATUSES).optional().describe('Only imports in this state.'),
  }),
  result: z.object({
    imports: z.array(ImportView),
    total_count: z.int().describe('Imports that match, before limit and offset.'),
  }),
  example: { status: 'completed', limit: 10 },

  async run({ limit, offset, kind, status }, { caller, account }) {
    const page = await account.imports.list(caller.workspace_id, { kind, status, limit, offset });
    return { imports: page.imports.map(importView), total_count: page.total_count };
  },
});
