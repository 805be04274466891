import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../src/operations/index.ts';
import { openSampleService, steady } from '../test/sample-service.ts';

/**
 * Records the real answers of operations' examples, on the sample web, at a fixed time, and writes the docs from them.
 *
 *     npm run examples -- [ID …]     all of them where none is named
 *
 * `test/examples.test.ts` asks again and compares.
 */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !operations.some((operation) => operation.id === id));
if (unknown.length > 0) throw new Error(`There is no operation ${unknown.join(', ')}. Did you run \`npm run gen\`?`);

const folder = join(import.meta.dirname, '../docs/operations/examples');
mkdirSync(folder, { recursive: true });
const service = await openSampleService();
try {
  for (const operation of operations.filter((known) => !known.is_account && !known.is_batch)) {
    if (wanted.length > 0 && !wanted.includes(operation.id)) continue;
    const answer = await service.call(operation.path, operation.example);
    if (answer.status !== 200) throw new Error(`${operation.id} answered ${answer.status}: ${answer.text}`);
    writeFileSync(join(folder, `${operation.id}.json`), JSON.stringify(steady(answer.json), null, 2) + '\n');
    console.log(`recorded ${operation.id}`);
  }
} finally {
  await service.close();
}
const written = spawnSync(process.execPath, [join(import.meta.dirname, 'gen.ts')], { stdio: 'inherit' });
process.exitCode = written.status ?? 1;
