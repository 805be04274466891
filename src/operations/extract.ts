import { z } from 'zod';

import { extractContent, ExtractReport, extractSummary, extractSupport } from '../analysis/content/extract.ts';
import { pageUrl } from '../contract/fields.ts';
import { defineOperation } from '../contract/operation.ts';
import type { PlannedCall } from '../contract/workflow.ts';
import { AppError } from '../kernel/errors.ts';
import type { FetchedPage } from '../ports/fetch.ts';

const HTML = ['text/html', 'application/xhtml+xml'];
const FORMATS = ['markdown', 'text', 'html'] as const;

const ExtractedPage = z.object({
  url: z.string().describe('As asked.'),
  final_url: z.string().describe('Where the redirects ended.'),
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
    'Reads one page and answers its main content as Markdown, text or clean HTML, with metadata, headings and links. ' +
    'Navigation, banners and hidden text are left out. Use search to find pages first.',
  runs: 'inline',
  guidance: 'support',
  needs: ['fetch'],

  input: z.object({
    url: pageUrl(),
    format: z.enum(FORMATS).default('markdown').describe('How the main content is written.'),
    include_images: z.boolean().default(false).describe('Keep the pictures of the content, and list them.'),
  }),
  result: ExtractedPage,

  price: { rule: '1 credit', credits: () => 1 },
  example: { url: 'http://chainring.example/' },

  async run(input, { ports, compute }) {
    const page = await ports.fetch.page({ url: input.url, accept: HTML });
    const report = await compute(extractContent, {
      html: textOf(page),
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
      warnings: [...statusWarnings(page), ...report.warnings],
    };
    return {
      result,
      guidance: { ...extractSupport(result, page.final_url), next_calls: nextCalls(result) },
      markdown_summary: extractSummary(result, page.final_url),
    };
  },
});

/** @throws AppError unfetchable_url for an answer that is no HTML page */
function textOf(page: FetchedPage): string {
  if (page.text !== undefined) return page.text;
  const type = page.content_type === '' ? 'something without a content type' : page.content_type;
  throw new AppError('unfetchable_url', `The URL answers ${type}, not an HTML page.`, {
    fix: 'Send the address of an HTML page; PDF files and images cannot be read.',
  });
}

function statusWarnings(page: FetchedPage): string[] {
  if (page.status < 400) return [];
  return [`The server answered ${page.status}: what was read is its error page.`];
}

function nextCalls(page: ExtractedPage): PlannedCall[] {
  return [
    {
      operation: 'content.technical-qa',
      body: { url: page.final_url },
      reason: 'Checks the page for technical faults.',
    },
    { operation: 'backlinks.summary', body: { target: page.final_url }, reason: 'Shows who links to the page.' },
  ];
}
