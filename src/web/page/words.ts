/**
 * Counts words of running text in any script, in one pass.
 *
 * Between spaces and punctuation a word is a run of letters, digits and marks; apostrophes, hyphens, underscores
 * and middle dots inside do not split it. Scripts written without spaces have no such runs: Chinese and
 * Japanese count two characters as a word, Thai, Lao, Khmer and Burmese five, which is close to what
 * dictionaries give on ordinary prose.
 */
export function countWords(text: string): number {
  let spaced = 0;
  let eastAsian = 0;
  let southEastAsian = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    let kind = kindAt(text.charCodeAt(at));
    if (kind === SURROGATE) {
      kind = kindOfPair(text.codePointAt(at) ?? 0);
      at += 1;
    }
    if (kind === LETTER) {
      if (!inWord) spaced += 1;
      inWord = true;
    } else if (kind !== JOINER) {
      inWord = false;
      if (kind === EAST_ASIAN) eastAsian += 1;
      else if (kind === SOUTH_EAST_ASIAN) southEastAsian += 1;
    }
  }
  return spaced + Math.round(eastAsian / 2) + Math.round(southEastAsian / 5);
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
const EAST_ASIAN = 4;
const SOUTH_EAST_ASIAN = 5;
const SURROGATE = 6;

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
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(character)) return EAST_ASIAN;
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(character)) return SOUTH_EAST_ASIAN;
  if (/[\p{L}\p{N}]/u.test(character)) return LETTER;
  return JOINERS.has(character) || /\p{M}/u.test(character) ? JOINER : NONE;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
