import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../src/operations/index.ts';
import { openRankingService, RANKING_REQUESTS, RANKING_SITUATIONS } from '../test/sample-rankings.ts';
import { callExample, openSampleService, steady } from '../test/sample-service.ts';
import type { TestAnswer } from '../test/service.ts';

/**
 * Records the real answers of operations' examples, on the sample web, at a fixed time, and writes the docs from them. Those on
 * rankings answer from each of their sources.
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
const record = (name: string, { status, json, text }: TestAnswer): void => {
  if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(steady(json), null, 2) + '\n');
  console.log(`recorded ${name}`);
};
const service = await openSampleService();
try {
  for (const operation of operations.filter((known) => !known.is_account && !known.is_batch)) {
    if (wanted.length > 0 && !wanted.includes(operation.id)) continue;
    record(operation.id, await callExample(service, operation));
  }
} finally {
  await service.close();
}
for (const situation of RANKING_SITUATIONS) {
  const asked = operations.filter(({ id }) => id in RANKING_REQUESTS && (wanted.length === 0 || wanted.includes(id)));
  if (asked.length === 0) continue;
  const rankings = await openRankingService(situation);
  try {
    for (const { id, path } of asked) record(`${id}.${situation}`, await rankings.call(path, RANKING_REQUESTS[id]));
  } finally {
    await rankings.close();
  }
}
const written = spawnSync(process.execPath, [join(import.meta.dirname, 'gen.ts')], { stdio: 'inherit' });
process.exitCode = written.status ?? 1;
