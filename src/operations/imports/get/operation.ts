import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { printable } from '../../../contract/fields.ts';
import { ImportView, importView } from '../../../contract/import-view.ts';
import { AppError } from '../../../kernel/errors.ts';

export default defineAccountOperation({
  id: 'imports.get',
  method: 'GET',
  path: '/imports/{id}',
  group: 'Crawls and imports',
  title: 'Get an import',
  description: 'Shows the progress of an import, and what could not be used. Free.',

  is_workspace_wide: true,
  input: z.object({ id: printable(100).describe('Id of the import, from POST /imports or GET /imports.') }),
  result: z.object({ import: ImportView }),
  example: { id: 'import_7f3kQ2mZt9Xb4LwVn0Ra' },

  async run({ id }, { caller, account }) {
    const file = await account.imports.find(caller.workspace_id, id);
    if (file !== undefined) return { import: importView(file) };
    throw new AppError('not_found', `There is no import ${id.slice(0, 60)}.`, {
      fix: 'Use the id that POST /imports returned, or list your imports with GET /imports.',
    });
  },
});
