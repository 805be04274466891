import { z } from 'zod';

import { backlinksStatus, limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import {
  checkMinRank,
  findRankFloor,
  includeIndirectLinks,
  minCount,
  minRank,
  textFilter,
} from '../../../links/fields.ts';
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
import { planReferringDomains, summarizeReferringDomains } from './plan.ts';
import { analyzeReferringDomains, ReferringDomainList } from './referring-domains.ts';

export default defineOperation({
  id: 'backlinks.referring-domains',
  method: 'POST',
  path: '/backlinks/referring-domains',
  group: 'Backlinks',
  title: 'List referring domains',
  description:
    'Lists who links to a site or competitor. ' +
    'Shows the authority of each host, its links, spam and broken-link signals, and what to do: keep, strengthen, reclaim, repair or review. ' +
    'Use backlinks.list for the links themselves.',
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
    domain_filter: textFilter(253, 'Only hosts whose name contains this.'),
    min_backlinks: minCount('Minimum number of links from a host.'),
    min_referring_pages: minCount('Minimum number of linking pages on a host.'),
    min_rank: minRank('Minimum domain_rank, on rank_scale; hosts of unknown rank are left out.'),
    sort_by: z
      .enum(['rank', 'backlinks', 'referring_pages', 'spam_score', 'broken_backlinks', 'first_seen', 'lost_date'])
      .default('rank')
      .describe('Highest or newest first, unknown last; rank sorts by domain_rank.'),
    rank_scale: rankScale(),
  }),
  result: ReferringDomainList,
  rules: (input) => [...checkMinRank(input), ...checkExport(input)],

  price: ROWS_PRICE,
  always_queues: isExport,
  example: { target: 'harbour-bikes.example', limit: 10 },

  async run(input, { ports, report }) {
    const parsed = parseTarget(input.target);
    const status = input.backlinks_status_type;
    const record = await readRows(input, {
      ask: (rows) =>
        ports.links.referringDomains({
          target: parsed,
          status,
          include_indirect_links: input.include_indirect_links,
          domain_filter: input.domain_filter,
          backlinks_min: input.min_backlinks,
          referring_pages_min: input.min_referring_pages,
          rank_min: findRankFloor(input),
          sort_by: input.sort_by,
          ...rows,
        }),
      rowsOf: ({ domains }) => domains,
      join: (first, domains) => ({ ...first, domains }),
      report,
    });
    const list = analyzeReferringDomains(record, { ...withRowsAsked(input), target: parsed, status });
    return {
      ...chargeRows(input, list.items.length),
      result: list,
      guidance: planReferringDomains(list, input),
      markdown_summary: summarizeReferringDomains(list, input),
    };
  },
});
