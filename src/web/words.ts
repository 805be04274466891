/**
 * What a word is: how texts are cut into words, how many they have, and which spellings are the same word.
 *
 * Index, search and analyses all go through here, so that a query is cut exactly as the page was.
 */

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const HAS_WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Whether a text has letters of scripts without spaces, where a phrase is a run of characters. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** NFKC and case folding, so that `Straße`, `STRASSE` and full-width letters compare equal to their plain forms. */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ').replaceAll('\u0307', '');
}

/** The words of a text in their order, folded; nothing is left out. */
export function tokenize(text: string): readonly string[] {
  return cutFolded(foldText(text));
}

function cutFolded(folded: string): readonly string[] {
  const words = folded.match(WORD) ?? [];
  if (!UNSPACED.test(folded)) return words;
  const cut: string[] = [];
  for (const word of words) {
    if (UNSPACED.test(word)) for (const part of segment(word)) cut.push(part);
    else cut.push(word);
  }
  return cut;
}

let segmenter: Intl.Segmenter | undefined;

/** The words of a run without spaces. */
function segment(run: string): string[] {
  const words: string[] = [];
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  // ICU copies the rest of the text at every step, so that long runs are cut in pieces to stay linear.
  for (let start = 0; start < run.length; start += 1000) {
    for (const part of segmenter.segment(run.slice(start, start + 1000))) {
      if (HAS_WORD_CHARACTER.test(part.segment)) words.push(part.segment);
    }
  }
  return words;
}

/**
 * Counts words of running text in any script, in one pass: what is reported as a number of words is counted here.
 *
 * Between spaces and punctuation a word is a run of letters, digits and marks; apostrophes, hyphens, underscores
 * and middle dots inside do not split it, as they do where words are looked up. Scripts written without spaces are
 * cut by dictionary.
 */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  /** Where the run of unspaced letters began that is being read; -1 outside of one. */
  let unspaced = -1;
  for (let at = 0; at < text.length; at += 1) {
    const start = at;
    let kind = kindAt(text.charCodeAt(at));
    if (kind === SURROGATE) {
      kind = kindOfPair(text.codePointAt(at) ?? 0);
      at += 1;
    }
    if (kind === UNSPACED_LETTER) {
      if (unspaced === -1) unspaced = start;
      inWord = false;
      continue;
    }
    if (kind === JOINER) continue;
    if (unspaced !== -1) {
      words += segment(text.slice(unspaced, start)).length;
      unspaced = -1;
    }
    if (kind === LETTER && !inWord) words += 1;
    inWord = kind === LETTER;
  }
  return unspaced === -1 ? words : words + segment(text.slice(unspaced)).length;
}

/** Code points as a reader sees their width: Chinese, Japanese, Korean and full-width forms count two. */
export function displayLength(text: string): number {
  let length = 0;
  for (const character of text) length += WIDE.test(character) ? 2 : 1;
  return length;
}

const NONE = 1;
const LETTER = 2;
/** Belongs to a word that has begun, but begins none. */
const JOINER = 3;
/** Of a script without spaces. */
const UNSPACED_LETTER = 4;
const SURROGATE = 5;

/** Apostrophes, hyphens, the middle dot of Catalan, soft hyphen and the two zero-width joiners. */
const JOINERS = new Set(['_', "'", '’', '·', '-', '\u00AD', '\u200C', '\u200D']);

const KINDS = new Uint8Array(0x1_00_00);

function kindAt(code: number): number {
  const known = KINDS[code] ?? NONE;
  if (known !== 0) return known;
  const kind = code >= 0xd8_00 && code <= 0xdb_ff ? SURROGATE : kindOfCharacter(String.fromCharCode(code));
  KINDS[code] = kind;
  return kind;
}

function kindOfPair(codePoint: number): number {
  return kindOfCharacter(String.fromCodePoint(codePoint));
}

function kindOfCharacter(character: string): number {
  if (character === 'ー' || UNSPACED.test(character)) return UNSPACED_LETTER;
  if (/[\p{L}\p{N}]/u.test(character)) return LETTER;
  return JOINERS.has(character) || /\p{M}/u.test(character) ? JOINER : NONE;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;

/** The two-letter code of a language tag (`de-AT` → `de`), or '' when it is none. */
export function languageOfTag(tag: string): string {
  const code = /^\s*([a-z]{2})(?:[-_][a-z0-9_-]*)?\s*$/i.exec(tag)?.[1];
  return code?.toLowerCase() ?? '';
}
