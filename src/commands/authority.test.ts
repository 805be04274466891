import { expect, it } from 'vitest';

import { toldOf } from './authority.ts';

const FIGURES = { domains: 1, hosts: 1200, pages: 3, edges: 2, duration_ms: 10 };

it('a command says what authority was computed of, or that it is still to come', () => {
  expect(toldOf(FIGURES)).toBe('Authority computed for 1 domain, 1,200 hosts, 3 pages from 2 links.');
  expect(toldOf({ ...FIGURES, whole_due_at: new Date() })).toBe(
    'Links are up to date. An index of this size computes authority once a day; run `seamark index rebuild` to compute it now.',
  );
});
