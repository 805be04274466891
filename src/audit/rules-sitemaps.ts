import { counted } from '../kernel/grammar.ts';
import { isPartOfList } from './list-pages.ts';
import type { Finding } from './rule.ts';
import { finding, isGone } from './rules-answers.ts';
import type { SiteView } from './view.ts';

const SITEMAP_EXPECTED_FROM = 100;
const OTHER_SITE = -2;
/** The most that search engines read of one file: sitemaps.org. */
const ENTRIES_MAX = 50_000;
/** Fewer entries may well have changed on one day. */
const DATED_ENTRIES_MIN = 20;
const SAME_DATE_SHARE = 0.9;

/** What the sitemaps list, beside what the crawl saw of it. */
export function judgeSitemaps(view: SiteView): Finding[] {
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
  return [...entries, ...missing, ...judgeFiles(view)];
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

interface SitemapFile {
  entries: number;
  future: number;
  readonly dates: Map<string, number>;
}

/** Files that are too long, or whose dates cannot be those of the last change. */
function judgeFiles({ facts }: SiteView): Finding[] {
  const today = (facts.crawl.ended_at ?? facts.crawl.started_at).getTime() + DAY_MS;
  const files = new Map<string, SitemapFile>();
  for (const { sitemap, lastmod } of facts.sitemap) {
    const file = files.get(sitemap) ?? { entries: 0, future: 0, dates: new Map() };
    files.set(sitemap, file);
    file.entries += 1;
    if (lastmod === '') continue;
    file.dates.set(lastmod, (file.dates.get(lastmod) ?? 0) + 1);
    if (Date.parse(lastmod) > today) file.future += 1;
  }
  return [...files].flatMap(([url, file]) => [
    ...(file.entries > ENTRIES_MAX ? [finding('sitemap.size', -1, { url, detail: counted(file.entries, 'URL') })] : []),
    ...judgeDates(url, file),
  ]);
}

/** Written in another time zone, a date may be that of tomorrow. */
const DAY_MS = 86_400_000;

function judgeDates(url: string, { entries, future, dates }: SitemapFile): Finding[] {
  if (future > 0) return [finding('sitemap.lastmod', -1, { url, detail: `${counted(future, 'date')} in the future` })];
  const [date, count] = [...dates].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0] as const);
  if (entries < DATED_ENTRIES_MIN || count <= entries * SAME_DATE_SHARE) return [];
  return [finding('sitemap.lastmod', -1, { url, detail: `${count} of ${entries} URLs are dated ${date}` })];
}
