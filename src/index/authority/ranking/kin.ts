import { SIGNATURE_LANES } from './header.ts';
import type { Arrays } from './layout.ts';

/** The nodes in `sources` from one place up to before another link to something of `owner`. */
export interface Referrers {
  readonly owner: number;
  readonly sources: Uint32Array;
  readonly from: number;
  readonly end: number;
}

/** What the referrers of one node come to. */
export interface Voices {
  /** The greatest weights of the groups of kin together, without the owner's. */
  readonly groups: number;
  /** By how much the members that are trusted beyond doubt come to more than that. */
  readonly sure: number;
  /** Groups of which no member has any weight to speak of. */
  readonly unknown: number;
}

/** What a group counts for of which nobody is trusted. */
export const UNKNOWN_WORTH = 0.05;

/** Two hashes make a band; nodes that agree in a band have most of their links in common. */
const BANDS = SIGNATURE_LANES / 2;
/** A node with fewer links says too little of itself. */
const SIGNED_LINKS_MIN = 2;
/** Hashes are as high as that only where no name was seen. */
const UNSIGNED = 0xff_ff_ff_ff;
/** A node that was known to be trusted from the start is nobody's kin, however much alike their links are. */
const KNOWN_SEED = 0.5;
/**
 * Referrers of one node that are compared: the others count as these do. Nodes are numbered by hashes of their names, so
 * the first are a fair sample.
 */
const COMPARED_MAX = 32;
/**
 * Puts the referrers of one node at a time into groups of kin: those that link to nearly the same others, as their
 * signatures show. What they have in common by all linking to this node is left out.
 */
export class Kin {
  private readonly bands: Uint32Array;
  private readonly names: Uint32Array;
  /** Hashes of what all referrers of one node have in common: that node. */
  private readonly shared = new Uint16Array(SIGNATURE_LANES);
  private readonly members = new Uint32Array(COMPARED_MAX + 1);
  private readonly parents = new Uint8Array(COMPARED_MAX + 1);
  private readonly signed = new Uint8Array(COMPARED_MAX + 1);
  private readonly greatest = new Float64Array(COMPARED_MAX + 1);
  private readonly certain = new Float64Array(COMPARED_MAX + 1);
  private readonly sizes = new Uint8Array(COMPARED_MAX + 1);
  private readonly copied = new Uint32Array((COMPARED_MAX + 1) * BANDS);

  /** Takes out the signatures of nodes that are nobody's kin, so that one look at a signature is enough. */
  constructor({ signatures, degrees, names, seeds }: Arrays) {
    this.bands = new Uint32Array(signatures.buffer, signatures.byteOffset, signatures.length / 2);
    this.names = names;
    for (let node = 0; node * BANDS < this.bands.length; node += 1) {
      const isSigned = (degrees[node] ?? 0) >= SIGNED_LINKS_MIN && (seeds[node] ?? 0) < KNOWN_SEED;
      if (!isSigned) this.bands[node * BANDS] = UNSIGNED;
    }
  }

  weigh(referrers: Referrers, weights: Float32Array): Voices {
    const { owner, sources, from, end } = referrers;
    const count = Math.min(COMPARED_MAX, end - from);
    this.members[0] = owner;
    this.members.set(sources.subarray(from, from + count), 1);
    this.join(count + 1);
    const compared = this.addMembers(count, weights);
    if (count === end - from) return this.addGroups(count, 1);
    let all = 0;
    for (let at = from; at < end; at += 1) all += Math.min(1, weights[sources[at] ?? 0] ?? 0);
    return this.addGroups(count, compared === 0 ? 1 : all / compared);
  }

  /** The weights of all together. */
  private addMembers(count: number, weights: Float32Array): number {
    this.greatest.fill(0, 0, count + 1);
    this.certain.fill(0, 0, count + 1);
    this.sizes.fill(0, 0, count + 1);
    let sum = 0;
    for (let at = 1; at <= count; at += 1) {
      const trust = weights[this.members[at] ?? 0] ?? 0;
      const weight = Math.min(1, trust);
      const root = this.rootOf(at);
      this.sizes[root] = (this.sizes[root] ?? 0) + 1;
      this.greatest[root] = Math.max(this.greatest[root] ?? 0, weight);
      this.certain[root] = (this.certain[root] ?? 0) + sureOf(trust);
      sum += weight;
    }
    return sum;
  }

  /** Of referrers that were not compared there are `times` as many: more that stand alone, and more in the same groups. */
  private addGroups(count: number, times: number): Voices {
    let [groups, sure, unknown] = [0, 0, 0];
    const own = this.rootOf(0);
    for (let at = 1; at <= count; at += 1) {
      if (this.rootOf(at) !== at) continue;
      const greatest = at === own ? 0 : (this.greatest[at] ?? 0);
      const alike = this.sizes[at] === 1 ? times : 1;
      groups += alike * greatest;
      sure += Math.max(0, times * (this.certain[at] ?? 0) - alike * greatest);
      if (at !== own) unknown += alike * Math.max(0, 1 - greatest / UNKNOWN_WORTH);
    }
    return { groups, sure, unknown };
  }

  /** Roots are the last of their group, so the owner is one only when it is alone. */
  private join(count: number): void {
    for (let at = 0; at < count; at += 1) this.parents[at] = at;
    const signed = this.bands.length === 0 ? 0 : this.findSigned(count);
    if (signed < 2) return;
    hashName(this.names[this.members[0] ?? 0] ?? 0, this.shared);
    for (let at = 0; at < signed; at += 1) {
      this.copyBands(at);
      for (let before = 0; before < at; before += 1) {
        if (this.agree(before * BANDS, at * BANDS)) {
          this.parents[this.rootOf(this.signed[before] ?? 0)] = this.rootOf(this.signed[at] ?? 0);
        }
      }
    }
  }

  private findSigned(count: number): number {
    let signed = 0;
    for (let at = 0; at < count; at += 1) {
      if (this.bands[(this.members[at] ?? 0) * BANDS] === UNSIGNED) continue;
      this.signed[signed] = at;
      signed += 1;
    }
    return signed;
  }

  /** A band with a hash of what all have in common says nothing, and is made different from all others. */
  private copyBands(signed: number): void {
    const { bands, copied, shared } = this;
    const from = (this.members[this.signed[signed] ?? 0] ?? 0) * BANDS;
    for (let band = 0; band < BANDS; band += 1) {
      const both = bands[from + band] ?? 0;
      const isShared = (both & 0xffff) === shared[2 * band] || both >>> 16 === shared[2 * band + 1];
      copied[signed * BANDS + band] = isShared ? ~signed : both;
    }
  }

  private agree(one: number, other: number): boolean {
    const { copied } = this;
    for (let band = 0; band < BANDS; band += 1) if (copied[one + band] === copied[other + band]) return true;
    return false;
  }

  private rootOf(member: number): number {
    let at = member;
    while (this.parents[at] !== at) at = this.parents[at] ?? at;
    return at;
  }
}

/**
 * Of kin, those count one by one that are trusted beyond doubt, which is twice what it takes to count in full: the eighth power
 * leaves 0.43 of nine tenths of that and nothing of half. In a small field honest sites link to the same few others, but
 * are trusted each for itself.
 */
function sureOf(trust: number): number {
  const share = Math.min(1, trust / 1.4);
  const squared = share * share;
  return squared * squared * squared * squared;
}

/** The hashes of one name, as `sign` has them. */
function hashName(name: number, lanes: Uint16Array): void {
  for (let lane = 0; lane < SIGNATURE_LANES; lane += 1) {
    let hash = (name + Math.imul(lane, 0x9e3779b1)) | 0;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    lanes[lane] = hash >>> 16;
  }
}
