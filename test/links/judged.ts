import { SPAM_SIGNS, type LinkPlacement, type LinkStatus, type SpamEvidence } from '../../src/ports/links.ts';
import type { Target } from '../../src/web/target.ts';
import type { PageAddress } from '../../src/web/url.ts';
import { distinct, groupedBy } from './counting.ts';
import { isTelling, type KnownLink, type KnownPage, type KnownWeb, pageKey } from './known.ts';

/** The rules that say what is lost, new and strong, and which links lead to a target, applied one link at a time. */

/** Authority as the index publishes it, 0-1000; undefined where it knows none. Where it comes from is tested elsewhere. */
export interface Ranks {
  readonly domains: ReadonlyMap<string, number>;
  /** By key, as pages are. */
  readonly hosts: ReadonlyMap<string, number>;
  readonly pages: ReadonlyMap<string, number>;
  /** What the neighbourhood shows, by key of the page and by domain. */
  readonly spam_signs: ReadonlyMap<string, readonly SpamEvidence[]>;
}

export interface JudgedLink extends KnownLink {
  readonly source_key: string;
  readonly target_key: string;
  /** When it was lost. */
  readonly lost: number | null;
  /** The last sighting, or the last visit that found its page unchanged before one that lost it. */
  readonly seen: number;
  readonly is_new: boolean;
  /** What the newest visits of its page and of the page that it names saw. */
  readonly page: KnownPage | undefined;
  readonly named: KnownPage | undefined;
  readonly rank: number | null;
  readonly page_rank: number | null;
  readonly domain_rank: number | null;
  readonly spam: number | null;
  /** What the score is made of. */
  readonly spam_signs: readonly SpamEvidence[];
  readonly placement: LinkPlacement | null;
}

export interface JudgedWeb extends KnownWeb {
  readonly ranks: Ranks;
  readonly judged: readonly JudgedLink[];
  /** Registrable domains of which a page was ever read or seen to lead elsewhere. */
  readonly read_domains: ReadonlySet<string>;
}

const NEW_MS = 30 * 86_400_000;

export function judge(web: KnownWeb, ranks: Ranks): JudgedWeb {
  const domains = readDomains(web);
  const newest = Math.max(...web.fetches.map(({ at }) => at));
  const repeated = repeatedLinks(web);
  const judged = web.links.map((link): JudgedLink => {
    const sourceKey = pageKey(link.source);
    const own = web.fetches.filter(({ address }) => pageKey(address) === sourceKey);
    const telling = own.filter(isTelling).map(({ at }) => at);
    const after = telling.filter((at) => at > link.last);
    const lost = after.length === 0 ? null : Math.min(...after);
    const unchanged = own.filter(({ status, at }) => status === 304 && (lost === null || at < lost));
    const page = web.pages.get(sourceKey);
    return {
      ...link,
      source_key: sourceKey,
      target_key: pageKey(link.target),
      lost,
      seen: Math.max(link.last, ...unchanged.map(({ at }) => at)),
      is_new: link.first >= newest - NEW_MS && telling.some((at) => at < link.first),
      page,
      named: web.pages.get(pageKey(link.target)),
      rank: rankOf(link, page, ranks),
      page_rank: ranks.pages.get(sourceKey) ?? null,
      domain_rank: domains.size > 1 ? (ranks.domains.get(link.source.domain) ?? null) : null,
      spam: spamOf(page, ranks),
      spam_signs: signsOf(page, ranks),
      placement: placementOf(link, repeated.has(hostLink(link))),
    };
  });
  return { ...web, ranks, judged, read_domains: domains };
}

function readDomains({ fetches }: KnownWeb): ReadonlySet<string> {
  const read = fetches.filter((fetch) => fetch.readable || fetch.move !== undefined);
  return new Set(read.map(({ address }) => address.domain));
}

/** What each of the external links of its page has of what the page has; a nofollow link passes nothing. */
function rankOf(link: KnownLink, page: KnownPage | undefined, ranks: Ranks): number | null {
  const pageRank = ranks.pages.get(pageKey(link.source));
  if (pageRank === undefined) return null;
  if (!link.dofollow) return 0;
  const shares = Math.max(1, documentOf(page)?.external_links ?? 0);
  const points = 1000 / Math.log(17_000_001);
  return Math.round(points * Math.log(1 + (Math.exp(pageRank / points) - 1) / shares));
}

/** What the page gives away of itself and, on top, the stronger of the signs of its links and of its domain. */
function spamOf(page: KnownPage | undefined, { spam_signs }: Ranks): number | null {
  const document = documentOf(page);
  if (page === undefined || document === undefined) return null;
  const signs = neighbourSigns(page, spam_signs).map(({ points }) => points);
  return Math.min(100, document.spam_score + Math.max(0, ...signs));
}

function neighbourSigns({ address }: KnownPage, known: Ranks['spam_signs']): readonly SpamEvidence[] {
  return [pageKey(address), address.domain].flatMap((name) => known.get(name) ?? []);
}

/** Of the scores that pages are drawn with, 10 and 35 are sums of what a page shows, and 100 is somebody else's. */
const OWN_SIGNS: Readonly<Record<number, readonly SpamEvidence[]>> = {
  10: [{ sign: 'no_https', points: 10, peers: null }],
  35: [
    { sign: 'own_trade', points: 25, peers: null },
    { sign: 'no_https', points: 10, peers: null },
  ],
};

function signsOf(page: KnownPage | undefined, { spam_signs }: Ranks): readonly SpamEvidence[] {
  const document = documentOf(page);
  if (page === undefined || document === undefined) return [];
  const signs = [...neighbourSigns(page, spam_signs), ...(OWN_SIGNS[document.spam_score] ?? [])];
  return signs.toSorted((one, other) => SPAM_SIGNS.indexOf(one.sign) - SPAM_SIGNS.indexOf(other.sign));
}

/** A score above nothing that no sign explains has reasons that nobody knows. */
export function knownSigns<Sign>(score: number | null, signs: readonly Sign[]): readonly Sign[] | null {
  return score === null || (score > 0 && signs.length === 0) ? null : signs;
}

/** What makes a link the same on all pages of its host. */
function hostLink({ source, target, anchor, alt }: KnownLink): string {
  return [source.host_key, pageKey(target), anchor, alt].join('\n');
}

const REPEATED_PAGES_MIN = 5;

/** Links that most of the pages that were read of a host show when they were last read, and no fewer than five. */
function repeatedLinks(web: KnownWeb): ReadonlySet<string> {
  const readPages = (host: string): number =>
    [...web.pages.values()].filter(({ address, newest }) => address.host_key === host && newest?.readable === true)
      .length;
  const shown = web.links.filter(({ source, last }) => {
    const telling = web.fetches.filter((fetch) => pageKey(fetch.address) === pageKey(source) && isTelling(fetch));
    return telling.every(({ at }) => at <= last);
  });
  return new Set(
    [...groupedBy(shown, hostLink)].flatMap(([key, links]) => {
      const pages = distinct(links, ({ source }) => pageKey(source));
      const read = readPages(links[0]?.source.host_key ?? '');
      return read >= REPEATED_PAGES_MIN && pages >= REPEATED_PAGES_MIN && pages * 2 > read ? [key] : [];
    }),
  );
}

/** What nobody sees is hidden and what no reader is meant to see is the head's, however often it is there. */
function placementOf({ position }: KnownLink, isRepeated: boolean): LinkPlacement | null {
  if (position === 'hidden' || position === 'head') return position;
  if (isRepeated) return 'boilerplate';
  return position === null || position === 'content' ? position : 'boilerplate';
}

/** What a page that was read when it was last visited says about itself. */
export function documentOf(page: KnownPage | undefined): NonNullable<KnownPage['newest']>['visit'] | undefined {
  return page?.newest?.readable === true ? page.newest.visit : undefined;
}

/** The same as answers tell it: what is not known is null. */
export interface Said {
  readonly title: string | null;
  readonly language: string | null;
  readonly word_count: number | null;
  readonly internal_links: number | null;
  readonly external_links: number | null;
  readonly spam_score: number | null;
}

export function saidBy(page: KnownPage | undefined): Said {
  const document = documentOf(page);
  if (document === undefined) return NOTHING_SAID;
  const { title, language, word_count, internal_links, external_links, spam_score } = document;
  return {
    title,
    language: language === '' ? null : language,
    word_count,
    internal_links,
    external_links,
    spam_score,
  };
}

const NOTHING_SAID: Said = {
  title: null,
  language: null,
  word_count: null,
  internal_links: null,
  external_links: null,
  spam_score: null,
};

export function isBroken({ named }: JudgedLink): boolean {
  const status = named?.newest?.status ?? 0;
  return status >= 400 && status <= 599;
}

export interface Scope {
  readonly target: Target;
  readonly include_subdomains: boolean;
  readonly include_indirect_links: boolean;
  readonly exclude_internal_backlinks: boolean;
  readonly dofollow_only: boolean;
}

/** What all questions but the summary are about. */
export function groupScope(target: Target, include_indirect_links = true): Scope {
  return {
    target,
    include_subdomains: true,
    include_indirect_links,
    exclude_internal_backlinks: true,
    dofollow_only: false,
  };
}

/** A link of a target, with the page of the target where it ends. */
export interface ScopedLink extends JudgedLink {
  readonly final: PageAddress;
  readonly final_key: string;
  readonly is_indirect: boolean;
}

/** Links into the target, whatever became of them. */
export function linksInto(web: JudgedWeb, scope: Scope): readonly ScopedLink[] {
  return linksTo(web, (address) => isIn(scope, address)).filter(
    (link) =>
      (!scope.dofollow_only || link.dofollow) &&
      (!scope.exclude_internal_backlinks || link.source.domain !== scope.target.domain) &&
      (scope.include_indirect_links || !link.is_indirect),
  );
}

/** Links to some pages, and to pages that lead to one of them. */
export function linksTo(web: JudgedWeb, isMeant: (address: PageAddress) => boolean): readonly ScopedLink[] {
  return web.judged.flatMap((link) => {
    const isDirect = isMeant(link.target);
    const final = isDirect ? link.target : arrivalOf(web, isMeant, link.target);
    // A site that moved, or a mirror, does not recommend where it leads with every entry of its menu.
    const isOwnMenu = !isDirect && link.source.domain === link.target.domain && final?.domain !== link.source.domain;
    return final === undefined || isOwnMenu
      ? []
      : [{ ...link, final, final_key: pageKey(final), is_indirect: !isDirect }];
  });
}

const MOVES_IN_A_ROW = 3;

/** Where the newest moves lead from a page: the first page on the way that is meant. */
function arrivalOf(
  web: JudgedWeb,
  isMeant: (address: PageAddress) => boolean,
  from: PageAddress,
): PageAddress | undefined {
  let at = from;
  for (let step = 0; step < MOVES_IN_A_ROW; step += 1) {
    const move = web.pages.get(pageKey(at))?.newest?.move;
    if (move === undefined) return undefined;
    if (isMeant(move.to)) return move.to;
    at = move.to;
  }
  return undefined;
}

function isIn({ target, include_subdomains }: Scope, address: PageAddress): boolean {
  if (target.path_key !== undefined)
    return address.host_key === target.host_key && address.path_key === target.path_key;
  return address.host === target.host || (include_subdomains && address.host.endsWith('.' + target.host));
}

export function withStatus<Link extends JudgedLink>(links: readonly Link[], status: LinkStatus): readonly Link[] {
  return links.filter(({ lost }) => status === 'all' || (lost === null) === (status === 'live'));
}

/** Whether a page was read that could have shown such a link, and the target is known at all. */
export function isVisible(web: JudgedWeb, target: Target, excludeInternal = true): boolean {
  return isKnown(web, target) && [...web.read_domains].some((domain) => !excludeInternal || domain !== target.domain);
}

/** Whether one of its pages, or a link to it, was ever read. */
function isKnown(web: JudgedWeb, target: Target): boolean {
  const scope = { ...groupScope(target), include_subdomains: true };
  return web.fetches.some(({ address }) => isIn(scope, address)) || web.links.some((link) => isIn(scope, link.target));
}

export function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
