import { readDataRows } from '../../../kernel/data.ts';
import { foldPhrase, stripAccents } from '../../../text/normalize.ts';

/** Phrases as they are compared, longest first. */
export type PhraseList = readonly string[];

const LISTS: ReadonlyMap<string, PhraseList> = new Map(
  readDataRows(import.meta.url, 'data/phrases.tsv').map(([name, language, phrases = '']) => [
    `${name} ${language}`,
    parseList(phrases),
  ]),
);

/** A list of the data file by its name; undefined where the language has none. */
export function findList(name: string, language = '*'): PhraseList | undefined {
  return LISTS.get(`${name} ${language}`);
}

function parseList(written: string): PhraseList {
  return written
    .split('|')
    .map((phrase) => (isUnspaced(phrase) ? toPlainWords(phrase).trim() : toPlainWords(phrase)))
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1));
}

function isUnspaced(phrase: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(phrase);
}

/** A text as phrases are looked for in it: words alone, with a blank around each. */
export function toPlainWords(text: string, charactersMax = 5000): string {
  const words = stripAccents(foldPhrase(text, charactersMax)).replaceAll(/[^\p{L}\p{N}%€$£¥]+/gu, ' ');
  return ` ${words.trim()} `;
}

/** All phrases of a list that a plain text has. */
export function findPhrases(text: string, list: PhraseList = []): string[] {
  return list.filter((phrase) => text.includes(phrase)).map((phrase) => phrase.trim());
}

export function hasPhrase(text: string, list: PhraseList = []): boolean {
  return list.some((phrase) => text.includes(phrase));
}

/** Whether a plain text is one phrase of a list and nothing else. */
export function isPhrase(text: string, list: PhraseList = []): boolean {
  return list.some((phrase) => phrase.trim() === text.trim());
}

export function countPhrases(text: string, list: PhraseList): number {
  let count = 0;
  for (const phrase of list) {
    for (
      let at = text.indexOf(phrase);
      at !== -1 && count < 10_000;
      at = text.indexOf(phrase, at + phrase.length - 1)
    ) {
      count += 1;
    }
  }
  return count;
}

const CTA_TYPES = [
  'trial',
  'demo',
  'download',
  'purchase',
  'subscribe',
  'contact_sales',
  'signup',
  'learn_more',
  'login',
  'consent',
  'utility',
] as const;
type CtaType = (typeof CTA_TYPES)[number];

/** Every language is tried, because pages borrow `demo` and `newsletter`. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'ja'];

/**
 * What a control with this text does; undefined when the text does not tell.
 *
 * The longest phrase decides (`free trial` over `try`); among equals, the language of the page, then the order of types.
 */
export function detectCtaType(text: string, language: string): CtaType | undefined {
  const words = toPlainWords(text, 200);
  let best: { type: CtaType; length: number } | undefined;
  for (const each of [language, ...LANGUAGES.filter((other) => other !== language)]) {
    for (const type of CTA_TYPES) {
      const length = measurePhrase(words, type, findList(`cta.${type}`, each));
      if (length > (best?.length ?? 0)) best = { type, length };
    }
  }
  return best?.type;
}

/** A demo may be booked, ordered or requested: the noun says more than the verb. */
const DEMO_LEAD = 20;

function measurePhrase(words: string, type: CtaType, list: PhraseList = []): number {
  const found = list.find((phrase) => words.includes(phrase))?.trim();
  // Words of menus only count as the whole text: `open` is also in `open an account`.
  if (found === undefined || (type === 'utility' && !isPhrase(words, list))) return 0;
  return found.length + (type === 'demo' ? DEMO_LEAD : 0);
}
