import { z } from 'zod';

import { language, location, locationCode } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { OWN_ENGINE, type Serp, type SerpQuery } from '../../../ports/serp.ts';
import { planSerpQuery } from '../../../serp/query.ts';
import { readAuthorities } from '../../../serp/authorities.ts';
import { listResults } from '../../../serp/results.ts';
import { compareText, foldPhrase } from '../../../text/normalize.ts';
import { pageAddress } from '../../../web/url.ts';
import { analyzeSerp } from './analyze.ts';
import { planSerp, summarizeSerp } from './plan.ts';
import { SerpOpportunity } from './report.ts';

const DEPTH = 10;

const Input = z.object({
  keyword: z
    .string()
    .trim()
    .min(1)
    .max(700)
    .refine((text) => /[\p{L}\p{N}\p{S}]/u.test(text), 'must contain a letter, a digit or a symbol')
    .describe('Query whose result page to analyze.'),
  location: location('US'),
  location_code: locationCode(),
  device: z.enum(['desktop', 'mobile']).default('desktop').describe('Device to search on.'),
  language: language(),
});

export default defineOperation({
  id: 'analyze.serp',
  method: 'POST',
  path: '/analyze/serp',
  group: 'Search and extraction',
  title: 'Analyze a search result page',
  description:
    'Looks up the first result page of a keyword and says what it takes to rank on it. ' +
    'Covers intent, features and who owns them, page types, difficulty from the authority of the ranking sites, clicks left for organic results, ' +
    'weak spots and the page type to build. ' +
    'Shows where your project’s brand ranks. What the source cannot see is null or unavailable, never absent.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { serp: {}, links: { optional: true } },

  input: Input,
  result: z.object({ serp_opportunity: SerpOpportunity }),

  price: { rule: '2 credits', credits: () => 2 },
  example: { keyword: 'bike repair' },

  asks: async (input, context) => [{ capability: 'serp', method: 'check', query: await queryOf(input, context) }],

  async run(input, { ports, locate, brand }) {
    const serp = await ports.serp.check(await queryOf(input, { locate }));
    const [authorities, related] = await Promise.all([
      readAuthorities([serp], ports.links),
      readRelated(serp, ports.serp),
    ]);
    const report = analyzeSerp({ serp, authorities, related, brand: await brand() });
    return {
      result: { serp_opportunity: report },
      guidance: planSerp(report),
      markdown_summary: summarizeSerp(report),
    };
  },
});

async function queryOf(
  input: z.output<typeof Input>,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<SerpQuery> {
  return planSerpQuery({
    keyword: input.keyword,
    location: await locate(input),
    language: input.language,
    device: input.device,
    depth: DEPTH,
    wants: ['organic', 'ai_overview'],
  });
}

type SerpPort = OperationContext<'serp'>['ports']['serp'];

/** Pages whose other stored searches are read, and how many of those searches are compared. */
const SEEN_PAGES = 3;
const SEEN_RESULTS_MAX = 50;
const RELATED_MAX = 50;

/**
 * Stored result pages of queries for which the same pages rank, or that the page itself lists as related. Asks no
 * source.
 */
async function readRelated(serp: Serp, port: SerpPort): Promise<readonly Serp[]> {
  if (serp.engine === OWN_ENGINE) return [];
  const series = {
    engine: serp.engine,
    location_code: serp.location?.code ?? null,
    language: serp.language,
    device: serp.device,
  };
  const pages = listResults(serp, SEEN_PAGES).filter(({ url }) => pageAddress(url) !== undefined);
  const seen = await Promise.all(
    pages.map(({ url }) => port.seen({ ...series, target: url, since: undefined, limit: SEEN_RESULTS_MAX })),
  );
  const own = foldPhrase(serp.keyword);
  const keywords = new Set([...(serp.related_searches ?? []), ...seen.flat().map(({ keyword }) => keyword)]);
  const others = [...keywords].filter((keyword) => foldPhrase(keyword) !== own).toSorted(compareText);
  if (others.length === 0) return [];
  return port.known({ ...series, keywords: others.slice(0, RELATED_MAX), since: undefined });
}
