import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { consolePart, consoleRow, daysBetween, importConsole } from '../../../test/console-rows.ts';
import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import type { ConsoleTable } from '../../ports/console.ts';
import { sql } from '../database/sql.ts';
import { selectLiveDays } from './console-live.ts';
import { EngineConsoleWriter } from './console-writer.ts';
import { selectFacts } from './select.ts';

let index: TestIndex;
const signal = AbortSignal.timeout(300_000);

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());
beforeEach(() => index.clear());

const TABLE: ConsoleTable = {
  engine: 'google',
  property: 'sc-domain:shop.test',
  search_type: 'web',
  grain: 'detail',
};
const DayClicks = z.object({ day: z.string(), clicks: z.int() });

/** Clicks by day, of the rows that count. */
async function clicks(workspace_id = 'ws_own'): Promise<Record<string, number>> {
  const live = sql`SELECT batch FROM (${selectLiveDays({ workspace_id }, sql`1`)})`;
  const rows = await index.database.rows(
    DayClicks,
    selectFacts(
      'console_rows',
      { workspace_id },
      {
        columns: sql`toString(day) AS day, sum(clicks) AS clicks`,
        where: sql`batch IN (${live})`,
        end: sql`GROUP BY console_rows.day ORDER BY console_rows.day`,
      },
    ),
  );
  return Object.fromEntries(rows.map(({ day, clicks: count }) => [day, count]));
}

describe('a part', () => {
  it('is read by nobody before it is published', async () => {
    await index.consoleWriter.write(consolePart(), [consoleRow({ clicks: 5 })]);
    expect(await clicks()).toEqual({});
    expect(await index.consoleReader.properties('ws_own', signal)).toEqual([]);
    await index.consoleWriter.publish(consolePart(), daysBetween('2026-11-17', '2026-11-17'));
    expect(await clicks()).toEqual({ '2026-11-17': 5 });
  });

  it('counts once when a killed process left the half of it behind', async () => {
    const killed = new EngineConsoleWriter(index.database);
    const many = Array.from({ length: 70_000 }, () => consoleRow({ clicks: 1 }));
    await killed.write(consolePart(), many);
    await killed.close();
    const again = new EngineConsoleWriter(index.database);
    await importConsole(again, consolePart(), [consoleRow({ clicks: 3 })]);
    expect(await clicks()).toEqual({ '2026-11-17': 3 });
  });

  it('that is given up leaves nothing to the next writing of it', async () => {
    await index.consoleWriter.write(consolePart(), [consoleRow({ clicks: 5 })]);
    await index.consoleWriter.discard(consolePart());
    await importConsole(index.consoleWriter, consolePart(), [consoleRow({ clicks: 3 })]);
    expect(await clicks()).toEqual({ '2026-11-17': 3 });
  });

  it('replaces the days that it names when it is published again, and no others', async () => {
    const two = [consoleRow({ day: '2026-11-16', clicks: 1 }), consoleRow({ day: '2026-11-17', clicks: 2 })];
    await importConsole(index.consoleWriter, consolePart(), two);
    await importConsole(index.consoleWriter, consolePart(), [consoleRow({ day: '2026-11-17', clicks: 9 })]);
    expect(await clicks()).toEqual({ '2026-11-16': 1, '2026-11-17': 9 });
  });

  it('keeps every query and page in the words of the engine, and large parts whole', async () => {
    const rows = Array.from({ length: 140_000 }, (_, at) =>
      consoleRow({ query: `hose\t${at % 1000}\\`, page: `https://shop.test/${at % 7}?a=\n1`, clicks: 1 }),
    );
    await importConsole(index.consoleWriter, consolePart(), rows);
    expect(await clicks()).toEqual({ '2026-11-17': 140_000 });
    const Texts = z.object({ query: z.string() });
    const texts = selectFacts('console_queries', { workspace_id: 'ws_own' }, { columns: sql`query`, where: sql`1` });
    const known = (await index.database.rows(Texts, texts)).map(({ query }) => query);
    expect(known).toHaveLength(1000);
    expect(known).toContain('hose\t999\\');
  });

  it('has each block once, also where it was sent again because the engine went away before it said so', async () => {
    const block = Buffer.from('2026-11-17\t2\n2026-06-17\t3\n');
    const insert = sql`INSERT INTO console_rows (workspace_id, property, days, writing, day, clicks)
      SELECT 'ws_own', 'sc-domain:shop.test', 1, 1, day, clicks FROM input(${'day Date, clicks UInt32'}) FORMAT TabSeparated`;
    for (const token of ['1-0', '1-0', '1-1']) await index.database.insertSelected(insert, block, token);
    const Sum = z.object({ clicks: z.int() });
    const all = selectFacts(
      'console_rows',
      { workspace_id: 'ws_own' },
      { columns: sql`sum(clicks) AS clicks`, where: sql`1` },
    );
    expect(await index.database.rows(Sum, all)).toEqual([{ clicks: 10 }]);
  });

  it('belongs to a workspace', async () => {
    const nobody = consolePart({ workspace_id: '' });
    await expect(index.consoleWriter.write(nobody, [])).rejects.toThrow('belong to a workspace');
  });
});

describe('a day', () => {
  it('is that of the newest load, whole, and others keep theirs', async () => {
    await importConsole(index.consoleWriter, consolePart({ load: 'monday' }), [
      consoleRow({ day: '2026-11-16', query: 'hose', clicks: 1 }),
      consoleRow({ day: '2026-11-17', query: 'hose', clicks: 2 }),
      consoleRow({ day: '2026-11-17', query: 'pipe', clicks: 4 }),
    ]);
    const newer = consolePart({ load: 'tuesday', observed_at: new Date('2026-11-21T06:00:00Z') });
    await importConsole(index.consoleWriter, newer, [consoleRow({ day: '2026-11-17', query: 'hose', clicks: 3 })]);
    expect(await clicks()).toEqual({ '2026-11-16': 1, '2026-11-17': 3 });
  });

  it('without rows replaces one with rows', async () => {
    await importConsole(index.consoleWriter, consolePart({ load: 'monday' }), [consoleRow({ clicks: 2 })]);
    const newer = consolePart({ load: 'tuesday', observed_at: new Date('2026-11-21T06:00:00Z') });
    await importConsole(index.consoleWriter, newer, [], daysBetween('2026-11-17', '2026-11-17'));
    expect(await clicks()).toEqual({});
  });

  it('is not replaced by what was observed before it', async () => {
    await importConsole(index.consoleWriter, consolePart({ load: 'monday' }), [consoleRow({ clicks: 2 })]);
    const older = consolePart({ load: 'sunday', observed_at: new Date('2026-11-19T06:00:00Z') });
    await importConsole(index.consoleWriter, older, [consoleRow({ clicks: 1 })]);
    expect(await clicks()).toEqual({ '2026-11-17': 2 });
  });

  it('is the sum of all parts of its load', async () => {
    for (const part of ['shard 1', 'shard 2', 'shard 3']) {
      await importConsole(index.consoleWriter, consolePart({ part }), [consoleRow({ clicks: 2 })]);
    }
    expect(await clicks()).toEqual({ '2026-11-17': 6 });
  });
});

describe('rows that were replaced', () => {
  it('are deleted when the next part is published, and those that a kill left behind after a week', async () => {
    const Count = z.object({ rows: z.int() });
    const count = async (): Promise<number | undefined> =>
      (
        await index.database.rows(
          Count,
          selectFacts('console_rows', { workspace_id: 'ws_own' }, { columns: sql`count() AS rows`, where: sql`1` }),
        )
      )[0]?.rows;
    const writer = new EngineConsoleWriter(index.database);
    const rows = Array.from({ length: 10 }, () => consoleRow({ clicks: 1 }));
    for (const load of ['1', '2', '3']) {
      const observed_at = new Date(Date.parse('2026-11-20T06:00:00Z') + Number(load) * 1000);
      await importConsole(writer, consolePart({ load, observed_at }), rows);
    }
    await importConsole(writer, consolePart({ workspace_id: 'ws_other' }), rows);
    await writer.close();
    await expect.poll(count).toBe(20);
    expect(await clicks()).toEqual({ '2026-11-17': 10 });
    expect(await clicks('ws_other')).toEqual({ '2026-11-17': 10 });

    const COLUMNS = sql`workspace_id, engine, property, search_type, grain, day, days, writing, source, observed_at, written_at`;
    for (const age of [8, 6]) {
      await index.database.run(sql`INSERT INTO console_rows (${COLUMNS}) VALUES
        ('ws_own', 'google', 'sc-domain:shop.test', 'web', 'detail', '2026-11-17', 1, ${age}, 'x', now(), now() - INTERVAL ${age} DAY)`);
    }
    const next = new EngineConsoleWriter(index.database);
    await importConsole(next, consolePart({ load: '4', observed_at: new Date('2026-11-21T06:00:00Z') }), rows);
    await next.close();
    // Two loads of ten rows, and what was left behind six days ago.
    await expect.poll(count).toBe(21);
  });
});

describe('a console reader', () => {
  it('tells what a workspace has, and of nobody else', async () => {
    const part = consolePart();
    await importConsole(index.consoleWriter, part, [], daysBetween('2026-11-01', '2026-11-04'));
    await importConsole(
      index.consoleWriter,
      { ...part, part: 'part 2' },
      [],
      daysBetween('2026-11-10', '2026-11-11', { is_final: false }),
    );
    const queries = { ...part, grain: 'query', property: 'https://www.shop.test/' } as const;
    await importConsole(
      index.consoleWriter,
      queries,
      [],
      [{ day: '2026-10-01', days: 28, is_final: true, is_cut: true }],
    );
    await importConsole(index.consoleWriter, { ...part, workspace_id: 'ws_other', property: 'sc-domain:other.test' }, [
      consoleRow(),
    ]);
    const shared = { engine: 'google', search_type: 'web', source: 'search-console' };
    const observed_at = '2026-11-20T06:00:00.000Z';
    expect(await index.consoleReader.properties('ws_own', signal)).toEqual([
      {
        ...shared,
        property: 'https://www.shop.test/',
        grain: 'query',
        first_day: '2026-10-01',
        last_day: '2026-10-28',
        days: 28,
        observed_at,
      },
      {
        ...shared,
        property: 'sc-domain:shop.test',
        grain: 'detail',
        first_day: '2026-11-01',
        last_day: '2026-11-11',
        days: 6,
        observed_at,
      },
    ]);
    expect(await index.consoleReader.finalDays('ws_own', TABLE, signal)).toEqual([
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
    ]);
    expect(
      await index.consoleReader.finalDays(
        'ws_own',
        { ...TABLE, grain: 'query', property: 'https://www.shop.test/' },
        signal,
      ),
    ).toEqual([]);
    expect(await index.consoleReader.finalDays('ws_other', TABLE, signal)).toEqual([]);
  });
});
