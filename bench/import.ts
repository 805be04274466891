import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { makeArchives } from './import/files.ts';
import { makeHostile } from './import/hostile.ts';
import { runRole, type Measured, type Role } from './import/roles.ts';

/**
 * Megabytes a second of reading WARC and WAT, and of making facts of them, beside warcio.js reading the same files.
 *
 *     node bench/import.ts [--pages N] [--times N]
 *
 * The files are made of the documentation web (`node test/web/unpack.ts`), or of made pages where it is not there: N
 * pages, one gzip member for each record, and the whole file as many times over as `--times` says. Each figure is of a
 * process of its own; its peak memory holds Node itself and all threads. warcio.js is no dependency: `npm install` in
 * `bench/`. At the end come files that are broken or made to harm, with what reading told of them.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '6000' },
    times: { type: 'string', default: '3' },
    role: { type: 'string' },
    file: { type: 'string' },
  },
});

const ROLES: readonly Role[] = ['gunzip', 'warcio', 'gunzip, warcio', 'reader', 'facts'];
const role = [...ROLES, 'told' as const].find((name) => name === values.role);
if (role !== undefined && values.file !== undefined) console.log(JSON.stringify(await runRole(role, values.file)));
else await compare(Number(values.pages), Number(values.times));

async function compare(pages: number, times: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'seamark-bench-'));
  try {
    const warc = join(folder, 'pages.warc.gz');
    const wat = join(folder, 'pages.warc.wat.gz');
    const made = await makeArchives(warc, wat, pages, times);
    console.log(`${made.pages} pages, ${times} times over`);
    for (const [file, size] of [
      [warc, made.warc],
      [wat, made.wat],
    ] as const) {
      console.log(`\n${file === wat ? 'WAT' : 'WARC'}: ${mb(size.packed)} MB packed, ${mb(size.unpacked)} MB unpacked`);
      for (const name of ROLES) show(name, measured(name, file), size);
    }
    console.log('\nFiles that are broken or made to harm');
    for (const { name, file } of await makeHostile(folder, warc, wat)) {
      const { told, seconds, rss_mb } = measured('told', file);
      console.log(`  ${name}: ${mb(statSync(file).size)} MB, ${seconds.toFixed(1)} s, peak ${rss_mb} MB\n    ${told}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measured(name: Role | 'told', file: string): Measured {
  const printed = execFileSync(process.execPath, [import.meta.filename, '--role', name, '--file', file], {
    encoding: 'utf8',
  });
  const result: Measured = JSON.parse(printed);
  return result;
}

function show(
  name: Role,
  { seconds, cpu_seconds, rss_mb, told }: Measured,
  size: { packed: number; unpacked: number },
): void {
  if (seconds === 0) {
    console.log(`  ${name.padEnd(15)} ${told}`);
    return;
  }
  const packed = (size.packed / 1e6 / seconds).toFixed(1).padStart(6);
  const unpacked = (size.unpacked / 1e6 / seconds).toFixed(1).padStart(7);
  console.log(
    `  ${name.padEnd(15)} ${packed} MB/s packed ${unpacked} MB/s unpacked, ${cpu_seconds.toFixed(1)} s of processor, peak ${rss_mb} MB  ${told}`,
  );
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
