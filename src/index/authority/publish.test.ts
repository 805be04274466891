import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { sql } from '../database/sql.ts';
import { UNLINKED, writeAuthority } from './publish.ts';
import { claimScratchTables, dropScratchTables, type GraphKind, type ScratchTables } from './scratch.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

const BEFORE = 1000;

/** After a rebuild of before, the tables that nodes and their ranks are published from. */
async function begin(scratch: ScratchTables, kind: GraphKind): Promise<void> {
  const { database } = index;
  await database.run(sql`INSERT INTO rebuilds (version, computed_at) SELECT ${BEFORE}, now64(3)`);
  await database.run(sql`CREATE TABLE ${scratch.nodes(kind)} (id UInt64, n UInt32, key String) ENGINE = Memory`);
  await database.run(sql`CREATE TABLE ${scratch.ranks(kind)} (n UInt32, pagerank Float64, harmonic Float64, position Float64, trust Float32,
    rank UInt16) ENGINE = Memory`);
}

/** The ranks that pages 0, 1, 2 … get when these are found for them after a rebuild that gave them others; null for a new page. */
async function published(pages: readonly (readonly [before: number | null, found: number])[]): Promise<number[]> {
  const { database } = index;
  const scratch = await claimScratchTables(database, BEFORE + 1);
  const [nodes, ranks] = [scratch.nodes('page'), scratch.ranks('page')];
  await begin(scratch, 'page');
  await database.run(sql`CREATE TABLE ${scratch.moves} (page UInt64, to_page UInt64) ENGINE = Memory`);
  await database.run(sql`INSERT INTO ${ranks} (n, rank) SELECT ${UNLINKED}, 0`);
  for (const [n, [before, found]] of pages.entries()) {
    await database.run(sql`INSERT INTO ${nodes} SELECT ${n}, ${n}, ''`);
    await database.run(sql`INSERT INTO ${ranks} (n, rank) SELECT ${n}, ${found}`);
    if (before === null) continue;
    await database.run(sql`INSERT INTO authority (version, kind, id, rank) SELECT ${BEFORE}, 'page', ${n}, ${before}`);
  }
  await writeAuthority(database, scratch, 'page', { nodes: pages.length });
  const rows = await database.rows(
    z.object({ rank: z.int() }),
    sql`SELECT rank FROM authority WHERE version = ${scratch.version} ORDER BY id`,
  );
  await dropScratchTables(database, scratch);
  return rows.map(({ rank }) => rank);
}

it('a rank stays as it was where less than three points were won or lost, unless they tell somebody from nobody', async () => {
  expect(
    await published([
      [300, 302],
      [300, 298],
      [300, 303],
      [300, 297],
      [0, 2],
      [2, 0],
      [RANK_UNKNOWN, 1],
      [null, 1],
    ]),
  ).toEqual([300, 300, 303, 297, 2, 0, 1, 1]);
});

it('a domain keeps the harmonic centrality that it had where none was computed, and a new one has none and the last place', async () => {
  const { database } = index;
  await database.run(sql`TRUNCATE TABLE authority`);
  const scratch = await claimScratchTables(database, BEFORE + 1);
  const [nodes, ranks] = [scratch.nodes('domain'), scratch.ranks('domain')];
  await begin(scratch, 'domain');
  await database.run(sql`CREATE TABLE ${scratch.priors} (id UInt64, rank UInt16) ENGINE = Memory`);
  await database.run(sql`INSERT INTO ${ranks} VALUES (${UNLINKED}, 0.1, 0, 3, 0, 0), (0, 0.5, 0, 1, 1, 700)`);
  await database.run(sql`INSERT INTO ${nodes} VALUES (10, 0, 'com.known.'), (20, 1, 'com.new.')`);
  await database.run(
    sql`INSERT INTO authority (version, kind, id, harmonic, position, rank) SELECT ${BEFORE}, 'domain', 10, 42.5, 7, 500`,
  );
  await writeAuthority(database, scratch, 'domain', { nodes: 2, harmonic_kept: true });
  const rows = await database.rows(
    z.object({ key: z.string(), pagerank: z.number(), harmonic: z.number(), position: z.number(), rank: z.int() }),
    sql`SELECT key, pagerank, harmonic, position, rank FROM authority WHERE version = ${scratch.version} ORDER BY id`,
  );
  await dropScratchTables(database, scratch);
  expect(rows).toEqual([
    { key: 'com.known.', pagerank: 0.5, harmonic: 42.5, position: 7, rank: 700 },
    { key: 'com.new.', pagerank: 0.1, harmonic: 0, position: 2, rank: 0 },
  ]);
});
