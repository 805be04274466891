import type { FrontierCounts } from '../ports/frontier.ts';
import type { Run } from './run.ts';
import type { CrawlProgress, CrawlReport } from './settings.ts';

const INTERVAL_MS = 250;

/** Tells how a crawl goes, at most four times a second. */
export class ProgressTeller {
  readonly startedAt: number;
  private lastAt = 0;
  private readonly run: Run;

  constructor(run: Run) {
    this.run = run;
    this.startedAt = run.now();
  }

  tell(): void {
    if (this.run.parts.onProgress === undefined || this.run.now() - this.lastAt < INTERVAL_MS) return;
    this.tellLast();
  }

  tellLast(): void {
    this.lastAt = this.run.now();
    this.run.parts.onProgress?.(progressOf(this.run, this.startedAt));
  }
}

function progressOf(run: Run, startedAt: number): CrawlProgress {
  const before = run.state.counts;
  const done = run.fetched + run.failed + run.refused;
  return {
    fetched: before.fetched + run.fetched,
    failed: before.failed + run.failed,
    refused: before.refused + run.refused,
    waiting: Math.max(0, before.waiting + run.ledger.known - done),
    in_flight: run.inFlight,
    confirming: run.confirming,
    checking: run.checking,
    bytes: run.bytes,
    pages_per_s: rate(run.fetched, run.now() - startedAt),
    found: run.found,
    hosts: run.hosts.statuses(run.now()),
  };
}

export function reportOf(
  run: Run,
  counts: FrontierCounts,
  reason: CrawlReport['reason'],
  startedAt: number,
): CrawlReport {
  const duration = run.now() - startedAt;
  return {
    crawl_id: run.state.id,
    resumed: run.state.resumed,
    status: reason === 'aborted' ? 'stopped' : 'finished',
    reason,
    counts,
    fetched: run.fetched,
    not_modified: run.notModified,
    bytes: run.bytes,
    duration_ms: duration,
    pages_per_s: rate(run.fetched, duration),
    statuses: Object.fromEntries(run.statuses),
    hosts: run.hosts.statuses(run.now()),
    problems: run.problems.list(),
  };
}

function rate(pages: number, duration_ms: number): number {
  return duration_ms <= 0 ? 0 : Math.round((pages * 10_000) / duration_ms) / 10;
}
