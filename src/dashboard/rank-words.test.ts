import { describe, expect, it } from 'vitest';

import { wordChange } from './app/model/rank-words.ts';

const row = {
  position: 4,
  position_before: 7,
  checked_at: '2026-03-20T09:00:00Z',
  checked_before_at: '2026-02-20T09:00:00Z',
  significant_change: null,
};
const change = { from: 7, to: 5, direction: 'up', at: '2026-03-02T09:00:00Z' } as const;

describe('what a row of tracked keywords says of its change', () => {
  it('is the way from the start of the window to now where it goes beyond the noise', () => {
    expect(wordChange({ ...row, significant_change: change })).toEqual({ tone: 'good', text: '▲ 7 → 4' });
    const found = {
      ...row,
      position: 19,
      position_before: null,
      significant_change: { ...change, from: null, to: 22 },
    };
    expect(wordChange(found)).toEqual({ tone: 'good', text: '▲ new at 19' });
  });

  it('is the change alone where the position went back since', () => {
    const back = { ...row, position: 7, significant_change: change };
    expect(wordChange(back)).toEqual({ tone: 'good', text: '▲ 7 → 5' });
  });

  it('is noise where nothing went beyond it', () => {
    expect(wordChange(row)).toEqual({ tone: 'quiet', text: '7 → 4, within noise' });
  });
});
