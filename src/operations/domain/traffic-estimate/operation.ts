import { z } from 'zod';

import { language, locationCode, marketLocation, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import { isNotConnected } from '../../../kernel/errors.ts';
import type { TrafficFigures, TrafficQuery } from '../../../ports/rankings.ts';
import type { Ports } from '../../../ports/sources.ts';
import { readMarket } from '../../../rankings/market.ts';
import { restateSource } from '../../../rankings/own-site.ts';
import { planTraffic, summarizeTraffic } from './plan.ts';
import { type Channel, SORTS, TrafficEstimate } from './report.ts';
import { type AskedTarget, readTargets } from './targets.ts';
import { compareTraffic, TARGETS_MAX } from './traffic-estimate.ts';

const TARGETS_A_BLOCK = 25;
const CREDITS_A_BLOCK = 5;

const Input = z.object({
  targets: z
    .array(target())
    .min(1)
    .max(TARGETS_MAX)
    .describe('Domains, subdomains or absolute page URLs. Repeats are asked for once.'),
  location: marketLocation(),
  location_code: locationCode(),
  language: language(),
  include_paid: z.boolean().default(true).describe('Also traffic from ads in search results.'),
  include_featured_snippet: z.boolean().default(true).describe('Also traffic from featured snippets.'),
  include_local_pack: z.boolean().default(false).describe('Also traffic from local packs.'),
  sort_by: z
    .enum(SORTS)
    .default('organic_traffic')
    .describe('Highest first, target by name. Unknown last, ties by target.'),
});

export default defineOperation({
  id: 'domain.traffic-estimate',
  method: 'POST',
  path: '/domain/traffic-estimate',
  group: 'Keywords and competitors',
  title: 'Compare search traffic',
  description:
    'Compares the search traffic of up to 100 domains, subdomains or pages. ' +
    'Covers organic, paid, featured-snippet and local-pack traffic. ' +
    'Your own sites show the clicks that Search Console counts, others a provider’s estimates with bounds; the two are never mixed. ' +
    'Where nobody knows a number, a band says how well linked the domain is.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { rankings: {}, links: { optional: true } },

  input: Input,
  result: TrafficEstimate,

  price: {
    rule: '5 credits per 25 supplied targets, minimum 5',
    credits: ({ targets }) => CREDITS_A_BLOCK * blocks(targets.length, TARGETS_A_BLOCK),
  },
  example: { targets: ['harbour-bikes.example', 'velo-werk.example'] },

  asks: async (input, context) => [{ capability: 'rankings', method: 'traffic', query: await queryOf(input, context) }],

  async run(input, { ports, locate }) {
    const asked = readTargets(input.targets);
    const query = await queryOf(input, { locate });
    const figures = await ports.rankings.traffic(query);
    const estimate = compareTraffic({
      asked,
      channels: query.types,
      market: query,
      figures,
      ranks: await readRanks(ports.links, listUnknown(asked.distinct, figures)),
      sort_by: input.sort_by,
    });
    return {
      // A traffic band is not a figure, and there is nothing else to report.
      ...(estimate.coverage === 'none' ? { credits: 0, restateSource } : {}),
      result: estimate,
      guidance: planTraffic(estimate),
      markdown_summary: summarizeTraffic(estimate),
    };
  },
});

type Input = z.output<typeof Input>;

async function queryOf(
  input: Input,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<TrafficQuery & { readonly types: readonly Channel[] }> {
  const { include_paid, include_featured_snippet, include_local_pack } = input;
  return {
    ...(await readMarket(input, locate)),
    targets: readTargets(input.targets).distinct.map(({ target: { value } }) => value),
    types: [
      'organic',
      ...(include_paid ? (['paid'] as const) : []),
      ...(include_featured_snippet ? (['featured_snippet'] as const) : []),
      ...(include_local_pack ? (['local_pack'] as const) : []),
    ],
  };
}

function listUnknown(asked: readonly AskedTarget[], figures: readonly TrafficFigures[]): readonly AskedTarget[] {
  const known = new Set(figures.map(({ target: value }) => value));
  return asked.filter(({ target: { value } }) => !known.has(value));
}

/** Authority by links, which lists of the strongest domains are made of; only for targets without a figure. */
async function readRanks(
  port: Pick<Ports['links'], 'ranks'>,
  unknown: readonly AskedTarget[],
): Promise<ReadonlyMap<string, number>> {
  if (unknown.length === 0) return new Map();
  try {
    const ranks = await port.ranks({ targets: unknown.map((each) => each.target) });
    return new Map(ranks.flatMap(({ target: value, rank }) => (rank === null ? [] : [[value, rank] as const])));
  } catch (thrown) {
    if (isNotConnected(thrown)) return new Map();
    throw thrown;
  }
}
