import { AMOUNT } from '../text/amounts.ts';
import type { Serp } from '../ports/serp.ts';
import { cleanText, foldPhrase } from '../text/normalize.ts';
import { containment } from '../text/similarity.ts';
import type { SignalKind } from '../text/signals.ts';
import { asksSame, readSubject, type Subject } from '../text/subject.ts';
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
  serp: Pick<Serp, 'people_also_ask' | 'keyword'>,
  { pages, texts }: { readonly pages: readonly ComparedPage[]; readonly texts: readonly ReadText[] },
  subject: ReadonlySet<string>,
  language: string,
): SeenQuestion[] {
  const groups: Group[] = [];
  const granted = readSubject(serp.keyword, language, '');
  const add = (raw: string, url: string | undefined): void => {
    const question = cleanText(cleanHeading(raw), CHARACTERS_MAX);
    if (!QUESTION.test(question) || question.split(/\s+/).length < WORDS_MIN) return;
    const terms = termsOf(question, language);
    const asked = { question, terms, subject: readSubject(question, language, '') };
    const known = groups.find((group) => isSame(group, asked, granted));
    if (known === undefined) groups.push({ ...asked, asked: url === undefined, urls: url === undefined ? [] : [url] });
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
  readonly subject: Subject;
}

function isSame(one: Asked, other: Asked, granted: Subject): boolean {
  if (foldPhrase(one.question) === foldPhrase(other.question)) return true;
  const shared = Math.min(containment(one.terms, other.terms), containment(other.terms, one.terms));
  return shared >= SAME || asksSame(one.subject, other.subject, granted);
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
 * A passage answers where it holds, with its heading, every telling word of the question that the search itself does not
 * have; and what something costs, where it names an amount.
 */
export function findAnswer(
  question: string,
  text: ReadText,
  { subject, language }: { readonly subject: ReadonlySet<string>; readonly language: string },
): string | undefined {
  const all = termsOf(question, language);
  const { telling, asksPrice } = readQuestion(question, all, { subject, language });
  let best: { readonly passage: Passage; readonly held: number } | undefined;
  for (const { passage, said } of listStatements(text)) {
    const held = containment(all, weighTerms([...said], language));
    const isSaid = telling.every((term) => said.has(term));
    const isAnswer = asksPrice
      ? isSaid && AMOUNT.test(passage.text) && namesSubject(said, subject)
      : isSaid && (telling.length > 0 || held >= ANSWERED);
    if (isAnswer && held > (best?.held ?? -1)) best = { passage, held };
  }
  return best === undefined ? undefined : quoteTerms(best.passage, [...all.keys()]);
}

/** The words that an answer has to have, and whether the question asks what something costs. */
function readQuestion(
  question: string,
  all: TermVector,
  { subject, language }: { readonly subject: ReadonlySet<string>; readonly language: string },
): { readonly telling: readonly string[]; readonly asksPrice: boolean } {
  const { reading, purpose } = readSubject(question, language, '');
  const asksPrice = purpose === 'price' && !ASKS_OF_MORE.test(question);
  const places = reading.signals.filter(({ kind }) => ASKING.has(kind)).flatMap(({ places: each }) => each);
  const asking = new Set(places.flatMap((place) => [...termsOf(reading.words[place] ?? '', language).keys()]));
  const rest = [...all].filter(([term, weight]) => !subject.has(term) && weight >= TELLING).map(([term]) => term);
  const named = rest.filter((term) => !asking.has(term));
  // `How often` tells nothing beside what else is asked, and all where nothing else is.
  return { telling: named.length === 0 && !asksPrice ? rest : named, asksPrice };
}

/** `How much power does it cost?` asks for power. */
const ASKS_OF_MORE =
  /^(?:how (?:much|many) (?!(?:do|does|did|is|are|will|would|should|can|it)(?!\p{L}))|wie ?viele? (?!kost)|¿?cuánt[oa]s? (?!c[ou]e?st|val)|combien d)/iu;

const ASKING: ReadonlySet<SignalKind> = new Set<SignalKind>(['question', 'how_to', 'definition', 'cost', 'price']);

/** Parts of compounds from this length on: `Implantat` of `Zahnimplantat`. */
const PART_MIN = 5;

function namesSubject(said: ReadonlySet<string>, subject: ReadonlySet<string>): boolean {
  const parts = [...subject].filter((term) => term.length >= PART_MIN);
  return [...said].some(
    (term) =>
      subject.has(term) ||
      parts.some((part) => term.endsWith(part) || (term.length >= PART_MIN && part.endsWith(term))),
  );
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
