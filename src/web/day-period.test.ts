import { expect, it } from 'vitest';

import { addDays, periodBetween, readPeriod } from './day-period.ts';

it('reads a period as two days, a month or a day, and nothing else', () => {
  expect(readPeriod('2026-10-24..2026-11-20')).toEqual({ from: '2026-10-24', days: 28 });
  expect(readPeriod(' 2026-10-24 to 2026-11-20 ')).toEqual({ from: '2026-10-24', days: 28 });
  expect(readPeriod('2026-10-24/2026-10-24')).toEqual({ from: '2026-10-24', days: 1 });
  expect(readPeriod('2028-02')).toEqual({ from: '2028-02-01', days: 29 });
  expect(readPeriod('2026-11-20')).toEqual({ from: '2026-11-20', days: 1 });
  for (const text of [
    '',
    '2026',
    '2026-13',
    '2026-02-30',
    '2026-11-20..2026-11-19',
    '20/11/2026',
    '1900-01-01..2026-01-01',
  ]) {
    expect(readPeriod(text)).toBeUndefined();
  }
});

it('counts days over the ends of months, years and summer time', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-30', -2)).toBe('2026-03-28');
  expect(periodBetween('2025-11-22', '2026-11-21')).toEqual({ from: '2025-11-22', days: 365 });
});
