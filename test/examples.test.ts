import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { answerSchema } from '../src/contract/envelope.ts';
import { operations } from '../src/operations/index.ts';
import { openSampleService, steady } from './sample-service.ts';
import type { TestService } from './service.ts';

const Guidance = z.object({
  next_calls: z.array(z.object({ operation: z.string(), path: z.string(), body: z.unknown(), credits: z.number() })),
});

let service: TestService;
beforeAll(async () => {
  service = await openSampleService();
});
afterAll(async () => {
  await service.close();
});

const analyses = operations.filter((operation) => !operation.is_account && !operation.is_batch);

describe.each(analyses.map((operation) => [operation.id, operation] as const))('the example of %s', (id, operation) => {
  const file = join(import.meta.dirname, '../docs/operations/examples', `${id}.json`);

  it('is answered as its page in docs/operations says', async () => {
    expect(existsSync(file), 'run `npm run examples`').toBe(true);
    const answer = await service.call(operation.path, operation.example);
    expect(answer.status).toBe(200);
    expect(steady(answer.json)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('has the published shape, plans only calls that their operations take, and quotes nothing empty', async () => {
    const { json } = await service.call(operation.path, operation.example);
    expect(answerSchema(operation.result.strict(), operation.guidance).safeParse(json).error).toBeUndefined();
    const guidance = Guidance.parse(json[operation.guidance === 'workflow' ? 'agent_workflow' : 'agent_support']);
    for (const call of guidance.next_calls) {
      const named = operations.find((known) => known.id === call.operation);
      expect(named?.path).toBe(call.path);
      expect(named?.prepare(call.body).credits).toBe(call.credits);
    }
    const summary = String(json['markdown_summary']);
    expect(summary.length).toBeLessThanOrEqual(2500);
    expect(summary).toMatch(/^## /);
    expect(summary).not.toMatch(/undefined|NaN|\[object/);
  });
});

describe.each(
  operations.filter((operation) => operation.is_account).map((operation) => [operation.id, operation] as const),
)('the example of %s', (_id, operation) => {
  it('is taken by its operation', () => {
    expect(operation.prepare(operation.example).credits).toBe(0);
  });
});
