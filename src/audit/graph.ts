import type { SiteLinks } from '../ports/site-facts.ts';

/** The pages that each page links to, in one list: those of page `n` stand from `start[n]` to before `start[n + 1]`. */
export interface Adjacency {
  readonly start: Int32Array;
  readonly neighbour: Int32Array;
}

export function outgoing(pages: number, { source, target }: SiteLinks, takes: (link: number) => boolean): Adjacency {
  const start = new Int32Array(pages + 1);
  for (let link = 0; link < source.length; link += 1) if (takes(link)) add(start, at(source, link) + 1, 1);
  for (let page = 0; page < pages; page += 1) add(start, page + 1, at(start, page));
  const neighbour = new Int32Array(at(start, pages));
  const next = start.slice(0, pages);
  for (let link = 0; link < source.length; link += 1) {
    if (!takes(link)) continue;
    const page = at(source, link);
    neighbour[at(next, page)] = at(target, link);
    add(next, page, 1);
  }
  return { start, neighbour };
}

/** How many links begin, or end, at each page. */
export function countEnds(pages: number, ends: Int32Array, takes: (link: number) => boolean): Int32Array {
  const counts = new Int32Array(pages);
  for (let link = 0; link < ends.length; link += 1) if (takes(link)) add(counts, at(ends, link), 1);
  return counts;
}

function neighboursOf({ start, neighbour }: Adjacency, page: number): Int32Array {
  return neighbour.subarray(at(start, page), at(start, page + 1));
}

function at(list: Int32Array, place: number): number {
  return list[place] ?? 0;
}

function add(list: Int32Array, place: number, amount: number): void {
  list[place] = at(list, place) + amount;
}

/**
 * Clicks from the nearest home page; -1 for pages that no chain of links reaches.
 *
 * @param movedTo where a page hands its visitors on without a click, -1 for nowhere
 */
export function clickDepths(links: Adjacency, homes: readonly number[], movedTo: (page: number) => number): Int32Array {
  const depth = new Int32Array(links.start.length - 1).fill(-1);
  let level: number[] = [];
  const reach = (page: number, clicks: number): void => {
    for (let next = page; next >= 0 && depth[next] === -1; next = movedTo(next)) {
      depth[next] = clicks;
      level.push(next);
    }
  };
  for (const home of homes) reach(home, 0);
  for (let clicks = 1; level.length > 0; clicks += 1) {
    const last = level;
    level = [];
    for (const page of last) for (const next of neighboursOf(links, page)) reach(next, clicks);
  }
  return depth;
}

const DAMPING = 0.85;
const CHANGE_MAX = 1e-8;
const ROUNDS_MAX = 100;

/**
 * PageRank within the site (Page and others 1998): what visitors who follow links at random come to. Pages without links
 * hand on to all; a page that redirects, or names another as canonical, hands on to that one whole.
 */
export function internalPageRank(links: Adjacency, movedTo: (page: number) => number): Float64Array {
  const pages = links.start.length - 1;
  let rank = new Float64Array(pages).fill(1 / Math.max(1, pages));
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = handOn(links, rank, movedTo);
    let change = 0;
    for (let page = 0; page < pages; page += 1) change += Math.abs((next[page] ?? 0) - (rank[page] ?? 0));
    rank = next;
    if (change < CHANGE_MAX) break;
  }
  return rank;
}

function handOn(links: Adjacency, rank: Float64Array, movedTo: (page: number) => number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(rank.length);
  let dangling = 0;
  for (let page = 0; page < rank.length; page += 1) {
    const weight = rank[page] ?? 0;
    const heir = movedTo(page);
    if (heir >= 0) {
      next[heir] = (next[heir] ?? 0) + weight;
      continue;
    }
    const targets = neighboursOf(links, page);
    if (targets.length === 0) dangling += weight;
    for (const target of targets) next[target] = (next[target] ?? 0) + weight / targets.length;
  }
  const base = (1 - DAMPING + DAMPING * dangling) / Math.max(1, rank.length);
  for (let page = 0; page < rank.length; page += 1) next[page] = base + DAMPING * (next[page] ?? 0);
  return next;
}
