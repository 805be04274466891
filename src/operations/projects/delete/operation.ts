import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { projectId } from '../../../contract/project-view.ts';
import { AppError } from '../../../kernel/errors.ts';

export default defineAccountOperation({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/projects/{id}',
  group: 'Usage and credits',
  title: 'Delete a project',
  description:
    'Deletes the project with its budget and brand. Its past calls stay in the usage report, and calls that ' +
    'still send its id are no longer limited. Free.',

  is_workspace_wide: true,
  input: z.object({ id: projectId() }),
  result: z.object({ deleted: z.literal(true), id: z.string() }),
  example: { id: 'harbour-bikes' },

  async run({ id }, { caller, account }) {
    if (await account.projects.remove(caller.workspace_id, id)) return { deleted: true as const, id };
    throw new AppError('not_found', `There is no project ${id}.`, { fix: 'GET /projects lists the projects.' });
  },
});
