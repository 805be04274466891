import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is a small disk of its own for one process and those that it starts, so that a test can fill it. */
export interface SmallDisk {
  readonly folder: string;
  /** What to start the process with: the command and its arguments follow. */
  readonly launcher: readonly string[];
  /** Takes whatever room is left on the disk that the process sees. */
  fill(pid: number): void;
  /** Gives back what `fill` took. */
  free(pid: number): void;
  /** Removes the folder; the disk is gone with its last process. */
  remove(): void;
}

/** Mounting takes a right that a test run may lack. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'seamark-mount-'));
  const { status } = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', folder]);
  rmSync(folder, { recursive: true });
  return status === 0;
}

export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'seamark-disk-'));
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs "$0" && exec "$@"`;
  const ballastOf = (pid: number): string => `/proc/${pid}/root${folder}/ballast`;
  return {
    folder,
    launcher: ['unshare', '-m', 'sh', '-c', mount, folder],
    fill: (pid) => {
      const file = openSync(ballastOf(pid), 'a');
      for (const bytes of [1_048_576, 4096]) writeUntilFull(file, Buffer.alloc(bytes));
      closeSync(file);
    },
    free: (pid) => rmSync(ballastOf(pid), { force: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes to a file until its disk has no more room for what is written. */
export function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (thrown) {
    if (!(thrown instanceof Error) || Reflect.get(thrown, 'code') !== 'ENOSPC') throw thrown;
  }
}
