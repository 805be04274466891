import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

import { connect, type Database } from '../../src/adapters/postgres/database.ts';
import { startEmbedded } from '../../src/adapters/postgres/embedded.ts';
import { connectDatabase, type IndexDatabase } from '../../src/index/database/database.ts';
import { Sql, sql } from '../../src/index/database/sql.ts';
import { startIndexEngine } from '../../src/index/engine/start.ts';
import { silentLog } from '../postgres.ts';
import { olderFile, OlderState } from './older-state.ts';

/**
 * Keeps the state of a version for the test of upgrades: runs the program of that version, has it crawl, import and
 * answer, stops it, and writes what lies in its data folder to `data/NAME.json`.
 *
 *     git worktree add ../older COMMIT && cp -al node_modules ../older/node_modules
 *     node test/older/keep.ts ../older NAME
 */

const TableRow = z.object({
  name: z.string(),
  engine: z.string(),
  definition: z.string(),
  total_rows: z.number().nullable(),
  columns: z.array(z.string()),
});

const TABLES = sql`SELECT t.name AS name, t.engine AS engine, t.create_table_query AS definition, t.total_rows AS total_rows,
  c.names AS columns FROM system.tables AS t LEFT JOIN (SELECT table, groupArray(name) AS names FROM (SELECT table, name
    FROM system.columns WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED')
    ORDER BY table, position) GROUP BY table) AS c ON c.table = t.name
  WHERE t.database = currentDatabase() ORDER BY t.name`;

const [checkout = '', name = ''] = process.argv.slice(2);
if (name === '') throw new Error('Usage: node test/older/keep.ts CHECKOUT NAME');
const program = resolve(checkout, 'src/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'seamark-older-'));
const data = join(folder, 'data');

const site = startSite();
await once(site, 'listening');
const { port } = z.object({ port: z.int() }).parse(site.address() satisfies AddressInfo | string | null);
const environment = {
  ...process.env,
  SEAMARK_RESOLVE: ['shop.test', 'www.shop.test', 'fan.test'].map((host) => `${host}:80:127.0.0.1:${port}`).join(','),
};
try {
  const { key, job_id } = await live();
  const state: OlderState = {
    commit: await revision(),
    key,
    job_id,
    postgres: { migrations: await migrationsThere(), tables: await postgresTables() },
    index: await indexTables(),
  };
  writeFileSync(olderFile(name), JSON.stringify(state, undefined, 1) + '\n');
} finally {
  site.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A shop that another site links to, once to a page that is gone. */
function startSite(): ReturnType<typeof createServer> {
  const pages: Readonly<Record<string, string>> = {
    'shop.test/':
      '<title>Bicycle shop in Cologne</title><h1>Bicycle shop</h1><p>We sell and repair bicycles, tubes and pumps in Cologne. ' +
      '<a href="/repair">Bicycle repair</a> <a href="/gone">Old offer</a></p>',
    'shop.test/repair':
      '<title>Bicycle repair while you wait</title><h1>Bicycle repair</h1><p>We mend a flat tyre in ten minutes and true wheels ' +
      'in an hour. <a href="/">Home</a></p>',
    'fan.test/':
      '<title>Cycling in Cologne</title><h1>Cycling</h1><p>The best workshop of the town is ' +
      '<a href="http://www.shop.test/repair">the bicycle repair of this shop</a>. <a href="/old">Old notes</a></p>',
    'fan.test/old':
      '<title>Old notes</title><h1>Old notes</h1><p>They had <a href="http://www.shop.test/gone">an offer</a> once.</p>',
  };
  return createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/^www\./, '').replace(/:\d+$/, '');
    const page = pages[host + (request.url ?? '')];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page === undefined ? '' : `<!doctype html><html lang="en"><body><main>${page}</main></body></html>`);
  }).listen(0, '127.0.0.1');
}

async function live(): Promise<{ readonly key: string; readonly job_id: string }> {
  const links = join(folder, 'links.csv');
  writeFileSync(
    links,
    'Referring page URL,Target URL,Anchor,First seen,Last seen,Lost,Nofollow\n' +
      'https://blog.example.org/trips,http://www.shop.test/repair,best repair,2026-09-01,2026-11-01,,false\n' +
      'https://news.example.net/a,http://www.shop.test/,Bicycle shop,2026-08-01,2026-10-01,2026-10-15,true\n',
  );
  const keywords = join(folder, 'keywords.csv');
  writeFileSync(keywords, 'Keyword,Volume,CPC,KD\nbicycle repair cologne,320,1.2,14\nbicycle pump,5400,0.8,33\n');
  const service = spawn(process.execPath, [program, 'serve', '--data', data, '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { base, key } = await greeting(service.stdout);
  await run('crawl', 'http://www.shop.test/', 'http://fan.test/', '--pages', '20', '--rate', '100');
  await run('import', 'links', links);
  await run('import', 'keywords', keywords, '--location', 'Germany', '--language', 'en');
  const job_id = await use(base, key);
  service.kill('SIGTERM');
  await once(service, 'exit');
  return { key, job_id };
}

async function greeting(output: NodeJS.ReadableStream): Promise<{ readonly base: string; readonly key: string }> {
  let base: string | undefined;
  for await (const line of createInterface({ input: output })) {
    base ??= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    const key = /sk_live_\w+/.exec(line)?.[0];
    if (base !== undefined && key !== undefined) return { base, key };
  }
  throw new Error('The service ended before it named its key.');
}

async function run(...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args, '--data', data], { env: environment, stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}.`);
}

/** What a workspace gathers: a project, a webhook, a schedule, a tracked keyword, and a job with its result. */
async function use(base: string, key: string): Promise<string> {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`);
    return answer;
  };
  await send('PATCH', '/projects/spring', { name: 'Spring campaign', brand: { name: 'Acme' } });
  await send('POST', '/webhooks/endpoints', { url: 'https://hooks.example.com/seamark', events: ['job.completed'] });
  const weekly = { operation: 'backlinks.summary', input: { target: 'shop.test' }, cron: '0 6 * * 1' };
  await send('PATCH', '/schedules/weekly-links', { ...weekly, time_zone: 'Europe/Berlin' });
  const tracked = {
    keyword: 'bicycle repair',
    url: 'http://www.shop.test/repair',
    location_code: 2276,
    language: 'en',
  };
  await send('POST', '/rank/targets', { targets: [tracked] });
  await send('POST', '/backlinks/summary', { target: 'shop.test' });
  const queued = await send('POST', '/backlinks/summary', { target: 'fan.test' }, { prefer: 'respond-async' });
  const { job_id } = z.object({ job_id: z.string() }).parse(queued);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { job } = z.object({ job: z.object({ status: z.string() }) }).parse(await send('GET', `/jobs/${job_id}`));
    if (job.status === 'completed') return job_id;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The job did not end.');
}

async function revision(): Promise<string> {
  const git = spawn('git', ['-C', checkout, 'rev-parse', '--short', 'HEAD'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of git.stdout) text += String(chunk);
  return text.trim();
}

/** From the code of that version, since a step of today may have been changed, which the test would not see. */
async function migrationsThere(): Promise<OlderState['postgres']['migrations']> {
  const module: unknown = await import(pathToFileURL(resolve(checkout, 'src/adapters/postgres/migrate.ts')).href);
  return z.object({ MIGRATIONS: OlderState.shape.postgres.shape.migrations }).parse(module).MIGRATIONS;
}

async function postgresTables(): Promise<OlderState['postgres']['tables']> {
  const server = await startEmbedded({ data_dir: data, log: silentLog });
  const database = connect({ url: server.url, log: silentLog, connections_max: 1 });
  try {
    const tables = await database.query<{ name: string; columns: string[] }>(`select table_name as name,
      array_agg(column_name::text order by ordinal_position) as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'schema_migrations'
      group by table_name order by table_name`);
    const kept = [];
    for (const table of tables) kept.push({ ...table, rows: await rowsOf(database, table.name) });
    return kept.filter(({ rows }) => rows.length > 0);
  } finally {
    await database.close();
    await server.stop();
  }
}

async function rowsOf(database: Database, table: string): Promise<string[]> {
  const rows = await database.query<{ row: string }>(`select to_json(t)::text as row from "${table}" as t`);
  return rows.map(({ row }) => row).toSorted();
}

async function indexTables(): Promise<OlderState['index']> {
  const engine = await startIndexEngine({ data_dir: data, log: { info: () => undefined, warn: () => undefined } });
  const database = connectDatabase(engine.url);
  try {
    const tables = await database.rows(TableRow, TABLES);
    // Views and dictionaries name tables, so they come after these.
    const definitions = tables
      .toSorted((left, right) => Number(isTable(right)) - Number(isTable(left)))
      .map(({ definition }) => definition.replaceAll('seamark.', ''));
    const kept = [];
    for (const table of tables) {
      if (!isTable(table) || table.total_rows === 0) continue;
      const columns = z.array(z.string()).parse(table.columns);
      kept.push({ name: table.name, columns, rows: await linesOf(database, table.name, columns) });
    }
    return { definitions, tables: kept };
  } finally {
    await database.close();
    await engine.stop();
  }
}

function isTable({ engine }: z.infer<typeof TableRow>): boolean {
  return engine.endsWith('MergeTree') || engine === 'Null';
}

async function linesOf(database: IndexDatabase, table: string, columns: readonly string[]): Promise<string> {
  const list = columns.map((column) => `\`${column}\``).join(', ');
  return (await database.bytes(new Sql(`SELECT ${list} FROM ${table} FORMAT TabSeparated`))).toString();
}
