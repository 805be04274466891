import { isLooseTerm } from '../../../study/candidates.ts';
import { readWords } from '../../../text/reading/words.ts';
import { type TermVector, termWeight, weighTerms } from '../../../text/weights.ts';
import { findCues, WORD_CUES } from './cues.ts';
import type { Post, PostSentence } from './posts.ts';

/** What is asked for, by what its words mean. */
export interface Subject {
  readonly query: string;
  readonly language: string;
  /** Weight by term. */
  readonly terms: TermVector;
}

export function readSubject(query: string, language: string): Subject {
  return { query, language, terms: weighTerms(readTerms(query, language), language) };
}

/** Terms of a passage that carry meaning. */
export function readTerms(text: string, language: string): string[] {
  return readWords(text, language).flatMap(({ term }) => (term === '' ? [] : [term]));
}

/** A discussion is about the subject from this relevance on; below it shares a word or two. */
export const RELEVANT_MIN = 34;

const TITLE_POINTS = 50;
const TEXT_POINTS = 30;
const TOGETHER_POINTS = 20;

export interface Relevance {
  readonly relevance: number | null;
  readonly relevance_components: Readonly<Record<'title' | 'text' | 'together', number | null>>;
  /** 0–1: how much of the weight is known. */
  readonly relevance_coverage: number;
}

/**
 * How far a discussion is about the subject, 0–100: the weighted share of the query's terms in its title (50 points), in its text
 * (30) and in the one sentence that holds most of them (20). Our own weights. A part that the source does not show is null, and
 * the known ones are raised to 100.
 */
export function rateRelevance({ discussion, language, sentences }: Post, subject: Subject): Relevance {
  const { title, text } = discussion;
  const share = (passage: string | null): number | null =>
    passage === null ? null : shareOf(subject, new Set(readTerms(passage, language)), language);
  const shares = {
    title: share(title),
    text: share(text),
    together:
      sentences.length === 0
        ? null
        : Math.max(...sentences.map((sentence) => share(sentence.text) ?? 0), share(title) ?? 0),
  };
  const points = { title: TITLE_POINTS, text: TEXT_POINTS, together: TOGETHER_POINTS };
  const known = (['title', 'text', 'together'] as const).filter((part) => shares[part] !== null);
  const weight = known.reduce((sum, part) => sum + points[part], 0);
  const scaled = (part: keyof typeof points): number | null => {
    const own = shares[part];
    return own === null ? null : Math.round((own * points[part] * 100) / weight);
  };
  const components = { title: scaled('title'), text: scaled('text'), together: scaled('together') };
  return {
    relevance: weight === 0 ? null : known.reduce((sum, part) => sum + (components[part] ?? 0), 0),
    relevance_components: components,
    relevance_coverage: weight / 100,
  };
}

/** Languages that write several words as one. */
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'no', 'nb', 'fi']);
const PART_LETTERS_MIN = 5;

function shareOf({ terms }: Subject, held: ReadonlySet<string>, language: string): number {
  let [all, there] = [0, 0];
  for (const [term, weight] of terms) {
    all += weight;
    if (held.has(term) || isPart(term, held, language)) there += weight;
  }
  return all === 0 ? 0 : there / all;
}

/** `Wärmepumpe` is in `Luftwärmepumpe`. */
function isPart(term: string, held: ReadonlySet<string>, language: string): boolean {
  if (!COMPOUNDING.has(language) || term.length < PART_LETTERS_MIN) return false;
  return [...held].some((each) => each.length > term.length && (each.startsWith(term) || each.endsWith(term)));
}

/** Whether a term only repeats what was asked for. */
export function isOfSubject(term: string, subject: Subject): boolean {
  if (subject.terms.has(term)) return true;
  return [...subject.terms.keys()].some(
    (own) =>
      own.length >= PART_LETTERS_MIN &&
      COMPOUNDING.has(subject.language) &&
      (term.startsWith(own) || term.endsWith(own)),
  );
}

/** A question with how far it stands for itself: by what it holds of the subject, and whether it is the title. */
export interface OwnQuestion {
  readonly sentence: PostSentence;
  readonly points: number;
}

/** The questions of a post that stand for themselves, those that say most of the subject first. */
export function listOwnQuestions({ language, sentences }: Post, subject: Subject): OwnQuestion[] {
  return sentences
    .filter(({ is_question, words }) => is_question && words.length >= QUESTION_WORDS_MIN)
    .filter(({ text, words }) => !isRhetorical(text, words, language))
    .map((sentence) => {
      const terms = new Set(readTerms(sentence.text, language));
      const held = shareOf(subject, terms, language);
      return { sentence, terms, points: 2 * held + (sentence.is_title ? 1 : 0) };
    })
    .filter(({ sentence, terms }) => sentence.is_title || countTelling(terms, language) >= QUESTION_TERMS_MIN)
    .sort((one, other) => other.points - one.points)
    .map(({ sentence, points }) => ({ sentence, points }));
}

/** `Who says that it does not work?` asks nothing. */
function isRhetorical(text: string, words: PostSentence['words'], language: string): boolean {
  return findCues(text, words, { table: WORD_CUES, language }).some(({ kind }) => kind === 'denial');
}

const QUESTION_WORDS_MIN = 4;
/** `Who is right?` needs what stands in front of it. */
const QUESTION_TERMS_MIN = 2;
const TELLING_WEIGHT = 0.9;

function countTelling(terms: ReadonlySet<string>, language: string): number {
  return [...terms].filter((term) => termWeight(term, language) >= TELLING_WEIGHT && !isLooseTerm(term, language))
    .length;
}
