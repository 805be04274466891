import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { assignBest } from './assignment.ts';

const table = (rows: readonly Readonly<Record<number, number>>[]): Map<number, number>[] =>
  rows.map((row) => new Map(Object.entries(row).map(([column, value]) => [Number(column), value])));

const sumOf = (values: readonly ReadonlyMap<number, number>[], chosen: readonly (number | undefined)[]): number =>
  chosen.reduce<number>((sum, column, row) => sum + (column === undefined ? 0 : (values[row]?.get(column) ?? 0)), 0);

/** Every way to give columns to rows. */
function findGreatestSum(
  values: readonly ReadonlyMap<number, number>[],
  row = 0,
  taken: ReadonlySet<number> = new Set(),
): number {
  const own = values[row];
  if (own === undefined) return 0;
  const without = findGreatestSum(values, row + 1, taken);
  return Math.max(
    without,
    ...[...own]
      .filter(([column]) => !taken.has(column))
      .map(([column, value]) => value + findGreatestSum(values, row + 1, new Set([...taken, column]))),
  );
}

describe('assignBest', () => {
  it('gives up a best pair where that lets two others be good', () => {
    expect(assignBest(table([{ 0: 100, 1: 99 }, { 0: 96 }]), 2)).toEqual([1, 0]);
  });

  it('leaves rows without a column, and makes no pair that is worth nothing', () => {
    expect(assignBest(table([{}, { 1: 0 }, { 0: -5 }, { 0: 1 }]), 2)).toEqual([undefined, undefined, undefined, 0]);
    expect(assignBest([], 3)).toEqual([]);
  });

  it('finds the greatest sum of all', () => {
    const row = fc.dictionary(fc.constantFrom('0', '1', '2', '3'), fc.integer({ min: -3, max: 30 }));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const values = table(rows);
        const chosen = assignBest(values, 4);
        const columns = chosen.filter((column) => column !== undefined);
        expect(new Set(columns).size).toBe(columns.length);
        expect(sumOf(values, chosen)).toBe(findGreatestSum(values));
      }),
      { numRuns: 300 },
    );
  });
});
