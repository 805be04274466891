import { siteWorth } from '../authority/site-worth.ts';
import { SHARE_UNITS } from '../read/competitors.ts';
import { falling, firstInOrder, inTurn, rising } from '../read/rows/held-order.ts';

/** Which sites link to which. */
export interface SiteGraph {
  /** What linking site `at` links to lies in `linked` from `starts[at]` up to `starts[at + 1]`. */
  readonly starts: Uint32Array;
  /** Places in `numbers`. */
  readonly linked: Uint32Array;
  /** The numbers of all sites that are linked to, by how many link to them: most of all links lead to few sites, which lie together. */
  readonly numbers: Uint32Array;
  /** By linking site: its trust, and to how many domains it links in all. */
  readonly trust: Float32Array;
  readonly domains: Uint32Array;
}

/**
 * Answers all numbers, which are smaller than `referred`, with those that occur most at the front, and puts in the list its place
 * there for each.
 */
export function placeByFrequency(list: Uint32Array, referred: number): Uint32Array {
  const frequency = new Uint32Array(referred);
  for (let at = 0; at < list.length; at += 1) {
    const no = list[at] ?? 0;
    frequency[no] = (frequency[no] ?? 0) + 1;
  }
  const greatest = frequency.reduce((most, each) => Math.max(most, each), 0);
  // Frequency and number in one, since numbers are sorted several times faster than by a function.
  const order = Float64Array.from(frequency, (each, no) => (greatest - each) * referred + no).sort();
  const numbers = Uint32Array.from(order, (each) => each % referred);
  const places = frequency;
  for (let place = 0; place < referred; place += 1) places[numbers[place] ?? 0] = place;
  for (let at = 0; at < list.length; at += 1) list[at] = places[list[at] ?? 0] ?? 0;
  return numbers;
}

/** Competitors of a target, most shared sites first, and of level ones by number. */
export interface SharedSites {
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

/** Counts whom the sites that link to a target link to as well, with counters that serve for one target after another. */
export class SharedSitesCounter {
  private readonly graph: SiteGraph;
  /** By place, two numbers side by side: how many of the linking sites link there, and what these are worth. */
  private readonly tally: Float64Array;
  /** Places that were counted. */
  private readonly counted: Uint32Array;

  constructor(graph: SiteGraph) {
    this.graph = graph;
    this.tally = new Float64Array(2 * graph.numbers.length);
    this.counted = new Uint32Array(graph.numbers.length);
  }

  /** The foremost of the sites that the linking sites share with the target, and how many there are. */
  count(linking: Uint32Array, own: OwnSites, most: number): SharedSites {
    const { tally, counted } = this;
    const { numbers } = this.graph;
    const { found, all_worth } = this.add(linking);
    const { total, least } = this.leastShared(found, { own, most, linking: linking.length });
    const rivals: Rival[] = [];
    for (let at = 0; at < found; at += 1) {
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
      total,
      no: foremost.map(({ no }) => no),
      shared: foremost.map(({ shared }) => shared),
      share: foremost.map(({ share }) => share),
    };
  }

  private add(linking: Uint32Array): { readonly found: number; readonly all_worth: number } {
    const { starts, linked, trust, domains } = this.graph;
    const { tally, counted } = this;
    const greatest_trust = this.greatestTrust(linking);
    let [found, all_worth] = [0, 0];
    for (const site of linking) {
      const end = starts[site + 1] ?? 0;
      let edge = starts[site] ?? 0;
      if (edge === end) continue;
      const worth = siteWorth({ trust: trust[site] ?? 0, domains: domains[site] ?? 0 }, greatest_trust);
      all_worth += worth;
      for (; edge < end; edge += 1) {
        const place = linked[edge] ?? 0;
        const shared = tally[2 * place] ?? 0;
        if (shared === 0) {
          counted[found] = place;
          found += 1;
        }
        tally[2 * place] = shared + 1;
        tally[2 * place + 1] = (tally[2 * place + 1] ?? 0) + worth;
      }
    }
    return { found, all_worth };
  }

  private greatestTrust(linking: Uint32Array): number {
    const { starts, trust } = this.graph;
    let greatest = 0;
    for (const site of linking) {
      if (starts[site] !== starts[site + 1]) greatest = Math.max(greatest, trust[site] ?? 0);
    }
    return greatest;
  }

  /** How many competitors there are among the places that were counted, and how many sites the last of the foremost shares. */
  private leastShared(
    found: number,
    { own, most, linking }: { readonly own: OwnSites; readonly most: number; readonly linking: number },
  ): { readonly total: number; readonly least: number } {
    const { tally, counted } = this;
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

function isWithin({ first, end }: OwnSites, no: number): boolean {
  return no >= first && no < end;
}
