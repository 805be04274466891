import { Worker } from 'node:worker_threads';

import { z } from 'zod';

import type { IndexAdmin, IndexStats, RebuildReport, RebuildStep, TrustedDomain } from '../ports/index.ts';
import type { FigureReport, FromRebuild } from './rebuild.ts';
import type { RebuildOrder } from './rebuild-thread.ts';
import { type IndexDatabase, onlyRow } from './database/database.ts';
import { siblingModule } from '../kernel/sibling-module.ts';
import { hostKey, hostOfKey } from '../web/url.ts';
import { BETWEEN_DOMAINS } from './database/link-domains.ts';
import { joined, sql } from './database/sql.ts';

const Stats = z.object({
  pages: z.int(),
  documents: z.int(),
  hosts: z.int(),
  domains: z.int(),
  links: z.int(),
  external_links: z.int(),
  terms: z.int(),
  bytes_on_disk: z.int(),
  oldest_ms: z.int().nullable(),
  newest_ms: z.int().nullable(),
  computed_ms: z.int().nullable(),
});

/** What operators need from the index. */
export class EngineIndexAdmin implements IndexAdmin {
  private readonly database: IndexDatabase;
  private readonly onRebuilt: () => void;

  constructor(database: IndexDatabase, onRebuilt: () => void) {
    this.database = database;
    this.onRebuilt = onRebuilt;
  }

  async stats(signal: AbortSignal): Promise<IndexStats> {
    const found = await this.database.rows(
      Stats,
      sql`SELECT p.*, l.*, (SELECT count() FROM (SELECT DISTINCT term FROM postings)) AS terms,
          (SELECT sum(bytes_on_disk) FROM system.parts WHERE database = currentDatabase() AND active) AS bytes_on_disk,
          f.*, (SELECT if(count() = 0, NULL, toUnixTimestamp64Milli(max(computed_at))) FROM rebuilds) AS computed_ms
        FROM (SELECT count() AS pages, countIf(readable) AS documents, uniqExact(host) AS hosts, uniqExact(domain) AS domains
          FROM page_states FINAL) AS p,
        (SELECT count() AS links, countIf(${BETWEEN_DOMAINS}) AS external_links FROM links FINAL) AS l,
        (SELECT if(count() = 0, NULL, toUnixTimestamp64Milli(min(fetched_at))) AS oldest_ms,
          if(count() = 0, NULL, toUnixTimestamp64Milli(max(fetched_at))) AS newest_ms FROM fetches) AS f`,
      signal,
    );
    const { oldest_ms, newest_ms, computed_ms, ...counts } = onlyRow(found);
    return {
      ...counts,
      oldest_fetch: timeOf(oldest_ms),
      newest_fetch: timeOf(newest_ms),
      authority_computed_at: timeOf(computed_ms),
    };
  }

  rebuild(progress: (step: RebuildStep) => void, signal: AbortSignal): Promise<RebuildReport> {
    return this.compute({ url: this.database.url, is_whole: true }, progress, signal);
  }

  update(progress: (step: RebuildStep) => void, signal: AbortSignal): Promise<RebuildReport> {
    return this.compute({ url: this.database.url, is_whole: false }, progress, signal);
  }

  /** The newest mark of a domain counts. */
  async markTrusted(domains: readonly string[], isTrusted: boolean): Promise<void> {
    if (domains.length === 0) return;
    const rows = domains.map((domain) => sql`SELECT ${hostKey(domain)}, ${isTrusted}, now64(3, 'UTC')`);
    await this.database.run(
      sql`INSERT INTO trusted_domains (domain_key, trusted, marked_at) ${joined(rows, ' UNION ALL ')}`,
    );
  }

  async listTrusted(): Promise<readonly TrustedDomain[]> {
    const rows = await this.database.rows(
      z.object({ key: z.string(), marked_ms: z.int() }),
      sql`SELECT domain_key AS key, toUnixTimestamp64Milli(marked_at) AS marked_ms FROM trusted_domains FINAL WHERE trusted`,
    );
    return rows
      .map(({ key, marked_ms }) => ({ domain: hostOfKey(key), marked_at: new Date(marked_ms).toISOString() }))
      .toSorted((one, other) => (one.domain < other.domain ? -1 : 1));
  }

  private async compute(...asked: Parameters<typeof rebuildInThread>): Promise<RebuildReport> {
    const report = await rebuildInThread(...asked);
    this.onRebuilt();
    return report;
  }
}

/** Stopping midway leaves the previous version in place; the next rebuild removes half-made tables. */
async function rebuildInThread(
  order: RebuildOrder,
  progress: (step: RebuildStep) => void,
  signal: AbortSignal,
): Promise<RebuildReport> {
  signal.throwIfAborted();
  const started = performance.now();
  const worker = new Worker(siblingModule(import.meta.url, 'rebuild-thread'), { workerData: order, execArgv: [] });
  const done = new Promise<FigureReport>((resolve, reject) => {
    worker.on('message', (message: FromRebuild) => {
      if (message.type === 'step') progress(message.step);
      else if (message.type === 'done') resolve(message.report);
      else reject(new Error(`The rebuild failed: ${message.message}`));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The rebuild ended early.')));
    signal.addEventListener('abort', () => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error('The rebuild was stopped.'));
    });
  });
  try {
    return { ...(await done), duration_ms: Math.round(performance.now() - started) };
  } finally {
    await worker.terminate();
  }
}

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
