import { describe, expect, it } from 'vitest';

import { shapesOf } from '../scripts/gen/client-shapes.ts';
import { commentLines, typeLines } from '../scripts/gen/type-tree.ts';
import type { JsonSchema } from '../src/contract/json-schema.ts';

const paging = {
  limit: { type: 'integer', description: 'Maximum rows to return.' },
  offset: { type: 'integer', description: 'Rows to skip, for paging.' },
};

function written(roots: Record<string, Record<string, JsonSchema>>): Record<string, string> {
  const shapes = shapesOf(
    Object.entries(roots).map(([name, properties]) => ({ name, schema: { type: 'object', properties } })),
    new Map(),
  );
  const named = shapes.named.map(({ name, type }) => [name, type] as const);
  const own = Object.keys(roots).map((name) => [name, shapes.typeOf(name)] as const);
  return Object.fromEntries([...named, ...own].map(([name, type]) => [name, typeLines('', type, '').join('\n')]));
}

describe('the generated types of the client', () => {
  it('write fields that requests have in common once', () => {
    const types = written({ ARequest: { target: { type: 'string' }, ...paging }, BRequest: paging });
    expect(types['Paging']).toBe(
      '{ /** Maximum rows to return. */ limit?: number; /** Rows to skip, for paging. */ offset?: number }',
    );
    expect(types['ARequest']).toBe('Paging & { target?: string }');
    expect(types['BRequest']).toBe('Paging');
  });

  it('spell out fields that one request describes differently', () => {
    const other = { ...paging, limit: { type: 'integer', description: 'Maximum links.' } };
    const types = written({ ARequest: paging, BRequest: paging, CRequest: other });
    expect(types['CRequest']).toContain('/** Maximum links. */ limit?: number');
  });

  it('give a list of words that fields share the name of the field, and no name to one that stands alone', () => {
    const device = { enum: ['desktop', 'mobile', 'tablet', 'watch'] };
    const types = written({ ARequest: { device }, BRequest: { device, depth: { enum: ['a', 'b', 'c', 'd'] } } });
    expect(types).toMatchObject({
      Device: "'desktop' | 'mobile' | 'tablet' | 'watch'",
      BRequest: "{ device?: Device; depth?: 'a' | 'b' | 'c' | 'd' }",
    });
  });

  it('keep a description with its field, and end before column 120', () => {
    const long = { type: 'string', description: 'A word and more of them. '.repeat(20).trim() };
    const { ARequest: type } = written({ ARequest: { long, next: { type: 'string', description: 'Next.' } } });
    const lines = type?.split('\n') ?? [];
    expect(lines.filter(({ length }) => length > 120)).toEqual([]);
    expect(lines.at(1)).toMatch(/^ {2}\/\*\* A word/);
    expect(lines.slice(-4)).toEqual([
      expect.stringMatching(/ \*\/$/),
      '  long?: string;',
      '  /** Next. */ next?: string;',
      '}',
    ]);
  });

  it('close a comment only where it ends', () => {
    expect(commentLines('Paths such as /blog/*/ count.')).toEqual(['/** Paths such as /blog/* / count. */']);
  });
});
