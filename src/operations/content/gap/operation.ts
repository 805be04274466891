import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { onlyOneOf } from '../../../contract/page-input.ts';
import { readSitePages, site } from '../../../contract/site-input.ts';
import { AppError } from '../../../kernel/errors.ts';
import { headingDepth, listOwnDomains, planStudyQuery, readOwnPage, studyFields } from '../../../study/ask.ts';
import { GapReport } from '../../../study/gap-report.ts';
import { compareWithStudy } from '../../../study/gap.ts';
import { studySearch } from '../../../study/study.ts';
import { chooseOwnPage } from './own-page.ts';
import { planGap, summarizeGap } from './plan.ts';

const SOURCES = ['url', 'site'] as const;
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
  one_of: SOURCES,

  input: z.object({
    url: pageUrl().optional().describe('Your page.'),
    site: site(
      'Your site, in place of url: its page that ranks for the keyword, or has most of its words, is compared.',
    ),
    ...studyFields('US'),
    scrape_depth: headingDepth(),
  }),
  result: GapReport.extend({
    page_chosen_by: z
      .enum(['sent', 'ranks', 'words'])
      .describe('Whether you sent the page, it ranks for the keyword, or it has most of its words.'),
  }),
  rules: onlyOneOf(SOURCES),
  spares: (input) => (input.site === undefined ? ['sites'] : []),

  price: { rule: '6 credits', credits: () => 6 },
  example: { url: 'http://commutercraft.example/how-to-clean-bike-chain', keyword: 'how to clean a bike chain' },

  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await planStudyQuery(input, context) },
  ],

  async run(input, context) {
    const query = await planStudyQuery(input, context);
    const pages =
      input.site === undefined
        ? []
        : await readSitePages(context.ports.sites, {
            asked: input.site,
            field: 'site',
            instead: 'url',
            limit: SITE_PAGES_MAX,
          });
    const searched = context.ports.serp.check(query);
    // Heard of below, also where the page fails first.
    searched.catch(() => undefined);
    const chosen =
      input.url === undefined
        ? chooseOwnPage(pages, input.keyword, await searched)
        : { url: input.url, chosen_by: 'sent' as const };
    if (chosen === undefined) throw noPage(input.keyword, input.site ?? '');
    const [serp, own, own_domains] = await Promise.all([
      searched,
      readOwnPage(chosen.url, context),
      listOwnDomains({ url: chosen.url }, context),
    ]);
    const heading_depth = DEPTHS[input.scrape_depth];
    const study = await studySearch({ serp, own_domains, own, heading_depth }, context);
    const report = compareWithStudy(study, own, heading_depth);
    return {
      result: { ...report, page_chosen_by: chosen.chosen_by },
      guidance: planGap(report, study),
      markdown_summary: summarizeGap(report, study),
    };
  },
});

/** A gap of another kind: there is nothing to compare. */
function noPage(keyword: string, asked: string): AppError {
  const message = `No crawled page of ${asked} is about “${keyword}”.`;
  return new AppError('invalid_input', message, {
    fix: 'Plan a new page with POST /content/brief, or send the url of the page that you mean.',
    issues: [{ path: 'site', message }],
  });
}
