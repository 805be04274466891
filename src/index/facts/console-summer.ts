import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import type { ConsoleGrain, ConsolePart, ConsoleTable } from '../../ports/console.ts';
import type { IndexDatabase } from '../database/database.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { readDays, selectRows, sumsOf } from './console-site.ts';
import { listSums, sliceKey, type StoredSums, SUMMED_GRAINS } from './console-sums.ts';
import { chooseWindow, curveSlice, type LiveDay, type Slice } from './console-windows.ts';
import { deleteFacts } from './select.ts';

type Summed = ConsoleTable & Pick<ConsolePart, 'workspace_id'>;

/** Fewer rows are summed up as fast as sums of them are found. */
const ROWS_MIN = 200_000;
/** An import publishes one part after another, and the sums of all but the last are for nobody. */
const QUIET_MS = 20_000;
/** Nobody reads for so long. */
const REPLACED_MINUTES = 10;
const SUM_MS_MAX = 600_000;

type Slices = readonly [current: Slice, previous: Slice | undefined];

const Count = z.object({ rows: z.int() });

/**
 * Keeps sums of the newest days of large tables. They are found by what they were made of, so that those of days that have changed since
 * are just not used, and a failure costs nothing but time.
 */
export class ConsoleSummer {
  readonly #database: IndexDatabase;
  readonly #onFailure: (thrown: unknown) => void;
  readonly #rowsMin: number;
  readonly #waiting = new Map<string, Summed>();
  #timer: NodeJS.Timeout | undefined;
  #summing: Promise<void> = Promise.resolve();

  constructor(database: IndexDatabase, onFailure: (thrown: unknown) => void, rowsMin = ROWS_MIN) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#rowsMin = rowsMin;
  }

  /** Sums a table up once nothing has been published for a while. */
  note({ workspace_id, engine, property, search_type, grain }: Summed): void {
    if (search_type !== 'web' || !SUMMED_GRAINS.some((one) => one === grain)) return;
    const table = { workspace_id, engine, property, search_type, grain };
    this.#waiting.set(JSON.stringify(table), table);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sumWaiting(), QUIET_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sumWaiting();
    await this.#summing;
  }

  #sumWaiting(): void {
    const tables = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const table of tables) {
      this.#summing = this.#summing.then(() => this.#sum(table)).catch((thrown: unknown) => this.#onFailure(thrown));
    }
  }

  async #sum(table: Summed): Promise<void> {
    const scope = scopeOf(table);
    const days = (await readDays(this.#database, table, table.search_type, scope)).get(table.grain) ?? [];
    const wanted = slicesOf(table, days);
    const known = (await listSums(this.#database, table, scope)).filter(({ grain }) => grain === table.grain);
    for (const slices of wanted) {
      if (known.some((sums) => isOf(sums, slices)) || (await this.#countRows(table, slices)) < this.#rowsMin) continue;
      await this.#write(table, slices);
    }
    const old = known.filter((sums) => !wanted.some((slices) => isOf(sums, slices)));
    if (old.length > 0) await this.#delete(table, old);
  }

  async #countRows(table: Summed, slices: Slices): Promise<number> {
    const statement = selectRows(siteOf(table), {
      grain: table.grain,
      slices,
      columns: sql`count() AS rows`,
    });
    return (await this.#database.rows(Count, statement))[0]?.rows ?? 0;
  }

  /** The row that names the sums comes last, so that nobody reads half of them. */
  async #write(table: Summed, slices: Slices): Promise<void> {
    const { workspace_id, engine, property, search_type, grain } = table;
    const writing = randomBytes(8).readBigUInt64LE();
    await this.#database.run(insertSums(table, slices, writing, false));
    if (grain === 'detail') await this.#database.run(insertSums(table, slices, writing, true));
    const [current, previous] = slices.map((slice) => BigInt(sliceKey(slice)));
    await this.#database.run(sql`INSERT INTO console_windows
        (workspace_id, engine, property, search_type, grain, current_key, previous_key, writing, source, observed_at)
      SELECT ${workspace_id}, ${engine}, ${property}, ${search_type}, ${grain}, toUInt64(${current ?? 0n}), toUInt64(${previous ?? 0n}),
        toUInt64(${writing}), 'sums', now64(3, 'UTC')`);
  }

  async #delete(table: Summed, sums: readonly StoredSums[]): Promise<void> {
    const old = sql`writing IN ${sums.map(({ writing }) => BigInt(writing))}
      AND observed_at < now('UTC') - INTERVAL ${REPLACED_MINUTES} MINUTE`;
    await this.#database.run(deleteFacts('console_sums', table, old));
    await this.#database.run(deleteFacts('console_windows', table, old));
  }
}

/** The window of most questions with the one before, the same days a year ago, and the days of the curve of clicks. */
function slicesOf({ grain }: Summed, days: readonly LiveDay[]): readonly Slices[] {
  const window = chooseWindow(days);
  if (window === undefined) return [];
  const both: Slices = [window.current, window.previous];
  const yearAgo: readonly Slices[] = window.year_ago === undefined ? [] : [[window.year_ago, undefined]];
  const curve: readonly Slices[] = grain === 'page' ? [] : [[curveSlice(days, window), undefined]];
  return [both, ...yearAgo, ...curve];
}

function isOf(sums: StoredSums, [current, previous]: Slices): boolean {
  return sums.current_key === sliceKey(current) && sums.previous_key === sliceKey(previous);
}

function insertSums(table: Summed, slices: Slices, writing: bigint, isByCountry: boolean): Sql {
  const country = isByCountry ? sql`ifNull(country, '')` : sql`''`;
  const rows = selectRows(siteOf(table), {
    grain: table.grain,
    slices,
    columns: joined([sql`${country} AS place`, sql`query_id`, sql`page_id`, sumsOf(slices)], ', '),
    end: sql`GROUP BY place, query_id, page_id`,
  });
  return sql`INSERT INTO console_sums (workspace_id, writing, is_any_place, country, query_id, page_id, clicks, impressions, position_sum,
      previous_clicks, previous_impressions, previous_position_sum, source, observed_at)
    SELECT ${table.workspace_id}, toUInt64(${writing}), ${isByCountry ? 0 : 1}, place, query_id, page_id, c0, i0, p0, c1, i1, p1, 'sums',
      now64(3, 'UTC') FROM (${rows})
    SETTINGS max_bytes_before_external_group_by = 268435456`;
}

function scopeOf({ workspace_id }: Summed) {
  return { workspace_id, since: new Date(0), signal: AbortSignal.timeout(SUM_MS_MAX) };
}

function siteOf(table: Summed) {
  return { ...table, scope: scopeOf(table), place: EVERYWHERE, by_country: NO_GRAINS, pages: undefined };
}

const NO_GRAINS: ReadonlySet<ConsoleGrain> = new Set();

const EVERYWHERE = {
  is_any_place: true,
  location: { code: 0, name: '', country: '', kind: 'country', latitude: null, longitude: null },
} as const;
