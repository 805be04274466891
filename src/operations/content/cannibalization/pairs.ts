import { foldPhrase } from '../../../text/normalize.ts';
import { findPurpose } from '../../../text/purpose.ts';
import type { Conflict } from './conflicts.ts';
import { findTargetSearch, listSharedQueries, TEXT_ADDRESS } from './overlap.ts';
import type { Page } from './pages.ts';
import { namesAnyPlace } from './places.ts';

/** From this similarity on, two subjects without a telling word on both sides are one. */
const ALIKE = 0.75;
/** Titles that share less than this are two texts, even when both are meant for one keyword. */
export const RELATED = 0.4;
/** This many shared searches, and this share of the shorter list, prove one subject whatever the words are. */
const PROOF_QUERIES = 3;
const PROOF_SHARE = 0.6;

/** Whether one page could take the place of both: by their words, or by the searches that both rank for. */
export function hasOneSubject({ one, other, overlap }: Conflict): boolean {
  if (overlap.places !== 'same' || overlap.other_version) return false;
  const { similarity, only_one: mine, only_other: theirs } = overlap.likeness;
  const tellApart = mine.length > 0 && theirs.length > 0;
  if (!tellApart && (similarity >= ALIKE || (similarity >= RELATED && haveOneMainQuery(one, other)))) return true;
  // Variants of a product rank for the same searches and are still two products.
  const areOffers = [one, other].every(({ type }) => type.value === 'product');
  return (
    !(areOffers && tellApart) && overlap.shared_count >= PROOF_QUERIES && (overlap.query_share ?? 0) >= PROOF_SHARE
  );
}

/** Whether both pages are shown most for the same search. */
function haveOneMainQuery(one: Page, other: Page): boolean {
  const [mine, theirs] = [findMainQuery(one), findMainQuery(other)];
  return mine !== undefined && mine === theirs;
}

function findMainQuery({ queries }: Page): string | undefined {
  let main: string | undefined;
  let most = 0;
  for (const [key, { impressions, branded }] of queries ?? []) {
    if (branded || (impressions ?? 0) <= most) continue;
    [main, most] = [key, impressions ?? 0];
  }
  return main;
}

/** One product in two places of a shop: equal titles of product pages. */
export function areOneProduct({ one, other }: Conflict): boolean {
  return (
    one.type.value === 'product' &&
    other.type.value === 'product' &&
    one.title !== '' &&
    foldPhrase(one.title, 300) === foldPhrase(other.title, 300)
  );
}

/** Texts on one side, pages that sell, show prices or bring visitors on the other; undefined where unsure. */
function judgeKind({ type, url }: Page): 'text' | 'offer' | undefined {
  if (TEXT_ADDRESS.test(url)) return 'text';
  if (type.confidence < SURE) return undefined;
  const purpose = findPurpose(type.value);
  if (purpose === 'inform' || purpose === 'compare') return 'text';
  return purpose === 'sell' || purpose === 'price' || purpose === 'visit' || purpose === 'use' ? 'offer' : undefined;
}

const SURE = 0.4;

/** Whether one is a text and the other an offer: neither can replace the other. */
export function areOfOtherKinds({ one, other }: Conflict): boolean {
  const [mine, theirs] = [judgeKind(one), judgeKind(other)];
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

/** Who keeps each search that both pages have. */
export interface Shares {
  readonly kept: readonly string[];
  readonly other: readonly string[];
}

/**
 * Shares out the searches of a pair: one that names a place goes to the page of that place, one that a single page
 * targets goes to that page, and the rest to the page to keep.
 */
export function shareOutQueries(kept: Page, other: Page): Shares {
  const shared = listSharedQueries(kept, other);
  const theirs = shared.filter((query) => ownsQuery(other, kept, query));
  return { kept: shared.filter((query) => !theirs.includes(query)), other: theirs };
}

function ownsQuery(page: Page, rival: Page, query: string): boolean {
  const [here, there] = [namesAnyPlace(query, page.places), namesAnyPlace(query, rival.places)];
  if (here !== there) return here;
  return targetsQuery(page, query) && !targetsQuery(rival, query);
}

function targetsQuery(page: Page, query: string): boolean {
  return page.queries?.get(findTargetSearch(page))?.text === query;
}

/** The search that a page can be made for beside a rival; undefined where the request names none. */
export function findOwnSearch(page: Page, rival: Page, own: readonly string[]): string | undefined {
  const [first] = own;
  if (first !== undefined) return first;
  const isFree = (key: string): boolean => key !== '' && rival.queries?.has(key) !== true && key !== rival.primary_key;
  if (page.primary_keyword !== null && isFree(page.primary_key)) return page.primary_keyword;
  const free = [...(page.queries ?? [])].filter(([key]) => isFree(key)).map(([, query]) => query);
  return free.toSorted((one, two) => (two.impressions ?? 0) - (one.impressions ?? 0))[0]?.text;
}
