import { describe, expect, it } from 'vitest';

import type { CrawlProgress } from '../crawler/settings.ts';
import { progressText } from './crawl-progress.ts';

const PROGRESS: CrawlProgress = {
  fetched: 120,
  waiting: 30,
  failed: 0,
  refused: 0,
  in_flight: 2,
  confirming: 0,
  checking: 0,
  bytes: 1,
  pages_per_s: 1,
  found: new Map(),
  hosts: [],
};

describe('how a crawl goes', () => {
  it('is told with the three worst things that it has found, without notices and what the audit does not count', () => {
    const found = new Map([
      ['title.long', 90],
      ['title.missing', 14],
      ['link.none-internal', 20],
      ['index.status-5xx', 1],
      ['html.viewport', 60],
      ['no.such-rule', 99],
    ]);
    expect(progressText({ ...PROGRESS, found })).toBe(
      '120 read, 30 waiting. So far: 1 page returns a server error; 20 pages link to no other page of the site; 14 pages have no title.',
    );
  });

  it('is told alone where nothing was found', () => {
    expect(progressText({ ...PROGRESS, failed: 1 })).toBe('120 read, 30 waiting, 1 failed, 0 refused');
    expect(progressText({ ...PROGRESS, confirming: 1 })).toBe('120 read; asking 1 failing page once more');
  });
});
