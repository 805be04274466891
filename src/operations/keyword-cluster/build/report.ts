import { z } from 'zod';

import { BUYER_STAGES, INTENTS } from '../../../text/signals.ts';
import { PAGE_TYPES } from '../../../text/page-types.ts';

const Classified = {
  intent: z.enum(INTENTS),
  second_intent: z
    .enum(INTENTS)
    .nullable()
    .describe('What at least a quarter of the searchers want instead; null if one intent leads by far.'),
  buyer_stage: z.enum(BUYER_STAGES),
  recommended_page_type: z.enum(PAGE_TYPES),
  intent_confidence: z
    .number()
    .min(0)
    .max(1)
    .describe('By words: of the intents with 0.7, seven in ten are right. By result pages: share of what they show.'),
  intent_evidence: z
    .array(z.string())
    .describe('Words or results that reveal the intent, and what each of them shows.'),
  intent_source: z
    .string()
    .describe(
      'result_page: judged from stored result pages. brand: your brand’s name. words: judged from the keywords.',
    ),
};

const Cluster = z.object({
  id: z.string().describe('c1, c2, … in the order of the list.'),
  name: z.string(),
  head_keyword: z.string().describe('The most general keyword of the cluster.'),
  keywords: z.array(z.string()).describe('As you sent them, head keyword first.'),
  language: z.string().describe('ISO 639-1; empty if the words do not reveal it.'),
  ...Classified,
  cohesion: z
    .number()
    .min(0)
    .max(1)
    .describe('Mean similarity of all pairs in the cluster; 1 means the same search in other words.'),
  suggested_slug: z.string(),
  interlink_with: z
    .array(z.string())
    .describe('Ids of the clusters whose pages should link to this one, closest first.'),
});
export type Cluster = z.infer<typeof Cluster>;

const Unclustered = z.object({
  keyword: z.string(),
  why: z.string(),
  language: z.string(),
  ...Classified,
  intent: Classified.intent
    .nullable()
    .describe('Null if the keyword contains no words, or if its words leave it open.'),
  buyer_stage: Classified.buyer_stage.nullable(),
  recommended_page_type: Classified.recommended_page_type.nullable(),
  intent_source: Classified.intent_source.nullable(),
  suggested_slug: z.string().describe('Empty if the keyword contains no words.'),
  nearest_cluster: z.string().nullable().describe('Id of the most similar cluster; null if none is similar at all.'),
  likeness: z.number().min(0).max(1).nullable().describe('Mean similarity to that cluster.'),
});
export type Unclustered = z.infer<typeof Unclustered>;

export const ClusterPlan = z.object({
  clusters: z.array(Cluster).describe('Largest first.'),
  unclustered: z.array(Unclustered).describe('Keywords that share a page with no other keyword in the list.'),
  duplicates: z
    .array(z.object({ keyword: z.string(), duplicate_of: z.string(), why: z.string() }))
    .describe('Repeats that differ only in case, spaces or invisible characters. They appear nowhere else.'),
  method: z.object({
    name: z
      .enum(['lexical', 'serp', 'mixed'])
      .describe(
        'lexical: by words. serp: by shared search results. mixed: by shared results where both result pages are known.',
      ),
    compared_pairs: z.int(),
    pairs_by_serp: z.int().describe('Pairs decided by known search results.'),
    keywords_with_serp: z.int().describe('Keywords whose search results are known in the series.'),
    series: z
      .object({
        engine: z.string(),
        location_code: z.int().nullable(),
        language: z.string(),
        device: z.enum(['desktop', 'mobile']).nullable(),
      })
      .nullable()
      .describe('The series with the most of these keywords; results of others are not used. null if none is known.'),
    checked_from: z.string().nullable().describe('When the oldest of the result pages was checked.'),
    checked_to: z.string().nullable(),
    note: z.string(),
  }),
  keyword_count: z.int().describe('Keywords sent: clusters, unclustered and duplicates combined.'),
  languages: z.array(z.object({ language: z.string(), keywords: z.int() })),
});
export type ClusterPlan = z.infer<typeof ClusterPlan>;
