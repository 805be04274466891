import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { queryNumber } from '../../../../contract/fields.ts';
import { ownProject } from '../../../../contract/own-project.ts';
import { projectId } from '../../../../contract/project-view.ts';
import { queryRankTargetIds, rankTag, rankTargetView, RankTargetView } from '../../../../contract/rank-target.ts';

export default defineAccountOperation({
  id: 'rank.targets.list',
  method: 'GET',
  path: '/rank/targets',
  group: 'Rank and AI visibility',
  title: 'List tracked keywords',
  description: 'Lists the keywords you track, oldest first. GET /rank/overview tells how they rank. Free.',
  input: z.object({
    ids: queryRankTargetIds().optional(),
    tag: rankTag().optional().describe('Only those with this tag.'),
    text: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Only those whose keyword or URL contains this text, in any case.'),
    state: z.enum(['active', 'paused', 'all']).default('all').describe('Only those that are checked, or paused.'),
    project_id: projectId().optional().describe('Only those of this project.'),
    limit: queryNumber(z.int().min(1).max(1000).default(100).describe('Maximum number of keywords to return.')),
    offset: queryNumber(
      z.int().min(0).max(20_000).default(0).describe('Number of keywords to skip, for the next page.'),
    ),
  }),
  result: z.object({ targets: z.array(RankTargetView), total_count: z.int() }),
  example: { tag: 'services' },

  async run({ ids, tag, text, state, project_id, limit, offset }, { caller, account }) {
    const is_paused = state === 'all' ? undefined : state === 'paused';
    const filter = { project_id: ownProject(caller, project_id), ids, tag, text, is_paused };
    const { targets, total_count } = await account.targets.list(caller.workspace_id, filter, { limit, offset });
    return { targets: targets.map(rankTargetView), total_count };
  },
});
