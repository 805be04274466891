import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { FEATURE_STATUSES } from '../../../serp/features.ts';
import { WEAKNESSES } from '../../../serp/weak-spots.ts';
import { JUDGED_TYPES, PAGE_TYPES } from '../../../text/page-types.ts';
import { INTENTS } from '../../../text/signals.ts';
import { type Component, MEANING } from './score.ts';

const points = (component: Component) => z.number().nullable().describe(MEANING[component]);

const own = z
  .boolean()
  .nullable()
  .describe('Whether it is on a domain of your project’s brand, subdomains included; null without one.');

const Intent = z.object({
  main: z.enum(INTENTS).nullable().describe('null if neither the page nor the words reveal it.'),
  shares: z.array(
    z.object({
      intent: z.enum(INTENTS),
      share: z.number().describe('0-1; all shares add up to 1.'),
      evidence: z.array(z.string()),
    }),
  ),
  is_mixed: z.boolean().describe('Whether a second intent has a share of 0.3 or more.'),
  basis: z
    .enum(['results', 'words', 'none'])
    .describe(
      'words: no result reveals its page type, so features and words decide. none: those reveal nothing either.',
    ),
  judged: z.int().describe('Results whose page type could be judged.'),
  looks_for: z.string().nullable().describe('Site that the search looks for, if it is navigational.'),
});

const Feature = z.object({
  type: z.string(),
  name: z.string(),
  status: z
    .enum(FEATURE_STATUSES)
    .describe('not_loaded: on the page, but not fetched. unavailable: the source cannot see it.'),
  present: z.boolean().nullable(),
  position: z.int().nullable().describe('Position among all items on the page.'),
  owner: z.string().nullable().describe('The first owner.'),
  owners: z.array(z.string()).nullable().describe('Registrable domains that it shows.'),
  own: z
    .boolean()
    .nullable()
    .describe('Whether a page of your brand is among the owners; null without a brand and where owners are unknown.'),
  winnable: z.boolean().nullable(),
  how: z.string().nullable(),
});

const Organic = z.object({
  position: z.int(),
  rank_absolute: z.int(),
  url: z.string(),
  domain: z.string(),
  own,
  title: z.string().nullable(),
  page_type: z.enum(JUDGED_TYPES).nullable().describe('Judged by URL and title; null if they do not reveal it.'),
  page_type_evidence: z.array(z.string()),
  rank: z.int().nullable().describe('Authority of the registrable domain, 0-100.'),
  page_rank: z.int().nullable().describe('Authority of the page, 0-100.'),
  published_at: z.string().nullable(),
  cited: z.boolean().nullable().describe('Whether the AI Overview links to the page; null if it was not seen.'),
});

const WeakSpot = z.object({
  position: z.int(),
  url: z.string(),
  domain: z.string(),
  reasons: z.array(z.object({ kind: z.enum(WEAKNESSES), evidence: z.string() })),
});

const Difficulty = z.object({
  value: z.int().nullable().describe('0-100; null if fewer than six ranking domains have a known rank.'),
  source: z.literal('seamark').describe('Scale of the value. Difficulties of different tools are not comparable.'),
  scope: z.string().describe('Engine whose results it applies to.'),
  confidence: z.number().describe('How much of the results’ authority is known, 0-1.'),
  known_domains: z.int(),
  known_pages: z.int(),
  domain_rank_median: z.int().nullable().describe('Of the ranking domains, 0-100.'),
});

const ClickShare = z.object({
  value: z.number().describe('Share of searches that click one of the first ten organic results, 0-1.'),
  low: z.number(),
  high: z.number(),
  curve: z.string().describe('Click curve, and what it was multiplied by.'),
});

const Reference = z.object({
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  position: z.int(),
  organic_rank: z.int().nullable(),
  own,
});

const OwnStanding = z.object({
  name: z.string().describe('Your brand.'),
  domains: z.array(z.string()),
  position: z.int().nullable().describe('Best organic position; null: not among the results.'),
  url: z.string().nullable(),
  organic_results: z.int().describe('Organic results on your domains.'),
  features: z.array(z.string()).describe('Types of features that show a page of yours.'),
  is_brand_search: z.boolean().describe('Whether the keyword contains your brand.'),
});

export const SerpOpportunity = z.object({
  keyword: z.string(),
  keyword_sent: z.string(),
  spell: z.string().nullable().describe('What the engine searched for instead.'),
  engine: z.string(),
  location: z.string().nullable(),
  location_code: z.int().nullable(),
  language: z.string(),
  device: z.enum(['desktop', 'mobile']).nullable(),
  checked_at: z.string().nullable(),
  organic_results: z.int().nullable().describe('Null before your own index has read a page.'),
  score: z.int().nullable().describe('How worthwhile it is to compete for this query, 0-100.'),
  score_components: z.object({
    open_clicks: points('open_clicks'),
    beatable: points('beatable'),
    weak_results: points('weak_results'),
    winnable_features: points('winnable_features'),
  }),
  score_coverage: z.number().describe('Share of the score, by weight, that is known.'),
  priority: Level.nullable(),
  intent: Intent,
  features: z.array(Feature).describe('Features on the page in order, then those that are not on it.'),
  organic: z.array(Organic),
  own_standing: OwnStanding.nullable().describe(
    'Where your brand ranks; null if your project has no brand with domains.',
  ),
  difficulty: Difficulty,
  click_share_left: ClickShare.nullable(),
  ai_overview: z.object({
    status: z.enum(['present', 'absent', 'async_not_loaded', 'unavailable']),
    references: z.array(Reference).nullable(),
  }),
  weak_spots: z.array(WeakSpot),
  similar_keywords: z
    .array(
      z.object({
        keyword: z.string(),
        shared: z.int().describe('Pages on the first page of both searches.'),
        overlap: z.number(),
        shared_urls: z.array(z.string()),
        checked_at: z.string(),
      }),
    )
    .nullable()
    .describe('Searches with three or more of the same results, from stored result pages; null if none was stored.'),
  serps_compared: z.int().describe('Stored result pages of related searches.'),
  recommended_format: z.object({
    page_type: z.enum(PAGE_TYPES),
    share: z.number().nullable().describe('Of the results whose page type could be judged, weighted by position.'),
    basis: z.enum(['results', 'keyword']),
    evidence: z.array(z.string()),
  }),
  people_also_ask: z
    .array(z.object({ question: z.string(), answer: z.string().nullable(), url: z.string().nullable() }))
    .nullable(),
  related_searches: z.array(z.string()).nullable(),
  notes: z.array(z.string()).describe('What limits this analysis.'),
});
export type SerpOpportunity = z.infer<typeof SerpOpportunity>;
