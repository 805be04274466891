import { listed } from '../../../guidance/plan.ts';
import { agree, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import { foldPhrase, stripAccents } from '../../../text/normalize.ts';
import { nameOnePage } from '../../../text/page-types.ts';
import { type Decision, isGone } from './actions.ts';
import type { Cluster } from './clusters.ts';
import { areOfOtherKinds, findOwnSearch, shareOutQueries } from './pairs.ts';
import type { Page } from './pages.ts';
import type { Standing } from './standing.ts';

const SHOWN_MAX = 3;
/** Pairs that a step each is written for; the rest are in page_actions. */
const PAIRS_MAX = 5;

/** What to do about a cluster, in order. Every step follows from the one decision about each of its pages. */
export function listClusterSteps(cluster: Cluster, standings: ReadonlyMap<Page, Standing>): string[] {
  const { decisions } = cluster;
  const going = Map.groupBy(decisions.filter(isGone), ({ target }) => target);
  const staying = decisions.filter((decision) => !isGone(decision) && decision.action !== 'keep');
  const moved = [...going].flatMap(([target, own]) => (target === undefined ? [] : listMoves(target, own)));
  const followers = listFollowers(decisions, standings);
  const pairs = staying.slice(0, PAIRS_MAX).flatMap((decision) => listPairSteps(decision));
  const more = staying.length - PAIRS_MAX;
  const changes = decisions.some(
    ({ action }) => action !== 'keep' && action !== 'monitor' && action !== 'canonicalise',
  );
  return [
    ...new Set([
      ...moved,
      ...followers,
      ...pairs,
      ...listed([
        more > 0 && `Do the same for the other ${more} in page_actions.`,
        changes && 'Compare clicks and positions for the shared searches after four weeks.',
      ]),
    ]),
  ];
}

/** What goes to one page, and what that page needs then. */
function listMoves(target: Page, own: readonly Decision[]): string[] {
  const pagesOf = (test: (decision: Decision) => boolean): Page[] => own.filter(test).map(({ page }) => page);
  const to = target.url;
  const variants = pagesOf(({ action }) => action === 'canonicalise');
  const merged = pagesOf(({ action }) => action === 'merge');
  const bare = pagesOf(({ reason }) => reason === 'nothing_to_lose');
  const editions = pagesOf(({ reason }) => reason === 'older_edition');
  const followers = pagesOf(({ reason }) => reason === 'variant');
  return listed([
    variants.length > 0 && `Set ${to} as the canonical of ${listUrls(variants)}, and link only to ${to}.`,
    ...listMergeSteps(merged, to),
    ...listEditionSteps(editions, target),
    bare.length > 0 &&
      `${redirect(bare, to)}: ${agree(bare.length, 'it')} ${agree(bare.length, 'has')} no clicks to lose.`,
    followers.length > 0 &&
      `${redirect(followers, to)}: the ${agree(followers.length, 'page that it is a variant of goes', 'pages that they are variants of go')} there.`,
    own.length > variants.length &&
      `Point internal links and the sitemap to ${to}, and make its canonical self-referencing.`,
    editions.length > 0 &&
      target.dated_address &&
      'Give the next edition a URL without a year, so that it keeps its rankings and links.',
  ]);
}

function redirect(pages: readonly Page[], to: string): string {
  return `Redirect ${listUrls(pages)} to ${to} with a 301`;
}

function listMergeSteps(pages: readonly Page[], to: string): string[] {
  if (pages.length === 0) return [];
  return [`Move whatever only ${listUrls(pages)} ${agree(pages.length, 'has')} to ${to}.`, `${redirect(pages, to)}.`];
}

/** Older editions, and dated URLs that a URL without a year outlasts. */
function listEditionSteps(pages: readonly Page[], target: Page): (string | false)[] {
  const dated = pages.filter(({ year }) => target.year === null || (year ?? 0) >= target.year);
  const old = pages.filter((page) => !dated.includes(page));
  const newest = Math.max(0, ...dated.map(({ year }) => year ?? 0));
  const to = target.url;
  return [
    target.year !== null && newest > target.year && `Bring ${to} up to the ${newest} edition, in title and text.`,
    pages.length > 0 && `Move whatever is still valid on ${listUrls(pages)} to ${to}.`,
    old.length > 0 &&
      `${redirect(old, to)}: ${agree(old.length, 'it is an older edition, and its', 'they are older editions, and their')} clicks and links carry over.`,
    dated.length > 0 &&
      `${redirect(dated, to)}: ${agree(dated.length, 'its URL is tied to one edition, and its', 'their URLs are tied to one edition each, and their')} clicks and links carry over.`,
  ];
}

/** Pages outside the cluster that name a page that goes: their canonical or list must follow. */
function listFollowers(decisions: readonly Decision[], standings: ReadonlyMap<Page, Standing>): string[] {
  const ends = new Map(decisions.filter(isGone).map(({ page, target }) => [page, target]));
  const inside = new Set(decisions.map(({ page }) => page));
  return [...standings]
    .flatMap(([page, { status, of }]) => {
      const end = of === undefined ? undefined : ends.get(of);
      if (of === undefined || end === undefined || end === page || inside.has(page)) return [];
      if (status === 'canonicalised') return [`Point the canonical of ${page.url} to ${end.url} as well.`];
      return status === 'variant' ? [`Redirect ${page.url} to ${end.url} as well.`] : [];
    })
    .slice(0, SHOWN_MAX);
}

/** Two pages that both stay: which searches each is for, and how they link. */
function listPairSteps(decision: Decision): string[] {
  const { page, target, conflict, action } = decision;
  if (target === undefined) return [];
  if (action === 'monitor') return [writeWatchStep(decision, target)];
  if (conflict === undefined) return [];
  if (conflict.overlap.other_version)
    return [`Keep ${page.url} while people look for the older model, and link from it to ${target.url}.`];
  const shares = shareOutQueries(target, page);
  const subject = nameSubject(decision, target, shares.kept);
  if (action === 'internal_link') return listLinkSteps(page, target, conflict.overlap.places === 'one', shares);
  const own = findOwnSearch(page, target, shares.other);
  const aim = own === undefined ? nameRest(page, conflict) : `"${own}"`;
  const kinds = areOfOtherKinds(conflict);
  return [
    `Keep ${target.url} for ${subject}.`,
    `Aim the title and H1 of ${page.url} at ${aim}, and take ${subject} out of them.${kinds ? ` Keep both: ${nameOnePage(target.type.value)} and ${nameOnePage(page.type.value)} serve different searchers.` : ''}`,
    `Link from ${page.url} to ${target.url}${shares.kept.length > 0 ? ` with ${quoteWords(shares.kept, 1)} as the anchor text` : ''}.`,
  ];
}

function listLinkSteps(
  page: Page,
  target: Page,
  isPlace: boolean,
  shares: ReturnType<typeof shareOutQueries>,
): string[] {
  const { kept, other } = shares;
  const local = page.places.size > 0 ? page : target;
  const anchor = (queries: readonly string[]): string =>
    queries.length === 0 ? '' : ` with "${queries[0]}" as the anchor text`;
  return listed([
    isPlace && `Keep both: ${local.url} is the page for ${namePlace(local)}.`,
    (kept.length > 0 || other.length === 0) && `Link from ${page.url} to ${target.url}${anchor(kept)}.`,
    other.length > 0 && `Link from ${target.url} to ${page.url}${anchor(other)}.`,
    !isPlace &&
      kept.length > 0 &&
      `Take ${quoteWords(kept.slice(0, SHOWN_MAX))} out of the title and H1 of ${page.url}.`,
    isPlace &&
      other.length > 0 &&
      `Leave ${quoteWords(other.slice(0, SHOWN_MAX))} to ${page.url}: keep it out of the title and H1 of ${target.url}.`,
  ]);
}

/** The place of a page as its title writes it. */
function namePlace({ title, places }: Page): string {
  for (const place of places) {
    const count = place.split(' ').length;
    const words = title.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
    for (const at of words.keys()) {
      const written = words.slice(at, at + count).join(' ');
      if (stripAccents(foldPhrase(written)) === place) return written;
    }
  }
  return 'its place';
}

function writeWatchStep({ page, conflict }: Decision, target: Page): string {
  if (conflict === undefined) return `Check in four weeks whether ${page.url} and ${target.url} share searches.`;
  return page.queries === undefined || target.queries === undefined
    ? `Change nothing about ${page.url} yet: send ranking_queries with impressions for it and ${target.url}, and run this again.`
    : `Change nothing about ${page.url} yet, and check in four weeks which searches it shares with ${target.url}.`;
}

/** The searches that the page to keep is for, or its subject where none is known to be shared. */
function nameSubject({ conflict }: Decision, target: Page, queries: readonly string[]): string {
  if (queries.length > 0) return quoteWords(queries.slice(0, SHOWN_MAX));
  if (target.primary_keyword !== null) return `"${target.primary_keyword}"`;
  const words = conflict?.overlap.likeness.shared ?? [];
  return words.length > 0 ? `"${words.join(' ')}"` : 'the shared search';
}

/** What only this page is about, as words to aim at. */
function nameRest(page: Page, conflict: NonNullable<Decision['conflict']>): string {
  const { only_one: mine, only_other: theirs } = conflict.overlap.likeness;
  const rest = conflict.one === page ? mine : theirs;
  return rest.length > 0 ? `what only it is about (${quoteWords(rest, SHOWN_MAX)})` : 'a search of its own';
}

function listUrls(pages: readonly Page[]): string {
  return joinWords(
    pages.map(({ url }) => url),
    SHOWN_MAX,
  );
}
