import { agree } from '../kernel/grammar.ts';
import { classifyTogether, type IntentVerdict } from '../text/intent.ts';
import type { KeywordReading } from '../text/keyword.ts';
import type { PageType } from '../text/page-types.ts';
import { type BuyerStage, type Intent, INTENTS } from '../text/signals.ts';
import { roundToHundredths, type Verdict } from '../text/verdict.ts';
import type { JudgedSearch } from './known-searches.ts';

/** What searchers want, how close they are to buying, and the page type that answers them. */
interface KeywordClass {
  readonly intent: Intent;
  /** What at least a quarter of the searchers want instead. */
  readonly second_intent: Intent | null;
  readonly buyer_stage: BuyerStage;
  readonly recommended_page_type: PageType;
  /** 0–1. By words it is calibrated, of the verdicts with .7, seven in ten are right; by result pages it is a share of the evidence. */
  readonly intent_confidence: number;
  /** Words or results that reveal the intent. */
  readonly intent_evidence: string[];
}

function classifyReadings(readings: readonly KeywordReading[], places: ReadonlySet<string> = new Set()): KeywordClass {
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
/** Whoever searches for a name and nothing else wants to go there. */
const NAME_CONFIDENCE = 0.9;

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

/** The intent that a source gives for a query, without saying how it knows. */
export interface StatedIntent {
  readonly intent: Intent;
  readonly source: string;
}

/** What is known of a search. */
export interface Search {
  readonly reading: KeywordReading;
  /** By its stored result page. */
  readonly judged?: JudgedSearch | undefined;
  /** The search is the name of the own brand, and nothing else. */
  readonly is_name?: boolean;
}

export type SearchClass = KeywordClass & {
  /** `result_page`, `brand`, `words`, or the source that states it. */
  readonly intent_source: string;
};

/**
 * The class of one search; undefined when it has no word.
 *
 * A judged result page comes first, then the name of the brand, then clear words in the query, then the provider's
 * intent, then what the words suggest. Local intent, which providers' scales lack, comes from the words.
 */
export function classifyKeyword(search: Search, stated?: StatedIntent): SearchClass | undefined {
  if (search.reading.words.length === 0) return undefined;
  const found = classifySearches([search]);
  const isClear = found.intent === 'local' || found.intent_confidence >= CLEAR_WORDS;
  if (stated === undefined || found.intent_source !== 'words' || isClear || stated.intent === found.intent)
    return found;
  return {
    ...BY_INTENT[stated.intent],
    intent: stated.intent,
    second_intent: null,
    intent_confidence: STATED_CONFIDENCE,
    intent_evidence: [],
    intent_source: stated.source,
  };
}

/** From this value on, the words leave no doubt: `buy`, `how to`, `login`. */
const CLEAR_WORDS = 0.75;

/**
 * The page that answers all of some searches. Result pages decide where at least half of the searches have one that tells,
 * then the name of the brand, then the words.
 */
export function classifySearches(searches: readonly Search[], places?: ReadonlySet<string>): SearchClass {
  const words = classifyReadings(
    searches.map(({ reading }) => reading),
    places,
  );
  const judged = searches.flatMap((search) => search.judged ?? []);
  const [first, ...others] = judged;
  if (first !== undefined && judged.length * 2 >= searches.length) return joinJudged([first, ...others], words);
  if (!searches.every(({ is_name = false }) => is_name)) return { ...words, intent_source: 'words' };
  return {
    ...settle('navigational', words),
    second_intent: null,
    intent_confidence: NAME_CONFIDENCE,
    intent_evidence: ['the name of your brand'],
    intent_source: 'brand',
  };
}

/** Words that speak for another intent say nothing of stage and page. */
function settle(intent: Intent, words: KeywordClass): KeywordClass {
  return intent === words.intent ? words : { ...words, ...BY_INTENT[intent], intent };
}

/** An intent is the second of a search where it is at least so likely. */
const SECOND_FROM = 0.25;

/** What the words of a search say, corrected by what its result page shows. */
export function correctVerdict(words: IntentVerdict, judged: JudgedSearch): IntentVerdict {
  const [first, second] = judged.shares;
  const verdictOf = <Value>(value: Value): Verdict<Value> => ({
    value,
    confidence: first?.share ?? 0,
    evidence: judged.evidence,
  });
  const isSame = judged.intent === words.value;
  const { buyer_stage, recommended_page_type } = BY_INTENT[judged.intent];
  return {
    ...verdictOf(judged.intent),
    second:
      second === undefined || second.share < SECOND_FROM
        ? undefined
        : { value: second.intent, confidence: second.share, evidence: [] },
    is_guess: false,
    buyer_stage: isSame ? words.buyer_stage : verdictOf(buyer_stage),
    page: verdictOf(judged.page_type ?? (isSame ? words.page.value : recommended_page_type)),
  };
}

function joinJudged(judged: readonly [JudgedSearch, ...JudgedSearch[]], words: KeywordClass): SearchClass {
  const shares = averageShares(judged);
  const intent = shares[0]?.intent ?? judged[0].intent;
  const agreeing = judged.filter((search) => search.intent === intent);
  const types = Map.groupBy(
    agreeing.flatMap(({ page_type }) => page_type ?? []),
    (type) => type,
  );
  const [commonest] = [...types.values()].toSorted((one, other) => other.length - one.length);
  const found = settle(intent, words);
  return {
    ...found,
    second_intent: shares.slice(1).find(({ share }) => share >= SECOND_FROM)?.intent ?? null,
    recommended_page_type: commonest?.[0] ?? found.recommended_page_type,
    intent_confidence: roundToHundredths(shares[0]?.share ?? 0),
    intent_evidence:
      judged.length === 1
        ? [...judged[0].evidence]
        : [`${agreeing.length} of ${judged.length} result pages ${agree(agreeing.length, 'is')} ${intent}`],
    intent_source: 'result_page',
  };
}

/** The largest first; the earlier intent of equals. */
function averageShares(judged: readonly JudgedSearch[]): JudgedSearch['shares'] {
  const shareOf = ({ shares }: JudgedSearch, intent: Intent): number =>
    shares.find((each) => each.intent === intent)?.share ?? 0;
  return INTENTS.map((intent) => ({
    intent,
    share: judged.reduce((sum, search) => sum + shareOf(search, intent), 0) / judged.length,
  }))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share);
}
