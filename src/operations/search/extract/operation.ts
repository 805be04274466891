import { z } from 'zod';

import { extractContent } from './extract.ts';
import { ExtractReport } from './report.ts';
import { describeExtract, summarizeExtract } from './support.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { fetchHtml, onlyOneOf } from '../../../contract/page-input.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import type { FetchedPage } from '../../../ports/fetch.ts';

/** More than any article has; a longer answer would only fill the caller's memory. */
const CONTENT_MAX = 500_000;
/** As much as any operation takes. */
const HTML_MAX = 2_000_000;
const SOURCES = ['url', 'html'] as const;
const FORMATS = ['markdown', 'text', 'html'] as const;

const ExtractedPage = z.object({
  url: z.string().nullable().describe('URL as requested; null for HTML that was sent.'),
  final_url: z.string().nullable().describe('URL after redirects; null for HTML that was sent.'),
  status_code: z.int().nullable().describe('null for HTML that was sent.'),
  format: z.enum(FORMATS),
  ...ExtractReport.shape,
});
type ExtractedPage = z.infer<typeof ExtractedPage>;

export default defineOperation({
  id: 'extract',
  method: 'POST',
  path: '/extract',
  group: 'Search and extraction',
  title: 'Extract the content of a page',
  description:
    'Reads one page, from its URL or its HTML, and returns its main content as Markdown, text or clean HTML. ' +
    'Adds metadata, headings and links. ' +
    'Navigation, banners and hidden text are left out. Use search to find pages first.',
  runs: 'inline',
  guidance: 'support',
  needs: { fetch: {} },
  one_of: SOURCES,

  input: z.object({
    url: pageUrl().optional(),
    html: z
      .string()
      .max(HTML_MAX)
      .optional()
      .describe('HTML of the page. Relative links resolve against its base or canonical URL.'),
    format: z.enum(FORMATS).default('markdown').describe('Format of the main content.'),
    include_images: z.boolean().default(false).describe('Keep the images in the content, and list them.'),
  }),
  result: ExtractedPage,
  rules: onlyOneOf(SOURCES),
  spares: (input) => (input.url === undefined ? ['fetch'] : []),

  price: { rule: '1 credit', credits: () => 1 },
  example: { url: 'http://chainring.example/' },

  async run({ url, html = '', format, include_images }, { ports, compute }) {
    const page = url === undefined ? undefined : await fetchHtml(url, ports.fetch, FIX);
    const asked = { html: page?.text ?? html, url: page?.final_url ?? '', format, include_images };
    const report = await compute(extractContent, asked);
    const result: ExtractedPage = {
      ...answerOf(url, page),
      format,
      ...report,
      content: report.content.slice(0, CONTENT_MAX),
      warnings: [...statusWarnings(page), ...lengthWarnings(report.content), ...report.warnings],
    };
    const address = page?.final_url ?? report.metadata.canonical ?? undefined;
    return {
      result,
      guidance: { ...describeExtract(result, address), next_calls: nextCalls(address) },
      markdown_summary: summarizeExtract(result, address),
    };
  },
});

function answerOf(
  url: string | undefined,
  page: FetchedPage | undefined,
): Pick<ExtractedPage, 'url' | 'final_url' | 'status_code'> {
  if (url === undefined || page === undefined) return { url: null, final_url: null, status_code: null };
  return { url, final_url: page.final_url, status_code: page.status };
}

const FIX = 'Send the URL of an HTML page; PDF files and images cannot be read.';

function lengthWarnings(content: string): string[] {
  if (content.length <= CONTENT_MAX) return [];
  return [
    `The content has ${content.length.toLocaleString('en-US')} characters; everything after the first ${CONTENT_MAX.toLocaleString('en-US')} was cut off.`,
  ];
}

function statusWarnings(page: FetchedPage | undefined): string[] {
  if (page === undefined || page.status < 400) return [];
  return [`The server answered ${page.status}: this is its error page.`];
}

/** Nothing is known of where HTML lives that does not say so. */
function nextCalls(address: string | undefined): PlannedCall[] {
  if (address === undefined) return [];
  return [
    { operation: 'content.technical-qa', body: { url: address }, reason: 'Checks the page for technical issues.' },
    { operation: 'backlinks.summary', body: { target: address }, reason: 'Shows who links to the page.' },
  ];
}
