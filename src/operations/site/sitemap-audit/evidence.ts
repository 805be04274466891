import { defineTask, type Task } from '../../../kernel/task.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { SitemapDigest } from './file.ts';
import { exactKey, KeySet, listedUrl, pageKey } from './keys.ts';
import type { CrawlUrl, InternalLink } from './report.ts';

/** What the request says about the site besides its sitemaps. */
export interface SiteEvidence {
  readonly important_urls: readonly string[];
  readonly crawl_urls: readonly CrawlUrl[];
  readonly internal_links: readonly InternalLink[];
}

/** Addresses as they are compared, computed once for all files. */
export interface EvidenceKeys {
  readonly linked: Float64Array | null;
  readonly crawled: Float64Array | null;
}

/** Keys of what links lead to and of the crawled pages; null where nothing was supplied to tell by. */
export const sitemapEvidence: Task<SiteEvidence, EvidenceKeys> = defineTask(
  import.meta.url,
  'sitemapEvidence',
  readEvidence,
);

function readEvidence(evidence: SiteEvidence): EvidenceKeys {
  const targets = evidence.internal_links.flatMap(({ source_url, target_url }) => {
    const [from, to] = [listedUrl(source_url), URL.parse(target_url, source_url)];
    // A link from a page to itself does not help anyone reach it.
    if (to === null || (from !== undefined && pageKey(from) === pageKey(to))) return [];
    return [pageKey(to)];
  });
  const linkedRows = evidence.crawl_urls.filter((row) => (row.inbound_internal_links ?? 0) > 0);
  const linked = [...targets, ...readKeys(linkedRows.map((row) => row.url))];
  const hasLinks = evidence.internal_links.length > 0;
  return {
    linked: hasLinks ? dropRepeated(linked) : null,
    crawled: evidence.crawl_urls.length > 0 ? dropRepeated(readKeys(evidence.crawl_urls.map((row) => row.url))) : null,
  };
}

function readKeys(urls: readonly string[]): number[] {
  return urls.flatMap((written) => {
    const url = listedUrl(written);
    return url === undefined ? [] : [pageKey(url)];
  });
}

function dropRepeated(keys: readonly number[]): Float64Array {
  const seen = new KeySet(keys.length);
  return Float64Array.from(keys.filter((key) => seen.add(key)));
}

/** A file of the audit: read, or the reason why not. */
export interface AuditedFile {
  readonly url: string | null;
  readonly status_code: number | null;
  /** Undefined if the file was not read. */
  readonly digest: SitemapDigest | undefined;
  /** Why it was not read; null if it was, or if nobody tried. */
  readonly failure: string | null;
}

export interface SitemapAuditInput extends SiteEvidence {
  readonly sitemap_url: string | null;
  /** The first file and those of its index, in their order. */
  readonly files: readonly AuditedFile[];
  /** Sitemaps of the index that nobody tried to read. */
  readonly not_read: readonly string[];
  readonly not_read_count: number;
  readonly robots_txt: string | null;
  readonly robots_state: 'read' | 'missing' | 'unreadable' | 'not_asked';
}

/** What the sitemaps list, under both keys. */
export interface Listed {
  readonly exact: KeySet;
  readonly pages: KeySet;
  readonly complete: boolean;
}

/** Usable addresses, each once. */
export function uniqueUrls(written: readonly string[]): URL[] {
  const seen = new KeySet();
  return written.flatMap((text) => {
    const url = listedUrl(text.trim());
    return url !== undefined && seen.add(pageKey(url)) ? [url] : [];
  });
}

/** Whether exactly this spelling is listed; what a crawl says about another spelling says nothing about it. */
export function isListed(url: URL, listed: Listed): boolean {
  return listed.exact.has(exactKey(url));
}

/** Whether a page answered with success, as far as the crawl knows. */
export function isWorking({ status_code }: CrawlUrl): boolean {
  return status_code == null || (status_code >= 200 && status_code < 300);
}

export function hasDemand({ clicks, impressions }: Partial<CrawlUrl>): boolean {
  return (clicks ?? 0) > 0 || (impressions ?? 0) > 0;
}

/** `12 clicks and 300 impressions`; undefined where the page has neither. */
export function formatDemand(row: Partial<CrawlUrl>): string | undefined {
  if (!hasDemand(row)) return undefined;
  return `${counted(row.clicks ?? 0, 'click')} and ${counted(row.impressions ?? 0, 'impression')}`;
}
