import { expect, it } from 'vitest';

import { computeAuthority, toldOf } from './authority.ts';

const FIGURES = { domains: 1, hosts: 1200, pages: 3, edges: 2, duration_ms: 10 };

it('a command says what authority was computed of, or that it is still to come', () => {
  expect(toldOf(FIGURES)).toBe('Authority computed for 1 domain, 1,200 hosts, 3 pages from 2 links.');
  expect(toldOf({ ...FIGURES, whole_due_at: new Date() })).toBe(
    'Links are up to date. An index of this size computes authority once a day; run `seamark index rebuild` to compute it now.',
  );
});

it('a command notes for the service when all authority of a large index is due', async () => {
  const due = new Date('2026-12-01T10:00:00Z');
  const terminal = { out: () => undefined, err: () => undefined, interactive: false, color: false };
  const wanted: Date[] = [];
  const wantLater = async (at: Date): Promise<void> => void wanted.push(at);
  for (const report of [FIGURES, { ...FIGURES, whole_due_at: due }]) {
    const index = { admin: { update: () => Promise.resolve(report) } };
    expect(await computeAuthority(index, wantLater, terminal, new AbortController().signal)).toBe(true);
  }
  expect(wanted).toEqual([due]);
});
