import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { readPageClicks } from '../../../rankings/page-clicks.ts';
import { listOwnDomains, ownSite, planStudyQuery, readOwnPage, studyFields } from '../../../study/ask.ts';
import { findLinkSources } from '../../../study/own-links.ts';
import { studySearch } from '../../../study/study.ts';
import { briefOpportunity } from './brief.ts';
import { planOpportunity, summarizeOpportunity } from './plan.ts';
import { OpportunityBrief } from './report.ts';
import { findStanding, readStoredChecks } from '../../../study/standing.ts';
import { OPPORTUNITY_TYPES } from './types.ts';

const OUTLINE_CREDITS = 2;

export default defineOperation({
  id: 'opportunities.brief',
  method: 'POST',
  path: '/opportunities/brief',
  group: 'Opportunities and signals',
  title: 'Brief one opportunity',
  description:
    'Turns one keyword, and the page that should rank for it, into a plan. Reads the result page, your page and the pages that rank: ' +
    'sections to add with the pages they stand on, questions, names, structured data, internal links, a checklist, what not to do, and how to measure success. ' +
    'opportunities.find helps to choose the keyword.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { serp: {}, pages: { optional: true }, fetch: { optional: true }, rankings: { optional: true } },

  input: z.object({
    ...studyFields(),
    target: ownSite(),
    page_url: pageUrl().optional().describe('Your page that should rank; without it, the brief is for a new one.'),
    opportunity_type: z
      .enum(OPPORTUNITY_TYPES)
      .optional()
      .describe(
        'What kind of opportunity it is, as opportunities.find names it. Decides order, detail and success metric.',
      ),
    current_rank: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        'Where the page ranks now, if you know: the further down, the more content and time the plan asks for.',
      ),
    include_competitor_outlines: z
      .boolean()
      .default(true)
      .describe(
        'Read the pages that rank and return their outlines; +2 credits. Without it, the brief has only the result page and your page to go by.',
      ),
  }),
  result: OpportunityBrief,

  price: {
    rule: '10 credits, +2 with include_competitor_outlines',
    credits: ({ include_competitor_outlines }) => 10 + (include_competitor_outlines ? OUTLINE_CREDITS : 0),
  },
  example: {
    keyword: 'how to clean a bike chain',
    page_url: 'http://commutercraft.example/how-to-clean-bike-chain',
    opportunity_type: 'quick_win',
    current_rank: 8,
  },

  spares: (input) => [
    ...(input.include_competitor_outlines ? [] : ['pages' as const]),
    ...(input.page_url === undefined ? (['fetch', 'rankings'] as const) : []),
  ],
  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await planStudyQuery(input, context) },
  ],

  async run(input, context) {
    const { page_url, target, include_competitor_outlines: is_read } = input;
    const [serp, own, own_domains] = await Promise.all([
      context.ports.serp.check(await planStudyQuery(input, context)),
      page_url === undefined ? undefined : readOwnPage(page_url, context),
      listOwnDomains({ url: page_url, target }, context),
    ]);
    const [study, sources, checks, clicks] = await Promise.all([
      studySearch({ serp, own_domains, own, is_read }, context),
      findLinkSources({ serp, own_domains, own_url: own?.url }, context),
      readStoredChecks({ serp, own_domains, now: context.now }, context.ports.serp),
      own === undefined ? null : readPageClicks({ ...input, url: own.url }, context.ports, context.locate),
    ]);
    const standing = findStanding(serp, checks, { url: own?.url, own_domains });
    const report = briefOpportunity({ study, own, own_domains, standing, sources, clicks, request: input });
    return {
      result: report,
      guidance: planOpportunity(report, study),
      markdown_summary: summarizeOpportunity(report, study),
    };
  },
});
