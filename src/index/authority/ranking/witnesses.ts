import type { EdgeSource } from './graph.ts';
import { BALLS_OLD } from './header.ts';
import { Kin, type Referrers, UNKNOWN_WORTH } from './kin.ts';
import { setWord } from './layout.ts';
import { weighEvidence } from './reach.ts';
import type { Rounds } from './rounds.ts';

/**
 * Who vouches for whom: the referrers of a node, as far as they are trusted, and each group of referrers that are cut from
 * one cloth as one.
 *
 * PageRank believes every node that it is worth as much as any other, so nodes that link to each other make rank out of
 * nothing. Here a node is worth what part of its PageRank came from trusted ones, and nodes that link to nearly the same
 * others are kin: together they have one voice, and none for each other.
 */

/** Links to hosts: the targets are hosts, the sources are nodes of the graph. */
export interface HostEdges {
  readonly edges: EdgeSource;
  /** The node that each host belongs to, which cannot vouch for it. */
  readonly owners: Uint32Array;
}

/** A node that this many independent groups of linked nodes link to is a seed, as far as evidence makes one. */
const GROUPS_FULL = 3;
/** What evidence makes of a node, beside 1 for one that is known to be trusted. */
const EVIDENCE_SEED = 0.25;
/**
 * A node is trusted in full if so much of its PageRank came from seeds. Of honest sites that others link to, most have 0.1
 * or more; of a farm that got into a trusted page there is less, the larger it is, as it makes PageRank of its own
 * (`bench/authority.ts` prints what both come to).
 */
const TRUSTED_SHARE = 0.1;
/** All referrers that nobody vouches for count together for no more than half of one. */
const UNKNOWN_MAX = 0.5;

export class Witnesses {
  private readonly rounds: Rounds;
  private readonly kin: Kin;

  private constructor(rounds: Rounds) {
    this.rounds = rounds;
    this.kin = new Kin(rounds.arrays);
  }

  /** Signs every node, and makes seeds of those that evidence speaks for. Has to come before PageRank. */
  static async open(rounds: Rounds, names: Uint32Array): Promise<Witnesses> {
    const { arrays } = rounds;
    // Without room for counters there is none for signatures: then every referrer is taken to be independent.
    if (arrays.names.length > 0) {
      arrays.names.set(names);
      arrays.signatures.fill(0xffff);
      setWord(arrays, BALLS_OLD, arrays.signatures.byteOffset);
      await rounds.runAlone('sign');
    }
    const witnesses = new Witnesses(rounds);
    await witnesses.addSeeds(names);
    return witnesses;
  }

  private async addSeeds(names: Uint32Array): Promise<void> {
    const { seeds, degrees, offsets } = this.rounds.arrays;
    const linked = Float32Array.from(degrees, (_, node) => (offsets[node + 1] === offsets[node] ? 0 : 1));
    const weights = await weighEvidence(this.rounds, names);
    await this.rounds.forEachNode((node, sources, from, end) => {
      // A node without links of its own has nothing to pass on.
      if (end - from === 0 || degrees[node] === 0) return;
      const { groups } = this.kin.weigh({ owner: node, sources, from, end }, linked);
      const evidence = EVIDENCE_SEED * (weights[node] ?? 1) * Math.min(1, groups / GROUPS_FULL);
      seeds[node] = Math.max(seeds[node] ?? 0, evidence);
    });
  }

  /** How many trusted, independent nodes link to each node and host, and what each node is worth as a referrer, 0-1. */
  async count(
    ranks: Float64Array,
    trust: Float64Array,
    hosts: HostEdges | undefined,
  ): Promise<{ readonly nodes: Float64Array; readonly hosts: Float64Array; readonly worth: Float32Array }> {
    // The rank of a node that nothing links to is what each has for itself: in those units both are comparable.
    const own = ranks.reduce((least, rank) => Math.min(least, rank), Number.POSITIVE_INFINITY);
    const worth = ranks.reduce((worths, rank, node) => {
      worths[node] = ((trust[node] ?? 0) * own) / (rank * TRUSTED_SHARE);
      return worths;
    }, new Float32Array(ranks.length));
    const counted = new Float64Array(ranks.length);
    await this.rounds.forEachNode((node, sources, from, end) => {
      counted[node] = this.countOne({ owner: node, sources, from, end }, worth);
    });
    const ofHosts = await this.countHosts(hosts, worth);
    return { nodes: counted, hosts: ofHosts, worth: worth.map((share) => Math.min(1, share)) };
  }

  private async countHosts(hosts: HostEdges | undefined, worth: Float32Array): Promise<Float64Array> {
    if (hosts === undefined) return new Float64Array(0);
    const { in_degrees: degrees } = hosts.edges;
    const counted = new Float64Array(degrees.length);
    for (let first = 0; first < degrees.length;) {
      let [end, edges] = [first, 0];
      while (end < degrees.length && (end === first || edges + (degrees[end] ?? 0) <= HOST_EDGES_AT_ONCE)) {
        edges += degrees[end] ?? 0;
        end += 1;
      }
      const sources = new Uint32Array(edges);
      await hosts.edges.read(first, end, sources);
      let from = 0;
      for (let host = first; host < end; host += 1) {
        const to = from + (degrees[host] ?? 0);
        counted[host] = this.countOne({ owner: hosts.owners[host] ?? 0, sources, from, end: to }, worth);
        from = to;
      }
      first = end;
    }
    return counted;
  }

  private countOne(referrers: Referrers, worth: Float32Array): number {
    const { groups, sure, unknown } = this.kin.weigh(referrers, worth);
    return groups + sure + Math.min(UNKNOWN_MAX, UNKNOWN_WORTH * unknown);
  }
}

const HOST_EDGES_AT_ONCE = 8_000_000;
