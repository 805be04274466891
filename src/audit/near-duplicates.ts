import type { SitePage } from '../ports/site-facts.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import { isFurtherPage } from './list-pages.ts';
import { bitsApart } from './rules-indexing.ts';
import type { SiteView } from './view.ts';

/** Half of the pairs of texts with one word in twenty changed lie within, and no unrelated ones. */
const BITS_MAX = 7;
const BAND_BITS = 8;
const BANDS = 64 / BAND_BITS;
const WORDS_MIN = 100;
const LIKENESS_MIN = 0.8;
const SHINGLE_WORDS = 3;
/** Beyond so many pages the pairs of a band are more than an audit has time for. */
const PAGES_MAX = 300_000;
const TEXT_CHARACTERS_MAX = 20_000;
/** Texts of this many pages are read to confirm near-duplicates; the rest of the candidates is left out. */
const TEXTS_MAX = 20_000;
const TEXTS_AT_ONCE = 400;
/** Three times as many as a band has where no two of the most pages are alike. */
const LEADERS_MAX = 4000;

/** A group of pages whose texts may be nearly the same; the first stands for all. */
export type Candidates = readonly number[];

/**
 * Groups by simhash (Charikar 2002; Manku and others 2007): two hashes at most seven bits apart share one of eight bands
 * of eight bits. Their texts have the last word: `confirmNearDuplicates`.
 */
export function findNearDuplicates(view: SiteView): readonly Candidates[] {
  const members = view.pages.flatMap((page, at) => (isComparable(view, page, at) ? [at] : []));
  if (members.length > PAGES_MAX) return [];
  const parent = new Map<number, number>();
  for (let band = 0; band < BANDS; band += 1) joinBand(view, bandsOf(view.pages, members, band), parent);
  return [...Map.groupBy(members, (page) => rootOf(parent, page)).values()].filter((group) => group.length > 1);
}

function isComparable({ indexable }: SiteView, page: SitePage, at: number): boolean {
  return indexable[at] === true && page.word_count >= WORDS_MIN && !isFurtherPage(page);
}

function bandsOf(pages: readonly SitePage[], members: readonly number[], band: number): readonly (readonly number[])[] {
  const buckets = Array.from({ length: 2 ** BAND_BITS }, (): number[] => []);
  const half = band < BANDS / 2 ? 0 : 1;
  const shift = (band % (BANDS / 2)) * BAND_BITS;
  for (const page of members) buckets[((pages[page]?.simhash[half] ?? 0) >>> shift) & 0xff]?.push(page);
  return buckets;
}

/** Each page with the first that it is near: where thousands of pages are alike, comparing all pairs would take hours. */
function joinBand(
  { pages, versions }: SiteView,
  buckets: readonly (readonly number[])[],
  parent: Map<number, number>,
): void {
  for (const bucket of buckets) {
    const leaders: number[] = [];
    for (const at of bucket) {
      const page = pages[at];
      if (page === undefined) continue;
      const leader = leaders.find((each) => versions[each] !== versions[at] && isNear(page, pages[each]));
      if (leader !== undefined) parent.set(rootOf(parent, at), rootOf(parent, leader));
      else if (leaders.length < LEADERS_MAX) leaders.push(at);
    }
  }
}

function isNear(page: SitePage, other: SitePage | undefined): boolean {
  return (
    other !== undefined &&
    bitsApart(page.simhash, other.simhash) <= BITS_MAX &&
    page.language === other.language &&
    page.content_hash !== other.content_hash
  );
}

function rootOf(parent: Map<number, number>, page: number): number {
  let root = page;
  for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next;
  // The next question about any page on the way is short.
  for (let at = page; at !== root;) {
    const next = parent.get(at) ?? root;
    parent.set(at, root);
    at = next;
  }
  return root;
}

/** Pages of a group whose texts are read at once; the first is the one that the others are compared with. */
interface Part {
  readonly first: number;
  readonly others: readonly number[];
}

/**
 * Keeps those of a group whose texts share four fifths of their runs of three words (Broder 1997) with the first.
 *
 * @param textsOf main texts of pages by host and path; only a few hundred are asked for at a time
 */
export async function confirmNearDuplicates(
  view: SiteView,
  groups: readonly Candidates[],
  textsOf: (pages: readonly SitePage[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Finding[]> {
  const alike = new Map<number, number[]>();
  for (const parts of batchesOf(groups)) {
    const asked = parts.flatMap(({ first, others }) => [first, ...others]);
    const texts = await textsOf(asked.flatMap((at) => view.pages[at] ?? []));
    const shingles = (at: number): ReadonlySet<string> => shinglesOf(texts.get(keyOf(view.pages[at])) ?? '');
    for (const { first, others } of parts) {
      const own = shingles(first);
      const known = alike.get(first) ?? [first];
      known.push(...others.filter((at) => likeness(own, shingles(at)) >= LIKENESS_MIN));
      alike.set(first, known);
    }
  }
  return [...alike.values()].filter((group) => group.length > 1).flatMap((group) => findingsOf(view, group));
}

function findingsOf({ pages }: SiteView, alike: readonly number[]): readonly Finding[] {
  const cause = pages[alike[0] ?? -1]?.url ?? '';
  return alike.map((at, place) => {
    const other = pages[alike[place === 0 ? 1 : 0] ?? -1]?.url ?? '';
    const others = alike.length - 1;
    return finding('dup.near', at, {
      cause,
      detail: others === 1 ? `as ${other}` : `as ${other} and ${others - 1} more`,
    });
  });
}

/** Parts with a few hundred pages together, up to the most that are read. */
function* batchesOf(groups: readonly Candidates[]): Generator<readonly Part[]> {
  let batch: Part[] = [];
  let [inBatch, inAll] = [0, 0];
  for (const [first = -1, ...rest] of groups) {
    for (let at = 0; at < rest.length && inAll < TEXTS_MAX;) {
      const others = rest.slice(at, at + Math.min(TEXTS_AT_ONCE - inBatch, TEXTS_MAX - inAll));
      batch.push({ first, others });
      at += others.length;
      inBatch += others.length;
      inAll += others.length;
      if (inBatch < TEXTS_AT_ONCE) continue;
      yield batch;
      batch = [];
      inBatch = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function keyOf(page: SitePage | undefined): string {
  return page === undefined ? '' : page.host_key + page.path_key;
}

function shinglesOf(text: string): ReadonlySet<string> {
  const words =
    text
      .slice(0, TEXT_CHARACTERS_MAX)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const shingles = new Set<string>();
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1) {
    shingles.add(words.slice(at, at + SHINGLE_WORDS).join(' '));
  }
  return shingles;
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const shingle of one) if (other.has(shingle)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
