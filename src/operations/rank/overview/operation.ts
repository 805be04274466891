import { z } from 'zod';

import { queryNumber } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { queryRankTargetIds, rankTag } from '../../../contract/rank-target.ts';
import { readTrackedRanks } from '../../../tracking/tracked.ts';
import { readTrackedVolumes, weighKeywords } from '../../../tracking/weights.ts';
import { buildOverview } from './overview.ts';
import { planOverview, summarizeOverview } from './plan.ts';
import { RankOverview } from './report.ts';

const DAY_MS = 86_400_000;
/** Past the longest period, so that each has checks to begin with. */
const HISTORY_DAYS = 120;
const CHECKS_MAX = 130;

export default defineOperation({
  id: 'rank.overview',
  method: 'GET',
  path: '/rank/overview',
  group: 'Rank and AI visibility',
  title: 'Get an overview of tracked keywords',
  description:
    'Shows how your tracked keywords rank, with visibility and share of voice. ' +
    'Counts those in the top 3, 10 and 20, and shows movers beyond their noise, and the same by tag. ' +
    'Keywords count by search volume where volumes are on record; no source is asked for them. ' +
    'Computed from stored result pages, so a keyword that was checked before has its history at once. Free.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { serp: {}, keywords: { optional: true } },

  input: z.object({
    ids: queryRankTargetIds()
      .optional()
      .describe('Only these tracked keywords (`rkt_…`), separated by commas; also paused ones.'),
    tag: rankTag().optional().describe('Only tracked keywords with this tag.'),
    days: queryNumber(
      z.int().min(1).max(90).default(7).describe('Length of the period that movers are looked for in.'),
    ),
    limit: queryNumber(z.int().min(1).max(1000).default(100).describe('Maximum rows to return.')),
    offset: queryNumber(z.int().min(0).max(20_000).default(0).describe('Rows to skip, for paging.')),
  }),
  result: RankOverview,

  price: { rule: 'free', credits: () => 0 },
  example: { days: 7 },

  async run({ ids, tag, days, limit, offset }, { ports, tracked, locate, now }) {
    const targets = await tracked({ tag, ids });
    const since = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
    const [ranks, volumes] = await Promise.all([
      readTrackedRanks(targets, ports.serp, { since, limit: CHECKS_MAX }),
      readTrackedVolumes(targets, { ports, locate }),
    ]);
    const weights = weighKeywords(
      targets.map(({ id }) => id),
      volumes,
    );
    const report = buildOverview(ranks, { tag, days, limit, offset, now, weights });
    return { result: report, guidance: planOverview(report), markdown_summary: summarizeOverview(report) };
  },
});
