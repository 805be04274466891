import { describe, expect, it } from 'vitest';

import { classifyIntent } from './intent.ts';
import { isDoing } from './infinitives.ts';

describe('isDoing', () => {
  it('knows German infinitives behind their prefixes', () => {
    for (const word of ['tauen', 'abtauen', 'auftauen', 'anschrauben', 'sterilisieren'])
      expect(isDoing(word, 'last')).toBe(true);
  });

  it('takes no plural and no buying for a verb', () => {
    for (const word of ['schrauben', 'matratzen', 'lampen', 'bestellen', 'vorbestellen', 'mieten', 'anlagen'])
      expect(isDoing(word, 'last')).toBe(false);
  });

  it('knows an English imperative first, and a French or Spanish infinitive before its object', () => {
    expect(isDoing('descale', 'first')).toBe(true);
    expect(isDoing('descale', 'last')).toBe(false);
    expect(isDoing('dresser', 'last')).toBe(false);
    expect(isDoing('limpiarlo', 'first')).toBe(true);
  });
});

describe('a search that names something to do', () => {
  it.each([
    'dunstabzugshaube einbauen',
    'eisfach abtauen',
    'bienenstock auswintern',
    'essuie-glace remplacer',
    'remplacer essuie glace',
    'desengrasar campana',
    'depill sweater',
  ])('is informational: “%s”', (keyword) => {
    expect(classifyIntent(keyword).value).toBe('informational');
  });

  it.each(['dunstabzugshaube kaufen', 'transporter mieten', 'comprar campana', 'louer nacelle', 'buy sweater'])(
    'stays transactional where it is buying: “%s”',
    (keyword) => {
      expect(classifyIntent(keyword).value).toBe('transactional');
    },
  );
});
