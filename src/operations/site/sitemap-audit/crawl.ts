import { isListed, type Listed, type SitemapAuditInput } from './input.ts';
import type { FindingId } from './finding-kinds.ts';
import type { Hits } from './hits.ts';
import { exactKey, KeySet, listedUrl, pageKey } from './keys.ts';
import type { CrawlUrl, SitemapAuditReport } from './report.ts';

type CrawlCoverage = Omit<NonNullable<SitemapAuditReport['coverage']['crawl_urls']>, 'listed_not_crawled'>;

interface CrawledPage {
  readonly row: CrawlUrl;
  readonly url: URL;
  readonly canonical: URL | undefined;
}

/** Holds the crawled pages against the sitemaps, in both directions. */
export function judgeCrawl(
  { crawl_urls }: SitemapAuditInput,
  listed: Listed,
  host: string | null,
  hits: Hits,
): CrawlCoverage | null {
  if (crawl_urls.length === 0) return null;
  const coverage = { total: crawl_urls.length, listed: 0, indexable: 0, indexable_listed: 0 };
  for (const page of crawledPages(crawl_urls)) {
    const { row, url } = page;
    if (isListed(url, listed)) {
      coverage.listed += 1;
      const fault = faultOf(page, listed);
      if (fault !== undefined) hits.add(fault.id, { url: url.href, detail: fault.detail });
    }
    if (!isIndexable(page)) continue;
    coverage.indexable += 1;
    if (listed.pages.has(pageKey(url))) coverage.indexable_listed += 1;
    else if (listed.complete && url.host === host) {
      hits.add('indexable_not_listed', { url: url.href, detail: demandOf(row) });
    }
  }
  const share = coverage.indexable === 0 ? null : coverage.indexable_listed / coverage.indexable;
  return { ...coverage, listed_share: share === null ? null : Math.round(share * 1000) / 1000 };
}

/** Usable rows, each address once. */
function crawledPages(rows: readonly CrawlUrl[]): CrawledPage[] {
  const seen = new KeySet(rows.length);
  return rows.flatMap((row) => {
    const url = listedUrl(row.url.trim());
    if (url === undefined || !seen.add(exactKey(url))) return [];
    const canonical =
      row.canonical_url == null ? undefined : (URL.parse(row.canonical_url.trim(), url.href) ?? undefined);
    return [{ row, url, canonical }];
  });
}

/** What is wrong with a listed page; the first that holds, since the others follow from it. */
function faultOf(page: CrawledPage, listed: Listed): { id: FindingId; detail: string } | undefined {
  const { status_code, indexable } = page.row;
  if (status_code != null && (status_code < 200 || status_code >= 300)) {
    const id = status_code >= 300 && status_code < 400 ? 'redirect' : 'non_200';
    return { id, detail: `status ${status_code}` };
  }
  const { canonical, url } = page;
  if (canonical !== undefined && exactKey(canonical) !== exactKey(url)) return canonicalFault(canonical, url, listed);
  return indexable === false ? { id: 'noindex', detail: 'indexable: false' } : undefined;
}

function canonicalFault(canonical: URL, url: URL, listed: Listed): { id: FindingId; detail: string } | undefined {
  const detail = `canonical ${canonical.href}`;
  if (pageKey(canonical) !== pageKey(url)) return { id: 'canonicalised_elsewhere', detail };
  return isListed(canonical, listed) ? undefined : { id: 'canonical_spelling', detail };
}

/** Only what the crawl itself calls indexable is expected in a sitemap: a status alone may be that of an image. */
function isIndexable({ row, url, canonical }: CrawledPage): boolean {
  const status = row.status_code ?? 200;
  if (row.indexable !== true || status < 200 || status > 299) return false;
  return canonical === undefined || pageKey(canonical) === pageKey(url);
}

function demandOf({ clicks, impressions }: CrawlUrl): string | null {
  if ((clicks ?? 0) === 0 && (impressions ?? 0) === 0) return null;
  return `${clicks ?? 0} clicks, ${impressions ?? 0} impressions`;
}
