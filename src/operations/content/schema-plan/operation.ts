import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { fetchHtml, type HtmlPage, isSupplied, onlyOneOf, pageMarkdown } from '../../../contract/page-input.ts';
import { readSitePages, site } from '../../../contract/site-input.ts';
import { AppError, messageOf } from '../../../kernel/errors.ts';
import { type AskedPage, makeSuppliedPage } from '../../../web/page/asked-page.ts';
import { SCHEMA_PAGE_TYPES } from './input.ts';
import { planSchema, planTemplates, summarizeSchema, summarizeTemplates } from './plan.ts';
import { schemaPlan, SchemaPlanReport } from './schema-plan.ts';
import {
  chooseTemplates,
  describeTemplate,
  describeUnread,
  SchemaTemplate,
  type Template,
  TEMPLATES_MAX,
} from './templates.ts';

const CREDITS = 3;
/** Of a larger site the most linked pages tell its templates. */
const SITE_PAGES_MAX = 5000;
/** Pages of a template that are tried until one can be read. */
const TRIES = 3;

const Input = z.object({
  url: pageUrl().optional(),
  page_markdown: pageMarkdown(),
  site: site(`Your site, in place of a page: one page is read for each of at most ${TEMPLATES_MAX} templates.`),
  page_type: z
    .enum(['auto', ...SCHEMA_PAGE_TYPES])
    .default('auto')
    .describe('What kind of page it is; auto goes by what it shows.'),
  keyword: z.string().trim().max(700).optional().describe('Compared with the name in the draft.'),
  target: z.string().trim().max(2048).optional().describe('Own domain or brand, as the publisher of the page.'),
  include_jsonld: z.boolean().default(true).describe('Whether to draft JSON-LD.'),
});

export default defineOperation({
  id: 'content.schema-plan',
  method: 'POST',
  path: '/content/schema-plan',
  group: 'Content and page quality',
  title: 'Plan structured data',
  description:
    'Recommends schema.org types for a page and drafts their JSON-LD. Drafts from what the page shows and nothing else. ' +
    'Lists what search engines require and the page lacks, and checks its existing JSON-LD, microdata and RDFa, with repaired drafts. ' +
    'With site, one page of each template. Makes no paid call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { fetch: {}, sites: {} },
  one_of: ['url', 'page_markdown', 'site'],

  input: Input,
  result: SchemaPlanReport.extend({
    templates: z
      .array(SchemaTemplate)
      .nullable()
      .describe(
        'With site: its templates, the home page first; the fields above are those of the first that was read.',
      ),
  }),
  rules: ({ url, page_markdown, site: asked }) =>
    onlyOneOf(['url', 'site'])({ url: url ?? (isSupplied(page_markdown) ? page_markdown : undefined), site: asked }),
  spares: (input) => [
    ...(isSupplied(input.page_markdown) ? (['fetch'] as const) : []),
    ...(input.site === undefined ? (['sites'] as const) : []),
  ],

  price: {
    rule: `${CREDITS} credits, with site ${CREDITS} per template`,
    credits: (input) => (input.site === undefined ? CREDITS : CREDITS * TEMPLATES_MAX),
  },
  example: { url: 'http://harbour-bikes.example/' },

  async run(input, context) {
    const { url, page_markdown: markdown, page_type, keyword, target, include_jsonld } = input;
    if (input.site !== undefined) return planSite(input.site, input, context);
    const page = isSupplied(markdown)
      ? makeSuppliedPage(markdown, url)
      : toAskedPage(await fetchPage(url ?? '', context));
    const report = await context.compute(schemaPlan, { page, page_type, keyword, target, include_jsonld });
    return {
      result: { ...report, templates: null },
      guidance: planSchema(report, keyword),
      markdown_summary: summarizeSchema(report),
    };
  },
});

/** An error page has nothing that visitors come for, and a draft of it would only be published by mistake. */
async function fetchPage(url: string, { ports }: OperationContext<'fetch'>): Promise<HtmlPage> {
  const page = await fetchHtml(url, ports.fetch, FIX);
  if (page.status < 400) return page;
  throw new AppError('unfetchable_url', `The server answered ${page.status} for ${url}.`, {
    fix: FIX,
  });
}

const FIX = 'Send the url of an HTML page, or its text as page_markdown.';

function toAskedPage({ status, headers, text, final_url }: HtmlPage): AskedPage {
  return { text, format: 'html', url: final_url, answer: { status, x_robots_tag: headers['x-robots-tag'] } };
}

type Asked = Pick<z.output<typeof Input>, 'page_type' | 'keyword' | 'target' | 'include_jsonld'>;

/** One page of each template: what it lacks, the others lack too. */
async function planSite(asked: string, input: Asked, context: OperationContext<'fetch' | 'sites'>) {
  const pages = await readSitePages(context.ports.sites, {
    asked,
    field: 'site',
    instead: 'url',
    limit: SITE_PAGES_MAX,
  });
  const read = await Promise.all(chooseTemplates(pages).map((template) => readTemplate(template, input, context)));
  const reports = read.flatMap(({ report }) => report ?? []);
  const [first] = reports;
  if (first === undefined) {
    throw new AppError('unfetchable_url', `No page of ${asked} can be read: ${read[0]?.told.not_read_because ?? ''}`, {
      fix: 'Check that the site answers, or send page_markdown.',
    });
  }
  const templates = read.map(({ told }) => told);
  return {
    result: { ...first, templates },
    guidance: planTemplates(asked, templates),
    markdown_summary: summarizeTemplates(asked, templates),
    credits: CREDITS * reports.length,
  };
}

interface ReadTemplate {
  readonly told: SchemaTemplate;
  readonly report: SchemaPlanReport | undefined;
}

async function readTemplate(
  template: Template,
  { page_type, keyword, target, include_jsonld }: Asked,
  context: OperationContext<'fetch' | 'sites'>,
): Promise<ReadTemplate> {
  let reason = '';
  for (const url of template.urls.slice(0, TRIES)) {
    try {
      const fetched = await fetchHtml(url, context.ports.fetch, FIX);
      if (fetched.status >= 400) {
        reason = `${url} answers ${fetched.status}.`;
        continue;
      }
      const page = toAskedPage(fetched);
      const report = await context.compute(schemaPlan, { page, page_type, keyword, target, include_jsonld });
      return { told: describeTemplate(template, report), report };
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'unfetchable_url') throw thrown;
      reason = messageOf(thrown);
    }
  }
  return { told: describeUnread(template, reason), report: undefined };
}
