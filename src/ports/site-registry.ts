import type { Caller } from './accounts.ts';
import type { CrawlFile, RenderMode } from './crawls.ts';
import type { Brand } from './projects.ts';
import type { Cadence } from './schedules.ts';
import type { AccessChange, AccessNames } from './site-access.ts';
import type { AuditCause, AuditedPageList, Muting, SiteAuditRecord } from './sites.ts';

/** A site that somebody looks after. */
export interface Site {
  readonly id: string;
  readonly workspace_id: string;
  readonly project_id: string | undefined;
  /** As `parseSite` writes it. */
  readonly target: string;
  readonly settings: SiteSettings;
  readonly created_at: Date;
}

export interface SiteSettings {
  /** Undefined where the target is its name. */
  readonly name: string | undefined;
  readonly brand: SiteBrand | undefined;
  /** Hosts. */
  readonly competitors: readonly string[];
  readonly markets: readonly Market[];
  readonly crawl: SiteCrawlSettings;
  readonly audit: Muting;
}

interface SiteBrand {
  readonly name: string;
  readonly spellings: readonly string[];
}

/** Where people search for what the site offers, and in which language. */
export interface Market {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly language: string | undefined;
  readonly city: string | undefined;
}

export interface SiteCrawlSettings {
  readonly urls: readonly string[];
  readonly pages: number;
  readonly depth: number;
  /** Requests a second; undefined for the polite default. */
  readonly rate: number | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly sitemaps: boolean;
  readonly respect_robots: boolean;
  /** Undefined for that of the service. */
  readonly user_agent: string | undefined;
  /** Names of what is sent to be let in; what stands behind them is sealed. */
  readonly access: AccessNames | undefined;
  readonly render: RenderMode;
  readonly external_links: boolean;
  /** Undefined where it is crawled on demand only. */
  readonly schedule: CrawlSchedule | undefined;
}

interface CrawlSchedule {
  readonly cadence: Cadence;
  readonly cron: string | undefined;
  readonly time_zone: string;
}

export interface SiteStore {
  /** By target. Of all projects where none is named. */
  list(workspaceId: string, projectId: string | undefined): Promise<readonly Site[]>;
  /** @throws AppError conflict where the project has the target already */
  add(site: Omit<Site, 'created_at'>): Promise<Site>;
  change(workspaceId: string, id: string, settings: SiteSettings): Promise<Site | undefined>;
  remove(workspaceId: string, id: string): Promise<boolean>;
}

/** The audit of a site's newest crawl in a few figures. */
export interface SiteStanding {
  readonly crawl_id: string;
  readonly health_score: number | null;
  /** Of the crawl before; null where there is none. */
  readonly health_before: number | null;
  readonly no_score_because: string | null;
  readonly pages_known: number;
  readonly pages_read: number;
  readonly is_complete: boolean;
  /** Rules that pages break. */
  readonly failing: Readonly<Record<AuditCause['severity'], number>>;
  readonly changes: Pick<NonNullable<SiteAuditRecord['changes']>, 'new' | 'fixed' | 'still'> | null;
  readonly causes: readonly AuditCause[];
}

export interface SiteReport {
  readonly site: Site;
  /** Other sites of the same project that are a part of it, or that it is a part of. */
  readonly overlaps: readonly { readonly id: string; readonly target: string; readonly is: 'part' | 'whole' }[];
  readonly last_crawl: CrawlFile | undefined;
  readonly crawls: readonly CrawlFile[];
  readonly next_crawl: Date | undefined;
  /** Undefined where no crawl of it was audited. */
  readonly audit: SiteStanding | undefined;
}

/** Which findings of an audit to list. */
interface ListedFindings {
  readonly rule: string | undefined;
  readonly url: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What to set; undefined leaves what is set, and null takes it away. */
export interface SiteChange {
  readonly name?: string | null | undefined;
  readonly brand?: SiteBrand | null | undefined;
  readonly competitors?: readonly string[] | undefined;
  readonly markets?: readonly Market[] | undefined;
  readonly crawl?: SiteCrawlChange | undefined;
  readonly audit?: Partial<{ readonly [Field in keyof Muting]: Muting[Field] | undefined }> | undefined;
}

interface SiteCrawlChange
  extends
    AccessChange,
    Partial<{
      readonly [Field in Exclude<keyof SiteCrawlSettings, 'rate' | 'user_agent' | 'access' | 'schedule'>]:
        | SiteCrawlSettings[Field]
        | undefined;
    }> {
  readonly rate?: number | null | undefined;
  readonly user_agent?: string | null | undefined;
  readonly schedule?: CrawlSchedule | null | undefined;
}

/** Sites as callers of the service see them; a key that belongs to a project sees those of its project. */
export interface SiteDesk {
  list(
    caller: Caller,
    query: { readonly project_id: string | undefined; readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ): Promise<{ readonly total_count: number; readonly sites: readonly SiteReport[] }>;
  /** By id or by target. */
  find(caller: Pick<Caller, 'workspace_id' | 'project_id'>, idOrTarget: string): Promise<Site | undefined>;
  /** What sites of one project are called together, or those of none; undefined where they belong to several domains. */
  brand(workspaceId: string, projectId: string | undefined): Promise<Brand | undefined>;
  /** With the audit of the newest crawl, made now where nobody has made it. */
  report(caller: Caller, site: Site, signal: AbortSignal): Promise<SiteReport>;
  /** The audit of the newest crawl whole, with findings of one rule or page. Null where nobody crawled the site. */
  audit(caller: Caller, site: Site, listed: ListedFindings, signal: AbortSignal): Promise<SiteAuditRecord | null>;
  /** Pages of the newest crawl by how much is wrong with them. Null where nobody crawled the site. */
  auditedPages(
    caller: Caller,
    site: Site,
    listed: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ): Promise<AuditedPageList | null>;
  /** @throws AppError invalid_input, conflict, key_not_allowed_here */
  create(caller: Caller, target: string, projectId: string | undefined, change: SiteChange): Promise<Site>;
  update(caller: Caller, id: string, change: SiteChange): Promise<Site | undefined>;
  /** With its schedule. Crawls and their audits stay. */
  remove(caller: Caller, id: string): Promise<boolean>;
}
