import type { PageRenderer } from '../ports/browser.ts';
import type { CrawlRecorder } from '../ports/crawl-records.ts';
import type { RenderMode } from '../ports/crawls.ts';
import type { GuardedRequester, RawRequest } from '../ports/fetch.ts';
import type { Frontier, FrontierCounts } from '../ports/frontier.ts';
import type { PlacedAddress, RedirectTest } from '../ports/redirect-tests.ts';
import type { IndexWriter, PreviousFetch, RememberedPages } from '../ports/index.ts';
import type { PageParser } from './parse-pool.ts';
import type { Problem } from './problems.ts';

/** What to crawl and how fast. */
export interface CrawlSettings {
  /** Absolute URLs, or bare hosts, which are tried over https first. */
  readonly seeds: readonly string[];
  readonly pages_max: number;
  /** Links from a seed; 0 fetches the seeds alone. */
  readonly depth_max: number;
  /** The hosts of the seeds with their www twins, or everything under their registrable domains. */
  readonly stay: 'host' | 'domain';
  /**
   * Requests a second to one host; undefined for the polite default, Infinity for no limit on a site of one's own.
   * Up to the polite rate a host has two requests in flight at most; above it, as many as `concurrency` says.
   * A slower crawl-delay in robots.txt is always kept, up to 30 s.
   */
  readonly rate: number | undefined;
  /** Requests in flight to all hosts together. */
  readonly concurrency: number;
  readonly sitemaps: boolean;
  /** Whose scripts are run: none; pages whose text they write, and one page of each template; all. Left out: none. */
  readonly render?: RenderMode | undefined;
  /** Whether the pages of other sites that are linked to still exist is asked at the end. */
  readonly external_links?: boolean;
  /** Patterns of addresses, as `AddressFilter` reads them; left out, all are read. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** False reads what robots.txt closes, at proven hosts alone. */
  readonly respect_robots?: boolean;
  /** In place of that of the crawler, at proven hosts alone. */
  readonly user_agent?: string | undefined;
}

/** What a crawl works with. */
export interface CrawlParts {
  /** Of the crawl that was planned; left out where none was. */
  readonly crawl_id?: string | undefined;
  readonly requester: GuardedRequester;
  readonly frontier: Frontier;
  readonly writer: IndexWriter;
  /** Runs the scripts of pages; left out where none is connected. */
  readonly browser?: PageRenderer | undefined;
  readonly parser: PageParser;
  /** Sent with every request; its product token is the name that robots.txt may call this crawler by. */
  readonly user_agent: string;
  /** Hosts whose owner lets this crawl decide about robots.txt and user agent; left out, there are none. */
  readonly is_proven?: ((host: string) => boolean) | undefined;
  readonly clock: () => Date;
  readonly log: CrawlLog;
  /** What lets the crawl into a closed site. */
  readonly access?: CrawlAccess | undefined;
  /** Addresses to test one by one; a crawl that has them follows no links. */
  readonly list?: CrawlList | undefined;
  /** Called at most four times a second. */
  readonly onProgress: ((progress: CrawlProgress) => void) | undefined;
  /** What an earlier crawl knows of a page; asked before each fetch. */
  readonly previous: PreviousFetch | undefined;
  /** What earlier crawls read of the same hosts; a crawl that is not resumed begins with them as well. */
  readonly remembered: RememberedPages | undefined;
  /** Keeps what a site audit asks of a crawl; left out, nothing is kept. */
  readonly recorder?: CrawlRecorder | undefined;
  /** Waits for a turn at a host that crawls of other processes ask as well; left out where there are none. */
  readonly turn?: (host: string, spacing_ms: number, signal: AbortSignal) => Promise<void>;
}

/** Headers for one origin; no other is sent them. */
export interface CrawlAccess {
  readonly isSentTo: (url: string) => boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Addresses that are tested instead of a site. */
export interface CrawlList {
  /** Those that have no result yet. */
  readonly addresses: readonly PlacedAddress[];
  readonly wanted: (place: number) => string | undefined;
  /** Resolves once the result is stored. */
  readonly onTested: (test: RedirectTest) => Promise<void>;
}

/** Who asks, for what, with which headers. */
export type AddressedRequest = Pick<RawRequest, 'url' | 'headers' | 'user_agent'>;

export interface CrawlLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface CrawlProgress {
  readonly fetched: number;
  readonly waiting: number;
  readonly failed: number;
  readonly refused: number;
  readonly in_flight: number;
  /** Failing pages that are yet to be fetched once more, at the end of the crawl. */
  readonly confirming: number;
  /** Links to other sites that are yet to be checked, after that. */
  readonly checking: number;
  readonly bytes: number;
  readonly pages_per_s: number;
  /** What this run found on how many pages, by the rule of the audit; the audit judges them once the crawl has ended. */
  readonly found: ReadonlyMap<string, FoundPages>;
  /** The busiest hosts, at most fifty. */
  readonly hosts: readonly HostStatus[];
}

export interface FoundPages {
  readonly count: number;
  /** The first of them. */
  readonly example: string;
}

export interface HostStatus {
  readonly host: string;
  readonly fetched: number;
  readonly failed: number;
  readonly waiting: number;
  readonly delay_ms: number;
  readonly status: 'open' | 'paused' | 'given_up';
  readonly note: string;
}

export interface CrawlReport {
  readonly crawl_id: string;
  readonly resumed: boolean;
  readonly status: 'finished' | 'stopped';
  readonly reason: 'exhausted' | 'pages_max' | 'aborted';
  /** Over all runs of this crawl. */
  readonly counts: FrontierCounts;
  /** In this run; `not_modified` are part of `fetched`. */
  readonly fetched: number;
  readonly not_modified: number;
  readonly bytes: number;
  readonly duration_ms: number;
  readonly pages_per_s: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly hosts: readonly HostStatus[];
  readonly problems: readonly Problem[];
}

/** Bounds of a crawl. Tests shorten the times. */
export interface CrawlLimits {
  readonly bytes_max: number;
  readonly timeout_ms: number;
  readonly redirects_max: number;
  readonly attempts_max: number;
  /** Before the first retry; each later one waits four times as long. */
  readonly retry_ms: number;
  readonly retry_after_max_ms: number;
  readonly crawl_delay_max_ms: number;
  readonly backoff_min_ms: number;
  readonly backoff_max_ms: number;
  /** Failures in a row after which a host is left alone. */
  readonly host_failures_max: number;
  readonly robots_ttl_ms: number;
  readonly robots_bytes_max: number;
  /** A crawl knows at most this many addresses for each page that it may fetch, and never fewer than `known_min`. */
  readonly known_per_page: number;
  readonly known_min: number;
  /** Pages of one address pattern before it has to have shown something new. */
  readonly pattern_pages_min: number;
  readonly same_content_max: number;
  readonly commit_ms: number;
  readonly commit_pages: number;
  /** How long a crawl waits for entries that another worker, or a killed run, still holds. */
  readonly lease_wait_ms: number;
  readonly sitemap_bytes_max: number;
  readonly sitemaps_max: number;
  readonly sitemap_urls_max: number;
  /** How long after its first fetch a page that was fine before and now fails is fetched once more. */
  readonly confirm_ms: number;
  readonly confirm_max: number;
  /** Links to other sites that are checked at most, those on most pages first. */
  readonly external_max: number;
  /** Images that are asked for at most, and never more than pages were read. */
  readonly images_max: number;
}

export const LIMITS: CrawlLimits = {
  bytes_max: 10_000_000,
  timeout_ms: 20_000,
  redirects_max: 10,
  attempts_max: 3,
  retry_ms: 1000,
  retry_after_max_ms: 300_000,
  crawl_delay_max_ms: 30_000,
  backoff_min_ms: 1000,
  backoff_max_ms: 60_000,
  host_failures_max: 10,
  robots_ttl_ms: 24 * 3_600_000,
  robots_bytes_max: 512_000,
  known_per_page: 20,
  known_min: 100_000,
  pattern_pages_min: 200,
  same_content_max: 50,
  commit_ms: 3000,
  commit_pages: 250,
  lease_wait_ms: 900_000,
  sitemap_bytes_max: 20_000_000,
  sitemaps_max: 200,
  sitemap_urls_max: 1_000_000,
  confirm_ms: 90_000,
  confirm_max: 2000,
  external_max: 1000,
  images_max: 200,
};

/** Two requests a second, two at a time: what a small shared server does not notice. */
export const POLITE = { rate: 2, in_flight_per_host: 2 } as const;
