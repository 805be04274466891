import { KeySet, listedUrl, pageKey } from './keys.ts';
import type { CrawlUrl, InternalLink } from './report.ts';

/** What the request tells of the site beside its sitemaps. */
export interface SiteEvidence {
  readonly important_urls: readonly string[];
  readonly crawl_urls: readonly CrawlUrl[];
  readonly internal_links: readonly InternalLink[];
}

/** Addresses as they are compared, made once for all files. */
export interface EvidenceKeys {
  readonly linked: Float64Array | null;
  readonly crawled: Float64Array | null;
}

/** Keys of what links lead to and of the crawled pages; null where nothing was supplied to tell by. */
export function evidenceKeys(evidence: SiteEvidence): EvidenceKeys {
  const targets = evidence.internal_links.flatMap(({ source_url, target_url }) => {
    const [from, to] = [listedUrl(source_url), URL.parse(target_url, source_url)];
    // A page that links to itself is not reached by that.
    if (to === null || (from !== undefined && pageKey(from) === pageKey(to))) return [];
    return [pageKey(to)];
  });
  const counted = evidence.crawl_urls.filter((row) => (row.inbound_internal_links ?? 0) > 0);
  const linked = [...targets, ...keysOf(counted.map((row) => row.url))];
  const hasLinks = evidence.internal_links.length > 0;
  return {
    linked: hasLinks ? unique(linked) : null,
    crawled: evidence.crawl_urls.length > 0 ? unique(keysOf(evidence.crawl_urls.map((row) => row.url))) : null,
  };
}

function keysOf(urls: readonly string[]): number[] {
  return urls.flatMap((written) => {
    const url = listedUrl(written);
    return url === undefined ? [] : [pageKey(url)];
  });
}

function unique(keys: readonly number[]): Float64Array {
  const seen = new KeySet(keys.length);
  return Float64Array.from(keys.filter((key) => seen.add(key)));
}
