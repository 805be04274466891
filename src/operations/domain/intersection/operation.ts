import { z } from 'zod';

import { language, limit, offset, locationCode, marketLocation, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import { planPastEnd } from '../../../guidance/list-page.ts';
import { AppError, type InputIssue } from '../../../kernel/errors.ts';
import type { SharedKeywords, SharedKeywordsQuery } from '../../../ports/rankings.ts';
import type { Ports } from '../../../ports/sources.ts';
import { readKnownSearches } from '../../../rankings/known-searches.ts';
import { readMarket } from '../../../rankings/market.ts';
import { coverOwnSite, restateSource } from '../../../rankings/own-site.ts';
import { fitOwnCurve } from '../../../rankings/own-curve.ts';
import { readSite, readSiteOrSubdomain } from '../../../rankings/site-of-target.ts';
import { readTargetBrand } from '../../../rankings/target-brand.ts';
import type { Target } from '../../../web/target.ts';
import { compareDomains } from './intersection.ts';
import { planIntersection, summarizeIntersection } from './plan.ts';
import { IntersectionList, SORTS } from './report.ts';

const ROWS_A_BLOCK = 100;
const CREDITS_A_BLOCK = 5;

/** Classes are counted over all rows: as many are read as one request of a provider has, whatever the limit. */
const ROWS_READ = 1000;

const Input = z.object({
  target1: target().describe('Your site, or the one to judge. A domain, subdomain or URL; a URL stands for its site.'),
  target2: target().describe('The site to compare it with.'),
  location: marketLocation(),
  location_code: locationCode(),
  language: language(),
  limit: limit({ min: 5, max: 250, default: 25 }),
  offset: offset(),
  intersections: z
    .boolean()
    .default(true)
    .describe(
      'true: keywords for which both rank. false: keywords for which target1 ranks and target2 does not; put your competitor in target1 to see what you are missing.',
    ),
  min_search_volume: z
    .int()
    .min(0)
    .default(0)
    .describe('Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes.'),
  sort_by: z
    .enum(SORTS)
    .default('opportunity')
    .describe(
      'Highest first, unknown last, ties by target1_rank and keyword. traffic_gap and rank_gap: the largest lead of target2 first; with intersections false, that of target1.',
    ),
});

export default defineOperation({
  id: 'domain.intersection',
  method: 'POST',
  path: '/domain/intersection',
  group: 'Keywords and competitors',
  title: 'Compare the keywords of two sites',
  description:
    'Lists keywords for which two sites rank, or for which only the first does. ' +
    'Shows deficits, advantages and parity, with both ranks, both URLs, rank gap, traffic gap and an opportunity score. ' +
    'Classes are counted over all keywords and named as Semrush does, too. ' +
    'Ranks come from stored result pages, which are a sample, or from a connected provider.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { rankings: {}, serp: { optional: true } },

  input: Input,
  result: IntersectionList,

  price: {
    rule: '5 credits per 100 requested rows, minimum 5',
    credits: (input) => CREDITS_A_BLOCK * blocks(input.limit, ROWS_A_BLOCK),
  },
  example: { target1: 'harbour-bikes.example', target2: 'velo-werk.example', limit: 10 },

  rules: (input) => findSameSite(input),

  asks: async (input, context) => [{ capability: 'rankings', method: 'shared', query: await queryOf(input, context) }],

  async run(input, { ports, locate, brand, now }) {
    const targets = readTargets(input);
    const [target1] = targets;
    const query = await queryOf(input, { locate });
    const names = await brand();
    const { location, is_any_place } = query;
    const [found, rates] = await Promise.all([
      ports.rankings.shared(query),
      ports.rankings.clickRates({
        target: target1.value,
        location,
        is_any_place,
        brand_letters: readTargetBrand(target1, names).letters,
      }),
    ]);
    const searches = await readKnownSearches(ports.serp, {
      keywords: found.items.map(({ keyword }) => keyword),
      market: query,
      brand: names,
      now,
    });
    const compared = compareDomains({
      ...input,
      found: await nameUnknown(found, query, ports.rankings),
      targets,
      market: query,
      curve: fitOwnCurve(rates),
      brand: names,
      searches,
    });
    const { report: list, own } = await coverOwnSite(compared, ports.rankings, targets, query);
    return {
      // Nothing is known, so there is nothing to pay for.
      ...(list.coverage === 'none' ? { credits: 0, restateSource } : {}),
      result: list,
      guidance: planIntersection(list, { targets, brand: names, language: query.language, own }),
      markdown_summary: summarizeIntersection(list, own),
      ...planPastEnd(list, list.items, {
        operation: 'domain.intersection',
        asked: input,
        row: 'keyword',
        heading: `Keywords of ${list.target1} and ${list.target2}`,
      }),
    };
  },
});

type Input = z.output<typeof Input>;

/**
 * A provider that is asked for what two sites share answers an empty list also where it knows nothing of one of them: only
 * their traffic tells. Where that fails the list stays what it is.
 */
async function nameUnknown(
  found: SharedKeywords,
  { targets, location, language: words, is_any_place }: SharedKeywordsQuery,
  rankings: Pick<Ports['rankings'], 'traffic'>,
): Promise<SharedKeywords> {
  if (found.basis !== 'provider' || found.items.length > 0 || (found.total_count ?? 0) > 0) return found;
  try {
    const figures = await rankings.traffic({ location, language: words, is_any_place, targets, types: ['organic'] });
    const known = new Set(figures.map(({ target: value }) => value));
    return { ...found, unknown_targets: targets.filter((value) => !known.has(value)) };
  } catch (thrown) {
    if (thrown instanceof AppError) return found;
    throw thrown;
  }
}

function findSameSite({ target1, target2 }: Input): InputIssue[] {
  if (readSite(target1, 'target1').value !== readSite(target2, 'target2').value) return [];
  return [
    {
      path: 'target2',
      message: 'is of the same site as target1. Compare two pages or folders of one site with pages.intersection.',
    },
  ];
}

function readTargets({ target1, target2 }: Input): readonly [Target, Target] {
  return [readSiteOrSubdomain(target1, 'target1'), readSiteOrSubdomain(target2, 'target2')];
}

async function queryOf(input: Input, { locate }: Pick<OperationContext, 'locate'>): Promise<SharedKeywordsQuery> {
  return {
    ...(await readMarket(input, locate)),
    targets: readTargets(input).map(({ value }) => value),
    excluded: [],
    mode: input.intersections ? 'all' : 'first_only',
    item_types: ['organic'],
    limit: ROWS_READ,
    volume_min: input.min_search_volume,
    max_position: undefined,
    order: ORDERS[input.sort_by],
    has_clickstream: false,
  };
}

/** Only beyond the rows that are read does it matter. */
const ORDERS: Readonly<Record<Input['sort_by'], SharedKeywordsQuery['order']>> = {
  opportunity: 'volume',
  search_volume: 'volume',
  traffic_gap: 'volume',
  rank_gap: 'position',
  cpc: 'cpc',
};
