import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { ownProject } from '../../../../contract/own-project.ts';
import { projectId } from '../../../../contract/project-view.ts';
import { rankDepth, rankTag, rankTags, rankTargetIds } from '../../../../contract/rank-target.ts';

export default defineAccountOperation({
  id: 'rank.targets.update',
  method: 'PATCH',
  path: '/rank/targets',
  group: 'Rank and AI visibility',
  title: 'Change tracked keywords',
  description:
    'Pauses, resumes or tags tracked keywords, or changes how deep they are checked. A paused ' +
    'keyword keeps its history and is not checked. Free.',
  one_of: ['ids', 'tag'],
  input: z.object({
    ids: rankTargetIds().optional(),
    tag: rankTag().optional().describe('All keywords with this tag.'),
    project_id: projectId().optional().describe('Only those of this project.'),
    is_paused: z.boolean().optional().describe('true pauses their checks, false resumes them.'),
    add_tags: rankTags().default([]).describe('Tags to add.'),
    remove_tags: rankTags().default([]).describe('Tags to remove.'),
    depth: rankDepth().optional(),
  }),
  result: z.object({ changed: z.int().describe('How many keywords were found and changed.') }),
  example: { tag: 'services', is_paused: true },

  async run({ ids, tag, project_id, is_paused, add_tags, remove_tags, depth }, { caller, account }) {
    const filter = { project_id: ownProject(caller, project_id), ids, tag };
    const change = { is_paused, add_tags, remove_tags, depth };
    return { changed: await account.targets.change(caller.workspace_id, filter, change) };
  },
});
