import type { KeywordReading } from './keyword.ts';
import { readKeyword } from './keyword.ts';
import type { PageType } from './page-types.ts';
import { type KindFound, readSearchFeatures, SIGNAL_MARK } from './search-features.ts';
import {
  judgeFeatures,
  loadSearchModel,
  rankOdds,
  type SearchModel,
  type SearchOdds,
  weighKind,
} from './search-model.ts';
import { BUYER_STAGES, type BuyerStage, type Intent, INTENTS } from './signals.ts';
import { roundToHundredths, type Verdict } from './verdict.ts';

/** What the caller knows beside the words. */
export interface IntentContext {
  /** Names of brands; a search of a brand and nothing else looks for its site. */
  readonly brands?: readonly string[];
  readonly language?: string;
  /** Places beside the large cities, as folded words. */
  readonly places?: ReadonlySet<string>;
}

export interface IntentVerdict extends Verdict<Intent> {
  /** What a part of the searchers wants instead; undefined where one intent leads by far. */
  readonly second: Verdict<Intent> | undefined;
  /** No word speaks for the intent, or fewer than four in ten such verdicts are right. */
  readonly is_guess: boolean;
  readonly buyer_stage: Verdict<BuyerStage>;
  /** The type of page that answers the search. */
  readonly page: Verdict<PageType>;
}

/** Verdicts below are guesses. */
const GUESS_BELOW = 0.4;
/** An intent is the second of a search where it is at least so likely. */
const SECOND_FROM = 0.25;
const BRAND_ONLY = 0.9;

/**
 * What a search wants, who searches so, and the page that answers it: multinomial logistic regression over the kinds of
 * its words, trained on labelled searches (`bench/intent.ts`). Confidences are calibrated: of the verdicts
 * with .7, seven in ten are right.
 */
export function classifyIntent(keyword: string | KeywordReading, context: IntentContext = {}): IntentVerdict {
  const reading = typeof keyword === 'string' ? readKeyword(keyword, context.language ?? '') : keyword;
  const { brands = [], places = NO_WORDS } = context;
  const own = brands.find((name) => isBrandOnly(reading, name));
  if (own !== undefined) return judgeBrand(own);
  const model = loadSearchModel();
  const { names, kinds } = readSearchFeatures(reading, { places, brands: listBrandWords(brands, reading) });
  const verdict = describeOdds(
    judgeFeatures(names, model),
    (intent) => listEvidence(kinds, intent, { reading, model }),
    model,
  );
  return reading.signals.some(({ kind }) => kind === 'login') ? nameLogin(verdict) : verdict;
}

const NO_WORDS: ReadonlySet<string> = new Set();

function listBrandWords(brands: readonly string[], { language }: KeywordReading): ReadonlySet<string> {
  return brands.length === 0 ? NO_WORDS : new Set(brands.flatMap((name) => readKeyword(name, language).words));
}

function isBrandOnly(reading: KeywordReading, name: string): boolean {
  const brand = readKeyword(name, reading.language);
  return (
    brand.terms.length > 0 &&
    brand.terms.length === reading.terms.length &&
    brand.terms.every((term) => reading.terms.includes(term))
  );
}

function judgeBrand(name: string): IntentVerdict {
  const sure = { confidence: BRAND_ONLY, evidence: [`brand “${name.slice(0, 60)}”`] };
  return {
    value: 'navigational',
    ...sure,
    second: undefined,
    is_guess: false,
    buyer_stage: { value: 'consideration', ...sure },
    page: { value: 'homepage', ...sure },
  };
}

/** What the odds of a search say. */
export function describeOdds(
  odds: SearchOdds,
  evidenceFor: (intent: Intent) => readonly string[],
  { pages }: SearchModel,
): IntentVerdict {
  const [first, next] = rankOdds(INTENTS, odds.intents);
  const value = first?.value ?? 'informational';
  const confidence = roundToHundredths(first?.odds ?? 0);
  const told = evidenceFor(value);
  const evidence = told.length === 0 ? ['no word signals an intent'] : told;
  const [stage] = rankOdds(BUYER_STAGES, odds.stages);
  return {
    value,
    confidence,
    evidence,
    second:
      next === undefined || next.odds < SECOND_FROM
        ? undefined
        : { value: next.value, confidence: roundToHundredths(next.odds), evidence: evidenceFor(next.value) },
    is_guess: confidence < GUESS_BELOW || told.length === 0,
    buyer_stage: {
      value: stage?.value ?? 'awareness',
      confidence: roundToHundredths(stage?.odds ?? 0),
      evidence,
    },
    page: choosePage(pages, odds.pages, evidence),
  };
}

/** The searches that the model learned from name the site; who types `login` wants the page behind it. */
function nameLogin(verdict: IntentVerdict): IntentVerdict {
  return verdict.page.value === 'homepage' ? { ...verdict, page: { ...verdict.page, value: 'login' } } : verdict;
}

/** Guides and posts answer the same searches: together they are weighed against all other types. */
function choosePage(
  pages: readonly PageType[],
  odds: readonly number[],
  evidence: readonly string[],
): Verdict<PageType> {
  const ranked = rankOdds(pages, odds);
  const texts = ranked.filter(({ value }) => value === 'guide' || value === 'blog_post');
  const together = texts.reduce((sum, text) => sum + text.odds, 0);
  const other = ranked.find((each) => !texts.includes(each));
  const [text] = texts;
  const isText = text !== undefined && together > (other?.odds ?? 0);
  const value = isText ? text.value : (other?.value ?? 'blog_post');
  return { value, confidence: roundToHundredths(isText ? together : (other?.odds ?? 0)), evidence };
}

const EVIDENCE_MAX = 3;

/** The words whose kind speaks for the intent, the most telling first. */
function listEvidence(
  kinds: readonly KindFound[],
  intent: Intent,
  { reading, model }: { readonly reading: KeywordReading; readonly model: SearchModel },
): readonly string[] {
  const told = kinds
    .filter(({ kind }) => !SILENT.has(kind))
    .map((found) => ({ ...found, weight: weighKind(found.kind, intent, model) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  const used = new Set<number>();
  const evidence = told.flatMap(({ kind, at, size }) => {
    if (used.has(at)) return [];
    used.add(at);
    const phrase = reading.words.slice(at, at + size).join(' ');
    return [`“${phrase}” (${kind.replace(SIGNAL_MARK, '').replaceAll('_', ' ')})`];
  });
  return evidence.slice(0, EVIDENCE_MAX);
}

/** Kinds that say nothing to a reader. */
const SILENT: ReadonlySet<string> = new Set(['stop', 'unknown']);
