import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

import { CUT, SITES, missingSites, packageFolder, webFolder } from './sites.ts';
import type { Mount } from './sites.ts';

/**
 * Fetches the packages of the test web with `apt-get download` and unpacks them into the cache folder.
 *
 *   node test/web/unpack.ts          the whole web (110 MB to download, 1.3 GB unpacked)
 *   node test/web/unpack.ts --cut    only what the tests of the cut need
 *
 * A package that is unpacked already is left alone. Each one is unpacked beside its place and then renamed, so
 * a run that was cut off is simply repeated. Needs Debian 12 or a system with packages of the same names.
 */
const run = promisify(execFile);
const DOWNLOAD_TIMEOUT_MS = 600_000;

/** Package lists are locked while they are updated, so all wait for one update. */
let updated: Promise<void> | undefined;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { cut: { type: 'boolean', default: false } } });
  const sites = values.cut ? CUT : SITES;
  const cache = webFolder();
  await mkdir(join(cache, 'unpacked'), { recursive: true });
  await mkdir(join(cache, 'packages'), { recursive: true });
  // Wherever the folder lies, a repository around it must not take in a gigabyte of packages.
  await writeFile(join(cache, '.gitignore'), '*\n');
  await requireTool('apt-get', ['--version']);
  await requireTool('dpkg', ['--version']);

  const packages = packagesOf(sites.flatMap((site) => site.mounts));
  await downloadAll(cache, packages);
  const told = packages.map(async (names) => {
    const present = names.find((name) => existsSync(packageFolder(cache, name)));
    console.log(present === undefined ? `${await unpackFirst(cache, names)}: unpacked` : `${present}: already there`);
  });
  await Promise.all(told);
  const missing = missingSites(cache, sites);
  if (missing !== undefined) throw new Error(missing);
  console.log(`${sites.length} sites are ready in ${cache}`);
}

function packagesOf(mounts: readonly Mount[]): readonly (readonly string[])[] {
  return [...new Map(mounts.map((point) => [point.packages.join(' '), point.packages])).values()];
}

async function requireTool(tool: string, args: readonly string[]): Promise<void> {
  try {
    await run(tool, [...args]);
  } catch {
    throw new Error(`${tool} does not run here: the test web is made of Debian packages and needs a Debian system.`);
  }
}

/** All that are missing, under their first names, by one call: apt reads its lists anew each time. What fails is tried again one by one. */
async function downloadAll(cache: string, packages: readonly (readonly string[])[]): Promise<void> {
  const folder = join(cache, 'packages');
  const isThere = async (name: string): Promise<boolean> =>
    existsSync(packageFolder(cache, name)) || (await archiveOf(folder, name)) !== undefined;
  const wanted: string[] = [];
  for (const names of packages) {
    const present = await Promise.all(names.map(isThere));
    if (!present.includes(true)) wanted.push(...names.slice(0, 1));
  }
  if (wanted.length > 0) await apt(folder, ['download', ...wanted]).catch(() => undefined);
}

/** Unpacks the first of the alternatives that can be had, and answers its name. */
async function unpackFirst(cache: string, names: readonly string[]): Promise<string> {
  const failures: string[] = [];
  for (const name of names) {
    try {
      await unpack(cache, name, await download(cache, name));
      return name;
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message.trim() : String(error)}`);
    }
  }
  throw new Error(failures.join('\n'));
}

async function download(cache: string, name: string): Promise<string> {
  const folder = join(cache, 'packages');
  const present = await archiveOf(folder, name);
  if (present !== undefined) return present;
  try {
    await apt(folder, ['download', name]);
  } catch {
    // Package lists go stale: the mirror drops a version as soon as there is a newer one.
    updated ??= apt(folder, ['update']).catch(() => undefined);
    await updated;
    await apt(folder, ['download', name]);
  }
  const archive = await archiveOf(folder, name);
  if (archive === undefined) throw new Error(`apt-get download ended well but left no ${name}_*.deb in ${folder}`);
  return archive;
}

async function apt(folder: string, args: readonly string[]): Promise<void> {
  await run('apt-get', ['-q', ...args], { cwd: folder, timeout: DOWNLOAD_TIMEOUT_MS });
}

async function archiveOf(folder: string, name: string): Promise<string | undefined> {
  const files = await readdir(folder);
  const file = files.find((entry) => entry.startsWith(name + '_') && entry.endsWith('.deb'));
  return file === undefined ? undefined : join(folder, file);
}

async function unpack(cache: string, name: string, archive: string): Promise<void> {
  const target = packageFolder(cache, name);
  const partial = target + '.partial';
  await rm(partial, { recursive: true, force: true });
  try {
    await run('dpkg', ['-x', archive, partial]);
  } catch (error) {
    // A half-loaded archive must not stay in the way of the next run.
    await rm(archive, { force: true });
    throw error;
  }
  await rename(partial, target);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
