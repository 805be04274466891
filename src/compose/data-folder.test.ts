import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { canMount } from '../../test/small-disk.ts';
import { readConfig } from '../config.ts';
import { prepareFolder } from './data-folder.ts';

describe.skipIf(!canMount())('a start on a disk with little room', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'seamark-room-'));
  });
  afterEach(() => {
    spawnSync('/bin/umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });

  const prepare = (megabytes: number, entries: readonly string[]): Promise<void> => {
    spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    for (const name of entries) mkdirSync(join(folder, name));
    return prepareFolder(readConfig('0.0.0-test', { data: folder }, {}));
  };

  it('makes no databases that would not fit', async () => {
    await expect(prepare(200, [])).rejects.toThrow('Seamark needs 300 MB');
  });

  it('serves from databases that are there, as a service that was not stopped would', async () => {
    await expect(prepare(200, ['postgres'])).resolves.toBeUndefined();
  });

  it('is refused where databases cannot even start', async () => {
    await expect(prepare(40, ['postgres'])).rejects.toThrow('Seamark needs 50 MB');
  });
});
