import { siteWorth } from '../authority/site-worth.ts';
import { SHARE_UNITS } from '../read/competitors.ts';
import { falling, firstInOrder, inTurn, rising } from '../read/rows/held-order.ts';

/** Which sites link to which: lists that threads share. */
export interface SiteGraph {
  /** What linking site `at` links to lies in `linked` from `starts[at]` up to `starts[at + 1]`. */
  readonly starts: Uint32Array;
  /** Places in `numbers`, in rising order for each site. */
  readonly linked: Uint32Array;
  /** The numbers of all sites that are linked to, the most linked first: most of all links lead to few sites, which lie together. */
  readonly numbers: Uint32Array;
  /** How many sites link to each of them. */
  readonly referrers: Uint32Array;
  /** By linking site: its trust, and to how many domains it links in all. */
  readonly trust: Float32Array;
  readonly domains: Uint32Array;
}

/** Room for so many numbers, which threads share. */
export function sharedNumbers(count: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * count));
}

/**
 * Answers all numbers, which are smaller than `referred`, with those that occur most at the front and how often each does, and puts
 * in the list its place there for each.
 */
export function placeByFrequency(list: Uint32Array, referred: number): Pick<SiteGraph, 'numbers' | 'referrers'> {
  const frequency = new Uint32Array(referred);
  for (let at = 0; at < list.length; at += 1) {
    const no = list[at] ?? 0;
    frequency[no] = (frequency[no] ?? 0) + 1;
  }
  const greatest = frequency.reduce((most, each) => Math.max(most, each), 0);
  // Frequency and number in one, since numbers are sorted several times faster than by a function.
  const order = Float64Array.from(frequency, (each, no) => (greatest - each) * referred + no).sort();
  const [numbers, referrers] = [sharedNumbers(referred), sharedNumbers(referred)];
  for (const [place, each] of order.entries()) {
    const no = each % referred;
    numbers[place] = no;
    referrers[place] = frequency[no] ?? 0;
  }
  const places = frequency;
  for (let place = 0; place < referred; place += 1) places[numbers[place] ?? 0] = place;
  for (let at = 0; at < list.length; at += 1) list[at] = places[list[at] ?? 0] ?? 0;
  return { numbers, referrers };
}

/** Competitors of a target, most shared sites first, and of level ones by number. */
export interface Rivals {
  /** All sites that share any, of which the lists hold the foremost. */
  readonly total: number;
  readonly no: readonly number[];
  readonly shared: readonly number[];
  /** What the shared sites say of all that the target's sites say, see `siteWorth`: in `SHARE_UNITS`. */
  readonly share: readonly number[];
}

/** Numbers from `first` up to, but not including, `end`: what belongs to the target itself. */
export interface OwnSites {
  readonly first: number;
  readonly end: number;
}

interface Rival {
  readonly no: number;
  readonly shared: number;
  readonly share: number;
}

/** Of as many shared sites, those are kept that say most. */
const FOREMOST = inTurn<Rival>(
  falling(({ shared }) => shared),
  falling(({ share }) => share),
  rising(({ no }) => no),
);
const IN_ORDER = inTurn<Rival>(
  falling(({ shared }) => shared),
  rising(({ no }) => no),
);

/** Places that are counted at a time: their counters fit the cache of a processor, and reading them elsewhere takes ten times as long. */
const BLOCK = 65_536;
/** The same of places that are only told apart, with a bit each. */
const TAIL_BLOCK = 4_194_304;

/** Counts whom the sites that link to a target link to as well, with counters that serve for one target after another. */
export class RivalCounter {
  private readonly graph: SiteGraph;
  private readonly block: number;
  /** By place in a block, two numbers side by side: how many of the linking sites link there, and what these are worth. */
  private readonly tally: Float64Array;
  /** Places of a block that were counted. */
  private readonly counted: Uint32Array;
  private readonly seen: Uint32Array;

  constructor(graph: SiteGraph, block: number = BLOCK) {
    this.graph = graph;
    this.block = block;
    this.tally = new Float64Array(2 * block);
    this.counted = new Uint32Array(block);
    this.seen = new Uint32Array(Math.min(TAIL_BLOCK, graph.numbers.length) / 32 + 1);
  }

  /**
   * The foremost of the sites that the linking sites share with the target, and how many there are.
   *
   * Block follows block, the most linked sites first. Once enough foremost ones are known, those to which fewer sites link than they
   * share are only told apart.
   */
  count(linking: Uint32Array, own: OwnSites, most: number): Rivals {
    const { starts, numbers } = this.graph;
    const worths = this.worthsOf(linking);
    const all_worth = worths.reduce((sum, worth) => sum + worth, 0);
    const asked: Asked = { linking, worths, own, next: linking.map((site) => starts[site] ?? 0) };
    const found: Found = { total: 0, sharing: new Uint32Array(linking.length + 1), least: 1, rivals: [] };
    let from = 0;
    for (; from < this.firstWithFewer(found.least); from += this.block) {
      const counted = this.addBlock(asked, { from, end: from + this.block });
      this.takeBlock(this.counted.subarray(0, counted), { from, own, most }, found);
    }
    let { total } = found;
    for (; from < numbers.length; from += TAIL_BLOCK)
      total += this.countOthers(asked, { from, end: from + TAIL_BLOCK });
    const rivals = found.rivals.map(({ no, shared, share }) => {
      return { no, shared, share: Math.round((share / all_worth) * SHARE_UNITS) };
    });
    const foremost = firstInOrder(rivals, FOREMOST, most).toSorted(IN_ORDER);
    return {
      total,
      no: foremost.map(({ no }) => no),
      shared: foremost.map(({ shared }) => shared),
      share: foremost.map(({ share }) => share),
    };
  }

  /** What each of the sites says; nothing where it links to no site of this kind. */
  private worthsOf(linking: Uint32Array): Float64Array {
    const { starts, trust, domains } = this.graph;
    const isLinking = (site: number): boolean => starts[site] !== starts[site + 1];
    let greatest = 0;
    for (const site of linking) if (isLinking(site)) greatest = Math.max(greatest, trust[site] ?? 0);
    return Float64Array.from(linking, (site) =>
      isLinking(site) ? siteWorth({ trust: trust[site] ?? 0, domains: domains[site] ?? 0 }, greatest) : 0,
    );
  }

  /** Answers how many places were counted. What a site links to lies in the order of places. */
  private addBlock({ linking, worths, next }: Asked, { from, end }: Places): number {
    const { starts, linked } = this.graph;
    const { tally, counted } = this;
    let found = 0;
    for (let at = 0; at < linking.length; at += 1) {
      const last = starts[(linking[at] ?? 0) + 1] ?? 0;
      const worth = worths[at] ?? 0;
      let edge = next[at] ?? 0;
      for (; edge < last; edge += 1) {
        const place = linked[edge] ?? 0;
        if (place >= end) break;
        const of = 2 * (place - from);
        const shared = tally[of] ?? 0;
        if (shared === 0) {
          counted[found] = place - from;
          found += 1;
        }
        tally[of] = shared + 1;
        tally[of + 1] = (tally[of + 1] ?? 0) + worth;
      }
      next[at] = edge;
    }
    return found;
  }

  /** Takes what was counted of a block, whose counters begin anew. Shares are not divided yet. */
  private takeBlock(counted: Uint32Array, { from, own, most }: BlockOf, found: Found): void {
    const { tally } = this;
    const { numbers } = this.graph;
    const { sharing, rivals } = found;
    for (const place of counted) {
      if (isWithin(own, numbers[from + place] ?? 0)) tally[2 * place] = 0;
      else {
        const shared = tally[2 * place] ?? 0;
        sharing[shared] = (sharing[shared] ?? 0) + 1;
        found.total += 1;
      }
    }
    found.least = leastOf(sharing, most);
    for (const place of counted) {
      const shared = tally[2 * place] ?? 0;
      if (shared >= found.least) {
        rivals.push({ no: numbers[from + place] ?? 0, shared, share: tally[2 * place + 1] ?? 0 });
      }
      tally[2 * place] = 0;
      tally[2 * place + 1] = 0;
    }
  }

  /** How many competitors there are among the places of which too few sites can be shared. */
  private countOthers({ linking, own, next }: Asked, { from, end }: Places): number {
    const { starts, linked, numbers } = this.graph;
    const { seen } = this;
    seen.fill(0);
    let others = 0;
    for (let at = 0; at < linking.length; at += 1) {
      const last = starts[(linking[at] ?? 0) + 1] ?? 0;
      let edge = next[at] ?? 0;
      for (; edge < last; edge += 1) {
        const place = (linked[edge] ?? 0) - from;
        if (place + from >= end) break;
        const bit = 1 << (place & 31);
        const before = seen[place >>> 5] ?? 0;
        if ((before & bit) !== 0) continue;
        seen[place >>> 5] = before | bit;
        if (!isWithin(own, numbers[place + from] ?? 0)) others += 1;
      }
      next[at] = edge;
    }
    return others;
  }

  /** The first place of a site that fewer sites link to. */
  private firstWithFewer(sites: number): number {
    const { referrers } = this.graph;
    return firstWhere(0, referrers.length, (place) => (referrers[place] ?? 0) < sites);
  }
}

interface BlockOf {
  readonly from: number;
  readonly own: OwnSites;
  readonly most: number;
}

interface Places {
  readonly from: number;
  readonly end: number;
}

interface Asked {
  readonly linking: Uint32Array;
  readonly worths: Float64Array;
  readonly own: OwnSites;
  /** Of each linking site the first link that was not counted yet. */
  readonly next: Uint32Array;
}

/** What was found so far. */
interface Found {
  total: number;
  /** How many share so many sites. */
  readonly sharing: Uint32Array;
  /** What the last of the foremost shares. */
  least: number;
  /** All that shared as many when they were found. */
  readonly rivals: Rival[];
}

/** How many sites the last of the foremost shares, by how many share so many. */
function leastOf(sharing: Uint32Array, most: number): number {
  let ahead = 0;
  for (let least = sharing.length - 1; least > 1; least -= 1) {
    ahead += sharing[least] ?? 0;
    if (ahead >= most) return least;
  }
  return 1;
}

/** The first of some numbers, from some on, for which a condition holds that holds for all after it. */
function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isWithin({ first, end }: OwnSites, no: number): boolean {
  return no >= first && no < end;
}
