import { foldText } from '../web/words.ts';

/**
 * Text of a caller as it may be shown and compared: NFKC, one space between words, nothing that cannot be seen.
 *
 * Control characters and marks that turn the direction of writing are pasted along from spreadsheets and chats; two
 * keywords that differ in them alone look the same and have to be the same.
 */
export function cleanText(text: string, charactersMax = 2000): string {
  if (text.length <= charactersMax && CLEAN.test(text)) return text;
  const bounded = text.length > charactersMax * 2 ? text.slice(0, charactersMax * 2) : text;
  const clean = bounded
    .toWellFormed()
    .replaceAll(COMPOSED, (run) => run.normalize('NFKC'))
    .replaceAll(JOINERS, '')
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return clean.length > charactersMax ? clean.slice(0, charactersMax).toWellFormed().trimEnd() : clean;
}

/** Most texts are words of plain letters, and are read but once. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;
/** Everything but `m²` and `½`, which readers need as they are; folding for comparison makes them plain. */
const COMPOSED = /[^²³¼½¾]+/g;
/** Characters of no width that stand inside words: soft hyphen, joiners, direction marks, variation selectors. */
const JOINERS =
  /\u00ad|\u034f|\u061c|\u180b|\u180c|\u180d|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|[\ufe00-\ufe0f]|\ufeff/g;
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\ufffd]/gu;

/** Clean and folded text, for comparing whole phrases. */
export function foldPhrase(text: string, charactersMax = 2000): string {
  return foldText(cleanText(text, charactersMax));
}

/** A total order that no locale of the machine changes. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const MARKS = /\p{M}/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const LATIN = /\p{sc=Latin}/u;

/** Latin letters without their accents, since half of all searches are typed without them. Other scripts stay. */
export function stripAccents(word: string): string {
  if (!BEYOND_ASCII.test(word) || !LATIN.test(word)) return word;
  return word
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ı', 'i');
}

/** A word as tables of words have it: without accents. */
export function foldSpelling(word: string): string {
  return stripAccents(word.replaceAll('ß', 'ss').replaceAll('œ', 'oe'));
}
