import { describe, expect, it } from 'vitest';

import {
  isForGoogle,
  isForOtherEngines,
  obeyDirectives,
  readHeaderDirectives,
  readMetaDirectives,
} from './directives.ts';

const names = (text: string): string[] =>
  readHeaderDirectives(text).map(({ agent, name, value }) => `${agent} ${name}${value === '' ? '' : `=${value}`}`);

describe('robots directives', () => {
  it('of “noindex; nofollow” are both, and the separator is marked as wrong', () => {
    const directives = readMetaDirectives('noindex; nofollow', 'robots');
    expect(directives.map(({ name, misseparated }) => [name, misseparated])).toEqual([
      ['noindex', false],
      ['nofollow', true],
    ]);
    expect(obeyDirectives(directives, 'seamarkbot')).toEqual({ noindex: true, nofollow: true });
  });

  it('may be separated by spaces, which is marked as wrong too', () => {
    const directives = readMetaDirectives('NOINDEX nofollow, noarchive', 'robots');
    expect(directives.map(({ name, misseparated }) => [name, misseparated])).toEqual([
      ['noindex', false],
      ['nofollow', true],
      ['noarchive', false],
    ]);
  });

  it('are obeyed when they are for everyone or for this crawler', () => {
    const obeyed = (content: string, agent: string): object =>
      obeyDirectives(readMetaDirectives(content, agent), 'Bot');
    expect(obeyed('none', 'robots')).toEqual({ noindex: true, nofollow: true });
    expect(obeyed('noindex', 'bot')).toEqual({ noindex: true, nofollow: false });
    expect(obeyed('noindex', 'otherbot')).toEqual({ noindex: false, nofollow: false });
  });

  it('of a header belong to the crawler named before them', () => {
    expect(names('nofollow, OtherBot: noindex, max-snippet: 20; *: none')).toEqual([
      'robots nofollow',
      'otherbot noindex',
      'otherbot max-snippet=20',
      'robots none',
    ]);
  });

  it('concern Google when they name everyone or Googlebot, and other search engines when they name one of those', () => {
    const directives = ['robots', 'Googlebot', 'Bingbot', 'otherbot'].flatMap((agent) =>
      readMetaDirectives('noindex', agent),
    );
    expect(directives.filter(isForGoogle).map(({ agent }) => agent)).toEqual(['robots', 'googlebot']);
    expect(directives.filter(isForOtherEngines).map(({ agent }) => agent)).toEqual(['bingbot']);
  });

  it('keep a date whole, commas and colons included', () => {
    expect(names('unavailable_after: Friday, 25-Jun-10 15:00:00 UTC, nofollow')).toEqual([
      'robots unavailable_after=Friday, 25-Jun-10 15:00:00 UTC',
      'robots nofollow',
    ]);
  });

  it('are bounded in number and length', () => {
    expect(readMetaDirectives('noindex,'.repeat(100_000), 'robots').length).toBeLessThanOrEqual(200);
    expect(readMetaDirectives(';'.repeat(100_000), 'robots')).toEqual([]);
  });
});
