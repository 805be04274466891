import { z } from 'zod';

import { CITATION_CLASSES } from '../../../mentions/citations.ts';

const Rate = z
  .object({
    value: z.number().describe('0-1.'),
    n: z.int().describe('Answers, discussions or citations behind it.'),
    low: z.number().describe('95% interval.'),
    high: z.number(),
    method: z
      .enum(['wilson', 'wilson_effective_n', 'bootstrap_over_queries'])
      .describe(
        'wilson: one query. bootstrap_over_queries: queries resampled. wilson_effective_n: fewer than five queries, or queries that all agree; answers to one query count as fewer than there are, since they resemble each other.',
      ),
  })
  .meta({ id: 'MentionRate' });
export type Rate = z.infer<typeof Rate>;

const Change = z
  .object({
    from: z.number(),
    to: z.number(),
    difference: z.number(),
    low: z.number().describe('95% interval of the difference.'),
    high: z.number(),
    within_noise: z.boolean(),
    direction: z.enum(['up', 'down']).nullable().describe('null if the difference is within noise.'),
    queries: z.int().describe('Unbranded queries that both samplings asked.'),
    previous_at: z.string().describe('When the previous sampling began.'),
  })
  .meta({ id: 'MentionChange' });
export type Change = z.infer<typeof Change>;

const KINDS = ['assistant', 'discussion'] as const;
const SENTIMENTS = ['positive', 'negative', 'neutral'] as const;

const Mention = z.object({
  platform: z.string(),
  kind: z.enum(KINDS),
  run: z.int().nullable().describe('null for discussions.'),
  url: z.string().nullable().describe('The discussion; null for answers of assistants, which have no address.'),
  title: z.string().nullable(),
  snippet: z.string().describe('The sentence that names the brand, as written.'),
  sentiment: z
    .enum(SENTIMENTS)
    .nullable()
    .describe('neutral: praise and criticism balance. null: no words of praise or criticism.'),
  sentiment_mixed: z.boolean().nullable().describe('Whether there is both praise and criticism.'),
  sentiment_sentence: z.string().nullable().describe('What the sentiment was read from.'),
  brand_position: z
    .int()
    .nullable()
    .describe('Position of the brand among the brands in the text, by first mention. Order varies a lot between runs.'),
  list_position: z.int().nullable().describe('Position of the list item or table row that names the brand.'),
  competitors_named: z.array(z.string()),
  own_cited: z.boolean().nullable().describe('Whether the answer cites one of your pages; null if unknown.'),
  published_at: z.string().nullable(),
  is_old: z.boolean().nullable().describe('Whether a discussion is more than a year old; null if it has no date.'),
  promotional: z.array(z.string()).describe('What makes a discussion look like an advertisement.'),
  attribution: z.string().nullable().describe('To be shown next to the text, as its licence requires.'),
});
export type Mention = z.infer<typeof Mention>;

const Counts = {
  asked: z.int(),
  answered: z.int(),
  refused: z.int(),
  truncated: z.int().describe('Cut off before the end, so they count neither way.'),
  failed: z.int(),
};

const QueryRow = z.object({
  query: z.string(),
  is_branded: z.boolean().describe('Whether the query itself names the brand.'),
  mentioned: z.boolean().nullable().describe('null if nothing was answered.'),
  answers: z.int().describe('Answers and discussions that were read.'),
  platforms: z.array(z.object({ platform: z.string(), kind: z.enum(KINDS), ...Counts, mention_rate: Rate.nullable() })),
  mentions: z.array(Mention).describe('At most 20.'),
  mentions_count: z.int(),
  competitors_named: z.array(z.object({ name: z.string(), answers: z.int() })),
});
export type QueryRow = z.infer<typeof QueryRow>;

const Break = z.object({
  at: z.string(),
  what: z.enum(['served_model', 'source']),
  from: z.array(z.string().nullable()),
  to: z.array(z.string().nullable()),
});

const PlatformRow = z.object({
  platform: z.string(),
  kind: z.enum(KINDS),
  access: z
    .enum(['api', 'surface', 'panel'])
    .nullable()
    .describe('api: the model with its own web search. surface: the page that users see. null for discussions.'),
  connected: z.boolean().describe('false if no connected source answers for it.'),
  sources: z.array(z.string()),
  ...Counts,
  searched: z
    .object({ answers: z.int(), of: z.int() })
    .nullable()
    .describe('Answers for which the assistant searched the web; null if no source reports it.'),
  served_models: z.array(z.string()),
  mention_rate: Rate.nullable().describe('Over unbranded queries.'),
  branded_recall: Rate.nullable().describe('Over branded queries.'),
  share_of_voice: Rate.nullable(),
  citation_rate: Rate.nullable(),
  citation_share: Rate.nullable(),
  stability: z
    .number()
    .nullable()
    .describe('0-1: how far consecutive samplings cite the same sites; null for fewer than two samplings.'),
  samplings: z.int().describe('Comparable samplings, including this one.'),
  change: Change.nullable().describe('Mention rate against the previous comparable sampling.'),
  series_breaks: z.array(Break).describe('Where the model or the source changed, so that a new series began.'),
});
export type PlatformRow = z.infer<typeof PlatformRow>;

const SourceRow = z.object({
  domain: z.string(),
  forum: z.string().nullable().describe('Such as r/bicycling.'),
  class: z.enum(CITATION_CLASSES),
  competitor: z.string().nullable(),
  citations: z.int().describe('Cited pages, or discussions found, one per answer and page.'),
  share: z.number().describe('Of all citations and discussions, 0-1.'),
  answers_naming_brand: z.int(),
  platforms: z.array(z.string()),
  urls: z.array(z.string()).describe('At most three.'),
});
export type SourceRow = z.infer<typeof SourceRow>;

const CitedPage = z.object({
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  competitor: z.string().nullable(),
  citations: z.int(),
  platforms: z.array(z.string()),
  queries: z.array(z.string()),
});
export type CitedPage = z.infer<typeof CitedPage>;

const NamedOrCited = z.object({
  query: z.string(),
  platform: z.string(),
  answers: z.int(),
  urls: z.array(z.string()),
});

const Citations = z.object({
  answers: z.int().describe('Answers that searched the web and whose citations are known.'),
  own: z.array(CitedPage),
  competitor: z.array(CitedPage),
  own_retrieved_not_cited: z.array(CitedPage).describe('Your pages that an assistant read and did not cite.'),
  cited_not_named: z.array(NamedOrCited).describe('Answers that cite you and do not name the brand.'),
  named_not_cited: z.array(NamedOrCited).describe('Answers that name the brand and cite others; urls: what they cite.'),
});
export type Citations = z.infer<typeof Citations>;

const GAP_KINDS = ['failed', 'refused', 'truncated', 'not_connected', 'budget_spent'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

const Gap = z.object({
  platform: z.string(),
  kind: z.enum(GAP_KINDS),
  count: z.int().describe('Requests that came to nothing.'),
  queries: z.array(z.string()),
  reason: z.string(),
});

export const BASES = ['assistants_api', 'assistants_surface', 'assistants_panel', 'discussions'] as const;
export type Basis = (typeof BASES)[number];

const MentionAudit = z.object({
  brand: z.object({
    name: z.string(),
    aliases: z.array(z.string()),
    domains: z.array(z.string()),
    detection: z.enum(['name_only', 'name_and_aliases']),
    is_everyday_word: z
      .boolean()
      .describe('Then only capitals, bold type, your domain or a word of the market make it a mention.'),
    weak_mentions: z.int().describe('Texts with the everyday word that are not counted as mentions.'),
  }),
  sampling: z.object({
    runs: z.int(),
    queries: z.int(),
    branded_queries: z.int(),
    assistants: z.array(z.string()),
    platform: z.enum(['reddit', 'x', 'all']),
    location: z.string().nullable(),
    location_code: z.int().nullable(),
    language: z.string(),
    sampled_at: z.string(),
  }),
  basis: z
    .enum(BASES)
    .nullable()
    .describe('What the rates below are of; ways to see an assistant and discussions are never pooled.'),
  share_of_voice: Rate.nullable().describe(
    'Mentions of the brand as a share of all mentions of the brand and its competitors, each counted once per text; unbranded queries only. null without competitors, or if nobody is named.',
  ),
  mention_rate: Rate.nullable().describe('Mean over unbranded queries.'),
  branded_recall: Rate.nullable().describe('Mean over branded queries, never pooled with the others.'),
  citation_rate: Rate.nullable().describe('Answers citing your pages, out of those with known citations.'),
  citation_share: Rate.nullable().describe('Your share of all cited pages.'),
  retrieval_share: Rate.nullable().describe('Your share of all pages that assistants were shown.'),
  change: Change.nullable().describe('Mention rate against the previous comparable sampling.'),
  stability: z.number().nullable(),
  sentiment: z
    .object({ positive: z.int(), negative: z.int(), neutral: z.int(), none: z.int() })
    .nullable()
    .describe('null where nothing was sampled.'),
  answered: Counts.answered,
  refusals: z.int(),
  truncations: z.int(),
  failures: z.int(),
  queries: z.array(QueryRow),
  platforms: z.array(PlatformRow),
  competitors: z.array(
    z.object({
      name: z.string(),
      answers: z.int(),
      mention_rate: Rate.nullable(),
      share_of_voice: Rate.nullable(),
    }),
  ),
  top_sources: z.array(SourceRow),
  co_mentioned_brands: z.array(
    z.object({
      name: z.string(),
      answers: z.int(),
      known: z.boolean().describe('Whether it is one of competitors; the others are candidates.'),
    }),
  ),
  citations: Citations.nullable().describe('null if no assistant answered with known citations.'),
  source_targets: z
    .array(
      z.object({
        domain: z.string(),
        class: z.enum(CITATION_CLASSES),
        answers: z.int(),
        competitors: z.array(z.string()),
        queries: z.array(z.string()),
        example_url: z.string().nullable(),
      }),
    )
    .describe('Sites cited in answers that name competitors, and never in one that names the brand.'),
  fan_out_queries: z.array(z.object({ query: z.string(), answers: z.int(), platforms: z.array(z.string()) })),
  existence_denied: z
    .array(
      z.object({
        query: z.string(),
        platform: z.string(),
        run: z.int().nullable(),
        sentence: z.string(),
        counted_as_mention: z.boolean().describe('true if the rest of the answer makes claims about the brand.'),
      }),
    )
    .describe('Found by patterns, so read the sentence.'),
  served_models: z.array(z.object({ platform: z.string(), model: z.string(), answers: z.int() })),
  left_out: z.object({
    own_posts: z.int().describe('Discussions by the brand itself or on its own site.'),
    removed_posts: z.int(),
  }),
  gaps: z.array(Gap),
  notes: z.array(z.string()).describe('What limits this sampling.'),
});

export const MentionReport = z.object({ mention_audit: MentionAudit });
export type MentionAudit = z.infer<typeof MentionAudit>;
export type MentionReport = z.infer<typeof MentionReport>;
