import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { Sql, sql } from '../database/sql.ts';
import { selectFacts } from './select.ts';
import { FACT_TABLES } from './tables.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

const Name = z.object({ name: z.string() });

it.each(FACT_TABLES)(
  '%s shows shared facts and those of the workspace that asks, and none that had to be deleted',
  async (table) => {
    // Expired rows have to lie there, or nothing is proved by their absence.
    await index.database.run(new Sql(`SYSTEM STOP MERGES ${table}`));
    const rows = [
      ['shared', '', 'NULL'],
      ['own', 'ws_own', 'NULL'],
      ['other', 'ws_other', 'NULL'],
      ['shared, kept until tomorrow', '', 'now() + 86400'],
      ['shared, expired', '', 'now() - 1'],
      ['own, expired', 'ws_own', 'now() - 1'],
    ] as const;
    const [key] = await index.database.rows(
      Name,
      sql`SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ${table} AND is_in_sorting_key
      AND type IN ('String', 'Int32', 'UInt64') ORDER BY position LIMIT 1`,
    );
    for (const [at, [source, workspace, deleted]] of rows.entries()) {
      const values = sql`${at + 1}, ${source}, ${workspace}, ${new Sql(deleted)}, now()`;
      await index.database.run(
        sql`INSERT INTO ${new Sql(table)} (${new Sql(key?.name ?? '')}, source, workspace_id, delete_at, observed_at) VALUES (${values})`,
      );
    }
    const Row = z.object({ source: z.string() });
    const raw = await index.database.rows(Row, sql`SELECT source FROM ${new Sql(table)}`);
    expect(raw).toHaveLength(rows.length);
    const read = async (workspace_id: string): Promise<string[]> => {
      const statement = selectFacts(table, { workspace_id }, { columns: sql`source`, where: sql`1` });
      return (await index.database.rows(Row, statement)).map(({ source }) => source).sort();
    };
    expect(await read('ws_own')).toEqual(['own', 'shared', 'shared, kept until tomorrow']);
    expect(await read('')).toEqual(['shared', 'shared, kept until tomorrow']);
  },
);

it('leave the disk at the next merge when they had to be deleted', async () => {
  const Count = z.object({ rows: z.int() });
  const count = async (): Promise<number | undefined> =>
    (await index.database.rows(Count, sql`SELECT count() AS rows FROM ${new Sql('places')}`))[0]?.rows;
  await index.database.run(sql`SYSTEM START MERGES places`);
  await index.clear();
  await index.database.run(
    sql`INSERT INTO places (place_id, source, delete_at, observed_at) VALUES ('a', 'x', now() - 60, now() - 120), ('b', 'x', NULL, now())`,
  );
  await index.database.run(sql`OPTIMIZE TABLE places FINAL`);
  expect(await count()).toBe(1);
});

it('hold for every table that can hold facts of a workspace, whoever adds it', async () => {
  const tables = await index.database.rows(
    Name,
    sql`SELECT DISTINCT table AS name FROM system.columns WHERE database = currentDatabase() AND name IN ('workspace_id', 'delete_at') ORDER BY name`,
  );
  expect(tables.map(({ name }) => name)).toEqual([...FACT_TABLES].sort());
});

it('hold for every statement, as there is one function that names the tables', () => {
  const root = join(import.meta.dirname, '../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  // Statements write their words in capitals; sentences may well say «from places».
  const reads = new RegExp(`(?:FROM|JOIN)\\s+(?:${FACT_TABLES.join('|')})\\b`);
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => reads.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
