import { z } from 'zod';

import { backlinksStatus, limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { ROWS_PRICE } from '../../../contract/export-rows.ts';
import { dofollowOnly } from '../../../links/fields.ts';
import { findKnownLinks } from '../../../links/known-links.ts';
import { analyzeIntersection, IntersectionReport, readSiteOf } from './page-intersection.ts';
import { LIMIT_MAX, planIntersection, summarizeIntersection } from './plan.ts';
import { findConflicts, readParties } from './targets.ts';

const TARGETS_MAX = 5;

export default defineOperation({
  id: 'backlinks.page-intersection',
  method: 'POST',
  path: '/backlinks/page-intersection',
  group: 'Backlinks',
  title: 'Find pages that link to competitors',
  description:
    'Finds pages that link to competitors but not to you. Shows who to contact, with the links, page quality and a score for each. ' +
    'Put your own site in exclude_targets. Then plan the campaign with backlinks.opportunity-finder.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { links: {} },

  input: z.object({
    targets: z
      .array(target())
      .min(1)
      .max(TARGETS_MAX)
      .describe('Competitors: domains, subdomains or absolute URLs. Duplicates count once.'),
    exclude_targets: z
      .array(target())
      .max(TARGETS_MAX)
      .optional()
      .describe('Pages with a live link to any of these are left out: put your own site here.'),
    limit: limit({ max: LIMIT_MAX, default: 25 }),
    offset: offset(900),
    backlinks_status_type: backlinksStatus(),
    dofollow_only: dofollowOnly('Only links to the targets without nofollow, ugc or sponsored.'),
    intersection_mode: z
      .enum(['partial', 'all'])
      .default('partial')
      .describe('partial: pages that link to at least one target; all: pages that link to every target.'),
    max_spam_score: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('Maximum spam score of a page, 0-100; pages with an unknown score are kept.'),
    sort_by: z
      .enum(['rank', 'domain_rank', 'page_rank', 'first_seen', 'last_seen'])
      .default('rank')
      .describe(
        'Highest or newest first: rank of the strongest link, of the domain or of the page; first or last seen.',
      ),
    rank_scale: rankScale(),
  }),
  result: IntersectionReport,

  price: ROWS_PRICE,
  example: {
    targets: ['chainring.example', 'forum.pedalfolk.example'],
    exclude_targets: ['harbour-bikes.example'],
    limit: 5,
  },

  rules: (input) => findConflicts(input.targets, input.exclude_targets ?? []),

  async run(input, { ports }) {
    const parties = readParties(input.targets, input.exclude_targets ?? []);
    const record = await ports.links.pageIntersection({
      targets: parties.targets,
      exclude_targets: parties.exclude_targets,
      status: input.backlinks_status_type,
      dofollow_only: input.dofollow_only,
      mode: input.intersection_mode,
      spam_score_max: input.max_spam_score,
      sort_by: input.sort_by,
      // The first pages are the same ones for any limit, since their order is total.
      limit: input.offset + input.limit,
    });
    const pages = record.pages.slice(input.offset);
    const known_links = await findKnownLinks(
      ports.links,
      parties.exclude_targets.map(({ value }) => value),
      pages.map(readSiteOf),
    );
    const report = analyzeIntersection({ ...record, pages }, { ...input, ...parties, known_links });
    return {
      result: report,
      guidance: planIntersection(report, pages, input),
      markdown_summary: summarizeIntersection(report, input),
    };
  },
});
