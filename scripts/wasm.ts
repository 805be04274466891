import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { main } from 'assemblyscript/asc';

/**
 * Compiles the kernels of ranking from AssemblyScript. The result is committed, so that only who changes them needs the
 * compiler; a test compiles again and compares.
 */
const root = join(import.meta.dirname, '..');
const SOURCE = 'src/index/authority/ranking/kernels.as.ts';
export const KERNELS = join(root, 'src/index/authority/ranking/data/kernels.wasm');

/** One memory, shared and brought by the caller; no runtime, since nothing is allocated. */
const OPTIONS =
  '-O3 --noAssert --runtime stub --use abort= --enable threads --enable simd --importMemory --noExportMemory ' +
  '--sharedMemory --initialMemory 1 --maximumMemory 65536';

if (import.meta.main) {
  mkdirSync(dirname(KERNELS), { recursive: true });
  writeFileSync(KERNELS, await compileKernels());
}

export async function compileKernels(): Promise<Uint8Array> {
  const written: Uint8Array[] = [];
  const said: string[] = [];
  const { error } = await main([SOURCE, '--outFile', 'kernels.wasm', '--baseDir', root, ...OPTIONS.split(' ')], {
    writeFile: (_, contents) => void written.push(typeof contents === 'string' ? Buffer.from(contents) : contents),
    stderr: { write: (text) => void said.push(text.toString()) },
  });
  if (error !== null || said.length > 0) throw new Error(said.join('') || String(error));
  return written[0] ?? new Uint8Array();
}
