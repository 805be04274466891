import type { SiteFacts, SitePage } from '../ports/site-facts.ts';
import { parseRobots } from '../web/robots/robots.ts';
import { hostOfKey } from '../web/url.ts';
import { clickDepths, countEnds, internalPageRank, outgoing } from './graph.ts';
import { templatesOf } from './templates.ts';

/** A site with all that several rules ask of it, worked out once. Lists run in parallel over the pages. */
export interface SiteView {
  readonly facts: SiteFacts;
  readonly pages: readonly SitePage[];
  /** An HTML page that the crawl read: 200, or unchanged since. */
  readonly html: readonly boolean[];
  /** `html`, without noindex, its own canonical, and open to Google. */
  readonly indexable: readonly boolean[];
  /** By robots.txt, for Google; pages of hosts whose file nobody read are taken as open. */
  readonly blocked: readonly boolean[];
  readonly listed: ReadonlySet<number>;
  readonly template: readonly string[];
  /** HTML pages that link to each page; those whose links a crawler may follow. */
  readonly inlinks: Int32Array;
  readonly followedInlinks: Int32Array;
  /** Pages that each page links to outside of menus. */
  readonly ownLinks: Int32Array;
  /** Clicks from the home page; -1 where no link leads. */
  readonly depth: Int32Array;
  /** Sums up to 1. */
  readonly rank: Float64Array;
  /** The same number for pages that hreflang makes versions of each other. */
  readonly versions: Int32Array;
  readonly completeness: Completeness;
}

interface Completeness {
  readonly known: number;
  /** Addresses of which the crawl has an answer. */
  readonly read: number;
  readonly refused: number;
  readonly is_complete: boolean;
  /** Why it is not. */
  readonly reasons: readonly string[];
}

export function viewSite(facts: SiteFacts): SiteView {
  const { pages, links } = facts;
  const html = pages.map(isHtml);
  const blocked = listBlocked(facts);
  const indexable = pages.map((page, at) => html[at] === true && isOpenToSearch(page, at) && blocked[at] !== true);
  const isSeen = (link: number): boolean => html[links.source[link] ?? -1] === true;
  const isFollowed = (link: number): boolean =>
    isSeen(link) && links.followed[link] === 1 && pages[links.source[link] ?? -1]?.nofollow !== true;
  const followed = outgoing(pages.length, links, isFollowed);
  const movedTo = (at: number): number => heirOf(pages, at);
  const hosts = new Map<string, string>();
  const hostOf = (key: string): string => hosts.get(key) ?? hosts.set(key, hostOfKey(key)).get(key) ?? '';
  const followedInlinks = countEnds(pages.length, links.target, isFollowed);
  return {
    facts,
    pages,
    html,
    indexable,
    blocked,
    listed: new Set(facts.sitemap.map(({ page }) => page).filter((page) => page >= 0)),
    template: templatesOf(
      pages.map(({ path_key }) => path_key),
      (at) => hostOf(pages[at]?.host_key ?? ''),
    ),
    inlinks: countEnds(pages.length, links.target, isSeen),
    followedInlinks,
    ownLinks: countEnds(pages.length, links.source, (link) => isSeen(link) && links.template[link] === 0),
    depth: clickDepths(followed, homesOf(pages, html), movedTo),
    rank: internalPageRank(followed, movedTo),
    versions: versionsOf(facts),
    completeness: completenessOf(facts, followedInlinks),
  };
}

function isHtml({ outcome, status, readable }: SitePage): boolean {
  return (outcome === 'read' || outcome === 'unchanged') && status === 200 && readable;
}

function isOpenToSearch({ noindex, canonical, canonical_url }: SitePage, at: number): boolean {
  return !noindex && (canonical_url === '' || canonical === at || canonical === NOWHERE);
}

const NOWHERE = -1;

/** Where a page hands on what comes to it; -1 where it keeps it. */
function heirOf(pages: readonly SitePage[], at: number): number {
  const page = pages[at];
  if (page === undefined) return NOWHERE;
  const heir = page.outcome === 'moved' ? page.moved_to : page.canonical;
  return heir >= 0 && heir !== at ? heir : NOWHERE;
}

function listBlocked({ pages, robots }: SiteFacts): readonly boolean[] {
  const rules = new Map(robots.map(({ host_key, text }) => [host_key, parseRobots(text)]));
  return pages.map(({ host_key, url, outcome }) => {
    const known = rules.get(host_key);
    return known === undefined ? outcome === 'blocked' : !known.match('googlebot', url).allowed;
  });
}

/** The root pages of the hosts; of a folder the page with the shortest path. */
function homesOf(pages: readonly SitePage[], html: readonly boolean[]): readonly number[] {
  const roots = pages.flatMap(({ path_key, outcome }, at) =>
    path_key === '' && (html[at] === true || outcome === 'moved') ? [at] : [],
  );
  if (roots.length > 0) return roots;
  let shortest = -1;
  for (const [at, page] of pages.entries()) {
    if (html[at] === true && page.path_key.length < (pages[shortest]?.path_key.length ?? Infinity)) shortest = at;
  }
  return shortest === -1 ? [] : [shortest];
}

const READ_SHARE_MIN = 0.99;
const CUT_SHORT = new Set(['frontier_full', 'sitemap_cut', 'host_given_up', 'robots_unreachable']);

/** Whether the crawl came to all of the site: only then is a page without links one that nothing links to. */
function completenessOf({ crawl, pages }: SiteFacts, followedInlinks: Int32Array): Completeness {
  const counts = new Map<SitePage['outcome'] | 'not_to_be_followed', number>();
  for (const [at, page] of pages.entries()) {
    // A crawler that respects nofollow never comes to a page that is linked with it alone.
    const isLeft = page.outcome === 'left' && followedInlinks[at] === 0;
    const outcome = isLeft ? 'not_to_be_followed' : page.outcome;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const count = (outcome: SitePage['outcome']): number => counts.get(outcome) ?? 0;
  const refused = count('refused');
  const known = pages.length - count('blocked') - count('trapped') - (counts.get('not_to_be_followed') ?? 0);
  const read = known - refused - count('failed') - count('left');
  const cut = crawl.problems.filter(({ kind }) => CUT_SHORT.has(kind)).map(({ kind }) => kind.replaceAll('_', ' '));
  const reasons = [
    ...(crawl.ended_at === undefined ? ['the crawl has not ended'] : []),
    ...(crawl.reason === 'pages_max' ? ['the crawl stopped at its limit of pages'] : []),
    ...(crawl.reason === 'aborted' ? ['the crawl was stopped'] : []),
    ...cut,
    ...(known > 0 && read / known < READ_SHARE_MIN ? [`${read} of ${known} known addresses were read`] : []),
  ];
  return { known, read, refused, is_complete: reasons.length === 0, reasons };
}

/** Each page with the pages that it names, or that name it. */
function versionsOf({ pages, alternates }: SiteFacts): Int32Array {
  const first = Int32Array.from(pages.keys());
  const rootOf = (page: number): number => {
    let at = page;
    for (let next = first[at] ?? at; next !== at; next = first[at] ?? at) {
      // Each page on the way is one step nearer next time: chains of a hundred thousand pages would take hours.
      first[at] = first[next] ?? next;
      at = next;
    }
    return at;
  };
  for (const { page, target } of alternates) if (target >= 0) first[rootOf(page)] = rootOf(target);
  for (const { page, target } of alternates) for (const at of [page, target]) if (at >= 0) first[at] = rootOf(at);
  return first;
}

/** Median of numbers; 0 of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
