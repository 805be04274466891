import { z } from 'zod';

import { backlinksStatus, limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { includeIndirectLinks, minCount } from '../../../links/fields.ts';
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
import { analyzeAnchors, AnchorList } from './anchors.ts';
import { planAnchors, summarizeAnchors } from './plan.ts';

export default defineOperation({
  id: 'backlinks.anchors',
  method: 'POST',
  path: '/backlinks/anchors',
  group: 'Backlinks',
  title: 'Analyze anchor texts',
  description:
    'Groups links from other domains to a target by anchor text. ' +
    'Shows the intent of each group (brand, keyword, URL, generic and so on), its risk and repair signals, and whether the profile as a whole is ' +
    'over-optimized. ' +
    'If the target is a site of your project’s brand, its names and aliases count as branded. Use it before building more links.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { links: {} },

  input: z.object({
    target: target(),
    limit: limit({ max: 100, default: 25 }),
    offset: offset(),
    export_rows: exportRows(),
    backlinks_status_type: backlinksStatus(),
    include_indirect_links: includeIndirectLinks(),
    anchor_filter: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Only anchors that contain this (not case-sensitive). The profile still covers all anchors.'),
    min_backlinks: minCount('Minimum number of links with an anchor.'),
    min_referring_domains: minCount('Minimum number of hosts that use an anchor.'),
    sort_by: z
      .enum(['backlinks', 'rank', 'referring_domains', 'spam_score', 'broken_backlinks'])
      .default('backlinks')
      .describe('Highest first; unknown last.'),
    rank_scale: rankScale(),
  }),
  result: AnchorList,

  rules: checkExport,
  price: ROWS_PRICE,
  always_queues: isExport,
  example: { target: 'harbour-bikes.example', limit: 10 },

  async run(input, { ports, report, brand }) {
    const parsed = parseTarget(input.target);
    const record = await readRows(input, {
      ask: (rows) =>
        ports.links.anchors({
          target: parsed,
          status: input.backlinks_status_type,
          include_indirect_links: input.include_indirect_links,
          anchor_filter: input.anchor_filter,
          backlinks_min: input.min_backlinks,
          referring_domains_min: input.min_referring_domains,
          sort_by: input.sort_by,
          ...rows,
        }),
      rowsOf: ({ anchors }) => anchors,
      join: (first, anchors) => ({ ...first, anchors }),
      report,
    });
    const question = { ...withRowsAsked(input), target: parsed, status: input.backlinks_status_type };
    const list = analyzeAnchors(record, question, await brand());
    return {
      ...chargeRows(input, list.items.length),
      result: list,
      guidance: planAnchors(list, input),
      markdown_summary: summarizeAnchors(list, input),
    };
  },
});
