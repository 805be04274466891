import { z } from 'zod';

import { type KeywordFact, unknownFact } from '../../ports/keywords.ts';
import type { RankedKeyword } from '../../ports/rankings.ts';
import { SERP_ITEM_TYPES, type SerpItemType } from '../../ports/serp.ts';
import { type Target } from '../../web/target.ts';
import { pageAddress } from '../../web/url.ts';
import { KeywordData, readKeywordData } from './keyword-data.ts';
import { readTime } from './live-task.ts';

const number = z.number().nullable().default(null);
const text = z.string().nullable().default(null);

/** One item of a result page as the endpoints for rankings show it. */
export const RankedItem = z.object({
  type: z.string(),
  rank_group: number,
  rank_absolute: number,
  url: text,
  etv: number,
  estimated_paid_traffic_cost: number,
  rank_changes: z
    .object({
      previous_rank_absolute: number,
      is_new: z.boolean().nullish(),
      is_up: z.boolean().nullish(),
      is_down: z.boolean().nullish(),
    })
    .nullish(),
});
export type RankedItem = z.infer<typeof RankedItem>;

/** The result page that an item stands on, and what became of the item. */
export const RankedElement = z.object({
  serp_item: RankedItem,
  serp_item_types: z.array(z.string()).nullish(),
  is_lost: z.boolean().nullish(),
  last_updated_time: text,
});
export type RankedElement = z.infer<typeof RankedElement>;

const OrganicMetrics = z.object({
  pos_1: number,
  pos_2_3: number,
  pos_4_10: number,
  pos_11_20: number,
  pos_21_30: number,
  pos_31_40: number,
  pos_41_50: number,
  pos_51_60: number,
  pos_61_70: number,
  pos_71_80: number,
  pos_81_90: number,
  pos_91_100: number,
  etv: number,
  estimated_paid_traffic_cost: number,
  count: number,
  is_new: number,
  is_up: number,
  is_down: number,
  is_lost: number,
});
export type OrganicMetrics = z.infer<typeof OrganicMetrics>;

/** Figures of all organic items, by place. */
export const RankingMetrics = z.object({ organic: OrganicMetrics.nullish() });

/** Every figure unknown. */
export const NO_METRICS = OrganicMetrics.parse({});

/** A keyword together with its result page and the volumes of a panel, where they were asked for. */
export const RankedKeywordData = KeywordData.extend({
  serp_info: z.object({ serp_item_types: z.array(z.string()).nullish(), last_updated_time: text }).nullish(),
  clickstream_keyword_info: z.object({ search_volume: number, last_updated_time: text }).nullish(),
});
export type RankedKeywordData = z.infer<typeof RankedKeywordData>;

type Movement = Pick<RankedKeyword, 'movement' | 'position' | 'previous_position'>;

/**
 * How an item moved since the check before.
 *
 * The provider compares places among all items of the page, and tells the earlier one only there. So where an item moved, its
 * earlier place among the organic results is not known.
 */
export function readMovement({ serp_item, is_lost }: RankedElement): Movement {
  const { rank_group: position, rank_changes: changes } = serp_item;
  if (is_lost === true) return { movement: 'lost', position: null, previous_position: position };
  if (changes === null || changes === undefined) return { movement: null, position, previous_position: null };
  if (changes.is_new === true) return { movement: 'new', position, previous_position: null };
  if (changes.is_up === true) return { movement: 'up', position, previous_position: null };
  if (changes.is_down === true) return { movement: 'down', position, previous_position: null };
  const isKnown = changes.previous_rank_absolute !== null;
  return { movement: isKnown ? 'same' : null, position, previous_position: isKnown ? position : null };
}

/** Types of the page's items beside plain results. */
export function readFeatures(types: readonly string[] | null | undefined): readonly SerpItemType[] | null {
  if (types === null || types === undefined) return null;
  return SERP_ITEM_TYPES.filter((type) => type !== 'organic' && type !== 'other' && types.includes(type));
}

/** What the provider says of a keyword; a panel's volume is a fact of its own. */
export function readFacts(data: RankedKeywordData, now: Date): readonly KeywordFact[] {
  const fact = readKeywordData(data, data.keyword, now);
  const panel = data.clickstream_keyword_info;
  if (panel?.search_volume === null || panel?.search_volume === undefined) return [fact];
  const { keyword, location_code, language } = fact;
  const observed_at = readTime(panel.last_updated_time) ?? now.toISOString();
  return [
    fact,
    {
      ...unknownFact({ keyword, location_code, language, source: CLICKSTREAM, observed_at }),
      volume: { value: panel.search_volume, low: null, high: null, basis: 'modelled', period: null },
    },
  ];
}

const CLICKSTREAM = 'dataforseo-clickstream';

/** Whether a page is one of the target: figures of a whole domain must not stand for a part of it. */
export function isOnTarget(url: string | null, { host_key, path_key }: Target): boolean {
  const page = url === null ? undefined : pageAddress(url);
  if (page === undefined) return true;
  if (path_key === undefined) return page.host_key.startsWith(host_key);
  return page.host_key === host_key && page.path_key === path_key;
}

/** Null where none of them is known. */
export function addCounts(...counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}
