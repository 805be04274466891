import { createHash } from 'node:crypto';
import { z } from 'zod';

import { guessLanguage } from '../../../text/language.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { BUYER_STAGES } from '../../../text/signals.ts';
import { type Asset, assetFor, type GivenAsset, readAssets } from './assets.ts';
import { readBrand, readCompetitors } from './brand.ts';
import { BUCKET_FACTS, BUCKETS, CITATION_TYPES, METRICS, type Platform, PLATFORMS } from './buckets.ts';
import { composePrompts, type Draft } from './compose.ts';
import { Coverage, coverageOf } from './coverage.ts';
import { WRITTEN_IN, type WrittenIn } from './frame.ts';
import { factsFor } from './frame-facts.ts';
import { MeasurementSchema, measurementSchema, WeeklyRouting, weeklyRouting } from './measurement.ts';
import { categoryPhrase, readTopic, userPhrase } from './subject.ts';
import { tradeOf } from './words.ts';

export interface PromptSetInput {
  readonly target: string;
  readonly category: string;
  readonly topics: readonly string[];
  readonly platforms: readonly Platform[];
  readonly owned_assets: readonly GivenAsset[];
  readonly competitors: readonly string[];
  readonly personas: readonly string[];
  readonly prompt_count: number;
}

const Prompt = z.object({
  id: z.string().describe('Made from brand and text: the same prompt has the same id in every set.'),
  text: z.string(),
  bucket: z.enum(BUCKETS),
  topic: z
    .string()
    .nullable()
    .describe('The topic that it speaks of; null where it speaks of the category or the brand alone.'),
  platform_fit: z.array(z.enum(PLATFORMS)).describe('Those of the request on which such prompts are typed.'),
  buyer_stage: z.enum(BUYER_STAGES),
  persona: z.string().nullable(),
  competitor: z.string().nullable(),
  owned_asset: z
    .string()
    .nullable()
    .describe('Own page that should be cited; null where no page of owned_assets fits.'),
  expected_citation_type: z.enum(CITATION_TYPES),
  measure: z.object({ metric: z.enum(METRICS), question: z.string(), success: z.string() }),
});
export type Prompt = z.infer<typeof Prompt>;

export const PromptSetReport = z.object({
  brand: z.object({ name: z.string(), domain: z.string().nullable() }),
  category: z.string(),
  language: z.object({
    written_in: z.enum(WRITTEN_IN),
    guessed: z.string().describe('Of topics and category, ISO 639-1; empty where the words do not tell.'),
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

export function promptSetOf(input: PromptSetInput): PromptSetReport {
  const guess = guessLanguage([input.category, ...input.topics].join('. '));
  const language = writtenIn(guess.value);
  const brand = readBrand(input.target);
  const competitors = readCompetitors(input.competitors, brand);
  const category = categoryPhrase(input.category, language);
  const topics = distinct(input.topics).map((topic) => readTopic(topic, category, language));
  const personas = distinct(input.personas).map((persona) => userPhrase(persona, language));
  const drafts = composePrompts(
    {
      language,
      brand: brand.name,
      category,
      trade: tradeOf(`${input.category} ${input.topics.join(' ')}`),
      topics,
      competitors: competitors.map(({ name }) => name),
      personas,
    },
    input.prompt_count,
  );
  const platforms =
    input.platforms.length === 0 ? PLATFORMS : PLATFORMS.filter((each) => input.platforms.includes(each));
  const assets = readAssets(input.owned_assets, guess.value);
  const prompts = drafts.map((draft) =>
    promptOf(draft, { brand: brand.name, platforms, assets, language: guess.value }),
  );
  return {
    brand: { ...brand },
    category: cleanText(input.category, 200),
    language: {
      written_in: language,
      guessed: guess.value,
      confidence: guess.confidence,
      evidence: [...guess.evidence],
    },
    prompts,
    buckets: bucketsOf(prompts),
    measurement_schema: measurementSchema(brand),
    coverage: coverageOf(prompts, {
      topics: topics.map(({ given }) => given),
      platforms,
      competitors: competitors.map(({ name }) => name),
      assets: assets.map(({ name }) => name),
      personas,
    }),
    weekly_routing: weeklyRouting(prompts, platforms, brand.name),
    warnings: warningsOf(input, guess, language),
  };
}

const NAMES: Readonly<Record<WrittenIn, string>> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  ja: 'Japanese',
};

function writtenIn(language: string): WrittenIn {
  return WRITTEN_IN.find((each) => each === language) ?? 'en';
}

/** Below this a guess of the language is to be checked by who knows it. */
const CONFIDENCE_LOW = 0.6;

function warningsOf(
  input: PromptSetInput,
  { value: guessed, confidence }: { readonly value: string; readonly confidence: number },
  language: WrittenIn,
): string[] {
  const warnings: string[] = [];
  if (guessed === '') {
    warnings.push(
      `The words of category and topics do not tell their language; the prompts are in ${NAMES[language]}. If that is wrong, send topics of a few words more.`,
    );
  } else if (guessed === language && confidence < CONFIDENCE_LOW) {
    warnings.push(
      `Category and topics look like ${NAMES[language]} with a confidence of ${confidence} only. If that is wrong, send topics of a few words more.`,
    );
  }
  if (guessed !== '' && guessed !== language) {
    warnings.push(
      `The topics look like ${guessed}; prompts are written in ${WRITTEN_IN.join(', ')} only, so these are in English. Translate them before use.`,
    );
  }
  if (input.competitors.length === 0) {
    warnings.push('No competitors were sent, so that comparisons and alternatives name none.');
  }
  return warnings;
}

function distinct(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const key = foldPhrase(text, 400);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

interface Setting {
  readonly brand: string;
  readonly platforms: readonly Platform[];
  readonly assets: readonly Asset[];
  readonly language: string;
}

function promptOf(draft: Draft, { brand, platforms, assets, language }: Setting): Prompt {
  const facts = factsFor(draft);
  const fitting = platforms.filter((platform) => BUCKET_FACTS[draft.bucket].platforms.includes(platform));
  const named = (text: string): string => text.replaceAll('{B}', () => brand);
  return {
    id: idOf(brand, draft.text),
    text: draft.text,
    bucket: draft.bucket,
    topic: draft.topic?.given ?? null,
    platform_fit: fitting.length > 0 ? fitting : [...platforms],
    buyer_stage: facts.stage,
    persona: draft.persona ?? null,
    competitor: draft.competitor ?? null,
    owned_asset: assetFor(draft, assets, language)?.name ?? null,
    expected_citation_type: facts.citation,
    measure: { metric: facts.metric, question: named(facts.question), success: named(facts.success) },
  };
}

function idOf(brand: string, text: string): string {
  return 'prompt_' + createHash('sha256').update(`${brand}\n${text}`).digest('hex').slice(0, 12);
}

function bucketsOf(prompts: readonly Prompt[]): PromptSetReport['buckets'] {
  return BUCKETS.map((bucket) => {
    const ids = prompts.filter((prompt) => prompt.bucket === bucket).map(({ id }) => id);
    return { bucket, purpose: BUCKET_FACTS[bucket].purpose, prompt_count: ids.length, prompt_ids: ids };
  });
}
