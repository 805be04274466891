import { capitalizeFirst, countCasing, isShouted, isSmallWord, toTitleCase } from '../../../text/snippet/casing.ts';
import { splitTitle } from '../../../text/title-parts.ts';
import { stem } from '../../../text/stems.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { literalPattern } from '../../../web/literal-pattern.ts';
import { foldText, tokenize } from '../../../web/words.ts';
import type { Facts } from './facts.ts';
import { findPhrase } from './phrase.ts';
import { namesSite } from './site-name.ts';

const SECTION_NUMBER = /^\d{1,2}(?:\.\d{1,2})*[.)]\s+(?=\p{L})/u;
const PICTURES = /[\p{Extended_Pictographic}\uFE0F]+\s*/gu;

/** A heading as a title can say it: without section numbers, capitals and a mix of title case and small letters. */
export function writeHeading(facts: Facts, heading: string): string {
  const plain = heading
    .replace(SECTION_NUMBER, '')
    .replaceAll(PICTURES, '')
    .replace(/(?:[\s:–—¶§\p{C}-]|\s#)+$/u, '')
    .replace(/(?<=\p{Ll}{3})\.$/u, '');
  const calm = isShouted(plain) ? restoreCasing(facts, plain.toLocaleLowerCase(facts.language.code || 'en')) : plain;
  return applyCasing(facts, calm);
}

/** Title case on English pages that use it, or that mix both; in other languages the capitals that the page's sentences have. */
export function applyCasing(facts: Facts, text: string): string {
  const { code, declared } = facts.language;
  // A page in two languages does not tell which of them its heading is in.
  if (declared !== '' && declared !== code) return capitalizeFirst(text);
  const isMix = mixesCasing(facts, text);
  if (isNamed(text)) return text;
  if (code === 'en') return facts.title_case || isMix ? toTitleCase(text) : capitalizeFirst(text);
  return capitalizeFirst(isMix && facts.phrasing?.nouns_capital === false ? lowerWords(facts, text) : text);
}

/** `json — JSON encoder` begins with the name of a thing that is written small. */
function isNamed(text: string): boolean {
  const [first = '', ...others] = splitTitle(text);
  return others.length > 0 && /^[\p{Ll}\d]+$/u.test(first);
}

/** Letters that are enough to tell a word of meaning by. */
const TELLING = /^\p{L}{4,}$/u;

function mixesCasing(facts: Facts, text: string): boolean {
  const words = splitTitle(text)
    .flatMap((part) => listPlainWords(facts, part.split(' ')))
    .filter((word) => TELLING.test(word) && !isSmallWord(word));
  return words.some((word) => /^\p{Lu}\p{Ll}/u.test(word)) && words.some((word) => /^\p{Ll}/u.test(word));
}

/** The words behind the first that belong to no name: in `How Northlight Bakery cut payroll` the bakery does. */
function listPlainWords(facts: Facts, words: readonly string[]): string[] {
  let isAfterName = false;
  return words.filter((word, at) => {
    const isCapital = /^\p{Lu}/u.test(word);
    const isPart = isCapital && (isAfterName || isName(facts, word) || isNeverSmall(facts, word));
    isAfterName = at > 0 && isPart;
    return at > 0 && !isPart;
  });
}

/** Whether the page's sentences have a word, even at their start, and never in small letters. */
function isNeverSmall({ prose }: Facts, word: string): boolean {
  const written =
    prose.match(new RegExp(String.raw`(?<![\p{L}\p{N}])${literalPattern(word)}(?![\p{L}\p{N}])`, 'giu')) ?? [];
  return written.length > 0 && written.every((each) => /^\p{Lu}/u.test(each));
}

/** Whether the page's sentences nearly always write a word with a capital. */
function isName(facts: Facts, word: string): boolean {
  const { capital, small } = countCasing(facts.prose, word);
  return capital > small * 3;
}

/** English title case as a sentence: names and short forms keep their capitals. */
export function toSentenceCase(facts: Facts, text: string): string {
  if (facts.language.code !== 'en') return text;
  const name = facts.brand?.name;
  const site = new Set(name !== undefined && text.includes(name) ? name.split(' ') : []);
  return mapWords(text, (word) => {
    const bare = word.replace(/\P{L}+$/u, '');
    return /^\p{Lu}\p{Ll}+$/u.test(bare) && !site.has(bare) && !isName(facts, bare) ? word.toLowerCase() : word;
  });
}

/** A button's words as a sentence: in English all but the first word and the name of the site are small. */
export function writeCall(facts: Facts, call: string): string {
  if (facts.language.code !== 'en') return call;
  const site = new Set(facts.brand?.name.split(' '));
  return mapWords(call, (word) => (/^\p{Lu}\p{Ll}+$/u.test(word) && !site.has(word) ? word.toLowerCase() : word));
}

function lowerWords(facts: Facts, text: string): string {
  return mapWords(text, (word) =>
    /^\p{Lu}\p{Ll}+$/u.test(word) && isWrittenSmall(facts, word) ? word.toLowerCase() : word,
  );
}

/** Changes the words that begin neither the text nor a part or sentence of it. */
function mapWords(text: string, change: (word: string) => string): string {
  const words = text.split(' ');
  return words
    .map((word, at) => (at === 0 || /(?:^\P{L}+|[.!?:])$/u.test(words[at - 1] ?? '') ? word : change(word)))
    .join(' ');
}

function isWrittenSmall(facts: Facts, word: string): boolean {
  const { capital, small } = countCasing(facts.prose, word);
  return small > 1 && capital === 0;
}

/** `hamburg` → `Hamburg` and `crm` → `CRM` where the page writes them so. */
export function restoreCasing(facts: Facts, text: string): string {
  return text
    .split(' ')
    .map((word) => {
      const shown = new Map<string, number>();
      for (const [found] of facts.prose.matchAll(
        new RegExp(String.raw`(?<=[\p{Ll},] )${literalPattern(word)}(?![\p{L}\p{N}])`, 'giu'),
      ))
        shown.set(found, (shown.get(found) ?? 0) + 1);
      return [...shown].sort((one, other) => other[1] - one[1])[0]?.[0] ?? word;
    })
    .join(' ');
}

export interface KeywordText {
  readonly text: string;
  readonly source: string;
}

/** A question without its question mark is no title. */
const QUESTION =
  /^(?:what|why|when|where|which|who|is|are|can|does|do|was|wer|wo|wann|warum|welche[rs]?|ist|qué|quién|cuál|dónde|cuándo|quel(?:le)?s?|pourquoi|quand|où)\s/iu;

/**
 * Words of the search as a heading, spelled as the page spells them: a run of its H1 or title, or the same words in the same
 * order in its text. Undefined where the page never says them so, as a searcher's shorthand is no title.
 */
export function writeKeyword(facts: Facts, words: string): KeywordText | undefined {
  const { language, h1, title, sentences } = facts;
  if (words.trim() === '' || QUESTION.test(words)) return undefined;
  const prominent = [
    { name: 'h1', text: h1 ?? '' },
    { name: 'title', text: title ?? '' },
  ];
  const texts = sentences.slice(0, SENTENCES_SEARCHED).map(({ text }) => ({ name: 'text', text }));
  const phrase = findPhrase(words, prominent, language.code) ?? findPhrase(words, texts, language.code);
  if (phrase === undefined) return undefined;
  const source = prominent.find(({ name }) => name === phrase.source)?.text;
  const isWhole =
    source === undefined
      ? isSameOrder(phrase.text, words, language.code)
      : endsThere(source, phrase.text, language.code);
  if (!isWhole) return undefined;
  const bare = phrase.text.replace(ELIDED, '');
  const plain = isShouted(bare) ? restoreCasing(facts, bare.toLowerCase()) : bare;
  return { text: applyCasing(facts, plain), source: phrase.source };
}

const SENTENCES_SEARCHED = 120;

/** Words that no list of stop words has, and that begin another thought. */
const GOES_ON = new Set(
  'while without within during per plus vs während ohne pro mientras sin pendant sans par'.split(' '),
);

/** Whether a phrase ends where a thought of its heading does: `Python async` of `Python async await` does not. */
function endsThere(heading: string, phrase: string, language: string): boolean {
  const next = /^\s+([\p{L}\p{N}][\p{L}\p{N}’'-]*)/u.exec(heading.slice(heading.indexOf(phrase) + phrase.length))?.[1];
  const word = foldText(next ?? '');
  return word === '' || isStopWord(word, language) || GOES_ON.has(word);
}

/** The article or preposition of `d’expert-comptable`. */
const ELIDED = /^[dl]['’]/iu;

/** What a page may put between the words of a search without changing what they mean. */
const BETWEEN = new Set(
  'for the of in at with für im in mit para de del los las en con pour des les le la du a avec'.split(' '),
);

/** Word by word, as a part of a compound is another thing: `Installation` of `Installationsprogramm`. */
function isSameOrder(phrase: string, words: string, language: string): boolean {
  const [found, wanted] = [phrase.replace(ELIDED, ''), words].map((text) =>
    tokenize(text)
      .filter((word) => !BETWEEN.has(word))
      .map((word) => stem(word, language || 'en')),
  );
  return found?.join(' ') === wanted?.join(' ');
}

/** A title with the site name at its end, unless it has that already. */
export function addSiteName(facts: Facts, text: string): string {
  const { brand, separator } = facts;
  if (brand === undefined || namesSite(text, brand.name)) return text;
  return `${text}${separator}${brand.name}`;
}
