import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { firstInOrder, rising } from './held-order.ts';

describe('the first rows in an order', () => {
  it('are those that sorting all of them would put first, and equal ones stay in their order', () => {
    const row = fc.record({ weight: fc.nat(20), id: fc.nat() });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 200 }), fc.nat(12), (rows, count) => {
        const order = rising<(typeof rows)[number]>(({ weight }) => weight);
        expect(firstInOrder(rows, order, count)).toEqual(rows.toSorted(order).slice(0, count));
      }),
    );
  });

  it('are all of them where there are fewer', () => {
    const order = rising<number>((value) => value);
    expect(firstInOrder([3, 1, 2], order, 50)).toEqual([1, 2, 3]);
    expect(firstInOrder([], order, 50)).toEqual([]);
    expect(firstInOrder([3, 1, 2], order, 0)).toEqual([]);
  });
});
