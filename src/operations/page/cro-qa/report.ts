import { z } from 'zod';

export const GOALS = [
  'signup',
  'trial',
  'demo',
  'purchase',
  'contact_sales',
  'subscribe',
  'download',
  'learn_more',
] as const;
export type Goal = (typeof GOALS)[number];

export const CRO_PAGE_TYPES = [
  'homepage',
  'landing_page',
  'pricing',
  'feature',
  'blog_post',
  'product',
  'comparison_page',
  'docs',
] as const;
export type CroPageType = (typeof CRO_PAGE_TYPES)[number];

const OFFER_KINDS = ['goods', 'software', 'booking', 'service', 'donation', 'none'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

const Finding = z.object({
  id: z.string(),
  status: z.enum(['pass', 'warn', 'fail', 'not_applicable']),
  message: z.string(),
  quote: z.string().nullable().describe('Words or start tag on the page that the finding is about.'),
  line: z.int().nullable(),
  fix: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

const Section = z.object({
  score: z.int().min(0).max(100).nullable().describe('Null when nothing in it could be judged.'),
  element: z.string().nullable().describe('The element that the section is mainly about, as a quote.'),
  findings: z.array(Finding),
});
export type Section = z.infer<typeof Section>;

export const SECTION_NAMES = [
  'value_proposition',
  'cta',
  'proof',
  'objection_handling',
  'friction',
  'clarity',
  'intent_match',
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

const Cta = z.object({
  text: z.string(),
  type: z.enum([...GOALS, 'other']),
  element: z.enum(['button', 'styled_link', 'link']),
  url: z.string().nullable(),
  region: z.enum(['content', 'navigation', 'header', 'footer', 'sidebar']),
  line: z.int(),
  above_fold: z
    .boolean()
    .nullable()
    .describe('Estimated from the content before it, since nothing is rendered; null when that is inconclusive.'),
  words_before: z.int().describe('Words of content before it.'),
  matches_goal: z
    .boolean()
    .nullable()
    .describe('Null without a conversion_goal, and when the text does not say what it does.'),
});
export type Cta = z.infer<typeof Cta>;

export const CroReport = z.object({
  url: z.string().nullable(),
  checked: z.enum(['url', 'html', 'markdown']),
  page_type: z.object({ value: z.enum(CRO_PAGE_TYPES).nullable(), source: z.enum(['given', 'detected', 'unknown']) }),
  offer: z
    .object({
      kind: z
        .enum(OFFER_KINDS)
        .describe('none: the page informs, lists or discusses, and is not judged as a sales page.'),
      for_business: z.boolean(),
    })
    .describe('What the page offers; it decides which proof and which answers are asked for.'),
  conversion_goal: z.object({ value: z.enum(GOALS).nullable(), source: z.enum(['given', 'detected', 'unknown']) }),
  language: z.string().nullable(),
  conversion_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Null when the page has no text to judge, or when it neither offers anything nor has a known type.'),
  score_of: z.string().describe('What the score is of.'),
  score_components: z
    .record(z.string(), z.int())
    .describe('start is 100, and each section takes points away; they add up to the score.'),
  score_coverage: z.number().describe('Share of the weight of all sections that could be judged, 0-1.'),
  priority: z.enum(['low', 'medium', 'high']).nullable(),
  sections: z.object({
    value_proposition: Section,
    cta: Section,
    proof: Section,
    objection_handling: Section,
    friction: Section,
    clarity: Section,
    intent_match: Section,
  }),
  ctas: z.array(Cta),
  primary_cta: z.object({ text: z.string(), line: z.int() }).nullable(),
  cta_alternatives: z.array(z.object({ text: z.string(), instead_of: z.string().nullable(), why: z.string() })),
  friction_points: z.array(
    z.object({ point: z.string(), quote: z.string().nullable(), line: z.int().nullable(), fix: z.string() }),
  ),
  missing_proof: z.array(z.object({ kind: z.string(), why: z.string(), how: z.string() })),
  experiments: z.array(
    z.object({ hypothesis: z.string(), change: z.string(), metric: z.string(), based_on: z.string() }),
  ),
  page: z.object({
    title: z.string().nullable(),
    h1: z.string().nullable(),
    word_count: z.int(),
    truncated: z.boolean(),
  }),
  notes: z.array(z.string()),
});
export type CroReport = z.infer<typeof CroReport>;
