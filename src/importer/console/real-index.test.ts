import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { KeptConsole } from '../../../test/kept-console.ts';
import { readAll, type ReadReport } from '../../../test/reading.ts';
import { sql } from '../../index/database/sql.ts';
import { selectLiveDays } from '../../index/facts/console-live.ts';
import { selectFacts } from '../../index/facts/select.ts';
import { readConsole } from './read-console.ts';

/** What is left of imports in the index, on a real engine. */

let index: TestIndex;
beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());
beforeEach(() => index.clear());

const SITE =
  'data_date,site_url,query,is_anonymized_query,country,search_type,device,impressions,clicks,sum_top_position';
const row = (day: string, query: string, impressions: number): string =>
  `${day},sc-domain:shop.test,${query},${query === ''},usa,WEB,MOBILE,${impressions},1,${impressions}`;

interface Draft {
  readonly location?: string;
  readonly seen_at?: string;
  readonly workspace_id?: string;
  readonly steps_max?: number;
}

function read(lines: readonly string[] | Uint8Array, draft: Draft = {}): Promise<ReadReport> {
  const { location = '/data/site.csv', seen_at = '2026-11-22', workspace_id = 'ws_1', ...others } = draft;
  const reader = readConsole({ console: index.consoleWriter, keywords: index.imported }, workspace_id);
  const bytes = lines instanceof Uint8Array ? lines : Buffer.from(`${lines.join('\n')}\n`);
  return readAll(reader, bytes, { location, seen_at: new Date(`${seen_at}T08:00:00Z`), part: 65_536, ...others });
}

/** `2026-11-18 total 12`: impressions by day and grain, of the rows that count. */
async function counted(workspace_id = 'ws_1'): Promise<string[]> {
  const live = sql`SELECT batch FROM (${selectLiveDays({ workspace_id }, sql`1`)})`;
  const rows = await index.database.rows(
    z.object({ line: z.string() }),
    selectFacts(
      'console_rows',
      { workspace_id },
      {
        columns: sql`concat(toString(day), ' ', grain, ' ', toString(sum(impressions))) AS line`,
        where: sql`batch IN (${live})`,
        end: sql`GROUP BY console_rows.day, grain ORDER BY line`,
      },
    ),
    AbortSignal.timeout(60_000),
  );
  return rows.map(({ line }) => line);
}

describe('bulk exports in the index', () => {
  it('replace a day whole when it is exported again, and leave the others', async () => {
    await read([SITE, row('2026-11-17', 'hose', 5), row('2026-11-18', 'hose', 7), row('2026-11-18', 'pipe', 2)]);
    await read([SITE, row('2026-11-18', 'hose', 8)], { location: '/data/again.csv', seen_at: '2026-11-23' });
    // An older file that is imported later does not take the place of a newer one.
    await read([SITE, row('2026-11-18', 'hose', 100)], { location: '/data/older.csv', seen_at: '2026-11-20' });
    expect(await counted()).toEqual([
      '2026-11-17 place 5',
      '2026-11-17 query 5',
      '2026-11-17 total 5',
      '2026-11-18 place 8',
      '2026-11-18 query 8',
      '2026-11-18 total 8',
    ]);
  });

  it('in several files add up, also where one of them is imported twice', async () => {
    const one = [SITE, row('2026-11-18', 'hose', 5), row('2026-11-18', '', 3)];
    await read(one, { location: '/data/export-000000000000.csv' });
    await read([SITE, row('2026-11-18', 'hose', 20)], { location: '/data/export-000000000001.csv' });
    await read(one, { location: '/data/export-000000000000.csv' });
    expect(await counted()).toEqual(['2026-11-18 place 28', '2026-11-18 query 28', '2026-11-18 total 28']);
    expect(await counted('ws_2')).toEqual([]);
  });

  it('count for nothing until they are read whole, however often they were begun', async () => {
    const lines = [SITE, ...Array.from({ length: 130_000 }, (_, at) => row('2026-11-18', `query ${at}`, 1))];
    await read(lines, { steps_max: 6 });
    await expect(
      read([...lines, '2026-11-18,sc-dom'].join('\n').split('\n').slice(0, -1).concat('"open')),
    ).rejects.toThrow('is damaged');
    expect(await counted()).toEqual([]);
    await read(lines);
    expect(await counted()).toEqual(['2026-11-18 place 130000', '2026-11-18 query 130000', '2026-11-18 total 130000']);
  });
});

describe('a Parquet file of the bulk export', () => {
  async function answerOf(body: string): Promise<Buffer> {
    const { username, password, origin, pathname } = new URL(index.engine.url);
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const address = `${origin}/?database=${pathname.slice(1)}`;
    const answer = await fetch(address, { method: 'POST', body, headers: { authorization } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(bytes.toString());
    return bytes;
  }
  const parquetOf = (select: string, settings = ''): Promise<Buffer> =>
    answerOf(`${select} SETTINGS output_format_parquet_string_as_string = 1${settings} FORMAT Parquet`);
  const columns = `toDate32('2026-11-18') + intDiv(number, 5000) AS data_date, 'sc-domain:shop.test' AS site_url,
    concat('https://shop.test/', toString(number % 3)) AS url, if(number % 4 = 0, '', concat('query ', toString(number % 10))) AS query,
    CAST(number % 4 = 0, 'Bool') AS is_anonymized_query, false AS is_anonymized_discover, 'usa' AS country, 'WEB' AS search_type, 'MOBILE' AS device,
    CAST(number % 2 = 0, 'Bool') AS is_video, CAST(NULL, 'Nullable(Bool)') AS is_tpf_faq, toInt64(2) AS impressions, toInt64(1) AS clicks, toInt64(6) AS sum_position`;

  it.each(['snappy', 'gzip', 'zstd', 'none'])('packed with %s gives what the same rows give as CSV', async (method) => {
    const select = `SELECT ${columns} FROM numbers(10000)`;
    const kept = { parquet: new KeptConsole(), csv: new KeptConsole() };
    const settings = `, output_format_parquet_compression_method = '${method}', output_format_parquet_row_group_size = 3000`;
    const parquet = await parquetOf(select, settings);
    const seen_at = new Date('2026-11-22T08:00:00Z');
    await readAll(readConsole(kept.parquet, 'ws_1'), parquet, { location: '/data/url.parquet', part: 65_536, seen_at });
    const csv = await answerOf(`${select} FORMAT CSVWithNames`);
    await readAll(readConsole(kept.csv, 'ws_1'), csv, { location: '/data/url.csv', seen_at });
    for (const grain of ['detail', 'page', 'appearance'] as const) {
      expect(kept.parquet.lines(grain)).toEqual(kept.csv.lines(grain));
      expect(kept.parquet.days(grain)).toEqual(['2026-11-18/1', '2026-11-19/1']);
    }
    expect(kept.parquet.lines('appearance')).toEqual([
      '2026-11-18/1 video 2500 5000 20000',
      '2026-11-19/1 video 2500 5000 20000',
    ]);
  });

  it('that is damaged, or of something else, is refused', async () => {
    const whole = await parquetOf(`SELECT ${columns} FROM numbers(1000)`);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 4, 400);
    const location = '/data/url.parquet';
    await expect(read(damaged, { location })).rejects.toThrow('/data/url.parquet cannot be read as Parquet');
    await expect(read(whole.subarray(0, whole.length - 50), { location })).rejects.toThrow('cannot be read as Parquet');
    await expect(read(await parquetOf('SELECT 1 AS a, 2 AS b'), { location })).rejects.toThrow(
      '/data/url.parquet is a Parquet file of something else: its columns are a, b.',
    );
    expect(await counted()).toEqual([]);
  });
});
