import { messageOf } from '../../kernel/errors.ts';
import { standingAt, WINDOW_S } from '../../kernel/gcra.ts';
import type { RateLimiter, RateRule, RateStanding } from '../../ports/limits.ts';
import type { Database } from './database.ts';
import type { Log } from '../../kernel/log.ts';

/** A database that takes longer is no reason to let callers wait. */
const PATIENCE_MS = 1000;
const LOG_EVERY_MS = 10_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Longer than a window: a row this old says nothing any more. */
const SWEEP_AGE_S = 3600;

interface Waiting {
  readonly rule: RateRule;
  readonly answer: (standing: RateStanding) => void;
}

/** What one key waits for. There is one statement at a time for a key: what comes meanwhile goes into the next. */
interface Line {
  waiting: Waiting[];
  /** Requests to give back, and the rule they were counted by. */
  refund: number;
  rule: RateRule;
  /** When the statement under way was sent. */
  asked_at: number | undefined;
}

/**
 * Limits that all processes on one database share, by the database's clock.
 *
 * The requests of a key that come together are counted by one statement, so that a busy key costs one round trip for
 * many requests and never has two statements waiting for its row.
 */
export class PostgresRateLimiter implements RateLimiter {
  readonly #database: Database;
  readonly #log: Log;
  readonly #lines = new Map<string, Line>();
  readonly #sweeper: NodeJS.Timeout;
  #logged_at = Number.NEGATIVE_INFINITY;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#sweeper = setInterval(() => void this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  take(key: string, rule: RateRule): Promise<RateStanding> {
    const line = this.#line(key, rule);
    // The database hangs. Those who asked before have been let through by then, and so are those who come now.
    if (line.asked_at !== undefined && performance.now() - line.asked_at > PATIENCE_MS) {
      return Promise.resolve(letThrough(rule));
    }
    return new Promise((answer) => {
      line.waiting.push({ rule, answer });
      if (line.asked_at === undefined) void this.#work(key, line);
    });
  }

  giveBack(key: string, rule: RateRule, share: number): void {
    const line = this.#line(key, rule);
    line.refund += share;
    if (line.asked_at === undefined) void this.#work(key, line);
  }

  close(): Promise<void> {
    clearInterval(this.#sweeper);
    return Promise.resolve();
  }

  #line(key: string, rule: RateRule): Line {
    const line = this.#lines.get(key) ?? { waiting: [], refund: 0, rule, asked_at: undefined };
    line.rule = rule;
    this.#lines.set(key, line);
    return line;
  }

  async #work(key: string, line: Line): Promise<void> {
    while (line.waiting.length > 0 || line.refund > 0) {
      line.asked_at = performance.now();
      // What comes in the same turn is counted together.
      await Promise.resolve();
      await this.#count(key, line);
    }
    line.asked_at = undefined;
    this.#lines.delete(key);
  }

  /** Never rejects. */
  async #count(key: string, line: Line): Promise<void> {
    const { waiting, refund, rule } = line;
    line.waiting = [];
    line.refund = 0;
    const letAllThrough = (): void => {
      for (const { answer, rule: own } of [...waiting, ...line.waiting.splice(0)]) answer(letThrough(own));
    };
    const impatient = setTimeout(letAllThrough, PATIENCE_MS);
    try {
      const values = [key, WINDOW_S / rule.per_minute, waiting.length, refund];
      const [row] = await this.#database.query<{ arrival: number; granted: number; now: number }>(COUNT, values);
      if (row === undefined) throw new Error('The limit was neither inserted nor updated.');
      const standing = standingAt(row.arrival, row.now, rule.per_minute);
      for (const [at, { answer }] of waiting.entries()) {
        const allowed = at < row.granted;
        answer({
          allowed,
          limit: rule.per_minute,
          ...standing,
          retry_after_s: allowed ? 0 : Math.max(1, standing.retry_after_s),
        });
      }
    } catch (thrown) {
      this.#complain(thrown);
      letAllThrough();
    } finally {
      clearTimeout(impatient);
    }
  }

  #complain(thrown: unknown): void {
    if (performance.now() - this.#logged_at < LOG_EVERY_MS) return;
    this.#logged_at = performance.now();
    this.#log.error({ error: messageOf(thrown) }, 'Requests cannot be counted, so they are all allowed.');
  }

  async #sweep(): Promise<void> {
    try {
      await this.#database.query(SWEEP, [SWEEP_AGE_S]);
    } catch (thrown) {
      this.#complain(thrown);
    }
  }
}

/** $1 key, $2 seconds a request, $3 requests, $4 requests to give back. Grants as many of the requests as fit. */
const COUNT = `
  with asked as materialized (
    select $1::text as key, extract(epoch from clock_timestamp())::double precision as now,
      $2::double precision as step, $3::int as wanted, $4::double precision as refund
  ), counted as (
    insert into rate_limits as held (key, arrival, granted)
    select key, now + step * fits, fits
    from (select *, least(wanted, floor(${WINDOW_S} / step + 1e-6)) as fits from asked) as fresh
    on conflict (key) do update set (arrival, granted) = (
      select base + step * fits, fits from (
        select *, greatest(0, least(wanted, floor((now + ${WINDOW_S} - base) / step + 1e-6))) as fits
        from (select *, greatest(held.arrival - refund * step, now) as base from asked) as based
      ) as fitted
    )
    returning arrival, granted
  )
  select counted.arrival, counted.granted, asked.now from counted, asked`;

const SWEEP = `delete from rate_limits where arrival < extract(epoch from clock_timestamp()) - $1::double precision`;

function letThrough(rule: RateRule): RateStanding {
  return { allowed: true, limit: rule.per_minute, remaining: rule.per_minute, reset_s: 0, retry_after_s: 0 };
}
