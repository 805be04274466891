import { describe, expect, it } from 'vitest';

import { readList } from './read-list.ts';

describe('a list of keywords', () => {
  it('is a CSV, by whatever its headings and separators are', () => {
    const text =
      '\ufeffSearch Term;Landing Page;Group;Notes\r\n"bike; repair";https://a.example/;services|city;x\r\n\r\nbike rental;;;\r\n';
    expect(readList(text)).toEqual({
      lines: [
        { line: 2, fields: { keyword: 'bike; repair', url: 'https://a.example/', tags: 'services|city' } },
        { line: 4, fields: { keyword: 'bike rental' } },
      ],
    });
    expect(readList('keyword\turl\nbike repair\ta.example')).toEqual({
      lines: [{ line: 2, fields: { keyword: 'bike repair', url: 'a.example' } }],
    });
  });

  it('is one keyword a line where it has no headings', () => {
    expect(readList('bike repair\n\n  bike rental \n')).toEqual({
      lines: [
        { line: 1, fields: { keyword: 'bike repair' } },
        { line: 3, fields: { keyword: 'bike rental' } },
      ],
    });
  });

  it('is refused where it is something else', () => {
    expect(readList('')).toEqual({ problem: 'has no keywords' });
    expect(readList('\n\n')).toEqual({ problem: 'has no keywords' });
    expect(readList('name,price\nbike,10')).toEqual({ problem: 'has no column named keyword in its first line' });
    expect(readList(`keyword,url\n${'x,'.repeat(2000)}`)).toEqual({
      problem: 'line 2 cannot be read: is a quotation mark left open?',
    });
  });
});
