import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../src/operations/index.ts';
import { openSampleService, steady } from '../test/sample-service.ts';

/**
 * Records the real answer of every operation's example, for the docs: on the sample web, at a fixed time.
 * `test/examples.test.ts` asks again and compares. Run `npm run gen` afterwards.
 */
const folder = join(import.meta.dirname, '../docs/operations/examples');
mkdirSync(folder, { recursive: true });
const service = await openSampleService();
try {
  for (const operation of operations.filter((known) => !known.is_account && !known.is_batch)) {
    const answer = await service.call(operation.path, operation.example);
    if (answer.status !== 200) throw new Error(`${operation.id} answered ${answer.status}: ${answer.text}`);
    writeFileSync(join(folder, `${operation.id}.json`), JSON.stringify(steady(answer.json), null, 2) + '\n');
    console.log(`recorded ${operation.id}`);
  }
} finally {
  await service.close();
}
