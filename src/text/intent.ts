import type { KeywordReading } from './keyword.ts';
import { readKeyword } from './keyword.ts';
import { BUYER_STAGES, type BuyerStage, type Intent, INTENTS, type Signal, SIGNALS } from './signals.ts';
import { findPlaces } from './places.ts';
import { findLocalService } from './services.ts';
import { isStopWord } from './stop-words.ts';
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
  readonly buyer_stage: Verdict<BuyerStage>;
  /** No word tells: the form of the search alone decided. */
  readonly is_guess: boolean;
  /** Points by intent, those with none left out. */
  readonly scores: Readonly<Partial<Record<Intent, number>>>;
}

/**
 * What a search wants, by rules (formulas 4.7): points of each signal, softmax over the intents for the confidence,
 * ties to informational. Without any signal the form of the search decides, and the confidence stays below 0.4.
 */
export function classifyIntent(keyword: string | KeywordReading, context: IntentContext = {}): IntentVerdict {
  const reading = typeof keyword === 'string' ? readKeyword(keyword, context.language ?? '') : keyword;
  const votes = votesFor(reading, context);
  const points = new Map<Intent, number>();
  for (const { signal } of votes) points.set(signal.intent, (points.get(signal.intent) ?? 0) + signal.points);
  const [value, won] = winner(points);
  const agreeing = votes.filter(({ signal }) => signal.intent === value);
  const evidence = agreeing.map(({ why }) => why);
  const confidence = won < 1 ? won : softmaxOf(points, value);
  return {
    value,
    confidence: roundToHundredths(confidence),
    evidence,
    is_guess: won < 1,
    scores: Object.fromEntries([...points].map(([intent, sum]) => [intent, roundToHundredths(sum)])),
    buyer_stage: { value: stageOf(agreeing), confidence: roundToHundredths(confidence * 0.95), evidence },
  };
}

/** The stage that most points of the intent speak for; the earlier one of equals. */
function stageOf(votes: readonly Vote[]): BuyerStage {
  const points = (stage: BuyerStage): number =>
    votes.reduce((sum, { signal }) => sum + (signal.stage === stage ? signal.points : 0), 0);
  return BUYER_STAGES.reduce((best, stage) => (points(stage) > points(best) ? stage : best));
}

interface Vote {
  readonly signal: Signal;
  readonly why: string;
}

function votesFor(reading: KeywordReading, { brands = [], places = NO_PLACES }: IntentContext): Vote[] {
  const local = findLocalService(reading.words, reading.language, places);
  // The word for the shop that somebody looks for at a place does not say that they buy from this page.
  const signals = reading.signals.filter(({ phrase }) => local === undefined || phrase !== local.service);
  const votes: Vote[] = signals.map(({ kind, phrase }) => ({
    signal: SIGNALS[kind],
    why: `“${phrase}” (${kind.replaceAll('_', ' ')})`,
  }));
  if (local !== undefined)
    votes.push({
      signal: { ...SIGNALS.near, points: LOCAL_POINTS },
      why: `“${local.service}” with the place “${local.place}”`,
    });
  const brand = brands.find((name) => isBrandOnly(reading, name));
  if (brand !== undefined)
    votes.push({ signal: { ...SIGNALS.official, points: 3 }, why: `brand “${brand.slice(0, 60)}”` });
  if (votes.length === 0) votes.push(formOf(reading));
  return votes;
}

const NO_PLACES: ReadonlySet<string> = new Set();
/** A service at a place says less surely than `near me` that somebody nearby is wanted. */
const LOCAL_POINTS = 2.8;

function isBrandOnly(reading: KeywordReading, name: string): boolean {
  const brand = readKeyword(name, reading.language);
  if (brand.terms.length === 0 || !brand.terms.every((term) => reading.terms.includes(term))) return false;
  const rest = reading.terms.length - brand.terms.length;
  return rest === 0;
}

/** What a search without any signal is: a model number looks for a product, a plural for a range, the rest for facts. */
function formOf(reading: KeywordReading): Vote {
  const plain = { intent: 'commercial', stage: 'consideration', points: PLURAL_POINTS } as const;
  const [number] = reading.numbers;
  if (number !== undefined && reading.terms.length > 1)
    return { signal: { page: 'product', ...plain }, why: `number “${number}”, as in a model name` };
  const thing = thingIn(reading);
  if (reading.language === 'en' && reading.terms.length <= 4 && /[^siu]s$/.test(thing) && thing.length > 3)
    return { signal: { page: 'category_page', ...plain }, why: `plural “${thing}” with no other signal` };
  return {
    signal: { intent: 'informational', stage: 'awareness', page: 'blog_post', points: UNSIGNED_POINTS },
    why: 'no word signals an intent',
  };
}

/** Points below 1 are guesses by the form of a search; the confidence is as low as they are. */
const PLURAL_POINTS = 0.36;
const UNSIGNED_POINTS = 0.3;

/** `shoes` in `running shoes for flat feet`: the last word before a stop word or a place. */
function thingIn({ words, language }: KeywordReading): string {
  const [place] = findPlaces(words);
  const end = words.findIndex((word, at) => at > 0 && (isStopWord(word, language) || at === place?.at));
  return words[(end === -1 ? words.length : end) - 1] ?? '';
}

function winner(points: ReadonlyMap<Intent, number>): [Intent, number] {
  let best: Intent = 'informational';
  for (const intent of INTENTS) if ((points.get(intent) ?? 0) > (points.get(best) ?? 0)) best = intent;
  return [best, points.get(best) ?? 0];
}

function softmaxOf(points: ReadonlyMap<Intent, number>, value: Intent): number {
  const powers = INTENTS.map((intent) => Math.exp(points.get(intent) ?? 0));
  const sum = powers.reduce((total, power) => total + power, 0);
  return Math.min(0.97, Math.exp(points.get(value) ?? 0) / sum);
}
