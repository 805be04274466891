import { array, assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Row, RowCutter, type RowSpan } from './rows.ts';
import { measureGrowth } from '../../../test/growth.ts';

function cut(text: string, separator = ',', part = text.length || 1): Row[] {
  const cutter = new RowCutter(separator);
  const rows: Row[] = [];
  for (let at = 0; at < text.length; at += part) rows.push(...cutter.push(text.slice(at, at + part)));
  return [...rows, ...cutter.end()];
}

const cells = (rows: readonly Row[]): unknown[] => rows.map((row) => row.cells ?? row.fault);

function textOf({ units, from, to }: RowSpan): string {
  return String.fromCharCode(...units.subarray(from, to));
}

describe('rows', () => {
  it('are cut at line ends, and cells at separators, unless they are quoted', () => {
    expect(cells(cut('a,b\r\n"c,1","d ""x""\nnext"\ne,'))).toEqual([
      ['a', 'b'],
      ['c,1', 'd "x"\nnext'],
      ['e', ''],
    ]);
    expect(cut('a\n"b\nb"\nc').map((row) => row.line)).toEqual([1, 2, 4]);
  });

  it('say whether a line end follows them, which the last one may lack', () => {
    expect(cut('a,b\nc').map((row) => row.is_ended)).toEqual([true, false]);
    expect(cut('a,b\nc\n').map((row) => row.is_ended)).toEqual([true, true]);
  });

  it('come out the same, however the text is cut into parts', () => {
    const cell = string({ unit: constantFrom('a', '"', ',', '\n', '\r', 'é', '\0'), maxLength: 6 });
    const table = array(array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    assert(
      property(table, integer({ min: 1, max: 7 }), (rows, part) => {
        const text = rows
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',') + '\r\n')
          .join('');
        expect(cells(cut(text, ',', part))).toEqual(rows);
      }),
    );
  });

  it('without quotation marks tell where they stand, as the cells that they are cut into say', () => {
    const cutter = new RowCutter(',');
    const told: string[] = [];
    for (const part of ['a,é\r\nb,', '"x"\n\nc,d\n', 'e']) {
      for (const { span } of cutter.push(part)) told.push(span === undefined ? '-' : textOf(span));
    }
    for (const { span, cells: read } of cutter.end()) {
      told.push(span === undefined ? '-' : textOf(span));
      if (span !== undefined) expect(span.text.slice(span.from, span.to).split(',')).toEqual(read);
    }
    expect(told).toEqual(['a,é', '-', '', 'c,d', '-']);
  });

  it('lose the one line in which a quotation mark is left open, and no other', () => {
    expect(cells(cut('a,b\n"open,1\nc,d\ne,f\n'))).toEqual([['a', 'b'], 'open_quote', ['c', 'd'], ['e', 'f']]);
  });

  it('that never end are told once and passed over in bounded memory', () => {
    const long = 'x'.repeat(10_000_000);
    const rows = cut(`a,b\n${long}\nc,d\n`, ',', 65_536);
    expect(cells(rows)).toEqual([['a', 'b'], 'too_long', ['c', 'd']]);
    expect(rows.map((row) => row.line)).toEqual([1, 2, 3]);
  });

  it('with a million separators are refused, and open quotation marks are read in linear time', () => {
    expect(cells(cut(`${','.repeat(400_000)}\na,b\n`))).toEqual(['too_many_cells', ['a', 'b']]);
    expect(measureGrowth((times) => cut('"open\n"x'.repeat(times)), 500)).toBeLessThan(9);
    expect(measureGrowth((times) => cut('a,"b\n'.repeat(times), ',', 65_536), 10_000)).toBeLessThan(9);
  });
});
