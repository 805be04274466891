import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { startIndexEngine } from '../src/index/engine/start.ts';
import { openIndex } from '../src/index/open.ts';

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache/index-templates');
/** What the tables of a new index follow from; with any change of these it is made anew. */
const SOURCES = [
  'src/index/schema.ts',
  'src/index/crawls/tables.ts',
  'src/index/database/link-domains.ts',
  'src/index/derive/tables.ts',
  'src/index/facts/tables.ts',
  'src/index/facts/tool-tables.ts',
  'node_modules/chdb/package.json',
];

/** Gives a data folder an index with its tables: making these takes as long as starting the engine twice. */
export async function prepareIndexFolder(dataDir: string): Promise<void> {
  const template = join(CACHE, await hashSources());
  if (!existsSync(template)) await makeTemplate(template);
  await mkdir(dataDir, { recursive: true });
  await cp(join(template, 'index'), join(dataDir, 'index'), { recursive: true, verbatimSymlinks: true });
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) hash.update(await readFile(join(ROOT, source)));
  return hash.digest('hex').slice(0, 16);
}

/** Several processes may do this at once: the first one's is kept. */
async function makeTemplate(template: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(`${template}-`);
  const engine = await startIndexEngine({
    data_dir: folder,
    log: { info: () => undefined, warn: () => undefined },
  });
  await (await openIndex(engine.url)).close();
  await engine.stop();
  await rename(folder, template).catch(() => rm(folder, { recursive: true, force: true }));
}
