import { z } from 'zod';

import type {
  RankedKeywords,
  RankedPages,
  SearchCompetitors,
  SharedKeywords,
  TrafficFigures,
} from '../../ports/rankings.ts';
import { SERP_ITEM_TYPES } from '../../ports/serp.ts';
import type { TableRows } from '../write/table-rows.ts';
import { KeywordFactRecord } from './records.ts';
import { factRows, type Kept } from './rows.ts';

/** Answers about rankings as they come back from JSON: what the port calls them, checked again. */

const Text = z.string().nullable();
const Count = z.number().nullable();

/** Only a provider's answers are kept; all others are computed from what they stand on. */
const basis = z.literal('provider');
const nothing = z.null();

const ItemType = z.enum(SERP_ITEM_TYPES);

const Answered = { basis, window: nothing, total_count: Count, serps_considered: nothing } as const;

const Keywords: z.ZodType<RankedKeywords> = z.object({
  ...Answered,
  items: z.array(
    z.object({
      keyword: z.string(),
      url: Text,
      position: Count,
      position_kind: z.enum(['tracked', 'average']),
      previous_position: Count,
      movement: z.enum(['new', 'up', 'down', 'same', 'lost']).nullable(),
      checked_at: Text,
      measured: nothing,
      estimated_traffic: Count,
      traffic_value: Count,
      features: z.array(ItemType).nullable(),
      // Records from before have none.
      url_figures: nothing.default(null),
      others: z.array(z.object({ url: z.string(), position: Count, clicks: Count, impressions: Count })),
      facts: z.array(KeywordFactRecord),
      device: z.enum(['desktop', 'mobile']).nullable(),
    }),
  ),
  positions: z
    .object({ top3: z.number(), top10: z.number(), top20: z.number(), top50: z.number(), top100: z.number() })
    .nullable(),
  totals: nothing,
});

const Pages: z.ZodType<RankedPages> = z.object({
  ...Answered,
  items: z.array(
    z.object({
      url: z.string(),
      measured: nothing,
      estimated_traffic: Count,
      traffic_value: Count,
      position: Count,
      previous_position: Count,
      keyword_count: Count,
      top3: Count,
      top10: Count,
      new: Count,
      lost: Count,
      improved: Count,
      declined: Count,
      top_keyword: Text,
      keywords: z.array(z.object({ keyword: z.string(), position: Count, clicks: Count })),
      is_lost: z.boolean(),
    }),
  ),
  totals: nothing,
});

const Competitors: z.ZodType<SearchCompetitors> = z.object({
  basis,
  target_keywords: Count,
  target_traffic: Count,
  items: z.array(
    z.object({
      domain: z.string(),
      intersections: z.number(),
      shared_top10: Count,
      average_position: Count,
      ahead: Count,
      behind: Count,
      keyword_count: Count,
      shared_traffic: Count,
      traffic: Count,
      target_shared_traffic: Count,
      rivalry: Count,
      examples: z.array(z.object({ keyword: z.string(), position: z.number(), target_position: z.number() })),
    }),
  ),
  total_count: Count,
  serps_considered: nothing,
});

const Shared: z.ZodType<SharedKeywords> = z.object({
  ...Answered,
  items: z.array(
    z.object({
      keyword: z.string(),
      places: z.array(
        z
          .object({
            position: z.number(),
            url: Text,
            type: ItemType,
            estimated_traffic: Count,
            clicks: Count,
            impressions: Count,
          })
          .nullable(),
      ),
      features: z.array(ItemType).nullable(),
      checked_at: Text,
      facts: z.array(KeywordFactRecord),
    }),
  ),
  unknown_targets: z.array(z.string()),
});

const ByType = z.object({ organic: Count, paid: Count, featured_snippet: Count, local_pack: Count });

/** Of one target, so that each is found by itself. */
const Traffic: z.ZodType<TrafficFigures> = z.object({
  target: z.string(),
  basis,
  window: nothing,
  traffic: ByType,
  previous_organic: Count,
  keyword_count: ByType,
});

/** By method; of `traffic`, one target's figures. */
export const RANKING_ANSWERS = {
  keywords: Keywords,
  pages: Pages,
  competitors: Competitors,
  shared: Shared,
  traffic: Traffic,
} as const;

/** An answer as it waits to be written: which one it is, and how many rows it was asked for. */
export const RankingObservation = z.object({
  method: z.enum(['keywords', 'pages', 'competitors', 'shared', 'traffic']),
  depth: z.int().min(0),
  answer: z.unknown(),
});
export type RankingObservation = z.infer<typeof RankingObservation>;

/** The row of an answer about rankings. */
export function rankingRows(series: string, { method, depth, answer }: RankingObservation, kept: Kept): TableRows[] {
  const checked: unknown = RANKING_ANSWERS[method].parse(answer);
  return [factRows('ranking_answers', [{ series, method, depth, answer: JSON.stringify(checked) }], kept)];
}
