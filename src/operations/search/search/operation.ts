import { z } from 'zod';

import { domains, language, limit, location, locationCode } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import type { PlannedCall, SupportDraft } from '../../../contract/workflow.ts';
import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { parseTarget } from '../../../web/target.ts';

const SearchResults = z.object({
  results: z.array(
    z.object({
      position: z.int(),
      url: z.string(),
      domain: z.string(),
      title: z.string(),
      description: z.string().describe('Snippet of the page around the words of the query.'),
      features: z.array(z.string()),
      published_at: z.string().nullable(),
    }),
  ),
  total_count: z.int().nullable().describe('All matches; null where the engine does not say.'),
  query_sent: z.string(),
  engine: z.string().describe('seamark-index for the own index; never the name of an engine that was not asked.'),
});
type SearchResults = z.infer<typeof SearchResults>;

export default defineOperation({
  id: 'search',
  method: 'POST',
  path: '/search',
  group: 'Search and extraction',
  title: 'Search the web',
  description:
    'Ranked results for a query, from the connected search source or from the own index of crawled pages. ' +
    'Use include_domains to search within sites. Use extract to read a result.',
  runs: 'inline',
  guidance: 'support',
  needs: ['serp'],

  input: z.object({
    query: z.string().trim().min(1).max(700).describe('What to search for.'),
    location: location(),
    location_code: locationCode(),
    language: language(),
    limit: limit({ max: 50, default: 10 }),
    include_domains: domains('Only results from these domains and their subdomains.'),
    exclude_domains: domains('No results from these domains and their subdomains.'),
  }),
  result: SearchResults,

  price: { rule: '1 credit per 10 results asked', credits: (input) => blocks(input.limit, 10) },
  example: { query: 'how to true a bicycle wheel', limit: 3 },

  async run(input, { ports }) {
    const page = await ports.serp.search({
      query: input.query,
      location: input.location,
      location_code: input.location_code,
      language: input.language.toLowerCase().split(/[-_]/, 1)[0] ?? 'en',
      limit: input.limit,
      include_domains: hostsOf(input.include_domains),
      exclude_domains: hostsOf(input.exclude_domains),
    });
    const result: SearchResults = {
      ...page,
      results: page.results.map((row) => ({ ...row, features: [...row.features] })),
    };
    return {
      result,
      guidance: supportFor(input.query, result),
      markdown_summary: summaryOf(input.query, result),
    };
  },
});

function hostsOf(given: readonly string[] | undefined): string[] {
  return [...new Set((given ?? []).map((text) => parseTarget(text).host))];
}

function supportFor(query: string, page: SearchResults): SupportDraft {
  const own = page.engine === 'seamark-index';
  const citations = page.results.slice(0, 10).map((row) => ({
    id: `r${row.position}`,
    url: row.url,
    title: row.title,
    quote: row.description,
  }));
  return {
    summary:
      page.results.length === 0
        ? `Nothing matches “${query}” in ${page.engine}.`
        : `${counted(page.total_count ?? page.results.length, 'result')} for “${query}” from ${page.engine}; ${page.results.length} here.`,
    usable_for: own
      ? ['Finding pages of crawled sites about a subject', 'Choosing pages to read or to audit']
      : ['Seeing who ranks for a query', 'Choosing pages to read or to audit'],
    citations,
    limits: own
      ? [
          'Only crawled pages are found: this is not the ranking of a public search engine.',
          'Location does not change the results of the own index, and language only orders them.',
          'Quotes, minus signs and site: have no meaning: use include_domains and exclude_domains.',
        ]
      : ['Rankings differ by place, device and day.'],
    next_calls: nextCalls(page),
  };
}

function nextCalls(page: SearchResults): PlannedCall[] {
  const top = page.results[0];
  if (top === undefined) return [];
  return [
    { operation: 'extract', body: { url: top.url }, reason: 'Reads the first result in full.' },
    {
      operation: 'backlinks.summary',
      body: { target: top.domain },
      reason: 'Shows how strong the first result’s domain is.',
    },
  ];
}

function summaryOf(query: string, page: SearchResults): string {
  const head = `## Results for “${inline(query)}”`;
  if (page.results.length === 0) {
    return `${head}\n\nNothing matches in ${page.engine}. Crawl the sites that should be found, or use other words.`;
  }
  const rows = page.results
    .slice(0, 10)
    .map((row) => [row.position, inline(row.title || row.url, 60), inline(row.url, 80)]);
  const domainCount = new Set(page.results.map((row) => row.domain)).size;
  return summary([
    head,
    [
      `- Engine: ${page.engine}`,
      `- Matches: ${page.total_count?.toLocaleString('en-US') ?? 'not known'}; here ${counted(page.results.length, 'result')} from ${counted(domainCount, 'domain')}`,
      `- First: ${inline(page.results[0]?.title ?? '')} (${page.results[0]?.domain ?? ''})`,
    ].join('\n'),
    markdownTable(['#', 'Title', 'Page'], rows),
    'Next: read the first result with extract.',
  ]);
}
