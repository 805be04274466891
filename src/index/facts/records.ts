import { z } from 'zod';

import type { KeywordFact } from '../../ports/keywords.ts';
import { type Serp, SERP_ITEM_TYPES } from '../../ports/serp.ts';

/** Observations as read back from JSON: the records of the ports, checked again. */

const Text = z.string().nullable();
const Count = z.number().nullable();

export const LocationRecord = z.object({
  code: z.int(),
  name: z.string(),
  country: z.string(),
  kind: z.enum(['country', 'region', 'city', 'other']),
  latitude: Count,
  longitude: Count,
});

const ItemType = z.enum(SERP_ITEM_TYPES);

const SerpItemRecord = z.object({
  type: ItemType,
  kind: Text,
  rank_absolute: z.int(),
  rank_group: z.int(),
  page: z.int(),
  url: Text,
  domain: Text,
  title: Text,
  description: Text,
  published_at: Text,
  place_id: Text,
  phone: Text,
  address: Text,
  rating: Count,
  reviews: Count,
  top_px: Count,
  height_px: Count,
  children: z.array(z.object({ title: Text, url: Text, domain: Text })),
});

export const SerpRecord: z.ZodType<Serp> = z.object({
  engine: z.string(),
  source: z.string(),
  keyword: z.string(),
  keyword_sent: z.string(),
  spell: Text,
  location: LocationRecord.nullable(),
  at_coordinates: z.literal(true).optional(),
  language: z.string(),
  device: z.enum(['desktop', 'mobile']).nullable(),
  checked_at: z.string(),
  check_url: Text,
  total_results: Count,
  depth_asked: z.int(),
  pages_fetched: z.int(),
  organic_seen: z.int(),
  ended: z.enum(['depth_reached', 'no_more_results', 'stopped_on_match', 'incomplete']),
  sees: z.array(ItemType),
  items: z.array(SerpItemRecord),
  ai_overview: z.object({
    status: z.enum(['present', 'absent', 'async_not_loaded', 'unavailable']),
    markdown: Text,
    references: z.array(z.object({ url: z.string(), domain: z.string(), title: Text })),
  }),
  people_also_ask: z.array(z.object({ question: z.string(), answer: Text, url: Text })).nullable(),
  related_searches: z.array(z.string()).nullable(),
});

export const KeywordFactRecord: z.ZodType<KeywordFact> = z.object({
  keyword: z.string(),
  source: z.string(),
  location_code: z.int().nullable(),
  language: Text,
  observed_at: z.string(),
  volume: z
    .object({
      value: Count,
      low: Count,
      high: Count,
      basis: z.enum(['exact', 'bucket', 'range', 'lower_bound', 'modelled']),
      period: Text,
    })
    .nullable(),
  bing_impressions: Count,
  monthly: z.array(z.object({ month: z.string(), searches: z.number() })),
  cpc: Count,
  currency: Text,
  competition: Count,
  difficulty: z.object({ value: z.number(), scale: z.string() }).nullable(),
  intent: z.enum(['informational', 'navigational', 'commercial', 'transactional']).nullable(),
});

/** A result page, with what its query specified and the page itself does not say. */
export const SerpObservation = z.object({
  serp: SerpRecord,
  /** Domains that the question was limited to, by `filtersText`. */
  filters: z.string(),
  asked_location_code: z.int().nullable(),
  asked_device: z.enum(['desktop', 'mobile']).nullable(),
  stop_at: Text,
});
export type SerpObservation = z.infer<typeof SerpObservation>;

/** A fact of a keyword, or what a source proposed around a seed. */
export const KeywordObservation = z.union([
  z.object({ fact: KeywordFactRecord }),
  z.object({
    seed: z.string(),
    location_code: z.int().nullable(),
    language: z.string(),
    /** Ideas that were asked for. */
    limit: z.int(),
    ideas: z.array(z.object({ keyword: z.string(), kind: z.enum(['suggestion', 'provider']) })),
  }),
]);
export type KeywordObservation = z.infer<typeof KeywordObservation>;

const Part = z.object({ from: z.string(), to: z.string() });
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const ListingRecord = z.object({
  source: z.string(),
  place_id: z.string(),
  name: z.string(),
  address: Text,
  address_parts: z.object({ street: Text, city: Text, region: Text, postal_code: Text, country: Text }).nullable(),
  phone: Text,
  website: Text,
  category: Text,
  categories: z.array(z.string()),
  description: Text,
  hours: z.array(z.object({ day: z.enum(DAYS), open: z.array(Part) })).nullable(),
  rating: Count,
  review_count: Count,
  rating_distribution: z.array(z.number()).nullable(),
  newest_review_at: Text,
  claimed: z.boolean().nullable(),
  photos: Count,
  status: z.enum(['open', 'temporarily_closed', 'closed']).nullable(),
  latitude: Count,
  longitude: Count,
  nearby: z.array(z.object({ name: z.string(), place_id: Text, rating: Count })),
  attribution: Text,
});

/** The listings of one answer; in a pack each with its rank. */
export const PlaceObservation = z.object({
  method: z.enum(['find', 'pack']),
  depth: z.int(),
  surface: z.enum(['pack', 'finder', 'maps']).nullable(),
  listings: z.array(ListingRecord.extend({ rank: z.int().nullable() })),
});
export type PlaceObservation = z.infer<typeof PlaceObservation>;
