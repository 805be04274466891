import { expect, it } from 'vitest';

import { capitalizePlaces } from './places.ts';

it.each([
  ['bike shop bristol', 'bike shop Bristol'],
  ['zahnarzt münchen', 'zahnarzt München'],
  ['plumber in new york', 'plumber in New York'],
  ['payroll software uk', 'payroll software UK'],
  ['london-based iPhone repair', 'london-based iPhone repair'],
  ['bathroom tiles', 'bathroom tiles'],
])('places in “%s” are written as names: %s', (text, written) => {
  expect(capitalizePlaces(text)).toBe(written);
});
