import { z } from 'zod';

import { Level } from '../kernel/level.ts';
import { PAGE_TYPES } from '../text/page-types.ts';
import { BUYER_STAGES, INTENTS } from '../text/signals.ts';
import { DEMAND_BANDS } from './demand.ts';
import { Seasonality } from './seasonality.ts';
import { Trend } from './trend.ts';

const BASES = ['exact', 'bucket', 'range', 'lower_bound', 'modelled'] as const;

const Evidence = z.object({
  source: z.string(),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  basis: z.enum(BASES),
  period: z.string().nullable(),
  observed_at: z.string(),
  weight: z.number().min(0).max(1).describe('Share of the volume that this source decides.'),
  note: z.string().nullable(),
});

/** What is known about one keyword in one place and language. */
export const KeywordMetrics = z.object({
  keyword: z.string().describe('As you sent it, or as the source writes it.'),
  language: z.string().describe('ISO 639-1; empty if neither the words nor the request reveal it.'),
  found: z
    .boolean()
    .describe('false: no source or stored result page knows the keyword. People may still search for it.'),
  is_brand: z
    .boolean()
    .nullable()
    .describe(
      'Whether it contains your project’s brand: its name, an alias or a domain; null if the project has none.',
    ),
  search_volume: z.number().nullable().describe('Searches a month on Google; 0 only if a source says 0.'),
  volume_low: z.number().nullable(),
  volume_high: z.number().nullable(),
  volume_basis: z
    .enum(BASES)
    .nullable()
    .describe(
      'exact: counted in Search Console. bucket: rounded by Google Ads. range, lower_bound: only bounds are known. modelled: an estimate.',
    ),
  volume_source: z.string().nullable(),
  volume_period: z.string().nullable().describe('The month, or the first and last month of the average.'),
  variants_folded: z
    .boolean()
    .nullable()
    .describe('true if the figure includes close variants such as plurals, as in Google Ads.'),
  volume_evidence: z.array(Evidence).describe('The figures of each source.'),
  grouped_with: z
    .array(z.string())
    .describe('Keywords in this answer that share one Google Ads figure with this one: count it once.'),
  bing_impressions: z.number().nullable().describe('Searches a month on Bing.'),
  demand_band: z.enum(DEMAND_BANDS).nullable().describe('Only if no number is known.'),
  demand_reason: z.string().nullable(),
  monthly_searches: z
    .array(z.object({ month: z.string(), searches: z.number() }))
    .describe('On Google, oldest first; empty if no source has them.'),
  trend: Trend,
  seasonality: Seasonality.nullable().describe('null with less than two full years of data.'),
  cpc: z.number().nullable().describe('What advertisers pay for a click.'),
  currency: z.string().nullable().describe('ISO 4217 of cpc.'),
  competition: z.number().nullable().describe('Among advertisers, 0-1. It says nothing about SEO.'),
  keyword_difficulty: z.number().nullable().describe('0-100 on the scale of difficulty_source.'),
  difficulty_source: z
    .string()
    .nullable()
    .describe('Whose scale it is. Figures on different scales are not comparable.'),
  intent: z.enum(INTENTS).nullable(),
  intent_confidence: z.number().min(0).max(1),
  intent_source: z
    .string()
    .nullable()
    .describe(
      'result_page: judged from the stored result page. brand: the keyword is your brand’s name. words: judged from the keyword. Otherwise the source that reported it.',
    ),
  buyer_stage: z.enum(BUYER_STAGES).nullable(),
  recommended_page_type: z.enum(PAGE_TYPES).nullable(),
  opportunity_score: z.number().min(0).max(100).nullable(),
  score_components: z.object({
    volume: z.number().nullable(),
    ease: z.number().nullable().describe('100 minus the difficulty.'),
    intent: z.number().nullable(),
    ranking_gain: z.number().nullable().describe('Clicks that position 3 would add to those of your own position.'),
  }),
  score_coverage: z.number().min(0).max(1).describe('Share of the score, by weight, that is known.'),
  priority: Level.nullable().describe('null if less than half of the score, by weight, is known.'),
  observed_at: z.string().nullable().describe('When the newest of these figures was observed.'),
});
export type KeywordMetrics = z.infer<typeof KeywordMetrics>;
