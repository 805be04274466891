// node check-drafts.mjs drafts/*.md
import { readFile } from 'node:fs/promises';

import { createClient } from '@seamark/client';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: node check-drafts.mjs FILE…');
  process.exit(2);
}
const client = createClient({ baseUrl: process.env.SEAMARK_URL, apiKey: process.env.SEAMARK_API_KEY });
const READY = 70;

for (const file of files) {
  const markdown = await readFile(file, 'utf8');
  const { readiness_score, checks } = await client.content.technicalQa({ markdown });
  const isReady = readiness_score >= READY;
  console.log(`${isReady ? 'ready' : 'not ready'}  ${readiness_score}  ${file}`);
  for (const { status, id, found } of checks) if (status === 'fail') console.log(`  ${id}: ${found}`);
  if (!isReady) process.exitCode = 1;
}
