import { expect, it } from 'vitest';

import { CONTEXT_FEATURES, readContext } from './context.ts';
import { textRuns } from '../tree/runs.ts';
import { preparePage } from '../tree/prepare.ts';

const PAGE = `<body><nav><a href="/a">Home page</a><a href="/b">All news</a></nav>
<main><h2>Printing</h2><p class="text lead">The first press was made of wood.</p><p class="text">It printed one page a minute.</p><p class="text">Short line.</p></main>
<footer><h2>Company</h2><p class="small">All rights reserved here.</p></footer></body>`;

/** The numbers of each run by its text. */
function contextOf(likely: Readonly<Record<string, number>>): (text: string, feature: string) => number {
  const runs = textRuns(preparePage(PAGE, 'https://www.example.com/').body);
  const rows = readContext(
    runs,
    runs.map((run) => likely[run.text] ?? 0.1),
  );
  return (text, feature) =>
    rows[runs.findIndex((run) => run.text === text)]?.[CONTEXT_FEATURES.indexOf(feature)] ?? Number.NaN;
}

const context = contextOf({ 'The first press was made of wood.': 0.9, 'It printed one page a minute.': 0.9 });

it.each(['before1', 'window3', 'window_before', 'level1', 'alike', 'same_make', 'section'])(
  'tells a doubtful run among likely ones from one among unlikely ones by %s',
  (feature) => {
    expect(context('Short line.', feature)).toBeGreaterThan(context('All rights reserved here.', feature));
  },
);

it('counts runs of one make, and ends sections at headings', () => {
  expect(context('Short line.', 'same_make_count')).toBe(3);
  expect(context('All rights reserved here.', 'same_make_count')).toBe(1);
  expect(context('All rights reserved here.', 'section')).toBeCloseTo(0.1);
});

it('ranks runs by the words of the page that are at least as likely', () => {
  expect(context('The first press was made of wood.', 'rank')).toBeLessThan(context('Short line.', 'rank'));
  expect(context('All rights reserved here.', 'rank')).toBeCloseTo(1);
});

it('reads a page without runs', () => {
  expect(readContext([], [])).toStrictEqual([]);
});
