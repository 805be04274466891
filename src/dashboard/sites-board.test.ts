import { describe, expect, it } from 'vitest';

import { boardSentence, sortBoard } from './sites-board.ts';
import type { BoardRow } from './views.ts';

const site = (name: string, ...alerts: readonly string[]): BoardRow => ({
  workspace: { id: 'ws_default', name: 'Default' },
  id: name,
  name,
  target: name,
  alerts,
  health: null,
  critical: 0,
  clicks: null,
  top10: null,
  referring_domains: null,
  ai: null,
  last_crawl: null,
});

describe('the sentence over all sites', () => {
  it.each([
    [[], 'No sites yet.'],
    [[site('a.example')], 'Your site needs nothing today.'],
    [[site('a.example', 'health fell from 82 to 71')], 'a.example needs you: health fell from 82 to 71.'],
    [[site('a.example'), site('b.example')], 'None of your 2 sites needs you today.'],
    [
      [site('a.example'), site('b.example', 'health fell from 82 to 71')],
      '1 of 2 sites needs you: b.example, health fell from 82 to 71.',
    ],
    [
      [site('a.example', 'the last crawl failed'), site('b.example', 'clicks fell from 900 to 500')],
      '2 of 2 sites need you: a.example, the last crawl failed, and others.',
    ],
  ])('says what needs a look', (rows, sentence) => {
    expect(boardSentence(rows)).toBe(sentence);
  });

  it('begins with the site that has most alerts, then goes by name', () => {
    const rows = [site('b.example'), site('c.example', 'one'), site('a.example'), site('d.example', 'one', 'two')];
    expect(sortBoard(rows).map(({ name }) => name)).toEqual(['d.example', 'c.example', 'a.example', 'b.example']);
  });
});
