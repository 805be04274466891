import { z } from 'zod';

import { BUYER_STAGES, INTENTS } from '../../../text/signals.ts';
import { PAGE_TYPES } from '../../../text/page-types.ts';

const Classified = {
  intent: z.enum(INTENTS),
  buyer_stage: z.enum(BUYER_STAGES),
  recommended_page_type: z.enum(PAGE_TYPES),
  intent_confidence: z.number().min(0).max(1),
  intent_evidence: z.array(z.string()).describe('The words of the keywords that the intent goes by.'),
};

const Cluster = z.object({
  id: z.string().describe('c1, c2, … in the order of the list.'),
  name: z.string(),
  head_keyword: z.string().describe('The keyword nearest to all others of the cluster.'),
  keywords: z.array(z.string()).describe('As they were sent; the head keyword first.'),
  language: z.string().describe('ISO 639-1; empty when the words do not tell.'),
  ...Classified,
  cohesion: z
    .number()
    .min(0)
    .max(1)
    .describe('Mean likeness of all pairs in the cluster: 1 is the same search in other words.'),
  suggested_slug: z.string(),
  interlink_with: z
    .array(z.string())
    .describe('Ids of the clusters whose pages should link to this one, nearest first.'),
});
export type Cluster = z.infer<typeof Cluster>;

const Unclustered = z.object({
  keyword: z.string(),
  why: z.string(),
  language: z.string(),
  ...Classified,
  intent: Classified.intent.nullable().describe('Null when the keyword holds no word.'),
  buyer_stage: Classified.buyer_stage.nullable(),
  recommended_page_type: Classified.recommended_page_type.nullable(),
  suggested_slug: z.string().describe('Empty when the keyword has no word.'),
  nearest_cluster: z
    .string()
    .nullable()
    .describe('Id of the cluster that is most alike; null when none is alike at all.'),
  likeness: z.number().min(0).max(1).nullable().describe('Mean likeness to that cluster.'),
});
export type Unclustered = z.infer<typeof Unclustered>;

export const ClusterPlan = z.object({
  clusters: z.array(Cluster).describe('Largest first.'),
  unclustered: z.array(Unclustered).describe('Keywords that no other keyword of the list goes with.'),
  duplicates: z
    .array(z.object({ keyword: z.string(), duplicate_of: z.string(), why: z.string() }))
    .describe('Repeats of a keyword but for case, spaces or characters that cannot be seen. They stand nowhere else.'),
  method: z.object({
    name: z
      .enum(['lexical', 'serp_overlap', 'mixed'])
      .describe('lexical: by words. serp_overlap: by shared search results. mixed: by results where both are known.'),
    compared_pairs: z.int(),
    pairs_by_serp: z.int().describe('Pairs that known search results decided.'),
    note: z.string(),
  }),
  keyword_count: z.int().describe('Keywords sent: clusters, unclustered and duplicates together.'),
  languages: z.array(z.object({ language: z.string(), keywords: z.int() })),
});
export type ClusterPlan = z.infer<typeof ClusterPlan>;
