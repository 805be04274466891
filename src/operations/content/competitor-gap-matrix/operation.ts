import { z } from 'zod';

import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { onlyOneOf } from '../../../contract/page-input.ts';
import { readSitePages, site } from '../../../contract/site-input.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { CrawledPage } from '../../../ports/sites.ts';
import { parseTarget } from '../../../web/target.ts';
import { Competitor, type GapMatrixInput, GapPage } from './pages.ts';
import { planGapMatrix, summarizeGapMatrix } from './plan.ts';
import { gapMatrix } from './report.ts';
import { GapMatrixReport } from './schema.ts';

const COMPETITORS_MAX = 20;
const OWN_PAGES_MAX = 500;
const PAGES_MAX = 1000;
const COMPETITOR_PAGES_MAX = 200;

export default defineOperation({
  id: 'content.competitor-gap-matrix',
  method: 'POST',
  path: '/content/competitor-gap-matrix',
  group: 'Content and page quality',
  title: 'Find topics that competitors cover',
  description:
    'Compares your pages with those of competitors by meaning. ' +
    'Returns topics that you are missing, with scores and suggested titles, topics that only you cover, and a matrix of page type by buyer stage. ' +
    'Send pages, or let the crawled pages of a domain stand for them. Makes no external calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { sites: {} },

  input: z.object({
    competitors: z
      .array(Competitor)
      .min(1)
      .max(COMPETITORS_MAX)
      .optional()
      .describe(
        'Competitors with up to 200 pages each. Unknown columns are ignored and listed in notes. Default: those set for site that were crawled.',
      ),
    own_pages: z.array(GapPage).max(OWN_PAGES_MAX).optional().describe('Without them every topic counts as a gap.'),
    site: site('Your site, in place of own_pages.'),
    focus_topics: z
      .array(z.string().max(700))
      .max(100)
      .optional()
      .describe('Your most important topics: they score higher.'),
    max_opportunities: z
      .int()
      .min(1)
      .max(100)
      .default(30)
      .describe('Maximum number of opportunities to return, best first.'),
    target: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('Your domain or brand. It is not counted as a competitor, and its name is not treated as a topic.'),
  }),
  result: GapMatrixReport,
  rules: (input) => {
    if (input.competitors === undefined && input.site === undefined) {
      return [{ path: 'competitors', message: 'is required, or a site whose competitors you have set' }];
    }
    const pages = (input.competitors ?? []).reduce((sum, competitor) => sum + (competitor.pages?.length ?? 0), 0);
    if (pages <= PAGES_MAX) return onlyOneOf(['own_pages', 'site'])(input);
    return [{ path: 'competitors', message: `have ${pages} pages in total; send at most ${PAGES_MAX}` }];
  },

  spares: ({ site: own, competitors }) =>
    own === undefined && competitors?.every(({ pages }) => pages !== undefined) === true ? ['sites'] : [],

  price: { rule: '3 credits', credits: () => 3 },
  example: {
    competitors: [
      {
        domain: 'quick-spokes.example',
        pages: [
          { url: 'https://quick-spokes.example/repair', title: 'Bicycle repair | Quick Spokes', volume: 1900 },
          { url: 'https://quick-spokes.example/blog/winter-tyres', title: 'Best winter tyres for bikes', volume: 720 },
        ],
      },
      {
        domain: 'wheelhouse.example',
        pages: [
          {
            url: 'https://wheelhouse.example/blog/winter-bike-tyres',
            title: 'Top winter bike tyres compared',
            volume: 720,
          },
          { url: 'https://wheelhouse.example/pricing', title: 'Prices | Wheelhouse' },
        ],
      },
    ],
    own_pages: [
      { url: 'http://harbour-bikes.example/repair', title: 'Bike repairs | Harbour Bikes' },
      { url: 'http://harbour-bikes.example/rental', title: 'Bike rental by the hour | Harbour Bikes' },
    ],
    target: 'harbour-bikes.example',
  },

  async run(asked, context) {
    const input = await withCrawledPages({ ...asked, competitors: await competitorsOf(asked, context) }, context);
    const report = await context.compute(gapMatrix, input);
    return {
      result: report,
      guidance: planGapMatrix(report),
      markdown_summary: summarizeGapMatrix(report, input.target),
    };
  },
});

/**
 * Those that the caller sent, or else those of its site that were crawled.
 *
 * @throws AppError invalid_input for a site without competitors, and where nobody crawled any of them
 */
async function competitorsOf(
  {
    competitors,
    site: own = '',
  }: { readonly competitors?: readonly Competitor[] | undefined; readonly site?: string | undefined },
  context: Pick<OperationContext<'sites'>, 'ports' | 'competitors'>,
): Promise<readonly Competitor[]> {
  if (competitors !== undefined) return competitors;
  const hosts = await context.competitors(own);
  if (hosts.length === 0) {
    throw noCompetitors(
      `No competitors are set for ${own}.`,
      'Send competitors, or set them: PATCH /sites/{id} with {"competitors":["example.org"]}.',
    );
  }
  const crawled: Competitor[] = [];
  for (const domain of hosts.slice(0, COMPETITORS_MAX)) {
    const known = await context.ports.sites.pages({
      site: parseTarget(domain, 'competitors'),
      limit: COMPETITOR_PAGES_MAX,
    });
    if (known !== null) crawled.push({ domain, pages: known.pages.map(asGapPage) });
  }
  if (crawled.length > 0) return crawled;
  throw noCompetitors(
    `None of the competitors of ${own} was crawled yet.`,
    `Crawl them first: POST /crawls with {"urls":["https://${hosts[0] ?? ''}/"]}.`,
  );
}

function noCompetitors(message: string, fix: string): AppError {
  return new AppError('invalid_input', message, { fix, issues: [{ path: 'competitors', message }] });
}

function asGapPage({ url, title }: CrawledPage): GapPage {
  return { url, title, keywords: [] };
}

/** Crawled pages in the place of those that the caller did not send, within the bounds of a request. */
async function withCrawledPages(
  { site: own, ...input }: SiteInput,
  context: OperationContext<'sites'>,
): Promise<GapMatrixInput> {
  const limit = Math.min(COMPETITOR_PAGES_MAX, Math.floor(PAGES_MAX / input.competitors.length));
  const competitors = [];
  for (const [at, competitor] of input.competitors.entries()) {
    const [field, instead] = [`competitors.${at}.domain`, `competitors.${at}.pages`];
    const pages =
      competitor.pages ??
      (await crawledPages(context.ports.sites, { asked: competitor.domain, field, instead, limit }));
    competitors.push({ ...competitor, pages });
  }
  if (own === undefined) return { ...input, competitors, ...(await knownPages(input, context)) };
  const own_pages = await crawledPages(context.ports.sites, { asked: own, field: 'site', limit: OWN_PAGES_MAX });
  return { ...input, competitors, own_pages, target: input.target ?? own };
}

/** Those of the target, where competitors are read from the index too and it was crawled as they were. */
async function knownPages(
  { own_pages: own, target = '', competitors }: Pick<SiteInput, 'own_pages' | 'target' | 'competitors'>,
  context: Pick<OperationContext<'sites'>, 'ports'>,
): Promise<Pick<SiteInput, 'own_pages'>> {
  const isBrand = !/^\S+\.\S+$/.test(target);
  if (own !== undefined || isBrand || competitors.every(({ pages }) => pages !== undefined)) return {};
  const known = await context.ports.sites.pages({ site: parseTarget(target, 'target'), limit: OWN_PAGES_MAX });
  return known === null ? {} : { own_pages: known.pages.map(asGapPage) };
}

type SiteInput = Omit<GapMatrixInput, 'competitors'> & {
  readonly competitors: readonly Competitor[];
  readonly site?: string | undefined;
};

async function crawledPages(...asked: Parameters<typeof readSitePages>): Promise<GapPage[]> {
  const pages = await readSitePages(...asked);
  return pages.map(asGapPage);
}
