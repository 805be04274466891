import { describe, expect, it } from 'vitest';

import { readKeyword } from '../../../text/keyword.ts';
import { groupIdeas } from './groups.ts';
import { classifyIdea } from './idea-type.ts';

describe('ideas of a seed', () => {
  it('have no topic in a place that they share', () => {
    const ideas = [
      'expert comptable lyon',
      'expert comptable lyon 3',
      'tarif expert comptable',
      'tarif expert comptable lyon',
    ];
    const rows = ideas.map((keyword) => ({ keyword, search_volume: null, reading: readKeyword(keyword, 'fr') }));
    expect(groupIdeas(rows, readKeyword('expert comptable', 'fr')).map(({ name }) => name)).toEqual(['tarif']);
  });

  it.each([
    ['how much safety stock should you hold', 'safety stock', 'en', 'question'],
    ["puis je changer d'expert comptable en cours d'année", 'expert comptable', 'fr', 'question'],
    ['wie viel sicherheitsbestand brauche ich', 'sicherheitsbestand', 'de', 'question'],
    ['can opener for safety stock', 'safety stock', 'en', 'prefix'],
    ['safety stock formula', 'safety stock', 'en', 'suffix'],
  ])('%s is of the type that it reads as', (idea, seed, language, type) => {
    expect(classifyIdea(readKeyword(idea, language), readKeyword(seed, language), new Set(['heading']))).toBe(type);
  });
});
