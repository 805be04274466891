import { z } from 'zod';

import { BUYER_STAGES } from '../../../text/signals.ts';
import { BUCKETS, CITATION_TYPES, METRICS, PLATFORMS } from './buckets.ts';
import { WRITTEN_IN } from './frames.ts';

const Prompt = z.object({
  id: z.string().describe('Derived from brand and text: the same prompt has the same id in every set.'),
  text: z.string(),
  bucket: z.enum(BUCKETS),
  topic: z.string().nullable().describe('The topic it is about; null if it is about the category or the brand alone.'),
  platform_fit: z.array(z.enum(PLATFORMS)).describe('The requested platforms where people type such prompts.'),
  buyer_stage: z.enum(BUYER_STAGES),
  persona: z.string().nullable(),
  competitor: z.string().nullable(),
  owned_asset: z.string().nullable().describe('Your page that should be cited; null if none of owned_assets fits.'),
  expected_citation_type: z.enum(CITATION_TYPES),
  measure: z.object({ metric: z.enum(METRICS), question: z.string(), success: z.string() }),
});
export type Prompt = z.infer<typeof Prompt>;

const MeasurementSchema = z.object({
  unit: z.string(),
  runs_per_prompt: z.int(),
  fields: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
  metrics: z.array(z.object({ name: z.string(), formula: z.string() })),
});
export type MeasurementSchema = z.infer<typeof MeasurementSchema>;

const Counts = z.array(z.object({ name: z.string(), prompts: z.int() }));
const Names = z.array(z.string());

const Coverage = z.object({
  topics: Counts,
  platforms: Counts,
  competitors: Counts,
  assets: Counts,
  personas: Counts,
  not_covered: z
    .object({ topics: Names, platforms: Names, competitors: Names, assets: Names, personas: Names })
    .describe('What you sent that no prompt uses.'),
  why_not_covered: z.array(
    z.object({ part: z.enum(['topics', 'competitors', 'assets', 'personas']), name: z.string(), why: z.string() }),
  ),
});
export type Coverage = z.infer<typeof Coverage>;

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

const WeeklyRouting = z.object({
  runs: z
    .array(z.object({ day: z.enum(WEEKDAYS), platform: z.enum(PLATFORMS), prompt_ids: z.array(z.string()) }))
    .describe('One per platform: every prompt that fits it.'),
  actions: z.array(
    z.object({ when: z.string(), do: z.string(), owner_hint: z.string(), prompt_ids: z.array(z.string()) }),
  ),
});
export type WeeklyRouting = z.infer<typeof WeeklyRouting>;

export const PromptSetReport = z.object({
  brand: z.object({ name: z.string(), domain: z.string().nullable() }),
  category: z.string(),
  language: z.object({
    written_in: z.enum(WRITTEN_IN),
    guessed: z.string().describe('Language of topics and category, ISO 639-1; empty if the words do not reveal it.'),
    confidence: z.number(),
    evidence: z.array(z.string()),
  }),
  prompts: z.array(Prompt),
  buckets: z.array(
    z.object({ bucket: z.enum(BUCKETS), purpose: z.string(), prompt_count: z.int(), prompt_ids: z.array(z.string()) }),
  ),
  measurement_schema: MeasurementSchema,
  coverage: Coverage,
  weekly_routing: WeeklyRouting,
  warnings: z.array(z.string()),
});
export type PromptSetReport = z.infer<typeof PromptSetReport>;
