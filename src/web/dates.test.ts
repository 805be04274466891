import { describe, expect, it } from 'vitest';

import { parseDate, parsePublishedAt } from './dates.ts';

describe('a date', () => {
  it.each([
    ['2026-03-04', '2026-03-04'],
    ['2026/03/05', '2026-03-05'],
    ['2026.3.4', '2026-03-04'],
    ['March 5, 2026', '2026-03-05'],
    ['4 March 2026', '2026-03-04'],
    ['Wednesday, 4th March 2026', '2026-03-04'],
    ['4. März 2026', '2026-03-04'],
    ['4 mars 2026', '2026-03-04'],
    ['4 de marzo de 2026', '2026-03-04'],
    ['2026年3月4日', '2026-03-04'],
    ['20260304', '2026-03-04'],
    ['1900-01-01', '1900-01-01'],
    ['2200-12-31', '2200-12-31'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
  ])('is a day without a time where it has none: %s', (written, iso) => {
    expect(parseDate(written)).toBe(iso);
  });

  it.each([
    ['2026-03-04T10:20:30Z', '2026-03-04T10:20:30Z'],
    ['2026-03-04 10:20', '2026-03-04T10:20:00'],
    ['2026-03-04T10:20:30.123+0200', '2026-03-04T10:20:30+02:00'],
    ['20260304T102030Z', '2026-03-04T10:20:30Z'],
    ['Wed, 04 Mar 2026 10:20:30 GMT', '2026-03-04T10:20:30Z'],
    ['Wed, 04 Mar 26 10:20:30 EST', '2026-03-04T10:20:30-05:00'],
    ['Wednesday, 04-Mar-26 10:20:30 UTC', '2026-03-04T10:20:30Z'],
    ['Wed Mar 04 2026 10:20:30 GMT+0100 (Central European Standard Time)', '2026-03-04T10:20:30+01:00'],
    ['March 4, 2026 3:05 PM', '2026-03-04T15:05:00'],
    ['March 4, 2026 12:05 a.m.', '2026-03-04T00:05:00'],
    ['2026-03-04T25:00', '2026-03-04'],
  ])('keeps its time, with the offset that it states: %s', (written, iso) => {
    expect(parseDate(written)).toBe(iso);
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    'February 30, 2026',
    '31 April 2026',
  ])('is refused where the calendar has no such day: %s', (written) => {
    expect(parseDate(written)).toBeUndefined();
    expect(parsePublishedAt(written)).toBeUndefined();
  });

  it.each(['03/04/2026', 'yesterday', '', 'March 2026', '0000-00-00', '1899-12-31', '2201-01-01', '4 Foo 2026'])(
    'is not guessed at: %j',
    (written) => {
      expect(parseDate(written)).toBeUndefined();
    },
  );
});

describe('when a page was published', () => {
  it('is a day, or a time in UTC', () => {
    expect(parsePublishedAt('March 5, 2026')).toBe('2026-03-05');
    expect(parsePublishedAt('2026/03/05')).toBe('2026-03-05');
    expect(parsePublishedAt('2026-03-05T00:30:00+02:00')).toBe('2026-03-04T22:30:00Z');
    expect(parsePublishedAt('2026-03-05 10:00')).toBe('2026-03-05T10:00:00Z');
  });

  it('lies in the years of the web', () => {
    expect(['1989-12-31', '1990-01-01', '2100-12-31', '2101-01-01'].map((day) => parsePublishedAt(day))).toEqual([
      undefined,
      '1990-01-01',
      '2100-12-31',
      undefined,
    ]);
  });
});
