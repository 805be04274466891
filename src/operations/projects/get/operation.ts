import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { projectId, projectView, ProjectView } from '../../../contract/project-view.ts';
import { AppError } from '../../../kernel/errors.ts';

export default defineAccountOperation({
  id: 'projects.get',
  method: 'GET',
  path: '/projects/{id}',
  group: 'Usage and credits',
  title: 'Get a project',
  description:
    'Shows a project with its brand, monthly budget and spending. GET /sites with its id lists its sites. A key that belongs to a project sees only that one. Free.',

  input: z.object({ id: projectId() }),
  result: z.object({ project: ProjectView }),
  example: { id: 'harbour-bikes' },

  async run({ id }, { caller, account }) {
    const isOwn = caller.project_id === undefined || caller.project_id === id;
    const project = isOwn ? await account.projects.find(caller.workspace_id, id) : undefined;
    if (project === undefined) {
      throw new AppError('not_found', `There is no project ${id}.`, { fix: 'GET /projects lists the projects.' });
    }
    return { project: projectView(project) };
  },
});
