import { describe, expect, it } from 'vitest';

import { readPage } from '../web/page/read.ts';
import { listEntities } from '../web/structured-data/entity.ts';
import { readOpeningHours } from '../web/hours/opening-hours.ts';
import { compareHours } from './compare-hours.ts';
import { readStatedHours } from './stated-hours.ts';

function stated(facts: object) {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Store', name: 'Wheel', ...facts });
  const page = readPage({ html: `<script type="application/ld+json">${json}</script>` }, undefined);
  const store = listEntities(page).find(({ types }) => types.includes('Store'));
  return store === undefined ? null : readStatedHours(store);
}

/** Days on which OpenStreetMap and the site disagree. */
function differing(osm: string, facts: object): string[] | null {
  const [listing, site] = [readOpeningHours(osm), stated(facts)];
  if (listing === null || site === null) return null;
  return compareHours(listing, site).flatMap(({ day, matches, ...shown }) =>
    matches ? [] : [`${day}: ${shown.listing} / ${shown.site}`],
  );
}

const spec = (dayOfWeek: unknown, opens: string, closes: string, more: object = {}) => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek,
  opens,
  closes,
  ...more,
});
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

describe('opening hours of a map and of structured data', () => {
  it.each([
    ['Mo-Fr 09:00-17:00', { openingHours: 'Mo-Fr 09:00-17:00' }],
    ['Mo-Fr 09:00-17:00; Sa 10:00-14:00', { openingHours: ['Mo-Fr 09:00-17:00', 'Sa 10:00-14:00'] }],
    ['Mo-Fr 09:00-17:00', { openingHours: 'Monday-Friday 9:00–17:00' }],
    ['Mo-Fr 09:00-17:00', { openingHoursSpecification: [spec(WEEKDAYS, '09:00', '17:00')] }],
    [
      'Mo-Fr 09:00-17:00',
      {
        openingHoursSpecification: [
          spec(
            WEEKDAYS.map((day) => `https://schema.org/${day}`),
            '9:00 AM',
            '5:00 PM',
          ),
        ],
      },
    ],
    ['Mo 09:00-12:00,12:00-17:00', { openingHoursSpecification: [spec('Monday', '09:00:00', '17:00:00')] }],
    ['Mo 09:00-12:00,13:00-17:00', { openingHours: ['Mo 13:00-17:00', 'Mo 09:00-12:00'] }],
    ['Fr 20:00-02:00', { openingHoursSpecification: [spec('Friday', '20:00', '02:00')] }],
    [
      'Fr 20:00-02:00',
      { openingHoursSpecification: [spec('Friday', '20:00', '23:59'), spec('Saturday', '00:00', '02:00')] },
    ],
    [
      'Su 20:00-02:00',
      { openingHoursSpecification: [spec('Sunday', '20:00', '23:59'), spec('Monday', '00:00', '02:00')] },
    ],
    ['24/7', { openingHoursSpecification: [spec([...WEEKDAYS, 'Saturday', 'Sunday'], '00:00', '23:59')] }],
    ['24/7', { openingHours: 'Mo-Su 00:00-24:00' }],
    [
      'Mo-Fr 09:00-17:00; PH off',
      {
        openingHoursSpecification: [
          spec(WEEKDAYS, '09:00', '17:00'),
          spec('Sunday', '00:00', '00:00'),
          spec('https://schema.org/PublicHolidays', '10:00', '12:00'),
          spec(WEEKDAYS, '10:00', '12:00', { validFrom: '2026-12-24', validThrough: '2026-12-31' }),
        ],
      },
    ],
  ])('agree: %s', (osm, facts) => {
    expect(differing(osm, facts)).toEqual([]);
  });

  it('differ by day, and a night belongs to the day on which it begins', () => {
    expect(differing('Mo-Fr 09:00-17:00', { openingHours: 'Mo-Th 09:00-17:00' })).toEqual([
      'friday: 09:00-17:00 / closed',
    ]);
    expect(differing('Fr 20:00-02:00', { openingHours: 'Fr 20:00-01:00' })).toEqual([
      'friday: 20:00-02:00 / 20:00-01:00',
    ]);
  });

  it.each([
    {},
    { openingHours: 'by appointment' },
    { openingHoursSpecification: [spec('Caturday', '09:00', '17:00')] },
    { openingHoursSpecification: [spec('Monday', 'morning', '17:00')] },
  ])('are unknown where structured data states none that can be read: %j', (facts) => {
    expect(stated(facts)).toBeNull();
  });
});
