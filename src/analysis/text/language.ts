import { languageOfTag, tokenize } from '../../kernel/text.ts';
import { cleanText } from './normalize.ts';
import { PHRASES } from './signal-phrases.ts';
import { STOP_WORD_LANGUAGES, stopWords } from './stop-words.ts';
import { rounded, type Verdict } from './verdict.ts';

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
    evidence.set(language, [...(evidence.get(language) ?? []), sign].slice(0, 5));
  };
  for (const word of tokenize(clean).slice(0, 300)) {
    for (const [language, gain] of languagePoints(word)) add(language, gain, word);
  }
  for (const [language, pattern] of LETTERS) {
    const letter = pattern.exec(clean)?.[0];
    if (letter !== undefined) add(language, 1.5, letter);
  }
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
    for (const word of wordsOf(texts[at] ?? '')) {
      const points = byWord.get(word) ?? new Map<string, number>();
      byWord.set(word, points.set(value, (points.get(value) ?? 0) + confidence));
    }
  }
  const main = mainLanguage(shares, languageOfTag(hint));
  return { main, each: texts.map((text, at) => languageAmong(text, guesses[at]?.value ?? '', byWord, main.value)) };
}

function mainLanguage(shares: ReadonlyMap<string, number>, claimed: string): Verdict<string> {
  const [top, weight] = heaviest(shares) ?? [claimed, 0];
  const value = claimed !== '' && (shares.get(claimed) ?? 0) >= weight * 0.7 ? claimed : top;
  const sure = [...shares.values()].reduce((sum, each) => sum + each, 0);
  const guess = value === '' ? 0 : 0.3;
  return {
    value,
    confidence: sure === 0 ? guess : rounded((shares.get(value) ?? 0) / sure),
    evidence: [...shares]
      .sort(byWeight)
      .slice(0, 3)
      .map(([language, points]) => `${language}: ${rounded(points)}`),
  };
}

/** What a word is worth that others of the list have, whose language is known. */
const NEIGHBOUR_POINTS = 0.5;

function languageAmong(
  text: string,
  own: string,
  byWord: ReadonlyMap<string, ReadonlyMap<string, number>>,
  main: string,
): string {
  const guess = guessLanguage(text, main);
  if (guess.script || (own !== '' && own === guess.value && own === main)) return guess.value;
  const points = new Map(guess.points);
  for (const word of wordsOf(text)) {
    const votes = byWord.get(word) ?? new Map<string, number>();
    const total = [...votes.values()].reduce((sum, each) => sum + each, 0);
    for (const [language, vote] of votes)
      points.set(language, (points.get(language) ?? 0) + (NEIGHBOUR_POINTS * vote) / total);
  }
  return heaviest(points)?.[0] ?? main;
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

/** Frequent words that belong to one language more than to others, by language: what a short search is told by. */
const CUES: Readonly<Record<string, string>> = {
  en: 'with without between men women kids shoes home house car work make get find need easy small business near best cheap',
  de: 'ohne zwischen damen herren kinder schuhe haus machen deutsch selber selbst wechseln richtig pflege',
  es: 'sin entre hombre mujer niños zapatos zapatillas casa hacer correr receta coche',
  fr: 'sans entre homme femme enfant chaussures maison faire recette voiture',
  it: 'senza uomo donna bambini scarpe casa fare ricetta',
  pt: 'sem homem mulher tênis sapatos casa fazer receita',
  nl: 'zonder tussen heren dames kinderen schoenen huis maken auto',
};

/** Endings that few other languages have; only long words are judged by them. */
const ENDINGS: readonly (readonly [string, RegExp])[] = [
  ['en', /(?:ing|tion|ness|ware|ght|ship)s?$/],
  ['de', /(?:ung|ungen|keit|heit|lich|schaft|schuhe|isch|ieren|versicherung)$/],
  ['es', /(?:ción|ciones|dad|miento|illas|illos|ería|ando|iendo)$/],
  ['fr', /(?:eux|euse|eaux|ement|ique|ière|oire)$/],
  ['it', /(?:zione|zioni|ità|ezza|aggio|iere)$/],
  ['pt', /(?:ção|ções|dade|inho|inha|agem)$/],
  ['nl', /(?:lijk|heid|tjes|schoenen)$/],
];

/** Languages that have a word, from stop words, signal phrases and cues: the fewer, the more the word tells. */
const LANGUAGES_OF: ReadonlyMap<string, ReadonlySet<string>> = languagesByWord();

function languagesByWord(): ReadonlyMap<string, ReadonlySet<string>> {
  const table = new Map<string, Set<string>>();
  const add = (word: string, language: string): void => {
    table.set(word, (table.get(word) ?? new Set()).add(language));
  };
  for (const language of LATIN_LANGUAGES) {
    for (const word of stopWords(language)) add(word, language);
    for (const word of tokenize(CUES[language] ?? '')) add(word, language);
    for (const list of Object.values(PHRASES[language] ?? {})) for (const word of tokenize(list)) add(word, language);
  }
  return table;
}

const WORD_POINTS = 1;
const LETTER_POINTS = 0.25;
const ENDING_POINTS = 0.4;
const ENDING_WORD_MIN = 6;

function languagePoints(word: string): (readonly [string, number])[] {
  const languages = LANGUAGES_OF.get(word);
  if (languages !== undefined) {
    const points = (word.length === 1 ? LETTER_POINTS : WORD_POINTS) / languages.size;
    return [...languages].map((language) => [language, points] as const);
  }
  if (word.length < ENDING_WORD_MIN) return [];
  return ENDINGS.filter(([, pattern]) => pattern.test(word)).map(([language]) => [language, ENDING_POINTS] as const);
}

const LETTERS: readonly (readonly [string, RegExp])[] = [
  ['es', /[ñ¿¡]/],
  ['de', /[ßäöü]/],
  ['fr', /[êèçœûîë]|\b[ldjcnsq]['’]/],
  ['pt', /[ãõ]/],
  ['it', /[ìò]/],
  ['pl', /[łąęśźżćń]/],
  ['tr', /[ğışİ]/],
  ['sv', /å[^\s]*|[^\s]*ä[^\s]*å/],
  ['da', /[æø]/],
  ['no', /[æø]/],
  ['fi', /ää|yy|kk[aä]/],
  ['es', /[áéíóú]/],
  ['pt', /[áéíóúâêô]/],
];

/** What a hint is worth against the words: one clear function word of another language does not outweigh it. */
const HINT_POINTS = 0.6;

/** Fewer points than this are no evidence: one word that three languages have. */
const POINTS_MIN = 0.35;

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
  const lead = gained - (second?.[1] ?? 0);
  const confidence = rounded(Math.min(0.95, 0.3 + lead * 0.25 + gained * 0.05));
  return { value, confidence, evidence: signs, points, script: false };
}
