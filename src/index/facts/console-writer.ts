import { randomBytes } from 'node:crypto';

import { messageOf } from '../../kernel/errors.ts';
import type { ConsoleDay, ConsolePart, ConsoleRow, ConsoleWriter } from '../../ports/console.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { insertRows } from '../write/table-rows.ts';
import { BLOCK_COLUMNS, BLOCK_STRUCTURE, ConsoleBlock } from './console-block.ts';
import { ConsoleSummer } from './console-summer.ts';
import { ConsoleSweeper } from './console-sweep.ts';
import { ConsoleTexts } from './console-texts.ts';
import { NumberedIds } from './numbered-ids.ts';
import { factRows } from './rows.ts';

/** Rows of one insert: the engine likes large blocks, and two of them are held at a time. */
const BLOCK_ROWS = 131_072;

export interface ClosableConsoleWriter extends ConsoleWriter {
  /** Waits for work in the background, and forgets what it has written. */
  close(): Promise<void>;
}

/** Rows that are not split by query or page have it as an id. */
const UNSPLIT = 0n;

/** Rows of a part on their way. Nobody reads them unless the part is published under this number. */
interface Writing {
  readonly id: bigint;
  readonly statement: Sql;
  readonly block: ConsoleBlock;
  readonly queries: NumberedIds;
  readonly pages: NumberedIds;
  blocks: number;
  /** The insert that is under way; it fails for whoever waits for it. */
  inserting: Promise<void>;
}

/**
 * Writes console figures.
 *
 * Each writing of a part has a number of its own, so what a killed process left behind is never read, and the part is simply
 * written again. A block that has to be sent twice carries a token, so it counts once.
 */
export class EngineConsoleWriter implements ClosableConsoleWriter {
  readonly #database: IndexDatabase;
  readonly #texts: ConsoleTexts;
  readonly #sweeper: ConsoleSweeper;
  readonly #summer: ConsoleSummer;
  readonly #writings = new Map<string, Writing>();
  readonly #clock: () => Date;
  #published_ms = 0;

  constructor(
    database: IndexDatabase,
    onFailure: (message: string) => void = () => undefined,
    clock: () => Date = () => new Date(),
  ) {
    this.#database = database;
    this.#texts = new ConsoleTexts(database);
    this.#sweeper = new ConsoleSweeper(database, (thrown) =>
      onFailure(`Replaced rows of a console were not deleted: ${messageOf(thrown)}`),
    );
    this.#summer = new ConsoleSummer(database, (thrown) =>
      onFailure(`Rows of a console were not summed up: ${messageOf(thrown)}`),
    );
    this.#clock = clock;
  }

  async write(part: ConsolePart, rows: readonly ConsoleRow[]): Promise<void> {
    const writing = this.#writingOf(part);
    try {
      for (const row of rows) {
        const { query, page } = row;
        const query_id = query === null ? UNSPLIT : writing.queries.get(query, row.query_number);
        const page_id = page === null ? UNSPLIT : writing.pages.get(page, row.page_number);
        writing.block.add(row, query_id, page_id);
        if (writing.block.rows >= BLOCK_ROWS) await this.#send(writing);
      }
    } catch (thrown) {
      await this.discard(part);
      throw thrown;
    }
  }

  async publish(part: ConsolePart, days: readonly ConsoleDay[]): Promise<void> {
    const writing = this.#writingOf(part);
    const replaced = await this.#sweeper.findReplaced(part);
    try {
      await this.#send(writing);
      await writing.inserting;
      await this.#texts.flush();
      await this.#insertLoad(part, writing, days);
    } finally {
      // After a failure the part has to be written again, under another number.
      await this.discard(part);
    }
    this.#sweeper.sweep(part, replaced);
    this.#summer.note(part);
  }

  discard(part: ConsolePart): Promise<void> {
    this.#writings.delete(keyOf(part));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#writings.values()].map(({ inserting }) => inserting));
    this.#writings.clear();
    this.#texts.forget();
    await this.#sweeper.close();
    await this.#summer.close();
  }

  #writingOf(part: ConsolePart): Writing {
    if (part.workspace_id === '') throw new TypeError('Console figures belong to a workspace.');
    const known = this.#writings.get(keyOf(part));
    if (known !== undefined) return known;
    const id = randomBytes(8).readBigUInt64LE();
    const statement = insertOf(part, id);
    const writing: Writing = {
      id,
      statement,
      block: new ConsoleBlock(),
      queries: new NumberedIds((query) => this.#texts.queryId(part, query)),
      pages: new NumberedIds((page) => this.#texts.pageId(part, page)),
      blocks: 0,
      inserting: Promise.resolve(),
    };
    this.#writings.set(keyOf(part), writing);
    return writing;
  }

  /** One block is sent while the next one is gathered. */
  async #send(writing: Writing): Promise<void> {
    await writing.inserting;
    if (writing.block.rows === 0) return;
    const bytes = writing.block.take();
    const token = `${writing.id}-${writing.blocks}`;
    writing.blocks += 1;
    const texts = this.#texts.flush();
    const rows = this.#database.insertSelected(writing.statement, bytes, token);
    writing.inserting = Promise.all([rows, texts]).then(() => undefined);
    // Whoever writes or publishes next is told.
    writing.inserting.catch(() => undefined);
  }

  /** The days of a part become readable with one insert. */
  async #insertLoad(part: ConsolePart, { id }: Writing, days: readonly ConsoleDay[]): Promise<void> {
    const { workspace_id, engine, property, search_type, grain, load, source, observed_at } = part;
    this.#published_ms = Math.max(this.#published_ms + 1, this.#clock().getTime());
    const published_at = new Date(this.#published_ms);
    const rows = days.map(({ day, days: count, is_final, is_cut }) => ({
      engine,
      property,
      search_type,
      grain,
      day,
      days: count,
      load,
      part: part.part,
      writing: id,
      is_final,
      is_cut,
      published_at,
    }));
    const kept = { source, observed_at, workspace_id, delete_at: undefined };
    await insertRows(this.#database, [factRows('console_loads', rows, kept)]);
  }
}

function keyOf({ workspace_id, engine, property, search_type, grain, load, part }: ConsolePart): string {
  return JSON.stringify([workspace_id, engine, property, search_type, grain, load, part]);
}

/** Inserts rows of a block with what they have in common. */
function insertOf(part: ConsolePart, writing: bigint): Sql {
  const { workspace_id, engine, property, search_type, grain, source, observed_at } = part;
  const table = sql`${workspace_id}, ${engine}, ${property}, ${search_type}, ${grain}, ${source}, ${observed_at}`;
  return sql`INSERT INTO console_rows
      (workspace_id, engine, property, search_type, grain, source, observed_at, writing, ${BLOCK_COLUMNS})
    SELECT ${table}, toUInt64(${writing}), ${BLOCK_COLUMNS} FROM input(${BLOCK_STRUCTURE}) FORMAT RowBinary`;
}
