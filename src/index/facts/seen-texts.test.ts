import { expect, it } from 'vitest';

import { SeenTexts } from './seen-texts.ts';

it('tells every text from every other, and knows it when it comes again', () => {
  const seen = new SeenTexts();
  const texts = ['', 'a', 'b', 'ab', 'ba', 'hose', 'hose ', ' hose', '漢字', '\u{1F600}', 'hose\u0000'];
  for (let at = 0; at < 200_000; at += 1)
    texts.push(`garden hose ${at}`, `${at} garden hose`.slice(0, at % 7 === 0 ? 20 : 16));
  const distinct = new Set(texts);
  let added = 0;
  for (const text of distinct) if (distinct.size < 300_000 || added < 290_000) added += seen.add(text) ? 1 : 0;
  expect(added).toBe(Math.min(distinct.size, 290_000));
  expect([...distinct].slice(0, 1000).some((text) => seen.add(text))).toBe(false);
  seen.clear();
  expect(seen.add('hose')).toBe(true);
});

it('goes on with more texts than it holds', () => {
  const seen = new SeenTexts();
  for (let at = 0; at < 700_000; at += 1) seen.add(`query ${at}`);
  expect(seen.add('query 699999')).toBe(false);
  expect(seen.add('query 0')).toBe(true);
});
