import { describe, expect, it } from 'vitest';

import { readFields } from './call-fields.ts';
import { operationNamed } from './known-operations.ts';

const read = (operation: string, ...words: string[]): unknown => readFields(words, operationNamed(operation));

describe('fields on the command line', () => {
  it.each([
    ['backlinks.list', ['--target', 'example.com', '--limit', '10'], { target: 'example.com', limit: 10 }],
    ['backlinks.list', ['target=example.com', '--limit=10'], { target: 'example.com', limit: 10 }],
    ['site.audit', ['--site', 'a.example', '--format', 'csv'], { site: 'a.example', format: 'csv' }],
    ['usage', ['--format', 'csv'], { format: 'csv' }],
    ['extract', ['url=https://example.com/?a=b'], { url: 'https://example.com/?a=b' }],
    ['keyword-metrics.overview', ['--keywords', 'tea', '--keywords', 'mate'], { keywords: ['tea', 'mate'] }],
    ['keyword-metrics.overview', ['--keywords', 'tea'], { keywords: ['tea'] }],
    [
      'backlinks.list',
      ['--include-indirect-links', '--target', 'a.example'],
      { include_indirect_links: true, target: 'a.example' },
    ],
    [
      'backlinks.list',
      ['--no-include-indirect-links', 'target=a.example'],
      { include_indirect_links: false, target: 'a.example' },
    ],
    [
      'content.keyword-map',
      ['pages=[{"url":"https://a.example/","title":"A"}]'],
      { pages: [{ url: 'https://a.example/', title: 'A' }] },
    ],
  ])('of %s: %j', (operation, words, expected) => {
    expect(read(operation, ...words)).toEqual(expected);
  });

  it.each([
    [['--targt', 'example.com'], 'backlinks.list has no field for "--targt".', 'Did you mean target?'],
    [['example.com'], 'backlinks.list has no field for "example.com".', '`seamark operations backlinks.list`'],
    [['--constructor', 'x'], 'backlinks.list has no field for "--constructor".', 'lists its fields'],
  ])('that do not exist are named: %j', (words, message, fix) => {
    expect(() => read('backlinks.list', ...words)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message, fix: expect.stringContaining(fix) }),
    );
  });
});
