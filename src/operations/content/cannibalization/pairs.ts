import { counted } from '../../../kernel/grammar.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { findPurpose } from '../../../text/purpose.ts';
import { buildSearchKey, readPurpose } from '../../../text/subject.ts';
import type { Conflict } from './conflicts.ts';
import { findTargetSearch, listSharedQueries, type Overlap, TEXT_ADDRESS } from './overlap.ts';
import type { Page, RankedQuery } from './pages.ts';
import { namesAnyPlace } from './places.ts';

/** From this similarity on, two subjects without a telling word on both sides are one. */
const ALIKE = 0.75;
/** Titles that share less than this are two texts, even when both are meant for one keyword. */
export const RELATED = 0.4;
/** This many shared searches, and this share of the shorter list, prove one subject where the words do not rule it out. */
const PROOF_QUERIES = 2;
const PROOF_SHARE = 0.6;
/** Where each page has a telling word of its own, the proof takes more. */
const PROOF_QUERIES_APART = 3;

/** Whether one page could take the place of both: by their words, or by the searches that both rank for. */
export function hasOneSubject(conflict: Conflict): boolean {
  const { overlap } = conflict;
  if (overlap.places !== 'same' || overlap.other_version || isChildPage(conflict)) return false;
  return areToldApart(conflict) ? isProven(conflict) : isLikely(conflict) || isProven(conflict);
}

function isLikely({ one, other, overlap: { likeness } }: Conflict): boolean {
  return likeness.similarity >= ALIKE || (likeness.similarity >= RELATED && haveOneMainQuery(one, other));
}

function isProven(conflict: Conflict): boolean {
  const { one, other, overlap } = conflict;
  // Variants of a product rank for the same searches and are still two products.
  if (areSiblings(conflict) || (overlap.query_share ?? 0) < PROOF_SHARE) return false;
  const isHard = areToldApart(conflict) && !haveOneMainQuery(one, other) && !rankForTheSame(conflict);
  return overlap.shared_count >= (isHard ? PROOF_QUERIES_APART : PROOF_QUERIES);
}

/** `Cómo hacerse autónomo` and `Darse de alta como autónomo`: neither page ranks for a search that the other lacks. */
function rankForTheSame({ one, other, overlap: { shared_count: count } }: Conflict): boolean {
  return count === one.queries?.size && count === other.queries?.size;
}

/**
 * Whether a page bears the title of another and its URL is about something else, as where a title was copied: nothing that
 * is known of it says that it is about the same.
 */
export function isMistitled(page: Page, other: Page): boolean {
  if (page.title_key === '' || page.title_key !== other.title_key) return false;
  if (page.named_by_url !== false || other.named_by_url !== true) return false;
  return [page, other].every(({ queries, primary }) => queries === undefined && primary === undefined);
}

/** Whether one of the two can be merged into the other. */
export function canStandIn(conflict: Conflict): boolean {
  return hasOneSubject(conflict) && !serveOthers(conflict);
}

/** A page below a hub with a word that the hub lacks is a part of its subject. */
export function isChildPage({ overlap }: Conflict): boolean {
  const { only_one: mine, only_other: theirs } = overlap.likeness;
  return overlap.hub_and_child && mine.length + theirs.length > 0;
}

/** Whether one page is for a part of what the other is about (`hiking boots men`), and leads for it. */
export function isPart({ one, other, overlap: { likeness } }: Conflict): boolean {
  const { only_one: mine, only_other: theirs } = likeness;
  if (mine.length > 0 === theirs.length > 0) return false;
  return mine.length > 0 ? leadsFor(one, other, mine) : leadsFor(other, one, theirs);
}

/** Whether a page is shown higher than its rival, and clicked at least as often, for a search with one of its own words. */
function leadsFor(page: Page, rival: Page, words: readonly string[]): boolean {
  return [...(page.queries?.values() ?? [])].some(({ text, clicks, position, branded }) => {
    if (branded || (clicks ?? 0) === 0 || !hasAnyWord(text, words, page)) return false;
    const theirs = findQuery(rival, text);
    return (theirs?.clicks ?? 0) <= (clicks ?? 0) && (position ?? Infinity) <= (theirs?.position ?? Infinity);
  });
}

function areToldApart({ overlap: { likeness } }: Conflict): boolean {
  return likeness.only_one.length > 0 && likeness.only_other.length > 0;
}

/** Two offers that each have a telling word of their own: two colours of a product, or one tool for two trades. */
export function areSiblings(conflict: Conflict): boolean {
  return (
    areToldApart(conflict) &&
    [conflict.one, conflict.other].every((page) => judgeKind(page) !== 'text' && isOffer(page))
  );
}

function isOffer({ type, purpose }: Page): boolean {
  return type.value === 'product' || type.value === 'landing_page' || purpose === 'sell' || purpose === 'visit';
}

/** Whether both pages are shown most for the same search. */
export function haveOneMainQuery(one: Page, other: Page): boolean {
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

/** Whether neither page could answer for the other: they want other searchers, or one is the home page. */
export function serveOthers(conflict: Conflict): boolean {
  const { one, other, overlap } = conflict;
  return areOfOtherKinds(conflict) || overlap.intent < INTENT_ONE || isHome(one) || isHome(other);
}

const INTENT_ONE = 0.8;

/** The home page stands for the whole site: nothing is merged into it, and it never goes. */
export function isHome({ purpose, url }: Page): boolean {
  return purpose === 'home' || /^https?:\/\/[^/]+\/?$/i.test(url);
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
export function areOfOtherKinds({ one, other, overlap }: Conflict): boolean {
  const [mine, theirs] = [judgeKind(one), judgeKind(other)];
  // A URL that hints at a kind says less than a title that both have.
  if (one.title_key !== '' && one.title_key === other.title_key && ![one, other].every(isTold)) return false;
  if (areInterchangeable(one, other, overlap)) return false;
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

/** Titles about the same for the same searchers, and not one search that the other page does not have. */
function areInterchangeable(one: Page, other: Page, { likeness, query_share: share }: Overlap): boolean {
  if (isTold(one) || isTold(other) || one.queries?.size !== other.queries?.size || share !== 1) return false;
  const isOne = likeness.similarity >= INTERCHANGEABLE && likeness.only_one.length + likeness.only_other.length === 0;
  return isOne && one.purpose !== undefined && one.purpose === other.purpose;
}

const INTERCHANGEABLE = 0.95;

function isTold({ type }: Page): boolean {
  return type.confidence === 1;
}

/** Who keeps each search that both pages have. */
export interface Shares {
  readonly kept: readonly string[];
  readonly other: readonly string[];
}

/**
 * Shares out the searches of a pair: one that names a place goes to the page of that place, then one that a page declares,
 * has won, has in its title or ranks for alone goes to that page, and the rest to the page to keep.
 */
export function shareOutQueries(kept: Page, other: Page, conflict: Conflict): Shares {
  const shared = listSharedQueries(kept, other);
  const theirs = shared.filter((query) => ownsQuery(other, kept, query, conflict));
  return { kept: shared.filter((query) => !theirs.includes(query)), other: theirs };
}

function ownsQuery(page: Page, rival: Page, query: string, { one, overlap }: Conflict): boolean {
  const [here, there] = [namesAnyPlace(query, page.places), namesAnyPlace(query, rival.places)];
  if (here !== there) return here;
  const { only_one: first, only_other: second } = overlap.likeness;
  const [own, foreign] = one === page ? [first, second] : [second, first];
  const claims: readonly ((claimant: Page, against: Page) => boolean)[] = [
    (claimant) => claimant.primary_key !== '' && targetsQuery(claimant, query),
    (claimant, against) => hasWonQuery(claimant, against, query),
    (claimant) => targetsQuery(claimant, query),
    (claimant, against) => asksTheSame(claimant, against, query),
    (claimant, against) => isLastSearch(claimant, against),
    (claimant) => !isPastEdition(claimant, query) && hasAnyWord(query, claimant === page ? own : foreign, claimant),
    // Where a text and an offer are meant for the same searchers, a level search belongs to the offer.
    (claimant, against) => claimant.purpose === against.purpose && judgeKind(claimant) === 'offer',
  ];
  const claim = claims.find((holds) => holds(page, rival) !== holds(rival, page));
  return claim?.(page, rival) === true;
}

/** With this share of the clicks of a search, and this many, a page has won it. */
const WON_SHARE = 0.65;
const WON_CLICKS = 10;

function hasWonQuery(page: Page, rival: Page, query: string): boolean {
  const [mine, theirs] = [findQuery(page, query), findQuery(rival, query)];
  const [here, there] = [mine?.clicks ?? 0, theirs?.clicks ?? 0];
  const isHigher = (mine?.position ?? 0) <= (theirs?.position ?? Infinity);
  return here >= WON_CLICKS && here >= WON_SHARE * (here + there) && isHigher;
}

function findQuery({ queries }: Page, query: string): RankedQuery | undefined {
  return queries?.values().find(({ text }) => text === query);
}

/** A search for a price belongs to the page whose title is about the price. */
function asksTheSame({ titled, language }: Page, against: Page, query: string): boolean {
  const { purpose } = titled.whole;
  // What both titles are about decides nothing, and need not be read.
  if (purpose === undefined || purpose === against.titled.whole.purpose) return false;
  return readPurpose(query, language) === purpose;
}

/** A page that ranks for nothing else would have no search left; its rival has one. */
function isLastSearch(page: Page, rival: Page): boolean {
  return findOwnSearch(page, rival, []) === undefined && findOwnSearch(rival, page, []) !== undefined;
}

function isPastEdition({ year }: Page, query: string): boolean {
  return year !== null && !query.includes(String(year));
}

function hasAnyWord(query: string, words: readonly string[], { language }: Page): boolean {
  const terms = new Set(buildSearchKey(query, language).split(' '));
  return words.some((word) => terms.has(buildSearchKey(word, language)));
}

function targetsQuery(page: Page, query: string): boolean {
  return page.queries?.get(findTargetSearch(page))?.text === query;
}

/** The searches that conflicts are about and that belong to a page rather than to its rival. */
export function listOwnedQueries(page: Page, conflicts: readonly Conflict[]): string[] {
  const owned = conflicts.flatMap((conflict) => {
    const rival = conflict.one === page ? conflict.other : conflict.other === page ? conflict.one : undefined;
    return rival === undefined || conflict.overlap.shared_count === 0
      ? []
      : shareOutQueries(rival, page, conflict).other;
  });
  return [...new Set(owned)];
}

/** Why a search belongs to a page rather than to its rivals. */
export function explainOwner(page: Page, query: string, rivals: readonly Page[]): string {
  if (targetsQuery(page, query)) return `It targets “${query}”, which another page ranks for too.`;
  const { clicks = null, position = null } = findQuery(page, query) ?? {};
  if (clicks === null || rivals.some((rival) => (findQuery(rival, query)?.clicks ?? 0) > clicks))
    return `It fits “${query}” better than the other page, which is about level with it.`;
  const place = position === null ? '' : ` at position ${position}`;
  return `It is the better page for “${query}”, which brings it ${counted(clicks, 'click')}${place}.`;
}

/** The search that a page can be made for beside a rival; undefined where the request names none. */
export function findOwnSearch(page: Page, rival: Page, own: readonly string[]): string | undefined {
  const [first] = own;
  if (first !== undefined) return first;
  const isFree = (key: string): boolean => key !== '' && rival.queries?.has(key) !== true && key !== rival.primary_key;
  if (page.primary_keyword !== null && isFree(page.primary_key)) return page.primary_keyword;
  const free = [...(page.queries ?? [])].filter(([key, { branded }]) => !branded && isFree(key));
  return free
    .map(([, query]) => query)
    .toSorted((mine, theirs) => (theirs.impressions ?? 0) - (mine.impressions ?? 0))[0]?.text;
}
