import type { BuyerStage } from '../../../text/signals.ts';

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
type CitationType = (typeof CITATION_TYPES)[number];

export const METRICS = [
  'brand_mentioned',
  'brand_preferred',
  'brand_offered_as_alternative',
  'owned_page_cited',
  'brand_sentiment',
  'facts_correct',
] as const;
type Metric = (typeof METRICS)[number];

export interface BucketFacts {
  readonly purpose: string;
  readonly stage: BuyerStage;
  readonly citation: CitationType;
  readonly metric: Metric;
  /** With {B} for the brand. */
  readonly question: string;
  readonly success: string;
  /** Where such prompts are typed most; our own judgement. */
  readonly platforms: readonly Platform[];
  /** Page types of owned assets that answer such prompts. */
  readonly assets: readonly string[];
}

export const BUCKET_FACTS: Readonly<Record<Bucket, BucketFacts>> = {
  category_discovery: {
    purpose: 'Whether the brand is named when nobody asked for it.',
    stage: 'consideration',
    citation: 'listicle',
    metric: 'brand_mentioned',
    question: 'Does the answer name {B}, and at which place of its list?',
    success: '{B} is among the first three names.',
    platforms: ['chatgpt', 'perplexity', 'google_ai', 'gemini'],
    assets: ['homepage', 'landing_page', 'category_page', 'product'],
  },
  comparison: {
    purpose: 'How the brand stands beside others.',
    stage: 'consideration',
    citation: 'comparison_page',
    metric: 'brand_preferred',
    question: 'Which name does the answer prefer, and why?',
    success: '{B} is preferred, or preferred for a stated case.',
    platforms: ['chatgpt', 'perplexity', 'gemini', 'claude', 'copilot'],
    assets: ['comparison_page', 'comparison', 'feature'],
  },
  problem_solution: {
    purpose: 'Whether own pages are cited before anyone thinks of buying.',
    stage: 'awareness',
    citation: 'guide',
    metric: 'owned_page_cited',
    question: 'Does the answer cite a page of {B}?',
    success: 'At least one cited address belongs to {B}.',
    platforms: ['chatgpt', 'google_ai', 'gemini', 'claude'],
    assets: ['guide', 'how_to', 'blog_post', 'article', 'faq'],
  },
  alternatives: {
    purpose: 'Whether the brand is offered to those who leave another, and who is offered in its place.',
    stage: 'consideration',
    citation: 'listicle',
    metric: 'brand_offered_as_alternative',
    question: 'Which names are offered, and is {B} one of them?',
    success: '{B} is among the names that are offered.',
    platforms: ['chatgpt', 'perplexity', 'claude'],
    assets: ['comparison_page', 'comparison', 'landing_page'],
  },
  brand_trust: {
    purpose: 'What is said about the brand itself.',
    stage: 'decision',
    citation: 'review_site',
    metric: 'brand_sentiment',
    question: 'Is what the answer says about {B} positive, neutral or negative, and is it true?',
    success: 'Neutral or positive, and nothing untrue.',
    platforms: ['chatgpt', 'perplexity', 'copilot'],
    assets: ['case_study', 'about', 'homepage'],
  },
  pricing: {
    purpose: 'Whether prices are known and right.',
    stage: 'decision',
    citation: 'pricing_page',
    metric: 'facts_correct',
    question: 'Are the prices and terms that the answer gives for {B} right?',
    success: 'Every figure agrees with the price page.',
    platforms: ['chatgpt', 'perplexity', 'google_ai', 'copilot'],
    assets: ['pricing'],
  },
  local_or_use_case: {
    purpose: 'Whether the brand is named for the situation of a buyer.',
    stage: 'consideration',
    citation: 'case_study',
    metric: 'brand_mentioned',
    question: 'Does the answer name {B} for this situation?',
    success: '{B} is named with a reason that fits the situation.',
    platforms: ['chatgpt', 'google_ai', 'gemini'],
    assets: ['case_study', 'local_landing_page', 'landing_page'],
  },
  implementation: {
    purpose: 'Whether users get right help.',
    stage: 'retention',
    citation: 'documentation',
    metric: 'owned_page_cited',
    question: 'Are the steps right, and do they come from pages of {B}?',
    success: 'The steps are right and a page of {B} is cited.',
    platforms: ['chatgpt', 'claude', 'copilot'],
    assets: ['docs', 'how_to', 'support', 'faq', 'guide'],
  },
};
