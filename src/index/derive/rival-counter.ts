import { siteWorth } from '../authority/site-worth.ts';
import { SHARE_UNITS } from '../read/competitors.ts';
import { falling, firstInOrder, inTurn, rising } from '../read/rows/held-order.ts';

/** Which sites link to which. */
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
  const numbers = Uint32Array.from(order, (each) => each % referred);
  const referrers = numbers.map((no) => frequency[no] ?? 0);
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

/** So many of the most linked sites are counted first: what the foremost of them share, those behind have to reach. */
const HEAD = 20_000;

/** Counts whom the sites that link to a target link to as well, with counters that serve for one target after another. */
export class RivalCounter {
  private readonly graph: SiteGraph;
  private readonly head: number;
  /** By place, two numbers side by side: how many of the linking sites link there, and what these are worth. */
  private readonly tally: Float64Array;
  /** Places that were counted, the first `found` of the list. */
  private readonly counted: Uint32Array;
  private found = 0;
  /** By place: the last target with which it was seen, of those that share too few to be counted. */
  private readonly seen: Uint32Array;
  private target = 0;

  constructor(graph: SiteGraph, head: number = HEAD) {
    this.graph = graph;
    this.head = head;
    this.tally = new Float64Array(2 * graph.numbers.length);
    this.counted = new Uint32Array(graph.numbers.length);
    this.seen = new Uint32Array(graph.numbers.length);
  }

  /** The foremost of the sites that the linking sites share with the target, and how many there are. */
  count(linking: Uint32Array, own: OwnSites, most: number): Rivals {
    const { tally, counted } = this;
    const { numbers } = this.graph;
    this.found = 0;
    this.target += 1;
    const worths = this.worthsOf(linking);
    this.addHead(linking, worths);
    const bound = { own, most, linking: linking.length };
    const further = this.addFurther(linking, worths, { own, least: this.leastShared(bound).least });
    const { total, least } = this.leastShared(bound);
    const all_worth = worths.reduce((sum, worth) => sum + worth, 0);
    const rivals: Rival[] = [];
    for (let at = 0; at < this.found; at += 1) {
      const place = counted[at] ?? 0;
      const no = numbers[place] ?? 0;
      const shared = tally[2 * place] ?? 0;
      if (shared >= least && !isWithin(own, no)) {
        rivals.push({ no, shared, share: Math.round(((tally[2 * place + 1] ?? 0) / all_worth) * SHARE_UNITS) });
      }
      tally[2 * place] = 0;
      tally[2 * place + 1] = 0;
    }
    const foremost = firstInOrder(rivals, FOREMOST, most).toSorted(IN_ORDER);
    return {
      total: total + further,
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

  private addHead(linking: Uint32Array, worths: Float64Array): void {
    const { starts, linked } = this.graph;
    for (const [at, site] of linking.entries()) {
      const end = starts[site + 1] ?? 0;
      const worth = worths[at] ?? 0;
      for (let edge = starts[site] ?? 0; edge < end; edge += 1) {
        const place = linked[edge] ?? 0;
        if (place >= this.head) break;
        this.add(place, worth);
      }
    }
  }

  /** Counts the others that enough sites link to for them to be among the foremost, and answers how many are left. */
  private addFurther(
    linking: Uint32Array,
    worths: Float64Array,
    { own, least }: { readonly own: OwnSites; readonly least: number },
  ): number {
    const { starts, linked, numbers } = this.graph;
    const { seen, target } = this;
    const behind = this.firstWithFewer(least);
    let others = 0;
    for (const [at, site] of linking.entries()) {
      const end = starts[site + 1] ?? 0;
      const worth = worths[at] ?? 0;
      for (let edge = this.firstBehindHead(site); edge < end; edge += 1) {
        const place = linked[edge] ?? 0;
        if (place < behind) this.add(place, worth);
        else if (seen[place] !== target) {
          seen[place] = target;
          if (!isWithin(own, numbers[place] ?? 0)) others += 1;
        }
      }
    }
    return others;
  }

  private add(place: number, worth: number): void {
    const { tally } = this;
    const shared = tally[2 * place] ?? 0;
    if (shared === 0) {
      this.counted[this.found] = place;
      this.found += 1;
    }
    tally[2 * place] = shared + 1;
    tally[2 * place + 1] = (tally[2 * place + 1] ?? 0) + worth;
  }

  /** What a site links to lies in the order of places. */
  private firstBehindHead(site: number): number {
    const { starts, linked } = this.graph;
    return firstWhere(starts[site] ?? 0, starts[site + 1] ?? 0, (edge) => (linked[edge] ?? 0) >= this.head);
  }

  /** The first place of a site that fewer sites link to. */
  private firstWithFewer(sites: number): number {
    const { referrers } = this.graph;
    return firstWhere(0, referrers.length, (place) => (referrers[place] ?? 0) < sites);
  }

  /** How many competitors there are among the places that were counted, and how many sites the last of the foremost shares. */
  private leastShared({
    own,
    most,
    linking,
  }: {
    readonly own: OwnSites;
    readonly most: number;
    readonly linking: number;
  }): { readonly total: number; readonly least: number } {
    const { tally, counted, found } = this;
    const { numbers } = this.graph;
    const sharing = new Uint32Array(linking + 1);
    let total = 0;
    for (let at = 0; at < found; at += 1) {
      const place = counted[at] ?? 0;
      if (isWithin(own, numbers[place] ?? 0)) continue;
      total += 1;
      const shared = tally[2 * place] ?? 0;
      sharing[shared] = (sharing[shared] ?? 0) + 1;
    }
    let ahead = 0;
    for (let least = linking; least > 1; least -= 1) {
      ahead += sharing[least] ?? 0;
      if (ahead >= most) return { total, least };
    }
    return { total, least: 1 };
  }
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
