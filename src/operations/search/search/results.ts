import { z } from 'zod';

import type { Serp, SerpItem } from '../../../ports/serp.ts';
import { parseQuery } from '../../../text/search-query.ts';
import { languageOfTag } from '../../../web/words.ts';
import { markWords } from './mark.ts';

export const SearchResults = z.object({
  results: z.array(
    z.object({
      position: z.int(),
      url: z.string(),
      domain: z.string(),
      title: z.string(),
      description: z.string().describe('Excerpt of the page around the query’s words.'),
      description_marked: z.string().describe('The same as Markdown, with the query’s words in bold.'),
      features: z
        .array(z.string())
        .describe(
          'Features of the result page that show the same URL, such as featured_snippet; empty for plain results.',
        ),
      published_at: z.string().nullable(),
    }),
  ),
  total_count: z
    .int()
    .nullable()
    .describe(
      'Total matches as the engine reports them; null if it does not. Your own index estimates numbers above 200.',
    ),
  limit: z.int(),
  offset: z.int(),
  query_sent: z.string(),
  corrected_query: z
    .string()
    .nullable()
    .describe('What was searched for in place of a misspelled query; null when the query was searched as it is.'),
  notes: z.array(z.string()).describe('Parts of the query that were not searched as written, and why.'),
  engine: z
    .string()
    .describe('seamark-index when the results come from your own index; otherwise the search engine that was asked.'),
});
export type SearchResults = z.infer<typeof SearchResults>;

/** The organic results of a result page. */
export function listResults(
  serp: Serp,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): SearchResults {
  const organic = serp.items.filter(({ type, url }) => type === 'organic' && url !== null);
  const query = parseQuery(serp.spell ?? serp.keyword);
  const language = languageOfTag(serp.language);
  return {
    results: organic.slice(offset, offset + limit).map((item) => ({
      position: item.rank_group,
      url: item.url ?? '',
      domain: item.domain ?? '',
      title: item.title ?? '',
      description: item.description ?? '',
      description_marked: markWords(item.description ?? '', query, language),
      features: featuresOf(item, serp.items),
      published_at: item.published_at,
    })),
    total_count: serp.total_results,
    limit,
    offset,
    query_sent: serp.keyword_sent,
    corrected_query: serp.spell,
    notes: [...(serp.notes ?? [])],
    engine: serp.engine,
  };
}

function featuresOf({ url }: SerpItem, items: readonly SerpItem[]): string[] {
  const showing = items.filter(
    ({ type, url: own, children }) =>
      type !== 'organic' && (own === url || children.some((child) => child.url === url)),
  );
  return [...new Set(showing.map(({ type, kind }) => kind ?? type))];
}
