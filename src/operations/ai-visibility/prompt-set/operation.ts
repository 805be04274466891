import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { findLikeliestLanguage } from '../../../text/detect-language.ts';
import { PLATFORMS } from './buckets.ts';
import { WRITTEN_IN } from './frames.ts';
import { planPromptSet, summarizePromptSet } from './plan.ts';
import { isLanguageHidden, joinTexts, promptSet } from './prompt-set.ts';
import { PromptSetReport } from './report.ts';
import { readPersonas } from './request.ts';

const Named = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit');

const Asset = z.object({
  url: z.string().trim().max(2048).optional(),
  title: z.string().trim().max(500).optional(),
  page_type: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('For example pricing, guide, comparison_page, case_study or docs.'),
  topics: z.array(z.string().max(300)).max(50).optional().describe('What the page is about.'),
});

/** The interface shows it in examples alone, without a type: a text, a list of texts or of objects with a name. */
const Personas = z.union([
  z.string().max(2000),
  z.array(z.union([z.string().max(300), z.looseObject({ name: z.string().max(300) })])).max(50),
]);

export default defineOperation({
  id: 'ai-visibility.prompt-set',
  method: 'POST',
  path: '/ai-visibility/prompt-set',
  group: 'Rank and AI visibility',
  title: 'Build a prompt set for AI visibility',
  description:
    'Writes the prompts that track how visible a brand is in AI assistants from week to week. ' +
    'They are natural questions in eight buckets, each with its platforms, buyer stage, competitor, the page of yours that should be cited, and ' +
    'how to score the answer. ' +
    'In English, German, Spanish, French or Japanese. The same request always returns the same set. Calls no language model.',
  runs: 'inline',
  guidance: 'workflow',
  needs: {},
  also_accepts: ['audience', 'product_terms', 'cadence'],

  input: z.object({
    target: Named(2048).describe('Brand, product or domain to measure.'),
    category: Named(300).describe('Market in a buyer’s words, such as CRM software.'),
    topics: z.array(Named(300)).min(1).max(100).describe('Themes, use cases, audiences, products or questions.'),
    platforms: z
      .array(z.enum(PLATFORMS))
      .max(PLATFORMS.length * 2)
      .optional()
      .describe('Where you will run the prompts; all by default.'),
    owned_assets: z.array(Asset).max(500).optional().describe('Your pages that should be cited.'),
    competitors: z.array(Named(253)).max(100).optional().describe('Names or domains to compare with.'),
    prompt_count: z.int().min(6).max(50).default(20).describe('Number of prompts to write.'),
    personas: Personas.optional().describe('Kinds of buyers; common ones by default.'),
  }),
  result: PromptSetReport,

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    target: 'harbour-bikes.example',
    category: 'bike shops',
    topics: ['wheel truing', 'e-bike repair', 'how to choose a touring bike'],
    competitors: ['Spoke Works'],
    owned_assets: [
      { url: 'https://harbour-bikes.example/guides/wheel-truing', title: 'How to true a wheel', page_type: 'guide' },
    ],
    prompt_count: 8,
  },

  async run(input, context) {
    const report = await context.compute(promptSet, {
      target: input.target,
      own_brand: await context.brand(),
      category: input.category,
      topics: input.topics,
      platforms: input.platforms ?? [],
      owned_assets: input.owned_assets ?? [],
      competitors: input.competitors ?? [],
      personas: readPersonas(input.personas),
      prompt_count: input.prompt_count,
      likely_language: isLanguageHidden(input) ? await findLikelyLanguage(joinTexts(input)) : '',
    });
    return {
      result: report,
      guidance: planPromptSet(report),
      markdown_summary: summarizePromptSet(report),
    };
  },
});

/** One of the languages that prompts are written in; '' for English, which they are in anyway where nothing shows another. */
async function findLikelyLanguage(text: string): Promise<string> {
  const found = await findLikeliestLanguage(text, ['en', ...WRITTEN_IN.filter((each) => each !== 'en')]);
  return found === 'en' ? '' : found;
}
