import { parentPort, workerData } from 'node:worker_threads';

import { AppError, messageOf } from '../../kernel/errors.ts';
import type { PageFact } from '../../ports/index.ts';
import { connectDatabase, type IndexDatabase } from '../database/database.ts';
import { type PageReading, settleReadings } from '../losses/settle.ts';
import { BLOCK_MAX } from './block-bounds.ts';
import type { FromThread, ToThread } from './messages.ts';
import { RowBlock } from './row-block.ts';
import { INCOMING_COLUMNS, incomingRow, UNCHANGED_COLUMNS, unchangedRow } from './rows.ts';

/**
 * The thread that turns facts into rows and sends them: cutting pages into words takes more time than a crawl's event
 * loop has to spare.
 */

const BLOCK_AGE_MS_MAX = 2000;
/**
 * Of one block. An engine that rejects more has another problem, such as a full disk, and no fact may be lost to that.
 */
const REFUSED_ROWS_MAX = 3;

/** Readings whose links may wait to be judged, but for the last block before a pause or a flush. */
const UNSETTLED_MAX = 4000;

interface Block {
  readonly rows: RowBlock;
  readonly unchanged: RowBlock;
  readonly readings: readonly PageReading[];
  readonly facts: number;
}

class BlockWriter {
  private readonly database: IndexDatabase;
  private readonly tell: (message: FromThread) => void;
  private rows = new RowBlock();
  private unchanged = new RowBlock();
  private readings: PageReading[] = [];
  private facts = 0;
  private links = 0;
  private timer: NodeJS.Timeout | undefined;
  private sent: Promise<void> = Promise.resolve();
  private blocks = 0;
  private unsettled: PageReading[] = [];

  constructor(database: IndexDatabase, tell: (message: FromThread) => void) {
    this.database = database;
    this.tell = tell;
  }

  take(message: ToThread): void {
    if (message.type === 'flush') {
      this.send();
      void this.sent.then(() => this.tell({ type: 'flushed', id: message.id }));
      return;
    }
    for (const fact of message.facts) {
      this.facts += 1;
      this.add(fact);
      if (this.isFull) this.send();
    }
    this.timer ??= setTimeout(() => this.send(), BLOCK_AGE_MS_MAX);
  }

  private add(fact: PageFact): void {
    const unchanged = unchangedRow(fact);
    const row = incomingRow(fact);
    const page = row?.page ?? unchanged?.page;
    if (page !== undefined) {
      this.readings.push({ host_key: page.host_key, path_key: page.path_key, at: fact.observed_at });
    }
    if (unchanged !== undefined) this.unchanged.add(unchanged.text);
    if (row === undefined) return;
    this.rows.add(row.text);
    this.links += row.links;
  }

  private get isFull(): boolean {
    return (
      this.rows.rows + this.unchanged.rows >= BLOCK_MAX.pages ||
      this.links >= BLOCK_MAX.links ||
      this.rows.bytes >= BLOCK_MAX.bytes
    );
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.facts === 0) return;
    const { facts, rows, unchanged, readings } = this;
    this.rows = new RowBlock();
    this.unchanged = new RowBlock();
    this.readings = [];
    this.facts = 0;
    this.links = 0;
    this.blocks += 1;
    this.sent = this.sent.then(() => this.write({ rows, unchanged, readings, facts }));
  }

  private async write({ rows, unchanged, readings, facts }: Block): Promise<void> {
    try {
      await this.insert(rows, { from: 0, to: rows.rows }, { left: REFUSED_ROWS_MAX });
      if (unchanged.rows > 0) {
        await this.database.insert('unchanged', UNCHANGED_COLUMNS, [unchanged.slice()]);
      }
      this.unsettled.push(...readings);
      this.blocks -= 1;
      await this.settle();
      this.tell({ type: 'written', facts });
    } catch (error) {
      const fix = error instanceof AppError ? error.fix : undefined;
      const code = error instanceof AppError ? error.code : 'internal';
      this.tell({ type: 'failed', code, message: messageOf(error), fix });
    }
  }

  /** Looking up what was known of many pages at once costs little more than of a few, so blocks that follow each other wait. */
  private async settle(): Promise<void> {
    if (this.blocks > 0 && this.unsettled.length < UNSETTLED_MAX) return;
    const readings = this.unsettled;
    this.unsettled = [];
    await settleReadings(this.database, readings);
  }

  /**
   * Content from pages must not be able to stop a crawl: when a block is refused, it is halved until the row that is
   * at fault stands alone, and that one is left out and reported. If many rows fail, the rows are not at fault.
   */
  private async insert(block: RowBlock, { from, to }: RowRange, refusals: { left: number }): Promise<void> {
    if (from === to) return;
    try {
      await this.database.insert('incoming', INCOMING_COLUMNS, [block.slice(from, to)]);
    } catch (error) {
      if (error instanceof AppError || refusals.left === 0) throw error;
      if (to - from === 1) {
        refusals.left -= 1;
        this.tell({ type: 'refused', message: messageOf(error) });
        return;
      }
      const middle = Math.ceil((from + to) / 2);
      await this.insert(block, { from, to: middle }, refusals);
      await this.insert(block, { from: middle, to }, refusals);
    }
  }
}

interface RowRange {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/** Only the writer starts this thread, with the URL of the index as its data and `ToThread` as its messages. */
function listen(port: NonNullable<typeof parentPort>): void {
  const database = connectDatabase(String(workerData));
  const writer = new BlockWriter(database, (message) => port.postMessage(message));
  port.on('message', (message: ToThread) => writer.take(message));
}

if (parentPort !== null) listen(parentPort);
