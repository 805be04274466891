import { hammingDistance } from '../../../text/fingerprints.ts';
import { foldText } from '../../../web/words.ts';
import type { RankedDocument } from './rank.ts';

/** Of 64 bits: texts that differ in fewer are one text with another date, number or menu. */
const DISTANCE_MAX = 3;
/** The fingerprint of a shorter text says too little. */
const WORDS_MIN = 50;

/**
 * Keeps the best of several addresses of one text: those with equal texts, and those with one title whose texts differ by almost
 * nothing.
 *
 * @param ranked best first
 */
export function foldCopies(ranked: readonly RankedDocument[]): readonly RankedDocument[] {
  const texts = new Set<string>();
  const prints = new Map<string, bigint[]>();
  return ranked.filter(({ document }) => {
    if (texts.has(document.content_hash)) return false;
    texts.add(document.content_hash);
    if (document.length < WORDS_MIN) return true;
    const title = foldText(document.title).trim();
    const print = BigInt(document.simhash);
    const known = prints.get(title) ?? [];
    if (known.some((other) => hammingDistance(print, other) <= DISTANCE_MAX)) return false;
    prints.set(title, [...known, print]);
    return true;
  });
}
