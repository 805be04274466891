import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { fetchHtml, type HtmlPage, isSupplied, pageMarkdown } from '../../../contract/page-input.ts';
import { type AskedPage, makeSuppliedPage } from '../../../web/page/asked-page.ts';
import { TITLE_PAGE_TYPES } from './input.ts';
import { planTitleMeta, summarizeTitleMeta } from './plan.ts';
import { titleMeta, TitleMetaReport } from './title-meta.ts';

export default defineOperation({
  id: 'content.title-meta',
  method: 'POST',
  path: '/content/title-meta',
  group: 'Content and page quality',
  title: 'Write titles and descriptions',
  description:
    'Checks the title and meta description of a page for a keyword, and keeps them or suggests better ones. ' +
    'They are in the page’s language and from its own words, with pixel widths and truncation risk. ' +
    'Checks the current title and description against the page and says what search engines may show instead. Makes no paid calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { fetch: {} },
  one_of: ['url', 'page_markdown'],

  input: z.object({
    keyword: z.string().trim().min(1).max(700).describe('The search that the page should rank for.'),
    url: pageUrl().optional(),
    page_markdown: pageMarkdown(),
    target: z.string().trim().max(2048).optional().describe('Your domain, or your brand as titles should write it.'),
    page_type: z
      .enum(['auto', ...TITLE_PAGE_TYPES])
      .default('auto')
      .describe('Decides which facts a title may lead with; auto detects the type from the page.'),
    current_title: z.string().max(2000).optional().describe('Checked instead of the title on the page.'),
    current_meta_description: z
      .string()
      .max(5000)
      .optional()
      .describe('Checked instead of the description on the page.'),
  }),
  result: TitleMetaReport,
  spares: (input) => (isSupplied(input.page_markdown) ? ['fetch'] : []),

  price: { rule: '2 credits', credits: () => 2 },
  example: { keyword: 'bike repair', url: 'http://harbour-bikes.example/' },

  async run(input, context) {
    const { url, page_markdown: markdown, keyword, target, page_type, current_title, current_meta_description } = input;
    const page = isSupplied(markdown)
      ? makeSuppliedPage(markdown, url)
      : toAskedPage(await fetchHtml(url ?? '', context.ports.fetch, FIX));
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
      guidance: planTitleMeta(report),
      markdown_summary: summarizeTitleMeta(report),
    };
  },
});

const FIX = 'Send the url of an HTML page, or its text as page_markdown.';

function toAskedPage({ status, headers, text, final_url }: HtmlPage): AskedPage {
  return { text, format: 'html', url: final_url, answer: { status, x_robots_tag: headers['x-robots-tag'] } };
}
