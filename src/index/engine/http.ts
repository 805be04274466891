import { createHash, timingSafeEqual } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';

import { messageOf } from '../../kernel/errors.ts';
import { quoted } from '../database/sql.ts';
import { type EngineSession, type SessionPool, type Settings, StatementError } from './sessions.ts';
import {
  formatOf,
  type InputInsert,
  inputInsert,
  type InsertTarget,
  insertTarget,
  isProbe,
  statementKind,
} from './statement.ts';

/** The part of ClickHouse's HTTP protocol that its official client speaks, over a pool of embedded sessions. */
export interface FaceOptions {
  readonly pool: SessionPool;
  /** Folder of the engine. */
  readonly directory: string;
  readonly user: string;
  readonly password: string;
  readonly threads_max: number;
  readonly memory_bytes_max: number;
  /** Told of every request but those by which somebody only looks whether the engine answers. */
  readonly onAsked: () => void;
}

const BODY_BYTES_MAX = 256 * 1024 * 1024;
const RESULT_BYTES_MAX = 512 * 1024 * 1024;
const READ_SECONDS_MAX = 100;
/** Definitions rewrite whole tables (authority, merges), which takes minutes on a large index. */
const DEFINE_SECONDS_MAX = 3600;

/** URL parameters that are no settings. */
const PARAMETERS = new Set([
  'query',
  'database',
  'query_id',
  'session_id',
  'session_timeout',
  'default_format',
  'user',
  'password',
  'enable_http_compression',
  'wait_end_of_query',
  'role',
]);

const RAW_FORMATS: Readonly<Record<string, 'TabSeparated' | 'JSONEachRow' | 'JSONCompactEachRow' | 'CSV'>> = {
  TabSeparated: 'TabSeparated',
  TSV: 'TabSeparated',
  JSONEachRow: 'JSONEachRow',
  JSONCompactEachRow: 'JSONCompactEachRow',
  CSV: 'CSV',
};

export function createFace(options: FaceOptions): Server {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((thrown: unknown) => {
      refuse(response, thrown);
    });
  });
  // Longer than the client keeps an idle connection, so that it never writes to one that was just closed.
  server.keepAliveTimeout = 30_000;
  server.requestTimeout = 0;
  return server;
}

interface Answer {
  readonly body: Uint8Array;
  readonly format: string;
  readonly summary: Readonly<Record<string, string>>;
}

async function answer(options: FaceOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') {
    // By processes that work on the same folder, for as long as they do.
    options.onAsked();
    response.setHeader('content-type', 'text/plain');
    response.end('Ok.\n');
    return;
  }
  if (!isAuthentic(options, request)) {
    request.resume();
    throw new StatementError(516, 'AUTHENTICATION_FAILED', 'Authentication failed.');
  }
  const body = await bodyOf(request);
  const { body: result, format, summary } = await execute(options, url.searchParams, body);
  response.writeHead(200, {
    'content-type': format.startsWith('JSON') ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8',
    'x-clickhouse-format': format,
    'x-clickhouse-query-id': headerText(url.searchParams.get('query_id') ?? ''),
    'x-clickhouse-summary': JSON.stringify(summary),
  });
  response.end(result);
}

async function execute(options: FaceOptions, parameters: URLSearchParams, body: Buffer): Promise<Answer> {
  const asked = parameters.get('query') ?? '';
  const database = parameters.get('database') ?? 'default';
  const target = insertTarget(asked);
  if (target !== undefined) {
    options.onAsked();
    return options.pool.run('write', async (session) => {
      await session.prepare(database, settingsOf(options, parameters, READ_SECONDS_MAX));
      return insert(session, target, body);
    });
  }
  const input = inputInsert(asked);
  if (input !== undefined) {
    options.onAsked();
    return options.pool.run('write', async (session) => {
      await session.prepare(database, settingsOf(options, parameters, READ_SECONDS_MAX));
      return run(session, await selectInput(input, body, options.directory), 'TabSeparated');
    });
  }
  const statement = asked === '' ? body.toString() : asked + '\n' + body.toString();
  if (!isProbe(statement)) options.onAsked();
  const kind = statementKind(statement);
  const seconds = kind === 'read' ? READ_SECONDS_MAX : DEFINE_SECONDS_MAX;
  return options.pool.run(kind, async (session) => {
    await session.prepare(database, settingsOf(options, parameters, seconds));
    return run(session, statement, formatOf(statement) ?? parameters.get('default_format') ?? 'TabSeparated');
  });
}

async function run({ session }: EngineSession, statement: string, format: string): Promise<Answer> {
  const result = await session.queryAsync(statement, { format });
  const summary = {
    read_rows: String(result.rowsRead),
    read_bytes: String(result.bytesRead),
    written_rows: '0',
    written_bytes: '0',
    total_rows_to_read: '0',
    result_rows: '0',
    result_bytes: '0',
    elapsed_ns: String(Math.round(result.elapsed * 1e9)),
  };
  return { body: result.bytes(), format, summary };
}

async function insert({ session }: EngineSession, target: InsertTarget, body: Buffer): Promise<Answer> {
  const format = RAW_FORMATS[target.format];
  if (format === undefined) {
    throw new StatementError(73, 'UNKNOWN_FORMAT', `The embedded engine takes no rows as ${target.format}.`);
  }
  if (body.length === 0) return { body: new Uint8Array(), format, summary: { written_rows: '0' } };
  const values = format === 'TabSeparated' ? withoutHints(body) : body;
  const columns = target.columns === undefined ? {} : { columns: target.columns };
  const done = await session.insert({ table: target.table, values, format, ...columns });
  return {
    body: new Uint8Array(),
    format,
    summary: { written_rows: String(done.rowsWritten), written_bytes: String(done.bytesWritten) },
  };
}

/** What names of the engine's `file` may not have, since they stand for several files. */
const GLOB = /[*?{}]/;

/**
 * The statement with its rows in a file: the embedded engine has no `input`, and takes no rows in a binary format with a
 * statement. The next one writes over the file, so there is one for each session that writes.
 */
async function selectInput(
  { start, structure, format }: InputInsert,
  rows: Uint8Array,
  directory: string,
): Promise<string> {
  const folder = resolve(directory);
  const file = GLOB.test(folder) ? join(tmpdir(), `seamark-input-${process.pid}`) : join(folder, 'input');
  await writeFile(file, rows, { mode: 0o600 });
  return `${start}file(${quoted(file)}, ${format}, ${quoted(structure)})`;
}

const BRACE = 0x7b;
const ESCAPED_BRACE = Buffer.from(String.raw`\x7B`);

/**
 * The embedded engine reads comments of a statement for hints of its own test suite, `-- { error NAME }`, and takes the
 * rows for part of the statement: a page that shows such a comment would have its whole block refused. Without a brace
 * there is no hint, and the format has an escape that reads back as one.
 */
function withoutHints(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(BRACE); at !== -1; at = body.indexOf(BRACE, from)) {
    parts.push(body.subarray(from, at), ESCAPED_BRACE);
    from = at + 1;
  }
  if (from === 0) return body;
  parts.push(body.subarray(from));
  return Buffer.concat(parts);
}

function settingsOf(options: FaceOptions, parameters: URLSearchParams, secondsMax: number): Settings {
  const settings = new Map<string, string>([
    ['max_threads', String(options.threads_max)],
    ['max_memory_usage', String(options.memory_bytes_max)],
    ['max_result_bytes', String(RESULT_BYTES_MAX)],
    ['max_query_size', String(8 * 1024 * 1024)],
    // Machine code for a pattern that is used three times takes 15 ms to make, and is no faster than what it replaces. A server of
    // an older version would not know the setting, so it is not among those that go with every statement.
    ['compile_regular_expressions', '0'],
  ]);
  for (const [name, value] of parameters) {
    if (name.startsWith('param_')) {
      throw new StatementError(36, 'BAD_ARGUMENTS', 'The embedded engine takes no bound parameters; write literals.');
    }
    if (!PARAMETERS.has(name)) settings.set(name, value);
  }
  const seconds = Number(settings.get('max_execution_time') ?? secondsMax);
  settings.set('max_execution_time', String(seconds > 0 && seconds < secondsMax ? seconds : secondsMax));
  return settings;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const zipped = request.headers['content-encoding'] === 'gzip';
  const stream = zipped ? request.pipe(createGunzip()) : request;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // A broken upload has to end the unpacking as well, or the request would hang.
  if (zipped) request.once('error', (error) => stream.destroy(error));
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new StatementError(307, 'TOO_MANY_BYTES', 'The request body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isAuthentic(options: FaceOptions, request: IncomingMessage): boolean {
  const [user, password] = credentialsOf(request);
  return isSame(user, options.user) && isSame(password, options.password);
}

function credentialsOf(request: IncomingMessage): readonly [string, string] {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const pair = Buffer.from(basic, 'base64').toString();
    const colon = pair.indexOf(':');
    return [pair.slice(0, colon), pair.slice(colon + 1)];
  }
  const user = request.headers['x-clickhouse-user'];
  const key = request.headers['x-clickhouse-key'];
  return [typeof user === 'string' ? user : '', typeof key === 'string' ? key : ''];
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const STATUSES: Readonly<Record<number, number>> = { 202: 503, 307: 413, 516: 403 };

function refuse(response: ServerResponse, thrown: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const message = messageOf(thrown);
  const code = Number(/Code: (\d+)\./.exec(message)?.[1] ?? 1002);
  const text = message.startsWith('Code:') ? message : `Code: ${code}. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`;
  response.writeHead(STATUSES[code] ?? 500, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(code),
    // The rest of a body that was refused is not read, so the connection cannot be used again.
    ...(code === 307 ? { connection: 'close' } : {}),
  });
  response.end(text);
}

function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200);
}
