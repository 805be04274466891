import { countTerms, type CutText } from './stems.ts';

/** Letters with marks of the Latin script, as one character each; Hangul must not be taken apart. */
const MARKED = /[\u00c0-\u024f\u1e00-\u1eff]/;
const UNSPACED_RUN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2,}/gu;
const BEYOND_LATIN = /[\u0e00-\uffff]/;

/** A folded word as people type it who leave out its accents. */
export function withoutAccents(word: string): string {
  return MARKED.test(word) ? word.normalize('NFD').replaceAll(/\p{Mn}/gu, '') : word;
}

/**
 * The terms that a text is found by, with how often each occurs: the stems of its words, those with accents without them too, and
 * in scripts without spaces every two neighbouring characters, since a search may cut the same characters into other words.
 */
export function countSearchTerms(text: string, language: string, cut?: CutText): Map<string, number> {
  const counts = countTerms(text, language, cut);
  for (const [term, count] of counts) {
    const plain = withoutAccents(term);
    if (plain !== term) counts.set(plain, (counts.get(plain) ?? 0) + count);
  }
  if (BEYOND_LATIN.test(text)) addPairs(counts, text);
  return counts;
}

function addPairs(counts: Map<string, number>, text: string): void {
  const pairs = new Map<string, number>();
  for (const [run] of text.matchAll(UNSPACED_RUN)) {
    const characters = Array.from(run.normalize('NFKC'));
    for (let at = 1; at < characters.length; at += 1) {
      const pair = `${characters[at - 1] ?? ''}${characters[at] ?? ''}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  // A word of two characters is a pair of them as well, and the pair counts those inside longer words.
  for (const [pair, count] of pairs) counts.set(pair, Math.max(count, counts.get(pair) ?? 0));
}
