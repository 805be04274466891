import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { headingDepth, listOwnDomains, ownUrl, planStudyQuery, readOwnPage, studyFields } from '../../../study/ask.ts';
import { GapReport } from '../../../study/gap-report.ts';
import { compareWithStudy } from '../../../study/gap.ts';
import { studySearch } from '../../../study/study.ts';
import { planGap, summarizeGap } from './plan.ts';

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
  needs: { serp: {}, pages: {}, fetch: {} },

  input: z.object({ url: ownUrl(), ...studyFields('US'), scrape_depth: headingDepth() }),
  result: GapReport,

  price: { rule: '6 credits', credits: () => 6 },
  example: { url: 'http://commutercraft.example/how-to-clean-bike-chain', keyword: 'how to clean a bike chain' },

  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await planStudyQuery(input, context) },
  ],

  async run(input, context) {
    const query = await planStudyQuery(input, context);
    const [serp, own, own_domains] = await Promise.all([
      context.ports.serp.check(query),
      readOwnPage(input.url, context),
      listOwnDomains({ url: input.url }, context),
    ]);
    const heading_depth = DEPTHS[input.scrape_depth];
    const study = await studySearch({ serp, own_domains, own, heading_depth }, context);
    const report = compareWithStudy(study, own, heading_depth);
    return {
      result: report,
      guidance: planGap(report, study),
      markdown_summary: summarizeGap(report, study),
    };
  },
});
