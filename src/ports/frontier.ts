/**
 * What a crawl has still to fetch, kept outside the process so that it survives a kill and can be shared
 * by several workers.
 */
export interface Frontier {
  /** A new crawl, or the unfinished one with the same seeds, limits and scope. */
  open(plan: CrawlPlan): Promise<CrawlState>;
  /** Adds addresses that the crawl does not know yet; answers how many were new. */
  add(crawlId: string, entries: readonly FrontierEntry[]): Promise<number>;
  /**
   * Takes up to `limit` entries, spread over hosts, shallow ones first; taken entries come back by
   * themselves when nobody finished them within the lease. Nothing is taken of the hosts in `except`, which
   * have enough to do.
   */
  take(crawlId: string, limit: number, perHost: number, except?: readonly string[]): Promise<readonly FrontierEntry[]>;
  finish(crawlId: string, results: readonly FrontierResult[]): Promise<void>;
  counts(crawlId: string): Promise<FrontierCounts>;
  close(crawlId: string, status: 'finished' | 'stopped'): Promise<void>;
}

export interface CrawlPlan {
  readonly seeds: readonly string[];
  readonly pages_max: number;
  readonly depth_max: number;
  /** How far links are followed; `host` when it is left out. */
  readonly stay?: 'host' | 'domain';
  /** Of the crawl that was planned for it; without one, an equal one that is not finished goes on. */
  readonly id?: string | undefined;
}

export interface CrawlState {
  readonly id: string;
  readonly resumed: boolean;
  readonly counts: FrontierCounts;
}

export interface FrontierEntry {
  readonly url: string;
  /** host_key and path_key of the address joined: one page, one entry. */
  readonly key: string;
  readonly host: string;
  readonly depth: number;
}

export interface FrontierResult {
  readonly key: string;
  readonly outcome: 'fetched' | 'failed' | 'refused' | 'retry';
  readonly note: string;
}

export interface FrontierCounts {
  readonly waiting: number;
  readonly fetched: number;
  readonly failed: number;
  readonly refused: number;
}
