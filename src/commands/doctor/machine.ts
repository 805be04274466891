import { constants } from 'node:fs';
import { access, readFile, stat, statfs } from 'node:fs/promises';
import { lookup } from 'node:dns/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { isSmallMachine, machineMemory } from '../../index/engine/machine-memory.ts';
import { freeBytesMin } from '../../compose/data-folder.ts';
import { nodeFloor } from '../../version.ts';
import { fail, type Finding, megabytes, ok, warn } from './finding.ts';

const FREE_BYTES_WANTED = 5_000_000_000;
/** A small site fits into 1 GB, of which a system keeps some for itself. */
const MEMORY_BYTES_WANTED = 900_000_000;
const OPEN_FILES_WANTED = 4096;
const NAMES_MS_MAX = 3000;

export function checkNode(version: string = process.versions.node): Finding {
  if (version.localeCompare(nodeFloor, 'en', { numeric: true }) >= 0) return ok('node', version);
  return fail('node', `${version} is too old.`, `Install Node ${nodeFloor} or newer; 24 is the tested version.`);
}

/** Checking the folder must not create it. */
export async function checkDataFolder(folder: string): Promise<readonly Finding[]> {
  const name = 'data folder';
  const found = await nearestThere(folder);
  const fix =
    'Choose another folder with --data DIR or SEAMARK_DATA, or give the user that runs Seamark access to this one.';
  try {
    if (!(await stat(found)).isDirectory()) return [fail(name, `${found} is not a folder.`, fix)];
    await access(found, constants.W_OK | constants.X_OK);
  } catch {
    return [fail(name, `${found} is not writable by this user.`, fix)];
  }
  const there = found === folder ? folder : `${folder} (it will be created on first start)`;
  return [ok(name, there), await checkSpace(found)];
}

async function nearestThere(folder: string): Promise<string> {
  let at = folder;
  while (dirname(at) !== at && (await stat(at).catch(() => undefined)) === undefined) at = dirname(at);
  return at;
}

async function checkSpace(folder: string): Promise<Finding> {
  const { bavail, bsize, ffree, files } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${megabytes(free)} free`;
  const fix = 'Free some space, or choose a folder on another disk with --data DIR or SEAMARK_DATA.';
  const needed = freeBytesMin(folder);
  if (free < needed) return fail('disk', `${detail}; the service needs at least ${needed / 1e6} MB to start.`, fix);
  if (files > 0 && ffree < 10_000) return fail('disk', `only ${ffree} inodes are left.`, fix);
  if (free < FREE_BYTES_WANTED) return warn('disk', `${detail}; a crawl of a million pages takes several GB.`, fix);
  return ok('disk', detail);
}

export function checkMemory(bytes: number = machineMemory()): Finding {
  const fix = 'Add memory, or set CLICKHOUSE_URL.';
  if (bytes < MEMORY_BYTES_WANTED) return warn('memory', `${megabytes(bytes)}; the service needs 1 GB.`, fix);
  if (isSmallMachine(bytes)) return ok('memory', `${megabytes(bytes)}: enough for sites of some 10,000 pages`);
  return ok('memory', megabytes(bytes));
}

/** Only Linux has this in a file; elsewhere the check is skipped. */
export async function checkOpenFiles(file = '/proc/self/limits'): Promise<readonly Finding[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, soft = '', hard = ''] = /^Max open files\s+(\S+)\s+(\S+)/m.exec(text) ?? [];
  if (soft === '') return [];
  const limit = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  if (limit >= OPEN_FILES_WANTED) return [ok('open files', `${soft} (at most ${hard})`)];
  return [
    warn(
      'open files',
      `At most ${soft} files and connections may be open at once.`,
      `Raise the limit: ulimit -n ${OPEN_FILES_WANTED}, or LimitNOFILE= in a systemd unit.`,
    ),
  ];
}

/** Whether names resolve at all: without that, every crawl and every fetch fails. */
export async function checkNames(resolve: (name: string) => Promise<unknown> = lookup): Promise<Finding> {
  const late = sleep(NAMES_MS_MAX, 'late', { ref: false });
  const found = await Promise.race([
    resolve('example.com').then(
      () => 'found',
      () => 'failed',
    ),
    late,
  ]);
  if (found === 'found') return ok('names', 'example.com resolves');
  return warn(
    'names',
    found === 'late' ? `No host name was resolved in ${NAMES_MS_MAX / 1000} s.` : 'example.com does not resolve.',
    'Crawling and fetching need DNS: check the network and /etc/resolv.conf of this machine.',
  );
}
