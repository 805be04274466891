import { constants, existsSync } from 'node:fs';
import { access, mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Config } from '../config.ts';
import { AppError } from '../kernel/errors.ts';

/** What two new databases take, and what those that are there need to start and to close. */
const FREE_BYTES_MIN = { new: 300_000_000, existing: 50_000_000 };

/** How much of the disk has to be free for a start on a data folder. */
export function freeBytesMin(folder: string): number {
  const exists = existsSync(join(folder, 'postgres')) || existsSync(join(folder, 'index.json'));
  return exists ? FREE_BYTES_MIN.existing : FREE_BYTES_MIN.new;
}

/** Not `mkdir` with `recursive`, which never returns for a folder in a file system that takes none, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await makeLastFolder(folder);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT' || dirname(folder) === folder) throw thrown;
    await makeFolder(dirname(folder));
    await makeLastFolder(folder);
  }
}

/** Both databases prepare the folder at the same time, so it may be there a moment after it was not. */
async function makeLastFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined;
}

/** @throws AppError unavailable when the data folder cannot be written to, or the disk is full */
export async function prepareFolder(config: Config): Promise<void> {
  if (config.database_url !== undefined && config.clickhouse_url !== undefined) return;
  const folder = config.data_dir;
  const fix =
    'Choose another folder with --data DIR or SEAMARK_DATA, or give the user that runs Seamark access to this one.';
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (thrown) {
    throw new AppError('unavailable', `The data folder ${folder} is not writable.`, { fix, cause: thrown });
  }
  const { bavail, bsize } = await statfs(folder);
  const needed = freeBytesMin(folder);
  if (bavail * bsize >= needed) return;
  const free = Math.round((bavail * bsize) / 1e6);
  throw new AppError(
    'unavailable',
    `Only ${free} MB of disk space are free for ${folder}; Seamark needs ${needed / 1e6} MB.`,
    {
      fix: 'Free some space, or choose a folder on another disk with --data DIR or SEAMARK_DATA.',
    },
  );
}
