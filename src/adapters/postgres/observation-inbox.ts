import { messageOf } from '../../kernel/errors.ts';
import type { KeptObservation, ObservationInbox, ObservationKind, ObservationWriter } from '../../ports/store.ts';
import type { Database, Queryable } from './database.ts';
import type { Log } from '../../kernel/log.ts';
import { storable } from './storable.ts';

/** Rows that are written to the index together. */
const BLOCK_ROWS = 1000;
/** Longest that one block may take, with the wait for another process that is moving its own. */
const BLOCK_MS_MAX = 600_000;
/** Any number that nothing else locks. */
const FLUSH_LOCK = 7_326_280;
const SERIES_MAX = 8000;

/**
 * Observations on their way into the index, in PostgreSQL: the money guard puts them in with their cost.
 *
 * A block is written to the index and then deleted here, by one process at a time for each index. A kill between the two has it written
 * once more, which changes nothing in the index.
 */
export class PostgresObservationInbox implements ObservationInbox {
  readonly #database: Database;
  readonly #writer: ObservationWriter;
  readonly #index: string;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param index_id whose own index the writer writes to; '' for the one that workspaces share */
  constructor(database: Database, writer: ObservationWriter, index_id = '') {
    this.#database = database;
    this.#writer = writer;
    this.#index = index_id;
  }

  async find(
    kind: ObservationKind,
    series: readonly string[],
    since: Date | undefined,
    workspace_id = '',
  ): Promise<readonly KeptObservation[]> {
    const rows = await this.#database.query<InboxRow>(FIND, [
      kind,
      series.map(storedSeries),
      since,
      workspace_id,
      this.#index,
    ]);
    return rows.map(observationOf);
  }

  /** Calls that come while one is under way share the one after it, which sees all that they do. */
  flush(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#flushAll().finally(() => (this.#running = undefined));
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.flush();
      });
    return this.#next;
  }

  async #flushAll(): Promise<void> {
    const [row] = await this.#database.query<{ last: number | null }>(LAST, [this.#index]);
    const last = row?.last ?? null;
    if (last === null) return;
    while ((await this.#flushBlock(last)) === BLOCK_ROWS);
  }

  #flushBlock(last: number): Promise<number> {
    return this.#database.transaction(async (transaction) => {
      // The server would end a transaction that waits for the index for a minute.
      await transaction.query(`set local idle_in_transaction_session_timeout = ${BLOCK_MS_MAX}`);
      await transaction.query('select pg_advisory_xact_lock($1, hashtext($2))', [FLUSH_LOCK, this.#index]);
      const rows = await transaction.query<InboxRow>(BLOCK, [last, BLOCK_ROWS, this.#index]);
      if (rows.length === 0) return 0;
      const now = Date.now();
      const kept = rows.map(observationOf).filter(({ delete_at }) => delete_at === undefined || +delete_at > now);
      if (kept.length > 0) await this.#writer.write(kept);
      await remove(transaction, rows);
      return rows.length;
    }, BLOCK_MS_MAX);
  }
}

/** A series as it is stored and looked for. */
export function storedSeries(series: string): string {
  return storable(series, SERIES_MAX);
}

async function remove(transaction: Queryable, rows: readonly InboxRow[]): Promise<void> {
  await transaction.query('delete from observation_inbox where id = any ($1::text[])', [rows.map(({ id }) => id)]);
}

interface InboxRow {
  readonly id: string;
  readonly kind: ObservationKind;
  readonly series: string;
  readonly source: string;
  readonly observed_at: Date;
  readonly workspace_id: string;
  readonly delete_at: Date | null;
  readonly body: string;
}

function observationOf({ delete_at, body, ...row }: InboxRow): KeptObservation {
  const value: unknown = JSON.parse(body);
  return { ...row, delete_at: delete_at ?? undefined, body: value };
}

const COLUMNS = 'id, kind, series, source, observed_at, workspace_id, delete_at, body';

const FIND = `
  select ${COLUMNS} from observation_inbox
  where kind = $1 and series = any ($2::text[]) and ($3::timestamptz is null or observed_at >= $3)
    and workspace_id in ('', $4) and index_id = $5
    and (delete_at is null or delete_at > now())
  order by observed_at desc, number desc`;

const LAST = 'select max(number) as last from observation_inbox where index_id = $1';

const BLOCK = `select ${COLUMNS} from observation_inbox where number <= $1 and index_id = $3 order by number limit $2`;

export interface InboxFlusherOptions {
  readonly every_ms: number;
  /** So many that this process has put in are not kept waiting. */
  readonly rows: number;
}

const FLUSHER: InboxFlusherOptions = { every_ms: 10_000, rows: BLOCK_ROWS };

/** Empties the inbox from time to time, and when much has come. */
export class InboxFlusher {
  readonly #inbox: Pick<ObservationInbox, 'flush'>;
  readonly #log: Log;
  readonly #options: InboxFlusherOptions;
  #timer: NodeJS.Timeout | undefined;
  #kept = 0;
  #flushing: Promise<void> | undefined;
  #closed = false;

  constructor(inbox: Pick<ObservationInbox, 'flush'>, log: Log, options: Partial<InboxFlusherOptions> = {}) {
    this.#inbox = inbox;
    this.#log = log;
    this.#options = { ...FLUSHER, ...options };
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#flush(), this.#options.every_ms).unref();
  }

  /** So many observations were put in. Returns at once. */
  kept(count: number): void {
    this.#kept += count;
    if (this.#kept >= this.#options.rows) this.#flush();
  }

  /** What is still in the inbox is safe there: whoever flushes next writes it. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#flushing;
  }

  #flush(): void {
    if (this.#closed || this.#flushing !== undefined) return;
    this.#kept = 0;
    this.#flushing = this.#inbox
      .flush()
      .catch((thrown: unknown) =>
        this.#log.warn({ error: messageOf(thrown) }, 'Observations are waiting to be written to the index.'),
      )
      .finally(() => {
        this.#flushing = undefined;
        if (this.#kept >= this.#options.rows) this.#flush();
      });
  }
}
