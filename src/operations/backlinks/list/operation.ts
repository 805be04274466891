import { z } from 'zod';

import { backlinksStatus, limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { dofollowOnly, findRankFloor, includeIndirectLinks } from '../../../links/fields.ts';
import {
  chargeRows,
  checkExport,
  exportRows,
  isExport,
  readRows,
  ROWS_PRICE,
  withRowsAsked,
} from '../../../contract/export-rows.ts';
import { parseTarget } from '../../../web/target.ts';
import { BacklinkList, classifyBacklinks } from './list.ts';
import { planBacklinkList, summarizeBacklinkList } from './plan.ts';

export default defineOperation({
  id: 'backlinks.list',
  method: 'POST',
  path: '/backlinks/list',
  group: 'Backlinks',
  title: 'List backlinks',
  description:
    'Lists links from other domains to a target, one per row. ' +
    'Classifies each one: protect, repair the target, reclaim, review, or keep as a reference for outreach. ' +
    'Links through a redirect or canonical are marked (is_indirect_link), and include_indirect_links leaves them out. Use backlinks.summary for totals.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { links: {} },

  input: z.object({
    target: target(),
    mode: z
      .enum(['as_is', 'one_per_domain', 'one_per_anchor'])
      .default('one_per_domain')
      .describe('Every link, the strongest link per linking domain, or the strongest link per anchor text.'),
    limit: limit({ max: 100, default: 25 }),
    offset: offset(),
    export_rows: exportRows(),
    backlinks_status_type: backlinksStatus(),
    include_indirect_links: includeIndirectLinks(),
    dofollow_only: dofollowOnly('Only links without nofollow, ugc or sponsored.'),
    broken_only: z.boolean().default(false).describe('Only links whose target page returned 4xx or 5xx.'),
    min_rank: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'Minimum rank of a link, on rank_scale. At most 100; use rank_scale one_hundred to go beyond 100 of 1,000.',
      ),
    sort_by: z
      .enum(['rank', 'page_rank', 'first_seen', 'lost_date'])
      .default('rank')
      .describe('Highest or newest first.'),
    rank_scale: rankScale(),
  }),
  result: BacklinkList,

  rules: checkExport,
  price: ROWS_PRICE,
  always_queues: isExport,
  example: { target: 'harbour-bikes.example', mode: 'as_is', limit: 3 },

  async run(input, { ports, report }) {
    const parsed = parseTarget(input.target);
    const page = await readRows(input, {
      ask: (rows) =>
        ports.links.list({
          target: parsed,
          status: input.backlinks_status_type,
          include_indirect_links: input.include_indirect_links,
          dofollow_only: input.dofollow_only,
          mode: input.mode,
          broken_only: input.broken_only,
          rank_min: findRankFloor(input),
          sort_by: input.sort_by,
          ...rows,
        }),
      rowsOf: ({ backlinks }) => backlinks,
      join: (first, backlinks) => ({ ...first, backlinks }),
      report,
    });
    const list = classifyBacklinks(page, { ...withRowsAsked(input), target: parsed });
    return {
      ...chargeRows(input, list.items.length),
      result: list,
      guidance: planBacklinkList(list, input),
      markdown_summary: summarizeBacklinkList(list, input),
    };
  },
});
