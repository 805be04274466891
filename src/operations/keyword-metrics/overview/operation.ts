import { z } from 'zod';

import { keywordText, language, location, locationCode, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import { listUnrated, metricsQuery } from '../../../keywords/ask.ts';
import { findElsewhere } from '../../../keywords/elsewhere.ts';
import { readDifficulties } from '../../../keywords/own-difficulty.ts';
import { readResultPages } from '../../../keywords/result-pages.ts';
import type { KeywordMetricsQuery } from '../../../ports/keywords.ts';
import { readOwnRates } from '../../../rankings/ask-curve.ts';
import { parseTarget } from '../../../web/target.ts';
import { buildOverview, MetricsOverview, SORTS } from './overview.ts';
import { planOverview, summarizeOverview } from './plan.ts';

const KEYWORDS_MAX = 100;
const KEYWORDS_A_BLOCK = 25;
const CREDITS_A_BLOCK = 5;

const Input = z.object({
  keywords: z
    .array(keywordText())
    .min(1)
    .max(KEYWORDS_MAX)
    .describe('Keywords in any language. Each gets its own row, repeats included.'),
  location: location(),
  location_code: locationCode(),
  language: language(),
  min_search_volume: z
    .int()
    .min(0)
    .default(0)
    .describe('Leave out keywords with fewer searches a month. Any minimum above 0 also leaves out unknown volumes.'),
  sort_by: z
    .enum(SORTS)
    .default('priority')
    .describe('Highest first; difficulty: easiest first. Unknown last, ties in the order you sent them.'),
  target: target()
    .optional()
    .describe(
      'Your domain; default: your brand’s. Shows where it ranks on stored result pages and what you could gain.',
    ),
});

export default defineOperation({
  id: 'keyword-metrics.overview',
  method: 'POST',
  path: '/keyword-metrics/overview',
  group: 'Keywords and competitors',
  title: 'Score keywords',
  description:
    'Returns search volume, CPC, competition, difficulty, trend and intent for up to 100 keywords. ' +
    'Adds the bounds and basis of the volume, buyer stage, page type and an opportunity score. ' +
    'Merges imports, Bing and connected providers, and names the source of each figure. ' +
    'Tells branded keywords apart if your project has a brand.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { keywords: {}, serp: { optional: true }, links: { optional: true }, rankings: { optional: true } },

  input: Input,
  result: MetricsOverview,

  price: {
    rule: '5 credits per 25 keywords, minimum 5',
    credits: ({ keywords }) => CREDITS_A_BLOCK * blocks(keywords.length, KEYWORDS_A_BLOCK),
  },
  example: {
    keywords: ['bike repair', 'bicycle repair near me', 'how to true a bicycle wheel'],
    location: 'United States',
  },

  asks: async (input, context) => [{ capability: 'keywords', method: 'metrics', query: await queryOf(input, context) }],

  async run(input, { ports, locate, brand, now }) {
    const names = await brand();
    const domain = input.target ?? names?.domains[0];
    const site = domain === undefined ? undefined : parseTarget(domain);
    const query = await queryOf(input, { locate });
    const facts = await ports.keywords.metrics(query);
    const pages = await readResultPages(ports.serp, { ...query, location_code: query.location?.code ?? null, now });
    const difficulties = await readDifficulties(ports.links, pages, listUnrated(query.keywords, facts));
    const { location: place, language: tongue } = query;
    const built = buildOverview({
      ...input,
      facts,
      location: place,
      language: tongue,
      pages,
      difficulties,
      host: site?.host,
      readRate: await readOwnRates(ports.rankings, site, place, names),
      brand: names,
    });
    const overview: MetricsOverview = {
      ...built,
      known_elsewhere: await findElsewhere(listUnknown(built), query, { keywords: ports.keywords, locate }),
    };
    return {
      // If no source knows any of the keywords, there is nothing to pay for.
      ...(overview.coverage === 'none' ? { credits: 0 } : {}),
      result: overview,
      guidance: planOverview(overview),
      markdown_summary: summarizeOverview(overview),
    };
  },
});

/** Keywords of which not even bounds are known. */
function listUnknown({ items, filtered_out }: Pick<MetricsOverview, 'items' | 'filtered_out'>): string[] {
  const rows = items.filter((row) =>
    [row.search_volume, row.volume_low, row.volume_high].every((part) => part === null),
  );
  const left = filtered_out.filter(({ why }) => why === 'unknown_search_volume');
  return [...rows, ...left].map(({ keyword }) => keyword);
}

async function queryOf(
  input: z.output<typeof Input>,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<KeywordMetricsQuery> {
  return metricsQuery(input.keywords, { location: await locate(input), language: input.language });
}
