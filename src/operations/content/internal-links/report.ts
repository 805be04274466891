import { z } from 'zod';

import { ListCell } from '../../../text/cells.ts';

export const TargetPage = z.object({
  url: z.string().trim().min(1).max(2048),
  title: z.string().trim().min(1).max(2000),
  description: z.string().max(10_000).nullish(),
  keywords: ListCell,
});
export type TargetPage = z.infer<typeof TargetPage>;

/** One of html and markdown. */
export interface InternalLinksInput {
  readonly html: string | undefined;
  readonly markdown: string | undefined;
  /** Final URL of the page; undefined when only its text was supplied. */
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly robots_header: string | undefined;
  /** Null when robots.txt was not read. */
  readonly allowed_by_robots: boolean | null;
  readonly target_pages: readonly TargetPage[];
  readonly keyword: string | undefined;
  /** Own domain or site, where the URL of the page is unknown. */
  readonly target: string | undefined;
  readonly max_suggestions: number;
}

const Suggestion = z.object({
  target_url: z.string(),
  target_title: z.string(),
  anchor_text: z.string().describe('Words of the source sentence, exactly as written.'),
  sentence: z.string(),
  section: z.string().nullable().describe('The heading above; null before the first heading.'),
  character_offset: z
    .int()
    .describe('Where the anchor starts in the source: in the Markdown sent, or in the HTML of the page.'),
  line: z.int(),
  relevance: z.number().describe('0–100; the sum of score_components.'),
  score_components: z.object({ match: z.number(), source: z.number(), context: z.number() }),
  priority: z.enum(['low', 'medium', 'high']),
  matched: z.object({ by: z.enum(['keyword', 'title', 'slug']), phrase: z.string() }),
  already_linked: z.literal(false),
  reason: z.string(),
});

const LinkedAlready = z.object({
  target_url: z.string(),
  anchor_text: z.string(),
  section: z.string().nullable(),
  character_offset: z.int(),
  line: z.int(),
  nofollow: z.boolean(),
  generic_anchor: z.boolean(),
});

const Unplaced = z.object({
  target_url: z.string(),
  target_title: z.string(),
  reason: z.string(),
  why: z.enum([
    'no_matching_words',
    'sentence_taken',
    'too_loose',
    'own_page',
    'repeated',
    'own_keyword',
    'beyond_limit',
    'no_subject',
  ]),
  missing_words: z.array(z.string()).describe('Words of its topic that the source does not have.'),
  nearest_section: z.string().nullable(),
});

const Crawlability = z.object({
  source_indexable: z.boolean().nullable().describe('Null when only text was supplied.'),
  source_allowed_by_robots: z.boolean().nullable(),
  links_followed: z.boolean().nullable().describe('False when the page tells crawlers not to follow its links.'),
  content_links: z.int().nullable().describe('Null for a crawled page: the index keeps its text, not its links.'),
  internal_links: z.int().nullable().describe('Null for a crawled page, and if the site of the page is unknown.'),
  nofollow_internal_links: z.int().nullable(),
  generic_anchors: z.array(z.object({ anchor_text: z.string(), url: z.string().nullable(), line: z.int() })),
  uncrawlable_links: z.array(z.object({ element: z.string(), line: z.int(), why: z.string() })),
  target_problems: z.array(z.object({ target_url: z.string(), problem: z.string(), fix: z.string() })),
  guardrails: z.array(z.string()),
});

export const InternalLinksReport = z.object({
  source: z.object({
    url: z.string().nullable(),
    format: z.enum(['html', 'markdown']),
    title: z.string().nullable(),
    language: z.string().nullable(),
    word_count: z.int(),
    sentences: z.int(),
    truncated: z.boolean(),
  }),
  suggestions: z.array(Suggestion),
  already_linked: z.array(LinkedAlready),
  no_natural_placement: z.array(Unplaced),
  crawlability: Crawlability,
  review_notes: z.array(z.string()),
});
export type InternalLinksReport = z.infer<typeof InternalLinksReport>;
