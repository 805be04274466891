import { createHash } from 'node:crypto';

import { foldSpace } from '../web/space.ts';

/** 64 bits of the text with white space folded: equal texts are one page under several addresses. */
export function contentHash(text: string): bigint {
  const folded = foldSpace(text).trim();
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
