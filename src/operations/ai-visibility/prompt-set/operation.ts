import { z } from 'zod';

import { PLATFORMS, promptSet, promptSetGuidance, PromptSetReport, promptSetSummary } from './prompt-set.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { pageAddress } from '../../../web/url.ts';

const Named = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must hold a letter or a digit');

const Asset = z.object({
  url: z.string().trim().max(2048).optional(),
  title: z.string().trim().max(500).optional(),
  page_type: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Such as pricing, guide, comparison_page, case_study, docs.'),
  topics: z.array(z.string().max(300)).max(50).optional().describe('What the page is about.'),
});

/** Examples of the interface carry it without saying its type: a text, a list of texts or of objects with a name. */
const Personas = z.union([
  z.string().max(2000),
  z.array(z.union([z.string().max(300), z.looseObject({ name: z.string().max(300) })])).max(50),
]);

export default defineOperation({
  id: 'ai-visibility.prompt-set',
  method: 'POST',
  path: '/ai-visibility/prompt-set',
  group: 'Rank and AI visibility',
  title: 'Build a set of prompts to measure',
  description:
    'Writes the prompts by which a brand’s visibility in the answers of AI assistants is measured every week: natural questions in ' +
    'eight buckets, each with platforms, buyer stage, competitor, own page and measure. English, German, Spanish, French and Japanese. ' +
    'The same request makes the same set. Asks no language model.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],
  also_accepts: ['audience', 'product_terms', 'cadence'],

  input: z.object({
    target: Named(2048).describe('Brand, product or domain that is measured.'),
    category: Named(300).describe('Market or category, as a buyer would call it: CRM software, running shoes.'),
    topics: z.array(Named(300)).min(1).max(100).describe('Themes, uses, groups of buyers, products or questions.'),
    platforms: z
      .array(z.enum(PLATFORMS))
      .max(PLATFORMS.length * 2)
      .optional()
      .describe('Where the prompts will be run; all without it.'),
    owned_assets: z.array(Asset).max(500).optional().describe('Own pages that should be cited.'),
    competitors: z.array(Named(253)).max(100).optional().describe('Names or domains that are compared with.'),
    prompt_count: z.int().min(6).max(50).default(20).describe('Prompts to write.'),
    personas: Personas.optional().describe('Kinds of buyers; without it the usual ones stand in.'),
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
      category: input.category,
      topics: input.topics,
      platforms: input.platforms ?? [],
      owned_assets: input.owned_assets ?? [],
      competitors: input.competitors ?? [],
      personas: personasOf(input.personas),
      prompt_count: input.prompt_count,
    });
    return {
      result: report,
      guidance: { ...promptSetGuidance(report), next_calls: nextCalls(report) },
      markdown_summary: promptSetSummary(report),
    };
  },
});

function personasOf(given: z.output<typeof Personas> | undefined): string[] {
  if (given === undefined) return [];
  const list =
    typeof given === 'string'
      ? given.split(/[,;\n]/)
      : given.map((each) => (typeof each === 'string' ? each : each.name));
  return list.filter((text) => /[\p{L}\p{N}]/u.test(text)).slice(0, 50);
}

function nextCalls(report: PromptSetReport): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const discovery = report.prompts.find(({ bucket }) => bucket === 'category_discovery');
  if (discovery !== undefined) {
    calls.push({
      operation: 'search',
      body: { query: discovery.text },
      reason:
        'Shows which pages the connected search source has for one of the prompts; an assistant may draw on others.',
    });
  }
  const asset = report.prompts.find(
    ({ owned_asset }) => owned_asset !== null && pageAddress(owned_asset) !== undefined,
  )?.owned_asset;
  if (asset !== undefined && asset !== null) {
    calls.push({
      operation: 'content.technical-qa',
      body: { url: asset },
      reason: 'Shows whether the page that should be cited can be read.',
    });
  }
  if (report.brand.domain !== null) {
    calls.push({
      operation: 'backlinks.summary',
      body: { target: report.brand.domain },
      reason: 'Shows the authority that the brand brings along.',
    });
  }
  return calls;
}
