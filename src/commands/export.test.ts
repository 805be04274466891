import { describe, expect, it } from 'vitest';

import { AppError } from '../kernel/errors.ts';
import { formatOf } from './export.ts';

describe('the format of an export', () => {
  it.each([
    ['links.csv', 'csv'],
    ['LINKS.CSV', 'csv'],
    ['links.parquet', 'parquet'],
    ['/dev/null', 'csv'],
    [undefined, 'csv'],
  ])('is told by the name of the file: %s is %s', (path, format) => {
    expect(formatOf(path, undefined)).toBe(format);
  });

  it('is the one that was asked for, whatever the file is called', () => {
    expect(formatOf('links.txt', 'csv')).toBe('csv');
    expect(formatOf('links', 'parquet')).toBe('parquet');
  });

  it.each(['out.xlsx', 'out.XLSX', 'links.csv.xlsx'])('is not guessed for %s: the error names the endings', (path) => {
    expect(failureOf(() => formatOf(path, undefined))).toEqual({
      code: 'invalid_input',
      message: 'An export cannot write .xlsx files.',
      fix: 'Name a file that ends in .csv or .parquet, or pass --format csv or --format parquet.',
    });
  });

  it('is none for packed files, even when it was asked for', () => {
    expect(() => formatOf('links.csv.gz', 'csv')).toThrow('Exports are not compressed.');
  });
});

function failureOf(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof AppError) return { code: thrown.code, message: thrown.message, fix: thrown.fix };
  }
  return undefined;
}
