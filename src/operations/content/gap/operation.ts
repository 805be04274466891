import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { readSitePages, site } from '../../../contract/site-input.ts';
import { headingDepth, listOwnDomains, ownUrl, planStudyQuery, readOwnPage, studyFields } from '../../../study/ask.ts';
import { GapReport } from '../../../study/gap-report.ts';
import { compareWithStudy } from '../../../study/gap.ts';
import { studySearch } from '../../../study/study.ts';
import { CoveredElsewhere, findElsewhere } from './elsewhere.ts';
import { planGap, summarizeGap } from './plan.ts';

/** Of a larger site the most linked pages are looked at. */
const SITE_PAGES_MAX = 5000;
const DEPTHS = { h1: 1, h2: 2, h3: 3 } as const;

export default defineOperation({
  id: 'content.gap',
  method: 'POST',
  path: '/content/gap',
  group: 'Content and page quality',
  title: 'Find what your page lacks beside those that rank',
  description:
    'Compares your page with the pages that rank for a keyword, and returns the topics and questions it lacks. ' +
    'Each topic has the pages it stands on and a quote; a coverage score and a compact brief come with it. A topic counts once, so repeating words ' +
    'wins nothing. Pages that cannot be compared are listed with the reason; fewer than three give no score.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { serp: {}, pages: {}, fetch: {}, sites: {} },

  input: z.object({
    url: ownUrl(),
    ...studyFields('US'),
    scrape_depth: headingDepth(),
    site: site('Your site: missing topics that another of its pages covers are named with that page.'),
  }),
  result: GapReport.extend({
    covered_elsewhere: z
      .array(CoveredElsewhere)
      .nullable()
      .describe('Missing topics that other pages of the site cover: link to them. Null without site.'),
  }),
  spares: (input) => (input.site === undefined ? ['sites'] : []),

  price: { rule: '6 credits', credits: () => 6 },
  example: { url: 'http://commutercraft.example/how-to-clean-bike-chain', keyword: 'how to clean a bike chain' },

  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await planStudyQuery(input, context) },
  ],

  async run(input, context) {
    const query = await planStudyQuery(input, context);
    const { site: asked } = input;
    const pages =
      asked === undefined
        ? undefined
        : await readSitePages(context.ports.sites, { asked, field: 'site', limit: SITE_PAGES_MAX });
    const [serp, own, own_domains] = await Promise.all([
      context.ports.serp.check(query),
      readOwnPage(input.url, context),
      listOwnDomains({ url: input.url }, context),
    ]);
    const heading_depth = DEPTHS[input.scrape_depth];
    const study = await studySearch({ serp, own_domains, own, heading_depth }, context);
    const report = compareWithStudy(study, own, heading_depth);
    const topics = [...report.missing_topics, ...report.thin_topics].map(({ topic }) => topic);
    const elsewhere =
      pages === undefined ? null : findElsewhere(topics, pages, { url: own.url, language: study.language });
    return {
      result: { ...report, covered_elsewhere: elsewhere },
      guidance: planGap(report, study, elsewhere ?? []),
      markdown_summary: summarizeGap(report, study, elsewhere ?? []),
    };
  },
});
