import { describe, expect, it } from 'vitest';

import { readDataRows } from '../../../kernel/data.ts';
import { BUCKETS } from './buckets.ts';
import { FRAMES, WRITTEN_IN } from './frames.ts';

/** Prompts that the plain questions have to fill when one topic is asked for fifty. */
const LAST_MIN = 40;

describe.each(WRITTEN_IN)('the prompts in %s', (language) => {
  const rows = readDataRows(import.meta.url, `data/prompts.${language}.tsv`);

  it('have sentences for every bucket, users and enough plain questions', () => {
    const { by_bucket, users, last } = FRAMES[language];
    for (const bucket of BUCKETS) expect(by_bucket.get(bucket)?.length).toBeGreaterThanOrEqual(8);
    expect(users.length).toBeGreaterThanOrEqual(4);
    expect(last.length).toBeGreaterThanOrEqual(LAST_MIN);
  });

  it('use only columns, offers, questions and slots that are known', () => {
    const parts = new Set<string>([...BUCKETS, 'user', 'last']);
    for (const [part = '', trades = '', asks = '', text = '', ...more] of rows) {
      expect(parts).toContain(part);
      expect(trades).toMatch(/^(?:|(?:software|goods|local|seller)(?:\+(?:software|goods|local|seller))*)$/);
      expect(asks).toMatch(/^(?:|decision|near|case)$/);
      expect(text).toMatch(/^\S(?:.*\S)?$/u);
      expect(text.replaceAll(/\{[ABCEFGJKLNOQSTUWXZ]\}/g, '')).not.toMatch(/[{}]/);
      expect(more).toEqual([]);
    }
  });
});
