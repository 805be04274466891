import { z } from 'zod';

import { extractContent } from './extract.ts';
import { ExtractReport } from './report.ts';
import { describeExtract, summarizeExtract } from './support.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { fetchHtml, isSupplied } from '../../../contract/page-input.ts';
import {
  NOT_FETCHED,
  refuseRendering,
  renderField,
  type RenderChoice,
  Rendering,
  showPage,
  type ShownPage,
} from '../../../contract/rendering.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';

/** More than any article has; a longer answer would only fill the caller's memory. */
const CONTENT_MAX = 500_000;
/** As much as any operation takes. */
const HTML_MAX = 2_000_000;
const FORMATS = ['markdown', 'text', 'html'] as const;

const ExtractedPage = z.object({
  url: z.string().describe('URL as requested.'),
  final_url: z.string().describe('URL after redirects; that of the request for HTML that was sent.'),
  status_code: z.int().nullable().describe('null for HTML that was sent.'),
  format: z.enum(FORMATS),
  rendering: Rendering,
  ...ExtractReport.shape,
});
type ExtractedPage = z.infer<typeof ExtractedPage>;

type Context = OperationContext<'fetch' | 'browser'>;
interface Asked {
  readonly url: string;
  readonly html?: string | undefined;
  readonly render: RenderChoice;
}

export default defineOperation({
  id: 'extract',
  method: 'POST',
  path: '/extract',
  group: 'Search and extraction',
  title: 'Extract the content of a page',
  description:
    'Reads one page, from its URL or its HTML, and returns its main content as Markdown, text or clean HTML. ' +
    'Adds metadata, headings and links. ' +
    'Navigation, banners and hidden text are left out. ' +
    'Runs the scripts of a page whose text they write, where a browser is connected. Use search to find pages first.',
  runs: 'inline',
  guidance: 'support',
  needs: { fetch: {}, browser: { optional: true } },

  input: z.object({
    url: pageUrl(),
    html: z
      .string()
      .max(HTML_MAX)
      .optional()
      .describe('HTML of the page. If you send it, the url is not fetched; it only says where the page lives.'),
    format: z.enum(FORMATS).default('markdown').describe('Format of the main content.'),
    include_images: z.boolean().default(false).describe('Keep the images in the content, and list them.'),
    render: renderField(),
  }),
  result: ExtractedPage,
  spares: (input) => (isSupplied(input.html) ? ['fetch', 'browser'] : []),
  rules: (input) => (isSupplied(input.html) ? refuseRendering(input.render) : []),

  price: { rule: '1 credit', credits: () => 1 },
  example: { url: 'http://chainring.example/' },

  async run(input, context) {
    const { url, format, include_images } = input;
    const page = await readPage(input, context);
    const { final_url, status, rendering } = page;
    const report = await context.compute(extractContent, { html: page.html, url: final_url, format, include_images });
    const result: ExtractedPage = {
      url,
      final_url,
      status_code: status,
      format,
      rendering,
      ...report,
      content: report.content.slice(0, CONTENT_MAX),
      warnings: [...statusWarnings(status), ...rendering.notes, ...lengthWarnings(report.content), ...report.warnings],
    };
    return {
      result,
      guidance: {
        ...describeExtract(result, final_url, rendering.status === 'rendered'),
        next_calls: nextCalls(final_url),
      },
      markdown_summary: summarizeExtract(result, final_url),
    };
  },
});

interface ReadPage extends ShownPage {
  readonly status: number | null;
}

async function readPage({ url, html, render }: Asked, context: Context): Promise<ReadPage> {
  if (isSupplied(html)) return { html, final_url: url, status: null, rendering: NOT_FETCHED };
  const page = await fetchHtml(url, context.ports.fetch, FIX);
  return { ...(await showPage(page, render, context)), status: page.status };
}

const FIX = 'Send the URL of an HTML page; PDF files and images cannot be read.';

function lengthWarnings(content: string): string[] {
  if (content.length <= CONTENT_MAX) return [];
  return [
    `The content has ${content.length.toLocaleString('en-US')} characters; everything after the first ${CONTENT_MAX.toLocaleString('en-US')} was cut off.`,
  ];
}

function statusWarnings(status: number | null): string[] {
  return status === null || status < 400 ? [] : [`The server answered ${status}: this is its error page.`];
}

function nextCalls(url: string): PlannedCall[] {
  return [
    { operation: 'content.technical-qa', body: { url }, reason: 'Checks the page for technical issues.' },
    { operation: 'backlinks.summary', body: { target: url }, reason: 'Shows who links to the page.' },
  ];
}
