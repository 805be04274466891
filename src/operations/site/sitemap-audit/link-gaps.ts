import { type SitemapAuditInput, uniqueUrls } from './input.ts';
import type { Hits } from './hits.ts';
import { listedUrl, pageKey } from './keys.ts';
import type { CrawlUrl, SitemapAuditReport } from './report.ts';

type LinkGap = SitemapAuditReport['internal_link_gaps'][number];

const SHOWN_MAX = 50;
const LINKS_MAX = 1;
const SOURCES_SHOWN = 5;

/** Pages that matter, because the caller says so or people search for them, and that hardly anything links to. */
export function linkGaps(input: SitemapAuditInput, hits: Hits): LinkGap[] {
  const sources = sourcesByTarget(input);
  const rows = new Map<number, CrawlUrl>();
  for (const row of input.crawl_urls) {
    const url = listedUrl(row.url.trim());
    if (url !== undefined && !rows.has(pageKey(url))) rows.set(pageKey(url), row);
  }
  const important = uniqueUrls(input.important_urls);
  const demanded = uniqueUrls(input.crawl_urls.filter(hasDemand).map((row) => row.url));
  const gaps = new Map<number, LinkGap>();
  for (const [url, isImportant] of [
    ...important.map((each) => [each, true] as const),
    ...demanded.map((each) => [each, false] as const),
  ]) {
    const key = pageKey(url);
    const gap = gaps.has(key)
      ? undefined
      : gapOf(url, isImportant, rows.get(key), sources === undefined ? undefined : (sources.get(key) ?? []));
    if (gap !== undefined) gaps.set(key, gap);
  }
  const found = [...gaps.values()].toSorted(
    (one, other) =>
      Number(other.important) - Number(one.important) ||
      (other.clicks ?? 0) - (one.clicks ?? 0) ||
      (other.impressions ?? 0) - (one.impressions ?? 0) ||
      (one.url < other.url ? -1 : 1),
  );
  for (const { url, reason } of found) hits.add('weakly_linked', { url, detail: reason });
  return found.slice(0, SHOWN_MAX);
}

function hasDemand({ clicks, impressions, status_code }: CrawlUrl): boolean {
  return ((clicks ?? 0) > 0 || (impressions ?? 0) > 0) && (status_code ?? 200) < 300;
}

/** A count of the crawl goes before the supplied links, which may be a part of all. */
function gapOf(
  url: URL,
  important: boolean,
  row: CrawlUrl | undefined,
  sources: readonly string[] | undefined,
): LinkGap | undefined {
  const counted = row?.inbound_internal_links ?? null;
  if (isHome(url) || (row?.status_code ?? 0) >= 300) return undefined;
  // Of a list that may be a sample only its silence about a page that matters is worth a word.
  const isGap = counted === null ? important && sources?.length === 0 : counted <= LINKS_MAX;
  if (!isGap) return undefined;
  return {
    url: url.href.slice(0, 2048),
    inbound_internal_links: counted,
    important,
    ...demandOf(row),
    linked_from: [...(sources ?? [])],
    reason: reasonOf(counted, important, row),
  };
}

function isHome(url: URL): boolean {
  return url.pathname === '/' && url.search === '';
}

function reasonOf(counted: number | null, important: boolean, row: CrawlUrl | undefined): string {
  const links = counted === null ? 'None of the supplied internal links leads to it' : linksCounted(counted);
  return `${[links, ...(important ? ['named as important'] : []), ...demandFacts(row)].join(', ')}.`;
}

function demandOf(row: CrawlUrl | undefined): Pick<LinkGap, 'clicks' | 'impressions'> {
  return { clicks: row?.clicks ?? null, impressions: row?.impressions ?? null };
}

function demandFacts(row: CrawlUrl | undefined): string[] {
  const { clicks, impressions } = demandOf(row);
  return clicks || impressions ? [`${clicks ?? 0} clicks, ${impressions ?? 0} impressions`] : [];
}

function linksCounted(links: number): string {
  return links === 0 ? 'The crawl counted no internal link' : 'The crawl counted 1 internal link';
}

function sourcesByTarget({ internal_links }: SitemapAuditInput): Map<number, string[]> | undefined {
  if (internal_links.length === 0) return undefined;
  const sources = new Map<number, string[]>();
  for (const { source_url, target_url } of internal_links) {
    const target = URL.parse(target_url, source_url);
    if (target === null) continue;
    const known = sources.get(pageKey(target)) ?? [];
    if (known.length < SOURCES_SHOWN && !known.includes(source_url)) {
      sources.set(pageKey(target), [...known, source_url.slice(0, 2048)]);
    }
  }
  return sources;
}
