import { createHash, randomInt } from 'node:crypto';

import { newId } from '../../kernel/ids.ts';
import type {
  CrawlPlan,
  CrawlState,
  Frontier,
  FrontierCounts,
  FrontierEntry,
  FrontierResult,
} from '../../ports/frontier.ts';
import type { Database } from './database.ts';
import {
  ADD,
  ALONE,
  CLOSE,
  COUNTS,
  FINISH,
  FORGET_ENTRIES,
  FORGET_OLD,
  FREE_LEASES,
  OPEN,
  REOPEN,
  REOPEN_PLANNED,
  TAKE,
} from './frontier-statements.ts';
import type { Hold } from './listener.ts';
import { storable } from './storable.ts';

export interface FrontierOptions {
  /** An entry that is not finished by then is given out again. */
  readonly lease_ms: number;
  /** Pause before the first retry; four times as long before each further one. */
  readonly retry_delay_ms: number;
}

const DEFAULTS: FrontierOptions = { lease_ms: 300_000, retry_delay_ms: 2000 };
/** Rows in one statement. */
const BATCH = 5000;
/** Index rows of PostgreSQL hold 2,704 bytes; no address that is kept comes near. */
const KEY_LENGTH_MAX = 2500;
const NOTE_MAX = 300;
const RETRIES_MAX = 3;
/** Entries that were taken this often and never finished probably killed who took them. */
const TAKES_MAX = 10;
/** 4 MB: the last half million keys. */
const KNOWN_SLOTS = 2 ** 19;
const KEEP_DAYS = 30;
/** Rows deleted in one statement. */
const PART = 20_000;
/** The space of advisory locks that tell whether anybody works on a crawl. */
const WORKERS = 7_326_277;

/**
 * The crawl's to-do list in PostgreSQL.
 *
 * Commits here are not waited for on disk: when the machine dies, the last half second is fetched again.
 */
export class PostgresFrontier implements Frontier {
  readonly #database: Database;
  readonly #options: FrontierOptions;
  /** Numbers of crawls by their id: entries carry the number, which is 20 bytes shorter. */
  readonly #numbers = new Map<string, number>();
  /** Where the last take ended, by crawl: hosts are served in turn. */
  readonly #cursors = new Map<number, string>();
  readonly #known = new KnownKeys(KNOWN_SLOTS, randomInt(2 ** 32));
  readonly #holds = new Map<number, Hold>();
  #interruptions = 0;

  constructor(database: Database, options: Partial<FrontierOptions> = {}) {
    this.#database = database;
    this.#options = { ...DEFAULTS, ...options };
  }

  async open(plan: CrawlPlan): Promise<CrawlState> {
    await this.#forgetOld();
    if (plan.id !== undefined) return this.#openPlanned(plan.id);
    const seeds = [...new Set(plan.seeds)].toSorted();
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([seeds, plan.pages_max, plan.depth_max, plan.stay ?? 'host']))
      .digest('hex');
    const values = [newId('crawl'), fingerprint, seeds, plan.pages_max, plan.depth_max];
    const [made] = await this.#database.query<CrawlRow>(OPEN, values);
    const [row] = made === undefined ? await this.#database.query<CrawlRow>(REOPEN, [fingerprint]) : [made];
    // Somebody else finished it between the two statements.
    if (row === undefined) return this.open(plan);
    return this.#opened(row, made === undefined);
  }

  async #openPlanned(id: string): Promise<CrawlState> {
    const [row] = await this.#database.query<CrawlRow>(REOPEN_PLANNED, [id]);
    if (row === undefined) throw unknownCrawl(id);
    return this.#opened(row, row.known > 0);
  }

  async #opened(row: CrawlRow, resumed: boolean): Promise<CrawlState> {
    this.#numbers.set(row.id, row.number);
    if (resumed) await this.#freeLeases(row.number);
    this.#holds.set(row.number, await this.#database.holdShared(WORKERS, row.number));
    return { id: row.id, resumed, counts: countsOf(row) };
  }

  async add(crawlId: string, entries: readonly FrontierEntry[]): Promise<number> {
    const crawl = await this.#numberOf(crawlId);
    this.#distrustAfterInterruption();
    const fresh = new Map<string, FrontierEntry>();
    for (const entry of entries) {
      if (entry.key.length <= KEY_LENGTH_MAX && !this.#known.has(crawl, entry.key)) fresh.set(entry.key, entry);
    }
    // In one order for everybody: two writers who add the same keys in different orders wait for each other.
    const sorted = [...fresh.values()].toSorted(byKey);
    let added = 0;
    for (let from = 0; from < sorted.length; from += BATCH) {
      const batch = sorted.slice(from, from + BATCH);
      const interruptions = this.#database.interruptions;
      const [row] = await this.#database.query<{ added: number }>(ADD, [
        crawl,
        batch.map((entry) => entry.key),
        batch.map((entry) => entry.url),
        batch.map((entry) => entry.host),
        batch.map((entry) => entry.depth),
      ]);
      added += row?.added ?? 0;
      if (interruptions !== this.#database.interruptions) continue;
      for (const entry of batch) this.#known.add(crawl, entry.key);
    }
    return added;
  }

  async take(
    crawlId: string,
    limit: number,
    perHost: number,
    except: readonly string[] = [],
  ): Promise<readonly FrontierEntry[]> {
    const crawl = await this.#numberOf(crawlId);
    const cursor = this.#cursors.get(crawl) ?? '';
    const first = await this.#takeBetween(crawl, { after: cursor, up_to: undefined }, { limit, perHost, except });
    // Round to the hosts before the cursor, each host once in a take.
    const second =
      first.length < limit && cursor !== ''
        ? await this.#takeBetween(crawl, { after: '', up_to: cursor }, { limit: limit - first.length, perHost, except })
        : [];
    const taken = [...first, ...second];
    this.#cursors.set(crawl, taken.at(-1)?.host ?? '');
    return taken.toSorted((a, b) => a.depth - b.depth);
  }

  async finish(crawlId: string, results: readonly FrontierResult[]): Promise<void> {
    const crawl = await this.#numberOf(crawlId);
    const last = new Map(results.map((result) => [result.key, result]));
    const sorted = [...last.values()].toSorted(byKey);
    for (let from = 0; from < sorted.length; from += BATCH) {
      const batch = sorted.slice(from, from + BATCH);
      await this.#database.query(FINISH, [
        crawl,
        batch.map((result) => result.key),
        batch.map((result) => result.outcome),
        batch.map((result) => (result.note === '' ? null : storable(result.note, NOTE_MAX))),
        RETRIES_MAX,
        this.#options.retry_delay_ms,
      ]);
    }
  }

  async counts(crawlId: string): Promise<FrontierCounts> {
    const [row] = await this.#database.query<CrawlRow>(COUNTS, [crawlId]);
    if (row === undefined) throw unknownCrawl(crawlId);
    return countsOf(row);
  }

  /** A stopped crawl is continued when it is opened again; of a finished one only counts and failures are kept. */
  async close(crawlId: string, status: 'finished' | 'stopped'): Promise<void> {
    const crawl = await this.#numberOf(crawlId);
    await this.#database.query(CLOSE, [crawl, status]);
    await this.#holds.get(crawl)?.release();
    this.#holds.delete(crawl);
    this.#cursors.delete(crawl);
    this.#numbers.delete(crawlId);
    if (status === 'finished') await this.#forgetEntries(crawl);
  }

  async #takeBetween(
    crawl: number,
    hosts: { readonly after: string; readonly up_to: string | undefined },
    bounds: { readonly limit: number; readonly perHost: number; readonly except: readonly string[] },
  ): Promise<readonly FrontierEntry[]> {
    const { limit, perHost, except } = bounds;
    const values = [crawl, hosts.after, hosts.up_to, limit, perHost, this.#options.lease_ms, TAKES_MAX, except];
    const rows = await this.#database.query<TakenRow>(TAKE, values);
    return rows
      .filter((row) => row.state === 'open')
      .map(({ url, key, host, depth }) => ({ url, key, host, depth }))
      .toSorted((a, b) => (a.host < b.host ? -1 : Number(a.host > b.host)));
  }

  async #numberOf(crawlId: string): Promise<number> {
    const known = this.#numbers.get(crawlId);
    if (known !== undefined) return known;
    const [row] = await this.#database.query<CrawlRow>(COUNTS, [crawlId]);
    if (row === undefined) throw unknownCrawl(crawlId);
    this.#numbers.set(crawlId, row.number);
    return row.number;
  }

  /** A server that was killed has lost its last commits: keys that we saw it take may be gone. */
  #distrustAfterInterruption(): void {
    if (this.#interruptions === this.#database.interruptions) return;
    this.#interruptions = this.#database.interruptions;
    this.#known.clear();
  }

  /**
   * Gives out again at once what a killed crawl had taken. Whoever works on a crawl holds its lock, so when
   * the lock is free, nobody does, and no lease means anything.
   */
  async #freeLeases(crawl: number): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ alone: boolean }>(ALONE, [WORKERS, crawl]);
      if (row?.alone === true) await transaction.query(FREE_LEASES, [crawl]);
    });
  }

  /** In parts, each well within the time limit of a statement. */
  async #forgetEntries(crawl: number): Promise<void> {
    for (let last: string | null = ''; last !== null;) {
      const rows: readonly LastRow[] = await this.#database.query<LastRow>(FORGET_ENTRIES, [crawl, last, PART]);
      last = rows[0]?.last ?? null;
    }
  }

  async #forgetOld(): Promise<void> {
    for (;;) {
      const [row] = await this.#database.query<{ deleted: number }>(FORGET_OLD, [KEEP_DAYS, PART]);
      if ((row?.deleted ?? 0) === 0) return;
    }
  }
}

interface LastRow {
  readonly last: string | null;
}

interface CrawlRow {
  readonly number: number;
  readonly id: string;
  readonly known: number;
  readonly fetched: number;
  readonly failed: number;
  readonly refused: number;
}

interface TakenRow extends FrontierEntry {
  readonly state: string;
}

function countsOf({ known, fetched, failed, refused }: CrawlRow): FrontierCounts {
  return { waiting: known - fetched - failed - refused, fetched, failed, refused };
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

function unknownCrawl(crawlId: string): Error {
  return new Error(`There is no crawl ${crawlId}.`);
}

/**
 * Remembers which keys the database has already, in fixed memory.
 *
 * Nearly every link that a crawl finds is known. Each slot holds the last key that fell on it, as a number of
 * 53 bits: forgetting costs one needless question, and taking two keys for one is as likely as once in a
 * thousand crawls of a million pages.
 */
export class KnownKeys {
  readonly #slots: Float64Array;
  readonly #seed: number;

  /** `slots` has to be a power of two; each takes 8 bytes. */
  constructor(slots: number, seed: number) {
    this.#slots = new Float64Array(slots);
    this.#seed = seed;
  }

  has(scope: number, key: string): boolean {
    const print = this.#print(scope, key);
    return this.#slots[this.#slot(print)] === print;
  }

  add(scope: number, key: string): void {
    const print = this.#print(scope, key);
    this.#slots[this.#slot(print)] = print;
  }

  clear(): void {
    this.#slots.fill(0);
  }

  #slot(print: number): number {
    return print % this.#slots.length;
  }

  /** Two multiplicative hashes side by side, 32 and 21 bits, never 0. The seed keeps pages from aiming at each other. */
  #print(scope: number, key: string): number {
    let low = this.#seed ^ Math.imul(scope, 0x9e3779b1);
    let high = ~this.#seed ^ scope;
    for (let at = 0; at < key.length; at += 1) {
      const code = key.charCodeAt(at);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x5bd1e995);
      high ^= high >>> 15;
    }
    low ^= low >>> 16;
    low = Math.imul(low, 0x85ebca6b);
    low ^= low >>> 13;
    return (high >>> 11) * 0x1_0000_0000 + (low >>> 0) || 1;
  }
}
