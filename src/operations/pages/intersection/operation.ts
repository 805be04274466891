import { z } from 'zod';

import { language, limit, offset, locationCode, marketLocation } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import { planPastEnd } from '../../../guidance/list-page.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { RankingMarket, SharedKeywordsQuery } from '../../../ports/rankings.ts';
import type { Ports } from '../../../ports/sources.ts';
import { readKnownPages } from '../../../rankings/known-pages.ts';
import { readKnownSearches } from '../../../rankings/known-searches.ts';
import { readMarket } from '../../../rankings/market.ts';
import { coverOwnSite, restateSource } from '../../../rankings/own-site.ts';
import { fitOwnCurve } from '../../../rankings/own-curve.ts';
import { readTargetBrand } from '../../../rankings/target-brand.ts';
import { parseTarget } from '../../../web/target.ts';
import { ownerDomain } from '../../../web/url.ts';
import { covers, findConflicts, readPage, readPages } from './addresses.ts';
import { comparePages } from './intersection.ts';
import { planPages, summarizePages } from './plan.ts';
import { ITEM_TYPES, PageIntersection, SORTS } from './report.ts';
import { foldResolved, type Parties, resolvePages } from './resolve.ts';

const PAGES_MAX = 5;
const ROWS_A_BLOCK = 100;
const CREDITS_A_BLOCK = 5;
const CLICKSTREAM_FACTOR = 2;

/** Pages rank for hundreds of keywords at most: as many are read, so that counts and orders are of all. */
const ROWS_READ = 500;

const page = () =>
  z.string().superRefine((text, context) => {
    const read = readPage(text);
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
  });

const Input = z.object({
  pages: z
    .array(page())
    .min(1)
    .max(PAGES_MAX)
    .describe('Absolute URLs, or https://example.com/blog/* for a folder. Your own page first; duplicates count once.'),
  exclude_pages: z
    .array(page())
    .max(PAGES_MAX)
    .optional()
    .describe(
      'Keywords for which one of these ranks are left out: put your own pages here to see what they are missing.',
    ),
  location: marketLocation(),
  location_code: locationCode(),
  language: language(),
  item_types: z
    .array(z.enum(ITEM_TYPES))
    .min(1)
    .max(ITEM_TYPES.length)
    .default(['organic', 'featured_snippet'])
    .describe('Types of results that count as ranking.'),
  limit: limit({ min: 5, max: 100, default: 25 }),
  offset: offset(),
  intersection_mode: z
    .enum(['union', 'intersect'])
    .default('union')
    .describe('union: keywords for which at least one page ranks. intersect: all pages rank.'),
  include_serp_info: z
    .boolean()
    .default(false)
    .describe('Adds when each result page was checked and which features it showed.'),
  include_clickstream_data: z
    .boolean()
    .default(false)
    .describe('Adds clickstream volumes from a provider that has them. Doubles the price if it answers.'),
  min_search_volume: z
    .int()
    .min(0)
    .default(0)
    .describe(
      'Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes, unless the site was seen as often.',
    ),
  max_rank: z
    .int()
    .min(1)
    .max(100)
    .default(30)
    .describe('Worst rank of the first page. Keywords for which it does not rank stay in a union.'),
  sort_by: z
    .enum(SORTS)
    .default('opportunity')
    .describe('Highest first; rank: best rank of the first page first. Unknown last, ties by keyword.'),
});

export default defineOperation({
  id: 'pages.intersection',
  method: 'POST',
  path: '/pages/intersection',
  group: 'Keywords and competitors',
  title: 'Compare the keywords of pages',
  description:
    'Lists keywords that up to five pages or folders rank for, side by side. ' +
    'Shows rank, URL and traffic of each, where one is missing, rank spread, traffic gap, intent, result features and priority. ' +
    'Exclude your own pages to see what competitors’ pages have and yours do not. ' +
    'Redirects and canonicals are followed as far as they were crawled. Pages of your own site are compared by Search Console’s clicks.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { rankings: {}, serp: { optional: true }, links: { optional: true } },

  input: Input,
  result: PageIntersection,

  price: {
    rule: '5 credits per 100 requested keywords, minimum 5; doubled with include_clickstream_data',
    credits: (input) => priceRows(input) * (input.include_clickstream_data ? CLICKSTREAM_FACTOR : 1),
  },
  example: { pages: ['https://harbour-bikes.example/*', 'https://velo-werk.example/*'], limit: 10 },

  rules: ({ pages, exclude_pages = [] }) => findConflicts(pages, exclude_pages),

  asks: async (input, context) => {
    const { pages, excluded } = readPages(input.pages, input.exclude_pages ?? []);
    const addresses = { pages: pages.map(({ value }) => value), excluded: excluded.map(({ value }) => value) };
    const query = queryOf(input, await readMarket(input, context.locate), addresses);
    return [{ capability: 'rankings', method: 'shared', query }];
  },

  async run(input, { ports, locate, brand, now }) {
    const [parties, market, names] = await Promise.all([
      readParties(input, ports.links),
      readMarket(input, locate),
      brand(),
    ]);
    const query = queryOf(input, market, {
      pages: parties.pages.map(({ compared_as }) => compared_as),
      excluded: parties.excluded.map(({ compared_as }) => compared_as),
    });
    const [found, curve] = await Promise.all([
      ports.rankings.shared(query),
      readCurve(parties, { market, brand: names, rankings: ports.rankings }),
    ]);
    const searches = await readKnownSearches(ports.serp, {
      keywords: found.items.map(({ keyword }) => keyword),
      market,
      brand: names,
      now,
    });
    const compared = comparePages({ ...input, found, parties, market, curve, brand: names, searches });
    const sites = [...parties.pages, ...parties.excluded].map(({ host }) => parseTarget(host));
    const { report, own } = await coverOwnSite(compared, ports.rankings, sites, market);
    return {
      ...settle(report, input),
      result: report,
      guidance: planPages(report, { brand: names, language: market.language, own }),
      markdown_summary: summarizePages(report, own),
      ...planPastEnd(report, report.items, {
        operation: 'pages.intersection',
        asked: input,
        row: 'keyword',
        heading: 'Keywords of the pages',
      }),
    };
  },
});

type Input = z.output<typeof Input>;

function priceRows({ limit: rows }: Input): number {
  return CREDITS_A_BLOCK * blocks(rows, ROWS_A_BLOCK);
}

/** Nothing is known, so there is nothing to pay for; and volumes that nobody had cost nothing either. */
function settle(report: PageIntersection, input: Input): { credits?: number; restateSource?: typeof restateSource } {
  if (report.coverage === 'none') return { credits: 0, restateSource };
  return input.include_clickstream_data && !report.clickstream_volumes ? { credits: priceRows(input) } : {};
}

interface Addresses {
  readonly pages: readonly string[];
  readonly excluded: readonly string[];
}

function queryOf(input: Input, market: RankingMarket, { pages, excluded }: Addresses): SharedKeywordsQuery {
  const isUnion = input.intersection_mode === 'union';
  return {
    ...market,
    targets: pages,
    excluded,
    mode: isUnion ? 'any' : 'all',
    item_types: input.item_types,
    limit: ROWS_READ,
    volume_min: input.min_search_volume,
    // A source would leave out what the first page does not rank for at all, which is what a union is asked for.
    max_position: isUnion && pages.length > 1 ? undefined : input.max_rank,
    order: ORDERS[input.sort_by],
    has_clickstream: input.include_clickstream_data,
  };
}

/** Only beyond the rows that are read does it matter. */
const ORDERS: Readonly<Record<Input['sort_by'], SharedKeywordsQuery['order']>> = {
  opportunity: 'volume',
  search_volume: 'volume',
  traffic_gap: 'traffic',
  rank: 'position',
  cpc: 'cpc',
};

/** @throws AppError invalid_input where an excluded page leads to one that is compared */
async function readParties(input: Input, links: Pick<Ports['links'], 'knownPages'>): Promise<Parties> {
  const { pages, excluded } = readPages(input.pages, input.exclude_pages ?? []);
  const resolved = await resolvePages([...pages, ...excluded], (urls) => readKnownPages(links, urls));
  const parties = foldResolved(resolved.slice(0, pages.length), resolved.slice(pages.length));
  for (const left of parties.excluded) {
    const inner = parties.pages.find(({ compared_as }) =>
      covers({ ...left, value: left.compared_as }, { value: compared_as }),
    );
    if (inner === undefined) continue;
    const message = `${left.sent} leads to the same page as ${inner.sent}: ${inner.compared_as}. Remove one of them.`;
    const issues = [{ path: `exclude_pages[${input.exclude_pages?.indexOf(left.sent) ?? 0}]`, message }];
    throw new AppError('invalid_input', message, { issues });
  }
  return parties;
}

interface CurveQuestion {
  readonly market: RankingMarket;
  readonly brand: Awaited<ReturnType<OperationContext['brand']>>;
  readonly rankings: Pick<Ports['rankings'], 'clickRates'>;
}

/** The own curve where the pages that could win are of the caller's site: those left out, else the first. */
async function readCurve(
  { pages, excluded }: Parties,
  { market: { location, is_any_place }, brand, rankings }: CurveQuestion,
) {
  const own = excluded[0] ?? pages[0];
  const site = own === undefined ? undefined : ownerDomain(own.host);
  if (site === undefined) return null;
  const target = parseTarget(site);
  const brand_letters = readTargetBrand(target, brand).letters;
  return fitOwnCurve(await rankings.clickRates({ target: target.value, location, is_any_place, brand_letters }));
}
