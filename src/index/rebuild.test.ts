import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../test/index-engine.ts';
import { passedOn } from '../../test/index-database.ts';
import { rebuild } from './rebuild.ts';
import type { IndexDatabase } from './database/database.ts';
import type { PageFact } from '../ports/index.ts';
import { Sql, sql } from './database/sql.ts';
import { VERSIONED_TABLES } from './derive/tables.ts';

let index: TestIndex;

/** What a first rebuild of all facts comes to. */
let expected: Record<string, string>;

beforeAll(async () => {
  index = await openTestIndex();
  await write([...FIRST, ...LATER]);
  await rebuild(index.database, () => undefined, OPTIONS);
  expected = await derived();
});
afterAll(() => index.close());

/** So many that the links of one domain are copied. */
const OPTIONS = { hot_links_min: 4 };

const FIRST: readonly PageFact[] = [
  pageFact('https://a.com/', { links: ['https://hot.com/', 'https://rival.com/', 'https://moved.org/'] }),
  pageFact('https://b.com/', { links: ['https://hot.com/', 'https://rival.com/', 'https://hot.com/x'] }),
  pageFact('https://moved.org/', { redirect: 'https://hot.com/' }),
];

const LATER: readonly PageFact[] = [
  pageFact('https://a.com/', { at: day(2), links: ['https://rival.com/'] }),
  pageFact('https://c.com/', { at: day(2), links: ['https://hot.com/', 'https://rival.com/'] }),
];

async function write(facts: readonly PageFact[]): Promise<void> {
  for (const fact of facts) await index.writer.write(fact);
  await index.writer.flush();
}

/** What readers have of everything derived, as a hash a table. */
async function derived(): Promise<Record<string, string>> {
  const tables = [...VERSIONED_TABLES.filter((name) => name !== 'authority'), 'links'];
  const hashes: [string, string][] = [];
  for (const name of tables) {
    const from =
      name === 'links'
        ? sql`(SELECT 0 AS version, * FROM links FINAL)`
        : sql`${new Sql(name)} WHERE version = (SELECT max(version) FROM rebuilds)`;
    const rows = await index.database.rows(
      z.object({ hash: z.string() }),
      sql`SELECT concat(toString(count()), ' ', toString(sum(cityHash64(* EXCEPT (version, copy, copied_at))))) AS hash FROM ${from}`,
    );
    hashes.push([name, rows[0]?.hash ?? '']);
  }
  return Object.fromEntries(hashes);
}

/** The same database, whose engine dies at the first statement that begins like this. */
function dyingAt(start: string): IndexDatabase {
  const { database } = index;
  return passedOn(database, {
    run: async (statement, stop) => {
      if (statement.text.startsWith(start)) throw new Error('dead');
      await database.run(statement, stop);
    },
  });
}

/** Tables that a rebuild works in, but for the empty ones that say that one has judged. */
async function tablesLeft(): Promise<readonly string[]> {
  const rows = await index.database.rows(
    z.object({ name: z.string() }),
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'rebuild!_%' ESCAPE '!' AND NOT endsWith(name, '_judging')`,
  );
  return rows.map(({ name }) => name);
}

describe('a rebuild', () => {
  it(
    'that dies anywhere leaves the version before to readers, and the next one comes to what a first one would',
    { timeout: 300_000 },
    async () => {
      await index.clear();
      await write(FIRST);
      await rebuild(index.database, () => undefined, OPTIONS);
      const { links: _, ...before } = await derived();
      await write(LATER);
      for (const start of ['INSERT INTO links', 'INSERT INTO hot_links', 'INSERT INTO rebuilds']) {
        await expect(rebuild(dyingAt(start), () => undefined, OPTIONS)).rejects.toThrow('dead');
        expect(await derived()).toMatchObject(before);
        expect(await tablesLeft()).toEqual([]);
      }
      await rebuild(index.database, () => undefined, OPTIONS);
      expect(await derived()).toEqual(expected);
    },
  );

  it('beside another one comes to the same as alone, and leaves one version and the one before', async () => {
    await write([...FIRST, ...LATER]);
    await Promise.all([
      rebuild(index.database, () => undefined, OPTIONS),
      rebuild(index.database, () => undefined, OPTIONS),
    ]);
    expect(await derived()).toEqual(expected);
    const left = await index.database.rows(
      z.object({ versions: z.int() }),
      sql`SELECT uniqExact(version) AS versions FROM hot_links WHERE version > (SELECT max(version) FROM rebuilds)`,
    );
    expect(left).toEqual([{ versions: 0 }]);
    const derivedTables = ['arrivals', 'site_links', 'hot_links', 'hot_names', 'kept_competitors', 'hot_targets'];
    for (const table of ['authority', ...derivedTables]) {
      const rows = await index.database.rows(
        z.object({ versions: z.int() }),
        sql`SELECT uniqExact(version) AS versions FROM ${new Sql(table)}`,
      );
      expect([table, rows]).toEqual([table, [{ versions: 2 }]]);
    }
  });
});
