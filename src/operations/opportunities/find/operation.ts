import { z } from 'zod';

import { exportRows, isExport, withRowsAsked } from '../../../contract/export-rows.ts';
import {
  keywordText,
  language,
  limit,
  locationCode,
  marketLocation,
  offset,
  target,
} from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { planPastEnd } from '../../../guidance/list-page.ts';
import { isSourceFailure } from '../../../kernel/errors.ts';
import { readResultPages } from '../../../keywords/result-pages.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type {
  RankedKeyword,
  RankedKeywords,
  RankedKeywordsQuery,
  RankingMarket,
  SearchCompetitor,
} from '../../../ports/rankings.ts';
import type { Serp } from '../../../ports/serp.ts';
import { readKnownPages } from '../../../rankings/known-pages.ts';
import { readKnownSearches } from '../../../rankings/known-searches.ts';
import { readMarket } from '../../../rankings/market.ts';
import { coverOwnSite, restateSource } from '../../../rankings/own-site.ts';
import { findPlatformKind } from '../../../rankings/platform-kind.ts';
import { fitOwnCurve, type OwnCurve } from '../../../rankings/own-curve.ts';
import { readTargetBrand } from '../../../rankings/target-brand.ts';
import { planSerpQuery } from '../../../serp/query.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { cleanText } from '../../../text/normalize.ts';
import { parseTarget, type Target } from '../../../web/target.ts';
import { isWithin } from '../../../web/url.ts';
import { CURVE_IMPRESSIONS_MIN, findOpportunities } from './find.ts';
import { type Gap, readGaps } from './gaps.ts';
import { planOpportunities, summarizeOpportunities } from './plan.ts';
import { OpportunityReport } from './report.ts';

const BASE_CREDITS = 3;
const EXTRA_CREDITS = 2;
/** Seeds whose result pages are looked up where none is stored; the others only count where one is. */
const LOOKUPS_MAX = 5;
const SEEDS_MAX = 20;
const COMPETITORS_MAX = 10;
/** Platforms come first in every source, so more is read than shown. */
const CANDIDATES = 50;
/** Competitors whose keywords are asked for. */
const COMPARED_MAX = 2;
const GAPS_MAX = 50;
const DEPTH = 10;
const FIRST_PAGE = 20;
const INTERSECTIONS_MIN = 3;

const Input = z.object({
  target: target(),
  location: marketLocation(),
  location_code: locationCode(),
  language: language(),
  keyword_limit: z.int().min(10).max(250).default(100).describe('Ranked keywords to inspect.'),
  limit: limit({ max: 25, default: 10 }),
  offset: offset(),
  export_rows: exportRows().describe('Exports up to this many tasks as one job instead of limit, at the same price.'),
  seed_keywords: z
    .array(keywordText())
    .max(SEEDS_MAX)
    .optional()
    .describe('Keywords whose result pages show the competitors. By default those that you have most to gain for.'),
  include_serp_competitors: z
    .boolean()
    .default(false)
    .describe('+2 credits: who ranks for the seed keywords, and which searches they win that you don’t.'),
  include_competitor_discovery: z
    .boolean()
    .default(false)
    .describe('+2 credits: sites that rank for your keywords, and keywords that only they rank for.'),
  include_brand: z.boolean().default(false).describe('Includes branded keywords, which are left out by default.'),
});
type Input = z.output<typeof Input>;
type Context = OperationContext<'rankings' | 'serp' | 'links'>;

export default defineOperation({
  id: 'opportunities.find',
  method: 'POST',
  path: '/opportunities/find',
  group: 'Opportunities and signals',
  title: 'Find opportunities',
  description:
    'Finds the tasks that would win a site the most search traffic. ' +
    'Returns one task per page, with its keywords, expected gain with bounds, baseline, effort, risk and the next call. ' +
    'Finds keywords in striking distance, low click rates against your own curve, decay, pages that compete with each other, winnable result ' +
    'features, AI Overviews that do not cite you, faulty pages and competitor gaps.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { rankings: {}, serp: { optional: true }, links: { optional: true } },

  input: Input,
  result: OpportunityReport,

  price: {
    rule: '3 credits, +2 with include_serp_competitors, +2 with include_competitor_discovery',
    credits: (input) =>
      BASE_CREDITS +
      (input.include_serp_competitors ? EXTRA_CREDITS : 0) +
      (input.include_competitor_discovery ? EXTRA_CREDITS : 0),
  },
  always_queues: isExport,
  example: { target: 'harbour-bikes.example' },

  asks: async (input, { locate }) => [
    {
      capability: 'rankings',
      method: 'keywords',
      query: keywordsQuery(input, parseTarget(input.target), await readMarket(input, locate)),
    },
  ],

  async run(input, context) {
    const { ports, locate, brand, now } = context;
    const asked = parseTarget(input.target);
    const market = await readMarket(input, locate);
    const names = await brand();
    const own = readTargetBrand(asked, names);
    const found = await ports.rankings.keywords(keywordsQuery(input, asked, market));
    const [more, curve] = await Promise.all([
      readLosses(found, keywordsQuery(input, asked, market), context),
      readCurve({ target: asked.value, brand_letters: own.letters, ...market }, context),
    ]);
    const rows = [...found.items, ...more];
    const [pages, stored, seeds, competition] = await Promise.all([
      readPages(rows, context),
      readResultPages(ports.serp, {
        keywords: rows.map(({ keyword }) => keyword),
        location_code: market.is_any_place ? undefined : market.location.code,
        language: market.language,
        now,
      }),
      readSeeds(input, { found, market, isBranded: own.isBranded }, context),
      readCompetition(input, { target: asked, market, curve, brand: names }, context),
    ]);
    const answer = findOpportunities({
      target: asked,
      market,
      found,
      more,
      curve,
      pages,
      serps: stored?.pages ?? new Map<string, Serp>(),
      isBranded: own.isBranded,
      brand: names,
      include_brand: input.include_brand,
      limit: withRowsAsked(input).limit,
      offset: input.offset,
      seeds,
      ...competition,
    });
    const { report, own: site } = await coverOwnSite(answer, ports.rankings, [asked], market);
    return {
      // Nothing is known, so there is nothing to pay for.
      ...(report.coverage === 'none' && report.opportunities.length === 0 ? { credits: 0, restateSource } : {}),
      result: report,
      guidance: planOpportunities(report, { target: asked, brand: names, language: market.language, own: site }),
      markdown_summary: summarizeOpportunities(report, site),
      ...planPastEnd(report, report.opportunities, {
        operation: 'opportunities.find',
        asked: input,
        row: 'task',
        heading: `Opportunities for ${asked.value}`,
      }),
    };
  },
});

function keywordsQuery(input: Input, { value }: Target, market: RankingMarket): RankedKeywordsQuery {
  return {
    ...market,
    target: value,
    limit: input.keyword_limit,
    max_position: 100,
    include_lost: true,
    order: 'gain',
    volume_min: 0,
  };
}

/** Own figures cost nothing to read again by what was lost; a provider is asked once. */
async function readLosses(
  { basis, items }: RankedKeywords,
  query: RankedKeywordsQuery,
  { ports }: Pick<Context, 'ports'>,
): Promise<readonly RankedKeyword[]> {
  if (basis !== 'console' || items.length === 0) return [];
  const losses = await ports.rankings.keywords({ ...query, order: 'loss' });
  return losses.basis === 'console' ? losses.items : [];
}

/** A curve of few impressions is worth less than the published one. */
async function readCurve(
  query: Parameters<Context['ports']['rankings']['clickRates']>[0],
  { ports }: Pick<Context, 'ports'>,
): Promise<OwnCurve | null> {
  const { target: value, brand_letters, location, is_any_place } = query;
  const curve = fitOwnCurve(await ports.rankings.clickRates({ target: value, brand_letters, location, is_any_place }));
  return curve !== null && curve.impressions >= CURVE_IMPRESSIONS_MIN ? curve : null;
}

/** Pages rank without anybody having crawled them. */
async function readPages(
  rows: readonly RankedKeyword[],
  { ports }: Pick<Context, 'ports'>,
): Promise<readonly KnownPage[]> {
  const urls = [
    ...new Set(
      rows.flatMap(({ url, others }) => [...(url === null ? [] : [url]), ...others.map((other) => other.url)]),
    ),
  ];
  return readKnownPages(ports.links, urls);
}

/** What an optional source says, or `otherwise` where nobody offers it or it fails. */
async function unlessMissing<Value>(ask: () => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await ask();
  } catch (thrown) {
    if (isSourceFailure(thrown)) return otherwise;
    throw thrown;
  }
}

interface SeedFacts {
  readonly found: RankedKeywords;
  readonly market: RankingMarket;
  readonly isBranded: (keyword: string) => boolean | null;
}

async function readSeeds(
  input: Input,
  { found, market, isBranded }: SeedFacts,
  { ports, now }: Pick<Context, 'ports' | 'now'>,
): Promise<{ readonly keywords: readonly string[]; readonly serps: readonly Serp[] } | null> {
  if (!input.include_serp_competitors) return null;
  const ranked = found.items.map(({ keyword }) => keyword).filter((keyword) => isBranded(keyword) !== true);
  const wanted = input.seed_keywords ?? ranked.slice(0, LOOKUPS_MAX);
  const keywords = [...new Set(wanted.map((keyword) => cleanText(keyword, 700)))].filter((keyword) => keyword !== '');
  const { location, language: tongue } = market;
  const pages = await readResultPages(ports.serp, { keywords, location_code: location.code, language: tongue, now });
  const known = [...(pages?.pages.values() ?? [])];
  const open = keywords.filter(
    (keyword) => !known.some((serp) => serp.keyword.toLowerCase() === keyword.toLowerCase()),
  );
  const looked = await Promise.all(
    open.slice(0, LOOKUPS_MAX).map((keyword) =>
      unlessMissing(
        () =>
          ports.serp.check(
            planSerpQuery({
              keyword,
              location,
              language: tongue,
              device: 'desktop',
              depth: DEPTH,
              wants: ['organic'],
            }),
          ),
        undefined,
      ),
    ),
  );
  return { keywords, serps: [...known, ...looked.filter((serp) => serp !== undefined)] };
}

interface Rivalry {
  readonly brand: BrandNames | null;
  readonly target: Target;
  readonly market: RankingMarket;
  readonly curve: OwnCurve | null;
}

async function readCompetition(
  input: Input,
  { target: own, market, curve, brand }: Rivalry,
  { ports, now }: Pick<Context, 'ports' | 'now'>,
): Promise<{
  readonly competitors: readonly SearchCompetitor[] | null;
  readonly gaps: ReadonlyMap<string, readonly Gap[]>;
}> {
  const gaps = new Map<string, readonly Gap[]>();
  if (!input.include_competitor_discovery) return { competitors: null, gaps };
  const query = {
    ...market,
    target: own.value,
    limit: CANDIDATES,
    max_position: FIRST_PAGE,
    intersections_min: INTERSECTIONS_MIN,
  };
  const found = await unlessMissing(() => ports.rankings.competitors(query), undefined);
  const competitors = (found?.items ?? [])
    .filter(({ domain }) => !isWithin(domain, own.domain) && findPlatformKind(domain) === undefined)
    .slice(0, COMPETITORS_MAX);
  await Promise.all(
    competitors.slice(0, COMPARED_MAX).map(async ({ domain }) => {
      const shared = await unlessMissing(() => ports.rankings.shared(gapQuery(domain, own, market)), undefined);
      if (shared === undefined) return;
      const keywords = shared.items.map(({ keyword }) => keyword);
      const searches = await readKnownSearches(ports.serp, { keywords, market, brand, now });
      gaps.set(domain, readGaps(shared.items, domain, { language: market.language, curve, brand, searches }));
    }),
  );
  return { competitors, gaps };
}

function gapQuery(
  competitor: string,
  own: Target,
  market: RankingMarket,
): Parameters<Context['ports']['rankings']['shared']>[0] {
  return {
    ...market,
    targets: [competitor, own.value],
    excluded: [],
    mode: 'first_only',
    item_types: ['organic'],
    limit: GAPS_MAX,
    volume_min: 0,
    max_position: FIRST_PAGE,
    order: 'volume',
    has_clickstream: false,
  };
}
