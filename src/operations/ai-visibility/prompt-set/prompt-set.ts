import { createHash } from 'node:crypto';

import { defineTask, type Task } from '../../../kernel/task.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { Verdict } from '../../../text/verdict.ts';
import { BUCKET_FACTS, BUCKETS, findFacts, type Platform, PLATFORMS } from './buckets.ts';
import { composePrompts, type Draft } from './compose.ts';
import { type WrittenIn, WRITTEN_IN } from './frames.ts';
import { describeMeasurement, planWeek } from './measurement.ts';
import type { Coverage, Prompt, PromptSetReport } from './report.ts';
import {
  type Asset,
  findAsset,
  keepDistinct,
  type PromptSetInput,
  readAssets,
  readBrand,
  readCompetitors,
} from './request.ts';
import { explainMissing } from './missing.ts';
import { formatCategory, formatUser } from './phrases.ts';
import { readTopic, type Topic } from './topics.ts';
import { classifyTrade } from './words.ts';

/**
 * Writes the questions that track a brand's place in the answers of assistants week by week.
 *
 * They read as people type them, each can be judged by a stated measure, and the same request always makes the same
 * set, since only then do the figures of two weeks compare.
 */
export const promptSet: Task<PromptSetInput, PromptSetReport> = defineTask(
  import.meta.url,
  'promptSet',
  buildPromptSet,
);

function buildPromptSet(input: PromptSetInput): PromptSetReport {
  const guess = guessFrom(input);
  const language = chooseLanguage(guess.value, joinTexts(input));
  const brand = readBrand(input.target, input.own_brand);
  const competitors = readCompetitors(input.competitors, brand).map(({ name }) => name);
  const category = formatCategory(input.category, language);
  const trade = classifyTrade(category, input.topics);
  const brands = [brand.name, ...competitors];
  const topics = keepDistinct(input.topics, String).map((topic) =>
    readTopic(topic, { category, brands, language, trade }),
  );
  const personas = keepDistinct(input.personas, String).map((persona) => formatUser(persona, language));
  const drafts = composePrompts(
    { language, brand: brand.name, category, trade, topics, competitors, personas },
    input.prompt_count,
  );
  const platforms =
    input.platforms.length === 0 ? PLATFORMS : PLATFORMS.filter((each) => input.platforms.includes(each));
  const assets = readAssets(input.owned_assets, guess.value);
  const setting = { brand: brand.name, platforms, assets, language: guess.value };
  const prompts = drafts.map((draft) => describePrompt(draft, setting));
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
    buckets: BUCKETS.map((bucket) => {
      const ids = prompts.filter((prompt) => prompt.bucket === bucket).map(({ id }) => id);
      return { bucket, purpose: BUCKET_FACTS[bucket].purpose, prompt_count: ids.length, prompt_ids: ids };
    }),
    measurement_schema: describeMeasurement(brand),
    coverage: measureCoverage(prompts, {
      topics,
      platforms,
      competitors,
      assets: assets.map(({ name }) => name),
      personas,
    }),
    weekly_routing: planWeek(prompts, platforms, brand.name),
    warnings: listWarnings(input, guess, language),
  };
}

/** What an n-gram model says of a few words is no more than a guess, which the answer tells by its confidence. */
const NGRAM_CONFIDENCE = 0.5;

type LanguageGuess = Verdict<string>;

/** The language by its function words and letters, else the one that an n-gram model took it for. */
function guessFrom(input: PromptSetInput): LanguageGuess {
  const guess = guessLanguage(joinTexts(input));
  if (guess.value !== '' || input.likely_language === '') return guess;
  return { value: input.likely_language, confidence: NGRAM_CONFIDENCE, evidence: ['letter sequences'] };
}

/** Whether a model has to be asked, since no word or letter of the request reveals its language. */
export function isLanguageHidden(input: { readonly category: string; readonly topics: readonly string[] }): boolean {
  const text = joinTexts(input);
  return guessLanguage(text).value === '' && !LETTERS.some(([, letters]) => letters.test(text));
}

export function joinTexts({
  category,
  topics,
}: {
  readonly category: string;
  readonly topics: readonly string[];
}): string {
  return [category, ...topics].join('. ');
}

/** Letters that one of the languages has and the others do not, for where the words do not reveal it. */
const LETTERS: readonly (readonly [WrittenIn, RegExp])[] = [
  ['es', /[ñ¿¡áíóú]/iu],
  ['de', /[äöüß]/iu],
  ['fr', /[àèêëîïôùûçœ]/iu],
];

function chooseLanguage(guessed: string, text: string): WrittenIn {
  if (guessed === '') return LETTERS.find(([, letters]) => letters.test(text))?.[0] ?? 'en';
  return WRITTEN_IN.find((each) => each === guessed) ?? 'en';
}

interface Setting {
  readonly brand: string;
  readonly platforms: readonly Platform[];
  readonly assets: readonly Asset[];
  readonly language: string;
}

function describePrompt(draft: Draft, { brand, platforms, assets, language }: Setting): Prompt {
  const facts = findFacts(draft.bucket, draft.frame);
  const fitting = platforms.filter((platform) => BUCKET_FACTS[draft.bucket].platforms.includes(platform));
  const nameBrand = (text: string): string => text.replaceAll('{B}', () => brand);
  return {
    id: 'prompt_' + createHash('sha256').update(`${brand}\n${draft.text}`).digest('hex').slice(0, 12),
    text: draft.text,
    bucket: draft.bucket,
    topic: draft.topic?.given ?? null,
    platform_fit: fitting.length > 0 ? fitting : [...platforms],
    buyer_stage: facts.stage,
    persona: draft.persona ?? null,
    competitor: draft.competitor ?? null,
    owned_asset: findAsset(draft, assets, language)?.name ?? null,
    expected_citation_type: facts.citation,
    measure: { metric: facts.metric, question: nameBrand(facts.question), success: nameBrand(facts.success) },
  };
}

type Named = 'platforms' | 'competitors' | 'assets' | 'personas';
type Wanted = Readonly<Record<Named, readonly string[]>> & { readonly topics: readonly Topic[] };

/** How many prompts use what was sent. */
function measureCoverage(prompts: readonly Prompt[], wanted: Wanted): Coverage {
  const count = (names: readonly string[], uses: (prompt: Prompt, name: string) => boolean): Coverage['topics'] =>
    [...new Set(names)].map((name) => ({ name, prompts: prompts.filter((prompt) => uses(prompt, name)).length }));
  const brands = new Set(wanted.topics.flatMap(({ given, kind }) => (kind === 'brand' ? [given] : [])));
  const counts = {
    topics: count(
      wanted.topics.map(({ given }) => given),
      (prompt, name) => prompt.topic === name || (brands.has(name) && prompt.text.includes(name)),
    ),
    platforms: count(wanted.platforms, ({ platform_fit }, name) => platform_fit.some((each) => each === name)),
    competitors: count(wanted.competitors, ({ competitor, text }, name) => competitor === name || text.includes(name)),
    assets: count(wanted.assets, ({ owned_asset }, name) => owned_asset === name),
    personas: count(wanted.personas, ({ persona }, name) => persona === name),
  };
  const missingFrom = (rows: Coverage['topics']): string[] =>
    rows.filter((row) => row.prompts === 0).map(({ name }) => name);
  const missing = {
    topics: missingFrom(counts.topics),
    platforms: missingFrom(counts.platforms),
    competitors: missingFrom(counts.competitors),
    assets: missingFrom(counts.assets),
    personas: missingFrom(counts.personas),
  };
  return { ...counts, not_covered: missing, why_not_covered: explainMissing(missing, wanted.topics, prompts.length) };
}

export const LANGUAGE_NAMES: Readonly<Record<WrittenIn, string>> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  ja: 'Japanese',
};

/** Below this a guess of the language needs a look by someone who knows it. */
export const CONFIDENCE_LOW = 0.6;

function listWarnings(
  input: PromptSetInput,
  { value: guessed, confidence }: { readonly value: string; readonly confidence: number },
  language: WrittenIn,
): string[] {
  const name = LANGUAGE_NAMES[language];
  const remedy = 'If that is wrong, send topics of a few more words.';
  const warnings: string[] = [];
  if (guessed === '') {
    warnings.push(`Category and topics do not reveal their language, so the prompts are in ${name}. ${remedy}`);
  } else if (guessed !== language) {
    warnings.push(
      `The topics look like ${guessed}, but prompts can only be written in ${WRITTEN_IN.join(', ')}, so these are in English. Translate them before use.`,
    );
  } else if (confidence < CONFIDENCE_LOW) {
    warnings.push(`Category and topics look like ${name}, with a confidence of only ${confidence}. ${remedy}`);
  }
  if (input.competitors.length === 0) {
    warnings.push('You sent no competitors, so comparisons and alternatives name none.');
  }
  return warnings;
}
