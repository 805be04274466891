import type { DocumentFact, LinkFact, PageChecks } from '../web/facts/records.ts';

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
  /** Left out where nobody judged the page. */
  readonly checks?: PageChecks | undefined;
  /** What the source said of a page whose facts are those after its scripts have run; left out of all others. */
  readonly render?: RenderFact | undefined;
}

/** A page as its server sent it, beside the facts of the same page as a browser showed it. */
export interface RenderFact {
  readonly raw_title: string;
  /** As in the facts of a page. */
  readonly raw_canonical_url: string;
  readonly raw_noindex: boolean;
  readonly raw_words: number;
  /** Links to pages of the crawled site: in the source, in the rendered page, and in the rendered page alone. */
  readonly raw_links: number;
  readonly links: number;
  readonly added_links: number;
}

export interface Validators {
  readonly etag: string | undefined;
  readonly last_modified: string | undefined;
  /** Pages that it lets a crawler follow: an unchanged page is not sent again, and the crawl continues from these. */
  readonly links: readonly string[];
}

/** The newest fetch of a page, when it was a good one that came with validators. */
export type PreviousFetch = (url: string) => Promise<Validators | undefined>;

/** Where a crawl stays: keys of hosts, or with everything below them. */
export interface HostRange {
  readonly host_keys: readonly string[];
  readonly has_subdomains: boolean;
}

/**
 * Addresses that earlier crawls or imports read and that were neither gone (404, 410) then nor files without text, so that a
 * crawl comes to pages that nothing leads to any more. The longest unread first, by day; of one day the most linked.
 */
export type RememberedPages = (range: HostRange, limit: number, signal: AbortSignal) => Promise<readonly string[]>;

/** The operator's side of the index. */
export interface IndexAdmin {
  stats(signal: AbortSignal): Promise<IndexStats>;
  /** Computes authority anew from all links, and everything that is derived from facts. */
  rebuild(progress: (step: RebuildStep) => void, signal: AbortSignal): Promise<RebuildReport>;
  /**
   * The same where it is due. Else, in a large index, only what is derived from facts that changed since, by the authority
   * that there is: in a few hundredths of the time.
   */
  update(progress: (step: RebuildStep) => void, signal: AbortSignal): Promise<RebuildReport>;
  /** Marks registrable domains as trusted or not; it counts from the next rebuild on. */
  markTrusted(domains: readonly string[], isTrusted: boolean): Promise<void>;
  /** The domains that are marked as trusted, by name. */
  listTrusted(): Promise<readonly TrustedDomain[]>;
}

export interface TrustedDomain {
  readonly domain: string;
  readonly marked_at: string;
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
  /** Where only what changed was brought up to date: when authority is to be computed anew. */
  readonly whole_due_at?: Date;
}

/** Of the rules that pages are judged by while they are read. It rises with each change of one: what was judged before is read again by the next crawl. */
export const CHECKS_VERSION = 4;
/** The oldest whose rules all mean what they mean now. */
export const CHECKS_VERSION_MIN = 3;
/** The first with which pages keep the scripts and styles that they load. */
export const ASSETS_CHECKS_VERSION = 4;
