import { describe, expect, it } from 'vitest';

import { operations } from '../src/operations/index.ts';

/** Of what an import reads, and of the transactions behind a balance, which go on before an id. */
const NO_PAGES = new Set(['imports.create', 'credits']);

const lists = operations.filter(({ id, input }) => 'limit' in input.shape && !NO_PAGES.has(id));

describe.each(lists.map((operation) => [operation.id, operation] as const))('the list of %s', (_id, operation) => {
  it('goes on beyond its limit from an offset, and says how many rows there are', () => {
    expect(Object.keys(operation.input.shape)).toContain('offset');
    expect(Object.keys(operation.result.shape)).toContain('total_count');
  });

  it('starts at its first row unless it is told otherwise, and takes offsets far past its end', () => {
    const { offset } = operation.input.shape;
    expect(offset?.parse(undefined)).toBe(0);
    expect(offset?.parse(450)).toBe(450);
    expect(offset?.safeParse(-1).success).toBe(false);
  });
});
