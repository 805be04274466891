/** What a reader of sitemaps tells, and to whom. */
export interface SitemapSink {
  /** Nothing more is wanted. */
  readonly stopped: boolean;
  /** Told once, before the first entry. `namespace` is that of the root element; '' for lines of text. */
  root(kind: SitemapKind, namespace: string): void;
  entry(entry: SitemapEntry): void;
  fault(fault: SitemapFault): void;
  /** A fault behind which nothing can be read; the sink is `stopped` from then on. */
  stop(fault: SitemapFault): void;
}

export type SitemapKind = 'urlset' | 'index' | 'text';

export interface SitemapEntry {
  /** As written, without blanks around it; undefined when the entry has none. */
  readonly loc: string | undefined;
  /** These as written too; undefined when missing or empty. */
  readonly lastmod: string | undefined;
  readonly changefreq: string | undefined;
  readonly priority: string | undefined;
  /** Where `<loc>` stands, or the end of an entry without one; from 1. */
  readonly line: number;
  readonly extensions: SitemapExtensions | undefined;
}

/** What the extensions say about one page; each list is cut at a bound that no valid entry reaches. */
export interface SitemapExtensions {
  readonly images: number;
  readonly images_without_address: number;
  /** Names of the elements that hold something. */
  readonly videos: readonly ReadonlySet<string>[];
  readonly news: readonly ReadonlyMap<string, string>[];
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
}

export type SitemapFaultCode =
  | 'broken_xml'
  | 'unescaped_ampersand'
  | 'not_a_sitemap'
  | 'web_page'
  | 'wrong_root'
  | 'too_long'
  | 'too_deep'
  | 'broken_off';

export interface SitemapFault {
  readonly code: SitemapFaultCode;
  /** From 1; undefined when it concerns the file as a whole. */
  readonly line: number | undefined;
  readonly message: string;
}

/** Longest text that is taken for a value. */
export const VALUE_LENGTH_MAX = 8 * 1024;

/** One way to write a sitemap. */
export interface SitemapFormat {
  write(text: string): void;
  end(): void;
}
