import { z } from 'zod';

import { readDataText } from '../../../kernel/data.ts';
import { BUYER_STAGES } from '../../../text/signals.ts';

export const PLATFORMS = ['chatgpt', 'perplexity', 'google_ai', 'gemini', 'claude', 'copilot'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** In the order in which prompts are dealt out, so that a small set has the ones that tell most. */
export const BUCKETS = [
  'category_discovery',
  'comparison',
  'problem_solution',
  'alternatives',
  'brand_trust',
  'pricing',
  'local_or_use_case',
  'implementation',
] as const;
export type Bucket = (typeof BUCKETS)[number];

export const CITATION_TYPES = [
  'listicle',
  'comparison_page',
  'guide',
  'review_site',
  'pricing_page',
  'documentation',
  'case_study',
  'local_listing',
] as const;

export const METRICS = [
  'brand_mentioned',
  'brand_preferred',
  'brand_offered_as_alternative',
  'owned_page_cited',
  'brand_sentiment',
  'facts_correct',
] as const;

/** What a prompt measures, and where its sender stands; {B} is the brand. */
const Facts = z.object({
  stage: z.enum(BUYER_STAGES),
  citation: z.enum(CITATION_TYPES),
  metric: z.enum(METRICS),
  question: z.string(),
  success: z.string(),
});
type Facts = z.infer<typeof Facts>;

/** Platforms are those on which such prompts are typed most (our own judgement), assets the page types that answer them. */
const BucketFacts = Facts.extend({
  purpose: z.string(),
  platforms: z.array(z.enum(PLATFORMS)),
  assets: z.array(z.string()),
});

const EXCEPTIONS = [
  'before_deciding',
  'nearby',
  'leaving_the_brand',
  'prices_in_general',
  'before_buying',
  'fit_of_the_brand',
] as const;

export const BUCKET_FACTS = z
  .record(z.enum(BUCKETS), BucketFacts)
  .parse(JSON.parse(readDataText(import.meta.url, 'data/buckets.json')));
const EXCEPTION_FACTS = z
  .record(z.enum(EXCEPTIONS), Facts)
  .parse(JSON.parse(readDataText(import.meta.url, 'data/exceptions.json')));

interface Sentence {
  readonly text: string;
  readonly asks: string | undefined;
}

/**
 * The facts of a prompt: those of its bucket, unless its sentence asks for something else. A question about leaving the
 * brand is not won by offering the brand.
 */
export function findFacts(bucket: Bucket, { text, asks }: Sentence): Facts {
  const named = { brand: text.includes('{B}'), competitor: text.includes('{K}'), asks };
  if (asks === 'decision') return EXCEPTION_FACTS.before_deciding;
  return asks === 'near' ? EXCEPTION_FACTS.nearby : { ...BUCKET_FACTS[bucket], ...DIFFERENCES[bucket]?.(named) };
}

interface Named {
  readonly brand: boolean;
  readonly competitor: boolean;
  readonly asks: string | undefined;
}

const DIFFERENCES: Partial<Readonly<Record<Bucket, (named: Named) => Partial<Facts>>>> = {
  alternatives: ({ brand, competitor }) => (brand && !competitor ? EXCEPTION_FACTS.leaving_the_brand : {}),
  pricing: ({ brand }) => (brand ? {} : EXCEPTION_FACTS.prices_in_general),
  implementation({ brand, competitor }) {
    if (!brand) return EXCEPTION_FACTS.before_buying;
    return competitor ? { stage: 'decision', citation: 'guide' } : {};
  },
  local_or_use_case({ brand, asks }) {
    if (brand) return EXCEPTION_FACTS.fit_of_the_brand;
    return asks === 'case' ? {} : { citation: 'listicle' };
  },
};
