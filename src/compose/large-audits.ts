import { Worker } from 'node:worker_threads';

import { type Audit, Audits, type AuditsElsewhere, type ComparedAudits } from '../audit/audits.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { siblingModule } from '../kernel/sibling-module.ts';
import { type Turns, turns } from '../kernel/turns.ts';
import type { SiteCrawl } from '../ports/site-facts.ts';
import type { Muting } from '../ports/sites.ts';
import type { Target } from '../web/target.ts';
import type { Index } from './indexes.ts';

export interface AuditOrder {
  /** Of the index. */
  readonly url: string;
  readonly now: Date;
  readonly site: Target;
  readonly crawl: SiteCrawl;
  /** The crawl to compare with; the audit alone where it is left out. */
  readonly before: SiteCrawl | undefined;
  readonly muting: Muting;
}

export type FromAuditThread =
  | { readonly type: 'audit'; readonly audit: Audit }
  | { readonly type: 'compared'; readonly compared: ComparedAudits }
  | { readonly type: 'refused'; readonly code: ErrorCode; readonly message: string; readonly fix: string | undefined }
  | { readonly type: 'failed'; readonly message: string };

export type AuditedIndex = Pick<Index, 'siteFacts' | 'audits' | 'url'>;

/** Audits of an index; those of large sites are made in a thread, so that requests are served meanwhile. */
export function auditsOf(index: AuditedIndex, clock: () => Date, memoryMb: readonly number[] = MEMORY_MB): Audits {
  return new Audits(index, clock, new LargeAudits(index.url, clock, memoryMb));
}

/**
 * A heap fills whatever it is given before it is swept. A site of 100,000 pages with 5 million links keeps 150 MB alive; one
 * that does not fit into the first is audited anew with the second.
 */
const MEMORY_MB: readonly number[] = [165, 400, 1500];
const YOUNG_MB_MAX = 8;
/** Each holds all pages and links of its site. */
const one: Turns = turns(1);

class LargeAudits implements AuditsElsewhere {
  readonly #url: string;
  readonly #clock: () => Date;
  readonly #memoryMb: readonly number[];

  constructor(url: string, clock: () => Date, memoryMb: readonly number[]) {
    this.#url = url;
    this.#clock = clock;
    this.#memoryMb = memoryMb;
  }

  async auditOf(site: Target, crawl: SiteCrawl, signal: AbortSignal, muting: Muting): Promise<Audit> {
    const told = await this.#told({ site, crawl, before: undefined, muting }, signal);
    if (told.type !== 'audit') throw new Error(`The thread answered ${told.type} in place of an audit.`);
    return told.audit;
  }

  async compare(
    site: Target,
    now: SiteCrawl,
    before: SiteCrawl,
    signal: AbortSignal,
    muting: Muting,
  ): Promise<ComparedAudits> {
    const told = await this.#told({ site, crawl: now, before, muting }, signal);
    if (told.type !== 'compared') throw new Error(`The thread answered ${told.type} in place of a comparison.`);
    return told.compared;
  }

  async #told(order: Omit<AuditOrder, 'url' | 'now'>, signal: AbortSignal): Promise<FromAuditThread> {
    const whole = { ...order, url: this.#url, now: this.#clock() };
    const told = await one(signal, () => this.#answerOf(whole, signal));
    if (told.type === 'refused') {
      const { code, message, fix } = told;
      throw new AppError(code, message, fix === undefined ? {} : { fix });
    }
    if (told.type === 'failed') throw new Error(`The audit failed: ${told.message}`);
    return told;
  }

  async #answerOf(order: AuditOrder, signal: AbortSignal): Promise<FromAuditThread> {
    for (const [at, memoryMb] of this.#memoryMb.entries()) {
      try {
        return await answerWithin(memoryMb, order, signal);
      } catch (thrown) {
        if (!isOutOfMemory(thrown) || at === this.#memoryMb.length - 1) throw thrown;
      }
    }
    throw new Error('An audit needs memory.');
  }
}

function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

async function answerWithin(memoryMb: number, order: AuditOrder, signal: AbortSignal): Promise<FromAuditThread> {
  const worker = new Worker(siblingModule(import.meta.url, 'audit-thread'), {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB_MAX },
  });
  const { promise, resolve, reject } = Promise.withResolvers<FromAuditThread>();
  const aborted = (): void => reject(signal.reason);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread of the audit ended early.')));
  signal.addEventListener('abort', aborted, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', aborted);
    await worker.terminate();
  }
}
