import { z } from 'zod';

import { backlinksStatus, limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { includeIndirectLinks, minCount, textFilter } from '../../../links/fields.ts';
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
import { analyzeDomainPages, DomainPageList } from './domain-pages.ts';
import { planDomainPages, summarizeDomainPages } from './plan.ts';

export default defineOperation({
  id: 'backlinks.domain-pages',
  method: 'POST',
  path: '/backlinks/domain-pages',
  group: 'Backlinks',
  title: 'List linked pages of a domain',
  description:
    'Lists the pages of a domain or subdomain that other domains link to. ' +
    'Shows the status, links and referring domains of each, and what to do with it: protect, redirect, restore, improve or monitor. ' +
    'Use it before a site migration and to find wasted links.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { links: {} },

  input: z.object({
    target: target().describe('Domain (example.com) or subdomain (blog.example.com).'),
    limit: limit({ max: 100, default: 25 }),
    offset: offset(),
    export_rows: exportRows(),
    backlinks_status_type: backlinksStatus(),
    include_indirect_links: includeIndirectLinks(),
    page_filter: textFilter(500, 'Only pages whose URL contains this (not case-sensitive).'),
    title_filter: textFilter(
      500,
      'Only pages whose title contains this (not case-sensitive); pages without a known title are left out.',
    ),
    status_code: z.int().min(100).max(599).optional().describe('Only pages that returned this HTTP status.'),
    min_backlinks: minCount('Minimum number of links to a page.'),
    min_referring_domains: minCount('Minimum number of hosts that link to a page.'),
    sort_by: z
      .enum([
        'backlinks',
        'referring_domains',
        'rank',
        'spam_score',
        'broken_backlinks',
        'first_visited',
        'words_count',
        'external_links',
      ])
      .default('backlinks')
      .describe('Highest or newest first, unknown last; rank sorts by page_rank.'),
    rank_scale: rankScale(),
  }),
  result: DomainPageList,
  rules(input) {
    const parsed = parseTarget(input.target);
    if (parsed.type !== 'page') return checkExport(input);
    const message = `must be a domain or subdomain such as ${parsed.host}; use page_filter to narrow it down to a page`;
    return [{ path: 'target', message }];
  },

  price: ROWS_PRICE,
  always_queues: isExport,
  example: { target: 'harbour-bikes.example', limit: 10 },

  async run(input, { ports, report }) {
    const parsed = parseTarget(input.target);
    const status = input.backlinks_status_type;
    const record = await readRows(input, {
      ask: (rows) =>
        ports.links.targetPages({
          target: parsed,
          status,
          include_indirect_links: input.include_indirect_links,
          page_filter: input.page_filter === undefined ? undefined : escapeLetters(input.page_filter),
          title_filter: input.title_filter,
          status_code: input.status_code,
          backlinks_min: input.min_backlinks,
          referring_domains_min: input.min_referring_domains,
          sort_by: input.sort_by,
          ...rows,
        }),
      rowsOf: ({ pages }) => pages,
      join: (first, pages) => ({ ...first, pages }),
      report,
    });
    const list = analyzeDomainPages(record, { ...withRowsAsked(input), target: parsed, status });
    return {
      ...chargeRows(input, list.items.length),
      result: list,
      guidance: planDomainPages(list, input),
      markdown_summary: summarizeDomainPages(list, input),
    };
  },
});

/** Stored paths have letters outside ASCII escaped, and people write them as they read them. */
function escapeLetters(text: string): string {
  return text.replaceAll(/\P{ASCII}+/gu, (letters) => encodeURIComponent(letters.toWellFormed()));
}
