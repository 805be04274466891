import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import type { Database } from '../../src/adapters/postgres/database.ts';
import { PostgresJobs } from '../../src/adapters/postgres/jobs.ts';
import { openKeyStore } from '../../src/adapters/postgres/key-store.ts';
import { migrate } from '../../src/adapters/postgres/migrate.ts';
import { PostgresProjects } from '../../src/adapters/postgres/projects.ts';
import { PostgresRankTargets } from '../../src/adapters/postgres/rank-targets.ts';
import { PostgresSchedules } from '../../src/adapters/postgres/schedules.ts';
import { jobNews } from '../../src/contract/job-view.ts';
import { connectDatabase, type IndexDatabase } from '../../src/index/database/database.ts';
import { createDatabase } from '../../src/index/database/databases.ts';
import { Sql, sql } from '../../src/index/database/sql.ts';
import { type OpenIndex, openIndex } from '../../src/index/open.ts';
import { parseTarget } from '../../src/web/target.ts';
import { giveBack, type KeptEngine, pageFact, takeEngine } from '../index-engine.ts';
import { openTestDatabase, silentLog, type TestDatabase } from '../postgres.ts';
import { readOlder } from './older-state.ts';

const older = readOlder('2026-11-23');
const signal = AbortSignal.timeout(120_000);
let before: TestDatabase;
let fresh: TestDatabase;
let kept: KeptEngine;
let index: OpenIndex;
let indexDatabase: IndexDatabase;

beforeAll(async () => {
  before = await openTestDatabase('empty');
  fresh = await openTestDatabase();
  await makeOlderPostgres(before.database);
  await migrate(before.database);
  kept = await takeEngine();
  const url = new URL('/older', kept.engine.url);
  [url.username, url.password] = [new URL(kept.engine.url).username, new URL(kept.engine.url).password];
  await createDatabase(url.href);
  indexDatabase = connectDatabase(url.href);
  await makeOlderIndex(indexDatabase);
  index = await openIndex(url.href);
});
afterAll(async () => {
  await Promise.all([index.close(), indexDatabase.close(), before.close(), fresh.close()]);
  await giveBack(kept);
});

/** With the statements of then, which may be others than those that this version runs for the same steps. */
async function makeOlderPostgres(database: Database): Promise<void> {
  await database.query(`create table schema_migrations (
    version int primary key, name text not null, applied_at timestamptz not null default now())`);
  for (const { version, name, sql: step } of older.postgres.migrations) {
    await database.query(step);
    await database.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name]);
  }
  await database.transaction(async (transaction) => {
    await transaction.query('set local session_replication_role = replica');
    for (const { name } of older.postgres.tables) await transaction.query(`delete from "${name}"`);
    for (const { name, columns, rows } of older.postgres.tables) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      await transaction.query(
        `insert into "${name}" (${list}) overriding system value
          select ${list} from json_populate_recordset(null::"${name}", $1::json)`,
        [`[${rows.join(',')}]`],
      );
    }
  });
}

async function makeOlderIndex(database: IndexDatabase): Promise<void> {
  for (const definition of older.index.definitions) await database.run(new Sql(definition));
  for (const { name, columns, rows } of older.index.tables) {
    await database.insert(name, columns, [Buffer.from(rows)]);
  }
}

it('has the tables, indexes, constraints and functions of a new PostgreSQL database', async () => {
  const schemaOf = async (database: Database): Promise<readonly unknown[]> =>
    database.query(`select 'column' as kind, table_name || '.' || column_name as name,
        concat_ws(' ', data_type, is_nullable, column_default) as definition
        from information_schema.columns where table_schema = 'public'
      union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'function', oid::regprocedure::text, prosrc from pg_proc where pronamespace = 'public'::regnamespace
      order by 1, 2`);
  expect(await schemaOf(before.database)).toEqual(await schemaOf(fresh.database));
});

it('knows the key, project, schedule, tracked keyword and job result of the older version', async () => {
  const { database } = before;
  const keys = await openKeyStore(database, silentLog, { operation_ids: [] });
  const caller = await keys.find(older.key);
  await keys.close();
  expect(caller).toMatchObject({ workspace_id: 'ws_default' });
  const owner = caller?.workspace_id ?? '';
  expect(await new PostgresProjects(database).find(owner, 'spring')).toMatchObject({ name: 'Spring campaign' });
  const jobs = new PostgresJobs(database, silentLog, { describe: jobNews });
  const [weekly] = await new PostgresSchedules(database, jobs).list(owner);
  expect(weekly).toMatchObject({ id: 'weekly-links', time_zone: 'Europe/Berlin', is_paused: false });
  const tracked = await new PostgresRankTargets(database).list(
    owner,
    { project_id: undefined },
    { limit: 10, offset: 0 },
  );
  expect(tracked).toMatchObject({ targets: [{ keyword: 'bicycle repair' }] });
  const job = await jobs.find(owner, older.job_id);
  await jobs.close();
  expect(job).toMatchObject({ status: 'completed', operation: 'backlinks.summary', result: { success: true } });
});

it('has the tables and columns of a new index', async () => {
  const schemaOf = (database: IndexDatabase): Promise<readonly unknown[]> =>
    database.rows(
      z.object({ name: z.string(), type: z.string() }),
      sql`SELECT concat(table, '.', name) AS name, type FROM system.columns WHERE database = currentDatabase() ORDER BY name`,
    );
  expect(await schemaOf(indexDatabase)).toEqual(await schemaOf(kept.database));
});

it('knows whom each site links to, and how many link to each, as the older version counted them', async () => {
  const newest = sql`version = (SELECT max(version) FROM rebuilds)`;
  const linked = await indexDatabase.rows(
    z.object({ kind: z.string(), sites: z.int(), domains: z.int(), targets: z.array(z.string()) }),
    sql`SELECT toString(l.kind) AS kind, count() AS sites, sum(l.domains) AS domains, groupUniqArray(r.key) AS targets
      FROM (SELECT kind, domains, arrayJoin(targets) AS target FROM site_links WHERE ${newest}) AS l
      INNER JOIN (SELECT kind, no, key FROM referred_sites WHERE ${newest}) AS r ON r.kind = l.kind AND r.no = l.target
      GROUP BY kind ORDER BY kind`,
  );
  expect(linked).toEqual([
    { kind: 'domain', sites: 2, domains: 2, targets: ['test.shop.'] },
    { kind: 'host', sites: 2, domains: 2, targets: ['test.shop.www.'] },
  ]);
  const referred = await indexDatabase.rows(
    z.object({ referred: z.string() }),
    sql`SELECT concat(toString(kind), ' ', key, ' ', toString(rank), ' ', toString(domains)) AS referred FROM referred_sites
      WHERE ${newest} ORDER BY referred`,
  );
  expect(referred).toEqual([{ referred: 'domain test.shop. 1000 2' }, { referred: 'host test.shop.www. 1000 2' }]);
});

it('answers about links and pages as the older version did, and goes on from there', async () => {
  const target = parseTarget('shop.test');
  const wanted = {
    target,
    status: 'live',
    dofollow_only: false,
    include_subdomains: true,
    include_indirect_links: false,
    exclude_internal_backlinks: true,
    list_limit: 10,
  } as const;
  const { value } = await index.links.summary(wanted, signal);
  expect(value).toMatchObject({ backlinks: 3, referring_domains: 2 });
  await index.writer.write(pageFact('http://new.test/', { links: ['http://www.shop.test/repair'] }));
  await index.writer.flush();
  const { value: after } = await index.links.summary(wanted, signal);
  expect(after).toMatchObject({ backlinks: 4, referring_domains: 3 });
});
