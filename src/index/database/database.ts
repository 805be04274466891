import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { type ClickHouseClient, ClickHouseError, createClient } from '@clickhouse/client';
import { z } from 'zod';

import { AppError, messageOf } from '../../kernel/errors.ts';
import { Columns, StatementClient } from './statement-client.ts';
import { type Sql, sql } from './sql.ts';

/**
 * The index engine as all code here uses it: ClickHouse's own client and one URL, so that the embedded engine,
 * a server and a cluster look the same.
 */
export interface IndexDatabase {
  readonly url: string;
  rows<Row>(row: z.ZodType<Row>, query: Sql, signal?: AbortSignal): Promise<Row[]>;
  /** The answer as a list for each column: for many rows, which are then checked column by column. */
  columns(query: Sql, signal?: AbortSignal): Promise<unknown[][]>;
  /** The answer of one row and one column as it is; '' where there is no row. */
  text(query: Sql, signal?: AbortSignal): Promise<string>;
  /** The answer's bytes in the format that the query names. */
  bytes(query: Sql, signal?: AbortSignal): Promise<Buffer>;
  /** The same, handed on as it comes. */
  pour(query: Sql, into: Vessel, signal?: AbortSignal): Promise<void>;
  /** Definitions and whole-table rewrites. They wait for an engine, but are not repeated when it goes away in the middle. */
  run(statement: Sql, signal?: AbortSignal): Promise<void>;
  /**
   * Rows as TabSeparated. They are sent again if the engine restarts, so repeated rows must do no harm, or carry a `token`: a table
   * with a deduplication window takes the rows of one token once.
   */
  insert(table: string, columns: readonly string[], rows: readonly Uint8Array[], token?: string): Promise<void>;
  /** The same for `INSERT INTO table SELECT … FROM input('…') FORMAT …`: what all rows share is sent once, and in any format. */
  insertSelected(statement: Sql, rows: Uint8Array, token: string): Promise<void>;
  close(): Promise<void>;
}

/** What takes the bytes of an answer. */
export interface Vessel {
  /** Before the first bytes; and once more, with all of them to come again, where the engine went away in the middle. */
  begin(): void;
  take(bytes: Buffer): void;
}

const READ_SECONDS_MAX = 60;
/** Another process may take over an engine whose owner was killed, once that has drained and let go of the folder. */
const READ_RETRY_MS_MAX = 20_000;
/** Long enough for an engine that crashed to come back with all of its back-off. */
const INSERT_RETRY_MS_MAX = 120_000;
const RETRY_DELAY_MS = 150;

/**
 * What every statement here is written for. Reading a part of a tuple by itself skips its aggregation under FINAL and
 * answers an old value, so the engine must not turn `tupleElement` into such a read.
 */
const SETTINGS = {
  join_use_nulls: 1,
  prefer_column_name_to_alias: 1,
  optimize_functions_to_subcolumns: 0,
  // Statements are written for the newer analyzer, whatever a server's own profile says.
  enable_analyzer: 1,
  // Computed ranks are sent as one literal a block; a server's own bound is a quarter of a megabyte.
  max_query_size: '8388608',
  // From its third use on an expression would be compiled to machine code, which takes longer than most statements here.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
  optimize_and_compare_chain: 0,
} as const;

const READ_SETTINGS = {
  ...SETTINGS,
  max_execution_time: READ_SECONDS_MAX,
  output_format_json_quote_64bit_integers: 0,
  // Queries read a little of many files: handing each read to another thread costs more than the read itself.
  local_filesystem_read_method: 'pread',
  // Two threads more for each answer, which most often is a few rows.
  output_format_parallel_formatting: 0,
} as const;

/** Ends a statement that reads rows of one table by their key: the older analyzer understands these in half the time. */
export const PLAINLY = sql`SETTINGS enable_analyzer = 0`;
/** The same where the rows are few: a second thread takes longer to start than it has to read. */
export const BRIEFLY = sql`SETTINGS enable_analyzer = 0, max_threads = 1`;

/**
 * Blocks of the index repeat little within themselves, so folding them at insert is work for nothing; its many views run
 * side by side. Both together took a third off the time of a block.
 */
const INSERT_SETTINGS = { optimize_on_insert: 0, parallel_view_processing: 1 } as const;

const GONE = /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up|other side closed|Timeout error/i;

/** The answer to a question that has one row, such as a count. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The engine answered no row to a count.');
  return row;
}

/** The values of an answer of one column. */
export async function readColumn<Value>(
  database: IndexDatabase,
  value: z.ZodType<Value>,
  query: Sql,
  signal?: AbortSignal,
): Promise<readonly Value[]> {
  const [values = []] = await database.columns(query, signal);
  return z.array(value).parse(values);
}

/** The answer to a question for one number, such as a count. */
export async function readNumber(database: IndexDatabase, query: Sql, signal?: AbortSignal): Promise<number> {
  return onlyRow(await readColumn(database, z.number(), query, signal));
}

export function connectDatabase(url: string): IndexDatabase {
  return new ClientDatabase(url);
}

/** Works on a connection that is closed at the end. */
export async function withDatabase<Result>(
  url: string,
  work: (database: IndexDatabase) => Promise<Result>,
): Promise<Result> {
  const database = connectDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

class ClientDatabase implements IndexDatabase {
  readonly url: string;
  private readonly client: ClickHouseClient;
  private readonly statements: StatementClient | undefined;
  /** Only statements that rebuild authority may take minutes. */
  private readonly slow: ClickHouseClient;

  constructor(url: string) {
    this.url = url;
    const shared = {
      url,
      application: 'seamark',
      keep_alive: { enabled: true, idle_socket_ttl: 2500 },
      log: { level: 127 },
    } as const;
    this.client = createClient({ ...shared, request_timeout: 110_000, max_open_connections: 24 });
    this.statements = StatementClient.isEnoughFor(url) ? new StatementClient(url) : undefined;
    this.slow = createClient({ ...shared, request_timeout: 3_700_000, max_open_connections: 4 });
  }

  async rows<Row>(row: z.ZodType<Row>, query: Sql, signal?: AbortSignal): Promise<Row[]> {
    const answered = await retried(READ_RETRY_MS_MAX, signal, async () => {
      if (this.statements !== undefined) return this.statements.rows(query.text, READ_SETTINGS, signal);
      const result = await this.client.query({
        query: query.text,
        format: 'JSON',
        clickhouse_settings: READ_SETTINGS,
        ...(signal === undefined ? {} : { abort_signal: signal }),
      });
      return (await result.json()).data;
    });
    return z.array(row).parse(answered);
  }

  async columns(query: Sql, signal?: AbortSignal): Promise<unknown[][]> {
    const { statements } = this;
    if (statements !== undefined) {
      return retried(READ_RETRY_MS_MAX, signal, () => statements.columns(query.text, READ_SETTINGS, signal));
    }
    const answer = await this.bytes(sql`${query} FORMAT JSONCompactColumns`, signal);
    return Columns.parse(JSON.parse(answer.toString()));
  }

  async text(query: Sql, signal?: AbortSignal): Promise<string> {
    const { statements } = this;
    if (statements === undefined) return (await this.bytes(sql`${query} FORMAT RawBLOB`, signal)).toString();
    return retried(READ_RETRY_MS_MAX, signal, () => statements.text(query.text, READ_SETTINGS, signal));
  }

  async bytes(query: Sql, signal?: AbortSignal): Promise<Buffer> {
    let chunks: Buffer[] = [];
    const begin = (): void => {
      chunks = [];
    };
    await this.pour(query, { begin, take: (bytes) => chunks.push(bytes) }, signal);
    return Buffer.concat(chunks);
  }

  async pour(query: Sql, into: Vessel, signal?: AbortSignal): Promise<void> {
    await retried(READ_RETRY_MS_MAX, signal, async () => {
      into.begin();
      const { stream } = await this.client.exec({
        query: query.text,
        clickhouse_settings: READ_SETTINGS,
        ...(signal === undefined ? {} : { abort_signal: signal }),
      });
      for await (const chunk of stream) if (Buffer.isBuffer(chunk)) into.take(chunk);
    });
  }

  async run(statement: Sql, signal?: AbortSignal): Promise<void> {
    await retried(
      READ_RETRY_MS_MAX,
      signal,
      async () => {
        if (this.statements !== undefined) return this.statements.run(statement.text, SETTINGS, signal);
        await this.slow.command({
          query: statement.text,
          clickhouse_settings: SETTINGS,
          ...(signal === undefined ? {} : { abort_signal: signal }),
        });
      },
      neverArrived,
    );
  }

  async insert(table: string, columns: readonly string[], rows: readonly Uint8Array[], token?: string): Promise<void> {
    const settings = token === undefined ? INSERT_SETTINGS : { ...INSERT_SETTINGS, insert_deduplication_token: token };
    await retried(INSERT_RETRY_MS_MAX, undefined, async () => {
      await this.client.insert({
        table,
        columns: nonEmpty(columns),
        values: Readable.from(rows, { objectMode: false }),
        format: 'TabSeparated',
        clickhouse_settings: settings,
      });
    });
  }

  async insertSelected(statement: Sql, rows: Uint8Array, token: string): Promise<void> {
    await retried(INSERT_RETRY_MS_MAX, undefined, async () => {
      const { stream } = await this.client.exec({
        query: statement.text,
        values: Readable.from([rows], { objectMode: false }),
        clickhouse_settings: { ...INSERT_SETTINGS, insert_deduplication_token: token },
      });
      stream.resume();
      await finished(stream);
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.slow.close(), this.statements?.close()]);
  }
}

function nonEmpty(columns: readonly string[]): [string, ...string[]] {
  const [first, ...others] = columns;
  if (first === undefined) throw new TypeError('An insert names its columns.');
  return [first, ...others];
}

/** Repeats what failed because the engine was away, until the time is over; everything else fails at once. */
async function retried<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
  mayRepeat: (error: unknown) => boolean = isGone,
): Promise<Result> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!mayRepeat(error)) throw isGone(error) ? unavailable(error) : failureOf(error);
      if (performance.now() > deadline) throw unavailable(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

function isGone(error: unknown): boolean {
  if (error instanceof ClickHouseError) return error.code === '202';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return GONE.test(code) || GONE.test(messageOf(error));
}

function neverArrived(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'The index engine does not respond.', {
    fix: 'Check that the service that owns the data folder is running, or that CLICKHOUSE_URL is correct.',
    cause,
  });
}

/** The engine errors that a caller must know about; the rest are bugs in the query and stay as they are. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return error;
  if (error.code === '159') {
    return new AppError('source_timeout', 'The index took too long to respond.', {
      fix: 'Request less, or try again.',
      cause: error,
    });
  }
  if (error.code === '241' || error.code === '396') {
    return new AppError('source_failed', 'The query needs more memory than the index may use.', {
      fix: 'Ask about a narrower target, or add memory.',
      cause: error,
    });
  }
  if (error.code === '516') {
    return new AppError('unavailable', 'The index engine rejected the password.', {
      fix: 'Check the user and password in CLICKHOUSE_URL.',
      cause: error,
    });
  }
  return error;
}
