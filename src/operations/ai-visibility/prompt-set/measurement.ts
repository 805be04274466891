import { z } from 'zod';

import type { Brand } from './brand.ts';
import type { Platform } from './buckets.ts';
import { PLATFORMS } from './buckets.ts';
import type { Prompt } from './report.ts';

export const MeasurementSchema = z.object({
  unit: z.string(),
  runs_per_prompt: z.int(),
  fields: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
  metrics: z.array(z.object({ name: z.string(), formula: z.string() })),
});
type MeasurementSchema = z.infer<typeof MeasurementSchema>;

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

export const WeeklyRouting = z.object({
  runs: z
    .array(
      z.object({
        day: z.enum(WEEKDAYS),
        platform: z.enum(PLATFORMS),
        prompt_ids: z.array(z.string()),
      }),
    )
    .describe('One a platform; every prompt on every platform that fits it.'),
  actions: z.array(
    z.object({ when: z.string(), do: z.string(), owner_hint: z.string(), prompt_ids: z.array(z.string()) }),
  ),
});
type WeeklyRouting = z.infer<typeof WeeklyRouting>;

/** Answers differ from run to run; three tell a habit from a chance without costing too much. */
const RUNS_PER_PROMPT = 3;

export function measurementSchema({ name, domain }: Brand): MeasurementSchema {
  const own = domain === null ? `a page of ${name}` : `an address below ${domain}`;
  return {
    unit: 'One answer of one platform to one prompt, in a new conversation without memory.',
    runs_per_prompt: RUNS_PER_PROMPT,
    fields: [
      { name: 'prompt_id', type: 'string', description: 'From this set.' },
      { name: 'platform', type: 'string', description: 'One of the platforms of the set.' },
      { name: 'run_at', type: 'date-time', description: 'When the answer was given.' },
      { name: 'brand_mentioned', type: 'boolean', description: `Whether the answer names ${name}.` },
      {
        name: 'brand_position',
        type: 'integer or null',
        description: `Place of ${name} among the names, from 1; null when not named.`,
      },
      { name: 'competitors_named', type: 'string[]', description: 'Other names, in their order.' },
      {
        name: 'cited_urls',
        type: 'string[]',
        description: 'Addresses that the answer cites; empty when it cites none.',
      },
      {
        name: 'owned_cited',
        type: 'boolean or null',
        description: `Whether ${own} is cited; null where the platform shows no sources.`,
      },
      {
        name: 'sentiment',
        type: 'positive, neutral, negative or null',
        description: `What is said about ${name}; null when not named.`,
      },
      { name: 'false_claims', type: 'string[]', description: `What the answer says about ${name} that is not true.` },
    ],
    metrics: [
      { name: 'mention_rate', formula: 'answers with brand_mentioned / answers' },
      { name: 'share_of_voice', formula: 'mentions of the brand / mentions of the brand and of competitors_named' },
      { name: 'citation_rate', formula: 'answers with owned_cited / answers where owned_cited is not null' },
      { name: 'first_place_rate', formula: 'answers with brand_position = 1 / answers with brand_mentioned' },
      { name: 'accuracy', formula: '1 − answers with false_claims / answers with brand_mentioned' },
    ],
  };
}

/** Who runs what on which day, and what each result leads to. */
export function weeklyRouting(
  prompts: readonly Prompt[],
  platforms: readonly Platform[],
  brand: string,
): WeeklyRouting {
  const idsOf = (...buckets: readonly Prompt['bucket'][]): string[] =>
    prompts.filter(({ bucket }) => buckets.includes(bucket)).map(({ id }) => id);
  return {
    runs: platforms.flatMap((platform, at) => {
      const ids = prompts.filter(({ platform_fit }) => platform_fit.includes(platform)).map(({ id }) => id);
      return ids.length === 0 ? [] : [{ day: WEEKDAYS[at % WEEKDAYS.length] ?? 'monday', platform, prompt_ids: ids }];
    }),
    actions: [
      {
        when: `${brand} is named in less than a third of the answers of category_discovery and local_or_use_case`,
        do: 'Read the pages that are cited instead, and earn a place on those that list the category.',
        owner_hint: 'outreach',
        prompt_ids: idsOf('category_discovery', 'local_or_use_case'),
      },
      {
        when: 'A competitor is preferred twice in a row in comparison or alternatives',
        do: 'Publish or refresh a comparison page that states the difference with facts.',
        owner_hint: 'content',
        prompt_ids: idsOf('comparison', 'alternatives'),
      },
      {
        when: 'Own pages are not cited in problem_solution or implementation',
        do: 'Make the answer quotable on the page in owned_asset: a direct sentence below a heading that asks the question.',
        owner_hint: 'editor',
        prompt_ids: idsOf('problem_solution', 'implementation'),
      },
      {
        when: 'A claim about prices or about the brand is false or negative',
        do: 'Correct the source that is cited; state the fact on an own page with its date.',
        owner_hint: 'communications',
        prompt_ids: idsOf('pricing', 'brand_trust'),
      },
    ].filter(({ prompt_ids }) => prompt_ids.length > 0),
  };
}
