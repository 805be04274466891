import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** A file of tests holds up to 200 MB, and five run at once. */
const ROOM_BYTES_MIN = 4 * 1024 ** 3;
const MEMORY_BYTES_MIN = 8 * 1024 ** 3;

/**
 * Settings that put the temporary folders of tests into memory, where there is plenty of it.
 *
 * The tests make and remove hundreds of thousands of small files of PostgreSQL and the index engine. On a disk that takes
 * a fifth of all processor time, and clusters of PostgreSQL wait for it besides.
 */
export function temporaryFolder(): Record<string, string> {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= ROOM_BYTES_MIN && freemem() >= MEMORY_BYTES_MIN ? { TMPDIR: MEMORY_FOLDER } : {};
  } catch {
    return {};
  }
}
