import { describe, expect, it } from 'vitest';

import { counted } from './grammar.ts';
import { inline, markdownTable, summary } from './markdown.ts';

describe('markdownTable', () => {
  it('keeps pipes and line breaks of a cell inside the cell', () => {
    expect(markdownTable(['A'], [['x | y\nz']])).toBe('| A |\n| --- |\n| x \\| y z |');
  });

  it('is nothing when there are no rows', () => {
    expect(markdownTable(['A', 'B'], [])).toBe('');
  });

  it('shows what is unknown as a dash, not as zero', () => {
    expect(markdownTable(['A', 'B'], [[null, 0]])).toBe('| A | B |\n| --- | --- |\n| – | 0 |');
  });
});

describe('inline', () => {
  it('leaves no markup of a page active', () => {
    expect(inline('[x](http://e) <b>*y*</b> | `z`\u0000\u202E')).not.toMatch(/(?<!\\)[[\]<>*|`]/);
  });

  it('is bounded', () => {
    expect(inline('word '.repeat(100), 20).length).toBeLessThanOrEqual(20);
  });
});

describe('counted', () => {
  it('is right in singular and plural', () => {
    expect([counted(0, 'page'), counted(1, 'page'), counted(1200, 'page'), counted(2, 'box', 'boxes')]).toEqual([
      '0 pages',
      '1 page',
      '1,200 pages',
      '2 boxes',
    ]);
  });
});

describe('summary', () => {
  it('drops whole parts that would not fit, never half a table', () => {
    expect(summary(['head', 'x'.repeat(50), 'tail'], 20)).toBe('head');
  });

  it('skips empty parts', () => {
    expect(summary(['head', '', 'tail'])).toBe('head\n\ntail');
  });
});
