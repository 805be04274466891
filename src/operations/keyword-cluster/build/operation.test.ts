import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { RunContext } from '../../../contract/operation.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Task } from '../../../kernel/task.ts';
import search from '../../search/search/operation.ts';
import build from './operation.ts';

/** An operation without needs, sources and account runs on `compute` alone; whatever else it reached for would throw. */
async function call(keywords: readonly string[]) {
  const context: RunContext = Object.assign(Object.create(null), {
    compute: async <Input, Output>(task: Task<Input, Output>, input: Input) => task.run(input),
  });
  const { result, guidance, markdown_summary } = await build.prepare({ keywords }).run(context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  return { result, guidance, markdown_summary };
}

function issuesOf(input: unknown): string[] {
  try {
    build.prepare(input);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.issues.map(({ path }) => path);
    throw thrown;
  }
  return [];
}

describe('keyword-cluster.build', () => {
  it('needs no source and costs two credits', () => {
    expect(build.needs).toEqual([]);
    expect(build.prepare(build.example).credits).toBe(2);
  });

  it('names the field that is wrong', () => {
    expect(issuesOf({})).toEqual(['keywords']);
    expect(issuesOf({ keywords: [] })).toEqual(['keywords']);
    expect(issuesOf({ keywords: Array.from({ length: 201 }, () => 'a') })).toEqual(['keywords']);
    expect(issuesOf({ keywords: ['a', 5, 'b'] })).toEqual(['keywords[1]']);
    expect(issuesOf({ keywords: ['a', 'x'.repeat(100_000)] })).toEqual(['keywords[1]']);
    expect(issuesOf({ keywords: ['a'], keyword: 'b' })).toEqual(['keyword']);
  });

  it('answers its example with clusters, a plan and a summary', async () => {
    const { result, guidance, markdown_summary } = await call(build.example.keywords);
    const { cluster_plan } = build.result.parse(result);
    expect(cluster_plan.clusters.map(({ keywords }) => keywords)).toContainEqual([
      'running shoes for flat feet',
      'flat feet running shoe',
    ]);
    expect(cluster_plan.method.name).toBe('lexical');
    expect(guidance.next_calls).toHaveLength(1);
    expect(markdown_summary).toMatch(/^## Keyword clusters\n/);
    expect(markdown_summary).toContain('| c1 |');
  });

  it('plans only calls that their operation takes, and leaves them out where there is nothing to ask', async () => {
    expect((await call(['', '\u202E'])).guidance.next_calls).toEqual([]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 700 }), fc.constant('running shoes')), {
          minLength: 1,
          maxLength: 8,
        }),
        async (keywords) => {
          const { guidance } = await call(keywords.map((keyword) => keyword.slice(0, 700)));
          for (const { operation, body } of guidance.next_calls) {
            expect(operation).toBe(search.id);
            expect(search.prepare(body).credits).toBe(1);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('gives the same answer for the same keywords in another order', async () => {
    const keywords = build.example.keywords;
    expect(await call([...keywords].reverse())).toEqual(await call(keywords));
  });
});
