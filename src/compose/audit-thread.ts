import { parentPort, workerData } from 'node:worker_threads';

import { Audits } from '../audit/audits.ts';
import { EngineAuditStore } from '../index/crawls/kept-audits.ts';
import { EngineSiteFacts } from '../index/crawls/site-facts.ts';
import { connectDatabase } from '../index/database/database.ts';
import { AppError, messageOf } from '../kernel/errors.ts';
import type { AuditOrder, FromAuditThread } from './large-audits.ts';

/** One audit or comparison, off the event loop that serves requests. */
async function told({ url, now, site, crawl, before, muting }: AuditOrder): Promise<FromAuditThread> {
  const database = connectDatabase(url);
  const stores = { siteFacts: new EngineSiteFacts(database), audits: new EngineAuditStore(database) };
  const audits = new Audits(stores, () => now);
  // Whoever no longer waits ends the thread.
  const { signal } = new AbortController();
  try {
    if (before === undefined) return { type: 'audit', audit: await audits.auditOf(site, crawl, signal, muting) };
    return { type: 'compared', compared: await audits.compare(site, crawl, before, signal, muting) };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) return { type: 'failed', message: messageOf(thrown) };
    return { type: 'refused', code: thrown.code, message: thrown.message, fix: thrown.fix };
  } finally {
    await database.close();
  }
}

/** Safe because `LargeAudits` alone starts this thread, with an order. */
function orderOf(data: unknown): AuditOrder {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return data as AuditOrder;
}

if (parentPort !== null) parentPort.postMessage(await told(orderOf(workerData)));
