import { z } from 'zod';

import {
  PAGE_TYPES,
  technicalQa,
  type TechnicalQaInput,
  technicalQaPlan,
  TechnicalQaReport,
  technicalQaSummary,
  type UrlContext,
} from './technical-qa.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { HTML_TYPES, onlyOneOf } from '../../../contract/page-input.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { AppError } from '../../../kernel/errors.ts';
import { isSamePage, pageAddress } from '../../../web/url.ts';
import type { FetchedPage } from '../../../ports/fetch.ts';

const SOURCES = ['url', 'html', 'markdown'] as const;

type Context = OperationContext<'fetch'>;

export default defineOperation({
  id: 'content.technical-qa',
  method: 'POST',
  path: '/content/technical-qa',
  group: 'Content and page quality',
  title: 'Check a page before publishing',
  description:
    'Technical checks of one page, from its URL, HTML or Markdown: indexability, metadata, canonical, headings, structured data, ' +
    'links, images, mobile, languages and social cards, each with what was found, what is expected, the element and the fix. ' +
    'With a URL it also judges status, redirects, headers and robots.txt. Makes no paid call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['fetch'],
  one_of: SOURCES,

  input: z.object({
    url: pageUrl().optional(),
    html: z.string().max(2_000_000).optional().describe('Raw HTML of the page.'),
    markdown: z
      .string()
      .max(2_000_000)
      .optional()
      .describe('The page as Markdown; what only a head can say is not checked.'),
    keyword: z.string().trim().max(700).optional().describe('Held against the title.'),
    expected_canonical: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('Another canonical is a failure of high severity.'),
    page_type: z
      .enum(['auto', ...PAGE_TYPES])
      .default('auto')
      .describe('Decides how much text and which structured data is expected; auto goes by the page.'),
  }),
  result: TechnicalQaReport,
  rules: onlyOneOf(SOURCES),
  spares: (input) => (input.url === undefined ? ['fetch'] : []),

  price: { rule: '2 credits', credits: () => 2 },
  example: { url: 'http://harbour-bikes.example/', keyword: 'bike repair' },

  async run(input, context) {
    const asked = {
      keyword: input.keyword,
      expected_canonical: input.expected_canonical,
      page_type: input.page_type,
      today: context.now.toISOString().slice(0, 10),
    };
    const { html, markdown } = input;
    const report =
      input.url === undefined
        ? await context.compute(technicalQa, { ...asked, html, markdown })
        : await judgeUrl(input.url, asked, context);
    return {
      result: report,
      guidance: { ...technicalQaPlan(report), next_calls: nextCalls(report) },
      markdown_summary: technicalQaSummary(report, report.page.title ?? report.page.h1 ?? 'the page'),
    };
  },
});

/** Reads the page, its robots.txt and, when it names another address as canonical, that address too. */
async function judgeUrl(url: string, asked: TechnicalQaInput, context: Context): Promise<TechnicalQaReport> {
  const page = await context.ports.fetch.page({ url, accept: HTML_TYPES });
  const answer = await contextOf(page, context);
  const { text } = page;
  const first = await context.compute(technicalQa, { ...asked, html: text, url: answer });
  const target = await canonicalTarget(first.page.canonical, page.final_url, context);
  if (target === null) return first;
  return context.compute(technicalQa, { ...asked, html: text, url: { ...answer, canonical_target: target } });
}

async function contextOf(page: FetchedPage, context: Context): Promise<UrlContext> {
  const robots = await context.ports.fetch.robots({ url: page.final_url, user_agent: 'Googlebot' });
  const { url, final_url, status, headers, repeated_headers, redirects, content_type, bytes } = page;
  const answer = { url, final_url, status, headers, repeated_headers, redirects, content_type, bytes };
  return { ...answer, robots, canonical_target: null };
}

async function canonicalTarget(
  canonical: string | null,
  own: string,
  context: Context,
): Promise<UrlContext['canonical_target']> {
  if (canonical === null) return null;
  const [there, here] = [pageAddress(canonical), pageAddress(own)];
  if (there === undefined || (here !== undefined && isSamePage(there, here))) return null;
  try {
    const page = await context.ports.fetch.page({ url: there.url, accept: [] });
    return { url: there.url, status: page.status, redirected: page.redirects.length > 0 };
  } catch (thrown) {
    // The page itself was read; that its canonical cannot be is "not checked", and no reason to fail.
    if (thrown instanceof AppError && !context.signal.aborted) return null;
    throw thrown;
  }
}

function nextCalls(report: TechnicalQaReport): PlannedCall[] {
  if (report.url === null) return [];
  return [
    {
      operation: 'extract',
      body: { url: report.url },
      reason: 'Shows the main content that a reader and a search engine find on the page.',
    },
    {
      operation: 'backlinks.summary',
      body: { target: report.url },
      reason: 'Shows which links the page would waste while it has faults.',
    },
  ];
}
