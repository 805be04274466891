import { parseError } from '@clickhouse/client';
import { Pool } from 'undici';
import { z } from 'zod';

type Settings = Readonly<Record<string, string | number>>;

const Answer = z.object({ data: z.array(z.unknown()) });
/** Lists; what they hold is for whoever asked to check, since there may be a hundred thousand values. */
export const Columns = z.custom<unknown[][]>(
  (answer) => Array.isArray(answer) && answer.every((column) => Array.isArray(column)),
);

/** How many statements of one kind may be under way, and how long each may take. */
interface Bounds {
  readonly connections: number;
  readonly milliseconds: number;
}

const READS: Bounds = { connections: 24, milliseconds: 110_000 };
/** Statements of a rebuild take minutes. */
const RUNS: Bounds = { connections: 4, milliseconds: 3_700_000 };
/** Shorter than servers keep idle connections. */
const IDLE_MS_MAX = 2500;

/**
 * Statements to the index engine over its HTTP protocol.
 *
 * ClickHouse's own client waits a turn of the timers and sends a statement in pieces, which takes two milliseconds: as
 * long as the engine needs for a short one. So reads of rows and statements without an answer go this way; blocks of rows, and URLs with
 * options of that client, do not.
 */
export class StatementClient {
  private readonly reads: Pool;
  private readonly runs: Pool;
  private readonly authorization: string;
  private readonly database: string;

  constructor(url: string) {
    const { origin, username, password, pathname } = new URL(url);
    this.reads = poolOf(origin, READS);
    this.runs = poolOf(origin, RUNS);
    const credentials = `${decodeURIComponent(username) || 'default'}:${decodeURIComponent(password)}`;
    this.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.database = decodeURIComponent(pathname.slice(1)) || 'default';
  }

  /** Whether the URL asks for nothing that only ClickHouse's own client knows. */
  static isEnoughFor(url: string): boolean {
    return new URL(url).search === '';
  }

  /** @throws ClickHouseError when the engine refuses the statement */
  async rows(statement: string, settings: Settings, signal: AbortSignal | undefined): Promise<unknown[]> {
    const answer = await this.ask(this.reads, statement, { ...settings, default_format: 'JSON' }, signal);
    return Answer.parse(JSON.parse(answer)).data;
  }

  /** A list for each column of the answer, which is a fifth of the work for many rows. */
  async columns(statement: string, settings: Settings, signal: AbortSignal | undefined): Promise<unknown[][]> {
    const answer = await this.ask(this.reads, statement, { ...settings, default_format: 'JSONCompactColumns' }, signal);
    return Columns.parse(JSON.parse(answer));
  }

  /** The answer of one row and one column as it is. */
  text(statement: string, settings: Settings, signal: AbortSignal | undefined): Promise<string> {
    return this.ask(this.reads, statement, { ...settings, default_format: 'RawBLOB' }, signal);
  }

  /**
   * A statement without an answer, once the engine is done with it.
   *
   * @throws ClickHouseError when the engine refuses the statement
   */
  async run(statement: string, settings: Settings, signal: AbortSignal | undefined): Promise<void> {
    await this.ask(this.runs, statement, settings, signal);
  }

  private async ask(
    pool: Pool,
    statement: string,
    settings: Settings,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const parameters = new URLSearchParams({ database: this.database, wait_end_of_query: '1' });
    for (const [name, value] of Object.entries(settings)) parameters.set(name, String(value));
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/?${parameters.toString()}`,
      headers: { authorization: this.authorization, 'content-type': 'text/plain; charset=utf-8' },
      body: statement,
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw parseError(text);
    return text;
  }

  async close(): Promise<void> {
    await Promise.all([this.reads.close(), this.runs.close()]);
  }
}

function poolOf(origin: string, { connections, milliseconds }: Bounds): Pool {
  return new Pool(origin, {
    connections,
    keepAliveTimeout: IDLE_MS_MAX,
    keepAliveMaxTimeout: IDLE_MS_MAX,
    headersTimeout: milliseconds,
    bodyTimeout: milliseconds,
  });
}
