import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { checkDataFolder, checkMemory, checkNames, checkNode, checkOpenFiles } from './machine.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seamark-doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('knows which Node is too old', () => {
  expect(checkNode('20.19.0')).toMatchObject({ state: 'fail', fix: expect.stringContaining('22.19') });
  expect(checkNode('22.18.9').state).toBe('fail');
  expect(checkNode('22.19.0').state).toBe('ok');
  expect(checkNode('24.0.0').state).toBe('ok');
});

it('takes 1 GB for enough for a small site, and warns of less', () => {
  expect(checkMemory(1_024_000_000)).toMatchObject({ state: 'ok', detail: expect.stringContaining('10,000 pages') });
  expect(checkMemory(512_000_000)).toMatchObject({ state: 'warn' });
  expect(checkMemory(8e9).detail).not.toContain('pages');
});

it('looks at the data folder without making it', async () => {
  const wanted = join(folder, 'not', 'there');
  expect((await checkDataFolder(wanted))[0]).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('will be created'),
  });
  expect((await checkDataFolder(folder)).map(({ name }) => name)).toEqual(['data folder', 'disk']);
  await expect(checkDataFolder(wanted)).resolves.toHaveLength(2);
});

it('says so when the data folder is a file', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await checkDataFolder(file)).toMatchObject([{ state: 'fail', fix: expect.stringContaining('SEAMARK_DATA') }]);
});

it.skipIf(process.getuid?.() === 0)('says so when the data folder cannot be written to', async () => {
  const closed = await mkdtemp(join(folder, 'closed-'));
  await chmod(closed, 0o500);
  expect(await checkDataFolder(closed)).toMatchObject([
    { state: 'fail', detail: expect.stringContaining('not writable') },
  ]);
});

it('warns of a low limit of open files, and says nothing where the system does not tell', async () => {
  const file = join(folder, 'limits');
  await writeFile(
    file,
    'Limit  Soft Limit  Hard Limit  Units\nMax open files            1024                 524288               files\n',
  );
  expect(await checkOpenFiles(file)).toMatchObject([{ state: 'warn', fix: expect.stringContaining('ulimit -n 4096') }]);
  await writeFile(file, 'Max open files            unlimited            unlimited            files\n');
  expect(await checkOpenFiles(file)).toMatchObject([{ state: 'ok' }]);
  expect(await checkOpenFiles(join(folder, 'none'))).toEqual([]);
});

it('warns when names do not resolve', async () => {
  expect((await checkNames(() => Promise.resolve('192.0.2.1'))).state).toBe('ok');
  expect(await checkNames(() => Promise.reject(new Error('ENOTFOUND')))).toMatchObject({ state: 'warn' });
});
