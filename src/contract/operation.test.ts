import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { AppError, type InputIssue } from '../kernel/errors.ts';
import { defineOperation } from './operation.ts';
import { blocks } from './price.ts';

const operation = defineOperation({
  id: 'test.thing',
  method: 'POST',
  path: '/test/thing',
  group: 'Search and extraction',
  title: 'Test',
  description: 'Test.',
  runs: 'inline',
  guidance: 'workflow',
  needs: {},
  one_of: ['url', 'html'],
  also_accepts: ['audience'],
  input: z.object({
    url: z.string().optional(),
    html: z.string().optional(),
    limit: z.int().min(1).max(100).default(25),
    mode: z.enum(['fast', 'slow']).default('fast'),
    tags: z.array(z.string()).min(1).max(2).optional(),
    rows: z.array(z.strictObject({ title: z.string(), size: z.int().optional() })).optional(),
    deep: z.boolean().default(false),
  }),
  result: z.object({ seen: z.int() }),
  price: { rule: '5 per 100', credits: (input) => 5 * blocks(input.limit, 100) },
  example: { url: 'https://example.com/' },
  rules: (input) =>
    input.mode === 'slow' && input.limit > 50 ? [{ path: 'limit', message: 'must be at most 50 in slow mode' }] : [],
  run: async () => Promise.reject(new Error('not run here')),
});

const issuesOf = (body: unknown): readonly InputIssue[] => {
  try {
    operation.prepare(body);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.issues;
    throw thrown;
  }
  return [];
};

describe('prepare', () => {
  it('fills in defaults and prices the checked input', () => {
    expect(operation.prepare({ url: 'x' })).toMatchObject({
      input: { url: 'x', limit: 25, mode: 'fast', deep: false },
      credits: 5,
    });
  });

  it('names every problem of a body at once', () => {
    expect(
      issuesOf({ limit: 0, mode: 'quick', tags: [], deep: 'yes', colour: 1 })
        .map((issue) => issue.path)
        .toSorted(),
    ).toEqual(['colour', 'deep', 'html', 'limit', 'mode', 'tags', 'url']);
  });

  it.each([
    [{ url: 'x', limit: 101 }, 'limit', 'must be at most 100'],
    [{ url: 'x', limit: 0 }, 'limit', 'must be at least 1'],
    [{ url: 'x', limit: 5.5 }, 'limit', 'must be a whole number, not a fraction'],
    [{ url: 'x', limit: '5' }, 'limit', 'must be a number, not a string'],
    [{ url: 'x', limit: null }, 'limit', 'must be a number, not null'],
    [{ url: 7 }, 'url', 'must be a string, not a number'],
    [{ url: 'x', mode: 'quick' }, 'mode', 'must be one of fast, slow'],
    [{ url: 'x', tags: 'a' }, 'tags', 'must be an array, not a string'],
    [{ url: 'x', tags: [] }, 'tags', 'needs at least 1 item'],
    [{ url: 'x', tags: ['a', 'b', 'c'] }, 'tags', 'may have at most 2 items'],
    [{ url: 'x', rows: [{ size: 1 }] }, 'rows[0].title', 'is required: send a string'],
    [{ url: 'x', limt: 5 }, 'limt', 'is not a field of this operation; did you mean limit?'],
    [{ url: 'x', mode: 'slow', limit: 60 }, 'limit', 'must be at most 50 in slow mode'],
    [[], '', 'must be an object, not an array'],
    ['text', '', 'must be an object, not a string'],
  ])('says of %j that %s %s', (body, path, message) => {
    expect(issuesOf(body)).toContainEqual({ path, message });
  });

  it('says of a value of the wrong type that alone', () => {
    expect(issuesOf({ url: [], tags: 'abc' })).toEqual([
      { path: 'url', message: 'must be a string, not an array' },
      { path: 'tags', message: 'must be an array, not a string' },
    ]);
  });

  it('wants one of the fields of which one is needed, and takes blank text for none', () => {
    expect(issuesOf({ url: '  ' })).toEqual([
      { path: 'url', message: 'one of url, html is required' },
      { path: 'html', message: 'one of url, html is required' },
    ]);
  });

  it('passes over the fields that examples of the interface carry, and over target', () => {
    expect(operation.prepare({ url: 'x', audience: 'all', target: 'example.com' }).input).not.toHaveProperty(
      'audience',
    );
  });

  it.each(['{"url":"x","__proto__":{"limit":3}}', '{"url":"x","constructor":1}', '{"url":"x","toString":1}'])(
    'takes %s for unknown fields, not for behaviour',
    (json) => {
      expect(issuesOf(JSON.parse(json))).toHaveLength(1);
    },
  );
});

describe('the result', () => {
  it.each(['meta', 'success', 'markdown_summary'])('has no field named %s, which every answer has already', (name) => {
    const define = () =>
      defineOperation({
        id: 'test.hidden',
        method: 'POST',
        path: '/test/hidden',
        group: 'Search and extraction',
        title: 'Test',
        description: 'Test.',
        runs: 'inline',
        guidance: 'workflow',
        needs: {},
        input: z.object({}),
        result: z.object({ [name]: z.string() }),
        price: { rule: 'free', credits: () => 0 },
        example: {},
        run: async () => Promise.reject(new Error('not run here')),
      });
    expect(define).toThrow(name);
  });
});
