import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { findBinaries } from '../../adapters/postgres/binaries.ts';
import { connect, type Database } from '../../adapters/postgres/database.ts';
import { startEmbedded } from '../../adapters/postgres/embedded.ts';
import { MIGRATIONS } from '../../adapters/postgres/migrate.ts';
import type { Config } from '../../config.ts';
import { connectDatabase, type IndexDatabase } from '../../index/database/database.ts';
import { requireEngineInstalled, startIndexEngine } from '../../index/engine/start.ts';
import { sql } from '../../index/database/sql.ts';
import { closingAfter } from '../../kernel/closing.ts';
import { AppError, messageOf, toAppError } from '../../kernel/errors.ts';
import { counted } from '../../kernel/grammar.ts';
import { RANKS_ADVICE } from './ranks-advice.ts';
import { checked, fail, type Finding, ok, warn } from './finding.ts';

const MAJOR_MIN = 15;
const CLOCK_MS_OK = 2000;
const CLOCK_MS_MAX = 60_000;
const PATIENCE_MS = 5000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The control database: the one that DATABASE_URL names, else the embedded one, which is started for the check. */
export function checkControlDatabase(config: Config): Promise<readonly Finding[]> {
  const name = 'control database';
  const fix = 'Correct DATABASE_URL or start that server; without DATABASE_URL the embedded database is used.';
  return checked(name, fix, () =>
    closingAfter(async (closing) => {
      if (config.database_url === undefined && !existsSync(join(config.data_dir, 'postgres', 'PG_VERSION'))) {
        const { major, folder } = await findBinaries(undefined, undefined);
        return [ok(name, `embedded PostgreSQL ${major} from ${folder}; it will be created on first start`)];
      }
      const url = config.database_url ?? (await startedFor(config, (stop) => closing.defer(stop)));
      const database = connect({ url, log: silent, connections_max: 1, patience_ms: PATIENCE_MS });
      closing.defer(() => database.close());
      return look(database, config).catch((thrown: unknown) => {
        throw named(config.database_url, thrown);
      });
    }),
  );
}

/** What the server or the network said, without the password that the URL carries. */
function named(url: string | undefined, thrown: unknown): unknown {
  if (url === undefined) return thrown;
  const cause = thrown instanceof AppError ? (thrown.cause ?? thrown) : thrown;
  return new Error(`DATABASE_URL names ${new URL(url).host}, which cannot be used: ${messageOf(cause)}`, {
    cause: thrown,
  });
}

async function startedFor(config: Config, defer: (stop: () => Promise<void>) => void): Promise<string> {
  const server = await startEmbedded({ data_dir: config.data_dir, log: silent });
  defer(() => server.stop());
  return server.url;
}

interface ServerRow {
  readonly version: string;
  readonly number: number;
  readonly read_only: boolean;
  readonly now: Date;
  readonly has_schema: boolean;
  readonly may_create: boolean;
}

async function look(database: Database, config: Config): Promise<readonly Finding[]> {
  const before = Date.now();
  const [server] = await database.query<ServerRow>(SERVER);
  const between = (before + Date.now()) / 2;
  if (server === undefined) throw new Error('The server returned nothing.');
  const whose = config.database_url === undefined ? 'embedded ' : '';
  const about = `${whose}PostgreSQL ${server.version}`;
  return [
    serverFinding(server, about),
    clockFinding(server.now.getTime() - between),
    ...(await schemaFindings(database, server)),
    ...(server.has_schema ? await planFindings(database, config) : []),
  ];
}

function serverFinding(server: ServerRow, about: string): Finding {
  const name = 'control database';
  if (server.number < MAJOR_MIN * 10_000) {
    return fail(name, `${about} is too old.`, `Use PostgreSQL ${MAJOR_MIN} or newer.`);
  }
  if (server.read_only) return fail(name, `${about} is read-only.`, 'Point DATABASE_URL to the primary server.');
  return ok(name, about);
}

function clockFinding(difference_ms: number): Finding {
  const seconds = `${(Math.abs(difference_ms) / 1000).toFixed(1)} s`;
  const detail = `The database's clock is ${seconds} ${difference_ms > 0 ? 'ahead of' : 'behind'} this machine's.`;
  const fix = 'Synchronize both clocks with NTP.';
  if (Math.abs(difference_ms) > CLOCK_MS_MAX) return fail('clock', detail, fix);
  if (Math.abs(difference_ms) > CLOCK_MS_OK) return warn('clock', detail, fix);
  return ok('clock', `the same as the database's, to ${seconds}`);
}

async function schemaFindings(database: Database, server: ServerRow): Promise<readonly Finding[]> {
  const name = 'schema';
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  const noRight = fail(
    name,
    'This user is not allowed to create tables.',
    'Grant it: GRANT CREATE ON SCHEMA public TO …',
  );
  if (!server.has_schema) {
    return [server.may_create ? ok(name, 'empty; the tables are created on first start') : noRight];
  }
  const [row] = await database.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from schema_migrations',
  );
  const version = row?.version ?? 0;
  if (version > newest) {
    const detail = `${version} is newer than this program, which knows ${newest}.`;
    return [fail(name, detail, 'Start the newer version, or restore a backup from before it.')];
  }
  if (version === newest) return [ok(name, `${version}, up to date`)];
  if (!server.may_create) return [noRight];
  return [warn(name, `${version} of ${newest}`, 'The next start of the service will update it; make a backup first.')];
}

async function planFindings(database: Database, { plans }: Config): Promise<readonly Finding[]> {
  const rows = await database.query<{ plan: string; workspaces: number }>(
    'select plan, count(*) as workspaces from workspaces group by plan order by plan',
  );
  return rows
    .filter(({ plan }) => !plans.has(plan))
    .map(({ plan, workspaces }) =>
      warn(
        'plans',
        `${counted(workspaces, 'workspace')} on the plan ${plan}, which SEAMARK_PLANS does not define.`,
        'Define it, or choose another: seamark workspaces set ID --plan NAME. Until then, the smallest plan applies.',
      ),
    );
}

const SERVER = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
    pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as read_only,
    clock_timestamp() as now, to_regclass('schema_migrations') is not null as has_schema,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create`;

/** The index: the server that CLICKHOUSE_URL names, else the embedded engine, which is started for the check. */
export function checkIndex(config: Config): Promise<readonly Finding[]> {
  const name = 'index';
  const fix = 'Correct CLICKHOUSE_URL or start that server; without CLICKHOUSE_URL the embedded index is used.';
  return checked(name, fix, () =>
    closingAfter(async (closing) => {
      if (config.clickhouse_url === undefined && !existsSync(join(config.data_dir, 'index'))) return [engineFinding()];
      let url = config.clickhouse_url;
      if (url === undefined) {
        const engine = await startIndexEngine({ data_dir: config.data_dir, log: silent });
        closing.defer(() => engine.stop());
        url = engine.url;
      } else await greet(url);
      const database = connectDatabase(url);
      closing.defer(() => database.close());
      const signal = AbortSignal.timeout(PATIENCE_MS * 2);
      const [server] = await database.rows(z.object({ version: z.string() }), sql`SELECT version() AS version`, signal);
      const [pages] = await database.rows(
        z.object({ rows: z.number().nullable() }),
        sql`SELECT sum(total_rows) AS rows FROM system.tables WHERE database = currentDatabase() AND name = 'pages'`,
        signal,
      );
      const content = contentFinding(pages?.rows ?? 0);
      return [ok(name, aboutIndex(config, server?.version ?? '?')), content, await ranksFinding(database, signal)];
    }),
  );
}

/** The client waits long for an engine that may be starting; whether anything is there is known at once. */
async function greet(url: string): Promise<void> {
  const { origin, host } = new URL(url);
  try {
    const answer = await fetch(`${origin}/ping`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if ((await answer.text()).trim() === 'Ok.') return;
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
    throw new Error(`CLICKHOUSE_URL names ${host}, which does not respond: ${messageOf(cause)}`, { cause: thrown });
  }
  throw new Error(`CLICKHOUSE_URL names ${host}, which responds, but not as ClickHouse does.`);
}

function aboutIndex(config: Config, version: string): string {
  return `${config.clickhouse_url === undefined ? 'embedded ' : ''}ClickHouse ${version}`;
}

function engineFinding(): Finding {
  try {
    requireEngineInstalled();
    return ok('index', 'embedded ClickHouse; it will be created on first start');
  } catch (thrown) {
    const { message, fix = '' } = toAppError(thrown);
    return fail('index', message, fix);
  }
}

/** Without published ranks all ranks are those within the index; that is no fault, but worth knowing. */
async function ranksFinding(database: IndexDatabase, signal: AbortSignal): Promise<Finding> {
  const name = 'ranks';
  const [table] = await database.rows(
    z.object({ tables: z.int() }),
    sql`SELECT count() AS tables FROM system.tables WHERE database = currentDatabase() AND name = 'imported_ranks'`,
    signal,
  );
  const releases =
    table?.tables === 1
      ? await database.rows(
          z.object({ release: z.string(), domains: z.int() }),
          sql`SELECT release, uniqExact(domain_key) AS domains FROM imported_ranks GROUP BY release ORDER BY max(imported_at) DESC LIMIT 1`,
          signal,
        )
      : [];
  const [newest] = releases;
  if (newest !== undefined) return ok(name, `${counted(newest.domains, 'domain')} of Common Crawl’s ${newest.release}`);
  return { ...ok(name, 'within this index: they depend on what you crawl and import'), fix: `${RANKS_ADVICE}.` };
}

function contentFinding(pages: number): Finding {
  if (pages > 0) return ok('content', `${counted(pages, 'page record')} in the index`);
  const fix = 'Crawl a site: seamark crawl https://www.example.com --pages 500';
  return warn('content', 'The index is empty: link reports and searches will find nothing.', fix);
}
