import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { ownProject } from '../../../../contract/own-project.ts';
import { projectId } from '../../../../contract/project-view.ts';
import { rankTag, rankTargetIds } from '../../../../contract/rank-target.ts';

export default defineAccountOperation({
  id: 'rank.targets.delete',
  method: 'DELETE',
  path: '/rank/targets',
  group: 'Rank and AI visibility',
  title: 'Stop tracking keywords',
  description:
    'Deletes the tracked keywords named by ids or by a tag. The result pages that were stored stay, so a keyword that you add again has its history at once. Free.',
  one_of: ['ids', 'tag'],
  input: z.object({
    ids: rankTargetIds().optional(),
    tag: rankTag().optional().describe('All keywords with this tag.'),
    project_id: projectId().optional().describe('Only those of this project.'),
  }),
  result: z.object({ deleted: z.int().describe('How many keywords were found and deleted.') }),
  example: { tag: 'services' },

  async run({ ids, tag, project_id }, { caller, account }) {
    const filter = { project_id: ownProject(caller, project_id), ids, tag };
    return { deleted: await account.targets.remove(caller.workspace_id, filter) };
  },
});
