import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { HTML_TYPES, onlyOneOf } from '../../../contract/page-input.ts';
import {
  NOT_FETCHED,
  refuseRendering,
  renderField,
  type RenderChoice,
  Rendering,
  showPage,
} from '../../../contract/rendering.ts';
import { AppError } from '../../../kernel/errors.ts';
import { isSamePage, pageAddress } from '../../../web/url.ts';
import type { FetchedPage } from '../../../ports/fetch.ts';
import { PAGE_TYPES, type CheckInput, type UrlContext } from '../../../checks/input.ts';
import { planTechnicalQa, summarizeTechnicalQa } from './plan.ts';
import { technicalQa, TechnicalQaReport } from './technical-qa.ts';

const SOURCES = ['url', 'html', 'markdown'] as const;

const TechnicalQaResult = TechnicalQaReport.extend({ rendering: Rendering });
type TechnicalQaResult = z.infer<typeof TechnicalQaResult>;

type Context = OperationContext<'fetch' | 'browser'>;

export default defineOperation({
  id: 'content.technical-qa',
  method: 'POST',
  path: '/content/technical-qa',
  group: 'Content and page quality',
  title: 'Check a page before publishing',
  description:
    'Runs technical SEO checks on one page, from its URL, HTML or Markdown. ' +
    'Covers indexability, metadata, canonical, headings, structured data, links, images, mobile, hreflang and social cards. ' +
    'Each check has what was found, what is expected, the element and the fix. ' +
    'With a URL it also checks status, redirects, headers and robots.txt, and runs the scripts of a page whose text they write, ' +
    'where a browser is connected. Makes no paid calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { fetch: {}, browser: { optional: true } },
  one_of: SOURCES,

  input: z.object({
    url: pageUrl().optional(),
    html: z.string().max(2_000_000).optional().describe('Raw HTML of the page.'),
    markdown: z
      .string()
      .max(2_000_000)
      .optional()
      .describe('The page as Markdown; checks that need an HTML head are not applicable.'),
    keyword: z.string().trim().max(700).optional().describe('Keyword that the title and H1 should have.'),
    expected_canonical: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('A different canonical is a failure of high severity.'),
    page_type: z
      .enum(['auto', ...PAGE_TYPES])
      .default('auto')
      .describe('Decides how much text and which structured data to expect; auto detects the type from the page.'),
    render: renderField(),
  }),
  result: TechnicalQaResult,
  rules: (input) => [...onlyOneOf(SOURCES)(input), ...(input.url === undefined ? refuseRendering(input.render) : [])],
  spares: (input) => (input.url === undefined ? ['fetch', 'browser'] : []),

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
    const report: TechnicalQaResult =
      input.url === undefined
        ? { ...(await context.compute(technicalQa, { ...asked, html, markdown })), rendering: NOT_FETCHED }
        : await judgeUrl(input.url, asked, input.render, context);
    return {
      result: report,
      guidance: planTechnicalQa(report, report.rendering.notes),
      markdown_summary: summarizeTechnicalQa(report, report.rendering.notes),
    };
  },
});

/** Reads the page, its robots.txt and, if its canonical is another URL, that URL too. */
async function judgeUrl(
  url: string,
  asked: CheckInput,
  choice: RenderChoice,
  context: Context,
): Promise<TechnicalQaResult> {
  const page = await context.ports.fetch.page({ url, accept: HTML_TYPES });
  const answer = await readContext(page, context);
  const { text } = page;
  const { html, rendering } =
    text === undefined ? { html: text, rendering: NOT_FETCHED } : await showPage({ ...page, text }, choice, context);
  const first = await context.compute(technicalQa, { ...asked, html, url: answer });
  const target = await fetchCanonical(first.page.canonical, page.final_url, context);
  if (target === null) return { ...first, rendering };
  const whole = await context.compute(technicalQa, { ...asked, html, url: { ...answer, canonical_target: target } });
  return { ...whole, rendering };
}

async function readContext(page: FetchedPage, context: Context): Promise<UrlContext> {
  const robots = await context.ports.fetch.robots({ url: page.final_url, user_agent: 'Googlebot' });
  const { url, final_url, status, headers, repeated_headers, redirects, content_type, bytes } = page;
  const answer = { url, final_url, status, headers, repeated_headers, redirects, content_type, bytes };
  return { ...answer, robots, canonical_target: null };
}

async function fetchCanonical(
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
    // The page itself was read; a canonical that cannot be read is "not checked", and no reason to fail.
    if (thrown instanceof AppError && !context.signal.aborted) return null;
    throw thrown;
  }
}
