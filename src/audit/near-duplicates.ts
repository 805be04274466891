import type { SitePage } from '../ports/site-facts.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import { bitsApart, isPartOfList } from './rules-indexing.ts';
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
  for (let band = 0; band < BANDS; band += 1) joinBand(view.pages, bandsOf(view.pages, members, band), parent);
  const groups = new Map<number, number[]>();
  for (const page of members) {
    const root = rootOf(parent, page);
    const known = groups.get(root);
    if (known === undefined) groups.set(root, [page]);
    else known.push(page);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function isComparable({ indexable }: SiteView, page: SitePage, at: number): boolean {
  return indexable[at] === true && page.word_count >= WORDS_MIN && !isPartOfList(page);
}

function bandsOf(pages: readonly SitePage[], members: readonly number[], band: number): readonly (readonly number[])[] {
  const buckets = Array.from({ length: 2 ** BAND_BITS }, (): number[] => []);
  const half = band < BANDS / 2 ? 0 : 1;
  const shift = (band % (BANDS / 2)) * BAND_BITS;
  for (const page of members) buckets[((pages[page]?.simhash[half] ?? 0) >>> shift) & 0xff]?.push(page);
  return buckets;
}

function joinBand(
  pages: readonly SitePage[],
  buckets: readonly (readonly number[])[],
  parent: Map<number, number>,
): void {
  for (const bucket of buckets) {
    for (const [place, one] of bucket.entries()) {
      const page = pages[one];
      for (let next = place + 1; next < bucket.length; next += 1) {
        const other = bucket[next] ?? one;
        if (page !== undefined && isNear(page, pages[other])) parent.set(rootOf(parent, one), rootOf(parent, other));
      }
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

function rootOf(parent: ReadonlyMap<number, number>, page: number): number {
  let root = page;
  for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next;
  return root;
}

/** Keeps those of a group whose texts share four fifths of their runs of three words (Broder 1997) with the first. */
export function confirmNearDuplicates(
  view: SiteView,
  groups: readonly Candidates[],
  texts: ReadonlyMap<string, string>,
): Finding[] {
  return groups.flatMap((group) => {
    const shingles = group.map((at) => shinglesOf(texts.get(keyOf(view.pages[at])) ?? ''));
    const [first] = shingles;
    if (first === undefined) return [];
    const alike = group.filter((_, at) => at === 0 || likeness(first, shingles[at] ?? NOTHING) >= LIKENESS_MIN);
    if (alike.length < 2) return [];
    const cause = view.pages[alike[0] ?? -1]?.url ?? '';
    return alike.map((at, place) => {
      const other = view.pages[alike[place === 0 ? 1 : 0] ?? -1]?.url ?? '';
      const others = alike.length - 1;
      return finding('dup.near', at, {
        cause,
        detail: others === 1 ? `as ${other}` : `as ${other} and ${others - 1} more`,
      });
    });
  });
}

const NOTHING: ReadonlySet<string> = new Set();

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
