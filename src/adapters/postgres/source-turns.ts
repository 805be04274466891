import { setTimeout as sleep } from 'node:timers/promises';

import { SourceFailure } from '../../ports/source-failure.ts';
import type { SourceTurns } from '../../ports/source-turns.ts';
import type { Database } from './database.ts';

/** Whoever would wait longer is refused: a source's time is spent on those who are still there to read its answer. */
const WAIT_MS_MAX = 45_000;

/**
 * Turns by the database's clock. Each takes the next free moment in one statement, so that replicas need not know of one
 * another.
 */
export class PostgresSourceTurns implements SourceTurns {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  async wait(source: string, every_ms: number, signal: AbortSignal): Promise<void> {
    const wait_ms = await this.reserve(source, every_ms);
    if (wait_ms > 0) await sleep(wait_ms, undefined, { signal });
  }

  /** Takes the next turn, and answers how far off it is. @throws SourceFailure rate_limited */
  async reserve(source: string, every_ms: number): Promise<number> {
    const values = [`source:${source}`, every_ms / 1000, WAIT_MS_MAX / 1000];
    const [row] = await this.#database.query<{ granted: number; wait_s: number }>(RESERVE, values);
    if (row === undefined) throw new Error('The turn was neither inserted nor updated.');
    if (row.granted === 0) {
      const message = `Requests to ${source} are ${every_ms / 1000} s apart, and too many are waiting.`;
      throw new SourceFailure('rate_limited', message, { retry_after_s: Math.ceil(row.wait_s) });
    }
    return Math.max(0, row.wait_s * 1000);
  }
}

/** $1 key, $2 seconds between turns, $3 most seconds to wait. `arrival` is when the turn after this one begins. */
const RESERVE = `
  with asked as materialized (select extract(epoch from clock_timestamp())::double precision as now), taken as (
    insert into rate_limits as held (key, arrival, granted)
    select $1::text, now + $2::double precision, 1 from asked
    on conflict (key) do update set (arrival, granted) = (
      select case when held.arrival - now > $3::double precision then held.arrival else greatest(held.arrival, now) + $2 end,
        case when held.arrival - now > $3 then 0 else 1 end from asked
    )
    returning arrival, granted
  )
  select granted, arrival - granted * $2 - now as wait_s from taken, asked`;
