import { z } from 'zod';

import {
  suppliedPage,
  TITLE_PAGE_TYPES,
  titleMeta,
  type TitleMetaInput,
  titleMetaPlan,
  TitleMetaReport,
  titleMetaSummary,
} from './title-meta.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { fetchHtml, type HtmlPage, isSupplied, pageMarkdown } from '../../../contract/page-input.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';

export default defineOperation({
  id: 'content.title-meta',
  method: 'POST',
  path: '/content/title-meta',
  group: 'Content and page quality',
  title: 'Write titles and descriptions',
  description:
    'Title and meta description options for a page and a keyword, in the page’s language and out of its own words, with pixel widths ' +
    'and the risk that results cut them. Checks the current ones against the page and says what may be shown instead. Makes no paid call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['fetch'],
  one_of: ['url', 'page_markdown'],

  input: z.object({
    keyword: z.string().trim().min(1).max(700).describe('The search that the page should answer.'),
    url: pageUrl().optional(),
    page_markdown: pageMarkdown(),
    target: z.string().trim().max(2048).optional().describe('Own domain or brand, as it should stand in titles.'),
    page_type: z
      .enum(['auto', ...TITLE_PAGE_TYPES])
      .default('auto')
      .describe('Decides which facts a title may lead with; auto goes by the page.'),
    current_title: z.string().max(2000).optional().describe('Judged in place of the title that the page has.'),
    current_meta_description: z
      .string()
      .max(5000)
      .optional()
      .describe('Judged in place of the description that the page has.'),
  }),
  result: TitleMetaReport,
  spares: (input) => (isSupplied(input.page_markdown) ? ['fetch'] : []),

  price: { rule: '2 credits', credits: () => 2 },
  example: { keyword: 'bike repair', url: 'http://harbour-bikes.example/' },

  async run(input, context) {
    const { url, page_markdown: markdown, keyword, target, page_type, current_title, current_meta_description } = input;
    const page = isSupplied(markdown)
      ? suppliedPage(markdown, url)
      : askedPage(await fetchHtml(url ?? '', context.ports.fetch, FIX));
    const report = await context.compute(titleMeta, {
      page,
      keyword,
      target,
      page_type,
      current_title,
      current_meta_description,
    });
    return {
      result: report,
      guidance: { ...titleMetaPlan(report), next_calls: nextCalls(report) },
      markdown_summary: titleMetaSummary(report),
    };
  },
});

const FIX = 'Send the url of an HTML page, or its text as page_markdown.';

function askedPage(page: HtmlPage): TitleMetaInput['page'] {
  const answer = { status: page.status, x_robots_tag: page.headers['x-robots-tag'] };
  return { text: page.text, format: 'html', url: page.final_url, answer };
}

/** A search takes no more. */
const QUERY_CHARACTERS_MAX = 200;

function nextCalls(report: TitleMetaReport): PlannedCall[] {
  const { url, keyword } = report;
  const search: PlannedCall = {
    operation: 'search',
    body: { query: keyword.slice(0, QUERY_CHARACTERS_MAX), limit: 10 },
    reason: 'Shows which titles the page would stand beside.',
  };
  if (url === null || keyword === '') return keyword === '' ? [] : [search];
  return [
    {
      operation: 'content.technical-qa',
      body: { url, keyword },
      reason: 'Checks indexing, headings and links of the page once its texts are set.',
    },
    search,
  ];
}
