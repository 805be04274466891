import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { listOwnDomains, ownSite, planStudyQuery, studyDevice, studyFields } from '../../../study/ask.ts';
import { studySearch } from '../../../study/study.ts';
import { briefSearch, PAGE_TYPES } from './brief.ts';
import { planBrief, summarizeBrief } from './plan.ts';
import { BriefReport } from './report.ts';
import { VOICES } from './voice.ts';

export default defineOperation({
  id: 'content.brief',
  method: 'POST',
  path: '/content/brief',
  group: 'Content and page quality',
  title: 'Write a brief for a page on a search',
  description:
    'Writes a brief for a new page from the pages that rank for a keyword. It says what searchers want, which titles and descriptions fit, what the ranking ' +
    'pages have and lack, what could set yours apart, which claims need proof, how to lead readers on, and which criteria content.draft-qa will check. ' +
    'States no fact that was not seen.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { serp: {}, pages: {} },

  input: z.object({
    ...studyFields(),
    target: ownSite(),
    audience: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('Who the page is for; without it, the brief says what the search tells.'),
    device: studyDevice(),
    brand_voice: z.enum(VOICES).default('expert').describe('Voice that the guide describes.'),
    page_type: z
      .enum(PAGE_TYPES)
      .default('auto')
      .describe('Kind of page to write; auto takes the kind that most ranking pages are.'),
    brief_depth: z
      .enum(['standard', 'detailed'])
      .default('standard')
      .describe('detailed: more sections, questions, competitors and names.'),
    include_serp_outline: z.boolean().default(true).describe('Include the outline.'),
  }),
  result: BriefReport,

  price: { rule: '6 credits', credits: () => 6 },
  example: { keyword: 'how to clean a bike chain', audience: 'people who commute by bike', brand_voice: 'friendly' },

  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await planStudyQuery(input, context) },
  ],

  async run(input, context) {
    const serp = await context.ports.serp.check(await planStudyQuery(input, context));
    const own_domains = await listOwnDomains({ target: input.target }, context);
    const study = await studySearch({ serp, own_domains, own: undefined }, context);
    const report = briefSearch(study, { ...input, year: context.now.getUTCFullYear() });
    return {
      result: report,
      guidance: planBrief(report, study),
      markdown_summary: summarizeBrief(report, study),
    };
  },
});
