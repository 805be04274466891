import { hammingDistance, simhash } from './fingerprints.ts';
import { compareText } from './normalize.ts';
import { wordNgrams } from './ngrams.ts';
import { jaccard } from './similarity.ts';

/**
 * Texts that say nearly the same: shingles of words, compared in full where there are few and by MinHash where many.
 */

/** Runs of words of a text as a set; a text shorter than a run is one shingle. */
export function shingles(words: readonly string[], size = 3): ReadonlySet<string> {
  if (words.length === 0) return new Set();
  return new Set(words.length < size ? [words.join(' ')] : wordNgrams(words, size));
}

/** Share of shingles that two texts have in common, 0–1. */
export function shingleSimilarity(one: readonly string[], other: readonly string[], size = 3): number {
  return jaccard(shingles(one, size), shingles(other, size));
}

/** Broder's MinHash: the smallest of `size` hashes over a set; equal places estimate the Jaccard similarity. */
export function minhash(set: ReadonlySet<string>, size = 96): Uint32Array {
  const smallest = new Uint32Array(size).fill(0xffffffff);
  for (const item of set) {
    const one = hash(item, 0x811c9dc5);
    // Odd, so that the steps of one item visit different values.
    const step = hash(item, 0x9747b28c) | 1;
    for (let at = 0; at < size; at += 1) {
      const value = mix(one + Math.imul(at, step));
      if (value < (smallest[at] ?? 0)) smallest[at] = value;
    }
  }
  return smallest;
}

/** Estimates the Jaccard similarity of the sets behind two signatures of equal size. */
export function minhashSimilarity(one: Uint32Array, other: Uint32Array): number {
  const size = Math.min(one.length, other.length);
  if (size === 0) return 0;
  let equal = 0;
  for (let at = 0; at < size; at += 1) if (one[at] === other[at]) equal += 1;
  return equal / size;
}

export interface NearPair {
  /** Places in the list that was given, the smaller first. */
  readonly one: number;
  readonly other: number;
  /** Exact Jaccard similarity of their shingles. */
  readonly similarity: number;
}

/** Candidates are found in bands of MinHash, since comparing every pair of thousands of texts is out of reach. */
const BANDS = 32;
const ROWS = 3;
/** Below this many texts every pair is compared. */
const ALL_PAIRS_MAX = 400;
/** A bucket with more texts holds boilerplate: each is compared with the first ones alone. */
const BUCKET_MAX = 50;

/** Pairs of texts (as lists of words) at least `threshold` alike, best first. */
export function nearDuplicates(texts: readonly (readonly string[])[], threshold = 0.8, size = 3): NearPair[] {
  const sets = texts.map((words) => shingles(words, size));
  const pairs: NearPair[] = [];
  for (const [one, other] of candidates(sets)) {
    const similarity = jaccard(sets[one] ?? new Set(), sets[other] ?? new Set());
    if (similarity >= threshold) pairs.push({ one, other, similarity });
  }
  return pairs.sort((a, b) => b.similarity - a.similarity || a.one - b.one || a.other - b.other);
}

function candidates(sets: readonly ReadonlySet<string>[]): [number, number][] {
  const filled = sets.flatMap((set, at) => (set.size > 0 ? [at] : []));
  if (filled.length <= ALL_PAIRS_MAX) {
    return filled.flatMap((one, at) => filled.slice(at + 1).map((other): [number, number] => [one, other]));
  }
  const buckets = new Map<string, number[]>();
  for (const at of filled) {
    const signature = minhash(sets[at] ?? new Set(), BANDS * ROWS);
    for (let band = 0; band < BANDS; band += 1) {
      const name = `${band}:${signature.subarray(band * ROWS, (band + 1) * ROWS).join(',')}`;
      const bucket = buckets.get(name);
      if (bucket === undefined) buckets.set(name, [at]);
      else bucket.push(at);
    }
  }
  const found = new Set<string>();
  for (const bucket of buckets.values()) {
    for (const [at, one] of bucket.slice(0, BUCKET_MAX).entries()) {
      for (const other of bucket.slice(at + 1)) found.add(`${one},${other}`);
    }
  }
  return [...found].sort(compareText).map((pair): [number, number] => {
    const [one = 0, other = 0] = pair.split(',').map(Number);
    return [one, other];
  });
}

/** How alike two texts are by Charikar's fingerprint, 0–1; good for long texts, rough for short ones. */
export function fingerprintSimilarity(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  return 1 - hammingDistance(simhash(one), simhash(other)) / 64;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return mix(value);
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
