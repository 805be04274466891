import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { projectView, ProjectView } from '../../../contract/project-view.ts';

export default defineAccountOperation({
  id: 'projects.list',
  method: 'GET',
  path: '/projects',
  group: 'Usage and credits',
  title: 'List projects',
  description:
    'Lists the projects of the workspace with their brands, monthly budgets and spending. A key that belongs to a project sees ' +
    'only that one. Free.',

  input: z.object({}),
  result: z.object({ projects: z.array(ProjectView) }),
  example: {},

  async run(_input, { caller, account }) {
    const projects = await account.projects.list(caller.workspace_id);
    const { project_id } = caller;
    return { projects: projects.filter(({ id }) => project_id === undefined || id === project_id).map(projectView) };
  },
});
