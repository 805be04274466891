import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Compiles the kernels of ranking from AssemblyScript. The result is committed, so that only who changes them needs the
 * compiler. It carries a hash of what it was compiled from, and a test compares that with the source.
 */
const root = join(import.meta.dirname, '..');
const HASH_SECTION = 'source';
const HASH_CHARACTERS = 64;
const SOURCE = 'src/index/authority/ranking/kernels.as.ts';
export const KERNELS = join(root, 'src/index/authority/ranking/data/kernels.wasm');

/** One memory, shared and brought by the caller; no runtime, since nothing is allocated. */
const OPTIONS =
  '-O3 --noAssert --runtime stub --use abort= --enable threads --enable simd --importMemory --noExportMemory ' +
  '--sharedMemory --initialMemory 1 --maximumMemory 65536';

if (import.meta.main) {
  mkdirSync(dirname(KERNELS), { recursive: true });
  writeFileSync(KERNELS, Buffer.concat([await compileKernels(), customSection(HASH_SECTION, hashSource())]));
}

/** Of the source and the options, as `readSourceHash` finds it in what was compiled from them. */
export function hashSource(): string {
  return createHash('sha256')
    .update(readFileSync(join(root, SOURCE)))
    .update(OPTIONS)
    .digest('hex');
}

/** The last section of what was compiled is the hash. */
export function readSourceHash(): string {
  return readFileSync(KERNELS).subarray(-HASH_CHARACTERS).toString();
}

/** A section that engines pass over. Both texts together are shorter than 127 bytes, so that one byte holds each length. */
function customSection(name: string, text: string): Buffer {
  const content = Buffer.from(`${String.fromCodePoint(name.length)}${name}${text}`);
  return Buffer.concat([Buffer.from([0, content.length]), content]);
}

async function compileKernels(): Promise<Uint8Array> {
  // Whoever asks for a hash needs no compiler, which takes seconds to load.
  const { main } = await import('assemblyscript/asc');
  const written: Uint8Array[] = [];
  const said: string[] = [];
  const { error } = await main([SOURCE, '--outFile', 'kernels.wasm', '--baseDir', root, ...OPTIONS.split(' ')], {
    writeFile: (_, contents) => void written.push(typeof contents === 'string' ? Buffer.from(contents) : contents),
    stderr: { write: (text) => void said.push(text.toString()) },
  });
  if (error !== null || said.length > 0) throw new Error(said.join('') || String(error));
  return written[0] ?? new Uint8Array();
}
