import type { CrawlRecorder, RobotsRecord, SitemapRecord, VisitRecord } from '../ports/crawl-records.ts';
import type { Frontier, FrontierEntry, FrontierResult } from '../ports/frontier.ts';
import type { IndexWriter } from '../ports/index.ts';
import type { CrawlLimits } from './settings.ts';

/**
 * Hands what a crawl found over to the frontier and the index, in batches and in the one order that survives
 * a kill: first the new addresses, then the facts are made durable, and only then are their pages finished.
 * A page whose facts were lost is thus fetched again, and its links are never lost with it.
 */
export class Ledger {
  private additions: FrontierEntry[] = [];
  private results: FrontierResult[] = [];
  private visits: VisitRecord[] = [];
  private robots: RobotsRecord[] = [];
  private entries: SitemapRecord[] = [];
  private oldestResultAt = 0;
  private working: Promise<void> = Promise.resolve();
  private busy = false;
  private added = 0;
  private failure: { readonly error: unknown } | undefined;
  private readonly parts: LedgerParts;
  constructor(parts: LedgerParts) {
    this.parts = parts;
  }

  get isEmpty(): boolean {
    return this.additions.length === 0 && this.results.length === 0 && !this.busy;
  }

  /** Addresses of this run: those that were new to the frontier, and those that it has not seen yet. */
  get known(): number {
    return this.added + this.additions.length;
  }

  add(entry: FrontierEntry): void {
    this.additions.push(entry);
  }

  /** The facts of the page have to be written, though not yet flushed, before. */
  finish(result: FrontierResult): void {
    if (this.results.length === 0) this.oldestResultAt = this.parts.now();
    this.results.push(result);
  }

  /** What became of an address, to be kept with the results. */
  visited(record: VisitRecord): void {
    if (this.parts.recorder !== undefined) this.visits.push(record);
  }

  robotsRead(record: RobotsRecord): void {
    if (this.parts.recorder !== undefined) this.robots.push(record);
  }

  /** What a sitemap lists, to be kept with the results, and before them where it is much. */
  listed(records: readonly SitemapRecord[]): void {
    if (this.parts.recorder === undefined) return;
    this.entries.push(...records);
    if (this.entries.length < BATCH_MAX) return;
    void this.enqueue(() => this.recordNow({ visits: [], robots: [], entries: this.entries.splice(0) })).catch(
      () => undefined,
    );
  }

  /** Starts a batch when one is due. `hungry`: the crawl has little left to fetch and waits for new addresses. */
  work(hungry: boolean): void {
    if (this.busy) return;
    const { commit_pages, commit_ms } = this.parts.limits;
    const old = this.results.length > 0 && this.parts.now() - this.oldestResultAt >= commit_ms;
    if (this.results.length >= commit_pages || old) void this.commit().catch(() => undefined);
    else if (this.additions.length >= ADDITIONS_MIN || (hungry && this.additions.length > 0)) {
      void this.enqueue(() => this.addNow(this.additions.splice(0))).catch(() => undefined);
    }
  }

  /** Everything so far, durable and finished when it resolves. */
  commit(): Promise<void> {
    return this.enqueue(async () => {
      const additions = this.additions.splice(0);
      const results = this.results.splice(0);
      const records = {
        visits: this.visits.splice(0),
        robots: this.robots.splice(0),
        entries: this.entries.splice(0),
      };
      await this.addNow(additions);
      await this.recordNow(records);
      if (results.length === 0) return;
      await this.parts.writer.flush();
      for (let at = 0; at < results.length; at += BATCH_MAX) {
        await this.parts.frontier.finish(this.parts.crawl_id, results.slice(at, at + BATCH_MAX));
      }
    });
  }

  /** Waits while too much is unfinished, so that a fast site cannot outrun the database. */
  async room(): Promise<void> {
    while (this.failure === undefined && this.isFull()) {
      if (!this.busy) this.work(true);
      await this.working.catch(() => undefined);
    }
  }

  private isFull(): boolean {
    return (
      this.additions.length > ADDITIONS_MAX ||
      this.results.length > RESULTS_MAX ||
      (this.entries.length > ADDITIONS_MAX && this.busy)
    );
  }

  throwIfFailed(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    this.busy = true;
    const run = this.working.then(task);
    const settled = run.then(
      () => undefined,
      (error: unknown) => {
        this.failure ??= { error };
      },
    );
    this.working = settled;
    void settled.then(() => {
      if (this.working === settled) this.busy = false;
      this.parts.onProgress();
    });
    return run;
  }

  private async recordNow({ visits, robots, entries }: CrawlRecords): Promise<void> {
    const { recorder, crawl_id } = this.parts;
    if (robots.length > 0) await recorder?.robots(crawl_id, robots);
    for (let at = 0; at < entries.length; at += BATCH_MAX) {
      await recorder?.sitemapEntries(crawl_id, entries.slice(at, at + BATCH_MAX));
    }
    for (let at = 0; at < visits.length; at += BATCH_MAX) {
      await recorder?.visits(crawl_id, visits.slice(at, at + BATCH_MAX));
    }
  }

  private async addNow(entries: readonly FrontierEntry[]): Promise<void> {
    for (let at = 0; at < entries.length; at += BATCH_MAX) {
      this.added += await this.parts.frontier.add(this.parts.crawl_id, entries.slice(at, at + BATCH_MAX));
    }
  }
}

export interface LedgerParts {
  readonly crawl_id: string;
  readonly frontier: Frontier;
  readonly writer: IndexWriter;
  readonly recorder: CrawlRecorder | undefined;
  readonly limits: CrawlLimits;
  readonly now: () => number;
  /** Called after each batch. */
  readonly onProgress: () => void;
}

interface CrawlRecords {
  readonly visits: readonly VisitRecord[];
  readonly robots: readonly RobotsRecord[];
  readonly entries: readonly SitemapRecord[];
}

const ADDITIONS_MIN = 500;
const BATCH_MAX = 2000;
const ADDITIONS_MAX = 50_000;
const RESULTS_MAX = 2000;
