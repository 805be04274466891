import { counted } from '../kernel/grammar.ts';
import type { SitePage } from '../ports/site-facts.ts';
import type { Finding } from './rule.ts';
import { finding, isGone } from './rules-answers.ts';
import type { SiteView } from './view.ts';

const TOP_SHARE = 0.1;
const SITEMAP_EXPECTED_FROM = 100;
const TO_HOME_MIN = 3;
const OTHER_SITE = -2;
/** Bits of 64 in which the hashes of two texts differ; unrelated ones by 25 to 30. */
const DIFFERENT_BITS = 20;
const SHARED_WORDS_MAX = 0.3;

/** Whether search engines may index what the site links to and lists, and under which address. */
export function judgeIndexing(view: SiteView): Finding[] {
  return [...judgeNoindex(view), ...judgeBlocked(view), ...judgeSitemap(view), ...judgeCanonicals(view)];
}

function judgeNoindex(view: SiteView): Finding[] {
  const ranks = view.rank.filter((_, at) => view.html[at] === true).toSorted();
  const top = ranks[Math.floor(ranks.length * (1 - TOP_SHARE))] ?? Infinity;
  return view.pages.flatMap((page, at): Finding[] => {
    if (view.html[at] !== true || !page.noindex) return [];
    const links = view.inlinks[at] ?? 0;
    const reasons = [
      ...((view.rank[at] ?? 0) >= top && links > 1 ? [`${links} pages of the site link to it`] : []),
      ...(view.listed.has(at) ? ['a sitemap lists it'] : []),
      ...(page.referring_hosts > 0 ? [`${counted(page.referring_hosts, 'other site')} link to it`] : []),
    ];
    return reasons.length === 0 ? [] : [finding('index.noindex-linked', at, { detail: reasons.join(', ') })];
  });
}

function judgeBlocked(view: SiteView): Finding[] {
  return view.pages.flatMap((_, at) => {
    // Whoever links with nofollow means crawlers to stay away.
    const links = view.followedInlinks[at] ?? 0;
    if (view.blocked[at] !== true || links === 0) return [];
    return [finding('robots.blocks-linked', at, { detail: `${counted(links, 'page')} of the site link to it` })];
  });
}

function judgeSitemap(view: SiteView): Finding[] {
  const { facts, pages, indexable, listed } = view;
  if (!facts.crawl.reads_sitemaps) return [];
  const count = indexable.filter(Boolean).length;
  if (facts.sitemap.length === 0) {
    if (count <= SITEMAP_EXPECTED_FROM) return [];
    return [finding('sitemap.none', -1, { detail: `${count} indexable pages` })];
  }
  const entries = facts.sitemap.flatMap(({ page, url, sitemap }): Finding[] => {
    if (page === OTHER_SITE) {
      return isOtherHost(url, sitemap)
        ? [finding('sitemap.other-host', -1, { url, cause: sitemap, detail: sitemap })]
        : [];
    }
    const rule = ruleOfEntry(view, page);
    const cause = rule === 'sitemap.dead' ? url : sitemap;
    return rule === undefined ? [] : [finding(rule, page, { cause, detail: sitemap })];
  });
  const missing = pages.flatMap((page, at) =>
    indexable[at] === true && !listed.has(at) && !isPartOfList(page) ? [finding('sitemap.missing-page', at, {})] : [],
  );
  return [...entries, ...missing];
}

function ruleOfEntry({ pages, html, blocked }: SiteView, at: number): string | undefined {
  const page = pages[at];
  if (page === undefined) return undefined;
  if (blocked[at] === true) return 'sitemap.blocked';
  if (isGone(page)) return 'sitemap.dead';
  if (page.outcome === 'moved') return 'sitemap.redirect';
  if (html[at] !== true) return undefined;
  if (page.noindex) return 'sitemap.noindex';
  return page.canonical >= 0 && page.canonical !== at ? 'sitemap.canonicalised' : undefined;
}

function isOtherHost(url: string, sitemap: string): boolean {
  const [one, other] = [URL.parse(url)?.hostname, URL.parse(sitemap)?.hostname];
  return one !== undefined && other !== undefined && bare(one) !== bare(other);
}

function bare(host: string): string {
  return host.replace(/^www\./, '');
}

/** Further pages of a list, and what a filter or an order makes of it. */
export function isPartOfList({ path_key }: Pick<SitePage, 'path_key'>): boolean {
  return path_key.includes('?') || /\/(?:page|seite|pagina|p)\/?\d+$/i.test(path_key);
}

function judgeCanonicals(view: SiteView): Finding[] {
  const { pages, html } = view;
  const toHome = pages.filter(
    (page, at) => html[at] === true && page.canonical !== at && isHome(pages[page.canonical]),
  );
  return pages.flatMap((page, at): Finding[] => {
    const { canonical, canonical_url } = page;
    if (html[at] !== true || canonical_url === '' || canonical === at) return [];
    const item = canonical_url;
    if (canonical === OTHER_SITE) return [finding('canonical.cross-host', at, { item, cause: hostOf(item) })];
    const target = pages[canonical];
    if (target === undefined) return [];
    const rule = ruleOfTarget(view, canonical, at);
    if (rule !== undefined) return [finding(rule, at, { item, cause: target.url })];
    if (isHome(target))
      return toHome.length >= TO_HOME_MIN ? [finding('canonical.to-home', at, { item, cause: item })] : [];
    return isDifferent(page, target) ? [finding('canonical.to-different', at, { item })] : [];
  });
}

function ruleOfTarget(view: SiteView, target: number, from: number): string | undefined {
  const page = view.pages[target];
  if (page === undefined) return undefined;
  if (isGone(page)) return 'canonical.dead';
  if (page.outcome === 'moved') return 'canonical.redirect';
  if (view.html[target] !== true) return undefined;
  if (page.noindex) return 'canonical.noindexed';
  if (page.canonical === from) return 'canonical.loop';
  if (page.canonical >= 0 && page.canonical !== target) return 'canonical.chain';
  return isUnlinked(view, target) ? 'canonical.unlinked' : undefined;
}

function isUnlinked({ inlinks, facts, pages }: SiteView, at: number): boolean {
  return facts.crawl.reason === 'exhausted' && !isHome(pages[at]) && inlinks[at] === 0;
}

function isHome(page: SitePage | undefined): boolean {
  return page?.path_key === '';
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** Far apart in text, and in title as well: a rewritten page keeps its title, a template its text. */
function isDifferent(page: SitePage, canonical: SitePage): boolean {
  if (page.word_count < 50 || canonical.word_count < 50) return false;
  if (bitsApart(page.simhash, canonical.simhash) <= DIFFERENT_BITS) return false;
  const [own, other] = [wordsOf(page.title), wordsOf(canonical.title)];
  const shared = [...own].filter((word) => other.has(word)).length;
  return shared / Math.max(1, Math.min(own.size, other.size)) < SHARED_WORDS_MAX;
}

function wordsOf(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

export function bitsApart([low, high]: SitePage['simhash'], [otherLow, otherHigh]: SitePage['simhash']): number {
  return onesIn(low ^ otherLow) + onesIn(high ^ otherHigh);
}

function onesIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return (((bits + (bits >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
}
