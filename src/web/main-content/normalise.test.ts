import { describe, expect, it } from 'vitest';

import { newElement, rawText } from '../tree/element.ts';
import { parseHtml } from '../tree/prepare.ts';
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

/** The text of each block, as a reader gets it. */
function read(html: string): string[] {
  const { body } = parseHtml(html);
  return normalise(body.children, OPTIONS).children.map((block) => rawText(block).replaceAll(/\s+/g, ' ').trim());
}

describe('a control', () => {
  const PROSE = '<p>The stove heats a house of ninety square metres and burns pellets of wood for two days.</p>';
  const SAID = 'The stove heats a house of ninety square metres and burns pellets of wood for two days.';

  it.each([
    ['options that are not closed', '<select><option>1<option>2<option>3</select>'],
    ['a button', '<button>In den Warenkorb</button>'],
    [
      'the labels of a filter',
      '<fieldset><legend>Puissance</legend><label><input type="checkbox">6 kW</label></fieldset>',
    ],
    ['the label of a menu', '<label for="by">Trier par</label><select id="by"><option>Prix</option></select>'],
  ])('is no content: %s', (_, control) => {
    expect(read(`${PROSE}<div>${control}</div>`)).toStrictEqual([SAID]);
  });

  it.each([
    ['<h2><button>Delivery</button></h2>', 'Delivery'],
    ['<div class="accordion"><button aria-expanded="false">Returns</button></div>', 'Returns'],
    ['<p>Measured in <button>kW</button> of heat</p>', 'Measured in kW of heat'],
    ['<div><label for="a">How long does it burn?</label></div>', 'How long does it burn?'],
  ])('stays where it is part of the text: %s', (control, text) => {
    expect(read(PROSE + control)).toStrictEqual([SAID, text]);
  });

  it('stays where the page is a list to choose from', () => {
    expect(
      read('<div>Teams<label><input type="radio">Atlanta</label><label><input type="radio">Boston</label></div>'),
    ).toStrictEqual(['Teams Atlanta Boston']);
  });

  it('stands apart from the words beside it', () => {
    expect(read(`${PROSE}<div><span>3 290 €</span><button aria-controls="x">Options</button></div>`)).toStrictEqual([
      SAID,
      '3 290 € Options',
    ]);
  });
});
