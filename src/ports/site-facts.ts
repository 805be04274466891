import type { Target } from '../web/target.ts';
import type { RenderFact } from './index.ts';
import type { HostProbe, VisitOutcome } from './crawl-records.ts';
import type { PageChangeKind, SiteChangesRecord } from './sites.ts';

/**
 * What the index knows of one site as one crawl saw it: the material of a site audit. Lists run in parallel over the
 * pages; links name pages by their place in those lists.
 */
export interface SiteFacts {
  /** As it was asked for. */
  readonly site: string;
  readonly crawl: SiteCrawl;
  readonly pages: readonly SitePage[];
  readonly links: SiteLinks;
  readonly alternates: readonly SiteAlternate[];
  readonly sitemap: readonly SiteEntry[];
  readonly robots: readonly SiteRobots[];
  /** Links to pages of other sites that are gone. */
  readonly gone_links: readonly SiteGoneLink[];
  readonly probes: readonly HostProbe[];
  /** Those that the crawl asked for, by their address. */
  readonly images: ReadonlyMap<string, SiteImage>;
  /** How many images the pages show, those that the crawl did not ask for too. */
  readonly images_shown: number;
  /** Pages with scripts or styles that robots.txt closes to Google. */
  readonly closed_assets: readonly SiteClosedAssets[];
  /** Pages of other sites that the pages link to, and those of them that the crawl asked for; none where it checked no links. */
  readonly external: { readonly linked: number; readonly asked: number };
  /** Anchor texts of two words and more that lead to several pages. */
  readonly shared_anchors: readonly SiteAnchor[];
  /** Redirects that are called temporary, and since when nothing else was seen there. */
  readonly temporary_redirects: readonly SiteTemporaryRedirect[];
}

/** One crawl that came to the site. */
export interface SiteCrawl {
  readonly crawl_id: string;
  readonly started_at: Date;
  /** Undefined while it runs, and where it was killed. */
  readonly ended_at: Date | undefined;
  readonly reason: 'exhausted' | 'pages_max' | 'aborted' | undefined;
  /** Addresses that it knew and did not come to. */
  readonly waiting: number;
  /** What decides whether two crawls may be compared; equal texts are equal settings. */
  readonly settings: string;
  readonly reads_sitemaps: boolean;
  /** False where it read the addresses that it was given, and none that these link to. */
  readonly follows_links: boolean;
  /** Whether links to other sites were checked. */
  readonly checks_external: boolean;
  readonly problems: readonly { readonly kind: string; readonly count: number }[];
}

/** `left`: known from a link or a sitemap, and the crawl did not come to it. */
export type SiteOutcome = VisitOutcome | 'left';

export interface SitePage {
  readonly url: string;
  readonly host_key: string;
  readonly path_key: string;
  readonly outcome: SiteOutcome;
  /** Of the newest answer; 0 where there was none. */
  readonly status: number;
  readonly response_ms: number;
  readonly note: string;
  /** Whether it is a page: an answer of 200 with HTML that could be read. */
  readonly readable: boolean;
  readonly title: string;
  readonly description: string;
  readonly h1: string;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** ISO 639-1; '' when it could not be told. */
  readonly language: string;
  readonly word_count: number;
  readonly internal_links: number;
  readonly bytes: number;
  readonly schema_types: readonly string[];
  readonly content_hash: string;
  /** Low and high half. */
  readonly simhash: readonly [number, number];
  /** Where it redirects to, or names as canonical: a place in `pages`, -1 for nowhere, -2 for another site. */
  readonly moved_to: number;
  readonly canonical: number;
  readonly canonical_url: string;
  /** 0 where no rule judged it, or older ones did. */
  readonly rules_version: number;
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  readonly evidence: readonly string[];
  readonly script_shell: boolean;
  /** What the source says of a page that a browser showed; undefined where the facts are those of the source. */
  readonly render: RenderFact | undefined;
  /** Hosts of other domains that link to it. */
  readonly referring_hosts: number;
}

/** One entry a pair of pages. */
export interface SiteLinks {
  readonly source: Int32Array;
  readonly target: Int32Array;
  /** 1 where a crawler may follow it. */
  readonly followed: Uint8Array;
  /** 1 where all of them stand in navigation, header, footer or a side bar. */
  readonly template: Uint8Array;
}

export interface SiteAlternate {
  readonly page: number;
  readonly language: string;
  /** A place in `pages`; -2 for another site. */
  readonly target: number;
  readonly url: string;
}

export interface SiteEntry {
  readonly sitemap: string;
  /** A place in `pages`; -2 for another site. */
  readonly page: number;
  readonly url: string;
  /** As the file has it; '' when it has none. */
  readonly lastmod: string;
}

export interface SiteGoneLink {
  readonly page: number;
  readonly url: string;
  readonly detail: string;
}

/** A larger image is told. */
export const IMAGE_BYTES_MAX = 500_000;

export interface SiteImage {
  readonly status: number;
  /** 0 where the server does not state it. */
  readonly bytes: number;
  /** Places in `pages` of those that show it; only of images that are gone or large. */
  readonly pages: readonly number[];
}

export interface SiteClosedAssets {
  readonly page: number;
  /** One of them. */
  readonly url: string;
  readonly count: number;
}

/** Of links in the text of pages; those in menus and footers are left out. */
export interface SiteAnchor {
  readonly text: string;
  /** Places in `pages`: of those that it stands on, and those that it leads to. */
  readonly sources: readonly number[];
  readonly targets: readonly number[];
}

export interface SiteTemporaryRedirect {
  readonly page: number;
  readonly since: Date;
}

export interface SiteRobots {
  readonly host_key: string;
  readonly url: string;
  readonly text: string;
}

/** Reads what audits are made of. */
export interface SiteFactsStore {
  /** Crawls that came to the site, the newest first. */
  crawls(site: Target, limit: number, signal: AbortSignal): Promise<readonly SiteCrawl[]>;
  /** How many addresses of the site the crawl came to. */
  countPages(site: Target, crawl: SiteCrawl, signal: AbortSignal): Promise<number>;
  facts(site: Target, crawl: SiteCrawl, signal: AbortSignal): Promise<SiteFacts>;
  /** How the pages that a crawl looked at differ from before. */
  changes(compared: ComparedCrawls, signal: AbortSignal): Promise<ComparedPages>;
  /** What became of the addresses of a crawl, and of the images that it asked for. */
  outcomes(site: Target, crawl: SiteCrawl, signal: AbortSignal): Promise<ReadonlyMap<string, SiteOutcome>>;
  /** Main texts of pages by their address, without those that nobody kept. */
  texts(pages: readonly SitePage[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
}

export interface ComparedCrawls {
  readonly site: Target;
  readonly crawl: SiteCrawl;
  /** Pages are compared with the last look at them up to then. */
  readonly before: Date;
  readonly kinds: readonly PageChangeKind[];
  readonly limit: number;
  readonly offset: number;
}

export type ComparedPages = Pick<SiteChangesRecord, 'pages_compared' | 'counts' | 'changes' | 'changes_total'>;

/** Keeps the audits that were made, so that the next one can be compared. */
export interface AuditStore {
  keep(audit: KeptAudit, findings: Iterable<KeptFinding>): Promise<void>;
  /** The audits of a site, the newest crawl first. */
  audits(site: string, limit: number, signal: AbortSignal): Promise<readonly KeptAudit[]>;
  /** The findings of an audit, rule by rule. */
  findings(site: string, crawlId: string, of: FindingsOf, signal: AbortSignal): Promise<readonly KeptFinding[]>;
  worstPages(site: string, crawlId: string, of: WorstPages, signal: AbortSignal): Promise<PagesWithFindings>;
}

/** Which pages of an audit to list: by what their rules weigh together, the heaviest first. */
export interface WorstPages {
  /** Rules that count, with what each weighs. */
  readonly weights: ReadonlyMap<string, number>;
  readonly limit: number;
  readonly offset: number;
}

export interface PagesWithFindings {
  readonly total: number;
  readonly pages: readonly { readonly url: string; readonly rules: readonly string[] }[];
}

/** Of one rule, on one page, or all. */
export interface FindingsOf {
  readonly rule?: string | undefined;
  readonly url?: string | undefined;
}

export interface KeptAudit {
  readonly site: string;
  readonly crawl_id: string;
  readonly made_at: Date;
  /** Of the audit's own rules; one of another version is made anew. */
  readonly version: number;
  /** JSON. */
  readonly report: string;
}

/** One thing that is wrong on one page. */
export interface KeptFinding {
  readonly rule: string;
  readonly url: string;
  /** What of the page: the target of a link, a language, another page; '' for the page itself. */
  readonly item: string;
  /** Findings with one cause are mended in one place; '' where there is none beyond the rule. */
  readonly cause: string;
  readonly detail: string;
}
