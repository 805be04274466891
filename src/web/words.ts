import { createHash } from 'node:crypto';
import snowball from 'snowball-stemmers';

import { loadEld } from './language-tables.ts';

/**
 * How Seamark reads text: what a word is, which words are the same word, what language it is in.
 *
 * Index, search and analyses all go through here, so that a query is cut exactly as the page was.
 */

/** Snowball algorithm by ISO 639-1 code; languages without one are compared unstemmed. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

/** Longer runs of letters are encoded data, not words. */
const WORD_LENGTH_MAX = 64;
/** Words a language's stem cache holds before it starts anew; a page of any language fits many times. */
const STEM_CACHE_MAX = 50_000;
/** Language detection gains nothing from more text than this. */
const DETECTION_CHARACTERS_MAX = 3000;
const DETECTION_CHARACTERS_MIN = 12;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const HAS_WORD_CHARACTER = /[\p{L}\p{N}]/u;

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
    if (UNSPACED.test(word)) segmentInto(cut, word);
    else cut.push(word);
  }
  return cut;
}

let segmenter: Intl.Segmenter | undefined;

function segmentInto(words: string[], run: string): void {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  // ICU copies the rest of the text at every step, so that long runs are cut in pieces to stay linear.
  for (let start = 0; start < run.length; start += 1000) {
    for (const { segment } of segmenter.segment(run.slice(start, start + 1000))) {
      if (HAS_WORD_CHARACTER.test(segment)) words.push(segment);
    }
  }
}

interface Stemmer {
  readonly stem: (word: string) => string;
  readonly known: Map<string, string>;
}

const stemmers = new Map<string, Stemmer>();

/** The stem of one folded word in a language; the word itself where the language has no stemmer. */
export function stem(word: string, language: string): string {
  const algorithm = Object.hasOwn(ALGORITHMS, language) ? ALGORITHMS[language] : undefined;
  if (algorithm === undefined || word.length > WORD_LENGTH_MAX) return word;
  let stemmer = stemmers.get(algorithm);
  if (stemmer === undefined) {
    const built = snowball.newStemmer(algorithm);
    stemmer = { stem: (plain) => built.stem(plain), known: new Map() };
    stemmers.set(algorithm, stemmer);
  }
  const known = stemmer.known.get(word);
  if (known !== undefined) return known;
  const stemmed = stemmer.stem(word);
  if (stemmer.known.size >= STEM_CACHE_MAX) stemmer.known.clear();
  stemmer.known.set(word, stemmed);
  return stemmed;
}

/** The stemmed words of a text in their order: what two texts of one language are compared by. */
export function terms(text: string, language: string): readonly string[] {
  return tokenize(text).map((word) => stem(word, language));
}

/** How often each term occurs in a text. Words too long to be words are left out. */
export function countTerms(text: string, language: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of tokenize(text)) {
    if (word.length > WORD_LENGTH_MAX) continue;
    const term = stem(word, language);
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/** The two-letter code of a language tag (`de-AT` → `de`), or '' when it is none. */
export function languageOfTag(tag: string): string {
  const code = /^\s*([a-z]{2})(?:[-_][a-z0-9_-]*)?\s*$/i.exec(tag)?.[1];
  return code?.toLowerCase() ?? '';
}

/** Tells the language of a text as ISO 639-1, or '' when it cannot be told. `hint` is what the page claims (`html lang`). */
export type LanguageDetector = (text: string, hint: string) => string;

let detector: Promise<LanguageDetector> | undefined;

/** Loads the n-gram tables on first use, since they take a tenth of a second and some megabytes. */
export function languageDetector(): Promise<LanguageDetector> {
  detector ??= loadDetector();
  return detector;
}

async function loadDetector(): Promise<LanguageDetector> {
  const eld = await loadEld();
  return (text, hint) => {
    const claimed = languageOfTag(hint);
    const sample = text.slice(0, DETECTION_CHARACTERS_MAX);
    if (sample.length < DETECTION_CHARACTERS_MIN) return claimed;
    const found = eld.detect(sample);
    // A page's own claim settles near relations (nb and da, cs and sk), not a template's forgotten `lang="en"`.
    const scores = found.getScores();
    const best = scores[found.language] ?? 0;
    if (claimed !== '' && (scores[claimed] ?? 0) >= best * 0.93) return claimed;
    return found.isReliable() ? found.language : claimed;
  };
}

/** 64 bits of the text with white space folded: equal texts are one page under several addresses. */
export function contentHash(text: string): bigint {
  const folded = text.replaceAll(/\s+/g, ' ').trim();
  return createHash('sha256').update(folded).digest().readBigUInt64BE(0);
}

/** Charikar's fingerprint over pairs of words: texts that share most of their pairs differ in few bits. */
export function simhash(words: readonly string[]): bigint {
  const votes = new Int32Array(64);
  let before = 0x811c9dc5;
  for (const word of words) {
    const hash = hashOf(word);
    voteFor(votes, mix(hash ^ before), mix(Math.imul(hash, 31) + before));
    before = Math.imul(hash, 0x9e3779b1);
  }
  let bits = 0n;
  for (let bit = 63; bit >= 0; bit -= 1) bits = (bits << 1n) | ((votes[bit] ?? 0) > 0 ? 1n : 0n);
  return bits;
}

function voteFor(votes: Int32Array, low: number, high: number): void {
  for (let bit = 0; bit < 32; bit += 1) {
    votes[bit] = (votes[bit] ?? 0) + ((low >>> bit) & 1) * 2 - 1;
    votes[bit + 32] = (votes[bit + 32] ?? 0) + ((high >>> bit) & 1) * 2 - 1;
  }
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}

/** The finaliser of MurmurHash3, since FNV leaves its high bits poorly mixed for short words. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** In how many of 64 bits two fingerprints differ. */
export function hammingDistance(one: bigint, other: bigint): number {
  let rest = BigInt.asUintN(64, one ^ other);
  let distance = 0;
  for (; rest !== 0n; rest &= rest - 1n) distance += 1;
  return distance;
}
