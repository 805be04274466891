import { listed } from '../../../guidance/plan.ts';
import { agree, joinWords } from '../../../kernel/grammar.ts';
import { type Decision, isGone } from './actions.ts';
import type { Cluster } from './clusters.ts';
import { listPairSteps } from './pair-steps.ts';
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
    ({ action, reason }) => action !== 'keep' && action !== 'monitor' && action !== 'canonicalise' && reason !== 'host',
  );
  const isBlind = going.size > 0 && decisions.every(({ page }) => isUnmeasured(page));
  const isLosing = decisions.some(
    ({ action, reason }) => action === 'merge' || (action === 'redirect' && reason !== 'host'),
  );
  return [
    ...new Set([
      ...listed([
        isBlind &&
          isLosing &&
          'Compare clicks and links of these pages in Search Console first: the request has no figures, so the page to keep was chosen by its title and URL.',
      ]),
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

function isUnmeasured({ clicks, impressions, backlinks, queries }: Page): boolean {
  return clicks === null && impressions === null && backlinks === null && queries === undefined;
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
  const hosts = pagesOf(({ reason }) => reason === 'host');
  return listed([
    variants.length > 0 && `Set ${to} as the canonical of ${listUrls(variants)}, and link only to ${to}.`,
    hosts.length > 0 && `${redirect(hosts, to)}, ideally with one rule for all URLs of that host.`,
    ...listMergeSteps(merged, to),
    ...listEditionSteps(editions, target),
    bare.length > 0 &&
      `${redirect(bare, to)}: ${agree(bare.length, 'it')} ${agree(bare.length, 'has')} no clicks to lose.`,
    followers.length > 0 &&
      `${redirect(followers, to)}: the ${agree(followers.length, 'page that it is a variant of goes', 'pages that they are variants of go')} there.`,
    own.length > variants.length &&
      `Point internal links and the sitemap to ${to}, and make its canonical self-referencing.`,
    editions.length > 0 &&
      [target, ...editions].every(({ dated_address: isDated }) => isDated) &&
      'Give the next edition a URL without a year, so that it keeps its rankings and links.',
  ]);
}

function redirect(pages: readonly Page[], to: string): string {
  return `Redirect ${listUrls(pages)} to ${to} with a 301`;
}

function listMergeSteps(pages: readonly Page[], to: string): string[] {
  if (pages.length === 0) return [];
  const isList = pages.every(({ type }) => type.value === 'category_page');
  const move = isList
    ? `Make sure that ${to} lists everything that ${listUrls(pages)} ${agree(pages.length, 'lists', 'list')}.`
    : `Move whatever only ${listUrls(pages)} ${agree(pages.length, 'has')} to ${to}.`;
  return [move, `${redirect(pages, to)}.`];
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

function listUrls(pages: readonly Page[]): string {
  return joinWords(
    pages.map(({ url }) => url),
    SHOWN_MAX,
  );
}
