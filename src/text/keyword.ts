import { stem } from './stems.ts';
import { tokenize } from '../web/words.ts';
import { guessLanguage } from './language.ts';
import { cleanText, compareText, foldPhrase, stripAccents } from './normalize.ts';
import { findSignals, type FoundSignal } from './phrases.ts';
import { findRoute } from './places.ts';
import { isStopWord } from './stop-words.ts';
import { readWordLists, readWords } from './word-lists.ts';

/** A search as it is compared with others. */
export interface KeywordReading {
  /** As given, but for characters that cannot be seen and double spaces. */
  readonly text: string;
  readonly language: string;
  /** Folded words in their order, nothing left out. */
  readonly words: readonly string[];
  /** Stems of the words that carry meaning, in their order, each once; all words when there is no other. */
  readonly terms: readonly string[];
  /** Terms in a fixed order: searches that differ in word order, stop words, number or spelling alone share it. */
  readonly key: string;
  /** `pdf→word` for a search that turns one thing into another or goes from one place to another; else ''. */
  readonly direction: string;
  /** Terms that are a number or a model: what tells `iphone 14` from `iphone 15`. */
  readonly numbers: readonly string[];
  readonly signals: readonly FoundSignal[];
}

/** Searches are at most some hundred characters; what is longer is a paste that went wrong and is read in part. */
const CHARACTERS_MAX = 700;
const WORDS_MAX = 30;

/** Reads a search in a language; '' lets the words decide. */
export function readKeyword(text: string, language = ''): KeywordReading {
  const clean = cleanText(text, CHARACTERS_MAX);
  const known = language === '' ? guessLanguage(clean).value : language;
  const words = splitWords(foldPhrase(clean, CHARACTERS_MAX));
  const meaning = words.filter((word) => !isStopWord(word, known));
  const terms = [...new Set((meaning.length === 0 ? words : meaning).map((word) => stemTerm(word, known)))];
  const direction = findRoute(words) || directionOf(words, known);
  return {
    text: clean,
    language: known,
    words,
    terms,
    key: [...[...terms].sort(compareText), direction].join(' ').trim(),
    direction,
    numbers: terms.filter((term) => /\p{N}/u.test(term)),
    signals: findSignals(words, known),
  };
}

/** One folded word as terms are compared: one spelling, stemmed, without accents. */
export function stemTerm(word: string, language: string): string {
  const spelled = unifySpelling(word, language);
  if (/\p{N}/u.test(spelled)) return spelled;
  const stemmed = stem(spelled, language === '' ? 'en' : language);
  return stripAccents(language === 'de' ? stemmed.replace(GERMAN_VERB_END, '') : stemmed);
}

/** The stemmer keeps the t of `streicht`, which parts it from `streichen`. */
const GERMAN_VERB_END = /(?<=^.{4,}[^aeiouäöüt])t$/;

/**
 * One spelling for words that are written in two ways: British and American English, German umlauts typed as two letters.
 *
 * Works on folded words before stemming. Word by word where a pattern would catch others (`our` in `four`, `tour`).
 */
function unifySpelling(word: string, language: string): string {
  if (language === 'en' || language === '') return VARIANTS.get(word) ?? byEnding(word);
  if (language === 'de') return word.replaceAll(/(?<![aeqäöü])([aou])e(?![iuy])/g, umlaut);
  return word;
}

/** The stemmer keeps `ü`, and German searches write it `ue` as often; the pair is read as the umlaut. */
function umlaut(_pair: string, vowel: string): string {
  return { a: 'ä', o: 'ö', u: 'ü' }[vowel] ?? vowel;
}

const VARIANTS: ReadonlyMap<string, string> = new Map([
  ...[...readWords('spelled_our')].flatMap((british) => {
    const american = british.replace('our', 'or');
    return [british, `${british}s`, `${british}ed`, `${british}ing`].map(
      (form) => [form, form.replace(british, american)] as const,
    );
  }),
  ...[...readWords('spelled_re')].flatMap((british) => {
    const american = `${british.slice(0, -2)}er`;
    return [[british, american] as const, [`${british}s`, `${american}s`] as const];
  }),
  ...[...readWordLists('spelling.tsv')].map(([written, [read = '']]) => [written, read] as const),
]);

/** `organise`, `analyse`: endings that British English writes with s. Words that end so everywhere are left. */
const ALWAYS_ISE = new RegExp(`^(?:${[...readWords('always_ise')].join('|')})ise?[sdr]?$`);

function byEnding(word: string): string {
  if (word.length < 6) return word;
  if (/ys(?:e[sdr]?|ing)$/.test(word) && /(?:anal|paral|catal|hydrol|electrol)ys/.test(word))
    return word.replace(/ys(?=e[sdr]?$|ing$)/, 'yz');
  const ise = /is(?:e[sdr]?|ing|ation|ations|er|ers)$/.exec(word);
  if (ise === null || ALWAYS_ISE.test(word) || ALWAYS_ISE.test(`${word.slice(0, ise.index)}ise`)) return word;
  return `${word.slice(0, ise.index)}iz${word.slice(ise.index + 2)}`;
}

/** Meaningful terms of any text in its order, repeated as they occur. */
export function readTerms(text: string, language: string, charactersMax = 20_000): string[] {
  const words = splitWords(foldPhrase(text, charactersMax), 5000);
  return words.filter((word) => !isStopWord(word, language)).map((word) => stemTerm(word, language));
}

const LETTERS_THEN_DIGITS = /^(\p{L}{2,})(\p{N}+)$/u;
const DIGITS_THEN_UNIT = /^(\p{N}+)(gb|tb|mb|kg|g|mg|ml|cl|cm|mm|km|inch|zoll|oz|lb|lbs|mah|hz|mph|kwh|ft|watt|volt)$/u;

/** `e bike` is written `e-bike` and `ebike` as often; the list is short, since `e` and `t` are words elsewhere. */
const LETTER_WORD =
  /(?<![\p{L}\p{N}])(e(?= (?:bikes?|bicycles?|scooters?|commerce|mails?|books?|readers?|learning|cigarettes?|cigs?|liquids?|sports|rezept|auto|autos|roller)(?![\p{L}\p{N}]))|t(?= shirts?(?![\p{L}\p{N}]))|x(?= rays?(?![\p{L}\p{N}]))|k(?= pop(?![\p{L}\p{N}]))) /gu;

/** Folded words; `iphone14` and `256gb` are cut where letters meet digits, `t-shirt` and `c++` are kept in one. */
function splitWords(folded: string, wordsMax = WORDS_MAX): string[] {
  const joined = folded
    .replaceAll(/(?<![\p{L}\p{N}])([a-z])[-‐‑–](?=\p{L})/gu, '$1')
    .replaceAll(LETTER_WORD, '$1')
    .replaceAll(/(?<![\p{L}\p{N}])c\+\+/gu, 'cplusplus')
    .replaceAll(/(?<![\p{L}\p{N}])([cf])#/gu, '$1sharp')
    .replaceAll(/(?<![\p{L}\p{N}])\.net(?!\p{L})/gu, 'dotnet')
    .replaceAll(/(?<=\p{L})['’`](?=s(?!\p{L}))/gu, '')
    .replaceAll(/(?<=\p{L})['’](?:d|ll|re|ve|m)(?!\p{L})/gu, '')
    .replaceAll(/(?<=\p{N})[.,](?=\p{N})/gu, '_');
  const words = joined.split('_').length > 1 ? cutDecimals(joined) : tokenize(joined);
  return words
    .slice(0, wordsMax)
    .flatMap((word) => {
      const parts = LETTERS_THEN_DIGITS.exec(word) ?? DIGITS_THEN_UNIT.exec(word);
      return parts === null ? [word] : [parts[1] ?? '', parts[2] ?? ''];
    })
    .filter((word) => word !== '' && word.length <= 64);
}

/** `5.5` is one number, not two. */
function cutDecimals(text: string): string[] {
  return text.split(/\s+/).flatMap((part) => {
    const decimal = /^(\p{N}+(?:_\p{N}+)+)(\p{L}*)$/u.exec(part);
    if (decimal === null) return tokenize(part.replaceAll('_', ' '));
    return [(decimal[1] ?? '').replaceAll('_', '.'), decimal[2] ?? ''];
  });
}

const TO: Readonly<Record<string, readonly string[]>> = {
  en: ['to', 'into'],
  de: ['in', 'nach', 'zu'],
  es: ['a', 'en'],
  fr: ['en', 'vers', 'a'],
  it: ['in', 'a'],
  pt: ['para', 'em'],
  nl: ['naar'],
};
const CONVERSION = /^(?:usd|eur|gbp|jpy|chf|cad|aud|inr|\p{N}.*)$/u;

/**
 * `pdf to word` and `word to pdf` hold the same words and want the opposite. The word before and after `to` is marked
 * when both sides are one word of the search, which is how conversions and journeys are typed.
 */
function directionOf(words: readonly string[], language: string): string {
  const at = words.findIndex((word, place) => place > 0 && (TO[language] ?? TO['en'] ?? []).includes(word));
  const [before, after] = [words[at - 1], words[at + 1]];
  if (at === -1 || before === undefined || after === undefined) return '';
  if (isStopWord(before, language) || isStopWord(after, language)) return '';
  if (language !== 'en' && !CONVERSION.test(before)) return '';
  if (language === 'en' && NOT_A_SOURCE.has(before)) return '';
  return `${stemTerm(before, language)}→${stemTerm(after, language)}`;
}

/** Words before `to` that do not start a journey: `how to`, `ways to`, `alternative to`. */
const NOT_A_SOURCE = readWords('no_source');
