import { z } from 'zod';

import { backlinksStatus, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { dofollowOnly, includeIndirectLinks } from '../../../links/fields.ts';
import { parseTarget } from '../../../web/target.ts';
import { planBacklinkSummary, summarizeBacklinkSummary } from './plan.ts';
import { analyzeSummary, BacklinkSummary } from './summary.ts';

export default defineOperation({
  id: 'backlinks.summary',
  method: 'POST',
  path: '/backlinks/summary',
  group: 'Backlinks',
  title: 'Summarize a backlink profile',
  description:
    'Summarizes the backlinks of a domain, a subdomain or a single page. ' +
    'Covers authority, referring domains, spam risk, broken backlinks and link distributions. ' +
    'Start here; backlinks.list has the links.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { links: {} },

  input: z.object({
    target: target(),
    include_subdomains: z.boolean().default(true).describe('Include links to subdomains of the target.'),
    include_indirect_links: includeIndirectLinks(),
    exclude_internal_backlinks: z.boolean().default(true).describe('Leave out links from the target’s own domain.'),
    backlinks_status_type: backlinksStatus(),
    dofollow_only: dofollowOnly('Count only links without nofollow, ugc or sponsored.'),
    internal_list_limit: z
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('Maximum number of rows in each list of the response.'),
    rank_scale: rankScale(),
  }),
  result: BacklinkSummary,

  price: { rule: '5 credits', credits: () => 5 },
  example: { target: 'harbour-bikes.example', internal_list_limit: 5 },

  async run(input, { ports }) {
    const parsed = parseTarget(input.target);
    const status = input.backlinks_status_type;
    const record = await ports.links.summary({
      target: parsed,
      status,
      dofollow_only: input.dofollow_only,
      include_subdomains: input.include_subdomains,
      include_indirect_links: input.include_indirect_links,
      exclude_internal_backlinks: input.exclude_internal_backlinks,
      list_limit: input.internal_list_limit,
    });
    const report = analyzeSummary(parsed, record, { ...input, status });
    return {
      result: report,
      guidance: planBacklinkSummary(report, input),
      markdown_summary: summarizeBacklinkSummary(report, status),
    };
  },
});
