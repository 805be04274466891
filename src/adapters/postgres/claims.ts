import { createHash, randomUUID } from 'node:crypto';

import { messageOf } from '../../kernel/errors.ts';
import type { Claim, Claims } from '../../ports/money.ts';
import type { Database } from './database.ts';
import { LeaseRenewal } from './lease-renewal.ts';
import type { Subscription } from './listener.ts';
import type { Log } from '../../kernel/log.ts';

export interface ClaimsOptions {
  /** A claim that its process has not renewed for so long is free. */
  readonly lease_ms: number;
  /** How often those who wait look for themselves: a process that was killed tells nobody. */
  readonly look_ms: number;
}

const DEFAULTS: ClaimsOptions = { lease_ms: 15_000, look_ms: 2000 };
const CHANNEL = 'seamark_claims';

/**
 * Claims in PostgreSQL. A claim lives while its process renews it, and who waits for one is told when it is released.
 */
export class PostgresClaims implements Claims {
  readonly #database: Database;
  readonly #log: Log;
  readonly #options: ClaimsOptions;
  readonly #held = new Map<string, Buffer>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #renewal: LeaseRenewal;
  #subscription: Promise<Subscription | undefined> | undefined;
  #closed = false;

  constructor(database: Database, log: Log, options: Partial<ClaimsOptions> = {}) {
    this.#database = database;
    this.#log = log;
    this.#options = { ...DEFAULTS, ...options };
    const { lease_ms } = this.#options;
    const warning = 'Claims could not be renewed.';
    this.#renewal = new LeaseRenewal({ lease_ms, log, warning, renew: () => this.#renew() });
  }

  async take(identity: string): Promise<Claim | undefined> {
    const hash = hashOf(identity);
    const token = randomUUID();
    const [row] = await this.#database.query<{ is_mine: boolean }>(TAKE, [hash, token, this.#options.lease_ms]);
    if (row?.is_mine !== true) return undefined;
    this.#held.set(token, hash);
    this.#renewal.start();
    return { release: () => this.#release(token, hash) };
  }

  async free(identity: string, signal: AbortSignal): Promise<void> {
    const hash = hashOf(identity);
    const name = hash.toString('hex');
    await this.#listen();
    for (;;) {
      // Before the look: what is released between the two is heard.
      const heard = this.#hear(name, signal);
      try {
        if (signal.aborted || (await this.#isFree(hash))) return;
        await heard.next;
      } finally {
        heard.stop();
      }
    }
  }

  /** Claims that are still held end when their lease is over. */
  async close(): Promise<void> {
    this.#closed = true;
    const renewed = this.#renewal.close();
    for (const waiting of this.#waiting.values()) for (const heard of waiting) heard();
    (await this.#subscription)?.stop();
    await renewed;
  }

  async #isFree(hash: Buffer): Promise<boolean> {
    const [row] = await this.#database.query<{ is_free: boolean }>(IS_FREE, [hash]);
    return this.#closed || row?.is_free === true;
  }

  /** One that cannot be released now is not renewed either. */
  async #release(token: string, hash: Buffer): Promise<void> {
    if (!this.#held.delete(token)) return;
    await this.#database.query(RELEASE, [hash, token, CHANNEL, hash.toString('hex')]);
  }

  #renew(): Promise<unknown> | undefined {
    if (this.#held.size === 0) return undefined;
    const held = [[...this.#held.values()], [...this.#held.keys()]];
    return this.#database.query(RENEW, [...held, this.#options.lease_ms]);
  }

  /** The next news of a claim: its release, the time for another look, or the caller's signal. */
  #hear(name: string, signal: AbortSignal): { readonly next: Promise<void>; readonly stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, waiting.add(resolve));
    const timer = setTimeout(resolve, this.#options.look_ms);
    const stopped = (): void => resolve();
    signal.addEventListener('abort', stopped, { once: true });
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stopped);
      waiting.delete(resolve);
      if (waiting.size === 0 && this.#waiting.get(name) === waiting) this.#waiting.delete(name);
    };
    return { next: promise, stop };
  }

  /** Never rejects: those who wait look for themselves too. */
  async #listen(): Promise<void> {
    this.#subscription ??= this.#database
      .listen(CHANNEL, (name) => this.#tell(name))
      .catch((thrown: unknown) => {
        this.#subscription = undefined;
        this.#log.warn({ error: messageOf(thrown) }, 'Released claims cannot be heard; polling will find them.');
        return undefined;
      });
    await this.#subscription;
  }

  #tell(name: string | undefined): void {
    const told = name === undefined ? [...this.#waiting.values()] : [this.#waiting.get(name) ?? []];
    for (const waiting of told) for (const heard of waiting) heard();
  }
}

function hashOf(identity: string): Buffer {
  return createHash('sha256').update(identity).digest();
}

const TAKE = `
  select take_source_claim($1, $2, $3) as is_mine from set_config('synchronous_commit', 'off', true)`;

const IS_FREE = `
  select not exists (
    select from source_claims where identity = $1 and lease_until >= clock_timestamp()
  ) as is_free`;

// Those of killed processes that nobody has asked for since are forgotten along the way.
const RENEW = `
  with forgotten as (
    delete from source_claims where identity in (
      select identity from source_claims where lease_until < now() - interval '1 hour' limit 100 for update skip locked
    )
  )
  update source_claims as claims
  set lease_until = clock_timestamp() + make_interval(secs => $3::double precision / 1000)
  from unnest($1::bytea[], $2::text[]) as held (identity, token),
    (select set_config('synchronous_commit', 'off', true)) as soon_durable
  where claims.identity = held.identity and claims.token = held.token`;

const RELEASE = `
  with released as (
    delete from source_claims where identity = $1 and token = $2 returning 1
  )
  select pg_notify($3, $4) from released, (select set_config('synchronous_commit', 'off', true)) as soon_durable`;
