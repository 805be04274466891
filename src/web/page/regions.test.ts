import { expect, it } from 'vitest';

import { readPage } from './read.ts';

it.each([
  ['navigation', 'navigation'],
  ['search', 'navigation'],
  ['menubar', 'navigation'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'sidebar'],
])('takes an element with the role %s for the %s of the page', (role, region) => {
  const { links } = readPage({ html: `<div role="${role}"><a href="/a">A</a></div><a href="/b">B</a>` }, undefined);
  expect(links.map((link) => link.region)).toEqual([region, 'content']);
});
