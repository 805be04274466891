import { compareText } from '../../../text/normalize.ts';
import type { Purpose } from '../../../text/purpose.ts';
import { compareSearchers, SAME_SEARCHERS, type Wanted } from '../../../text/searchers.ts';
import { areBothShown, countContested } from './contested.ts';
import type { Page } from './pages.ts';
import { type Likeness, compareSubjects } from '../../../text/subject.ts';
import { compareTitles, ONE_SUBJECT } from '../../../text/title-subject.ts';
import { isBelow } from './variants.ts';

/** A page in a blog is a text, even with prices in its title. */
export const TEXT_ADDRESS = /\/(?:blog|guides?|news|magazine?|articles?|advice|ratgeber|magazin)\/[^/]/i;

export const COMPONENTS = ['subject', 'shared_queries', 'declared_keywords', 'intent'] as const;

export interface Overlap {
  readonly score: number;
  readonly components: Readonly<Record<(typeof COMPONENTS)[number], number>>;
  readonly likeness: Likeness;
  /** 0–1, by their words, or by the searches that both rank for where that says more. */
  readonly sameness: number;
  /** How many ranking queries both have. */
  readonly shared_count: number;
  /** Share of the shorter list of queries; null when one of the pages has none. */
  readonly query_share: number | null;
  readonly declared: readonly string[];
  readonly same_primary: boolean;
  /** Searches that both rank for and one of them targets. */
  readonly primary_shared: readonly string[];
  /** Years that name two versions of a thing, and not two editions of a text. */
  readonly other_version: boolean;
  /** 0–1: whether both pages serve the same searchers. */
  readonly intent: number;
  readonly hub_and_child: boolean;
  /** Whether both are for one place, each for another, or only one for a place. */
  readonly places: 'same' | 'apart' | 'one';
  /** Searches that both are shown for about as often and as high, so that neither has won. */
  readonly contested: number;
  /** 0–1, of the titles alone. */
  readonly title_similarity: number;
  /** Both answer searches for a subject; neither is found by its name alone. */
  readonly by_subject: boolean;
}

const SHOWN_ALIKE = 0.8;

/**
 * How far two pages compete for the same searches, 0–100: `subject + shared_queries + declared_keywords + intent`.
 *
 * Points: 35, 35, 15 and 15. What the request does not give for both pages (queries, keywords) gives its points to
 * the subject, since titles are then all there is to go by. Pages that rank for the same searches have one subject
 * in different words: 80% of that share counts where it is more than the likeness of their words.
 */
export function measureOverlap(one: Page, other: Page): Overlap {
  const likeness = compareTopics(one, other);
  const sharedCount = countShared(one, other);
  const share = measureQueryShare(one, other, sharedCount);
  const declared = [...one.declared].filter(([key]) => other.declared.has(key)).map(([, text]) => text);
  const samePrimary = one.primary_key !== '' && one.primary_key === other.primary_key;
  const sameness = Math.max(likeness.similarity, SHOWN_ALIKE * (share ?? 0));
  const intent = compareSearchers(wantedOf(one), wantedOf(other));
  const keywordsKnown = one.declared.size > 0 && other.declared.size > 0;
  const points = {
    shared_queries: share === null ? 0 : 35,
    declared_keywords: keywordsKnown ? 15 : 0,
    intent: 15,
  };
  const components = {
    subject: Math.round((85 - points.shared_queries - points.declared_keywords) * sameness),
    shared_queries: Math.round(points.shared_queries * (share ?? 0)),
    declared_keywords: Math.round(points.declared_keywords * (samePrimary ? 1 : declared.length > 0 ? 0.7 : 0)),
    intent: Math.round(points.intent * intent),
  };
  return {
    score: Object.values(components).reduce((sum, each) => sum + each, 0),
    components,
    likeness,
    shared_count: sharedCount,
    sameness,
    query_share: share,
    declared,
    same_primary: samePrimary,
    primary_shared: sharedCount === 0 ? [] : listSharedPrimaries(one, other),
    other_version: nameVersions(one, other),
    intent,
    hub_and_child: isBelow(one.base, other.base) || isBelow(other.base, one.base),
    places: comparePlaces(one, other),
    contested: countContested(one, other, { count: sharedCount, share: share ?? 0 }),
    by_subject: [one, other].every(({ purpose }) => !FOUND_BY_NAME.has(purpose)),
    title_similarity: compareTitles(one.titled, other.titled).similarity,
  };
}

function wantedOf({ purpose, primary, titled }: Page): Wanted {
  return { purpose, primary, subject: primary ?? titled.whole };
}

/** Pages that searches for the name of the site bring up together. */
const FOUND_BY_NAME: ReadonlySet<Purpose | undefined> = new Set<Purpose | undefined>(['enter', 'help', 'company']);

function comparePlaces({ places: mine }: Page, { places: theirs }: Page): Overlap['places'] {
  if (mine.size === 0 && theirs.size === 0) return 'same';
  if (mine.size === 0 || theirs.size === 0) return 'one';
  return mine.isDisjointFrom(theirs) ? 'apart' : 'same';
}

/** Keywords against keywords when both have them; titles otherwise. Two titles may be similar because of a template. */
function compareTopics(one: Page, other: Page): Likeness {
  const titles = compareTitles(one.titled, other.titled);
  const mine = one.primary ?? one.titled.whole;
  const theirs = other.primary ?? other.titled.whole;
  if (one.primary === undefined && other.primary === undefined) return titles;
  const keywords = compareSubjects(mine, theirs);
  return one.primary !== undefined && other.primary !== undefined
    ? keywords
    : keywords.similarity >= titles.similarity
      ? keywords
      : titles;
}

function countShared(one: Page, other: Page): number {
  if (one.queries === undefined || other.queries === undefined) return 0;
  let count = 0;
  for (const [key, mine] of one.queries) {
    const theirs = other.queries.get(key);
    if (theirs !== undefined && areBothShown(mine, theirs)) count += 1;
  }
  return count;
}

/** The ranking queries that both pages have, the most shown first. */
export function listSharedQueries(one: Page, other: Page): string[] {
  const shared: { text: string; impressions: number }[] = [];
  for (const [key, mine] of one.queries ?? []) {
    const theirs = other.queries?.get(key);
    if (theirs !== undefined && areBothShown(mine, theirs))
      shared.push({ text: mine.text, impressions: (mine.impressions ?? 0) + (theirs.impressions ?? 0) });
  }
  return shared.sort((a, b) => b.impressions - a.impressions || compareText(a.text, b.text)).map(({ text }) => text);
}

function listSharedPrimaries(one: Page, other: Page): string[] {
  return [...new Set([findTargetSearch(one), findTargetSearch(other)])].flatMap((key) => {
    const [mine, theirs] = [one.queries?.get(key), other.queries?.get(key)];
    return mine !== undefined && theirs !== undefined && areBothShown(mine, theirs) ? [mine.text] : [];
  });
}

/** The search that a page targets: the one that it declares, else its title, when it ranks for that. */
export function findTargetSearch({ primary_key: primary, title_key: title }: Page): string {
  return primary === '' ? title : primary;
}

/** Texts are rewritten every year; what is sold or used under a year is a thing of its own. */
const WRITTEN: ReadonlySet<Purpose | undefined> = new Set<Purpose | undefined>(['inform', 'compare', 'price', 'help']);

function nameVersions(one: Page, other: Page): boolean {
  if (one.year === null || other.year === null || one.year === other.year) return false;
  const older = one.year < other.year ? one : other;
  if (one.purpose === undefined && other.purpose === undefined && isOutlived(older)) return false;
  return [one, other].every(({ purpose, url }) => !WRITTEN.has(purpose) && !TEXT_ADDRESS.test(url));
}

/** Whether a page ranks for searches, and none of them asks for its year. */
function isOutlived({ queries, year }: Page): boolean {
  const searches = [...(queries?.values() ?? [])];
  return searches.length > 0 && !searches.some(({ text }) => text.includes(String(year)));
}

function measureQueryShare(one: Page, other: Page, shared: number): number | null {
  const fewer = Math.min(one.queries?.size ?? 0, other.queries?.size ?? 0);
  return fewer === 0 ? null : shared / fewer;
}

export const SENSITIVITIES = ['conservative', 'balanced', 'aggressive'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

interface Thresholds {
  readonly similarity: number;
  readonly intent: number;
  /** Words that one of the two may have beyond the other. */
  readonly extra_words: number;
  readonly query_share: number;
  readonly queries: number;
}

/** What counts as a conflict, by sensitivity. Our own figures, pinned by the tests. */
const THRESHOLDS: Readonly<Record<Sensitivity, Thresholds>> = {
  conservative: { similarity: 0.95, intent: 0.9, extra_words: 0, query_share: 0.6, queries: 3 },
  balanced: { similarity: ONE_SUBJECT, intent: SAME_SEARCHERS, extra_words: 0, query_share: 0.34, queries: 2 },
  aggressive: { similarity: 0.5, intent: 0.4, extra_words: 1, query_share: 0.2, queries: 1 },
};

export const GROUNDS = [
  'same_primary_keyword',
  'shared_primary_query',
  'same_subject',
  'contested_query',
  'shared_queries',
  'same_target_keyword',
] as const;
export type Ground = (typeof GROUNDS)[number];

/** A hub ranks for what its children are about: only if it has most of a child's queries are they rivals. */
const SHARE_OF_RIVALS = 0.6;

/** Why two pages are in conflict, the strongest ground first; empty when they are not. */
export function findGrounds(overlap: Overlap, sensitivity: Sensitivity): Ground[] {
  const least = THRESHOLDS[sensitivity];
  const apart = overlap.hub_and_child || overlap.intent === 0 || overlap.places !== 'same';
  const share = overlap.query_share ?? 0;
  const targets = overlap.declared.length > 0 && !overlap.same_primary && sensitivity !== 'conservative';
  const grounds: readonly (readonly [Ground, boolean])[] = [
    ['same_primary_keyword', overlap.same_primary],
    ['shared_primary_query', overlap.primary_shared.length > 0 && (!overlap.hub_and_child || areRivals(overlap))],
    ['same_subject', isSameSubject(overlap, least)],
    ['contested_query', isContested(overlap) && sensitivity !== 'conservative'],
    ['shared_queries', rankTogether(overlap, least) && (!apart || share >= SHARE_OF_RIVALS)],
    ['same_target_keyword', targets && !apart],
  ];
  return grounds.filter(([, holds]) => holds).map(([ground]) => ground);
}

/** A text and an offer can be level for a search; a login page and a price list, or branches in two towns, may well be. */
function isContested({ contested, hub_and_child: isChild, places, by_subject }: Overlap): boolean {
  return contested > 0 && !isChild && places !== 'apart' && by_subject;
}

/** A hub is shown beside its child; it is a rival when it has most of the child's searches, or is level with it. */
function areRivals({ query_share: share, shared_count: count, contested }: Overlap): boolean {
  return (share ?? 0) >= SHARE_OF_RIVALS && (count > 1 || contested > 0);
}

/** Branches in two towns are both found by searches without a town. */
function rankTogether({ shared_count: count, query_share: share, places }: Overlap, least: Thresholds): boolean {
  return places !== 'apart' && count >= least.queries && (share ?? 0) >= least.query_share;
}

function isSameSubject({ likeness, intent, hub_and_child, other_version }: Overlap, least: Thresholds): boolean {
  if (other_version || likeness.similarity < least.similarity || intent < least.intent) return false;
  const [mine, theirs] = [likeness.only_one.length, likeness.only_other.length];
  if (hub_and_child && mine + theirs > 0) return false;
  // A word that only one has narrows it; a word on each side makes them two subjects.
  return Math.min(mine, theirs) === 0 && mine + theirs <= least.extra_words;
}
