import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operations } from '../src/operations/index.ts';
import { openRankingService, RANKING_REQUESTS, RANKING_SITUATIONS } from './sample-rankings.ts';
import { callExample, openSampleService, steady } from './sample-service.ts';
import type { TestService } from './service.ts';

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
    const answer = await callExample(service, operation);
    expect(answer.status).toBe(200);
    expect(steady(answer.json)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});

describe.each(RANKING_SITUATIONS)('from %s alone', (situation) => {
  let rankings: TestService;
  beforeAll(async () => {
    rankings = await openRankingService(situation);
  });
  afterAll(() => rankings.close());

  it.each(operations.filter(({ id }) => id in RANKING_REQUESTS).map((operation) => [operation.id, operation] as const))(
    'the example of %s is answered as its page says',
    async (id, { path }) => {
      const file = join(import.meta.dirname, '../docs/operations/examples', `${id}.${situation}.json`);
      const answer = await rankings.call(path, RANKING_REQUESTS[id]);
      expect(answer.status).toBe(200);
      expect(steady(answer.json)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    },
  );
});

describe.each(
  operations.filter((operation) => operation.is_account).map((operation) => [operation.id, operation] as const),
)('the example of %s', (_id, operation) => {
  it('is taken by its operation, free unless it says what its job costs', () => {
    const { credits } = operation.prepare(operation.example);
    expect(credits > 0).toBe(operation.price_rule !== 'free');
  });
});
