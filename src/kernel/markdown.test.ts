import { describe, expect, it } from 'vitest';

import { counted } from './grammar.ts';
import { escapeMarkdown, inline, markdownTable, strong, summary } from './markdown.ts';

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
  it('is a plain text of one line, without what nobody sees', () => {
    expect(inline(' a_b*\n| `c`\u0000\u202E\uFDD0 ')).toBe('a_b* | `c`');
  });

  it('is bounded', () => {
    expect(inline('word '.repeat(100), 20).length).toBeLessThanOrEqual(20);
  });
});

describe('escapeMarkdown', () => {
  it('leaves no markup of a page active', () => {
    expect(escapeMarkdown('[x](http://e) <b>*y*</b> _z_ | `z`')).not.toMatch(/(?<!\\)[[\]<>*|`_]/);
  });

  it('keeps names of fields, bold words and our own commands as they are', () => {
    expect(escapeMarkdown(`${strong('2 pages')} above max_spam_score: run \`seamark import ranks\`.`)).toBe(
      '**2 pages** above max_spam_score: run `seamark import ranks`.',
    );
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
