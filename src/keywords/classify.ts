import { classifyTogether } from '../text/intent.ts';
import type { KeywordReading } from '../text/keyword.ts';
import type { PageType } from '../text/page-types.ts';
import type { BuyerStage, Intent } from '../text/signals.ts';

/** What searchers want, how close they are to buying, and the page type that answers them. */
export interface KeywordClass {
  readonly intent: Intent;
  /** What at least a quarter of the searchers want instead. */
  readonly second_intent: Intent | null;
  readonly buyer_stage: BuyerStage;
  readonly recommended_page_type: PageType;
  /** 0–1, calibrated: of the verdicts with .7, seven in ten are right. */
  readonly intent_confidence: number;
  /** Words that reveal the intent. */
  readonly intent_evidence: string[];
}

/** The page that answers all of some searches. */
export function classifyReadings(
  readings: readonly KeywordReading[],
  places: ReadonlySet<string> = new Set(),
): KeywordClass {
  const { value, confidence, evidence, second, buyer_stage, page } = classifyTogether(readings, { places });
  return {
    intent: value,
    second_intent: second?.value ?? null,
    buyer_stage: buyer_stage.value,
    recommended_page_type: page.value,
    intent_confidence: confidence,
    intent_evidence: [...evidence],
  };
}

/** A provider's word without a probability is never less sure than this. */
const STATED_CONFIDENCE = 0.4;

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
 * A judged result page comes first, then clear words in the query, then the provider's intent, then what the
 * words suggest. Local intent, which providers' scales lack, comes from the words.
 */
export function classifyKeyword(
  reading: KeywordReading,
  stated: StatedIntent | undefined,
): (Omit<KeywordClass, 'intent_evidence' | 'second_intent'> & { readonly intent_source: string }) | undefined {
  if (reading.words.length === 0) return undefined;
  const { intent_evidence: _evidence, second_intent: _second, ...words } = classifyReadings([reading]);
  if (stated === undefined) return { ...words, intent_source: 'words' };
  const isJudged = stated.confidence !== undefined;
  const isClear = words.intent === 'local' || words.intent_confidence >= CLEAR_WORDS;
  if (!isJudged && (isClear || stated.intent === words.intent)) return { ...words, intent_source: 'words' };
  const page = stated.intent === words.intent ? words : BY_INTENT[stated.intent];
  return {
    intent: stated.intent,
    buyer_stage: page.buyer_stage,
    recommended_page_type: page.recommended_page_type,
    intent_confidence: stated.confidence ?? STATED_CONFIDENCE,
    intent_source: stated.source,
  };
}

/** From this value on, the words leave no doubt: `buy`, `how to`, `login`. */
const CLEAR_WORDS = 0.75;
