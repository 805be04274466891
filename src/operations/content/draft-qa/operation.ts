import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { isSupplied, onlyOneOf } from '../../../contract/page-input.ts';
import { listOwnDomains, ownSite, planStudyQuery, readOwnPage, studyDevice, studyFields } from '../../../study/ask.ts';
import { type OwnPage, studySearch } from '../../../study/study.ts';
import { distilDraft } from '../../../text/reading/distil-draft.ts';
import { checkDraft } from './check.ts';
import { planEditing, summarizeDraft } from './plan.ts';
import { DraftReport } from './report.ts';

export default defineOperation({
  id: 'content.draft-qa',
  method: 'POST',
  path: '/content/draft-qa',
  group: 'Content and page quality',
  title: 'Check a draft against what ranks',
  description:
    'Reads the pages that rank for a keyword and holds a draft against them: a readiness score with its parts, expected topics and questions that are ' +
    'missing, weak sections, claims without a source (with line numbers for Markdown), title and description issues, and an ordered list of tasks. ' +
    'Checks the same criteria that content.brief states. Repeating words wins nothing.',
  runs: 'queued',
  guidance: 'workflow',
  one_of: ['draft_url', 'draft_markdown'],
  needs: { serp: {}, pages: {}, fetch: { optional: true } },

  input: z.object({
    ...studyFields(),
    draft_url: pageUrl().optional().describe('URL of the draft, if it is online.'),
    draft_markdown: z
      .string()
      .max(500_000)
      .optional()
      .describe('The draft as Markdown. Title and description may stand in its front matter.'),
    target: ownSite(),
    device: studyDevice(),
    qa_depth: z
      .enum(['standard', 'strict'])
      .default('standard')
      .describe('strict: higher thresholds for sections, claims and readiness.'),
  }),
  result: DraftReport,

  price: { rule: '8 credits', credits: () => 8 },
  example: {
    keyword: 'how to clean a bike chain',
    draft_markdown:
      '# How to clean a bike chain\n\nA clean chain lasts longer. Studies show that it saves 8 watts.\n\n## Degrease the chain\n\nSpray degreaser on the chain, wait five minutes and brush it off while you turn the cranks.\n\n## Dry and lube\n\nDry the chain with a rag, put a drop of lube on each roller and wipe off the rest.\n',
  },

  rules: onlyOneOf(['draft_url', 'draft_markdown']),
  spares: (input) => (input.draft_url === undefined ? ['fetch'] : []),
  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await planStudyQuery(input, context) },
  ],

  async run(input, context) {
    const query = await planStudyQuery(input, context);
    const [serp, draft, own_domains] = await Promise.all([
      context.ports.serp.check(query),
      readDraft(input, context),
      listOwnDomains({ url: input.draft_url, target: input.target }, context),
    ]);
    const study = await studySearch({ serp, own_domains, own: draft }, context);
    const report = checkDraft({
      study,
      draft,
      markdown: input.draft_markdown,
      is_strict: input.qa_depth === 'strict',
    });
    return {
      result: report,
      guidance: planEditing(report, study),
      markdown_summary: summarizeDraft(report, study),
    };
  },
});

async function readDraft(
  {
    draft_url,
    draft_markdown,
  }: { readonly draft_url?: string | undefined; readonly draft_markdown?: string | undefined },
  context: OperationContext<'fetch'>,
): Promise<OwnPage> {
  if (isSupplied(draft_markdown))
    return { url: '', page: await context.compute(distilDraft, { markdown: draft_markdown }) };
  return readOwnPage(draft_url ?? '', context);
}
