import { expect, it } from 'vitest';

import { descendants, measure, rawText } from '../tree/element.ts';
import { parseHtml } from '../tree/prepare.ts';
import { dropRepeats } from './repeats.ts';

function left(html: string): string[] {
  const { body } = parseHtml(html);
  measure(body);
  dropRepeats(body);
  return descendants(body).flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
}

it('drops a block whose text stands before it, however it is made', () => {
  const { body } = parseHtml(
    '<div><p>Closed on the <b>first</b> Monday.</p></div><section>Closed on the first Monday.</section>',
  );
  measure(body);
  dropRepeats(body);
  expect(rawText(body)).toBe('Closed on the first Monday.');
});

it('keeps short lines, code and cells that are said twice', () => {
  const html = '<p>Add to cart</p><pre>let a = b + c;</pre><table><tr><td>one two three four five</td></tr></table>';
  expect(left(html + html)).toEqual([...left(html), ...left(html)]);
});

it('keeps what cards share, and drops a card that comes again as a whole', () => {
  const cards = ['North', 'South', 'West'].map(
    (name) => `<div class="room"><h3>${name} room of the house</h3><p>Room for up to forty guests</p></div>`,
  );
  const said = left(cards.join(''));
  expect(said.filter((text) => text.includes('forty'))).toHaveLength(3);
  expect(left([...cards, ...cards].join(''))).toEqual(said);
});
