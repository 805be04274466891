import type { Conflict, Rivals } from './conflicts.ts';
import {
  areOfOtherKinds,
  areOneProduct,
  areSiblings,
  hasOneSubject,
  isChildPage,
  isMistitled,
  isPart,
  serveOthers,
  RELATED,
} from './pairs.ts';
import type { Page } from './pages.ts';
import type { Standing } from './standing.ts';

export const ACTIONS = ['merge', 'differentiate', 'canonicalise', 'redirect', 'internal_link', 'monitor'] as const;
export type Action = (typeof ACTIONS)[number];

export const PAGE_ACTIONS = ['keep', ...ACTIONS] as const;

/** Why a page is redirected without moving all of its text. */
type RedirectReason = 'older_edition' | 'nothing_to_lose' | 'variant' | 'host';

/** The one thing that is done about a page. */
export interface Decision {
  readonly page: Page;
  readonly action: (typeof PAGE_ACTIONS)[number];
  /** The page that stays and that the action leads to; undefined for a page that is only kept. */
  readonly target: Page | undefined;
  readonly conflict: Conflict | undefined;
  readonly reason: RedirectReason | undefined;
}

/** Actions after which the page no longer answers searches of its own. */
export function isGone({ action }: Decision): boolean {
  return action === 'merge' || action === 'redirect' || action === 'canonicalise';
}

export interface DecisionFacts {
  readonly rivals: Rivals;
  readonly standings: ReadonlyMap<Page, Standing>;
  /** The page that replaces each older edition. */
  readonly editions: ReadonlyMap<Page, Page>;
}

/**
 * One decision for each page of a cluster, the page to keep first.
 *
 * Pages are decided in the order of `ranked`, each against pages that stay, so nothing is merged into or linked to a
 * page that goes. Whatever follows a page that goes (a variant, an older edition) follows it to where it ends.
 */
export function decidePages(ranked: readonly Page[], facts: DecisionFacts): Decision[] {
  const decisions = new Map<Page, Decision>();
  const staying: Page[] = [];
  for (const page of ranked) {
    const decision = decidePage(page, staying, decisions, facts);
    decisions.set(page, decision);
    if (!isGone(decision)) staying.push(page);
  }
  return [...decisions.values()];
}

function decidePage(
  page: Page,
  staying: readonly Page[],
  decisions: ReadonlyMap<Page, Decision>,
  facts: DecisionFacts,
): Decision {
  const standing = facts.standings.get(page);
  if (standing?.status === 'variant') return followVariant(page, standing, decisions);
  const newer = facts.editions.get(page);
  if (newer !== undefined) {
    const target = findEnd(newer, decisions);
    return { page, action: 'redirect', target, conflict: findConflict(page, target, facts), reason: 'older_edition' };
  }
  const options = staying.flatMap((target) => {
    const conflict = findConflict(page, target, facts);
    return conflict === undefined ? [] : [decidePair(page, target, conflict)];
  });
  return options.find(isGone) ?? findClosest(options) ?? keepOrWatch(page, decisions, facts);
}

/** What is decided against the page that is most alike: another shares less with it, and has yielded that already. */
function findClosest(options: readonly Decision[]): Decision | undefined {
  const scoreOf = ({ conflict }: Decision): number => conflict?.overlap.score ?? 0;
  return options.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0];
}

/** A variant follows its page; nobody needs one on another host, so it is redirected and not only given a canonical. */
function followVariant(
  page: Page,
  { of: head, variant_kind: kind }: Standing,
  decisions: ReadonlyMap<Page, Decision>,
): Decision {
  const target = head === undefined ? undefined : findEnd(head, decisions);
  const reason = target !== head ? 'variant' : kind === 'host' ? 'host' : undefined;
  return { page, action: reason === undefined ? 'canonicalise' : 'redirect', target, conflict: undefined, reason };
}

/** Where a page leads in the end: itself when it stays. */
function findEnd(page: Page, decisions: ReadonlyMap<Page, Decision>): Page {
  const decision = decisions.get(page);
  return decision !== undefined && isGone(decision) && decision.target !== undefined ? decision.target : page;
}

function findConflict(page: Page, target: Page, { rivals }: DecisionFacts): Conflict | undefined {
  return rivals.get(page)?.get(target);
}

/** A page whose rivals all go stays as it is; where their text goes is looked at again later. */
function keepOrWatch(page: Page, decisions: ReadonlyMap<Page, Decision>, { rivals }: DecisionFacts): Decision {
  const gone = [...(rivals.get(page)?.keys() ?? [])].find((rival) => decisions.has(rival));
  const target = gone === undefined ? undefined : findEnd(gone, decisions);
  return { page, action: target === undefined ? 'keep' : 'monitor', target, conflict: undefined, reason: undefined };
}

/** Overlap below which another look in a few weeks is enough. */
const WATCH_UNDER = 45;

function decidePair(page: Page, target: Page, conflict: Conflict): Decision {
  return { page, target, conflict, ...chooseAction(page, target, conflict) };
}

function chooseAction(page: Page, target: Page, conflict: Conflict): Pick<Decision, 'action' | 'reason'> {
  const { overlap, severity } = conflict;
  const plain = (action: Action): Pick<Decision, 'action' | 'reason'> => ({ action, reason: undefined });
  if (overlap.score < WATCH_UNDER && severity === 'low') return plain('monitor');
  if (overlap.places === 'one' || overlap.other_version || isChildPage(conflict)) return plain('internal_link');
  if (serveOthers(conflict)) return plain('differentiate');
  if (isMistitled(page, target)) return plain('differentiate');
  if (areOneProduct(conflict)) return plain('canonicalise');
  if (!canBecomeOne(page, target, conflict))
    return plain(hasWon(target, page) && !areSiblings(conflict) ? 'internal_link' : 'differentiate');
  return joinPages(page, conflict);
}

/** Two pages that could become one: the part of a subject that leads for its own searches stays all the same. */
function joinPages(page: Page, conflict: Conflict): Pick<Decision, 'action' | 'reason'> {
  if (isPart(conflict)) return { action: 'internal_link', reason: undefined };
  return hasNothingToLose(page)
    ? { action: 'redirect', reason: 'nothing_to_lose' }
    : { action: 'merge', reason: undefined };
}

function canBecomeOne(page: Page, target: Page, conflict: Conflict): boolean {
  if (hasOneSubject(conflict)) return true;
  const { overlap } = conflict;
  if (overlap.places !== 'same' || overlap.title_similarity < RELATED) return false;
  return overlap.same_primary || ranksForNothingElse(page, target, conflict);
}

/** There is no other search to aim such a page at. */
function ranksForNothingElse(page: Page, target: Page, conflict: Conflict): boolean {
  const own = page.queries?.keys().toArray() ?? [];
  const isShared = own.length > 0 && own.every((query) => target.queries?.has(query) === true);
  return isShared && !areOfOtherKinds(conflict) && !areSiblings(conflict);
}

function hasNothingToLose({ clicks, impressions, backlinks }: Page): boolean {
  return clicks === 0 && (impressions ?? 0) === 0 && (backlinks ?? 0) === 0;
}

/** A page with this share of the clicks leads already. */
const WON = 0.65;

function hasWon(kept: Page, page: Page): boolean {
  const own = kept.clicks ?? 0;
  return own > 0 && own >= WON * (own + (page.clicks ?? 0));
}

/** What names a cluster: the action that changes most. */
const BY_WEIGHT = ['merge', 'redirect', 'differentiate', 'internal_link', 'canonicalise', 'monitor'] as const;

export function nameMainAction(decisions: readonly Decision[]): Action {
  const taken = new Set(decisions.map(({ action }) => action));
  return BY_WEIGHT.find((action) => taken.has(action)) ?? 'monitor';
}
