import { describe, expect, it } from 'vitest';

import { countPages, findPhrases, type PageText } from './phrases.ts';
import { logLikelihood, rankPhrases } from './rank.ts';

function headings(...texts: readonly string[]): PageText[] {
  return texts.map((text, at) => ({ page: `page ${at}`, kind: 'heading', text }));
}

const phrases = (seed: string, texts: readonly PageText[], language = 'en'): string[] =>
  findPhrases(seed, language, texts)
    .map(({ text }) => text)
    .sort();

describe('phrases around a seed', () => {
  it('hold all of its words by stem, in any order, and begin and end with words that mean something', () => {
    const texts = headings('Trail running shoes', 'The best shoe for running', 'Running a marathon', 'Shoes');
    expect(phrases('running shoes', texts)).toEqual(['best shoe for running', 'trail running shoes']);
  });

  it('are one where word order, number or stop words alone differ, in the spelling that most have', () => {
    const texts = headings(
      'Running shoes for women',
      'Women running shoe',
      'Running shoes for women',
      'Shoes for running women',
    );
    const [found, ...others] = findPhrases('running shoes', 'en', texts);
    expect(others).toEqual([]);
    expect([found?.text, found && countPages(found)]).toEqual(['running shoes for women', 4]);
  });

  it('keep the apostrophes of the text', () => {
    const texts = headings('Puis-je changer d’expert-comptable en cours d’année ?');
    expect(phrases('expert comptable', texts, 'fr')).toEqual(["puis je changer d'expert comptable en cours d'année"]);
  });

  it('inside longer texts need a second page, so that no sentence is cut at random', () => {
    const once = headings('My neighbour bought green tea powder in a small shop last week');
    expect(phrases('green tea', once)).toEqual([]);
    const twice = headings(
      'Why everybody loves green tea powder these days you know',
      'Is it fine to buy green tea powder online in bulk now',
    );
    expect(phrases('green tea', twice)).toEqual(['green tea powder']);
  });

  it('are whole questions', () => {
    expect(phrases('green tea', headings('How long should I let green tea steep in the pot?'))).toEqual([
      'how long should i let green tea steep in the pot',
    ]);
  });

  it('leave the name of the site out of titles', () => {
    const titles = ['a', 'b'].map((page) => ({ page, kind: 'title', text: 'Green tea recipes | Tea Shop' }) as const);
    expect(phrases('tea', titles)).toContain('green tea recipes');
    expect(phrases('tea', titles).join()).not.toContain('recipes tea');
  });

  it('are none for a seed without words, and for texts without the seed', () => {
    expect(phrases('!', headings('anything'))).toEqual([]);
    expect(phrases('tea', headings('coffee beans'))).toEqual([]);
  });
});

describe('the rank of phrases', () => {
  it('puts what is said about the seed before what is said about everything', () => {
    const texts = headings('Matcha tea', 'Matcha tea', 'News tea', 'News tea', 'News tea');
    const background = {
      pages: 10,
      documents: 10_000,
      holding: new Map([
        ['matcha', 3],
        ['news', 6000],
      ]),
    };
    expect(rankPhrases(findPhrases('tea', 'en', texts), background).map(({ text }) => text)).toEqual([
      'matcha tea',
      'news tea',
    ]);
  });

  it('is the log-likelihood ratio of Dunning', () => {
    // 2·(5·ln(.5/.01) + 5·ln(.5/.99) + 5·ln(.00505/.01) + 985·ln(.99495/.99)), by hand.
    expect(logLikelihood(5, 10, 5, 990)).toBeCloseTo(35.28, 2);
    expect(logLikelihood(1, 100, 10, 1000)).toBe(0);
    expect(logLikelihood(0, 0, 0, 0)).toBe(0);
    expect(logLikelihood(3, 3, 0, 0)).toBe(0);
  });
});
