import { describe, expect, it } from 'vitest';

import type { CrawlProgress } from '../crawler/settings.ts';
import { findingsOf, progressText } from './crawl-progress.ts';

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

const EXAMPLE = 'https://shop.example/a';

describe('how a crawl goes', () => {
  it('is told with the three worst things that it has found, without notices and what the audit does not count', () => {
    const counts = { 'title.long': 90, 'title.missing': 14, 'link.none-internal': 20, 'index.status-5xx': 1 };
    const others = { 'html.viewport': 60, 'no.such-rule': 99 };
    const found = new Map(
      Object.entries({ ...counts, ...others }).map(([rule, count]) => [rule, { count, example: EXAMPLE }]),
    );
    const findings = findingsOf({ ...PROGRESS, found }, []);
    expect(findings).toEqual([
      { rule: 'index.status-5xx', count: 1, example: EXAMPLE },
      { rule: 'link.none-internal', count: 20, example: EXAMPLE },
      { rule: 'title.missing', count: 14, example: EXAMPLE },
      { rule: 'html.viewport', count: 60, example: EXAMPLE },
    ]);
    expect(progressText(PROGRESS, findings)).toBe(
      '120 read, 30 waiting. So far: 1 page returns a server error; 20 pages link to no other page of the site; 14 pages have no title.',
    );
  });

  it('is told alone where nothing was found', () => {
    expect(progressText({ ...PROGRESS, failed: 1 }, [])).toBe('120 read, 30 waiting, 1 failed, 0 refused');
    expect(progressText({ ...PROGRESS, confirming: 1 }, [])).toBe('120 read; asking 1 failing page once more');
  });

  it('counts on from what the crawl had found before its last turn', () => {
    const before = [{ rule: 'title.missing', count: 14, example: EXAMPLE }];
    const found = new Map([['title.missing', { count: 2, example: 'https://shop.example/b' }]]);
    expect(findingsOf({ ...PROGRESS, found }, before)).toEqual([
      { rule: 'title.missing', count: 16, example: EXAMPLE },
    ]);
  });
});
