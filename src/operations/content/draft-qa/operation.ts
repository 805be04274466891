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
    'Checks a draft against the pages that rank for a keyword, and scores how ready it is to publish. Lists missing topics and questions, weak sections, ' +
    'claims without a source (with line numbers for Markdown), title and description issues, and tasks in order. Repeating words wins nothing.',
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
      '---\ndescription: Clean your bike chain in twenty minutes, with a rag, a brush and a degreaser.\n---\n' +
      '# How to clean a bike chain\n\nA clean chain shifts better and lasts longer. Studies show that it saves 8 watts. ' +
      'All you need is twenty minutes, a degreaser, a brush and two rags.\n\n' +
      '## Degrease the chain\n\nSpray degreaser on the chain and let it soak for five minutes. Then scrub the links with a brush ' +
      'while you turn the cranks backwards, and rinse them with warm water.\n\n' +
      '## Dry and lube\n\nDry the chain with a rag. Put one drop of lube on each roller, wait ten minutes and wipe off the rest, ' +
      'since too much lube attracts dirt.\n\n## How often?\n\nClean it after every wet ride, and every 300 kilometres in summer. Between two cleanings a dry rag is enough.\n',
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
      now: context.now,
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
