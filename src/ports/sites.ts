import type { Target } from '../web/target.ts';
import { defineCapability } from './capability.ts';
import type { Sourced } from './source.ts';

/** What is known of whole sites from crawls of them. */
export interface SitesSource {
  /** Null where no crawl came to the site. */
  audit(query: SiteAuditQuery, signal: AbortSignal): Promise<Sourced<SiteAuditRecord | null>>;
  /** Its pages that search engines may index, the most linked first. Null where no page of it was read. */
  pages(query: SitePagesQuery, signal: AbortSignal): Promise<Sourced<SitePagesRecord | null>>;
  /** The same with their texts and the links in these. Null where no page of it was read. */
  texts(query: SitePagesQuery, signal: AbortSignal): Promise<Sourced<readonly LinkablePage[] | null>>;
  /** What was last seen of each of its pages, the most linked first. Null where no page of it was read. */
  crawled(query: SitePagesQuery, signal: AbortSignal): Promise<Sourced<CrawledSite | null>>;
  /** How pages differ from the time before. Null where no crawl came to the site. */
  changes(query: SiteChangesQuery, signal: AbortSignal): Promise<Sourced<SiteChangesRecord | null>>;
}

/** What can happen to a page, the worst first. */
export const PAGE_CHANGES = [
  'dead',
  'error',
  'noindexed',
  'blocked',
  'redirected',
  'canonical_changed',
  'title_changed',
  'h1_changed',
  'description_changed',
  'back',
  'indexable_again',
  'new',
] as const;
export type PageChangeKind = (typeof PAGE_CHANGES)[number];

/** No page changed. */
export const NO_PAGE_CHANGES: Readonly<Record<PageChangeKind, number>> = {
  dead: 0,
  error: 0,
  noindexed: 0,
  blocked: 0,
  redirected: 0,
  canonical_changed: 0,
  title_changed: 0,
  h1_changed: 0,
  description_changed: 0,
  back: 0,
  indexable_again: 0,
  new: 0,
};

export interface SiteChangesQuery {
  /** A domain or subdomain with all below it, or a folder of one. */
  readonly site: Target;
  /** The newest one where it is left out. */
  readonly crawl_id: string | undefined;
  /** The state at the end of this crawl is compared with; the newest look before the crawl where it is left out. */
  readonly compare_with: string | undefined;
  /** All kinds where it is empty. */
  readonly kinds: readonly PageChangeKind[];
  readonly limit: number;
  readonly offset: number;
}

export interface SiteChangesRecord {
  readonly crawl: SiteCrawlTimes;
  /** Null where the site was crawled once. */
  readonly compared_with: SiteCrawlTimes | null;
  readonly pages_compared: number;
  readonly counts: Readonly<Record<PageChangeKind, number>>;
  readonly changes: readonly PageChange[];
  /** Of the kinds that were asked for, those beyond the limit too. */
  readonly changes_total: number;
  /** Links of other sites, between the two crawls; null where the index knows of none. */
  readonly links: SiteLinkChanges | null;
}

export interface SiteCrawlTimes {
  readonly id: string;
  readonly started_at: string;
  readonly ended_at: string | null;
}

export interface PageChange {
  readonly url: string;
  readonly kind: PageChangeKind;
  /** A status, a title, an address; null where there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface SiteLinkChanges {
  /** Days, both included. */
  readonly date_from: string;
  readonly date_to: string;
  readonly new_backlinks: number;
  readonly lost_backlinks: number;
  readonly new_referring_domains: number;
  readonly lost_referring_domains: number;
}

interface SitePagesQuery {
  readonly site: Target;
  readonly limit: number;
}

interface CrawledSite {
  readonly pages: readonly CrawledUrl[];
  /** Pages that were read, those beyond the limit too. */
  readonly total: number;
  /** As its robots.txt named them when it was last read. */
  readonly sitemaps: readonly string[];
}

interface CrawledUrl {
  readonly url: string;
  readonly status: number;
  readonly noindex: boolean;
  readonly canonical_url: string | null;
  /** Pages of the site that link to it. */
  readonly linking_pages: number;
}

interface SitePagesRecord {
  readonly pages: readonly CrawledPage[];
  /** Indexable pages of the site, those beyond the limit too. */
  readonly total: number;
  readonly left_out: { readonly not_200: number; readonly noindex: number; readonly canonicalised: number };
}

export interface CrawledPage {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly headings: readonly string[];
}

export interface LinkablePage extends CrawledPage {
  /** Its main text; '' where nobody kept it. */
  readonly text: string;
  /** Places in the list of pages that its text links to: menus, headers, footers and side bars do not count. */
  readonly links_to: readonly number[];
}

/** Findings of a rule on addresses that match a pattern, or on all. */
interface MutedFindings {
  readonly rule: string;
  readonly url: string | undefined;
}

/** What is left out of the causes and the score of a site, and which notices are told among the causes. */
export interface Muting {
  readonly muted: readonly MutedFindings[];
  readonly unmuted: readonly string[];
}

export const NO_MUTING: Muting = { muted: [], unmuted: [] };

/** Muted findings, counted. */
export interface MutedCount extends MutedFindings {
  readonly title: string;
  readonly findings: number;
  readonly pages: number;
}

export interface SiteAuditQuery {
  /** A domain or subdomain with all below it, or a folder of one. */
  readonly site: Target;
  /** The newest one where it is left out. */
  readonly crawl_id: string | undefined;
  /** The crawl to compare with; the one before where it is left out. */
  readonly compare_with: string | undefined;
  /** Rules that are not to be told, nor to count in the score. */
  readonly muted: readonly string[];
  /** What whoever looks after the site has decided to live with. */
  readonly muting: Muting;
  /** Whose findings to list. */
  readonly rule: string | undefined;
  readonly cause: string | undefined;
  /** The page whose findings to list. */
  readonly url?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface SiteAuditRecord {
  readonly crawl: {
    readonly id: string;
    readonly started_at: string;
    readonly ended_at: string | null;
    readonly pages_known: number;
    readonly pages_read: number;
    readonly is_complete: boolean;
    readonly incomplete_because: readonly string[];
  };
  readonly pages: AuditedPages;
  /** 0-100; null where too little was read to judge the site. */
  readonly health_score: number | null;
  readonly no_score_because: string | null;
  readonly areas: Readonly<Record<AuditArea, number>> | null;
  readonly causes: readonly AuditCause[];
  readonly rules: readonly AuditedRule[];
  readonly muted: readonly MutedCount[];
  /** Of the rule or the page that was asked for, else none. */
  readonly findings: readonly AuditFinding[];
  readonly findings_total: number;
  readonly changes: AuditChanges | null;
  readonly not_compared_because: string | null;
  /** The newest first. */
  readonly history: readonly {
    readonly crawl_id: string;
    readonly started_at: string;
    readonly health_score: number | null;
    readonly pages_read: number;
    readonly has_same_rules: boolean;
  }[];
}

interface AuditedPages {
  readonly html: number;
  readonly indexable: number;
  readonly noindex: number;
  readonly redirects: number;
  readonly dead: number;
  readonly errors: number;
  readonly refused: number;
  readonly failed: number;
  readonly blocked: number;
  readonly not_reached: number;
}

type AuditArea = 'indexing' | 'links' | 'content' | 'international' | 'technical';
type AuditSeverity = 'critical' | 'high' | 'medium' | 'low' | 'notice';

export interface AuditCause {
  readonly rule: string;
  readonly cause: string | null;
  readonly severity: AuditSeverity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly effort: 'one_place' | 'few' | 'many';
  readonly findings: number;
  readonly pages: number;
  readonly score_gain: number | null;
  readonly examples: readonly string[];
}

export interface AuditedRule {
  readonly id: string;
  readonly area: AuditArea;
  readonly severity: AuditSeverity;
  readonly status: 'failing' | 'passed' | 'not_applicable' | 'not_checked' | 'muted';
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly failing: number;
  readonly applicable: number;
  readonly share: number;
  readonly score_gain: number | null;
  /** Why it was not checked, or not on all that it applies to. */
  readonly note: string | null;
  readonly changes: { readonly new: number; readonly fixed: number; readonly still: number } | null;
}

/** Pages with findings, those first on which most is wrong. */
export interface AuditedPageList {
  readonly total: number;
  readonly pages: readonly {
    readonly url: string;
    readonly rules: readonly string[];
    /** Of the gravest of these, which `worst` says in words. */
    readonly severity: AuditSeverity;
    readonly worst: string;
  }[];
}

export interface AuditFinding {
  readonly rule: string;
  readonly url: string;
  readonly item: string | null;
  readonly cause: string | null;
  readonly detail: string | null;
}

interface AuditChanges {
  readonly compared_with: string;
  readonly new: number;
  readonly fixed: number;
  readonly still: number;
  readonly gone: number;
  readonly not_checked: number;
}

export const capability = defineCapability<SitesSource>({
  name: 'sites',
  title: 'Crawled sites',
  ways: ['Crawl the site with POST /crawls.', 'Crawl the site with `seamark crawl URL`.'],
  methods: {
    audit: { mode: 'first' },
    pages: { mode: 'first' },
    texts: { mode: 'first' },
    crawled: { mode: 'first' },
    changes: { mode: 'first' },
  },
});
