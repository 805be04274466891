import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { listOwnDomains, ownSite, planStudyQuery, studyDevice, studyFields } from '../../../study/ask.ts';
import { studySearch } from '../../../study/study.ts';
import { outlineSearch } from './outline.ts';
import { planWriting, summarizeOutline } from './plan.ts';
import { OutlineReport } from './report.ts';

export default defineOperation({
  id: 'content.serp-outline',
  method: 'POST',
  path: '/content/serp-outline',
  group: 'Content and page quality',
  title: 'Outline a page from what ranks',
  description:
    'Outlines a new page from the pages that rank for a keyword. Sections come in the order in which most of them go, each with ' +
    'the pages it stands on and a range of words, with questions that were seen, titles that fit into a result, and structured data. Warns when the ' +
    'result page mixes intents or an article is the wrong kind of page.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { serp: {}, pages: {} },

  input: z.object({
    ...studyFields(),
    target: ownSite(),
    device: studyDevice(),
    outline_depth: z
      .enum(['brief', 'standard', 'detailed'])
      .default('standard')
      .describe('brief: up to 5 sections; standard: up to 8, with subheadings; detailed: up to 12, with more of them.'),
    include_title_options: z.boolean().default(true).describe('Write titles that fit into a result.'),
  }),
  result: OutlineReport,

  price: { rule: '4 credits', credits: () => 4 },
  example: { keyword: 'how to clean a bike chain', outline_depth: 'standard' },

  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await planStudyQuery(input, context) },
  ],

  async run(input, context) {
    const serp = await context.ports.serp.check(await planStudyQuery(input, context));
    const own_domains = await listOwnDomains({ target: input.target }, context);
    const study = await studySearch({ serp, own_domains, own: undefined }, context);
    const report = outlineSearch(study, { ...input, year: context.now.getUTCFullYear() });
    return { result: report, guidance: planWriting(report, study), markdown_summary: summarizeOutline(report, study) };
  },
});
