import { Pool, TypeOverrides, types, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

import { messageOf } from '../../kernel/errors.ts';
import { isPassing, isRefusedWrite, isServerError, translated } from './database-errors.ts';
import { Listener, type Hold, type Subscription } from './listener.ts';
import type { Log } from '../../kernel/log.ts';

export type Value = string | number | bigint | boolean | Date | Uint8Array | null | undefined | readonly Value[];

/** What a statement can be sent to: the pool, or one transaction. */
export interface Queryable {
  /** Rows as the statement's own column list names them. Parameters for jsonb are strings of JSON. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly Value[]): Promise<readonly Row[]>;
}

export interface Database extends Queryable {
  /** Commits what `work` did, or nothing of it when it throws. A time limit is for each statement in it. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>, timeout_ms?: number): Promise<Result>;
  /**
   * Calls `heard` for every notification on the channel, and with undefined when the connection was lost for
   * a while, so that any number of them may have been missed.
   */
  listen(channel: string, heard: (payload: string | undefined) => void): Promise<Subscription>;
  /** Holds an advisory lock that others may share, until it is released or this process ends. */
  holdShared(space: number, id: number): Promise<Hold>;
  /**
   * Resolves when the server answers and, after it had refused to write, when it writes again.
   *
   * @throws AppError unavailable
   */
  ready(): Promise<void>;
  /** Connections that were lost without our doing. When this grows, unflushed commits may be gone. */
  readonly interruptions: number;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly url: string;
  readonly log: Log;
  readonly connections_max: number;
  readonly statement_timeout_ms: number;
  /** How long statements, channels and locks wait for a server that is just being started again. */
  readonly patience_ms: number;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5000;
const PATIENCE_MS = 8000;

/** Nothing is connected before the first statement. */
export function connect(options: Pick<ConnectOptions, 'url' | 'log'> & Partial<ConnectOptions>): Database {
  return new PoolDatabase({
    connections_max: 16,
    statement_timeout_ms: STATEMENT_TIMEOUT_MS,
    patience_ms: PATIENCE_MS,
    ...options,
  });
}

class PoolDatabase implements Database {
  readonly #pool: Pool;
  readonly #listener: Listener;
  readonly #log: Log;
  readonly #patience_ms: number;
  #interruptions = 0;
  /** What was last written was refused: the disk is full, or the server is a standby by now. */
  #isRefusingWrites = false;
  #closed: Promise<void> | undefined;

  constructor({ url, log, connections_max, statement_timeout_ms, patience_ms }: ConnectOptions) {
    this.#patience_ms = patience_ms;
    const connection: PoolConfig = {
      connectionString: url,
      application_name: 'seamark',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      types: COLUMN_TYPES,
    };
    this.#log = log;
    this.#listener = new Listener(connection, log);
    this.#pool = new Pool({
      ...connection,
      max: connections_max,
      statement_timeout: statement_timeout_ms,
      // Ends the wait for a server that is gone without a word.
      query_timeout: statement_timeout_ms + 5000,
      idle_in_transaction_session_timeout: 60_000,
    });
    this.#pool.on('error', (error) => this.#interrupted(error));
  }

  get interruptions(): number {
    return this.#interruptions;
  }

  async query<Row extends object>(text: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    const client = await this.#acquire();
    let failure: unknown;
    try {
      return rowsOf<Row>(await client.query(text, [...values]));
    } catch (thrown) {
      failure = thrown;
      throw this.#translated(thrown);
    } finally {
      this.#release(client, failure);
    }
  }

  async transaction<Result>(work: (transaction: Queryable) => Promise<Result>, timeout_ms?: number): Promise<Result> {
    const client = await this.#acquire();
    const limit = timeout_ms === undefined ? {} : { query_timeout: timeout_ms + 5000 };
    let failure: unknown;
    const query = async <Row extends object>(text: string, values: readonly Value[] = []): Promise<readonly Row[]> => {
      try {
        return rowsOf<Row>(await client.query({ text, values: [...values], ...limit }));
      } catch (thrown) {
        failure ??= isServerError(thrown) ? undefined : thrown;
        throw this.#translated(thrown);
      }
    };
    try {
      await query('begin');
      if (timeout_ms !== undefined) await query(`set local statement_timeout = ${Math.ceil(timeout_ms)}`);
      const result = await work({ query });
      const { command } = await client.query('commit').catch((thrown: unknown) => {
        // A server that left the commit unanswered would leave a rollback unanswered too.
        failure = isServerError(thrown) ? undefined : thrown;
        throw thrown;
      });
      // A statement failed and `work` went on regardless: the server answers such a commit with a rollback.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it failed.');
      return result;
    } catch (thrown) {
      if (failure === undefined) await client.query('rollback').catch((error: unknown) => (failure = error));
      throw this.#translated(thrown);
    } finally {
      this.#release(client, failure);
    }
  }

  async ready(): Promise<void> {
    if (!this.#isRefusingWrites) {
      await this.query('select 1');
      return;
    }
    await this.transaction((transaction) => transaction.query(TAKE_ROOM));
    this.#isRefusingWrites = false;
    this.#log.info({}, 'The database takes writes again.');
  }

  listen(channel: string, heard: (payload: string | undefined) => void): Promise<Subscription> {
    return this.#patiently(() => this.#listener.subscribe(channel, heard));
  }

  holdShared(space: number, id: number): Promise<Hold> {
    return this.#patiently(() => this.#listener.holdShared(space, id));
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all([this.#pool.end(), this.#listener.close()]).then(() => undefined);
    return this.#closed;
  }

  #acquire(): Promise<PoolClient> {
    return this.#patiently(async () => {
      const client = await this.#pool.connect();
      client.on('error', ignoreWhileInUse);
      return client;
    });
  }

  /** Waits a while for a server that is just being started again: another process may have owned it and ended. */
  async #patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + this.#patience_ms;
    for (;;) {
      try {
        return await work();
      } catch (thrown) {
        if (this.#closed !== undefined || !isPassing(thrown) || performance.now() > deadline)
          throw this.#translated(thrown);
        await sleep(100);
      }
    }
  }

  /** A connection after anything but an ordinary SQL error is in an unknown state and is not used again. */
  #release(client: PoolClient, failure: unknown): void {
    client.off('error', ignoreWhileInUse);
    if (failure === undefined || isServerError(failure)) return client.release();
    this.#interrupted(failure);
    client.release(true);
  }

  #interrupted(error: unknown): void {
    this.#interruptions += 1;
    this.#log.warn({ error: messageOf(error) }, 'A database connection was lost.');
  }

  #translated(thrown: unknown): unknown {
    if (isRefusedWrite(thrown)) this.#isRefusingWrites = true;
    return translated(thrown);
  }
}

/**
 * The rows of a result under the type that the caller gives them.
 *
 * The guarantee: every statement of this program names its columns and is run by a test against a real
 * server, with `COLUMN_TYPES` deciding what each column type is in JavaScript.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- this is the one place where rows get their type
function rowsOf<Row extends object>(result: QueryResult): readonly Row[] {
  return result.rows;
}

/** As pg does it, but int8 as a number, which it calls unsafe; counts beyond 2^53 are a bug and are refused. */
const COLUMN_TYPES = new TypeOverrides();
const INT8_ARRAY = 1016;
COLUMN_TYPES.setTypeParser(types.builtins.INT8, safeInteger);
COLUMN_TYPES.setTypeParser(INT8_ARRAY, parseArray);

function parseArray(text: string): readonly (number | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : safeInteger(item)));
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The integer ${text} from the database is larger than 2^53.`);
  return value;
}

/** A connection that fails while in use also fails its statement, and the error is reported there. */
function ignoreWhileInUse(): void {
  // The statement reports it.
}

/** A small write can find room in what a full disk already holds; a megabyte that was not there before cannot. */
const TAKE_ROOM = `
  create temporary table taken_room on commit drop as
    select repeat('x', 1000) as filling from generate_series(1, 1000)`;
