import { parseError } from '@clickhouse/client';
import { Pool } from 'undici';
import { z } from 'zod';

type Settings = Readonly<Record<string, string | number>>;

const Answer = z.object({ data: z.array(z.unknown()) });
/** Lists; what they hold is for whoever asked to check, since there may be a hundred thousand values. */
export const Columns = z.custom<unknown[][]>(
  (answer) => Array.isArray(answer) && answer.every((column) => Array.isArray(column)),
);

const CONNECTIONS_MAX = 24;
/** Shorter than servers keep idle connections. */
const IDLE_MS_MAX = 2500;
const ANSWER_MS_MAX = 110_000;

/**
 * Reads rows from the index engine over its HTTP protocol.
 *
 * ClickHouse's own client waits a turn of the timers and sends a statement in pieces, which takes two milliseconds: as
 * long as the engine needs for a short query. So reads go this way; everything else, and URLs with options of that
 * client, do not.
 */
export class ReadClient {
  private readonly pool: Pool;
  private readonly authorization: string;
  private readonly database: string;

  constructor(url: string) {
    const { origin, username, password, pathname } = new URL(url);
    this.pool = new Pool(origin, {
      connections: CONNECTIONS_MAX,
      keepAliveTimeout: IDLE_MS_MAX,
      keepAliveMaxTimeout: IDLE_MS_MAX,
      headersTimeout: ANSWER_MS_MAX,
      bodyTimeout: ANSWER_MS_MAX,
    });
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
    return Answer.parse(await this.ask(statement, { format: 'JSON', settings }, signal)).data;
  }

  /** A list for each column of the answer, which is a fifth of the work for many rows. */
  async columns(statement: string, settings: Settings, signal: AbortSignal | undefined): Promise<unknown[][]> {
    return Columns.parse(await this.ask(statement, { format: 'JSONCompactColumns', settings }, signal));
  }

  private async ask(
    statement: string,
    { format, settings }: { readonly format: string; readonly settings: Settings },
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const parameters = new URLSearchParams({ database: this.database, default_format: format, wait_end_of_query: '1' });
    for (const [name, value] of Object.entries(settings)) parameters.set(name, String(value));
    const { statusCode, body } = await this.pool.request({
      method: 'POST',
      path: `/?${parameters.toString()}`,
      headers: { authorization: this.authorization, 'content-type': 'text/plain; charset=utf-8' },
      body: statement,
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw parseError(text);
    return JSON.parse(text);
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
