import { type Bucket, BUCKET_FACTS, type BucketFacts } from './buckets.ts';
import type { Draft } from './compose.ts';

type Facts = Pick<BucketFacts, 'stage' | 'citation' | 'metric' | 'question' | 'success'>;

/**
 * What a prompt measures, and where its sender stands: that of its bucket, but where the sentence asks for another
 * thing. A question about leaving the brand is not won by offering the brand.
 */
export function factsFor({ bucket, frame, tag }: Pick<Draft, 'bucket' | 'frame' | 'tag'>): Facts {
  const names = { brand: frame.includes('{B}'), competitor: frame.includes('{K}'), tag };
  return { ...BUCKET_FACTS[bucket], ...(byTag(tag) ?? BY_BUCKET[bucket]?.(names)) };
}

function byTag(tag: Draft['tag']): Facts | undefined {
  if (tag === 'decision') return BEFORE_DECIDING;
  return tag === 'near' ? NEARBY : undefined;
}

interface Names {
  readonly brand: boolean;
  readonly competitor: boolean;
  readonly tag: Draft['tag'];
}

const BY_BUCKET: Partial<Readonly<Record<Bucket, (names: Names) => Partial<Facts>>>> = {
  alternatives: ({ brand, competitor }) => (brand && !competitor ? LEAVING_THE_BRAND : {}),
  pricing: ({ brand }) => (brand ? {} : PRICES_UNASKED),
  implementation({ brand, competitor }) {
    if (!brand) return BEFORE_BUYING;
    return competitor ? { stage: 'decision', citation: 'guide' } : {};
  },
  local_or_use_case({ brand, tag }) {
    if (brand) return FITTING;
    return tag === 'case' ? {} : { citation: 'listicle' };
  },
};

const BEFORE_DECIDING: Facts = {
  stage: 'decision',
  citation: 'review_site',
  metric: 'facts_correct',
  question: 'Is what the answer says about {B} right, and does it speak for deciding on it?',
  success: 'Every fact about {B} is right, and nothing that is out of date speaks against it.',
};

const NEARBY: Facts = {
  stage: 'decision',
  citation: 'local_listing',
  metric: 'brand_mentioned',
  question: 'Asked from a place that {B} serves, does the answer name it?',
  success: '{B} is among the first three names.',
};

const LEAVING_THE_BRAND: Facts = {
  stage: 'consideration',
  citation: 'listicle',
  metric: 'brand_sentiment',
  question: 'Which names are offered in the place of {B}, and what is said against it?',
  success: 'Nothing untrue or out of date is said against {B}; the names that are offered are noted.',
};

const PRICES_UNASKED: Facts = {
  stage: 'decision',
  citation: 'pricing_page',
  metric: 'brand_mentioned',
  question: 'Does the answer name {B}, and is any price that it gives for {B} right?',
  success: '{B} is named, and its figures agree with the price page.',
};

const BEFORE_BUYING: Facts = {
  stage: 'consideration',
  citation: 'guide',
  metric: 'owned_page_cited',
  question: 'Does the answer cite a page of {B}?',
  success: 'At least one cited address belongs to {B}.',
};

const FITTING: Facts = {
  stage: 'consideration',
  citation: 'review_site',
  metric: 'brand_sentiment',
  question: 'For whom does the answer say that {B} fits, and is that true?',
  success: 'The judgement about {B} is true and fits the situation.',
};
