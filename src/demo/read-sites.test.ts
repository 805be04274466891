import { expect, it } from 'vitest';

import { readSites } from './read-sites.ts';

it('leaves no instruction to itself in the text of a page', () => {
  const lines = readSites().flatMap(({ pages }) => pages.flatMap((page) => page.lines));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => /[{}]/.test(line))).toEqual([]);
});
