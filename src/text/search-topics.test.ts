import { describe, expect, it } from 'vitest';

import { foldSpelling } from './normalize.ts';
import { findTopics } from './search-topics.ts';

function topicsOf(text: string, mayBeGerman = false): string[] {
  return findTopics(text.split(' ').map(foldSpelling), mayBeGerman).map(({ topic }) => topic);
}

describe('findTopics', () => {
  it('knows a name in the singular and the plural, with and without accents', () => {
    for (const text of ['sofa', 'sofas', 'matratzen', 'vélos', 'canapé', 'canape'])
      expect(topicsOf(text)).toContain('product');
  });

  it('takes the longer of two names', () => {
    expect(findTopics(['coffee', 'shop'], false)).toEqual([{ topic: 'venue', at: 0, size: 2 }]);
  });

  it('reads German compounds by their end, and umlauts typed as two letters', () => {
    expect(topicsOf('kinderwinterstiefel', true)).toContain('product');
    expect(topicsOf('zweitwagenversicherung', true)).toContain('insurance');
    expect(topicsOf('tueren', true)).toContain('product');
  });

  it('takes no word for the name that it ends in', () => {
    expect(topicsOf('pregnant', true)).not.toContain('city');
    expect(topicsOf('xyzsofa')).toEqual([]);
  });

  it('finds no noun in a function word or in three letters that its plural or feminine is not made of', () => {
    for (const word of ['should', 'must', 'kann', 'nos', 'cin'])
      expect([word, topicsOf(word, true)]).toEqual([word, []]);
    expect(topicsOf('dog')).toContain('animal');
  });
});
