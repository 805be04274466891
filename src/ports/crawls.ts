import type { Target } from '../web/target.ts';
import type { Caller } from './accounts.ts';
import type { ListedAddress, RedirectCounts, TestedPage, TestedQuery } from './redirect-tests.ts';
import type { AccessChange, AccessNames } from './site-access.ts';

/** What to read, as a caller orders it. */
export interface CrawlOrder {
  /** Where to start; absolute URLs. */
  readonly urls: readonly string[];
  readonly pages_max: number;
  /** Links from a start address; 0 reads the addresses alone. */
  readonly depth_max: number;
  readonly stay: 'host' | 'domain';
  /** Requests a second to one host; undefined for the polite default. */
  readonly rate: number | undefined;
  /** Patterns of addresses to read besides the start addresses; none reads all. */
  readonly include: readonly string[];
  /** Patterns of addresses to leave out, whatever `include` says. */
  readonly exclude: readonly string[];
  readonly sitemaps: boolean;
  readonly render: RenderMode;
  /** Whether links to other sites are checked at the end. */
  readonly external_links: boolean;
  /** False reads what robots.txt closes, at proven hosts alone. */
  readonly respect_robots: boolean;
  /** Undefined for that of the service; another one is sent to proven hosts alone. */
  readonly user_agent: string | undefined;
  /** Names of what is sent to be let in; what stands behind them is sealed. */
  readonly access: AccessNames | undefined;
  /** Of addresses that are tested one by one; undefined for a crawl that follows links. `urls` has the first of them. */
  readonly list: { readonly count: number; readonly digest: string } | undefined;
}

/** What an order says beside what may be kept in plain text. */
export interface CrawlSecrets {
  /** Whose headers, cookies and password apply where the order has none of its own. */
  readonly site_id: string | undefined;
  readonly change: AccessChange;
}

/** What of an order only the owner of a host may decide, if anything. */
export function ownersField({ respect_robots, user_agent }: Pick<CrawlOrder, 'respect_robots' | 'user_agent'>) {
  if (!respect_robots) return 'respect_robots' as const;
  return user_agent === undefined ? undefined : ('user_agent' as const);
}

/** `auto`: pages whose text scripts write, and of the others one page of each template first. */
export const RENDER_MODES = ['none', 'auto', 'always'] as const;
export type RenderMode = (typeof RENDER_MODES)[number];

/**
 * `waiting` has a job that has not begun; `paused` and `stopped` continue where they were; `failed` read no page or could not go on.
 */
export const CRAWL_STATUSES = ['waiting', 'running', 'paused', 'stopped', 'finished', 'failed'] as const;
export type CrawlStatus = (typeof CRAWL_STATUSES)[number];

interface CrawlCounts {
  readonly fetched: number;
  /** Known and not read yet. */
  readonly waiting: number;
  /** No answer, or one that was no page. */
  readonly failed: number;
  /** Kept out by robots.txt, or by the limits that keep a crawl out of endless calendars and filters. */
  readonly refused: number;
}

/** Something that happened, how often, and the first places where it did. */
interface CrawlProblem {
  readonly kind: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** What the last run of a crawl saw. */
export interface CrawlRunReport {
  /** HTTP status codes, with how many answers had each. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Unchanged since an earlier crawl, and so not sent again. */
  readonly not_modified: number;
  readonly bytes: number;
  readonly problems: readonly CrawlProblem[];
  /** Why it ended: nothing was left, the limit of pages was reached, or it was stopped. */
  readonly reason: 'exhausted' | 'pages_max' | 'aborted';
}

export interface CrawlFile {
  readonly id: string;
  readonly workspace_id: string;
  readonly order: CrawlOrder;
  readonly status: CrawlStatus;
  readonly counts: CrawlCounts;
  readonly report: CrawlRunReport | undefined;
  /** The job that was queued for it last; undefined for one that a command ran. */
  readonly job_id: string | undefined;
  readonly error: string | undefined;
  readonly created_at: Date;
  readonly closed_at: Date | undefined;
}

export interface CrawlQuery {
  readonly status: CrawlStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface CrawlPage {
  readonly total_count: number;
  readonly crawls: readonly CrawlFile[];
}

export interface KnownQuery {
  readonly site: Target;
  readonly limit: number;
}

/** What the index knows of a site before it is crawled again. */
export interface KnownAddresses {
  /** The most linked first, as far as the limit goes. */
  readonly urls: readonly string[];
  readonly total: number;
  /** The file that was read last, of the host itself; undefined where none was. */
  readonly robots: { readonly text: string; readonly observed_at: Date } | undefined;
}

/** Crawls as callers of the service see them. Every method is about one workspace. */
export interface CrawlDesk {
  /**
   * Queues a job that reads the pages. An equal crawl that is not finished goes on; one that is queued or running is answered.
   *
   * @throws AppError key_not_allowed_here for who may not write into the index that workspaces share
   */
  start(
    caller: Caller,
    order: CrawlOrder,
    secrets: CrawlSecrets,
    addresses?: readonly ListedAddress[],
  ): Promise<CrawlFile>;
  /** How many addresses of its list had which result; undefined for a crawl without a list. */
  tested(file: CrawlFile): Promise<RedirectCounts | undefined>;
  /** Its list with what came of each address. @throws AppError invalid_input for a crawl without one */
  addresses(file: CrawlFile, query: TestedQuery): Promise<TestedPage>;
  find(workspaceId: string, id: string): Promise<CrawlFile | undefined>;
  /** Undefined where no page of the site was read. */
  known(workspaceId: string, query: KnownQuery, signal: AbortSignal): Promise<KnownAddresses | undefined>;
  /** Which addresses patterns let through, start addresses aside. @throws AppError invalid_input for patterns with too many stars */
  admits(patterns: Pick<CrawlOrder, 'include' | 'exclude'>): (url: string) => boolean;
  /** Newest first. */
  list(workspaceId: string, query: CrawlQuery): Promise<CrawlPage>;
  /** Lets what is under way end, charges what was read, and keeps the rest for later. @throws AppError conflict once it has ended */
  pause(workspaceId: string, id: string): Promise<CrawlFile | undefined>;
  /** @throws AppError conflict for one that is finished or running */
  resume(caller: Caller, id: string): Promise<CrawlFile | undefined>;
}

/** Pages that one credit pays for. */
export const PAGES_A_CREDIT = 50;

export function crawlCredits(pages: number): number {
  return Math.ceil(Math.max(0, pages) / PAGES_A_CREDIT);
}
