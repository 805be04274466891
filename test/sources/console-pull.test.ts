import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { sql } from '../../src/index/database/sql.ts';
import { selectLiveDays } from '../../src/index/facts/console-live.ts';
import { openTestIndex, type TestIndex } from '../index-engine.ts';
import { spawnFrom } from '../killed-process.ts';
import { openTestDatabase, type TestDatabase } from '../postgres.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { FIRST_DAY, LAST_FINAL_DAY, searchesOf, serviceAccountFile, SITE } from '../providers/search-console.ts';

/** A pull into the real index, killed in the middle. */

let providers: Providers;
let control: TestDatabase;
let index: TestIndex;
let folder: string;

beforeAll(async () => {
  [providers, control, index, folder] = await Promise.all([
    startProviders(),
    openTestDatabase(),
    openTestIndex(),
    mkdtemp(join(tmpdir(), 'seamark-console-')),
  ]);
  await writeFile(join(folder, 'key.json'), serviceAccountFile());
});
afterAll(async () => {
  await Promise.all([providers.close(), control.close(), index.close(), rm(folder, { recursive: true })]);
});
beforeEach(() => providers.reset());

const SINCE = '2054-11-11';
const DAYS = 9;

/** Prints each day that is done, and `whole` at the end. */
const PULL = `
  import { connect } from '../../src/adapters/postgres/database.ts';
  import { PostgresImports } from '../../src/adapters/postgres/imports.ts';
  import { createSourceClients } from '../../src/adapters/sources/source-http.ts';
  import { pullConsole } from '../../src/importer/console-pull/pull.ts';
  import { importOfPull, partsOfPull } from '../../src/compose/pulls.ts';
  import { openIndex } from '../../src/index/open.ts';
  import { searchConsole } from '../../src/sources/search-console/source.ts';
  const [database_url, index_url, vendor, key, property, since, until] = process.argv.slice(1);
  const silent = { info() {}, warn() {}, error() {} };
  const database = connect({ url: database_url, log: silent });
  const index = await openIndex(index_url, () => undefined);
  const clients = createSourceClients({ user_agent: 'seamark-test' });
  const clock = () => new Date('2054-11-22T20:00:00Z');
  const settings = { SEAMARK_SEARCH_CONSOLE_KEY_FILE: key, SEAMARK_SEARCH_CONSOLE_URL: vendor + '/v3',
    SEAMARK_SEARCH_CONSOLE_TOKEN_URL: vendor + '/token' };
  const connected = [searchConsole.connect(settings, { http: clients.http, turns: { wait: async () => {} }, now: clock })];
  const request = { engine: 'google', property, types: ['web'], since };
  const planned = importOfPull('ws_1', request);
  const parts = partsOfPull({ store: new PostgresImports(database), index, connected, clock }, 'google');
  const { file } = await pullConsole({ ...planned, ...request, run: 'one' }, parts, {
    signal: new AbortController().signal,
    pause_after_ms: Number.POSITIVE_INFINITY,
    onProgress: ({ day }) => { if (day === until) console.log(day); },
  });
  console.log(file.status);
  await index.close();
  await clients.close();
  await database.close();
`;

function startPull(until: string): ReturnType<typeof spawnFrom> {
  const key = join(folder, 'key.json');
  return spawnFrom(import.meta.url, PULL, [
    control.url,
    index.engine.url,
    providers.url('search-console'),
    key,
    SITE,
    SINCE,
    until,
  ]);
}

const Sum = z.object({ grain: z.string(), day: z.string(), rows: z.coerce.number(), clicks: z.coerce.number() });

/** Of the rows that count, by grain and day. */
async function sums(): Promise<z.output<typeof Sum>[]> {
  const days = selectLiveDays({ workspace_id: 'ws_1' }, sql`1`);
  return index.database.rows(
    Sum,
    sql`SELECT toString(grain) AS grain, toString(day) AS day, count() AS rows, sum(clicks) AS clicks
      FROM console_rows WHERE workspace_id = 'ws_1' AND (day, batch) IN (SELECT day, batch FROM (${days}))
      GROUP BY grain, day ORDER BY grain, day`,
    AbortSignal.timeout(30_000),
  );
}

describe('a pull into the index', () => {
  it('that is killed again and again goes on, and counts no row twice and none not at all', async () => {
    for (const until of ['2054-11-18', '2054-11-14']) {
      const running = startPull(until);
      expect(await running.said).toBe(until);
      await running.kill();
    }
    const last = startPull('none');
    expect(await last.said).toBe('completed');
    await last.kill();
    const found = await sums();
    for (const grain of ['total', 'place', 'page', 'detail']) {
      const days = found.filter((one) => one.grain === grain);
      expect(days).toHaveLength(DAYS);
      for (const { day, clicks } of days) {
        const expected = searchesOf(SITE, 'web', day).reduce((sum, search) => sum + search.clicks, 0);
        expect([grain, day, clicks]).toEqual([grain, day, expected]);
      }
    }
    const table = { engine: 'google', property: SITE, search_type: 'web', grain: 'detail' } as const;
    const known = await index.consoleReader.finalDays('ws_1', table, AbortSignal.timeout(30_000));
    expect([known[0], known.at(-1), known.length]).toEqual([SINCE, LAST_FINAL_DAY, DAYS]);
    expect(FIRST_DAY < SINCE).toBe(true);
    // Another workspace sees none of it.
    expect(await index.consoleReader.finalDays('ws_2', table, AbortSignal.timeout(30_000))).toEqual([]);
  }, 240_000);
});
