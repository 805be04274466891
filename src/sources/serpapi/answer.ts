import { z } from 'zod';

import { Figure, Text } from '../result-pages/answer-shape.ts';

const Link = z.object({ title: Text, link: Text });
const Row = Link.extend({
  snippet: Text,
  description: Text,
  date: Text,
  rating: Figure,
  reviews: Figure,
  sitelinks: z
    .object({ inline: z.array(Link).nullish(), expanded: z.array(Link).nullish() })
    .nullish()
    .catch(null),
});
const Place = z.object({
  title: Text,
  place_id: Text,
  address: Text,
  phone: Text,
  rating: Figure,
  reviews: Figure,
  links: z.object({ website: Text }).nullish().catch(null),
});
const Links = z.array(Link).nullish().catch(null);

/** A piece of an AI Overview; lists and what unfolds hold further ones. */
export interface TextBlock {
  readonly type?: string | null | undefined;
  readonly snippet?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly list?: readonly TextBlock[] | null | undefined;
  readonly text_blocks?: readonly TextBlock[] | null | undefined;
  readonly table?: readonly (readonly unknown[])[] | null | undefined;
}

const TextBlock: z.ZodType<TextBlock> = z.lazy(() =>
  z.object({
    type: Text,
    snippet: Text,
    title: Text,
    list: z.array(TextBlock).nullish().catch(null),
    text_blocks: z.array(TextBlock).nullish().catch(null),
    table: z.array(z.array(z.unknown())).nullish().catch(null),
  }),
);

const Overview = z.object({
  /** Of an overview that has to be fetched by a second request, within a minute. */
  page_token: Text,
  error: Text,
  text_blocks: z.array(TextBlock).nullish().catch(null),
  references: z.array(Link).nullish().catch(null),
});
export type Overview = z.infer<typeof Overview>;

/** An answer to `engine=google_ai_overview`. */
export const OverviewAnswer = z.object({ error: Text, ai_overview: Overview.nullish() });

/** An answer to `engine=google`; blocks without content are left out of it. */
export const Answer = z.object({
  error: Text,
  search_metadata: z.object({ status: Text, created_at: Text, google_url: Text }).nullish(),
  search_information: z
    .object({ total_results: Figure, showing_results_for: Text, spelling_fix: Text, organic_results_state: Text })
    .nullish(),
  ads: z.array(Row.extend({ block_position: Text })).nullish(),
  ai_overview: Overview.nullish(),
  answer_box: Row.extend({ type: Text, answer: Text }).nullish().catch(null),
  knowledge_graph: z.object({ title: Text, website: Text, description: Text, rating: Figure }).nullish().catch(null),
  /** An object on desktop, and a plain list on phones. */
  local_results: z.union([z.array(Place), z.object({ places: z.array(Place).nullish() })]).nullish(),
  top_stories: Links,
  organic_results: z.array(Row).nullish(),
  inline_videos: Links,
  short_videos: Links,
  inline_images: Links,
  shopping_results: Links,
  recipes_results: Links,
  events_results: Links,
  twitter_results: z.object({ link: Text, title: Text }).nullish().catch(null),
  perspectives: Links,
  discussions_and_forums: Links,
  related_questions: z.array(z.object({ question: Text, snippet: Text, link: Text })).nullish(),
  related_searches: z.array(z.object({ query: Text })).nullish(),
  serpapi_pagination: z.object({ next: Text }).nullish(),
});
export type Answer = z.infer<typeof Answer>;
export type VendorPlace = z.infer<typeof Place>;
