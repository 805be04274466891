import { describe, expect, it } from 'vitest';

import { operations } from '../operations/index.ts';
import { REPORTS, titleOf } from './app/reports/index.ts';

const analyses = operations.filter(({ is_account, is_batch }) => !is_account && !is_batch);

describe('the reports of the dashboard', () => {
  it('are one for each analysis, with at most six cards', () => {
    expect([...REPORTS.keys()].toSorted()).toEqual(analyses.map(({ id }) => id).toSorted());
    for (const { cards } of REPORTS.values()) expect(cards.length).toBeLessThanOrEqual(6);
  });

  it.each(analyses.map((operation) => [operation.id, operation.example] as const))(
    'are named after what was asked, never after an operation: %s',
    (id, example) => {
      const title = titleOf(id, example);
      expect(title).not.toContain(id);
      expect(title).not.toMatch(/undefined|\[object|^\s|\s$/);
    },
  );
});
