import type { LinkPosition, LinkType } from './links.ts';

/**
 * The write side of the index: what crawls and imports hand over.
 *
 * Facts are only ever added; newer ones win. Writing the same facts again changes nothing, so a crawl or
 * an import can be repeated or cut off at any point.
 */
export interface IndexWriter {
  /** Buffers; resolves once the buffer has room again, so a fast crawl cannot outrun the engine. */
  write(fact: PageFact): Promise<void>;
  /** Resolves when everything written so far is durable. */
  flush(): Promise<void>;
}

/** What one fetch of one page saw, with the links it holds. */
export interface PageFact {
  readonly url: string;
  readonly observed_at: Date;
  /** `crawl`, `commoncrawl`, … */
  readonly source: string;
  /** 304 says that the page, with its links, is what the newest fetch before it saw; such a fact carries nothing else. */
  readonly status: number;
  /** Where the redirects end, when `status` is 3xx. */
  readonly redirect_url: string | undefined;
  readonly content_type: string;
  readonly bytes: number;
  /** Undefined for answers without a readable body (redirects, errors, other media types). */
  readonly document: DocumentFact | undefined;
  readonly links: readonly LinkFact[];
  /** What lets the page be asked for again only if it has changed; undefined where the server gave nothing to ask with. */
  readonly validators?: Validators | undefined;
}

export interface Validators {
  readonly etag: string | undefined;
  readonly last_modified: string | undefined;
  /** Pages that it lets a crawler follow: an unchanged page is not sent again, and the crawl continues from these. */
  readonly links: readonly string[];
}

/** The newest fetch of a page, when it was a good one that came with validators. */
export type PreviousFetch = (url: string) => Promise<Validators | undefined>;

export interface DocumentFact {
  readonly title: string;
  readonly description: string;
  readonly canonical_url: string | undefined;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** ISO 639-1, or '' when it could not be told. */
  readonly language: string;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly word_count: number;
  readonly internal_links: number;
  readonly external_links: number;
  /** schema.org types found as JSON-LD, microdata or RDFa. */
  readonly schema_types: readonly string[];
  /** cms, blogs, ecommerce, message-boards, wikis, news, organization; '' when nothing tells. */
  readonly platform_type: string;
  readonly published_at: string | undefined;
  /** Hash of the text: equal texts are the same page under another address. */
  readonly content_hash: bigint;
  readonly simhash: bigint;
  /** 0-100 by the published page signals. */
  readonly spam_score: number;
  /** Main text without navigation, for search and snippets. */
  readonly text: string;
  /**
   * False where only head and links of the page were handed on (Common Crawl's WAT). Headings, word count, schema types,
   * hashes and text are then empty because nobody has read them, and no figures of the page.
   */
  readonly text_read?: boolean | undefined;
}

export interface LinkFact {
  readonly target_url: string;
  readonly type: LinkType;
  /** Text of the link, white space folded; '' for images and head links. */
  readonly anchor: string;
  readonly alt: string;
  readonly image_url: string;
  /** rel values that matter for links: nofollow, ugc, sponsored, noopener, noreferrer, external. */
  readonly attributes: readonly string[];
  readonly dofollow: boolean;
  /** Null when what was read does not say. */
  readonly position: LinkPosition | null;
  readonly text_pre: string;
  readonly text_post: string;
  /** Identical links of the page folded into this one. */
  readonly count: number;
}

/** A redirect or canonical as the link that it is too. */
export function moveLink(target_url: string, type: 'redirect' | 'canonical'): LinkFact {
  return {
    target_url,
    type,
    anchor: '',
    alt: '',
    image_url: '',
    attributes: [],
    dofollow: true,
    position: 'head',
    text_pre: '',
    text_post: '',
    count: 1,
  };
}

/** The operator's side of the index. */
export interface IndexAdmin {
  stats(signal: AbortSignal): Promise<IndexStats>;
  /** Computes authority anew from all links, and everything that is derived from facts. */
  rebuild(progress: (step: RebuildStep) => void, signal: AbortSignal): Promise<RebuildReport>;
}

export interface IndexStats {
  readonly pages: number;
  readonly documents: number;
  readonly hosts: number;
  readonly domains: number;
  readonly links: number;
  readonly external_links: number;
  readonly terms: number;
  readonly bytes_on_disk: number;
  readonly oldest_fetch: string | null;
  readonly newest_fetch: string | null;
  readonly authority_computed_at: string | null;
}

export interface RebuildStep {
  readonly name: string;
  readonly percent: number;
}

export interface RebuildReport {
  readonly domains: number;
  readonly hosts: number;
  readonly pages: number;
  readonly edges: number;
  readonly duration_ms: number;
}
