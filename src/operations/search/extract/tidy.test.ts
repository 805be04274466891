import { expect, it } from 'vitest';

import { normalise } from '../../../web/main-content/normalise.ts';
import { parseHtml } from '../../../web/tree/prepare.ts';
import { renderMarkdown } from './markdown.ts';
import { tidied, withTitle } from './tidy.ts';

const tree = (html: string) =>
  normalise(parseHtml(html).body.children, { base_url: 'https://a.example/', images: false });
const tidy = (html: string, isArticle = true): string => renderMarkdown(tidied(tree(html), isArticle));

it('keeps rules between texts only', () => {
  expect(tidy('<hr><p>One.</p><hr><hr><p>Two.</p><hr><h2>Part</h2><hr><p>Three.</p><hr>')).toBe(
    'One.\n\n---\n\nTwo.\n\n---\n\n## Part\n\nThree.',
  );
});

it('leaves out counters, arrows and dots of sliders, and keeps numbers that are text', () => {
  expect(tidy('<p>3 / 12</p><p>‹</p><ul><li>1</li><li>2</li><li>3</li></ul><p>1 of 5 houses.</p><p>42</p>')).toBe(
    '1 of 5 houses.\n\n42',
  );
});

it('leaves out a heading without text in an article, with a heading above it that holds no other', () => {
  const html =
    '<h2>Work</h2><h3>Tools</h3><p>Text.</p><h2>Related</h2><h3>More</h3><h2>End</h2><p>Text.</p><h2>Share</h2>';
  expect(tidy(html)).toBe('## Work\n\n### Tools\n\nText.\n\n## End\n\nText.');
  expect(tidy('<h3>Chair</h3><h3>Table</h3>', false)).toBe('### Chair\n\n### Table');
});

it('puts the title first where no heading says it', () => {
  const titled = (html: string): string => renderMarkdown(withTitle(tree(html), 'Old presses'));
  expect(titled('<p>Text.</p>')).toBe('# Old presses\n\nText.');
  expect(titled('<h2>Old Presses</h2><p>Text.</p>')).toBe('## Old Presses\n\nText.');
  expect(titled('')).toBe('');
});
