import { z } from 'zod';

import type { ConsolePart, ConsoleTable } from '../../ports/console.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { selectLiveDays } from './console-live.ts';
import { deleteFacts, matching, selectFacts } from './select.ts';

type PartTable = ConsoleTable & Pick<ConsolePart, 'workspace_id'>;

/** Batches that one sweep deletes; the rest waits for the next part. */
const SWEPT_MAX = 2000;
/** No import writes at one part for so long. */
const ABANDONED_DAYS = 7;

const BatchRow = z.object({ batch: z.string() });

/**
 * Deletes rows that newer ones have replaced, and those that killed imports left behind.
 *
 * What a part replaces is deleted when the next one is published, not at once: questions that are under way may still read it.
 */
export class ConsoleSweeper {
  readonly #database: IndexDatabase;
  readonly #onFailure: (thrown: unknown) => void;
  readonly #searched = new Set<string>();
  #sweeping: Promise<void> = Promise.resolve();

  constructor(database: IndexDatabase, onFailure: (thrown: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
  }

  /** Batches of the table that do not count any more. */
  async findReplaced(table: PartTable): Promise<readonly bigint[]> {
    const listed = selectFacts('console_loads', table, { columns: sql`batch`, where: isOf(table), may_repeat: true });
    const live = sql`SELECT batch FROM (${selectLiveDays(table, isOf(table))})`;
    return this.#batches(sql`SELECT DISTINCT batch FROM (${listed}) WHERE batch NOT IN (${live}) LIMIT ${SWEPT_MAX}`);
  }

  /** In the background: a failure costs room, and the next part tries again. */
  sweep(table: PartTable, replaced: readonly bigint[]): void {
    this.#sweeping = this.#sweeping
      .then(() => this.#sweepNow(table, replaced))
      .catch((thrown: unknown) => this.#onFailure(thrown));
  }

  async close(): Promise<void> {
    await this.#sweeping;
  }

  async #sweepNow(table: PartTable, replaced: readonly bigint[]): Promise<void> {
    const dead = [...replaced, ...(await this.#findAbandoned(table))];
    if (dead.length === 0) return;
    await this.#database.run(deleteFacts('console_rows', table, sql`${isOf(table)} AND batch IN ${dead}`));
    await this.#database.run(deleteFacts('console_loads', table, sql`${isOf(table)} AND batch IN ${dead}`));
  }

  /** Looked for once a process and table, as it reads all rows of the table. */
  async #findAbandoned(table: PartTable): Promise<readonly bigint[]> {
    const key = JSON.stringify([table.workspace_id, table.engine, table.property, table.search_type, table.grain]);
    if (this.#searched.has(key)) return [];
    this.#searched.add(key);
    const listed = selectFacts('console_loads', table, { columns: sql`batch`, where: isOf(table), may_repeat: true });
    return this.#batches(
      selectFacts('console_rows', table, {
        columns: sql`DISTINCT batch`,
        where: sql`${isOf(table)} AND written_at < now('UTC') - INTERVAL ${ABANDONED_DAYS} DAY AND batch NOT IN (${listed})`,
        end: sql`LIMIT ${SWEPT_MAX}`,
      }),
    );
  }

  async #batches(statement: Sql): Promise<readonly bigint[]> {
    const named = sql`SELECT toString(batch) AS batch FROM (${statement})`;
    return (await this.#database.rows(BatchRow, named)).map(({ batch }) => BigInt(batch));
  }
}

function isOf({ engine, property, search_type, grain }: ConsoleTable): Sql {
  return matching({ engine, property, search_type, grain });
}
