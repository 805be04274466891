import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from './database.ts';

/**
 * Turns at a host for all crawls on one database, by its clock: each takes the next free moment in one statement, so that
 * two crawls of a host together ask it no faster than one.
 */
export class PostgresHostTurns {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Who asks for less than SPACING_MS_MIN has a site that bears it, and no time for a question before each page. */
  async wait(host: string, spacing_ms: number, signal: AbortSignal): Promise<void> {
    if (spacing_ms < SPACING_MS_MIN) return;
    const wait_ms = (await this.reserve(host, spacing_ms)) - CREDIT_MS;
    if (wait_ms > 0) await sleep(wait_ms, undefined, { signal });
  }

  /** Takes the next turn, and answers how many milliseconds off it is. */
  async reserve(host: string, spacing_ms: number): Promise<number> {
    const [row] = await this.#database.query<{ wait_s: number }>(TAKE, [`crawl:${host}`, spacing_ms / 1000]);
    return (row?.wait_s ?? 0) * 1000;
  }
}

/** Timers are late by a millisecond or two, and the crawl has waited by its own clock before. */
const CREDIT_MS = 20;
const SPACING_MS_MIN = 20;

/** $1 key, $2 seconds between turns. `arrival` is when the turn after this one begins. */
const TAKE = `
  with asked as materialized (select extract(epoch from clock_timestamp())::double precision as now), taken as (
    insert into rate_limits as held (key, arrival, granted)
    select $1::text, now + $2::double precision, 1 from asked
    on conflict (key) do update set arrival = (select greatest(held.arrival, now) + $2 from asked), granted = 1
    returning arrival
  )
  select greatest(0, arrival - $2 - now) as wait_s from taken, asked, (select set_config('synchronous_commit', 'off', true)) as soon_durable`;
