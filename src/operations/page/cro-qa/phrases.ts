import { stripAccents, foldPhrase } from '../../../text/normalize.ts';
import { CTA_PHRASES, CTA_TYPES, type CtaType, LANGUAGES } from './vocabulary.ts';

/** A text as phrases are looked for in it: words alone, a blank around each. */
export function plain(text: string, charactersMax = 5000): string {
  const words = stripAccents(foldPhrase(text, charactersMax)).replaceAll(/[^\p{L}\p{N}%€$£¥]+/gu, ' ');
  return ` ${words.trim()} `;
}

type PhraseList = readonly string[];

const LISTS = new Map<string, PhraseList>();

/** The phrases of a list, the longest first, as they are compared. */
function listOf(written: string): PhraseList {
  let list = LISTS.get(written);
  if (list === undefined) {
    list = written
      .split('|')
      .map((phrase) => (isUnspaced(phrase) ? plain(phrase).trim() : plain(phrase)))
      .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1));
    LISTS.set(written, list);
  }
  return list;
}

/** The first phrase of a list that a plain text holds. */
export function phraseIn(text: string, written: string): string | undefined {
  return listOf(written)
    .find((phrase) => text.includes(phrase))
    ?.trim();
}

/** All phrases of a list that a plain text holds. */
export function phrasesIn(text: string, written: string): string[] {
  return listOf(written)
    .filter((phrase) => text.includes(phrase))
    .map((phrase) => phrase.trim());
}

/** Whether a plain text is one of a list, and nothing else. */
export function isOneOf(text: string, written: string): boolean {
  return listOf(written).some((phrase) => phrase.trim() === text.trim());
}

export function countOf(text: string, written: string): number {
  let count = 0;
  for (const phrase of listOf(written)) {
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

function isUnspaced(phrase: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(phrase);
}

/**
 * What pressing something with these words does; undefined when the words do not tell.
 *
 * The longest phrase decides (`free trial` over `try`), among equal ones the language of the page, then the order of types.
 */
export function ctaTypeOf(text: string, language: string): CtaType | undefined {
  const words = plain(text, 200);
  let best: { type: CtaType; length: number } | undefined;
  for (const each of [language, ...LANGUAGES.filter((other) => other !== language)]) {
    if (!Object.hasOwn(CTA_PHRASES, each)) continue;
    for (const type of CTA_TYPES) {
      const length = lengthIn(words, type, CTA_PHRASES[each]?.[type]);
      if (length > (best?.length ?? 0)) best = { type, length };
    }
  }
  return best?.type;
}

/** A demo may be booked, ordered and requested: what is asked for tells more than the verb. */
const DEMO_LEAD = 20;

function lengthIn(words: string, type: CtaType, phrases: string | undefined): number {
  const found = phrases === undefined ? undefined : phraseIn(words, phrases);
  if (phrases === undefined || found === undefined) return 0;
  // Words of menus tell only when they are the whole text: `open` of `open an account`.
  if (type === 'utility' && !isOneOf(words, phrases)) return 0;
  return found.length + (type === 'demo' ? DEMO_LEAD : 0);
}
