import { describe, expect, it } from 'vitest';

import { readOpeningHours } from './opening-hours.ts';

/** `mo 09:00-17:00 …`: the days that are open. */
function shown(text: string): string | null {
  const days = readOpeningHours(text);
  if (days === null) return null;
  const open = days.filter((day) => day.open.length > 0);
  return open
    .map(({ day, open: times }) => `${day.slice(0, 2)} ${times.map(({ from, to }) => `${from}-${to}`).join(',')}`)
    .join(' ');
}

describe('opening hours of OpenStreetMap', () => {
  it.each([
    ['Mo-Fr 09:00-17:30', 'mo 09:00-17:30 tu 09:00-17:30 we 09:00-17:30 th 09:00-17:30 fr 09:00-17:30'],
    [
      'Mo,We 9:00-12:00,13:00-17:00; Sa 10:00-14:00',
      'mo 09:00-12:00,13:00-17:00 we 09:00-12:00,13:00-17:00 sa 10:00-14:00',
    ],
    ['Mo-Tu 09:00-17:00, Sa 10:00-14:00', 'mo 09:00-17:00 tu 09:00-17:00 sa 10:00-14:00'],
    ['Sa-Mo 10:00-12:00', 'mo 10:00-12:00 sa 10:00-12:00 su 10:00-12:00'],
    ['Fr 20:00-02:00', 'fr 20:00-26:00'],
    ['Fr 08:00-26:00', 'fr 08:00-26:00'],
    ['Mo-Tu 10:00-18:00; Tu off', 'mo 10:00-18:00'],
    ['Mo-Tu 10:00-18:00; Tu 12:00-16:00; PH off', 'mo 10:00-18:00 tu 12:00-16:00'],
    ['Su,PH closed; Mo 10:00-18:00', 'mo 10:00-18:00'],
    ['Su off', ''],
  ])('%s are %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('around the clock, or without days, are those of every day', () => {
    const everyDay = (text: string): unknown[] => [
      ...new Set((readOpeningHours(text) ?? []).map(({ open }) => JSON.stringify(open))),
    ];
    expect(everyDay('24/7')).toEqual(['[{"from":"00:00","to":"24:00"}]']);
    expect(everyDay('10:00-20:00')).toEqual(['[{"from":"10:00","to":"20:00"}]']);
    expect(readOpeningHours('24/7')?.map(({ day }) => day)).toEqual([
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
      'saturday',
      'sunday',
    ]);
  });

  it.each([
    '',
    'Apr-Oct Mo-Fr 09:00-17:00',
    'sunrise-sunset',
    'Mo-Fr 09:00+',
    'Mo-Fr 25:00-26:00',
    'Mo-Fr 09:70-10:00',
    'Mo[1] 09:00-12:00',
    '"by appointment"',
    'Mo-Fr 09:00-17:00 || "call us"',
    'Mo-Fr 09:00-17:00; week 1-10 off',
    'daily',
    `Mo 09:00-17:00${'; Tu 09:00-17:00'.repeat(100)}`,
  ])('that are no plain week are unknown: %s', (text) => {
    expect(readOpeningHours(text)).toBeNull();
  });

  it('are read in a moment, however they are written', () => {
    for (const text of ['mo,'.repeat(60), `${'09:00-10:00,'.repeat(16)}x`, '-'.repeat(200), ' '.repeat(200)])
      expect(readOpeningHours(text)).toBeNull();
  });
});
