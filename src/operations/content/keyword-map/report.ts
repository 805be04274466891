import { z } from 'zod';

import { BUYER_STAGES, INTENTS } from '../../../text/signals.ts';
import { PAGE_TYPES } from '../../../text/page-types.ts';
import { Level } from '../../../kernel/level.ts';

const WORTH_COMPONENTS = ['keywords', 'intent', 'language', 'nearness'] as const;
export type WorthComponent = (typeof WORTH_COMPONENTS)[number];

const MATCHES = ['strong', 'medium', 'weak'] as const;

const Alternative = z.object({ url: z.string(), score: z.int(), match: z.enum(MATCHES) });

export const Mapping = z.object({
  keyword: z.string(),
  intent: z.enum(INTENTS),
  primary_url: z.string(),
  page_type: z.enum(PAGE_TYPES),
  score: z.int(),
  score_components: z.object({
    topic: z.int(),
    focus: z.int(),
    intent: z.int(),
    limits: z.int().max(0).describe('Points lost to a missing word or the wrong kind of page.'),
  }),
  match: z.enum(MATCHES).describe('Based on the score: strong from 70, medium from 50, otherwise weak.'),
  alternatives: z.array(Alternative).describe('Other candidate pages, best first; at most three.'),
  already_targeted: z.boolean().describe('The keyword is in the current_keywords of the page.'),
  why: z.string(),
});
export type Mapping = z.infer<typeof Mapping>;

export const WeakMatch = Mapping.extend({
  missing_words: z.array(z.string()).describe('Key terms of the keyword that the page lacks.'),
  advice: z.string(),
});
export type WeakMatch = z.infer<typeof WeakMatch>;

export const MissingPage = z.object({
  keywords: z.array(z.string()).describe('Keywords that one new page could answer, the most general first.'),
  intent: z.enum(INTENTS),
  buyer_stage: z.enum(BUYER_STAGES),
  suggested_page_type: z.enum(PAGE_TYPES),
  language: z.string().describe('ISO 639-1, empty where unknown.'),
  worth: z.int().describe('0-100: higher means create it sooner.'),
  worth_components: z.object(Object.fromEntries(WORTH_COMPONENTS.map((name) => [name, z.int()]))),
  suggested_title: z.string(),
  suggested_slug: z.string(),
  nearest_page: z
    .object({ url: z.string(), score: z.int(), missing_words: z.array(z.string()) })
    .nullable()
    .describe('The page to link from; null when no page shares a word.'),
  why: z.string(),
});
export type MissingPage = z.infer<typeof MissingPage>;

export const Risk = z.object({
  pages: z.array(z.object({ url: z.string(), title: z.string(), score: z.int().describe('For the first keyword.') })),
  keywords: z.array(z.string()),
  severity: Level,
  why: z.string(),
  recommendation: z.string(),
});
export type Risk = z.infer<typeof Risk>;

export const PageLoad = z.object({
  url: z.string(),
  title: z.string(),
  page_type: z.enum(PAGE_TYPES),
  keyword_count: z.int(),
  weak_count: z.int(),
  primary_keyword: z.string().nullable(),
  keywords: z.array(z.string()),
  load: z.enum(['none', 'fitting', 'heavy']),
  note: z.string(),
});
export type PageLoad = z.infer<typeof PageLoad>;

export const KeywordMapReport = z.object({
  mappings: z.array(Mapping).describe('Keywords that a page can answer, best first. Weak ones are in weak_matches.'),
  weak_matches: z.array(WeakMatch).describe('Keywords that a page touches on but cannot answer as it stands.'),
  missing_pages: z.array(MissingPage),
  cannibalization_risks: z.array(Risk),
  page_load: z.array(PageLoad),
  checklist: z.array(z.object({ order: z.int(), task: z.string(), why: z.string(), items: z.array(z.string()) })),
  duplicates: z.array(z.object({ keyword: z.string(), same_as: z.string() })),
  left_out: z
    .array(z.object({ keyword: z.string(), why: z.string() }))
    .describe('Unreadable, or over the max_mappings limit.'),
  counts: z.object({
    keywords: z.int(),
    pages: z.int(),
    strong: z.int(),
    medium: z.int(),
    weak: z.int(),
    missing: z.int(),
    missing_pages: z.int(),
    duplicates: z.int(),
    left_out: z.int(),
  }),
  languages: z.array(z.string()).describe('ISO 639-1 codes of the languages found in the keywords.'),
  notes: z.array(z.string()),
});
export type KeywordMapReport = z.infer<typeof KeywordMapReport>;
