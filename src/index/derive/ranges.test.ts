import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { sql } from '../database/sql.ts';
import { cutRanges, domainRanges, inDomains, inRange, linkRanges, targetsOfRange } from './ranges.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const place = (host: string, rows: number) => ({ host, path: '/', source: 's.', rows });

describe('ranges of links', () => {
  it('hold no more than they may, begin where the one before ends, and cover everything', () => {
    const ranges = cutRanges([place('a.', 40), place('b.', 40), place('c.', 40), place('d.', 10)], 90);
    expect(ranges.map(({ from, to, parts }) => [from?.host, to?.host, parts])).toEqual([
      [undefined, 'c.', 1],
      ['c.', undefined, 1],
    ]);
  });

  it('cut links that one place of the key holds into parts by their pages', () => {
    const ranges = cutRanges([place('a.', 10), place('b.', 300), place('c.', 10)], 100);
    expect(ranges.map(({ from, to, part, parts }) => [from?.host, to?.host, part, parts])).toEqual([
      [undefined, 'b.', 0, 1],
      ['b.', 'c.', 0, 3],
      ['b.', 'c.', 1, 3],
      ['b.', 'c.', 2, 3],
      ['c.', undefined, 0, 1],
    ]);
  });

  it('make none of no links', async () => {
    expect(cutRanges([], 10)).toEqual([]);
    expect(await linkRanges(index.database, {}, 10)).toEqual([]);
  });

  it('have every link in exactly one of them, with the page that it names', async () => {
    const links = Array.from({ length: 2500 }, (_, at) => `https://t${at % 60}.com/p/${at % 7}`);
    for (let page = 0; page < 2; page += 1) {
      const distinct = links.map((to, at) => ({ to, anchor: `link ${at + page}` }));
      await index.writer.write(pageFact(`https://s${page}.org/`, { links: distinct }));
      await index.writer.flush();
    }
    const ranges = await linkRanges(index.database, {}, 1500);
    expect(ranges.length).toBeGreaterThan(2);
    const Counts = z.object({ links: z.int(), sum: z.string(), strays: z.int() });
    const all = await index.database.rows(
      z.object({ links: z.int(), sum: z.string() }),
      sql`SELECT count() AS links, toString(sum(cityHash64(target_host, target_path, source_host, anchor))) AS sum FROM links FINAL`,
    );
    let count = 0;
    let sum = 0n;
    for (const range of ranges) {
      const rows = await index.database.rows(
        Counts,
        sql`SELECT count() AS links, toString(sum(cityHash64(target_host, target_path, source_host, anchor))) AS sum,
          countIf(NOT (${targetsOfRange(range, sql`target_host`, sql`target_path`)})) AS strays
          FROM links FINAL WHERE ${inRange(range)}`,
      );
      expect(rows[0]?.strays).toBe(0);
      count += rows[0]?.links ?? 0;
      sum += BigInt(rows[0]?.sum ?? 0);
    }
    expect(count).toBe(5000);
    expect([{ links: count, sum: String(BigInt.asUintN(64, sum)) }]).toEqual(all);
  });
});

describe('ranges of domains', () => {
  it('never cut a registrable domain in two, however many hosts it has', async () => {
    const links = Array.from({ length: 3000 }, (_, at) => `https://h${at % 180}.one.com/${at}`);
    const others = Array.from({ length: 1000 }, (_, at) => `https://h.t${at % 50}.com/${at}`);
    await index.writer.write(pageFact('https://source.org/', { links: links.concat(others) }));
    await index.writer.flush();
    const ranges = await domainRanges(index.database, {}, 800);
    expect(ranges.length).toBeGreaterThan(1);
    const found: string[] = [];
    for (const range of ranges) {
      const rows = await index.database.rows(
        z.object({ domain: z.string() }),
        sql`SELECT DISTINCT substring(target_host, 1, target_domain_length) AS domain FROM links
          WHERE ${inDomains(range, sql`target_host`)}`,
      );
      found.push(...rows.map(({ domain }) => domain));
    }
    expect(found).toHaveLength(51);
    expect(new Set(found).size).toBe(51);
  });
});
