import { once } from '../kernel/once.ts';
import { languageOfTag, tokenize } from '../web/words.ts';
import { cleanText, stripAccents } from './normalize.ts';
import { listSignalPhrases } from './phrases.ts';
import { listStopWords, STOP_WORD_LANGUAGES } from './stop-words.ts';
import { roundToHundredths, type Verdict } from './verdict.ts';
import { readWordLists } from './word-lists.ts';

export interface LanguageVerdict extends Verdict<string> {
  /** Points by language, where words and letters decided. */
  readonly points: ReadonlyMap<string, number>;
  /** Whether the script left no other choice. */
  readonly script: boolean;
}

/**
 * Tells the language of a few words, as ISO 639-1, where the n-gram tables of the kernel need a sentence.
 *
 * Script first; among Latin scripts the function words, the letters that only some languages have, and endings.
 * `hint` is the language that the rest of a list or a page is in: it decides where the words themselves do not.
 */
export function guessLanguage(text: string, hint = ''): LanguageVerdict {
  const clean = cleanText(text, 3000).toLowerCase();
  const claimed = languageOfTag(hint);
  const script = SCRIPTS.find(({ pattern }) => pattern.test(clean));
  if (script !== undefined) return byScript(clean, script, claimed);
  const points = new Map<string, number>();
  const evidence = new Map<string, string[]>();
  const add = (language: string, gain: number, sign: string): void => {
    points.set(language, (points.get(language) ?? 0) + gain);
    if (gain > 0) evidence.set(language, [...(evidence.get(language) ?? []), sign].slice(0, 5));
  };
  for (const word of tokenize(clean).slice(0, 300)) {
    for (const [language, gain] of languagePoints(word)) add(language, gain, word);
  }
  for (const [language, gain, letter] of letterPoints(clean)) add(language, gain, letter);
  return decide(points, evidence, claimed);
}

/**
 * The language that most of a list is in, and that of each text.
 *
 * A search whose own words tell nothing goes by what the words that it shares with others of the list are in, then by
 * the list as a whole: `paella receta` is Spanish next to `cómo hacer paella`.
 */
export function guessLanguages(
  texts: readonly string[],
  hint = '',
): { readonly main: Verdict<string>; readonly each: readonly string[] } {
  const guesses = texts.map((text) => guessLanguage(text));
  const shares = new Map<string, number>();
  const byWord = new Map<string, Map<string, number>>();
  for (const [at, { value, confidence }] of guesses.entries()) {
    if (value === '') continue;
    shares.set(value, (shares.get(value) ?? 0) + confidence);
    for (const mark of wordsOf(texts[at] ?? '').flatMap(marksOf)) {
      const points = byWord.get(mark) ?? new Map<string, number>();
      byWord.set(mark, points.set(value, (points.get(value) ?? 0) + confidence));
    }
  }
  const sure = new Set(guesses.filter(({ confidence }) => confidence >= SURE_FROM).map(({ value }) => value));
  const main = mainLanguage(shares, languageOfTag(hint));
  return {
    main,
    each: texts.map((text, at) =>
      languageAmong(text, guesses[at] ?? guessLanguage(text), { byWord, shares, sure, main: main.value }),
    ),
  };
}

function mainLanguage(shares: ReadonlyMap<string, number>, claimed: string): Verdict<string> {
  const [top, weight] = heaviest(shares) ?? [claimed, 0];
  // All languages borrow English words, so one that may be English does not outweigh the language that was asked for.
  const isBorrowed = top === 'en' && weight < SURE_FROM;
  const value = claimed !== '' && (isBorrowed || (shares.get(claimed) ?? 0) >= weight * 0.7) ? claimed : top;
  const sure = [...shares.values()].reduce((sum, each) => sum + each, 0);
  const guess = value === '' ? 0 : 0.3;
  return {
    value,
    confidence: sure === 0 ? guess : roundToHundredths((shares.get(value) ?? 0) / sure),
    evidence: [...shares]
      .sort(byWeight)
      .slice(0, 3)
      .map(([language, points]) => `${language}: ${roundToHundredths(points)}`),
  };
}

/** What a word is worth that others of the list have, whose language is known. */
const NEIGHBOUR_POINTS = 0.7;
/** Compounds of one subject begin alike: `umzugskosten`, `umzugskartons`. */
const BEGINNING = 6;
const COMPOUND_MIN = 9;
/** Letters that English has in borrowed words alone. */
const NOT_ENGLISH = /[¡¿ßÀ-ÖØ-öø-ÿœŒ]/u;

/** What a word is known by among the words of a list. */
function marksOf(word: string): readonly string[] {
  return word.length < COMPOUND_MIN ? [word] : [word, `${word.slice(0, BEGINNING)}…`];
}

interface ListLanguages {
  readonly byWord: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly shares: ReadonlyMap<string, number>;
  /** Languages that some text of the list is surely in. */
  readonly sure: ReadonlySet<string>;
  readonly main: string;
}

/** What a text's own words and those that it shares with others say; the main language where they do not contradict it. */
function languageAmong(text: string, own: LanguageVerdict, { byWord, shares, sure, main }: ListLanguages): string {
  if (own.script) return scriptAmong(text, own.value, { shares, main });
  if (own.value === main) return main;
  // One word that only this language has outweighs nouns that every language borrows.
  if (sure.has(own.value) && (own.points.get(own.value) ?? 0) >= WORD_POINTS) return own.value;
  return byPoints(withNeighbours(text, own, byWord), { shares, sure, main, borrows: NOT_ENGLISH.test(text) });
}

interface Others extends Pick<ListLanguages, 'shares' | 'sure' | 'main'> {
  /** Whether a text has letters that English has in borrowed words alone. */
  readonly borrows: boolean;
}

function byPoints(points: ReadonlyMap<string, number>, { shares, sure, main, borrows }: Others): string {
  const best = Math.max(0, ...points.values());
  const near = [...points].filter(([, gained]) => best - gained < LEAD_MIN);
  const isKnown = near.some(([language]) => sure.has(language));
  const contradiction = isKnown ? KNOWN_CONTRADICTION_POINTS : CONTRADICTION_POINTS;
  const isForeign = main === 'en' && borrows && isKnown;
  if (main !== '' && !isForeign && best - (points.get(main) ?? 0) < contradiction) return main;
  // Of languages that are equally near the one that more of the list is in.
  return heaviest(new Map(near.map(([language]) => [language, shares.get(language) ?? 0])))?.[0] ?? main;
}

/** The points of a text's own words and what the other texts that share them are in. */
function withNeighbours(
  text: string,
  own: LanguageVerdict,
  byWord: ListLanguages['byWord'],
): ReadonlyMap<string, number> {
  const points = new Map(own.points);
  for (const word of wordsOf(text).flatMap(marksOf)) {
    const votes = new Map(byWord.get(word));
    // A text is no neighbour of itself.
    if (own.value !== '') votes.set(own.value, Math.max(0, (votes.get(own.value) ?? 0) - own.confidence));
    const total = [...votes.values()].reduce((sum, each) => sum + each, 0);
    if (total < NEIGHBOURS_MIN) continue;
    for (const [language, vote] of votes)
      points.set(language, (points.get(language) ?? 0) + (NEIGHBOUR_POINTS * vote) / total);
  }
  return points;
}

/** Less than this is what rounding leaves. */
const NEIGHBOURS_MIN = 0.01;
/** More than one telling word: a text from which on its language counts as present in a list. */
const SURE_FROM = 0.61;
/** What it takes to read one text in a language that no other of the list is in. */
const CONTRADICTION_POINTS = 1.3;
/** The same where other texts of the list are in it. */
const KNOWN_CONTRADICTION_POINTS = 0.45;
/** Common signs that Japanese writes in another way. */
const SIMPLIFIED = /[们这东车时书买见话语说问间门马为个么对开关发电动价钱样课击网实选择习软种荐总]/;

/** Han alone is Japanese in a list that has kana, unless its signs are those of Chinese. */
function scriptAmong(text: string, value: string, { shares, main }: Pick<ListLanguages, 'shares' | 'main'>): string {
  if (value === 'zh' && main !== 'zh' && (shares.get('ja') ?? 0) > 0 && !SIMPLIFIED.test(text)) return 'ja';
  return guessLanguage(text, main).value;
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(tokenize(cleanText(text, 500)))].slice(0, 40);
}

type Entry = readonly [string, number];

function byWeight(one: Entry, other: Entry): number {
  return other[1] - one[1] || (one[0] < other[0] ? -1 : 1);
}

function heaviest(points: ReadonlyMap<string, number>): Entry | undefined {
  return [...points].sort(byWeight)[0];
}

interface Script {
  readonly pattern: RegExp;
  /** The commonest language of the script first. */
  readonly languages: readonly string[];
  readonly name: string;
}

const SCRIPTS: readonly Script[] = [
  { name: 'kana', pattern: /[\p{sc=Hiragana}\p{sc=Katakana}]/u, languages: ['ja'] },
  { name: 'Hangul', pattern: /\p{sc=Hangul}/u, languages: ['ko'] },
  { name: 'Han', pattern: /\p{sc=Han}/u, languages: ['zh', 'ja'] },
  { name: 'Cyrillic', pattern: /\p{sc=Cyrillic}/u, languages: ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk'] },
  { name: 'Arabic', pattern: /\p{sc=Arabic}/u, languages: ['ar', 'fa', 'ur'] },
  { name: 'Hebrew', pattern: /\p{sc=Hebrew}/u, languages: ['he'] },
  { name: 'Greek', pattern: /\p{sc=Greek}/u, languages: ['el'] },
  { name: 'Thai', pattern: /\p{sc=Thai}/u, languages: ['th'] },
  { name: 'Devanagari', pattern: /\p{sc=Devanagari}/u, languages: ['hi', 'mr', 'ne'] },
  { name: 'Tamil', pattern: /\p{sc=Tamil}/u, languages: ['ta'] },
  { name: 'Armenian', pattern: /\p{sc=Armenian}/u, languages: ['hy'] },
  { name: 'Georgian', pattern: /\p{sc=Georgian}/u, languages: ['ka'] },
];

function byScript(text: string, script: Script, claimed: string): LanguageVerdict {
  return { ...scriptVerdict(text, script, claimed), points: new Map(), script: true };
}

function scriptVerdict(text: string, script: Script, claimed: string): Verdict<string> {
  const [first = ''] = script.languages;
  if (script.languages.includes(claimed))
    return { value: claimed, confidence: 0.95, evidence: [`${script.name} letters`] };
  if (script.name === 'Cyrillic' && /[іїєґ]/.test(text))
    return { value: 'uk', confidence: 0.9, evidence: ['Ukrainian letters'] };
  if (script.name === 'Arabic' && /[پچژگ]/.test(text))
    return { value: 'fa', confidence: 0.8, evidence: ['Persian letters'] };
  return { value: first, confidence: script.languages.length === 1 ? 0.98 : 0.8, evidence: [`${script.name} letters`] };
}

const LATIN_LANGUAGES: readonly string[] = STOP_WORD_LANGUAGES.filter(
  (language) => !['ja', 'zh', 'ko', 'ar', 'hi', 'ru'].includes(language),
);

/** Endings that few other languages have; only long words are judged by them. */
const ENDINGS: readonly (readonly [string, RegExp])[] = [
  ['en', /(?:ing|ness|ware|ght|ship)s?$/],
  ['en', /tions?$/],
  ['fr', /tions?$/],
  ['sv', /tion$/],
  ['da', /tion$/],
  ['de', /tion$/],
  ['de', /(?:ung|ungen|keit|heit|lich|schaft|schuhe|isch|ieren|versicherung)$/],
  ['es', /(?:ción|ciones|dad|miento|illas|illos|ería|ando|iendo)$/],
  ['fr', /(?:eux|euse|eaux|(?<!manag)ement|iques?|ières?|oires?|eurs?)$/],
  ['it', /(?:zione|zioni|ità|ezza|aggio|iere)$/],
  ['pt', /(?:ção|ções|dade|inho|inha|agem)$/],
  ['nl', /(?:lijk|heid|tjes|schoenen)$/],
];

const UNACCENTED_MIN = 4;
/** Languages that have a word, from stop words, signal phrases and frequent words: the fewer, the more the word tells. */
const languagesOfWords = once(languagesByWord);

function languagesByWord(): ReadonlyMap<string, ReadonlySet<string>> {
  const searchWords = readWordLists('search-words.tsv');
  const table = new Map<string, Set<string>>();
  const add = (word: string, language: string): void => {
    table.set(word, (table.get(word) ?? new Set()).add(language));
  };
  for (const language of LATIN_LANGUAGES) {
    for (const word of listStopWords(language)) add(word, language);
    const written = [...(searchWords.get(language) ?? []), ...listSignalPhrases(language)].flatMap(tokenize);
    for (const word of written) {
      add(word, language);
      // Half of all searches are typed without accents; short words would become those of other languages.
      if (word.length >= UNACCENTED_MIN) add(stripAccents(word), language);
    }
  }
  return table;
}

const WORD_POINTS = 1;
const ENGLISH_ALONE = 0.9;
const ENGLISH_SHARED = 1.15;
const LETTER_POINTS = 0.25;
const ENDING_POINTS = 0.4;
const ENDING_WORD_MIN = 6;

/** Words that tell one language by the lists and are as common in English: `plus size`. */
const TELLS_NOTHING: ReadonlySet<string> = new Set(['plus']);

function languagePoints(word: string): (readonly [string, number])[] {
  if (TELLS_NOTHING.has(word)) return [];
  const languages = languagesOfWords().get(word);
  if (languages !== undefined) {
    const points = (word.length === 1 ? LETTER_POINTS : WORD_POINTS) / languages.size;
    // Other languages borrow English words far more often than the other way round.
    const english = points * (languages.size === 1 ? ENGLISH_ALONE : ENGLISH_SHARED);
    return [...languages].map((language) => [language, language === 'en' ? english : points] as const);
  }
  if (word.length < ENDING_WORD_MIN) return [];
  const parts = compoundLanguages(word);
  if (parts.length > 0) return parts.map((language) => [language, COMPOUND_POINTS / parts.length] as const);
  const ending = ENDINGS.filter(([, pattern]) => pattern.test(word));
  return ending.map(([language]) => [language, ENDING_POINTS / ending.length] as const);
}

/** Languages that write `fahrradreparatur` in one word. */
const COMPOUNDING: readonly string[] = ['de', 'nl', 'sv', 'da', 'no', 'fi'];
const COMPOUND_POINTS = 0.7;
const COMPOUND_PART_MIN = 5;

/** The languages that have the last part of a long word, the longest part first. */
function compoundLanguages(word: string): readonly string[] {
  for (let at = COMPOUND_PART_MIN - 1; at <= word.length - COMPOUND_PART_MIN; at += 1) {
    const languages = languagesOfWords().get(word.slice(at));
    const found = COMPOUNDING.filter((language) => languages?.has(language) === true);
    if (found.length > 0 && languages?.has('en') !== true) return found;
  }
  return [];
}

/** What a letter is worth that one language alone has; one of several languages counts for each of them the less. */
const ACCENT_POINTS = 1.4;
/** A text with letters that a language does not have is hardly in it. */
const ALIEN_LETTER_POINTS = -0.4;
const ELISION = /(?<![\p{L}\p{N}])(?:[ldjcnsm]|qu)['’](?=[\p{L}])/u;

const LETTER_LANGUAGES = readWordLists('letters.tsv');

function letterPoints(clean: string): (readonly [string, number, string])[] {
  const points: (readonly [string, number, string])[] = [];
  for (const letter of new Set(clean)) {
    const languages = LETTER_LANGUAGES.get(letter);
    if (languages === undefined) continue;
    for (const language of LATIN_LANGUAGES) {
      if (languages.includes(language)) points.push([language, ACCENT_POINTS / languages.length, letter]);
      else points.push([language, ALIEN_LETTER_POINTS, letter]);
    }
  }
  const elision = ELISION.exec(clean)?.[0];
  return elision === undefined ? points : [...points, ['fr', 1, elision], ['it', 0.4, elision]];
}

/** What a hint is worth against the words: one clear function word of another language does not outweigh it. */
const HINT_POINTS = 0.6;

/** Fewer points than this are no evidence: one word that three languages have. */
const POINTS_MIN = 0.35;

/** Two languages that are nearer than this to each other cannot be told apart: either would be a guess. */
const LEAD_MIN = 0.04;

function decide(
  points: Map<string, number>,
  evidence: ReadonlyMap<string, readonly string[]>,
  claimed: string,
): LanguageVerdict {
  if (claimed !== '') points.set(claimed, (points.get(claimed) ?? 0) + HINT_POINTS);
  const [best, second] = [...points].sort(byWeight);
  if (best === undefined || best[1] < POINTS_MIN)
    return { value: '', confidence: 0, evidence: [], points, script: false };
  const [value, gained] = best;
  const signs = evidence.get(value) ?? [`the rest is in ${value}`];
  const lead = gained - Math.max(0, second?.[1] ?? 0);
  if (lead < LEAD_MIN) return { value: '', confidence: 0, evidence: [], points, script: false };
  const confidence = roundToHundredths(Math.min(0.95, 0.3 + lead * 0.25 + gained * 0.05));
  return { value, confidence, evidence: signs, points, script: false };
}
