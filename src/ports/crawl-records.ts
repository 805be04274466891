import type { RenderMode } from './crawls.ts';

/**
 * What a crawl keeps beside the facts of pages: what became of every address it knew, what the sitemaps list, what
 * robots.txt said. A site audit reads it: the newest facts of a page do not tell which crawl saw them.
 */
export interface CrawlRecorder {
  begin(record: CrawlBegin): Promise<void>;
  visits(crawlId: string, records: readonly VisitRecord[]): Promise<void>;
  sitemapEntries(crawlId: string, records: readonly SitemapRecord[]): Promise<void>;
  robots(crawlId: string, records: readonly RobotsRecord[]): Promise<void>;
  /** Pages that this crawl saw fail, or shut out of search, and that may have been met in a bad moment. */
  suspects(crawlId: string, limit: number, signal: AbortSignal): Promise<readonly Suspect[]>;
  /** Pages of other sites that pages of this crawl link to, those that most link to first. */
  externalLinks(crawlId: string, limit: number, signal: AbortSignal): Promise<readonly string[]>;
  /** What became of them; the newest stands. */
  externals(crawlId: string, records: readonly ExternalRecord[]): Promise<void>;
  /** Images that pages of this crawl show, those on most pages first. */
  shownImages(crawlId: string, limit: number, signal: AbortSignal): Promise<readonly string[]>;
  /** What became of them; the newest stands. */
  images(crawlId: string, records: readonly ImageRecord[]): Promise<void>;
  /** How a host answers beside its pages; the newest stands. */
  probes(crawlId: string, records: readonly HostProbe[]): Promise<void>;
  /** The crawl has come to its end; one that is resumed ends again. */
  end(record: CrawlEnd): Promise<void>;
}

/** Numbers that stand for them in the tables: add at the end, never reorder. */
export const VISIT_OUTCOMES = [
  'read',
  'unchanged',
  'moved',
  /** 404, 410 and what else of 4xx says that there is nothing. */
  'dead',
  /** 5xx. */
  'error',
  /** 401, 403, 429, a challenge: about the crawler, not about the page. */
  'refused',
  /** By robots.txt. */
  'blocked',
  /** No answer at all. */
  'failed',
  /** One of endlessly many addresses of a pattern. */
  'trapped',
] as const;
export type VisitOutcome = (typeof VISIT_OUTCOMES)[number];

export interface VisitRecord {
  readonly url: string;
  readonly observed_at: Date;
  readonly outcome: VisitOutcome;
  /** 0 without an answer. */
  readonly status: number;
  /** Links from a seed. */
  readonly depth: number;
  /** From the request to the end of the answer; 0 where none was made. */
  readonly response_ms: number;
  /** Where a redirect leads in its first step to another page; '' without one. */
  readonly moved_to: string;
  /** Why it failed, was refused or left. */
  readonly note: string;
}

export interface Suspect {
  readonly url: string;
  readonly depth: number;
  readonly observed_at: Date;
  /** An earlier crawl read it in good order. */
  readonly was_good: boolean;
}

export interface ExternalRecord {
  readonly url: string;
  readonly observed_at: Date;
  /** Of the last answer; 0 without one. */
  readonly status: number;
  /** 404, 410, or no such host: what else fails may be about the crawler. */
  readonly is_gone: boolean;
  readonly note: string;
}

export interface ImageRecord {
  readonly url: string;
  readonly observed_at: Date;
  /** Of the last answer. */
  readonly status: number;
  /** As the server states it; 0 where it does not. */
  readonly bytes: number;
}

/** What a host is asked: its home page in each form of the address, and a page that does not exist. */
export const HOST_PROBE_KINDS = ['https', 'http', 'https_www', 'http_www', 'missing'] as const;
export type HostProbeKind = (typeof HOST_PROBE_KINDS)[number];

/** Headers that tell browsers to be careful, of which a probe keeps those that were sent. */
export const SECURITY_HEADERS = [
  'Strict-Transport-Security',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Referrer-Policy',
] as const;

export interface HostProbe {
  /** Without www. */
  readonly host: string;
  readonly kind: HostProbeKind;
  readonly observed_at: Date;
  /** From the address that was asked, through redirects, to the one that answered. */
  readonly way: readonly string[];
  readonly status: number;
  /** How the body was sent, such as `br`; '' for as it is. */
  readonly encoding: string;
  /** Of the HTML, once decoded; 0 where it is none. */
  readonly bytes: number;
  /** Those of the security headers that it sent, in lower case. */
  readonly headers: readonly string[];
}

export interface SitemapRecord {
  readonly sitemap: string;
  readonly url: string;
  /** As the file has it; '' when it has none. */
  readonly lastmod: string;
}

export interface RobotsRecord {
  /** Of the file. */
  readonly url: string;
  readonly observed_at: Date;
  readonly text: string;
}

export interface CrawlBegin {
  readonly crawl_id: string;
  readonly started_at: Date;
  readonly seeds: readonly string[];
  readonly pages_max: number;
  readonly depth_max: number;
  readonly stay: 'host' | 'domain';
  readonly sitemaps: boolean;
  readonly render: RenderMode;
  readonly external_links: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly user_agent: string;
}

export interface CrawlEnd {
  readonly crawl_id: string;
  readonly ended_at: Date;
  readonly reason: 'exhausted' | 'pages_max' | 'aborted';
  /** Addresses that the crawl knew and did not come to. */
  readonly waiting: number;
  /** Kinds of problems with their counts, such as `sitemap_cut`. */
  readonly problems: readonly { readonly kind: string; readonly count: number }[];
}
