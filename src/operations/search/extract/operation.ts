import { z } from 'zod';

import { extractContent } from './extract.ts';
import { ExtractReport } from './report.ts';
import { describeExtract, summarizeExtract } from './support.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { fetchHtml } from '../../../contract/page-input.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import type { FetchedPage } from '../../../ports/fetch.ts';

/** More than any article has; a longer answer would only fill the caller's memory. */
const CONTENT_MAX = 500_000;
const FORMATS = ['markdown', 'text', 'html'] as const;

const ExtractedPage = z.object({
  url: z.string().describe('URL as requested.'),
  final_url: z.string().describe('URL after redirects.'),
  status_code: z.int(),
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
    'Reads one page and returns its main content as Markdown, text or clean HTML. Adds metadata, headings and links. ' +
    'Navigation, banners and hidden text are left out. Use search to find pages first.',
  runs: 'inline',
  guidance: 'support',
  needs: { fetch: {} },

  input: z.object({
    url: pageUrl(),
    format: z.enum(FORMATS).default('markdown').describe('Format of the main content.'),
    include_images: z.boolean().default(false).describe('Keep the images in the content, and list them.'),
  }),
  result: ExtractedPage,

  price: { rule: '1 credit', credits: () => 1 },
  example: { url: 'http://chainring.example/' },

  async run(input, { ports, compute }) {
    const page = await fetchHtml(input.url, ports.fetch, FIX);
    const report = await compute(extractContent, {
      html: page.text,
      url: page.final_url,
      format: input.format,
      include_images: input.include_images,
    });
    const result: ExtractedPage = {
      url: input.url,
      final_url: page.final_url,
      status_code: page.status,
      format: input.format,
      ...report,
      content: report.content.slice(0, CONTENT_MAX),
      warnings: [...statusWarnings(page), ...lengthWarnings(report.content), ...report.warnings],
    };
    return {
      result,
      guidance: { ...describeExtract(result, page.final_url), next_calls: nextCalls(result) },
      markdown_summary: summarizeExtract(result, page.final_url),
    };
  },
});

const FIX = 'Send the URL of an HTML page; PDF files and images cannot be read.';

function lengthWarnings(content: string): string[] {
  if (content.length <= CONTENT_MAX) return [];
  return [
    `The content has ${content.length.toLocaleString('en-US')} characters; everything after the first ${CONTENT_MAX.toLocaleString('en-US')} was cut off.`,
  ];
}

function statusWarnings(page: FetchedPage): string[] {
  if (page.status < 400) return [];
  return [`The server answered ${page.status}: this is its error page.`];
}

function nextCalls(page: ExtractedPage): PlannedCall[] {
  return [
    {
      operation: 'content.technical-qa',
      body: { url: page.final_url },
      reason: 'Checks the page for technical issues.',
    },
    { operation: 'backlinks.summary', body: { target: page.final_url }, reason: 'Shows who links to the page.' },
  ];
}
