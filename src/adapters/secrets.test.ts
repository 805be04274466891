import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openVault } from './secrets.ts';

const SECRET = 'a secret of the operator that is long enough';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seamark-vault-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('gives back what it sealed, at the place it was sealed for and nowhere else', async () => {
  const vault = await openVault({ secret: SECRET, data_dir: folder });
  const sealed = vault.seal('whsec_äöü', 'whe_1');
  expect(vault.open(sealed, 'whe_1')).toBe('whsec_äöü');
  expect(vault.open(sealed, 'whe_2')).toBeUndefined();
});

it('hides the text, and hides it differently each time', async () => {
  const vault = await openVault({ secret: SECRET, data_dir: folder });
  const [one, other] = [vault.seal('whsec_plain', 'x'), vault.seal('whsec_plain', 'x')];
  expect(Buffer.from(one).includes('whsec_plain')).toBe(false);
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false);
});

it('opens nothing that was changed in any byte, cut or made up', async () => {
  const vault = await openVault({ secret: SECRET, data_dir: folder });
  const sealed = Buffer.from(vault.seal('whsec_plain', 'x'));
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(vault.open(changed, 'x')).toBeUndefined();
    expect(vault.open(sealed.subarray(0, at), 'x')).toBeUndefined();
  }
  expect(vault.open(randomBytes(80), 'x')).toBeUndefined();
});

it('is the same vault for the same setting on another machine, and another one for another setting', async () => {
  const sealed = (await openVault({ secret: SECRET, data_dir: folder })).seal('text', 'x');
  const replica = await openVault({ secret: SECRET, data_dir: join(folder, 'elsewhere') });
  const other = await openVault({ secret: `${SECRET}!`, data_dir: folder });
  expect(replica.open(sealed, 'x')).toBe('text');
  expect(other.open(sealed, 'x')).toBeUndefined();
  expect(replica.mark).toEqual(Buffer.from(sealed).subarray(0, replica.mark.length));
  expect(other.mark).not.toEqual(replica.mark);
  await expect(readdir(folder)).resolves.toEqual([]);
});

it('makes one key file that only its owner reads, however many processes start at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const data_dir = join(folder, `data ${round}`);
    const vaults = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        for (let turn = 0; turn < at * 2; turn += 1) await nextTurn();
        const vault = await openVault({ secret: undefined, data_dir });
        return { vault, sealed: vault.seal('text', 'x') };
      }),
    );
    const first = vaults[0]?.vault;
    expect(vaults.map(({ sealed }) => first?.open(sealed, 'x'))).toEqual(Array.from({ length: 20 }, () => 'text'));
    await expect(readdir(data_dir)).resolves.toEqual(['secret.key']);
    expect((await stat(join(data_dir, 'secret.key'))).mode & 0o777).toBe(0o600);
    await expect(readFile(join(data_dir, 'secret.key'), 'utf8')).resolves.toMatch(/^[0-9a-f]{64}\n$/);
  }
});

it('reads the key file again after a restart', async () => {
  const sealed = (await openVault({ secret: undefined, data_dir: folder })).seal('text', 'x');
  const again = await openVault({ secret: undefined, data_dir: folder });
  expect(again.open(sealed, 'x')).toBe('text');
  expect(again.key_file).toBe(join(folder, 'secret.key'));
});

it('refuses a short secret, a damaged key file and a folder that cannot be made, and says what to do', async () => {
  await expect(openVault({ secret: 'too short', data_dir: folder })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'SEAMARK_SECRET has 9 characters.',
    fix: expect.stringContaining('openssl rand'),
  });
  await writeFile(join(folder, 'secret.key'), 'abc');
  await expect(openVault({ secret: undefined, data_dir: folder })).rejects.toMatchObject({
    code: 'unavailable',
    fix: expect.stringContaining('backup'),
  });
  await expect(openVault({ secret: undefined, data_dir: join(folder, 'no', 'such') })).rejects.toMatchObject({
    code: 'unavailable',
    fix: expect.stringContaining('SEAMARK_SECRET'),
  });
});
