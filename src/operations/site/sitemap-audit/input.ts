import type { SitemapDigest } from './file.ts';
import { exactKey, KeySet, listedUrl, pageKey } from './keys.ts';
import type { SiteEvidence } from './request.ts';

/** A file of the audit: read, or why not. */
export interface AuditedFile {
  readonly url: string | null;
  readonly status_code: number | null;
  /** Undefined when the file was not read. */
  readonly digest: SitemapDigest | undefined;
  /** Why it was not read; null when it was, or when nobody tried. */
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

/** Whether this very spelling is listed; what a crawl says of another spelling says nothing of it. */
export function isListed(url: URL, listed: Listed): boolean {
  return listed.exact.has(exactKey(url));
}
