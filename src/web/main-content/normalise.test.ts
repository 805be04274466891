import { expect, it } from 'vitest';

import { newElement, rawText } from '../tree/element.ts';
import { normalise } from './normalise.ts';

const OPTIONS = { base_url: 'https://site.example/', images: false };
const MANY = 300_000;

it('bears any number of texts in an element that is unwrapped', () => {
  const texts = Array.from({ length: MANY }, () => 'a ');
  const article = normalise([newElement('p', [newElement('span', texts)])], OPTIONS);
  expect(rawText(article).trim()).toHaveLength(2 * MANY - 1);
});

it('bears any number of blocks in an element that is unwrapped', () => {
  const blocks = Array.from({ length: MANY }, () => newElement('p', ['a']));
  expect(normalise([newElement('div', blocks)], OPTIONS).children).toHaveLength(MANY);
});
