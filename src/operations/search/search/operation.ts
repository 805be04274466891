import { z } from 'zod';

import { domains, language, limit, location, locationCode, offset } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import type { InputIssue } from '../../../kernel/errors.ts';
import { joinWords } from '../../../kernel/grammar.ts';
import type { SerpQuery } from '../../../ports/serp.ts';
import { planSerpQuery } from '../../../serp/query.ts';
import { parseTarget } from '../../../web/target.ts';
import { isWithin } from '../../../web/url.ts';
import { planSearch, summarizeSearch } from './plan.ts';
import { listResults, SearchResults } from './results.ts';

/** No engine shows much more of a result list. */
const OFFSET_MAX = 450;

const Input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(700)
    .refine((text) => !text.includes('\0'), 'must not contain the NUL character')
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit')
    .describe(
      'Search query. Takes "exact phrases", -word, site:example.com, intitle:word, OR, after:2025-01-01 and before:2025-06-30.',
    ),
  location: location(),
  location_code: locationCode(),
  language: language(),
  limit: limit({ max: 50, default: 10 }),
  offset: offset(OFFSET_MAX),
  include_domains: domains('Only results from these domains and their subdomains.'),
  exclude_domains: domains('No results from these domains and their subdomains.'),
});

export default defineOperation({
  id: 'search',
  method: 'POST',
  path: '/search',
  group: 'Search and extraction',
  title: 'Search the web',
  description:
    'Returns ranked results for a query. They come from the connected search source or from your own index of crawled pages. ' +
    'Use include_domains to search within certain sites, and extract to read a result.',
  runs: 'inline',
  guidance: 'support',
  needs: { serp: {} },

  input: Input,

  result: SearchResults,

  rules: findConflicts,

  price: { rule: '1 credit per 10 results requested', credits: (input) => blocks(input.limit, 10) },
  example: { query: 'how to true a bicycle wheel', limit: 3 },

  asks: async (input, context) => [{ capability: 'serp', method: 'check', query: await queryOf(input, context) }],

  async run(input, { ports, locate }) {
    const result = listResults(await ports.serp.check(await queryOf(input, { locate })), input);
    return {
      result,
      guidance: planSearch(input.query, result, readHosts(input.include_domains)),
      markdown_summary: summarizeSearch(input.query, result),
    };
  },
});

async function queryOf(
  input: z.output<typeof Input>,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<SerpQuery> {
  return planSerpQuery({
    keyword: input.query,
    location: await locate(input),
    language: input.language,
    device: null,
    // A source reads a result list from its start.
    depth: input.offset + input.limit,
    wants: ['organic'],
    include_domains: readHosts(input.include_domains),
    exclude_domains: readHosts(input.exclude_domains),
  });
}

/** A site that is both wanted and left out finds nothing, for what would look like a reason of the index. */
function findConflicts({
  include_domains,
  exclude_domains,
}: Pick<z.output<typeof Input>, 'include_domains' | 'exclude_domains'>): InputIssue[] {
  const excluded = readHosts(exclude_domains);
  const lost = readHosts(include_domains).filter((host) => excluded.some((domain) => isWithin(host, domain)));
  if (lost.length === 0) return [];
  return [
    { path: 'include_domains', message: `must not name sites that exclude_domains covers: ${joinWords(lost, 3)}` },
    { path: 'exclude_domains', message: `must not cover sites that include_domains names: ${joinWords(lost, 3)}` },
  ];
}

function readHosts(given: readonly string[] | undefined): string[] {
  return [...new Set((given ?? []).map((text) => parseTarget(text).host))];
}
