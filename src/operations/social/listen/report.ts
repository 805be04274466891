import { z } from 'zod';

import { DISCUSSION_PLATFORMS, DISCUSSION_STATES } from '../../../ports/discussions.ts';
import { INTENTS } from './read-post.ts';

const Quote = z
  .object({
    url: z.string(),
    platform: z.enum(DISCUSSION_PLATFORMS),
    community: z.string().nullable(),
    quote: z.string().describe('One sentence as written; at most 300 characters.'),
    published_at: z.string().nullable(),
    attribution: z.string().nullable().describe('To be shown next to the quote, as its licence requires.'),
  })
  .meta({ id: 'DiscussionQuote' });

const Counted = {
  count: z.int().describe('Discussions.'),
  of: z.int().describe('Discussions that were read.'),
};

const Row = z.object({
  url: z.string(),
  title: z.string().nullable(),
  platform: z.enum(DISCUSSION_PLATFORMS),
  community: z.string().nullable().describe('Such as r/bicycling or superuser.com.'),
  snippet: z.string().nullable().describe('The passage with your words; at most 300 characters.'),
  published_at: z.string().nullable().describe('null if no source gives the date; it is never guessed.'),
  author: z.string().nullable(),
  score: z.int().nullable(),
  comments: z.int().nullable(),
  state: z.enum(DISCUSSION_STATES).nullable(),
  language: z.string().describe('ISO 639-1, judged by its words.'),
  question: z.string().nullable().describe('What the post asks, as written; null if it asks nothing.'),
  pain_point: z.string().nullable().describe('The sentence that states a problem; null if none does.'),
  sentiment: z
    .enum(['positive', 'negative', 'neutral'])
    .nullable()
    .describe('neutral: praise and criticism balance. null: no words of praise or criticism.'),
  sentiment_mixed: z.boolean().nullable(),
  sentiment_sentence: z.string().nullable().describe('The sentence that shows the sentiment.'),
  sentiment_cues: z.array(z.string()),
  intent: z.enum(INTENTS).nullable().describe('What the author is after; null if the words do not tell.'),
  intent_evidence: z.string().nullable().describe('The phrase that shows the intent.'),
  relevance: z.int().nullable().describe('0-100: how much of your query is in the title, the text and one sentence.'),
  relevance_components: z.object({
    title: z.int().nullable(),
    text: z.int().nullable(),
    together: z.int().nullable(),
  }),
  relevance_coverage: z.number().describe('0-1: share of the score’s weight that is known.'),
  promotional: z.array(z.string()).describe('What makes it look like an advertisement.'),
  left_out: z
    .enum(['removed', 'promotional', 'unclear_topic'])
    .nullable()
    .describe(
      'Why insights do not count it; null if they do. unclear_topic: it has too few of your words to tell that it is about them.',
    ),
  found_via: z.array(z.string()).describe('Sources that showed it.'),
  cross_posts: z.array(z.string()).describe('Threads with nearly the same text, folded into this one.'),
  attribution: z.string().nullable().describe('To be shown next to the text, as its licence requires.'),
});
export type Row = z.infer<typeof Row>;

const Theme = z.object({
  id: z.string(),
  name: z.string(),
  kind: z
    .enum(['aspect', 'phrase'])
    .describe('aspect: something people weigh in any purchase. phrase: words these discussions share.'),
  ...Counted,
  words: z.array(z.string()).describe('How people put it, most common first.'),
  communities: z.array(z.string()),
  positive: z.int().describe('Discussions that praise in the sentences on the theme.'),
  negative: z.int(),
  examples: z.array(Quote).describe('At most five, from different discussions.'),
  urls: z.array(z.string()).describe('All discussions of the theme.'),
});
export type Theme = z.infer<typeof Theme>;

const Question = z.object({
  question: z.string().describe('As written.'),
  intent: z.enum(INTENTS).nullable(),
  ...Counted,
  urls: z.array(z.string()),
});
export type Question = z.infer<typeof Question>;

const Objection = z.object({
  id: z.string(),
  name: z.string(),
  ...Counted,
  quotes: z.array(Quote).describe('At most three.'),
});

const Phrase = z.object({ phrase: z.string(), ...Counted, example: Quote });
const Product = z.object({ name: z.string(), ...Counted, positive: z.int(), negative: z.int(), example: Quote });

const Idea = z.object({
  idea: z.string().describe('What to publish, as an instruction.'),
  format: z.string(),
  follows_from: z.enum(['theme', 'question', 'objection', 'comparison']),
  name: z.string().describe('Of the theme, question, objection or products it follows from.'),
  why: z.string(),
  questions: z.array(z.string()).describe('To answer, as people ask them; at most three.'),
  use_words: z.array(z.string()).describe('Phrases to use, as people say them.'),
  evidence: z.array(Quote),
});
export type Idea = z.infer<typeof Idea>;

const Sight = z.object({
  platform: z.enum(DISCUSSION_PLATFORMS),
  status: z
    .enum(['seen', 'partial', 'failed', 'unavailable'])
    .describe('failed: every source failed. unavailable: no connected source sees it.'),
  found: z.int().nullable().describe('null where no source saw the platform.'),
  notes: z.array(z.string()),
});

export const Listening = z.object({
  query: z.string(),
  language: z.string().describe('ISO 639-1: the language you set, else judged by the query.'),
  platform: z.enum(['reddit', 'x', 'all']),
  location: z.object({ name: z.string(), code: z.int() }).nullable().describe('null if the source chose it.'),
  method_note: z.string(),
  platforms: z.array(Sight),
  coverage: z.literal('sample').describe('Search shows part of what is written; no count here is a total.'),
  discussions: z.array(Row).describe('Best match first, at most limit.'),
  total_count: z.int().describe('Discussions that were found, before limit and offset.'),
  limit: z.int(),
  offset: z.int(),
  read: z.object({
    counted: z.int().describe('Discussions behind the insights.'),
    removed: z.int(),
    promotional: z.int(),
    unclear_topic: z.int(),
    cross_posts: z.int(),
    undated: z.int(),
    too_old: z.int().describe('Left out because they are older than published_after.'),
    older_than_a_year: z.int().describe('Of the counted discussions.'),
    newest: z.string().nullable(),
    oldest: z.string().nullable(),
    short_texts: z.int().describe('Counted discussions of which only a title or an excerpt was seen.'),
  }),
  insights: z.object({
    themes: z.array(Theme).describe('What at least three discussions by three people bring up.'),
    questions: z.array(Question),
    objections: z.array(Objection),
    language_used: z.array(Phrase).describe('Phrases that at least two discussions share, without your query.'),
    products_named: z
      .array(Product)
      .describe('Names that at least two discussions write with a capital. Check them: some may be places or people.'),
    content_ideas: z.array(Idea),
    intents: z.array(z.object({ intent: z.enum(INTENTS), count: z.int() })),
    communities: z.array(z.object({ community: z.string(), platform: z.enum(DISCUSSION_PLATFORMS), count: z.int() })),
    sentiment: z.object({ positive: z.int(), negative: z.int(), neutral: z.int(), unknown: z.int() }),
  }),
  notes: z.array(z.string()),
});
export type Listening = z.infer<typeof Listening>;
