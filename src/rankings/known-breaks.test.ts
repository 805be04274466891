import { expect, it } from 'vitest';

import { listBreaks } from './known-breaks.ts';

it('names the breaks that days touch, first and last day included, and none of another engine', () => {
  const from = (first: string, last: string) => listBreaks('google', first, last).map((known) => known.from);
  expect(from('2025-04-01', '2025-05-12')).toEqual([]);
  expect(from('2025-04-01', '2025-05-13')).toEqual(['2025-05-13']);
  expect(from('2025-09-20', '2025-10-20')).toEqual(['2025-05-13', '2025-09-10']);
  expect(from('2026-04-27', '2026-05-20')).toEqual(['2025-05-13']);
  expect(from('2026-04-28', '2026-05-20')).toEqual([]);
  expect(listBreaks('bing', '2025-09-01', '2025-09-30')).toEqual([]);
});
