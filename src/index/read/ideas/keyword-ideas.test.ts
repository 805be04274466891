import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestIndex, pageFact, type TestIndex } from '../../../../test/index-engine.ts';
import type { KeywordIdea } from '../../../ports/keywords.ts';

let index: TestIndex;
const { signal } = new AbortController();

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

async function ideas(seed: string, limit = 20, language = 'en'): Promise<readonly KeywordIdea[]> {
  return (await index.keywordIdeas.ideas({ seed, location: null, language, limit }, signal)).value;
}

it('an index without pages knows nothing', async () => {
  const { value, source } = await index.keywordIdeas.ideas(
    { seed: 'tea', location: null, language: 'en', limit: 5 },
    signal,
  );
  expect([value, source.coverage, source.observed_at]).toEqual([[], 'none', null]);
});

it('ideas are phrases of titles, headings and link texts of pages about the seed, with how many pages have them', async () => {
  const page = (url: string, title: string, headings: readonly string[], changes: object = {}) =>
    index.writer.write(
      pageFact(url, {
        document: {
          title,
          headings: headings.map((text) => ({ level: 2, text })),
          text: `${title} ${headings.join(' ')}`,
          ...changes,
        },
      }),
    );
  await page('https://a.com/1', 'Green tea benefits | A Shop', ['How much green tea is too much?', 'Contact us']);
  await page('https://b.com/1', 'Matcha green tea', ['Green tea benefits', 'Matcha green tea powder']);
  await page('https://c.com/1', 'Coffee', ['Espresso']);
  await page('https://d.de/1', 'Green tea Zubereitung', ['Green tea kaufen'], { language: 'de' });
  await page('https://e.com/1', 'Green tea secrets', ['Green tea secrets'], { noindex: true });
  await index.writer.write(
    pageFact('https://f.com/', { links: [{ to: 'https://b.com/1', anchor: 'organic green tea' }] }),
  );
  await index.writer.flush();
  const found = await ideas('green teas');
  const shown = found.map(({ keyword, evidence }) =>
    [keyword, ...evidence.map(({ kind, seen }) => `${kind} ${seen}`)].join(', '),
  );
  expect(shown.toSorted()).toEqual([
    'green tea benefits, title 1, heading 1',
    'how much green tea is too much, heading 1',
    'matcha green tea powder, heading 1',
    'organic green tea, anchor 1',
  ]);
  expect(found[0]?.evidence[0]?.source).toBe('seamark-index');
  expect(found.every(({ facts }) => facts.length === 0)).toBe(true);
  expect(await ideas('green tea', 2)).toHaveLength(2);
  expect(await ideas('green tea', 20, 'de')).toHaveLength(1);
  expect(await ideas('submarine')).toEqual([]);
});
