import { z } from 'zod';

export const SearchResults = z.object({
  results: z.array(
    z.object({
      position: z.int(),
      url: z.string(),
      domain: z.string(),
      title: z.string(),
      description: z.string().describe('Snippet of the page, around the words of the query.'),
      features: z.array(z.string()),
      published_at: z.string().nullable(),
    }),
  ),
  total_count: z.int().nullable().describe('All matches; null when the engine does not say.'),
  query_sent: z.string(),
  engine: z
    .string()
    .describe('seamark-index when the results come from your own index; otherwise the search engine that was asked.'),
});
export type SearchResults = z.infer<typeof SearchResults>;
