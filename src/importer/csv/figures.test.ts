import { expect, it } from 'vitest';

import { readDecimal, readVolume } from './figures.ts';

it.each([
  ['1000', 1000],
  ['1,000', 1000],
  ['1.000', 1000],
  ['1 000 000', 1_000_000],
  ["12'500", 12_500],
  ['0', 0],
  ['2.5K', 2500],
  ['1,5 Tsd.', 1500],
  ['2 Mio.', 2_000_000],
  ['10', 10],
])('reads %s as one number of searches', (text, value) => {
  expect(readVolume(text)).toEqual({ value, low: null, high: null });
});

it.each([
  ['1K – 10K', 1000, 10_000],
  ['100-1K', 100, 1000],
  ['1,000 to 10,000', 1000, 10_000],
  ['10 Tsd. bis 100 Tsd.', 10_000, 100_000],
  ['0-10', 0, 10],
  ['< 10', 0, 10],
])('keeps %s as bounds, without a number between them', (text, low, high) => {
  expect(readVolume(text)).toEqual({ value: null, low, high });
});

it('keeps what is at least so much without an upper bound', () => {
  expect(readVolume('1M+')).toEqual({ value: null, low: 1_000_000, high: null });
  expect(readVolume('> 1000')).toEqual({ value: null, low: 1000, high: null });
});

it.each(['', '-', '—', 'N/A', ' '])('takes %j for nothing said, which is not zero', (text) => {
  expect(readVolume(text)).toBeNull();
});

it.each(['many', '10K - 1K', '1-2-3', '-5', '1e5'])('does not guess at %s', (text) => {
  expect(readVolume(text)).toBeUndefined();
});

it('reads decimal numbers with either mark', () => {
  expect(['1.25', '1,25', '1,234.56', '1.234,56', '7', '0.5'].map(readDecimal)).toEqual([
    1.25, 1.25, 1234.56, 1234.56, 7, 0.5,
  ]);
  expect(['', 'x', '1.', '$1', '-1'].map(readDecimal)).toEqual(Array.from({ length: 5 }, () => undefined));
});
