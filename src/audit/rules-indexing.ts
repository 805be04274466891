import { counted } from '../kernel/grammar.ts';
import type { SitePage } from '../ports/site-facts.ts';
import type { Finding } from './rule.ts';
import { firstPageOf } from './list-pages.ts';
import { finding, isGone } from './rules-answers.ts';
import { judgeRobots } from './rules-robots.ts';
import { judgeSitemaps } from './rules-sitemaps.ts';
import type { SiteView } from './view.ts';

const TOP_SHARE = 0.1;
const TO_HOME_MIN = 3;
const OTHER_SITE = -2;
/** Bits of 64 in which the hashes of two texts differ; unrelated ones by 25 to 30. */
const DIFFERENT_BITS = 20;
const SHARED_WORDS_MAX = 0.3;

/** Whether search engines may index what the site links to and lists, and under which address. */
export function judgeIndexing(view: SiteView): Finding[] {
  return [
    ...judgeNoindex(view),
    ...judgeRobots(view),
    ...judgeSitemaps(view),
    ...judgeCanonicals(view),
    ...judgeCopies(view),
  ];
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

function judgeCanonicals(view: SiteView): Finding[] {
  const { pages, html } = view;
  const toHome = pages.filter(
    (page, at) =>
      html[at] === true &&
      page.canonical !== at &&
      isHome(pages[page.canonical]) &&
      !isFirstPage(page, pages[page.canonical]),
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
    if (isFirstPage(page, target)) return [finding('canonical.pagination-first', at, { item })];
    if (isHome(target))
      return toHome.length >= TO_HOME_MIN ? [finding('canonical.to-home', at, { item, cause: item })] : [];
    return isDifferent(page, target) ? [finding('canonical.to-different', at, { item })] : [];
  });
}

/** Pages whose copies get more of the internal links than they do. */
function judgeCopies(view: SiteView): Finding[] {
  const copies = new Map<number, number>();
  for (const [at, { canonical }] of view.pages.entries()) {
    if (view.html[at] !== true || canonical < 0 || canonical === at) continue;
    copies.set(canonical, (copies.get(canonical) ?? 0) + (view.inlinks[at] ?? 0));
  }
  return [...copies].flatMap(([at, toCopies]) => {
    const own = view.inlinks[at] ?? 0;
    if (view.indexable[at] !== true || own === 0 || toCopies < COPY_LINKS_MIN || toCopies <= own) return [];
    return [
      finding('canonical.links-to-copies', at, { detail: `${toCopies} links to duplicates, ${own} to the page` }),
    ];
  });
}

/** Fewer links may be those of one list. */
const COPY_LINKS_MIN = 5;

function ruleOfTarget(view: SiteView, target: number, from: number): string | undefined {
  const page = view.pages[target];
  if (page === undefined) return undefined;
  if (view.blocked[target] === true) return 'canonical.blocked';
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

function isFirstPage(page: SitePage, target: SitePage | undefined): boolean {
  return target?.host_key === page.host_key && firstPageOf(page) === target.path_key;
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
