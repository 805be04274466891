import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { fetchHtml, onlyOneOf } from '../../../contract/page-input.ts';
import { notCrawled, readSitePages, site } from '../../../contract/site-input.ts';
import type { InputIssue } from '../../../kernel/errors.ts';
import { closestPages, TARGETS_MAX } from './closest-pages.ts';
import { internalLinks } from './internal-links.ts';
import { planInternalLinks, planSiteLinks, summarizeInternalLinks, summarizeSiteLinks } from './plan.ts';
import { InternalLinksReport, TargetPage } from './report.ts';
import { phraseRead, SiteLink, siteLinks } from './site-links.ts';
import { parseTarget } from '../../../web/target.ts';
import { AppError } from '../../../kernel/errors.ts';

const SOURCES = ['source_url', 'source_markdown'] as const;
const TARGETS = ['target_pages', 'site'] as const;
/** Of a larger site the most linked pages are looked at. */
const SITE_PAGES_MAX = 2000;

export default defineOperation({
  id: 'content.internal-links',
  method: 'POST',
  path: '/content/internal-links',
  group: 'Content and page quality',
  title: 'Suggest internal links',
  description:
    'Finds where a page can link to other pages of its site in words it already has. ' +
    'Returns ranked anchors, each with its sentence and place in the source. ' +
    'Never in headings, code or existing links, at most one per sentence. ' +
    'Says which pages are already linked and which have no natural place. ' +
    'With site alone, finds the best new links between all its pages. Makes no paid calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { fetch: {}, sites: {} },
  one_of: [...SOURCES, 'site'],

  input: z.object({
    source_url: pageUrl().optional().describe('Absolute URL of the page to add links to.'),
    source_markdown: z.string().max(2_000_000).optional().describe('The text of that page as Markdown.'),
    target_pages: z
      .array(TargetPage)
      .min(1)
      .max(TARGETS_MAX)
      .optional()
      .describe('Pages to link to. Keywords make matches more reliable.'),
    site: site(
      'Your site, in place of target_pages: the fifty pages closest to the text are tried. Without a source, its own pages are linked to each other.',
    ),
    keyword: z
      .string()
      .trim()
      .max(700)
      .optional()
      .describe('The keyword that the source page targets itself: it is never used as an anchor for another page.'),
    target: z.string().trim().max(2048).optional().describe('Your domain, when source_url is not sent.'),
    max_suggestions: z.int().min(1).max(20).default(8).describe('Maximum number of suggestions, best first.'),
  }),
  result: InternalLinksReport.extend({
    site_links: z
      .array(SiteLink)
      .nullable()
      .describe(
        'With site and no source: links between its pages, best first; the fields above are of the first source.',
      ),
  }),
  rules: (input) => [...onlyOneOf(SOURCES)(input), ...oneOfTargets(input)],
  spares: (input) => [
    ...(input.source_url === undefined ? (['fetch'] as const) : []),
    ...(input.site === undefined ? (['sites'] as const) : []),
  ],

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    source_markdown:
      '# Commuting by bike\n\nA flat tyre ends most rides to work. Learn to patch an inner tube at home before you need it.\n\n' +
      'In winter, clean and oil the chain once a week, or bring the bike to a yearly bike service in spring.',
    target_pages: [
      {
        url: 'http://harbour-bikes.example/repair',
        title: 'Bike repair in the harbour | Harbour Bikes',
        keywords: ['bike service', 'bike repair'],
      },
      { url: 'http://harbour-bikes.example/guides/inner-tube', title: 'How to patch an inner tube' },
    ],
    target: 'harbour-bikes.example',
  },

  async run(input, context) {
    const { keyword, target, max_suggestions } = input;
    if (isWholeSite(input)) return linkSite(input.site ?? '', max_suggestions, context);
    const source = input.source_url === undefined ? undefined : await readUrl(input.source_url, context);
    const text = source?.html ?? input.source_markdown ?? '';
    const target_pages =
      input.target_pages ??
      closestPages(
        await readSitePages(context.ports.sites, { asked: input.site ?? '', field: 'site', limit: SITE_PAGES_MAX }),
        { text, url: source?.url },
      );
    const report = await context.compute(internalLinks, {
      ...(source ?? {
        html: undefined,
        markdown: input.source_markdown,
        url: undefined,
        status: undefined,
        robots_header: undefined,
        allowed_by_robots: null,
      }),
      target_pages,
      keyword,
      target,
      max_suggestions,
    });
    return {
      result: { ...report, site_links: null },
      guidance: planInternalLinks(report),
      markdown_summary: summarizeInternalLinks(report),
    };
  },
});

async function readUrl(url: string, { ports }: OperationContext<'fetch'>) {
  const fix = 'Send the URL of an HTML page, or its text in source_markdown.';
  const page = await fetchHtml(url, ports.fetch, fix);
  const robots = await ports.fetch.robots({ url: page.final_url, user_agent: 'Googlebot' });
  return {
    html: page.text,
    markdown: undefined,
    url: page.final_url,
    status: page.status,
    robots_header: page.headers['x-robots-tag'],
    allowed_by_robots: robots.allowed,
  };
}

type Asked = Readonly<Partial<Record<(typeof SOURCES)[number] | (typeof TARGETS)[number], unknown>>>;

function isWholeSite(input: Asked): boolean {
  return input.site !== undefined && SOURCES.every((field) => input[field] === undefined);
}

async function linkSite(asked: string, max_suggestions: number, context: OperationContext<'sites'>) {
  const parsed = parseTarget(asked, 'site');
  const pages = await context.ports.sites.texts({ site: parsed, limit: SITE_PAGES_MAX });
  if (pages === null) throw notCrawled(parsed, 'site', 'target_pages');
  const found = await context.compute(siteLinks, { pages, site: parsed.host, max_suggestions });
  if (found.first === undefined) {
    throw new AppError('invalid_input', `No crawled page of ${parsed.value} has enough text to link from.`, {
      fix: 'Crawl more of it, or send source_url.',
      issues: [{ path: 'site', message: 'no page of it has enough text' }],
    });
  }
  const read = phraseRead(found, pages.length);
  return {
    result: { ...found.first, site_links: [...found.links] },
    guidance: planSiteLinks(parsed.value, found.links, read),
    markdown_summary: summarizeSiteLinks(parsed.value, found.links, read),
  };
}

type Targets = Readonly<Partial<Record<(typeof TARGETS)[number], unknown>>>;

function oneOfTargets(input: Targets): InputIssue[] {
  if (TARGETS.some((field) => input[field] !== undefined)) return onlyOneOf(TARGETS)(input);
  return TARGETS.map((path) => ({ path, message: `one of ${TARGETS.join(', ')} is required` }));
}
