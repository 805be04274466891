import { z } from 'zod';

import { language, limit, offset, locationCode, marketLocation, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import { planPastEnd } from '../../../guidance/list-page.ts';
import type { SearchCompetitorsQuery } from '../../../ports/rankings.ts';
import { readDomainRanks } from '../../../rankings/domain-ranks.ts';
import { readMarket } from '../../../rankings/market.ts';
import { coverOwnSite, restateSource } from '../../../rankings/own-site.ts';
import { readSite } from '../../../rankings/site-of-target.ts';
import { listCompetitors } from './competitors.ts';
import { planCompetitors, summarizeCompetitors } from './plan.ts';
import { CompetitorList, SORTS } from './report.ts';

const ROWS_A_BLOCK = 100;
const CREDITS_A_BLOCK = 5;

/** Platforms come first in every source, so more is read than shown; and one stored answer then serves every limit and order. */
const CANDIDATES = 300;

const Input = z.object({
  target: target().describe('Domain or URL. For a URL or subdomain, its whole site is used.'),
  location: marketLocation(),
  location_code: locationCode(),
  language: language(),
  limit: limit({ min: 5, max: 250, default: 25 }),
  offset: offset(),
  min_intersections: z.int().min(0).default(0).describe('Minimum number of keywords that both must rank for.'),
  max_rank_group: z
    .int()
    .min(1)
    .max(100)
    .default(20)
    .describe('Lowest position that counts as ranking, for either site.'),
  sort_by: z
    .enum(SORTS)
    .default('threat')
    .describe('Highest first, unknown last; ties by clicks at stake, shared keywords and domain.'),
});

export default defineOperation({
  id: 'domain.competitors',
  method: 'POST',
  path: '/domain/competitors',
  group: 'Keywords and competitors',
  title: 'Find search competitors',
  description:
    'Finds sites that rank for the same keywords as yours. ' +
    'Shows overlap both ways, where each is ahead, clicks at stake, traffic gap, threat level and what to do next. ' +
    'Marketplaces, encyclopaedias, forums and social networks are listed apart, and your own other domains are left out. ' +
    'Search Console doesn’t show competitors, so the figures come from stored result pages, which are a sample, or from a connected provider.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { rankings: {}, links: { optional: true } },

  input: Input,
  result: CompetitorList,

  price: {
    rule: '5 credits per 100 requested rows, minimum 5',
    credits: (input) => CREDITS_A_BLOCK * blocks(input.limit, ROWS_A_BLOCK),
  },
  example: { target: 'harbour-bikes.example', limit: 10 },

  asks: async (input, context) => [
    { capability: 'rankings', method: 'competitors', query: await queryOf(input, context) },
  ],

  async run(input, { ports, locate, brand }) {
    const site = readSite(input.target);
    const query = await queryOf(input, { locate });
    const [found, names] = await Promise.all([ports.rankings.competitors(query), brand()]);
    const question = { ...input, found, target: site, market: query, brand: names };
    const shown = listCompetitors({ ...question, ranks: new Map() }).items.map(({ domain }) => domain);
    const ranks = shown.length === 0 ? NO_RANKS : await readDomainRanks(ports.links, [site.value, ...shown]);
    const listed = listCompetitors({ ...question, ranks });
    const { report: list, own } = await coverOwnSite(listed, ports.rankings, [site], query);
    return {
      // Nothing is known, so there is nothing to pay for.
      ...(list.coverage === 'none' ? { credits: 0, restateSource } : {}),
      result: list,
      guidance: planCompetitors(list, { target: site, brand: names, language: query.language, own }),
      markdown_summary: summarizeCompetitors(list, own),
      ...planPastEnd(list, list.items, {
        operation: 'domain.competitors',
        asked: input,
        row: 'competitor',
        heading: `Search competitors of ${site.value}`,
      }),
    };
  },
});

const NO_RANKS: ReadonlyMap<string, number> = new Map();

type Input = z.output<typeof Input>;

async function queryOf(input: Input, { locate }: Pick<OperationContext, 'locate'>): Promise<SearchCompetitorsQuery> {
  return {
    ...(await readMarket(input, locate)),
    target: readSite(input.target).value,
    limit: CANDIDATES,
    max_position: input.max_rank_group,
    intersections_min: input.min_intersections,
  };
}
