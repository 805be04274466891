import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { rolldown } from 'rolldown';

const SOURCE = join(import.meta.dirname, '../src');
const KEPT = join(import.meta.dirname, '../node_modules/.cache/service');
/** A process that was started from it has loaded all of it by then. */
const KEPT_MS = 24 * 3_600_000;

/**
 * The program in a few files, which Node starts with a third less processor time than from its 1,500 modules: tests start
 * hundreds of them. What a module reads beside it, and the threads and processes that it starts, are those of `src`.
 */
export async function builtService(): Promise<string> {
  const folder = join(KEPT, stateOfSource());
  if (!existsSync(folder)) await build(folder);
  return join(folder, 'main.mjs');
}

/** Several processes of tests may build at once: each builds all of it, and the first one's stays. */
async function build(folder: string): Promise<void> {
  mkdirSync(KEPT, { recursive: true });
  for (const name of readdirSync(KEPT)) {
    const path = join(KEPT, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true });
  }
  const draft = mkdtempSync(join(KEPT, 'draft-'));
  const bundle = await rolldown({
    input: join(SOURCE, 'main.ts'),
    platform: 'node',
    treeshake: false,
    external: (id) => !/^[./]/.test(id),
    plugins: [{ name: 'own-place', transform: namePlaces }],
  });
  await bundle.write({ dir: draft, format: 'esm', entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true });
  }
}

/** What a module reads beside it is found where the module stands. */
function namePlaces(code: string, file: string): string {
  return code
    .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(file).href))
    .replaceAll(/\bimport\.meta\.filename\b/g, JSON.stringify(file))
    .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(file)));
}

function stateOfSource(): string {
  const hash = createHash('sha256');
  for (const path of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
    const { mtimeMs, size } = statSync(join(SOURCE, path));
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
