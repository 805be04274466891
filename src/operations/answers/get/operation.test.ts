import { describe, expect, it } from 'vitest';

import type { RunContext } from '../../../contract/operation.ts';
import type { Caller } from '../../../ports/accounts.ts';
import operation from './operation.ts';

const ANSWER = {
  success: true,
  items: Array.from({ length: 60 }, (_, at) => ({ at })),
  plan: { clusters: ['a', 'b', 'c'] },
  content: 'x'.repeat(2500),
  total_count: 60,
  meta: { request_id: 'req_1', project_id: 'shop' },
};
const JOB = { project_id: 'shop', result: { content: 'of a job' } };

function read(input: Readonly<Record<string, unknown>>, project_id?: string) {
  const caller: Partial<Caller> = { workspace_id: 'ws_1', project_id };
  const kept = { route: 'POST /search', status: 200, body: JSON.stringify(ANSWER) };
  const account = {
    jobs: { find: async (_: string, id: string) => (id === 'job_1' ? JOB : undefined) },
    answers: {
      find: async (workspace: string, id: string) => (workspace === 'ws_1' && id === 'req_1' ? kept : undefined),
    },
  };
  const context: RunContext = Object.assign(Object.create(null), { caller, account });
  return operation
    .prepare({ id: 'req_1', ...input })
    .run(context)
    .then(({ result }) => result);
}

describe('answers.get', () => {
  it('reads on in a list, page by page to its end', async () => {
    const [second, third] = [ANSWER.items.slice(25, 50), ANSWER.items.slice(50)];
    expect(await read({ field: 'items', offset: 25 })).toMatchObject({ kind: 'list', total_count: 60, items: second });
    expect(await read({ field: 'items', offset: '50', limit: '25' })).toMatchObject({ items: third });
    expect(await read({ field: 'items', offset: 60 })).toMatchObject({ items: [] });
    expect(await read({ field: 'plan.clusters' })).toMatchObject({ items: ['a', 'b', 'c'], total_count: 3 });
  });

  it('reads on in a text by thousands of characters, and shows records and values whole', async () => {
    const rest = { kind: 'text', value: 'x'.repeat(500), total_count: 2500 };
    expect(await read({ field: 'content', offset: 2, limit: 1 })).toMatchObject(rest);
    expect(await read({ field: 'plan' })).toMatchObject({ kind: 'record', value: ANSWER.plan, items: null });
    expect(await read({ field: 'total_count' })).toMatchObject({ kind: 'value', value: 60 });
    expect(await read({ field: 'items.3' })).toMatchObject({ value: { at: 3 } });
  });

  it('lists the fields of an answer, and names the one that was meant', async () => {
    const { fields } = operation.result.parse(await read({}));
    expect(fields).toContainEqual({ field: 'items', kind: 'list', length: 60 });
    await expect(read({ field: 'itmes' })).rejects.toMatchObject({ code: 'invalid_input', fix: 'Did you mean items?' });
    await expect(read({ field: 'constructor' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('turns a whole list into a table, and says where there is none', async () => {
    const table = operation.csv?.(await read({ field: 'items', offset: 58, format: 'csv' }));
    expect(table).toBe('at\r\n58\r\n59\r\n');
    const lines = operation.csv?.(await read({ field: 'items', limit: 5, format: 'csv' })).split('\r\n');
    expect(lines).toHaveLength(1 + 60 + 1);
    await expect(read({ format: 'csv' })).rejects.toMatchObject({
      code: 'invalid_input',
      fix: expect.stringContaining('Lists of this answer: items.'),
      issues: [{ path: 'field', message: 'is required for csv' }],
    });
    await expect(read({ format: 'csv', field: 'content' })).rejects.toMatchObject({
      issues: [{ path: 'field', message: 'is a text, and only lists make a table' }],
    });
  });

  it('reads the answers of jobs, and none of other projects', async () => {
    expect(await read({ id: 'job_1', field: 'content' })).toMatchObject({ value: 'of a job' });
    expect(await read({ field: 'total_count' }, 'shop')).toMatchObject({ value: 60 });
    await expect(read({}, 'other')).rejects.toMatchObject({ code: 'not_found' });
    await expect(read({ id: 'job_1' }, 'other')).rejects.toMatchObject({ code: 'not_found' });
    await expect(read({ id: 'req_2' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
