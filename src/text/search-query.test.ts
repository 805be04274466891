import { describe, expect, it } from 'vitest';

import { parseQuery } from './search-query.ts';

const words = (query: string): string[] =>
  parseQuery(query).clauses.map((clause) => clause.map(({ words: each }) => each.join('+')).join('|'));

describe('parseQuery', () => {
  it('reads words, phrases, alternatives and what must not be there', () => {
    expect(words('Red "running shoes" OR boots cheap')).toEqual(['red', 'running+shoes|boots', 'cheap']);
    expect(words('“curly quotes” „deutsche“ a | b')).toEqual(['curly+quotes', 'deutsche', 'a|b']);
    expect(parseQuery('shoes -red -"for kids"').excluded.map(({ text }) => text)).toEqual(['red', 'for kids']);
    expect(parseQuery('well-known read-only').excluded).toEqual([]);
  });

  it('reads sites, titles and days', () => {
    expect(parseQuery('a site:example.com site:https://docs.example.org/api/ -site:*.bad.example')).toMatchObject({
      sites: [
        { host: 'example.com', path: '' },
        { host: 'docs.example.org', path: '/api/' },
      ],
      excluded_sites: [{ host: 'bad.example', path: '' }],
    });
    expect(parseQuery('intitle:"user guide" intitle:setup').clauses.flat()).toMatchObject([
      { words: ['user', 'guide'], is_phrase: true, in_title: true },
      { words: ['setup'], is_phrase: false, in_title: true },
    ]);
    expect(parseQuery('a after:2025 before:2025-06')).toMatchObject({ after: '2025-01-01', before: '2025-06-31' });
  });

  it('tells what it could not read, and takes any text', () => {
    expect(parseQuery('say "hello world').notes).toEqual([
      'A quotation mark is not closed, so everything after it was searched as one phrase.',
    ]);
    expect(words('say "hello world')).toEqual(['say', 'hello+world']);
    expect(parseQuery('a after:yesterday').notes).toEqual([
      '“after:yesterday” is no date, so it was left out. Write it as 2025-03-31.',
    ]);
    expect(parseQuery('a site:').clauses).toHaveLength(2);
    expect(words('OR a OR')).toEqual(['a']);
    expect(words('"" -"" - | ||')).toEqual([]);
    expect(words('nul\0byte')).toEqual(['nul', 'byte']);
    expect(parseQuery('word '.repeat(3000)).clauses).toHaveLength(32);
    expect(parseQuery('https://example.com/a:b c').sites).toEqual([]);
  });
});
