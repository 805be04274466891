import { classifyIntent } from '../text/intent.ts';
import type { KeywordReading } from '../text/keyword.ts';
import { PAGE_TYPES, type PageType } from '../text/page-types.ts';
import { BUYER_STAGES, type BuyerStage, type Intent, INTENTS } from '../text/signals.ts';
import { roundToHundredths } from '../text/verdict.ts';

/** What searchers want, how close they are to buying, and the page type that answers them. */
export interface KeywordClass {
  readonly intent: Intent;
  readonly buyer_stage: BuyerStage;
  readonly recommended_page_type: PageType;
  /** 0–1; a guess from the form of the query alone stays below 0.4. */
  readonly intent_confidence: number;
  /** Words that reveal the intent. */
  readonly intent_evidence: string[];
}

/** The page that some searches need: their intents and page types, each search weighted by its evidence. */
export function classifyReadings(
  readings: readonly KeywordReading[],
  places: ReadonlySet<string> = new Set(),
): KeywordClass {
  const intents = new Map<Intent, number>();
  const stages = new Map<BuyerStage, number>();
  const types = new Map<PageType, number>();
  const verdicts = readings.map((reading) => classifyIntent(reading, { places }));
  for (const intent of verdicts) {
    // A query without signals counts like those that have one.
    const weight = intent.confidence ** 2;
    intents.set(intent.value, (intents.get(intent.value) ?? 0) + weight);
    stages.set(intent.buyer_stage.value, (stages.get(intent.buyer_stage.value) ?? 0) + weight);
    types.set(intent.page.value, (types.get(intent.page.value) ?? 0) + weight * intent.page.confidence);
  }
  const value = findHeaviest(INTENTS, intents);
  const agreeing = verdicts.filter((intent) => intent.value === value);
  const total = [...intents.values()].reduce((sum, each) => sum + each, 0);
  const share = total === 0 ? 0 : (intents.get(value) ?? 0) / total;
  const surest = Math.max(0, ...agreeing.map(({ confidence }) => confidence));
  return {
    intent: value,
    buyer_stage: findHeaviest(BUYER_STAGES, stages),
    recommended_page_type: findHeaviest(PAGE_TYPES, types),
    intent_confidence: roundToHundredths(share * surest),
    intent_evidence: [...new Set(agreeing.flatMap(({ evidence }) => evidence))].slice(0, 5),
  };
}

/** The value with the most weight; the first of `values` when none has any. */
function findHeaviest<Value extends string>(
  values: readonly [Value, ...Value[]],
  weights: ReadonlyMap<Value, number>,
): Value {
  let [best] = values;
  for (const value of values) if ((weights.get(value) ?? 0) > (weights.get(best) ?? 0) + 1e-9) best = value;
  return best;
}

/** A guess from the form is never surer than this; a provider's word without a probability is never less sure. */
const GUESS_BELOW = 0.4;

/**
 * Stage and page from the intent alone (formulas 4.7), where the words say nothing about them. A comparison needs a
 * word that asks for one.
 */
const BY_INTENT: Readonly<Record<Intent, Pick<KeywordClass, 'buyer_stage' | 'recommended_page_type'>>> = {
  informational: { buyer_stage: 'awareness', recommended_page_type: 'blog_post' },
  commercial: { buyer_stage: 'consideration', recommended_page_type: 'category_page' },
  transactional: { buyer_stage: 'decision', recommended_page_type: 'landing_page' },
  local: { buyer_stage: 'decision', recommended_page_type: 'local_landing_page' },
  navigational: { buyer_stage: 'retention', recommended_page_type: 'homepage' },
};

/** The intent that a source gives for a query. */
export interface StatedIntent {
  readonly intent: Intent;
  readonly source: string;
  /** 0–1 if it judged a result page, which outweighs the words; undefined if it does not say how it knows. */
  readonly confidence: number | undefined;
}

/**
 * The class of one search; undefined when it has no word.
 *
 * A judged result page comes first, then clear words in the query, then the provider's intent, then a guess
 * from the form of the query. Local intent, which providers' scales lack, comes from the words.
 */
export function classifyKeyword(
  reading: KeywordReading,
  stated: StatedIntent | undefined,
): (Omit<KeywordClass, 'intent_evidence'> & { readonly intent_source: string }) | undefined {
  if (reading.words.length === 0) return undefined;
  const { intent_evidence: _, ...words } = classifyReadings([reading]);
  if (stated === undefined) return { ...words, intent_source: 'words' };
  const isJudged = stated.confidence !== undefined;
  const isClear = words.intent === 'local' || words.intent_confidence >= CLEAR_WORDS;
  if (!isJudged && (isClear || stated.intent === words.intent)) return { ...words, intent_source: 'words' };
  const page = stated.intent === words.intent ? words : BY_INTENT[stated.intent];
  return {
    intent: stated.intent,
    buyer_stage: page.buyer_stage,
    recommended_page_type: page.recommended_page_type,
    intent_confidence: stated.confidence ?? GUESS_BELOW,
    intent_source: stated.source,
  };
}

/** From this value on, the words leave no doubt: `buy`, `how to`, `login`. */
const CLEAR_WORDS = 0.75;
