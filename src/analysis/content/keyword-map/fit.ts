import { classifyIntent, type IntentVerdict } from '../../text/intent.ts';
import { type KeywordReading, readKeyword, termOf } from '../../text/keyword.ts';
import { compareText } from '../../text/normalize.ts';
import { recommendPageType } from '../../text/page-type.ts';
import type { PageType } from '../../text/signals.ts';
import { weightedJaccard } from '../../text/similarity.ts';
import type { Verdict } from '../../text/verdict.ts';
import { type TermVector, termWeight } from '../../text/weights.ts';
import { meaningOfTerm } from '../supplied/meaning.ts';
import { intentFit } from '../supplied/page-kind.ts';
import { ownTerms } from '../supplied/subject.ts';
import { type MapPage, type PageTerms, strengthOf } from './pages.ts';

/** A keyword with what it asks for. */
export interface AskedKeyword {
  readonly text: string;
  readonly reading: KeywordReading;
  readonly weights: TermVector;
  readonly intent: IntentVerdict;
  readonly wanted: Verdict<PageType>;
}

/** Reads a keyword. The words of the own brand are left out of what a page has to have: every own page is of it. */
export function askKeyword(text: string, language: string, brand: string): AskedKeyword {
  const reading = readKeyword(text, language);
  const context = brand === '' ? {} : { brands: [brand, brand.replaceAll(' ', '')] };
  const own = ownTerms(reading, brand);
  const rest = reading.terms.filter((term) => !own.has(term));
  const terms = rest.length === 0 ? reading.terms : rest;
  return {
    text,
    reading,
    weights: new Map(terms.map((term) => [meaningOfTerm(term, reading.language), weightOf(term, reading.language)])),
    intent: classifyIntent(reading, context),
    wanted: recommendPageType(reading, context),
  };
}

/** A year asks for a fresh page, not for another subject. */
const YEAR = /^(?:19|20)\d\d$/;
const YEAR_WEIGHT = 0.3;

function weightOf(term: string, language: string): number {
  return YEAR.test(term) ? YEAR_WEIGHT : termWeight(term, language);
}

const COMPONENTS = ['topic', 'focus', 'intent'] as const;
/** Points of each component; together 100. Our own weights, pinned by the tests. */
const POINTS = { topic: 60, focus: 20, intent: 20 } as const;

export interface Fit {
  readonly page: MapPage;
  readonly score: number;
  readonly components: Readonly<Record<(typeof COMPONENTS)[number], number>>;
  /** Telling words of the keyword that the page does not have anywhere. */
  readonly missing: readonly string[];
  /** Share of the keyword's weight that the page has, wherever it stands. */
  readonly covered: number;
  /** The keyword names a number or model that the page does not have. */
  readonly other_number: boolean;
  readonly intent_fit: number;
  readonly focus: number;
  readonly targets: boolean;
}

/** A word of less weight, such as `best`, can be missing without the subject being another. */
const TELLING = 0.55;
/** Pages looked at closely for one keyword; the rest share fewer words with it. */
const CLOSE_LOOKS_MAX = 15;

/**
 * How well each page could answer a keyword, best first: `topic + focus + intent`, 0–100.
 *
 * topic: 60 × Σ weight × strength ÷ Σ weight over the keyword's terms, where strength is that of the best place the
 * page has the term in (title 1, current keyword 0.9, heading 0.85, address 0.75, description 0.55). focus: 20 × the
 * highest weighted Jaccard of the keyword with title, address, a heading or a current keyword, so that a page about
 * the keyword comes before one that mentions it. intent: 20 × how well a page of its type answers the search.
 */
export function fitsOf(keyword: AskedKeyword, pages: readonly MapPage[]): Fit[] {
  const rough = pages.flatMap((page) => {
    const terms = page.in_language(keyword.reading.language);
    const topic = topicOf(keyword, terms);
    if (topic.share === 0) return [];
    return [{ page, terms, topic, order: topic.share + 0.2 * weightedJaccard(keyword.weights, terms.title) }];
  });
  rough.sort((one, other) => other.order - one.order || compareText(one.page.url, other.page.url));
  return rough
    .slice(0, CLOSE_LOOKS_MAX)
    .map(({ page, terms, topic }) => closely(keyword, page, terms, topic))
    .sort(
      (one, other) =>
        other.score - one.score ||
        other.focus - one.focus ||
        one.page.url.length - other.page.url.length ||
        compareText(one.page.url, other.page.url),
    );
}

interface Topic {
  /** 0–1, by weight and strength. */
  readonly share: number;
  readonly covered: number;
  readonly missing: readonly string[];
}

/** A compound that the page writes in two words, or the other way round, is nearly the word itself. */
const JOINED_STRENGTH = 0.85;
const JOINED_MIN = 6;

function topicOf(keyword: AskedKeyword, terms: PageTerms): Topic {
  let total = 0;
  let share = 0;
  let covered = 0;
  const missing: string[] = [];
  for (const [term, weight] of keyword.weights) {
    total += weight;
    const field = terms.fields.get(term);
    const joined = field === undefined && term.length >= JOINED_MIN && terms.joined.includes(term);
    const strength = field === undefined ? (joined ? JOINED_STRENGTH : 0) : strengthOf(field);
    share += weight * strength;
    if (strength > 0) covered += weight;
    else if (weight >= TELLING) missing.push(term);
  }
  return total === 0 ? { share: 0, covered: 0, missing } : { share: share / total, covered: covered / total, missing };
}

function closely(keyword: AskedKeyword, page: MapPage, terms: PageTerms, topic: Topic): Fit {
  const focus = Math.max(0, ...terms.focuses.map((vector) => weightedJaccard(keyword.weights, vector)));
  const fit = intentFit(keyword.intent, keyword.wanted, page.type);
  const components = {
    topic: Math.round(POINTS.topic * topic.share),
    focus: Math.round(POINTS.focus * focus),
    intent: Math.round(POINTS.intent * fit),
  };
  return {
    page,
    components,
    score: components.topic + components.focus + components.intent,
    missing: topic.missing.map((term) => writtenAs(keyword.reading, term)),
    covered: topic.covered,
    other_number: topic.missing.some((term) => keyword.reading.numbers.includes(term)),
    intent_fit: fit,
    focus,
    targets: terms.keywords.some(({ key }) => key === keyword.reading.key),
  };
}

/** The word of the keyword that a term was made of. */
function writtenAs({ words, language }: KeywordReading, term: string): string {
  return words.find((word) => meaningOfTerm(termOf(word, language), language) === term) ?? term;
}
