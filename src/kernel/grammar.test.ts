import { describe, expect, it } from 'vitest';

import { agree, counted, joinWords, quoteWords, withinSentence } from './grammar.ts';

describe('counted', () => {
  it('forms regular plurals and groups thousands', () => {
    expect([counted(1, 'link'), counted(0, 'link'), counted(1200, 'link')]).toEqual([
      '1 link',
      '0 links',
      '1,200 links',
    ]);
    expect([counted(2, 'query'), counted(2, 'day'), counted(2, 'match'), counted(2, 'referring domain')]).toEqual([
      '2 queries',
      '2 days',
      '2 matches',
      '2 referring domains',
    ]);
    expect(counted(2, 'page in the index', 'pages in the index')).toBe('2 pages in the index');
  });
});

describe('agree', () => {
  it('gives the form of the verb that goes with a count', () => {
    const verbs = ['is', 'was', 'has', 'does', 'links', 'tries', 'passes', 'fixes', 'makes', 'says', 'this', 'its'];
    expect(verbs.map((verb) => agree(1, verb))).toEqual(verbs);
    expect(verbs.map((verb) => agree(0, verb))).toEqual([
      'are',
      'were',
      'have',
      'do',
      'link',
      'try',
      'pass',
      'fix',
      'make',
      'say',
      'these',
      'their',
    ]);
  });
});

describe('agree, of irregular words,', () => {
  it.each([
    ['goes', 'go'],
    ['that', 'those'],
    ['it', 'they'],
    ["isn't", "aren't"],
    ["doesn't", "don't"],
    ["hasn't", "haven't"],
  ])('gives %s for one and %s for several', (singular, plural) => {
    expect([agree(1, singular), agree(2, singular)]).toEqual([singular, plural]);
  });
});

describe('joinWords', () => {
  it('joins with commas and an and, and counts what it leaves out', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => joinWords(words))).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
    expect(joinWords(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
    expect(quoteWords(['a', 'b', 'c', 'd'], 2)).toBe('“a”, “b” and 2 more');
  });
});

it('withinSentence lowers the first letter, but of no abbreviation', () => {
  expect(['Search result pages', 'AI assistants'].map(withinSentence)).toEqual([
    'search result pages',
    'AI assistants',
  ]);
});
