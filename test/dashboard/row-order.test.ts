import { describe, expect, it } from 'vitest';

import { sorted } from '../../src/dashboard/app/model/row-order.ts';

const names = (texts: readonly (string | null)[], isDown = false) =>
  sorted(
    texts.map((name) => ({ name })),
    { column: 'name', isDown },
  ).map(({ name }) => name);

describe('rows sorted by a text', () => {
  it('stand as in a dictionary, with numbers by their value and what is not known last either way', () => {
    const texts = ['site-10.example', null, 'Site-9.example', 'alpha.example'];
    expect(names(texts)).toEqual(['alpha.example', 'Site-9.example', 'site-10.example', null]);
    expect(names(texts, true)).toEqual(['site-10.example', 'Site-9.example', 'alpha.example', null]);
  });

  it('stand so in other scripts as well', () => {
    expect(names(['zelt', 'äpfel', 'apfel 10', 'apfel 9'])).toEqual(['äpfel', 'apfel 9', 'apfel 10', 'zelt']);
  });
});
