import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assert, asyncProperty, property, string } from 'fast-check';
import { z } from 'zod';

import { anyCharacter } from '../../../test/any-character.ts';
import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { joined, sql } from './sql.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

async function back(text: string): Promise<string | undefined> {
  const rows = await index.database.rows(z.object({ value: z.string() }), sql`SELECT ${text} AS value`);
  return rows[0]?.value;
}

describe('sql', () => {
  it('brings any text to the engine and back unchanged', async () => {
    const hostile = [
      `'`,
      `''`,
      `\\'`,
      `\\`,
      `\\\\'; DROP TABLE pages; --`,
      `{name:String}`,
      `\${1}`,
      '`',
      '"',
      '\n\r\t\b\f\v',
      'a\u0000b',
      '漢字 \u{1F600} \u202E',
      '\\x41\\u0041\\N',
      '/* comment */ -- # ',
      "$$heredoc$$ 'x'",
      ' FORMAT Null',
      '%_?*',
    ];
    for (const text of hostile) expect(await back(text)).toBe(text);
    await assert(
      asyncProperty(string({ unit: anyCharacter, maxLength: 60 }), async (text) => {
        expect(await back(text)).toBe(text.toWellFormed());
      }),
      { numRuns: 60 },
    );
  });

  it('keeps a statement one statement, whatever the text', () => {
    assert(
      property(string({ unit: anyCharacter }), (text) => {
        const { text: statement } = sql`${text}`;
        const inner = statement.slice(1, -1).replaceAll(/\\[\s\S]/g, '');
        expect(statement.startsWith("'") && statement.endsWith("'")).toBe(true);
        expect(inner.includes("'") || inner.includes('\\')).toBe(false);
      }),
    );
  });

  it('writes numbers, dates, lists and fragments as literals', async () => {
    const statement = sql`SELECT ${1.5} AS n, ${9_007_199_254_740_993n} > 9007199254740992 AS big, ${true} AS yes, ${null} AS nothing,
      toString(${new Date(Date.UTC(2026, 2, 1, 1, 2, 3, 4))}) AS at, ('b', 2) IN ${[
        ['a', 1],
        ['b', 2],
      ]} AS found, ${sql`1 + 1`} AS two,
      ${joined([sql`1`, sql`0`], ' AND ')} AS both, 'x' IN ${["x'"]} AS other`;
    const rows = await index.database.rows(z.record(z.string(), z.unknown()), statement);
    expect(rows[0]).toEqual({
      n: 1.5,
      big: 1,
      yes: 1,
      nothing: null,
      at: '2026-03-01 01:02:03.004',
      found: 1,
      two: 2,
      both: 0,
      other: 0,
    });
  });

  it('refuses what has no meaning as a literal', () => {
    expect(() => sql`${Number.NaN}`).toThrow(TypeError);
    expect(() => sql`${Number.POSITIVE_INFINITY}`).toThrow(TypeError);
    expect(() => sql`${new Date('no date')}`).toThrow(TypeError);
    expect(() => sql`${[]}`).toThrow(TypeError);
  });
});
