import { expect, it } from 'vitest';

import { distilPage } from './distil.ts';
import type { ReadPage, ReadSection } from './reading.ts';
import { listPageTerms } from './terms.ts';

function page(language: string, ...sections: readonly (readonly [heading: string, ...texts: string[]])[]): ReadPage {
  const empty = distilPage.run({ html: '', url: 'https://bikes.example/' });
  return {
    ...empty,
    language,
    sections: sections.map(([heading, ...texts]): ReadSection => ({
      level: 2,
      heading,
      word_count: 0,
      blocks: texts.map((text) => ({ kind: 'paragraph', text })),
    })),
  };
}

it('are the meaning of each word, once, whatever its form', () => {
  expect(listPageTerms(page('en', ['', 'Cleaning the chain.', 'Clean chains']))).toEqual(['clean', 'chain']);
  expect(listPageTerms(page('de', ['', 'Kette ölen, Ketten ölen']))).toContain('kett');
});

it('are runs of two and three as well, of a heading or when they come back', () => {
  const terms = listPageTerms(
    page('en', ['Bike chain wear', 'Chain checkers exist.'], ['', 'A chain checker is cheap.']),
  );
  const runs = terms.filter((term) => term.includes(' '));
  expect(runs).toEqual(['bike chain', 'bike chain wear', 'chain wear', 'chain checker']);
});

it('have no runs across a word without meaning, since no page shows them side by side', () => {
  expect(listPageTerms(page('en', ['Brush with degreaser']))).not.toContain('brush degreas');
});

it('leave out code, and are 3,000 at most', () => {
  const coded = page('en', ['', 'Prose']);
  const sections = [
    { level: 0, heading: '', word_count: 0, blocks: [{ kind: 'code' as const, text: 'secretvariable' }] },
  ];
  expect(listPageTerms({ ...coded, sections })).toEqual([]);
  const words = Array.from({ length: 9000 }, (_, at) => `w${at.toString(36)}`);
  const texts = Array.from({ length: 30 }, (_, at) => words.slice(at * 300, at * 300 + 300).join(' '));
  expect(listPageTerms(page('en', ['', ...texts]))).toHaveLength(3000);
});
