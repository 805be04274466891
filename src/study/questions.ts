import type { Serp } from '../ports/serp.ts';
import { cleanText, foldPhrase } from '../text/normalize.ts';
import { containment } from '../text/similarity.ts';
import { type TermVector, weighTerms } from '../text/weights.ts';
import type { ReadText } from './candidates.ts';
import { cleanHeading } from './headings.ts';
import type { ComparedPage } from './kinds.ts';
import { readWords } from '../text/reading/words.ts';
import { type Passage, quoteTerms } from './text.ts';

/** A question that was seen: on the result page, or as a heading of a page that ranks. */
export interface SeenQuestion {
  readonly question: string;
  readonly seen_in: 'people_also_ask' | 'headings' | 'both';
  /** Pages that have it as a heading, by URL. */
  readonly seen_on: readonly string[];
}

const QUESTION = /[?？؟]\s*$/u;
const QUESTIONS_MAX = 25;
const CHARACTERS_MAX = 160;
const WORDS_MIN = 3;
/** Two questions that share so much of what they ask are one. */
const SAME = 0.75;
/** Share of its words that others have to have where one page alone asks it. */
const KNOWN = 0.5;

/**
 * Questions about a search, each once: those of the result page first, then those that most pages answer. What one page alone asks
 * counts where the search or other pages have half of its words: anything else may be about anything.
 */
export function listQuestions(
  serp: Pick<Serp, 'people_also_ask'>,
  { pages, texts }: { readonly pages: readonly ComparedPage[]; readonly texts: readonly ReadText[] },
  subject: ReadonlySet<string>,
  language: string,
): SeenQuestion[] {
  const groups: Group[] = [];
  const add = (raw: string, url: string | undefined): void => {
    const question = cleanText(cleanHeading(raw), CHARACTERS_MAX);
    if (!QUESTION.test(question) || question.split(/\s+/).length < WORDS_MIN) return;
    const terms = termsOf(question, language);
    const known = groups.find((group) => isSame(group, { question, terms }));
    if (known === undefined)
      groups.push({ question, terms, asked: url === undefined, urls: url === undefined ? [] : [url] });
    else if (url !== undefined && !known.urls.includes(url)) known.urls.push(url);
  };
  for (const { question } of serp.people_also_ask ?? []) add(question, undefined);
  for (const { page, url } of pages) for (const { heading } of page.sections) add(heading, url);
  const isAbout = ({ terms, urls: [url] }: Group): boolean => {
    const own = pages.findIndex((page) => page.url === url);
    const isKnown = (term: string): boolean =>
      subject.has(term) || texts.some(({ places }, at) => at !== own && places.has(term));
    const words = [...terms.keys()];
    return words.filter(isKnown).length >= KNOWN * words.length;
  };
  return groups
    .filter((group) => group.asked || group.urls.length > 1 || isAbout(group))
    .toSorted((one, other) => Number(other.asked) - Number(one.asked) || other.urls.length - one.urls.length)
    .slice(0, QUESTIONS_MAX)
    .map(({ question, asked, urls }) => ({
      question,
      seen_in: asked ? (urls.length > 0 ? 'both' : 'people_also_ask') : 'headings',
      seen_on: urls,
    }));
}

interface Group extends Asked {
  readonly asked: boolean;
  readonly urls: string[];
}

interface Asked {
  readonly question: string;
  readonly terms: TermVector;
}

function isSame(one: Asked, other: Asked): boolean {
  if (foldPhrase(one.question) === foldPhrase(other.question)) return true;
  return Math.min(containment(one.terms, other.terms), containment(other.terms, one.terms)) >= SAME;
}

function termsOf(question: string, language: string): TermVector {
  return weighTerms(
    readWords(question, language)
      .map(({ term }) => term)
      .filter((term) => term !== ''),
    language,
  );
}

/** Share of a question that a passage and its heading have to hold where no word of it tells more than the search itself. */
const ANSWERED = 0.75;
/** A heading that asks it is no answer without text. */
const ANSWER_WORDS_MIN = 8;
const TELLING = 0.9;

/**
 * The sentence of a page that answers a question; undefined where none does.
 *
 * A passage answers where it holds, with its heading, every telling word of the question that the search itself does not have.
 */
export function findAnswer(
  question: string,
  text: ReadText,
  { subject, language }: { readonly subject: ReadonlySet<string>; readonly language: string },
): string | undefined {
  const all = termsOf(question, language);
  const telling = [...all].filter(([term, weight]) => !subject.has(term) && weight >= TELLING).map(([term]) => term);
  let best: { readonly passage: Passage; readonly held: number } | undefined;
  for (const { passage, said } of listStatements(text)) {
    const held = containment(all, weighTerms([...said], language));
    const isAnswer = telling.length === 0 ? held >= ANSWERED : telling.every((term) => said.has(term));
    if (isAnswer && held > (best?.held ?? 0)) best = { passage, held };
  }
  return best === undefined ? undefined : quoteTerms(best.passage, [...all.keys()]);
}

/** Passages long enough to answer something, with what they say together with their heading. */
function listStatements({ passages }: ReadText): { readonly passage: Passage; readonly said: ReadonlySet<string> }[] {
  let heading: Passage | undefined;
  return passages.flatMap((passage) => {
    if (passage.is_heading) heading = passage;
    if (passage.is_heading || passage.words.length < ANSWER_WORDS_MIN) return [];
    const headed = heading?.section === passage.section ? heading.terms : [];
    return [{ passage, said: new Set([...passage.terms, ...headed]) }];
  });
}
